"""Settings for every test: the same examples on every run, no clock in the judgement."""

from hypothesis import settings

settings.register_profile("war-room", derandomize=True, deadline=None, database=None)
settings.load_profile("war-room")
