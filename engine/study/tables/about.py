"""What a file is of: the job behind it and the versions that made it, as plain data."""

from importlib.metadata import version
from typing import Any, Final

from engine.cards import stream
from engine.study import TALLIES_VERSION
from engine.study.jobs import Job

VERSION: Final = version("war-room")


def facts(job: Job, games: int, link: str) -> dict[str, Any]:
    """Return the study of a file, how many of its games are in it, its link, and what made it."""
    return {
        "study": job.canonical(),
        "key": job.key(),
        "games": games,
        "link": link,
        "versions": versions(),
    }


def versions() -> dict[str, str | int]:
    """Return the versions on which a result depends."""
    return {"war_room": VERSION, "stream": stream.VERSION, "tallies": TALLIES_VERSION}
