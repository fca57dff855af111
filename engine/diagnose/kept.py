"""Kept as data: what the judges' deals catch, and the smallest deals that tell named rule sets apart.

Both are settled by the rule sets, the mistakes and the deals of a release. `keep` works them out anew.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple
from functools import cache, lru_cache
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from typing import Any, Final

from engine.cards import Deal
from engine.diagnose.differ import ASPECTS, PUBLISHED, Aspect, Disagreement, End, differ
from engine.diagnose.mistakes import MISTAKES
from engine.diagnose.parting import Parting
from engine.diagnose.programs import Program
from engine.diagnose.smallest import THOROUGH
from engine.diagnose.suites import MOST_STEPS, SHUFFLED, Suite, suites_of, wrong_programs
from engine.game.answer_forms import FORM_OF
from engine.game.plan import Plan
from engine.notation.inputs import INPUT_OF, INPUTS
from engine.rules import PLAYABLE, SETTLED

KEPT: Final = Path(__file__).with_name("kept.jsonl")
JUDGES: Final = tuple(name for name in INPUT_OF if name in PLAYABLE)
"""Whose suites are kept."""

Data = dict[str, Any]
Pair = tuple[Program, Program]


@cache
def kept_suites(judge: str) -> tuple[Suite, Suite]:
    """Return the deals a judge publishes and the fewest that bring out all, as `suites_of` gives them."""
    return suites_from(_kept()[judge])


@lru_cache(maxsize=512)
def kept_difference(one: Program, other: Program, aspect: str) -> Disagreement | None:
    """Return the smallest deal on which two programs differ, as `differ` gives it.

    Raises `KeyError` for programs of which none is kept.
    """
    difference = difference_from(_kept()[_key(one, other, aspect)])
    return difference and (difference if difference.one == one else difference.turned)


def is_kept(one: Program, other: Program, aspect: str) -> bool:
    """Say whether the smallest deal on which two programs differ is kept, or that there is none."""
    return _key(one, other, aspect) in _kept()


def _key(one: Program, other: Program, aspect: str) -> str:
    return " ".join((*sorted((one.code, other.code)), aspect))


def kept_for() -> str:
    """Return the checksum that is kept beside the data."""
    checksum: str = _kept()["made for"]["sha256"]
    return checksum


def made_for() -> str:
    """Return a checksum of what the data is made for: rule sets, mistakes, deals and how far is searched."""
    plans = map(plan_of, JUDGES)
    deals = [[deal.text for deal in (*plan.published(), *plan.killers(), *plan.longest())] for plan in plans]
    shapes = [(plan_of(judge).deals, FORM_OF[judge], INPUT_OF[judge]) for judge in JUDGES]
    published = {name: program.code for name, program in PUBLISHED.items()}
    codes = {name: rules.code for name, rules in PLAYABLE.items()}
    wrong = [[program.code for program in wrong_programs(Program(PLAYABLE[judge]))] for judge in JUDGES]
    mistakes = [(mistake.name, str(mistake.kind.value), mistake.odd) for mistake in MISTAKES.values()]
    settings = SHUFFLED, MOST_STEPS, THOROUGH, ASPECTS
    return sha256(repr((codes, published, wrong, mistakes, deals, shapes, settings)).encode()).hexdigest()


def keep(file: Path = KEPT) -> None:
    """Work out everything that is kept, and write it to a file, a line of JSON each."""
    suites = (suites_data(judge) for judge in JUDGES)
    differences = (difference_data(*pair, aspect) for pair, aspect in product(pairs(), ASPECTS))
    data = [{"key": "made for", "sha256": made_for()}, *suites, *differences]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in data), encoding="utf-8", newline="\n")


def plan_of(judge: str) -> Plan:
    """Return the plan among whose deals the fewest are looked for."""
    return Plan(PLAYABLE[judge], judge, judge, INPUT_OF[judge], SHUFFLED)


def pairs() -> Iterator[Pair]:
    """Yield the programs that are told apart, each two once: named rule sets, and a text and its program."""
    by_code = {program.code: program for program in (Program(PLAYABLE[name]) for name in SETTLED)}
    yield from combinations([by_code[code] for code in sorted(by_code)], 2)
    for name, program in PUBLISHED.items():
        if program.mistakes:
            yield Program(PLAYABLE[name]), program


def suites_data(judge: str) -> Data:
    """Work out the suites of a judge, as they are kept."""
    published, smallest = both = suites_of(plan_of(judge))
    published_deals, smallest_deals = ([deal.text for deal in suite.deals] for suite in both)
    caught = {
        program.code: [sorted(places), sorted(smallest.caught[program])]
        for program, places in published.caught.items()
    }
    return {"key": judge, "published": published_deals, "smallest": smallest_deals, "caught": caught}


def suites_from(data: Data) -> tuple[Suite, Suite]:
    """Return the suites of a judge that are kept."""
    plan = plan_of(data["key"])
    caught = [(Program.parse(code), places) for code, places in data["caught"].items()]

    def suite(which: int, deals: Sequence[str]) -> Suite:
        by_program = {program: frozenset(places[which]) for program, places in caught}
        given = map(INPUTS[plan.input].given, map(Deal.parse, deals))
        return Suite(plan, tuple(given), by_program)

    return suite(0, data["published"]), suite(1, data["smallest"])


def difference_data(one: Program, other: Program, aspect: Aspect) -> Data:
    """Work out the smallest difference of two programs, as it is kept; without a deal where there is none."""
    data: Data = {"key": _key(one, other, aspect)}
    difference = differ(one, other, aspect)
    if difference is None:
        return data
    ends, parting = [astuple(end) for end in difference.ends], astuple(difference.parting)
    return data | {
        "deal": difference.deal.text,
        "ends": ends,
        "proved": difference.proved,
        "parting": parting,
    }


def difference_from(data: Data) -> Disagreement | None:
    """Return a difference that is kept."""
    if "deal" not in data:
        return None
    one, other, aspect = data["key"].split(" ")
    return Disagreement(
        Program.parse(one),
        Program.parse(other),
        aspect,
        Deal.parse(data["deal"]),
        (End(*data["ends"][0]), End(*data["ends"][1])),
        data["proved"],
        Parting(*data["parting"]),
    )


@cache
def _kept() -> dict[str, Data]:
    """Return every line that is kept, by its key."""
    lines = map(json.loads, KEPT.read_text(encoding="utf-8").splitlines())
    return {data["key"]: data for data in lines}
