"""Mistakes that programs make, as data: one row each."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from engine.kernels import codes as odds
from engine.kernels.codes import FACE_DOWN, LAW, ONE_BEFORE, Codes, Odd
from engine.rules import Order, Pickup, Rules, Shortfall, said_of

# The mistakes people make with War, a row each, in the order in which a program's are written.
#
# A row has the mistake's name, what the program does (after "Your program"), what it should do (after
# "The judge"), how rare it is, and of one in playing what is odd about its rounds. A new mistake is one
# more row here; the words are read aloud together, so that neither half contradicts the other.

ANY: Final = 1_000
"""More cards than a war ever takes."""


class MistakeRow(NamedTuple):
    """A mistake without its kind."""

    name: str
    does: str
    wants: str
    rare: int
    odd: Odd = LAW


READING: Final = (
    MistakeRow("10-as-1", "reads 10 as 1", "means ten", 1),
    MistakeRow("10-as-two-cards", "reads 10 as two cards, 1 and 0", "means one card, ten", 3),
    MistakeRow("10-left-out", "leaves out every 10", "plays with the tens", 4),
    MistakeRow("both-upside-down", "reads both decks upside down", "has the first card on top", 2),
    MistakeRow("deck-1-upside-down", "reads player 1's deck upside down", "has its first card on top", 4),
    MistakeRow("deck-2-upside-down", "reads player 2's deck upside down", "has its first card on top", 4),
    MistakeRow("players-swapped", "takes player 1 for player 2", "has player 1's deck first", 2),
    MistakeRow(
        "dealt-alternately", "deals both decks out again, a card each in turn", "has each deck as it is", 3
    ),
    MistakeRow("ten-as-ace", "takes the ten for an ace", "means ten", 2),
    MistakeRow("ace-as-ten", "takes the ace for a ten", "means the ace", 3),
    MistakeRow("letters-as-text", "compares T J Q K A as text", "ranks them T J Q K A", 2),
    MistakeRow("numbers-as-text", "compares 2 to 10 J Q K A as text", "ranks them 2 to A", 2),
    MistakeRow("decimals-as-text", "compares 2 to 14 as text", "compares numbers", 3),
    MistakeRow("king-below-queen", "ranks J K Q A", "ranks J Q K A", 2),
    MistakeRow("letters-a-j-k-q", "ranks A J K Q above the ten", "ranks them J Q K A", 3),
    MistakeRow("king-as-0", "takes the king for 0, the lowest", "ranks him below the ace", 3),
    MistakeRow("king-as-0-ace-as-1", "takes the king for 0 and the ace for 1", "ranks them highest", 3),
    MistakeRow("ace-as-11", "takes the ace for 11, a jack", "ranks it highest", 3),
    MistakeRow("pictures-as-ten", "takes J, Q and K for tens", "ranks them J, Q, K", 4),
    MistakeRow("letters-as-ten", "takes J, Q, K and A for tens", "ranks them J, Q, K, A", 4),
    MistakeRow("letters-as-0", "takes J, Q, K and A for 0, the lowest", "ranks them above the ten", 4),
    MistakeRow(
        "hexadecimal-as-letters",
        "looks up hexadecimal digits among letters, where A is the ace and B to E are nothing",
        "means ten to ace by A to E",
        3,
    ),
    MistakeRow("suits-break-ties", "lets suits break ties", "ignores suits", 3),
    MistakeRow("last-cards-left-out", "reads one card of each deck too few", "plays with every card", 3),
    MistakeRow("first-cards-left-out", "leaves out the first card of each deck", "plays with every card", 4),
    MistakeRow("last-card-1-left-out", "leaves out the last card of player 1", "plays with every card", 4),
    MistakeRow("last-card-2-left-out", "leaves out the last card of player 2", "plays with every card", 4),
    MistakeRow("only-last-cards", "keeps only the last card of each deck", "plays with every card", 4),
)

_ALL: Final = "gives all cards to the winner"
_WAR: Final = "has a war"
_AGAIN: Final = "has another war"
_TIES: Final = (
    MistakeRow("ties-to-1", "gives every tie to player 1", _WAR, 2, Odd(tie_from=1, tie_to=odds.TO_1)),
    MistakeRow("ties-to-2", "gives every tie to player 2", _WAR, 2, Odd(tie_from=1, tie_to=odds.TO_2)),
    MistakeRow(
        "ties-returned",
        "gives both their cards back in a tie",
        _WAR,
        3,
        Odd(tie_from=1, tie_to=odds.RETURNED),
    ),
    MistakeRow(
        "ties-thrown-away", "throws tied cards away", _WAR, 3, Odd(tie_from=1, tie_to=odds.THROWN_AWAY)
    ),
    MistakeRow(
        "ties-end-it",
        "calls the game drawn at the first tie",
        _WAR,
        4,
        Odd(tie_from=1, tie_to=odds.GAME_DRAWN),
    ),
    MistakeRow(
        "second-tie-to-1",
        "gives a second tie in a row to player 1",
        _AGAIN,
        2,
        Odd(tie_from=2, tie_to=odds.TO_1),
    ),
    MistakeRow(
        "second-tie-to-2",
        "gives a second tie in a row to player 2",
        _AGAIN,
        1,
        Odd(tie_from=2, tie_to=odds.TO_2),
    ),
    MistakeRow(
        "second-tie-returned",
        "gives both their cards back at a second tie in a row",
        _AGAIN,
        3,
        Odd(tie_from=2, tie_to=odds.RETURNED),
    ),
    MistakeRow(
        "second-tie-thrown-away",
        "throws the table away at a second tie in a row",
        _AGAIN,
        3,
        Odd(tie_from=2, tie_to=odds.THROWN_AWAY),
    ),
    MistakeRow(
        "second-tie-ends-it",
        "calls the game drawn at a second tie in a row",
        _AGAIN,
        3,
        Odd(tie_from=2, tie_to=odds.GAME_DRAWN),
    ),
    MistakeRow(
        "second-war-one-card",
        "lays one card only in a second war in a row",
        "lays as many as in the first",
        3,
        Odd(later_need=1),
    ),
)
_LOST: Final = (
    MistakeRow("loses-first-pair", "loses the pair that began a war", _ALL, 2, Odd(lost=odds.FIRST_PAIR)),
    MistakeRow("loses-face-down", "loses the cards laid face down", _ALL, 2, Odd(lost=odds.FACE_DOWN)),
    MistakeRow(
        "loses-all-but-last-pair",
        "gives the winner of a war the last pair only",
        _ALL,
        2,
        Odd(lost=odds.ALL_BUT_LAST),
    ),
    MistakeRow(
        "loses-earlier-wars",
        "clears the table at a second war in a row",
        _ALL,
        3,
        Odd(lost=odds.BEFORE_LAST_WAR),
    ),
    MistakeRow(
        "loses-before-war",
        "loses what lay on the table before the last war",
        _ALL,
        2,
        Odd(lost=odds.BEFORE_ANY_WAR),
    ),
    MistakeRow(
        "loses-before-last-tie",
        "loses what lay before the last of several ties in a row",
        _ALL,
        3,
        Odd(lost=odds.BEFORE_LAST_TIE),
    ),
    MistakeRow("loses-own-cards", "loses the cards that the winner laid", _ALL, 4, Odd(lost=odds.OWN_CARDS)),
)
_COMPARED: Final = (
    MistakeRow(
        "war-first-card",
        "compares the first cards laid in a war",
        "compares the last",
        2,
        Odd(compared=odds.FIRST_LAID),
    ),
    MistakeRow(
        "war-card-before-last",
        "compares the last cards but one laid in a war",
        "compares the last",
        3,
        Odd(compared=odds.ONE_BEFORE),
    ),
    MistakeRow(
        "wars-to-1",
        "gives every war to player 1",
        "compares the last cards laid",
        2,
        Odd(compared=odds.NOBODY_FOR_1),
    ),
    MistakeRow(
        "wars-to-2",
        "gives every war to player 2",
        "compares the last cards laid",
        2,
        Odd(compared=odds.NOBODY_FOR_2),
    ),
)
_BOTTOM: Final = "puts them at the bottom"
_TOP: Final = "plays from the top and puts won cards at the bottom"
_IN_ORDER: Final = "picks them up in the order laid"
_WHERE: Final = (
    MistakeRow("won-on-top", "puts won cards on top of the deck", _BOTTOM, 2, Odd(onto=odds.ON_TOP)),
    MistakeRow(
        "won-on-top-each",
        "puts won cards on top of the deck, each on the one before",
        _BOTTOM,
        3,
        Odd(onto=odds.ON_TOP_EACH),
    ),
    MistakeRow(
        "stack", "plays from the bottom of both decks, where won cards go", _TOP, 2, Odd(stack=odds.BOTH)
    ),
    MistakeRow(
        "stack-1", "plays from the bottom of player 1's deck, where won cards go", _TOP, 4, Odd(stack=1)
    ),
    MistakeRow(
        "stack-2", "plays from the bottom of player 2's deck, where won cards go", _TOP, 4, Odd(stack=2)
    ),
    MistakeRow(
        "won-pile-turned",
        "keeps won cards apart and turns them over when a deck is used up",
        _BOTTOM,
        3,
        Odd(pile=odds.TURNED_OVER),
    ),
    MistakeRow(
        "won-pile-not-counted",
        "keeps won cards apart and forgets them when it counts who can pay for a war",
        "counts all cards of a player",
        4,
        Odd(pile=odds.NOT_COUNTED),
    ),
)
_ORDERS: Final = (
    MistakeRow(
        "table-reversed",
        "picks the whole table up back to front",
        "picks it up front to back",
        3,
        Odd(order=odds.TABLE_REVERSED),
    ),
    MistakeRow(
        "sides-reversed",
        "picks each player's cards up back to front",
        _IN_ORDER,
        3,
        Odd(order=odds.SIDES_REVERSED),
    ),
    MistakeRow(
        "lowest-first",
        "sorts the cards it picks up, the lowest first",
        _IN_ORDER,
        4,
        Odd(order=odds.LOWEST_FIRST),
    ),
    MistakeRow(
        "highest-first",
        "sorts the cards it picks up, the highest first",
        _IN_ORDER,
        4,
        Odd(order=odds.HIGHEST_FIRST),
    ),
    MistakeRow(
        "newest-war-first",
        "picks the last war up first",
        "picks the first pair up first",
        3,
        Odd(order=odds.NEWEST_FIRST),
    ),
    MistakeRow(
        "each-war-apart",
        "picks up each war by itself",
        "picks up each player's cards together",
        3,
        Odd(order=odds.WAR_BY_WAR),
    ),
)
_PAYING: Final = (
    MistakeRow(
        "needs-one-more",
        "wants one card more than a war takes",
        "lets a war be fought with the last cards",
        1,
        Odd(spare=-1),
    ),
    MistakeRow(
        "needs-one-fewer",
        "fights a war with one card too few, the missing card as the lowest",
        "ends the game there",
        4,
        Odd(ghost=odds.LOWEST),
    ),
    MistakeRow(
        "needs-one-fewer-js",
        "fights a war with one card too few, and a missing card goes to player 2",
        "ends the game there",
        3,
        Odd(ghost=odds.NEITHER),
    ),
    MistakeRow(
        "needs-one-fewer-last",
        "fights a war with one card too few, and the last card laid counts",
        "ends the game there",
        3,
        Odd(spare=1),
    ),
    MistakeRow(
        "needs-any-card",
        "fights a war with whatever cards are left, and the last card laid counts",
        "ends the game there",
        3,
        Odd(spare=ANY),
    ),
    MistakeRow(
        "checks-player-1",
        "ends the game only when player 1 has too few cards for a war",
        "ends it when either has",
        3,
        Odd(checked=1),
    ),
    MistakeRow(
        "checks-player-2",
        "ends the game only when player 2 has too few cards for a war",
        "ends it when either has",
        3,
        Odd(checked=2),
    ),
    MistakeRow(
        "checks-both-short",
        "ends the game only when both have too few cards for a war",
        "ends it when either has",
        4,
        Odd(checked=odds.BOTH),
    ),
)
_STEALING: Final = (
    MistakeRow(
        "steals-from-bottom",
        "steals from the bottom of the deck",
        "steals from the top",
        3,
        Odd(steal=odds.FROM_BOTTOM),
    ),
    MistakeRow(
        "steals-one-more", "steals one card too many", "steals what is missing", 3, Odd(steal=odds.ONE_MORE)
    ),
    MistakeRow(
        "steals-whole-war",
        "steals as many cards as a war takes",
        "steals what is missing",
        3,
        Odd(steal=odds.WHOLE_WAR),
    ),
    MistakeRow(
        "steals-onto-top", "puts stolen cards on top of the deck", _BOTTOM, 3, Odd(steal=odds.ONTO_TOP)
    ),
)


def _after_wars() -> Iterator[MistakeRow]:
    """Yield the programs that pick up otherwise after a war than after a plain round."""
    for pickup in (
        Pickup.WINNER_FIRST,
        Pickup.LOSER_FIRST,
        Pickup.PLAYER_1_FIRST,
        Pickup.PLAYER_2_FIRST,
        Pickup.AS_DEALT,
    ):
        codes = Codes.of(Rules(pickup=pickup), 1)
        does = f"{said_of(pickup).does.replace('*', '')} after a war"
        name = f"after-wars-{pickup.lower().replace('_', '-')}"
        yield MistakeRow(
            name,
            does,
            "wants the order of any other round",
            4,
            Odd(war_lead=codes.lead, war_pattern=codes.pattern),
        )


QUEUES: Final = (26, 32, 40, 50)
"""Places for the cards of one deck in programs with too few."""


def _queues() -> Iterator[MistakeRow]:
    for places in QUEUES:
        rare = 3 if places == 26 else 4
        for name, fate, rarer, code in (
            ("loses-new", "cards that do not fit are lost", 0, odds.LOSES_NEW),
            ("loses-old", "what does not fit pushes the top cards out", 0, odds.LOSES_OLD),
            ("looks-empty", "a full one looks empty", 1, odds.LOOKS_EMPTY),
        ):
            does = f"has a queue of {places} places a deck: {fate}"
            odd = Odd(places=places, fate=code)
            yield MistakeRow(f"queue-of-{places}-{name}", does, "has room for every card", rare + rarer, odd)


PLAYING: Final = (
    *_PAYING,
    *_TIES,
    *_LOST,
    *_COMPARED,
    *_WHERE,
    *_ORDERS,
    *_after_wars(),
    *_STEALING,
    *_queues(),
)

UNIT: Final = (
    MistakeRow("counts-battles", "counts battles", "counts rounds", 1),
    MistakeRow("counts-plays", "counts pairs of cards laid", "counts rounds", 2),
    MistakeRow("counts-wars", "counts wars", "counts rounds", 4),
    MistakeRow("forgets-wars", "does not count rounds with a war", "counts them too", 2, Odd(forgets=1)),
)
OFFSET: Final = (
    MistakeRow("one-too-many", "counts one round too many", "counts each round once", 1),
    MistakeRow("one-too-few", "counts one round too few", "counts each round once", 1),
    MistakeRow(
        "last-war-uncounted",
        "leaves out the round in which a war could not be finished",
        "counts that round too",
        2,
    ),
)
_RUNS_OUT: Final = "looks at who runs out first"
NAMING: Final = (
    MistakeRow("winner-swapped", "names the loser", "names the winner", 3),
    MistakeRow(
        "player-1-checked-first",
        "looks at player 1's deck first when both are short for a war",
        _RUNS_OUT,
        3,
    ),
    MistakeRow(
        "player-2-checked-first",
        "looks at player 2's deck first when both are short for a war",
        _RUNS_OUT,
        3,
    ),
    MistakeRow(
        "card-in-the-air",
        "names player 1 only if cards are left when a war cannot be finished",
        _RUNS_OUT,
        4,
    ),
    MistakeRow("short-to-1", "names player 1 whenever a war cannot be finished", _RUNS_OUT, 3),
    MistakeRow("short-to-2", "names player 2 whenever a war cannot be finished", _RUNS_OUT, 3),
    MistakeRow("short-swapped", "names the player who runs out in a war", "names the other one", 3),
    MistakeRow("drawn-as-1", "names player 1 where nobody wins", "calls the game drawn", 3),
    MistakeRow("drawn-as-2", "names player 2 where nobody wins", "calls the game drawn", 2),
)

CAPS: Final = (50, 100, 200, 250, 255, 256, 500, 512, 1000, 1024, 2000, 5000, 10000, 20000, 50000, 100000)
"""Rounds after which programs are known to give up."""
ROUND: Final = (1_000, 10_000, 100_000)
"""Those that are met most often."""
VERDICTS: Final = {
    "drawn": ("calls the game drawn", 0),
    "more": ("names whoever holds more cards", 1),
    "player-1": ("names player 1", 2),
    "player-2": ("names player 2", 2),
}
"""What a program says when it gives up, and how much rarer that is."""


def stopping(first: int, last: int, verdict: str) -> MistakeRow:
    """Return the row of a program that gives up after some number of rounds from `first` to `last`.

    >>> stopping(301, 512, "drawn").does
    'stops after between 301 and 512 rounds and calls the game drawn'
    """
    says, rarer = VERDICTS[verdict]
    when = f"between {first:,} and {last:,}" if last > first else f"{first:,}"
    rare = 3 if any(first <= rounds <= last for rounds in ROUND) else 4
    number = f"{first}-{last}" if last > first else f"{first}"
    plural = "" if last == 1 else "s"
    does = f"stops after {when} round{plural} and {says}"
    return MistakeRow(f"stops-at-{number}-{verdict}", does, "plays on", rare + rarer)


STOPPING: Final = tuple(stopping(rounds, rounds, verdict) for rounds in CAPS for verdict in ("drawn", "more"))


# The programming mistakes people make with War, by name; their rows are in `engine.diagnose.mistakes`.
#
# A wrong program is a rule set and a few of these. Each is of one kind, and a program makes at most
# one mistake of a kind: how it reads the cards, plays, counts, names the winner, or stops.


class Kind(StrEnum):
    """Where in a program a mistake sits."""

    READING = "reading"
    """The cards it plays with are not those of the deal (`engine.diagnose.programs`)."""
    PLAYING = "playing"
    """A round goes otherwise than any rules say (`engine.kernels.faulty`)."""
    UNIT = "unit"
    """It counts something else."""
    OFFSET = "offset"
    """It counts one too many or too few."""
    NAMING = "naming"
    """It names another winner than the one who won."""
    STOPPING = "stopping"
    """It gives up after some rounds."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake: its name for links and the terminal, what the program does, what it should do.

    `does` goes on after "Your program", `wants` after "The judge"; `rare` orders explanations that
    are otherwise as likely, the lower the more often we have met it.
    """

    name: str
    kind: Kind
    does: str
    wants: str
    rare: int
    odd: Odd = LAW
    """What is odd about the rounds it plays, or counts."""

    def means_something(self, rules: Rules) -> bool:
        """Say whether a program with this mistake can differ from these rules at all."""
        odd = self.odd
        if odd.steal:
            return rules.shortfall is Shortfall.STEAL
        if odd.ghost:
            # A card that does not exist is below all others only where higher cards win.
            return rules.shortfall in ENDS_WARS and rules.order is Order.HIGH
        if odd.spare or odd.checked:
            return rules.shortfall in ENDS_WARS
        if odd.compared == ONE_BEFORE or odd.later_need or odd.lost == FACE_DOWN:
            return rules.face_down > 0
        return True


ENDS_WARS: Final = (Shortfall.LOSES, Shortfall.DRAW)
"""Where a war that cannot be paid for ends the game; elsewhere a threshold one off has no one meaning."""

_ROWS: Final[dict[Kind, Sequence[MistakeRow]]] = {
    Kind.READING: READING,
    Kind.PLAYING: PLAYING,
    Kind.UNIT: UNIT,
    Kind.OFFSET: OFFSET,
    Kind.NAMING: NAMING,
    Kind.STOPPING: STOPPING,
}
MISTAKES: Final = {
    row.name: Mistake(row.name, kind, *row[1:]) for kind, rows in _ROWS.items() for row in rows
}
"""Every mistake by name, in the order in which a program's are written; those that stop, at usual numbers."""

MOST_STOP: Final = 10_000_000
_STOPS: Final = re.compile(
    r"stops-at-([1-9][0-9]{0,7})(?:-([1-9][0-9]{0,7}))?-(drawn|more|player-1|player-2)"
)


@lru_cache(maxsize=4_096)
def mistake_of(name: str) -> Mistake | None:
    """Return a mistake by its name, of programs that stop after any number of rounds too; None if unknown.

    >>> mistake_of("stops-at-301-512-drawn").does
    'stops after between 301 and 512 rounds and calls the game drawn'
    """
    stop = _STOPS.fullmatch(name)
    if name in MISTAKES or stop is None:
        return MISTAKES.get(name)
    first, last = int(stop[1]), int(stop[2] or stop[1])
    row = stopping(first, last, stop[3])
    known = row.name == name and last <= MOST_STOP
    return Mistake(row.name, Kind.STOPPING, *row[1:]) if known else None


def mistake_called(name: str) -> Mistake:
    """Return a mistake by its name. Raises `KeyError` for a name that nobody knows."""
    mistake = mistake_of(name)
    if mistake is None:
        raise KeyError(name)
    return mistake


def stops_at(name: str) -> int:
    """Return after how many rounds a program with this stopping mistake gives up; 0 for none.

    Where only bounds are known, it is the lower one: what it says of the deals it was found by is the same.
    """
    return int(name.split("-")[2]) if name else 0


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
