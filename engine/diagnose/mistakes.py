"""Mistakes that programs make with War: a row each of `mistakes.csv`, or giving up after some rounds.

A wrong program is a rule set and a few of these. Each is of one kind, and a program makes at most
one mistake of a kind: how it reads the cards, plays, counts, names the winner, or stops.

The file lists each kind in the order in which a program's mistakes are written. `does` goes on after
"Your program", `wants` after "The judge": read them aloud together. `rare` orders explanations that are
otherwise as likely, the lower the more often we have met the mistake. `fault` is how the rounds differ,
in the names of `engine.kernels.codes`; `cards` is how cards are written where programs make the mistake.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Final

from engine.formats import INPUT_OF
from engine.game import FORM_OF, SHAPES, DealShape
from engine.kernels import AS_BOTH, FACE_DOWN, LAW, LISTS, ONE_BEFORE, RUNS_OUT, SUMS, PlayFault, codes
from engine.numbers import count
from engine.rules import Order, Pickup, Rules, Shortfall


class Kind(StrEnum):
    """Where in a program a mistake sits."""

    READING = "reading"
    """The cards it plays with are not those of the deal (`engine.diagnose.programs`)."""
    PLAYING = "playing"
    """A round goes otherwise than any rules say (`engine.kernels.faulty`)."""
    UNIT = "unit"
    OFFSET = "offset"
    NAMING = "naming"
    STOPPING = "stopping"


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake: its name for links and the terminal, what the program does, what it should do."""

    name: str
    kind: Kind
    does: str
    wants: str
    rare: int
    fault: PlayFault = LAW
    """How the rounds that it plays or counts differ."""
    cards: frozenset[str] = frozenset()
    """How cards are written where programs make it, in the words of `CARDS`; empty: however they are."""

    def means_something(self, rules: Rules) -> bool:
        """Return whether a program with this mistake can differ from these rules at all."""
        fault = self.fault
        if fault.steal:
            return rules.shortfall is Shortfall.STEAL
        if fault.lowest or fault.forgets == 8:
            return rules.order is Order.LOWEST_BEATS_HIGHEST
        if fault.ghost == RUNS_OUT or fault.spare == AS_BOTH:  # a rule, where who runs out loses
            return rules.shortfall is Shortfall.DRAW
        if fault.ghost:
            # A card that does not exist is below all others only where higher cards win.
            return rules.shortfall in ENDS_WARS and rules.order is Order.HIGH
        if fault.ends == codes.DECKS_COMPARED:
            return rules.shortfall is Shortfall.LOSES
        if fault.spare or fault.checked or fault.deeper or (fault.tie_to and not fault.tie_from):
            return rules.shortfall in ENDS_WARS
        if fault.order == codes.DECIDING_WINNER_FIRST:
            return rules.pickup is Pickup.AS_DEALT
        if fault.compared == SUMS and rules.order is not Order.HIGH:
            return False
        not_last = fault.compared in (ONE_BEFORE, codes.BEFORE_OF_1, codes.BEFORE_OF_2, SUMS, LISTS)
        if not_last or fault.later_need or fault.lost == FACE_DOWN or fault.stack == codes.DOWN_FROM_BELOW:
            return rules.face_down > 0
        return True


ENDS_WARS: Final = (Shortfall.LOSES, Shortfall.DRAW)
"""Where a war that cannot be paid for ends the game; elsewhere a threshold one off has no one meaning."""

CARDS: Final = {
    **dict.fromkeys(("codingame", "cards"), frozenset(("10", "letters", "suits"))),
    **dict.fromkeys(("golf", "golf-lines"), frozenset(("hex", "lines"))),
    **dict.fromkeys(("golf-letters", "ranks"), frozenset(("T", "letters"))),
    "suited": frozenset(("T", "letters", "suits")),
    "counted": frozenset(("numbers", "counts")),
    "crab-combat": frozenset(("numbers", "labels")),
    "decimal": frozenset(("numbers",)),
}
"""How cards are written, by the name of an input: `10` or T, letters, numbers; what stands before them."""
BESIDE: Final = frozenset(("counts", "labels", "lines"))
"""Those of what stands beside the cards: where there is nothing, no program takes it for a card."""
MISPLACED: Final = 3
"""By how much rarer a mistake is where cards are written in a way that does not invite it."""

TABLE: Final = Path(__file__).with_name("mistakes.csv")

ROUND: Final = (1_000, 10_000, 100_000)
"""Rounds after which programs give up most often."""
CAPS: Final = sorted((50, 100, 106, 200, 250, 255, 256, 500, 512, 1024, 2000, 5000, 20_000, 50_000, *ROUND))
"""All after which they are known to; 106 is 10⁶ copied without its raised 6."""
VERDICTS: Final = {
    "drawn": ("calls the game drawn", 0),
    "more": ("names the player who holds more cards", 1),
    "player-1": ("names player 1", 2),
    "player-2": ("names player 2", 2),
    "endless": ("says that the game never ends", -1),
    "endless-per-card": ("says that the game never ends", -2),
}
"""What a program says when it gives up, and how much rarer that is: most say what a judge has words for."""

MOST_STOP: Final = 10_000_000
"""The largest number of rounds that is looked at: a program that stops after it at the latest may go on."""


def _listed() -> Iterator[Mistake]:
    """Yield the mistakes of the table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            fault = PlayFault(**dict(_code(part) for part in row["fault"].split()))
            kind, rare, cards = Kind(row["kind"]), int(row["rare"]), frozenset(row["cards"].split())
            yield Mistake(row["name"], kind, row["does"], row["wants"], rare, fault, cards)


def _code(part: str) -> tuple[str, int]:
    """Read one part of a fault, such as `tie_to=RETURNED` or `spare=-1`."""
    field, value = part.split("=")
    return field, getattr(codes, value) if value.isupper() else int(value)


def stopping(first: int, last: int, verdict: str) -> Mistake:
    """Return the mistake of giving up after some number of rounds from `first` to `last`.

    >>> stopping(301, 512, "drawn").does
    'stops after a fixed number of rounds, somewhere from 301 to 512, and calls the game drawn'
    """
    says, rarer = VERDICTS[verdict]
    per_card = " per card" if verdict.endswith("per-card") else ""
    if first == last:
        when = f"after {count(first, 'round')}{per_card}"
    elif last == MOST_STOP:
        when = f"after {first:,} rounds{per_card} or more"
    else:
        where = f"somewhere from {first:,} to" if first > 1 else "at most"
        when = f"after a fixed number of rounds{per_card}, {where} {last:,},"
    rare = 3 if any(first <= rounds <= last for rounds in ROUND) else 4
    number = f"{first}-{last}" if last > first else f"{first}"
    does = f"stops {when} and {says}"
    return Mistake(f"stops-at-{number}-{verdict}", Kind.STOPPING, does, "plays on", rare + rarer)


MISTAKES: Final = {
    mistake.name: mistake
    for mistake in (
        *_listed(),
        *(stopping(rounds, rounds, verdict) for rounds in CAPS for verdict in ("drawn", "more")),
    )
}
"""Every mistake by name, in the order in which a program's are written; those that stop, at usual numbers."""

_STOPS: Final = re.compile(rf"stops-at-([1-9][0-9]{{0,7}})(?:-([1-9][0-9]{{0,7}}))?-({'|'.join(VERDICTS)})")


@lru_cache(maxsize=4_096)
def mistake_called(name: str) -> Mistake:
    """Return a mistake by its name, of programs that stop after any number of rounds too.

    Raises `KeyError` for an unknown name.

    >>> mistake_called("stops-at-301-512-drawn").does
    'stops after a fixed number of rounds, somewhere from 301 to 512, and calls the game drawn'
    >>> mistake_called("stops-at-9-3-drawn")
    Traceback (most recent call last):
        ...
    KeyError: 'stops-at-9-3-drawn'
    """
    stop = _STOPS.fullmatch(name)
    if name in MISTAKES or stop is None:
        return MISTAKES[name]
    last = int(stop[2] or stop[1])
    mistake = stopping(int(stop[1]), last, stop[3])
    if mistake.name != name or last > MOST_STOP:
        raise KeyError(name)
    return mistake


def cards_in(form: str, judge: str = "") -> frozenset[str]:
    """Return how the judge who asks in a form writes cards, in the words of `CARDS`; else the judge named."""
    rule_set = FORM_OF[form].rule_set if form in FORM_OF else judge
    return CARDS.get(INPUT_OF.get(rule_set, ""), frozenset())


def stops_at(name: str, cards: int = 1) -> int:
    """Return after how many rounds a program with this stopping mistake gives up; 0 for none.

    cards: of the deal, by which it may count them. Where only bounds are known, take the lower one, of
    rounds per card the upper one: it prints the same for the deals it was found by.

    >>> stops_at("stops-at-1-2-endless-per-card", cards=10)
    20
    """
    if not name:
        return 0
    first, last = stop_bounds(name)
    return last * cards if name.endswith("per-card") else first


def stop_bounds(name: str) -> tuple[int, int]:
    """Return the numbers of rounds between which a program gives up.

    >>> stop_bounds("stops-at-301-512-drawn"), stop_bounds("stops-at-50-more")
    ((301, 512), (50, 50))
    """
    first, last = name.split("-")[2:4]
    return int(first), int(last) if last.isdigit() else int(first)


def of_kind(kind: Kind) -> tuple[str, ...]:
    """Return the names of the mistakes of one kind."""
    return tuple(name for name, mistake in MISTAKES.items() if mistake.kind is kind)


# What a program does by a mistake or a rule, in words that fit how its judge asks.

# What a program counts by each mistake in the unit.
WRONG_UNITS: Final = {
    f"counts-{unit}": unit for unit in ("battles", "face-up", "plays", "rounds", "wars", "whole-wars")
}
CHECKED: Final = ("player-1-checked-first", "short-both-drawn", "player-2-checked-first")
"""Those of a program that has to say who loses where the judge calls the game a draw, the commonest first."""
_IN_STEPS: Final = {
    "counts-plays": ("does not count the pairs laid in a war that cannot be finished", "counts these, too"),
    "last-war-uncounted": ("counts one pair too few when a war cannot be finished", "counts every pair laid"),
    "last-war-twice": ("counts one pair too many when a war cannot be finished", "counts every pair once"),
}
"""What a program does and the judge wants, in other words where the judge counts pairs of cards laid."""


def words_of(name: str, judge_rules: Rules, form: str) -> tuple[str, str]:
    """Return what a program does by a mistake, and what the judge does there, after "The judge"."""
    mistake, written = mistake_called(name), cards_in(form)
    if name == "10-as-1" and written and not written & mistake.cards:
        return "ranks the ten below the two", "ranks the ten below the jack"
    if name in ("ties-to-1", "ties-to-2") and "suits" in written:
        return mistake.does, "plays a war, whatever the suits"
    # Whom the judge names and what it counts when a war cannot be finished is nothing where that is a draw.
    if name in (*CHECKED, "last-war-uncounted", "last-war-twice") and judge_rules.shortfall is Shortfall.DRAW:
        return mistake.does, judge_rules.description("shortfall").does
    if form in FORM_OF and FORM_OF[form].unit == "steps":
        if name in _IN_STEPS:
            return _IN_STEPS[name]
        if name in WRONG_UNITS and name != "counts-face-up":
            return mistake.does, "counts pairs of cards laid, face down ones too"
    if name == "each-war-apart" and form in FORM_OF:
        return mistake.does, judge_rules.description("pickup").does
    if not has_equal_cards(form):
        if mistake.fault.tie_from:
            return mistake.does, "never deals two equal cards"
        if name in ("lowest-first", "highest-first"):
            which = "lower" if name == "lowest-first" else "higher"
            return f"puts the {which} card under the deck first", does_by_rule("pickup", judge_rules, form)
    return mistake.does, mistake.wants


def does_by_rule(name: str, rules: Rules, form: str) -> str:
    """Return what somebody does by a rule: without wars a pick-up is of two cards."""
    leader = rules.pickup.description.kernel.split()[0].replace("_", " ")
    if name == "pickup" and leader != "coin" and not has_equal_cards(form):
        return f"puts {'' if leader.startswith('player') else 'the '}{leader}’s card under the deck first"
    return rules.description(name).does


def has_equal_cards(form: str) -> bool:
    """Return whether the judge who asks in a form gives equal cards; yes where that is nobody's form."""
    rule_set = FORM_OF[form].rule_set if form in FORM_OF else ""
    return SHAPES.get(rule_set, DealShape()).copies > 1
