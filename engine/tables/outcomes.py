"""Tables of outcomes: how games end, what was dealt, the coin, odd and even lengths."""

from itertools import chain, pairwise
from math import ceil, sqrt
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from engine.cards import ACE, Pack, rank_name, shares
from engine.game import Reason, ascending
from engine.kernels import DRAW, OUTCOMES, strengths
from engine.numbers import NUMBERS, number_words, plural
from engine.rules import BothOut, Order, Rules, Shortfall
from engine.simulation import WON, CoinTest, Estimate, Ints, Study, Summary, coin_band, coin_test, share
from engine.tables import bars
from engine.wording import REASON_WORDS

# Player 1's share of decided games by what player 1 was dealt: the best cards, the strength.

COURT: Final = {ACE: "ace", 13: "king", 12: "queen", 11: "jack"}


MANY: Final = 5_000
"""Games from which kinds of deal are half a standard deviation wide; with fewer, a whole one."""


class WinShare(NamedTuple):
    """Player 1's wins of the decided games, by kind of deal: a point for every kind with any."""

    places: list[float]
    """Where on the axis the points lie."""
    names: list[str]
    wins: list[int]
    games: list[int]
    example: list[int]
    axis: str
    column: str

    @property
    def shares(self) -> list[Estimate]:
        """Return player 1's share of the games of each kind."""
        return [share(wins, games) for wins, games in zip(self.wins, self.games, strict=True)]

    def table(self) -> pd.DataFrame:
        """Return a row a point."""
        return pd.DataFrame(
            {
                self.column: self.names,
                "player 1 wins": self.wins,
                "decided games": self.games,
                **bars.estimate_columns("share", self.shares),
                "a game": bars.example_column(self.example),
            }
        )


Kind = tuple[slice, float, str]
"""A kind of hand: which cells of a tally are of it, its place on the axis, its name."""


def win_share(tally: Ints, firsts: Ints, kinds: list[Kind], *, axis: str, column: str) -> WinShare:
    """Add up a tally of hands (outcomes x hands) over each kind; kinds without games are left out."""
    dealt = [kind for kind in kinds if tally[:2, kind[0]].sum()]
    return WinShare(
        places=[place for _, place, _ in dealt],
        names=[name for _, _, name in dealt],
        wins=[int(tally[0, cells].sum()) for cells, _, _ in dealt],
        games=[int(tally[:2, cells].sum()) for cells, _, _ in dealt],
        example=[bars.one_game(firsts[:2, cells]) for cells, _, _ in dealt],
        axis=axis,
        column=column,
    )


def aces(study: Study, summary: Summary) -> WinShare:
    """Compute the share of wins: a point for 0, 1, 2, ... of the best cards."""
    best = best_card(study.pack, study.rules.order)
    kinds: list[Kind] = []
    for number in range(study.pack.copies + 1):
        name = f"{number_words(number)} {plural(number, best)}"
        kinds.append((slice(number, number + 1), float(number), name))
    axis, column = f"{best}s dealt to player 1", "dealt to player 1"
    return win_share(summary.aces, summary.firsts["aces"], kinds, axis=axis, column=column)


REACH: Final = 3  # standard deviations of strength on either side of the mean that are shown


def best_card(pack: Pack, order: Order) -> str:
    """Name one card of the best rank of a pack.

    >>> best_card(Pack(13, 4), Order.HIGH), best_card(Pack(13, 4), Order.ACE_LOW)
    ('ace', 'king')
    >>> best_card(Pack(52, 1), Order.LOW_WINS), best_card(Pack(13, 4), Order.LOW_WINS)
    ('1', '2')
    """
    best = _best_rank(pack, order)
    lettered = pack.ranks <= len(NUMBERS) + 2
    return COURT[best] if lettered and best in COURT else rank_name(best) if lettered else str(best)


def _best_rank(pack: Pack, order: Order) -> int:
    return ascending(map(pack.rank_of, range(0, pack.size, pack.copies)), order)[-1]


def best_vary(study: Study) -> bool:
    """Return whether player 1 may be dealt more or fewer of the best cards."""
    if study.hands is None:
        return True
    dealt, best = shares(study.pack, study.hands), _best_rank(study.pack, study.rules.order)
    opened = {study.pack.rank_of(card) == best for card in dealt.open}
    return len(opened) > 1 and 0 < dealt.drawn_1 < len(dealt.open)


def mean_strength(study: Study) -> float:
    """Return the mean strength of player 1's deck: a card's place among the ranks, from 0, summed.

    >>> from engine.rules import Rules
    >>> mean_strength(Study(rules=Rules(), games=1))
    156.0
    """
    known, opened, drawn = _cards(study)
    return float(known.sum() + drawn * opened.sum() / max(len(opened), 1))


def deviation(study: Study) -> float:
    """Return the standard deviation of that strength, drawing cards without putting them back.

    >>> from engine.rules import Rules
    >>> round(deviation(Study(rules=Rules(), games=1)), 2)
    13.62
    """
    _, opened, drawn = _cards(study)
    if not len(opened):
        return 0.0
    return sqrt(drawn * (len(opened) - drawn) / max(len(opened) - 1, 1) * float(opened.var()))


def _cards(study: Study) -> tuple[Ints, Ints, int]:
    """Return the places of the cards known of player 1, of those drawn from, and how many player 1 draws."""
    dealt, pack = shares(study.pack, study.hands), study.pack
    ranks = np.array([[pack.rank_of(rank * pack.copies) for rank in range(pack.ranks)]])
    # As the kernels count them: two ranks of `LOWEST_BEATS_HIGHEST` lie elsewhere on the circle.
    strong, _ = strengths(ranks, study.rules.order)
    places = strong[0].clip(1, pack.ranks) - 1
    known, opened = (places[np.array(cards, int) // pack.copies] for cards in (dealt.known_1, dealt.open))
    return known, opened, dealt.drawn_1


def strength(study: Study, summary: Summary) -> WinShare:
    """Compute the share of wins of decks by how far they lie from the mean strength."""
    even, (wide, most) = mean_strength(study), kinds(study, bars.expected_games(study, summary))
    end = summary.strength.shape[1]
    firsts = [min(max(ceil(even + (step - 0.5) * wide), 0), end) for step in range(-most, most + 2)]
    firsts[0], firsts[-1] = 0, end
    of_hands: list[Kind] = []
    for step, (low, high) in zip(range(-most, most + 1), pairwise(firsts), strict=True):
        span = slice(low, high)
        of_hands.append((span, float(step * wide), _span(span, even, step, most)))
    axis, column = f"points {above(study)}", above(study)
    return win_share(summary.strength, summary.firsts["strength"], of_hands, axis=axis, column=column)


def kinds(study: Study, games: int) -> tuple[int, int]:
    """Return how many points one kind of deal spans, and how many kinds lie to either side of the mean.

    >>> from engine.rules import Rules
    >>> [kinds(Study(rules=Rules(), games=1), games) for games in (10**6, 100)]
    [(7, 6), (14, 3)]
    """
    part = 2 if games >= MANY else 1
    return max(1, round(deviation(study) / part)), REACH * part


def above(study: Study) -> str:
    """Name what the strength of a deck is compared with, as the heading of its column.

    It is half of the pack where one player has what the other lacks.
    """
    dealt = shares(study.pack, study.hands)
    halved = study.hands is None or (dealt.alike(study.pack) and dealt.cards == study.pack.size)
    return "above an even share" if halved else "above the mean hand"


def _span(kind: slice, even: float, step: int, most: int) -> str:
    low, high = kind.start - even, kind.stop - 1 - even
    if step == -most:
        return f"{signed_points(high)} points or less"
    if step == most:
        return f"{signed_points(low)} points or more"
    return f"{signed_points(low)}{f' to {signed_points(high)}' if low < high else ''} points"


def signed_points(value: float) -> str:
    """Write a difference with its sign, a real minus.

    >>> signed_points(-6.0), signed_points(0.5), signed_points(0)
    ('−6', '+0.5', '0')
    """
    return f"{value:+g}".replace("-", "−") if value else "0"


# Player 1's share of the decided games, compared with what a fair coin would do.


class Tossed(NamedTuple):
    """Player 1's wins tested against a fair coin; None while no game has been won."""

    test: CoinTest | None

    def table(self) -> pd.DataFrame:
        """Return the test as one row, or none."""
        if self.test is None:
            nothing = ("player 1 wins", "decided games", "share", "share low", "share high")
            return pd.DataFrame(columns=nothing)
        low, high = coin_band(self.test.games)
        return pd.DataFrame(
            {
                "player 1 wins": [self.test.wins],
                "decided games": [self.test.games],
                **bars.estimate_columns("share", [self.test.share]),
                "fair coin low": [low],
                "fair coin high": [high],
                "p-value": [self.test.p],
                "log10 of p-value": [self.test.log10_p],
            }
        )


def tossed(summary: Summary) -> Tossed:
    """Test player 1's share of the decided games."""
    games = WON.games(summary)
    return Tossed(coin_test(summary.outcomes()["player_1"], games) if games else None)


# How all games of a study ended: by winner and by reason.

OUTCOME_NAMES: Final = {
    "player_1": "player 1",
    "player_2": "player 2",
    "draw": "drawn",
    "endless": "never ends",
    "limit": "cut off",
}


class Piece(NamedTuple):
    """The games of one outcome that ended for one reason."""

    outcome: str
    reason: Reason
    games: int
    start: int
    example: int


class OutcomeBar(NamedTuple):
    """The outcomes of all games of a study, piece by piece."""

    games: int
    pieces: tuple[Piece, ...]
    shares: dict[str, Estimate]
    """Every outcome that was seen, in the order of the bar."""
    absent: dict[str, Estimate]
    """Outcomes that the rules allow but no game had: their upper bounds."""

    def table(self) -> pd.DataFrame:
        """Return a row for every outcome with its reason, and one for each outcome never seen."""
        rows = [
            (OUTCOME_NAMES[piece.outcome], REASON_WORDS[piece.reason], piece.games, piece.example)
            for piece in self.pieces
        ]
        rows += [(OUTCOME_NAMES[name], "", 0, bars.NOT_ONE) for name in self.absent]
        names, because, games, examples = zip(*rows, strict=True)
        return bars.counted({"outcome": names, "because": because}, games, self.games, examples)


def possible(rules: Rules) -> list[str]:
    """Return the outcomes that a rule set leaves possible; being cut off is none of its own.

    Random pick-ups end every game with probability one (Lakshtanov & Roshchina 2012).
    """
    draws = rules.both_out is BothOut.DRAW or rules.shortfall is Shortfall.DRAW
    allowed = {"player_1": True, "player_2": True, "draw": draws, "endless": rules.deterministic}
    return [outcome for outcome, may_be in allowed.items() if may_be]


def outcome_bar(study: Study, summary: Summary) -> OutcomeBar:
    """Compute the outcomes, piece by piece."""
    pieces: list[Piece] = []
    start, firsts = 0, summary.firsts["reasons"]
    for way, place in np.argwhere(summary.reasons).tolist():
        games, example = int(summary.reasons[way, place]), int(firsts[way, place])
        pieces.append(Piece(OUTCOMES[way], [*Reason][place], games, start, example))
        start += games
    outcomes = summary.outcomes()
    every = {name: share(games, summary.games) for name, games in outcomes.items()}
    return OutcomeBar(
        games=summary.games,
        pieces=tuple(pieces),
        shares={name: seen for name, seen in every.items() if seen.value},
        absent={name: every[name] for name in possible(study.rules) if not every[name].value},
    )


# Finished games of even and of odd length, by who wins.

PARITIES: Final = ("even", "odd")


class Parity(NamedTuple):
    """Games of even and of odd length, for each outcome that games ended with."""

    counts: dict[str, list[int]]
    example: dict[str, list[int]]
    games: int

    def shares(self, outcome: str) -> list[Estimate]:
        """Return the even and the odd games of an outcome as shares of all finished games."""
        return [share(games, self.games) for games in self.counts[outcome]]

    @property
    def odd(self) -> int:
        """Games of odd length."""
        return sum(counts[1] for counts in self.counts.values())

    def table(self) -> pd.DataFrame:
        """Return a row for every outcome and parity."""
        names = {
            "outcome": [OUTCOME_NAMES[outcome] for outcome in self.counts for _ in PARITIES],
            "rounds": [*PARITIES] * len(self.counts),
        }
        games = [*chain(*self.counts.values())]
        return bars.counted(names, games, self.games, [*chain(*self.example.values())])


def parity(summary: Summary) -> Parity:
    """Compute the games of even and of odd length."""
    shown = OUTCOMES[: DRAW + 1] if summary.parity[DRAW].any() else OUTCOMES[:DRAW]
    firsts = summary.firsts["parity"]
    return Parity(
        counts={name: summary.parity[place].tolist() for place, name in enumerate(shown)},
        example={name: bars.games_of(firsts[place]) for place, name in enumerate(shown)},
        games=int(summary.parity[: DRAW + 1].sum()),
    )
