"""Suites of deals and what they catch; the smallest deals that tell rule sets apart; both as kept data."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import cache, cached_property, lru_cache, partial
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from typing import Any, Final, Literal

from engine.cards import Deal
from engine.diagnose.answers import Claim
from engine.diagnose.differences import End, FirstDifference, end_of, first_difference
from engine.diagnose.mistakes import MISTAKES, Kind
from engine.diagnose.playing import Bools
from engine.diagnose.programs import SCORES, Printed, Program, answers_of
from engine.diagnose.search import explanation_words, one_step_programs
from engine.diagnose.small_deals import SCORED, THOROUGH, Contest, Effort, scores_differ, smallest
from engine.formats import INPUT_OF, INPUTS
from engine.game import FORM_OF, Plan
from engine.numbers import count
from engine.rules import PLAYABLE, SETTLED, Rules
from engine.wording import plain

# Suites of deals for a judge: which mistakes each deal brings out, and the fewest that bring out all.

SHUFFLED: Final = 60
"""Shuffled deals that suffice to find the fewest among, beside the published and the catching deals."""
MOST_STEPS: Final = 20_000  # choices that are tried for fewer deals than the first found

AREAS: Final = {
    "face_down": "cards face down",
    "pickup": "order of picking up",
    "shortfall": "too few cards for a war",
    "both_out": "both too short for a war",
    "order": "order of the ranks",
    Kind.READING: "reading the cards",
    Kind.PLAYING: "playing a round",
    Kind.UNIT: "what is counted",
    Kind.OFFSET: "counting one off",
    Kind.NAMING: "naming the winner",
    Kind.STOPPING: "giving up too soon",
}
"""What a mistake is about, by the rule that it changes or by its kind."""

Caught = Mapping[Program, frozenset[int]]
"""The places of the deals on which each wrong program answers otherwise than the judge."""


@dataclass(frozen=True)
class Suite:
    """Deals that a judge may ask, with what they bring out of all the mistakes that some deal brings out."""

    plan: Plan
    deals: tuple[Deal, ...]
    caught: Caught

    @cached_property
    def catches(self) -> int:
        """How many mistakes one of the deals brings out at least."""
        return sum(map(bool, self.caught.values()))

    @cached_property
    def uncaught(self) -> list[str]:
        """Every mistake, in words, that none of the deals tried brings out."""
        rules, judge = self.plan.rules, self.plan.judge
        unseen = (program for program in wrong_programs(Program(rules)) if not self.caught.get(program))
        return [plain(explanation_words(program, rules, judge)) for program in unseen]

    def catches_at(self, place: int) -> int:
        """Return how many mistakes one deal brings out."""
        return sum(place in places for places in self.caught.values())

    @cached_property
    def blind(self) -> list[str]:
        """What it sees no mistake about at all, of what there is more than one mistake about."""
        areas = [self._area(program) for program in self.caught]
        seen = {self._area(program) for program, places in self.caught.items() if places}
        known = Counter(areas)
        return [said for area, said in AREAS.items() if known[area] > 1 and area not in seen]

    def _area(self, program: Program) -> str:
        changed = program.rules.differing(self.plan.rules)
        return changed[0] if changed else MISTAKES[program.mistakes[0]].kind


def wrong_programs(reference: Program) -> list[Program]:
    """Return every program one rule or one mistake away from the judge's."""
    rules = reference.rules
    return [program for program in one_step_programs(rules) if program != reference]


def catching(plan: Plan, deals: Sequence[Deal]) -> Caught:
    """Return for each wrong program on which deals it does not answer as the judge does."""
    reference, claim = Program(plan.rules), claim_of(plan.judge)
    deals = [*map(INPUTS[plan.input].given, deals)]
    right = answers_of(reference, deals, claim)
    caught = {}
    for program in wrong_programs(reference):
        said = answers_of(program, deals, claim)
        caught[program] = frozenset(place for place, answer in enumerate(said) if answer != right[place])
    return caught


def suites_of(plan: Plan) -> tuple[Suite, Suite]:
    """Return the deals that the source publishes, and the fewest that bring out all that any deal does.

    They are looked for among the published deals, the catching deals and the shuffled ones of the plan.
    """
    asked = dict.fromkeys(map(INPUTS[plan.input].given, filter(plan.asks, plan.ordered())))
    deals = sorted(asked, key=lambda deal: deal.size)
    every = {program: places for program, places in catching(plan, deals).items() if places}
    published = [deals.index(deal) for deal in plan.published() if plan.asks(deal)]
    # A program may give up after any number of rounds: the longest game is always among them.
    longest = frozenset(
        deals.index(deal) for deal in map(INPUTS[plan.input].given, plan.longest()) if deal in asked
    )
    smallest = sorted({*fewest([*every.values(), *({longest} if longest else ())]), *longest})
    return _suite(plan, published, deals, every), _suite(plan, smallest, deals, every)


def _suite(plan: Plan, places: Sequence[int], deals: Sequence[Deal], every: Caught) -> Suite:
    new = {place: number for number, place in enumerate(places)}
    caught = {
        program: frozenset(new[place] for place in caught_by if place in new)
        for program, caught_by in every.items()
    }
    return Suite(plan, tuple(deals[place] for place in places), caught)


def claim_of(judge: str) -> Claim:
    """Return an answer of a judge, for what he wants printed and how."""
    wins = FORM_OF[judge].wins
    return Claim(
        judge,
        (1,) if "{player}" in wins else (),
        count=1 if "{count}" in wins else None,
        unit=FORM_OF[judge].unit,
        score=1 if "{score}" in wins else None,
    )


def fewest(wanted: Sequence[frozenset[int]]) -> list[int]:
    """Return the fewest places of which every set has one, as far as a bounded search can tell.

    >>> fewest([frozenset({1, 2}), frozenset({2, 3}), frozenset({4})])
    [2, 4]
    """
    best = _greedy(wanted)
    steps = 0

    def better(left: Sequence[frozenset[int]], taken: list[int]) -> None:
        nonlocal best, steps
        steps += 1
        if not left:
            best = taken
        elif len(taken) + 1 < len(best) and steps < MOST_STEPS:
            tally = Counter(place for places in left for place in places)
            rarest = min(left, key=len)
            for place in sorted(rarest, key=lambda place: (-tally[place], place)):
                better([places for places in left if place not in places], [*taken, place])

    better([*dict.fromkeys(wanted)], [])
    return best


def _greedy(wanted: Sequence[frozenset[int]]) -> list[int]:
    """Return places of which every set has one: each time the one that most sets have."""
    chosen: list[int] = []
    while wanted:
        tally = Counter(place for places in wanted for place in places)
        chosen.append(min(tally, key=lambda place: (-tally[place], place)))
        wanted = [places for places in wanted if chosen[-1] not in places]
    return chosen


# A suite of deals as files: a pair of `.in` and `.out` a deal, and which deal catches which mistake.

ABOUT: Final = "about"


def suite_files(suite: Suite) -> Mapping[str, str]:
    """Return the files of a suite by name: `1.in`, `1.out` and so on, and what is said of them.

    That lies in a folder of its own: `oj test` refuses a folder that holds anything but pairs.
    """
    files = {}
    for number, deal in enumerate(suite.deals, 1):
        files[f"{number}.in"] = f"{INPUTS[suite.plan.input].write(deal)}\n"
        files[f"{number}.out"] = f"{suite.plan.expected(deal)}\n"
    return {
        **files,
        f"{ABOUT}/mistakes.csv": _mistakes(suite),
        f"{ABOUT}/not-caught.txt": "".join(f"{words}\n" for words in suite.uncaught),
        f"{ABOUT}/README.txt": "\n".join(_readme(suite)) + "\n",
    }


def _mistakes(suite: Suite) -> str:
    """Return a row for every mistake: the deals that catch it, the program, what it does."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    numbers = [*range(1, len(suite.deals) + 1)]
    writer.writerow(["mistake", "program", *(f"caught by {number}" for number in numbers)])
    for program, places in suite.caught.items():
        said = plain(explanation_words(program, suite.plan.rules, suite.plan.judge))
        writer.writerow(
            [said, program.code, *("yes" if number - 1 in places else "no" for number in numbers)]
        )
    return table.getvalue()


def _readme(suite: Suite) -> Iterator[str]:
    """Return what the files are, and how much each deal catches."""
    deals, known = len(suite.deals), len(suite.caught)
    yield f"{count(deals, 'deal')} for {suite.plan.name}: a program reads N.in and should print N.out."
    yield "In the folder that holds them: oj test -d . -c COMMAND"
    yield f"They catch {suite.catches:,} of the {known:,} mistakes we know that any deal brings out,"
    yield "one wrong rule or one slip each."
    yield ""
    for place, deal in enumerate(suite.deals):
        yield f"{place + 1}: {count(deal.size, 'card')}, catches {suite.catches_at(place):,}: {deal.text}"
    yield ""
    yield "mistakes.csv says which deal catches which mistake."
    missed = count(len(suite.uncaught), "mistake")
    yield f"not-caught.txt lists the {missed} that no deal we tried brings out."


# The smallest disagreement of two rule sets, or of a rule set and the program its source published.

Aspect = Literal["any", "winner", "rounds", "end"]
ASPECTS: Final[tuple[Aspect, ...]] = ("any", "winner", "rounds", "end")
"""In what two games can differ: who wins if both end, after how many rounds, whether they end."""

PUBLISHED: Final = {
    "programming-challenges": Program(PLAYABLE["programming-challenges-code"]),
    "code-golf": Program(PLAYABLE["code-golf"], ("card-in-the-air",)),
    "codingame": Program(PLAYABLE["codingame"], ("needs-one-fewer-js",)),
}
"""The programs that sources print beside their rules, as far as they differ from them."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The smallest deal found on which two programs differ, and how each game of it ends."""

    one: Program
    other: Program
    aspect: Aspect
    deal: Deal
    ends: tuple[End, End]
    proved: bool
    """Whether every smaller deal was tried."""
    first_difference: FirstDifference

    @property
    def by_program(self) -> tuple[tuple[Program, End], tuple[Program, End]]:
        """Each program with how its game ends."""
        return (self.one, self.ends[0]), (self.other, self.ends[1])

    @property
    def proof(self) -> str:
        """Return how sure it is."""
        return "War Room tried every smaller deal." if self.proved else "The smallest found."


def differ(
    one: Rules | Program,
    other: Rules | Program,
    aspect: Aspect = "any",
    *,
    effort: Effort = THOROUGH,
    unit: str = "rounds",
    among: Sequence[Deal] = (),
) -> Disagreement | None:
    """Return the smallest deal on which two rule sets or programs differ, None if none was found.

    unit: what is counted, as the judge does; among: deals to take the first of, in place of a search.
    Raises `ValueError` for rules that leave games to chance.

    >>> from engine.rules import PLAYABLE
    >>> smallest = differ(PLAYABLE["code-golf"], PLAYABLE["advent-of-code-22"])
    >>> smallest.deal.text, smallest.proof
    ('3/23', 'War Room tried every smaller deal.')
    >>> from engine.wording import plain
    >>> scored = Program.parse("advent-of-code-22"), Program.parse("advent-of-code-22+score-of-player-2")
    >>> smallest = differ(*scored, among=[*map(Deal.parse, ("4/5", "5/4", "6/4"))])
    >>> smallest.deal.text, plain(differ(*scored).ends[1].words)
    ('5/4', 'player 1 wins after 1 round with a score of 0')
    """
    first, second = (asked if isinstance(asked, Program) else Program(asked) for asked in (one, other))
    if first == second and first.rules.deterministic:
        return None
    scored = aspect == "any" and not {first.of(Kind.UNIT), second.of(Kind.UNIT)}.isdisjoint(SCORES)
    contest = Contest(first, [second], scores_differ if scored else partial(_differs, aspect), unit)
    if among:
        deal, proved = contest.first_of(among), False
    else:
        deal, proved = smallest(contest, SCORED if scored else effort) or (None, False)
    if deal is None:
        return None
    proved &= not scored  # a score has the ranks in it: patterns of ranks are not all deals then
    ends = end_of(first, deal, unit=unit, scored=scored), end_of(second, deal, unit=unit, scored=scored)
    return Disagreement(first, second, aspect, deal, ends, proved, first_difference(deal, first, second))


def _differs(aspect: Aspect, _: object, printed: Sequence[Printed], __: object) -> Bools:
    one, other = printed
    both: Bools = ~one.endless & ~other.endless
    end: Bools = one.endless != other.endless
    aspects = {"winner": both & (one.winner != other.winner), "rounds": both & (one.count != other.count)}
    return end if aspect == "end" else aspects.get(aspect, aspects["winner"] | aspects["rounds"] | end)


# Kept as data: what the judges' deals catch, and the smallest deals that tell named rule sets apart.
#
# Both are settled by the rule sets, the mistakes and the deals of a release. `save` works them out again.

STORED: Final = Path(__file__).with_name("stored.jsonl")
JUDGES: Final = tuple(name for name in INPUT_OF if name in PLAYABLE)

Data = dict[str, Any]
Pair = tuple[Program, Program]


@cache
def stored_suites(judge: str) -> tuple[Suite, Suite]:
    """Return the deals a judge publishes and the fewest that bring out all, as `suites_of` gives them."""
    data, plan = _stored()[judge], plan_of(judge)
    caught = {Program.parse(code): places for code, places in data["caught"].items()}

    def suite(name: str, which: int) -> Suite:
        deals = tuple(INPUTS[plan.input].given(Deal.parse(text)) for text in data[name])
        return Suite(plan, deals, {program: frozenset(places[which]) for program, places in caught.items()})

    return suite("published", 0), suite("smallest", 1)


@lru_cache(maxsize=512)
def stored_difference(one: Program, other: Program, aspect: Aspect) -> Disagreement | None:
    """Return the smallest deal on which two programs differ, as `differ` gives it.

    Raises `KeyError` for programs of which none is kept.
    """
    data = _stored()[_key(one, other, aspect)]
    if "deal" not in data:
        return None
    first, last = (End(*end) for end in data["ends"])  # of the program whose code is first in the alphabet
    ends = (first, last) if one.code <= other.code else (last, first)
    parting = FirstDifference(*data["parting"])
    return Disagreement(one, other, aspect, Deal.parse(data["deal"]), ends, data["proved"], parting)


def is_stored(one: Program, other: Program, aspect: str) -> bool:
    """Return whether the smallest deal on which two programs differ is kept, or that there is none."""
    return _key(one, other, aspect) in _stored()


def _key(one: Program, other: Program, aspect: str) -> str:
    return " ".join((*sorted((one.code, other.code)), aspect))


def made_for() -> str:
    """Return a checksum of what the data is made for: rule sets, mistakes, deals and how far is searched."""
    plans = map(plan_of, JUDGES)
    deals = [[deal.text for deal in (*plan.published(), *plan.catching(), *plan.longest())] for plan in plans]
    shapes = [(plan_of(judge).deals, FORM_OF[judge], INPUT_OF[judge]) for judge in JUDGES]
    published = {name: program.code for name, program in PUBLISHED.items()}
    codes = {name: rules.code for name, rules in PLAYABLE.items()}
    wrong = [[program.code for program in wrong_programs(Program(PLAYABLE[judge]))] for judge in JUDGES]
    mistakes = [
        (mistake.name, str(mistake.kind.value), tuple(mistake.fault)) for mistake in MISTAKES.values()
    ]
    settings = SHUFFLED, MOST_STEPS, THOROUGH, ASPECTS
    return sha256(repr((codes, published, wrong, mistakes, deals, shapes, settings)).encode()).hexdigest()


def save(file: Path = STORED) -> None:
    """Work out everything that is kept, and write it to a file, a line of JSON each."""
    suites = (suites_data(judge) for judge in JUDGES)
    disagreements = (difference_data(*pair, aspect) for pair, aspect in product(pairs(), ASPECTS))
    data = [{"key": "made for", "sha256": made_for()}, *suites, *disagreements]
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


def difference_data(one: Program, other: Program, aspect: Aspect) -> Data:
    """Work out the smallest difference of two programs, as it is kept; without a deal where there is none."""
    data: Data = {"key": _key(one, other, aspect)}
    difference = differ(one, other, aspect)
    if difference is not None:
        data["deal"] = difference.deal.text
        data["ends"] = [astuple(end) for end in difference.ends]
        data["proved"] = difference.proved
        data["parting"] = astuple(difference.first_difference)
    return data


@cache
def _stored() -> dict[str, Data]:
    """Return every line that is kept, by its key."""
    lines = map(json.loads, STORED.read_text(encoding="utf-8").splitlines())
    return {data["key"]: data for data in lines}
