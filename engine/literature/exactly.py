"""Claims that need no sample: every deal is gone through, or a fraction is worked out."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb, factorial, perm
from typing import Final, NamedTuple

import numpy as np

from engine.cards import STANDARD_PACK, Deal, Pack
from engine.game.judges import judge_answer
from engine.kernels import decide
from engine.literature.claim import SEED, ClaimedAnswer
from engine.rules import Pickup, Rules, Shortfall, rules_called
from engine.study import Study
from engine.study.positions import positions
from engine.study.tally import tally

SPIVEY: Final = (
    "26 46 1 7 8 27 9 28 29 47 2 10 11 30 12 31 32 48 3 13 14 33 15 34 35 49/"
    "16 36 17 37 38 50 4 18 19 39 20 40 41 51 5 21 22 42 23 43 44 52 6 24 25 45"
)
"""The deal of his paper: 1 is highest, the winner's card first."""


class Exactly(NamedTuple):
    """What is worked out: in words, as a number where it is one, and whether the claim holds."""

    said: str
    value: float | None
    holds: bool


def answers(cases: tuple[ClaimedAnswer, ...]) -> Exactly:
    """Play deals and compare what their judges answer."""
    given = []
    for case in cases:
        game = decide(Deal.parse(case.deal), rules_called(case.rules))
        answer = judge_answer(game, case.rules)
        winner = str(game.outcome.winner)  # as a judge without a form of his own writes it, 0 for nobody
        given.append(answer if answer is not None else "endless" if game.cycle else winner)
    right = sum(answer == case.answer for answer, case in zip(given, cases, strict=True))
    said = "; ".join(given) if len(cases) < 4 else f"{right} of {len(cases)} equal"
    return Exactly(said, None, right == len(cases))


def flawless() -> Exactly:
    """Work out how rare it is that one player takes all 26 rounds of a game without a war."""
    games = float(1 / (2 * sweep(STANDARD_PACK)))
    return Exactly(f"1 in {games:,.1f}", games, abs(games - 159_620_171.7) < 0.05)


def small_sweeps() -> Exactly:
    """Work out the same of small packs, for one of the players."""
    shares = [sweep(Pack.parse(text)) for text in ("8x1", "4x2", "2x4", "3x2")]
    published = (0.0625, 0.0357142857, 0.0142857143, 0.0666667)
    holds = all(abs(float(one) - other) < 5e-8 for one, other in zip(shares, published, strict=True))
    return Exactly(", ".join(map(str, shares)), None, holds)


def sweep(pack: Pack) -> Fraction:
    """Return how likely every card of player 1 is to be higher than the one it meets.

    Rank by rank from the highest: each card is player 1's, or player 2's and meets one of those higher
    ones of player 1 that have met none yet.

    >>> sweep(Pack(3, 2))
    Fraction(1, 15)
    """
    ways = {0: 1}
    for _ in range(pack.ranks):
        after: dict[int, int] = {}
        for waiting, number in ways.items():
            for low in range(min(pack.copies, waiting) + 1):
                high = pack.copies - low
                left = waiting - low + high
                after[left] = after.get(left, 0) + number * comb(pack.copies, low) * perm(waiting, low)
        ways = after
    return Fraction(ways.get(0, 0) * factorial(pack.size // 2), factorial(pack.size))


def won_in_26_plays() -> Exactly:
    """Work out how rare it is that player 1 wins all that is laid of both decks, the last of it face up."""
    games = float(1 / played_out(STANDARD_PACK, 3)[0])
    return Exactly(f"1 in {games:,.1f}", games, abs(games - 64_615.7) < 0.05)


def tied_whole_game() -> Exactly:
    """Work out how rare it is that both decks are used up in the war of the first round."""
    games = float(1 / _tied(STANDARD_PACK, 7))  # each tie takes four cards of either player
    return Exactly(f"1 in {games:,.0f}", games, abs(games - 150_802.1) < 0.05)


def played_out(pack: Pack, down: int) -> dict[int, Fraction]:
    """Return how likely player 1 is to lose nothing until the cards dealt are laid, by what a last war lacks.

    The key is how many cards each still has to lay: 0 where the last ones were turned and player 1 won.

    >>> played_out(Pack(2, 1), 3)[0]
    Fraction(1, 2)
    """
    whole, likely = pack.size // 2, dict.fromkeys(range(down + 2), Fraction())
    for ties in range((whole + down) // (down + 1) + 1):
        for lacking in likely:
            won = whole - (down + 1) * ties + max(lacking - 1, 0)
            if won >= (not lacking) and ties >= (lacking > 0):
                ways = comb(ties + won - 1, won if lacking else ties)
                likely[lacking] += ways * _tied_and_not(pack, ties, won) / 2**won
    return likely


def _tied_and_not(pack: Pack, ties: int, others: int) -> Fraction:
    """Return how likely so many pairs of a shuffled pack are to be equal and so many others not."""
    terms = ((-1) ** more * comb(others, more) * _tied(pack, ties + more) for more in range(others + 1))
    return sum(terms, Fraction())


@cache
def _tied(pack: Pack, pairs: int) -> Fraction:
    """Return how likely so many pairs of a shuffled pack all are of equal cards."""
    ways = [1]
    for _ in range(pack.ranks):
        after = [0] * (len(ways) + pack.copies // 2)
        for done, number in enumerate(ways):
            for more in range(pack.copies // 2 + 1):
                after[done + more] += number * comb(done + more, more) * perm(pack.copies, 2 * more)
        ways = after
    return Fraction(ways[pairs], perm(pack.size, 2 * pairs)) if pairs < len(ways) else Fraction()


def spivey_cycle() -> Exactly:
    """Play the deal of the paper until it comes back."""
    cycle = decide(Deal.parse(SPIVEY), rules_called("spivey")).cycle
    assert cycle
    return Exactly(f"{cycle.length:,}, from round {cycle.start}", cycle.length, cycle.length > 30_000)


def spivey_counts() -> Exactly:
    """Count the endless deals of n different cards in all splits."""
    counts = {number: _endless(Pack(number, 1), rules_called("spivey")) for number in range(3, 9)}
    said = ", ".join(f"{number}: {endless:,}" for number, endless in counts.items())
    none = [number for number, endless in counts.items() if not endless]
    return Exactly(said, None, none == [3, 4, 6, 8])


def none_of_3x4() -> Exactly:
    """Count the endless deals of 3 ranks x 4, the winner's card first."""
    whole = positions(Pack(3, 4), Rules(face_down=0, pickup=Pickup.WINNER_FIRST))
    endless = int((whole.outcomes[whole.deals.start : whole.deals.stop] == 3).sum())
    return Exactly(str(endless), endless, endless == 0)


def _endless(pack: Pack, rules: Rules) -> int:
    return int((positions(pack, rules).outcomes == 3).sum())


def ways_to_the_end() -> Exactly:
    """Count the positions of small packs from which no order of return leads to an end."""
    packs = ("3x1", "4x1", "5x1", "6x1", "7x1", "2x2", "3x2", "2x3", "4x2")
    shortfalls = (Shortfall.LOSES, Shortfall.DRAW, Shortfall.LAST_CARD, Shortfall.FEWER_DOWN)
    stuck = sum(
        _stuck(Pack.parse(text), Rules(face_down=down, shortfall=shortfall))
        for text in packs
        for down in range(3)
        for shortfall in shortfalls
    )
    return Exactly(str(stuck), stuck, stuck == 0)


def _stuck(pack: Pack, rules: Rules) -> int:
    ways = [
        positions(pack, rules.changed(pickup=order)) for order in (Pickup.WINNER_FIRST, Pickup.LOSER_FIRST)
    ]
    ends = np.zeros(len(ways[0].after), np.bool_)
    ends[ways[0].number :] = True
    while True:
        further = ends | ends[ways[0].after] | ends[ways[1].after]
        if np.array_equal(further, ends):
            return int((~ends).sum())
        ends = further


def coin_lengths() -> Exactly:
    """Measure mean lengths of n different cards with a coin for the order, over n squared."""
    shares = {}
    for cards in (16, 32, 64, 128):
        rules = Rules(face_down=0, pickup=Pickup.COIN_FLIP)
        study = Study(rules=rules, games=4_000, pack=Pack(cards, 1), seed=SEED)
        ended, total, _ = tally(study, 0, study.games).finished_sums("rounds")
        shares[cards] = total / ended / cards**2
    said = ", ".join(f"{cards}: {value:.3f}" for cards, value in shares.items())
    mean = sum(shares.values()) / len(shares)
    return Exactly(said, mean, all(abs(value - 0.25) < 0.015 for value in shares.values()))


EXACTLY: Final[dict[str, Callable[[], Exactly]]] = {
    "flawless": flawless,
    "small-sweeps": small_sweeps,
    "won-in-26-plays": won_in_26_plays,
    "tied-whole-game": tied_whole_game,
    "spivey-cycle": spivey_cycle,
    "spivey-counts": spivey_counts,
    "none-3x4": none_of_3x4,
    "ways-to-the-end": ways_to_the_end,
    "coin-lengths": coin_lengths,
}
"""What is worked out without a sample, by the figure's second word."""
