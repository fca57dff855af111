"""What comes out of a game: its outcome and its rounds, and how they are shown."""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from typing import Final, Generic, NamedTuple, TypeVar

from engine.cards import Deal
from engine.numbers import count
from engine.rules import Rules, rules_name

# How a result shows itself in a notebook: one line of text, and a small table.


def html_table(rows: Iterable[Iterable[str]], *, header: Iterable[str] = ()) -> str:
    """Return rows as a table in HTML, every text escaped; of each row the first cell names it.

    >>> html_table([("rounds", "8")])
    '<table><tr><th style="text-align:left">rounds</th><td style="text-align:left">8</td></tr></table>'
    """
    titles = "".join(_cell("th", text) for text in header)
    lines = [f"<tr>{titles}</tr>"] if titles else []
    for first, *others in rows:
        lines.append(f"<tr>{_cell('th', first)}{''.join(_cell('td', text) for text in others)}</tr>")
    return f"<table>{''.join(lines)}</table>"


def _cell(kind: str, text: str) -> str:
    return f'<{kind} style="text-align:left">{escape(text)}</{kind}>'


# The results of a game: its rounds, how it ended, and the counts.

Deck = tuple[int, ...]
Decks = tuple[Deck, Deck]

UNITS: Final = ("rounds", "battles", "plays", "wars", "depth")

End = TypeVar("End")


class Reason(StrEnum):
    """Why a game ended."""

    DECK_EMPTY = "deck_empty"
    """A round should start and a player has no card."""
    SHORTFALL = "shortfall"
    """A player could not pay for a war: lost, or drawn under `Shortfall.DRAW`."""
    BOTH_OUT = "both_out"
    """Both were short by the same number and neither wins."""
    CYCLE = "cycle"
    """Both decks came back: endless, and that is the proof."""
    LIMIT = "limit"
    """Cut off by the caller's round limit; says nothing about the game."""
    EMPTY_START = "empty_start"
    """A deck was empty in the deal."""


class Outcome(NamedTuple):
    """Who won (1, 2, or 0 for nobody) and why the game ended."""

    winner: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Cycle:
    """The proof of an endless game: the position before round `start` is back `length` rounds later."""

    start: int
    length: int


class Lay(NamedTuple):
    """Cards laid together: the opening pair of a round, or what one war draws; the last of each is face up.

    `stolen` cards went from player 2's deck under player 1's before laying; negative the other way.
    """

    cards_1: int
    cards_2: int
    stolen: int = 0


class Round(NamedTuple):
    """One round: from turning the top cards until they are picked up, or until the game ended in it."""

    number: int
    before: Decks
    lays: tuple[Lay, ...]
    cards_1: tuple[int, ...]
    cards_2: tuple[int, ...]
    """The ranks each player laid, in played order."""
    winner: int
    """Who took the table: 1, 2, or 0 when the game ended before it was taken."""
    order: tuple[int, ...]
    """The pick-up: places in `cards_1 + cards_2`, uppermost first. Empty when not taken."""
    wars: int
    """Ties in this round, fought or not: the round's depth."""
    decks: Decks

    @property
    def sizes(self) -> tuple[int, int]:
        """Both deck sizes before it."""
        return len(self.before[0]), len(self.before[1])

    @property
    def face_up(self) -> tuple[tuple[int, int], ...]:
        """The pairs of ranks compared, one a battle."""
        pairs, last_1, last_2 = [], -1, -1
        for lay in self.lays:
            last_1, last_2 = last_1 + lay.cards_1, last_2 + lay.cards_2
            pairs.append((self.cards_1[last_1], self.cards_2[last_2]))
        return tuple(pairs)

    @property
    def plays(self) -> int:
        """Pairs of cards laid; where one lays fewer, the larger number counts."""
        return sum(max(lay.cards_1, lay.cards_2) for lay in self.lays)


class Ending(NamedTuple):
    """How the rounds of a game ended: the outcome and the decks at that moment."""

    outcome: Outcome
    decks: Decks
    cycle: Cycle | None = None


class Rounds(Iterator[Round], Generic[End]):
    """The rounds of a game, one after the other; `ending` says how it ended once they have run out."""

    ending: End

    def __init__(self, played: Generator[Round, None, End]) -> None:
        self._rounds = self._to_the_end(played)

    def _to_the_end(self, played: Generator[Round, None, End]) -> Iterator[Round]:
        self.ending = yield from played

    def __next__(self) -> Round:
        return next(self._rounds)


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """One finished game, in the five counters and the end position.

    It shows itself by how it ended, in a notebook as a small table: its decks may be long.

    >>> from engine.notebook import play
    >>> play("2/2", "codingame")
    <Game of 2 cards by codingame: nobody wins, shortfall after 1 round and 1 war>
    """

    deal: Deal
    rules: Rules
    outcome: Outcome
    rounds: int
    battles: int
    plays: int
    wars: int
    depth: int
    steals: int
    stolen: int
    decks: Decks
    """Both decks when the game stopped, top card first; an endless game stops where it repeats."""
    after_round_1: Decks | None
    """Both decks after the first pick-up, None if the game ended before it."""
    cycle: Cycle | None

    @property
    def sizes(self) -> tuple[int, int]:
        """Both deck sizes when the game stopped, cards on the table not counted."""
        return len(self.decks[0]), len(self.decks[1])

    @property
    def on_table(self) -> int:
        """Cards on the table when the game stopped."""
        return self.deal.size - sum(self.sizes)

    def __repr__(self) -> str:
        who = f"player {self.outcome.winner}" if self.outcome.winner else "nobody"
        cards, wars = count(self.deal.size, "card"), count(self.wars, "war")
        back = f", back every {count(self.cycle.length, 'round')}" if self.cycle else ""
        return (
            f"<Game of {cards} by {rules_name(self.rules)}: {who} wins, "
            f"{self.outcome.reason.value} after {count(self.rounds, 'round')} and {wars}{back}>"
        )

    def _repr_html_(self) -> str:
        facts = {"deal": self.deal.text, "rules": rules_name(self.rules)}
        facts |= {"winner": str(self.outcome.winner or "nobody"), "reason": self.outcome.reason.value}
        facts |= {name: f"{getattr(self, name):,}" for name in UNITS}
        if self.cycle:
            facts["cycle"] = f"{count(self.cycle.length, 'round')}, from round {self.cycle.start:,}"
        return html_table(facts.items())
