"""What a file is of: the job behind it, as plain data for programs and in words for people."""

from importlib.metadata import version
from typing import Any, Final

from engine.cards import stream
from engine.rules import Rules, preset_of
from engine.study import TALLIES_VERSION, Study
from engine.study.comparison import Comparison
from engine.study.jobs import Job
from engine.words.sentences import Sentence, count, rules_in_words

VERSION: Final = version("war-room")


Dealt = Study | Comparison
"""What deals its games from a pack by a seed, for one rule set or for several."""


def studies_of(job: Dealt) -> tuple[Study, ...]:
    """Return the study of each rule set of a job."""
    return (job,) if isinstance(job, Study) else job.studies()


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


def rule_sets(job: Dealt) -> dict[str, tuple[Sentence, ...]]:
    """Return the rules of a job in words, by the name of the rule set or its code."""
    several = (study.rules for study in studies_of(job))
    return {_name(rules): tuple(rules_in_words(rules).values()) for rules in several}


def _name(rules: Rules) -> str:
    preset = preset_of(rules)
    return f"Custom rules, {rules.code}" if preset is None else f"{preset.title}, {rules.code}"


def in_words(job: Dealt, games: int) -> dict[str, str]:
    """Say what was played, by headings of a list.

    >>> from engine.study import Study
    >>> in_words(Study(rules=Rules(), games=100_000, seed=7), 42_000)["Games"]
    '42,000 of 100,000 games'
    """
    pack = job.pack
    all_of = "" if games == job.games else f"{games:,} of "
    words = {
        "Games": f"{all_of}{count(job.games, 'game')}",
        "Cards": f"{pack.size:,}, {pack.copies:,} of each of {count(pack.ranks, 'rank')}, dealt in halves",
        "Seed": str(job.seed),
        "Cut off": f"after {count(job.limit, 'round')}",
    }
    study = studies_of(job)[0]
    if study.sample > 1:
        early = f"the first {study.followed:,} games and " if study.followed else ""
        words["Followed"] = f"{early}every {study.sample:,}th game, for deck sizes and cycles"
    return words
