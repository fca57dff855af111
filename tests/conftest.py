"""For every test: the same examples on every run, no clock in the judgement, no trace on the disk."""

import os

from hypothesis import settings

settings.register_profile("war-room", derandomize=True, deadline=None, database=None)
settings.load_profile("war-room")

# Runs of the tests are remembered in memory only, and leave the machine to the tests.
os.environ["WAR_ROOM_STORE"] = ""
os.environ["WAR_ROOM_WORKERS"] = "1"
