"""What a file is of, in words for people."""

from engine.rules import Rules, preset_of
from engine.study.jobs import Job
from engine.words.sentences import Sentence, count, rules_in_words


def rule_sets(job: Job) -> dict[str, tuple[Sentence, ...]]:
    """Return the rules of a job in words, by the name of the rule set or its code."""
    several = (study.rules for study in job.studies())
    return {_name(rules): tuple(rules_in_words(rules).values()) for rules in several}


def _name(rules: Rules) -> str:
    preset = preset_of(rules)
    return f"Custom rules, {rules.code}" if preset is None else f"{preset.title}, {rules.code}"


def in_words(job: Job, games: int) -> dict[str, str]:
    """Say what was played, by headings of a list.

    >>> from engine.study import Study
    >>> in_words(Study(rules=Rules(), games=100_000, seed=7), 42_000)["Games"]
    '42,000 of 100,000 games'
    """
    study = job.studies()[0]
    pack = study.pack
    all_of = "" if games == job.games else f"{games:,} of "
    words = {
        "Games": f"{all_of}{count(job.games, 'game')}",
        "Cards": f"{pack.size:,}, {pack.copies:,} of each of {count(pack.ranks, 'rank')}, dealt in halves",
        "Seed": str(study.seed),
        "Cut off": f"after {count(study.limit, 'round')}",
    }
    if study.sample > 1:
        early = f"the first {study.followed:,} games and " if study.followed else ""
        words["Followed"] = f"{early}every {study.sample:,}th game, for deck sizes and cycles"
    return words
