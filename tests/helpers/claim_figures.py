"""Our side of every published claim, computed: what `engine/library/results.jsonl` was made by.

`python tests/helpers/claim_figures.py` adds the results that are missing to that file.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from fractions import Fraction
from functools import cache, lru_cache, partial
from math import ceil, comb, factorial, log, perm, sqrt
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from there import there

from engine.cards import STANDARD_PACK, Deal, Hands, Pack, deal_cards, random_stream
from engine.folders import write_whole
from engine.game import LIMIT, Reason, judge_answer
from engine.jobs.scheduler import play_here
from engine.kernels import Course, decide
from engine.kernels.tallies import CAPPED, ENDLESS, EXACT_BELOW, OUTCOMES
from engine.library import published
from engine.library.published import SEED, ClaimedAnswer, Figure, PublishedClaim, Result, claims
from engine.library.question_answers import stronger
from engine.rules import Pickup, Rules, Shortfall, rules_called
from engine.simulation import Study, positions
from engine.simulation.estimates import Z_95, Estimate, deviation, mean, quantile, share
from engine.simulation.tallies import WON, Ints, Summary, bin_start, tally

# Figures of a study that others published: each with its interval, and with what fewer games can tell.

DIGITS: Final = 9  # digits that are saved of a figure: more than any interval of ours tells
LENGTHS: Final = ("rounds", "battles", "plays")  # the units in which others count lengths
RARE: Final = 0.005  # an extreme of a sample that is so unlikely either way is no extreme of ours
FEW: Final = 50  # games of a tail from which its rate is read
Z_PEAK: Final = 3.0
"""How far below the peak of a histogram a length may lie and still be the commonest of another sample."""


Measure = Callable[[Summary, Study, tuple[str, ...], int | None], Figure]


def figure_of(text: str, summary: Summary, study: Study, games: int | None) -> Figure:
    """Measure a figure, such as `mean rounds`; `games` are how many theirs is of, None where unsaid."""
    kind, *arguments = text.split()
    return MEASURES[kind](summary, study, tuple(arguments), games)


def _around(estimate: Estimate, spread: float, games: int | None) -> Figure:
    """Return an estimate with what so many games tell whose values spread so far."""
    off = Z_95 * spread / sqrt(games) if games else 0.0
    return Figure(estimate.value, estimate.low, estimate.high, estimate.value - off, estimate.value + off)


def _mean(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    fought = arguments[0] == "fought"
    ended, total, squares = summary.sums_of("wars" if fought else arguments[0])
    estimate, spread = there(mean(ended, total, squares)), deviation(ended, total, squares)
    if fought:  # the last tie of a game that ends for want of cards is not fought
        off = _short(summary) / ended
        estimate = Estimate(estimate.value - off, estimate.low - off, estimate.high - off, ended)
    return _around(estimate, spread or 0.0, games)


def _short(summary: Summary) -> int:
    places = [[*Reason].index(reason) for reason in (Reason.SHORTFALL, Reason.BOTH_OUT)]
    return int(summary.reasons[:, places].sum())


def _deviation(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    ended, total, squares = summary.sums_of(arguments[0])
    spread = deviation(ended, total, squares) or 0.0
    histogram = summary.finished(arguments[0])
    cells = np.flatnonzero(histogram)
    values = np.array([bin_start(int(cell)) for cell in cells]) - total / ended
    fourth = float((values**4 * histogram[cells]).sum()) / ended
    # Of the variance the deviation is (fourth - spread^4) / n; of its root half of that by the root.
    one = sqrt(max(fourth - spread**4, 0.0)) / (2 * spread)
    return _figure(spread, one, ended, games)


def _quantile(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    unit, level = arguments[0], float(arguments[1]) if len(arguments) > 1 else 0.5
    histogram = summary.finished(unit)
    estimate = there(quantile(histogram, level))
    off = Z_95 * sqrt(level * (1 - level) / games) if games else 0.0
    below = np.cumsum(histogram)
    ends = [int(np.searchsorted(below, ceil(below[-1] * at))) for at in (max(level - off, 0), level + off)]
    shown = (float(bin_start(ends[0])), float(bin_start(min(ends[1], len(below) - 1))))
    return Figure(estimate.value, estimate.low, estimate.high, *(shown if games else (estimate.value,) * 2))


def _mode(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    histogram = summary.finished(arguments[0])[:EXACT_BELOW]
    ours = _peak(histogram, int(histogram.sum()))
    shown = _peak(histogram, games) if games else ours
    return Figure(float(histogram.argmax()), *ours, *shown)


def _peak(histogram: Ints, games: int) -> tuple[float, float]:
    """Return the shortest and the longest length that may be the commonest of so many games."""
    most = int(histogram.max())
    scale = games / int(histogram.sum())
    near = np.flatnonzero((most - histogram) * scale <= Z_PEAK * np.sqrt(2 * most * scale))
    return float(near[0]), float(near[-1])


def _shortest(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    histogram = summary.finished(arguments[0])
    below, number = np.cumsum(histogram), games or summary.games
    value = float(np.flatnonzero(histogram)[0])
    # Below that a shortest game is rare; above it, it is rare that none is shorter.
    low = int(np.searchsorted(below, RARE * summary.games / number, side="right"))
    high = int(np.searchsorted(below, -log(RARE) * summary.games / number))
    if low <= value and summary.games <= number * 20:
        low = 1  # what was never seen in so few games may be in others
    return Figure(value, value, value, float(low), float(high))


def _longest(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    histogram = summary.finished(arguments[0])
    above = np.cumsum(histogram[::-1])[::-1]
    value = float(summary.extremes["longest"][0][0])
    number = games or summary.games
    # The tail is exponential: its rate from where a hundredth of the games is left to a ten-thousandth,
    # or earlier where these are too few.
    far = max(1e-4, FEW / summary.games)
    first, last = (int(np.searchsorted(-above, -summary.games * left)) for left in (min(100 * far, 0.5), far))
    rate = log(above[first] / above[last]) / (bin_start(last) - bin_start(first))
    start, left = bin_start(last), float(above[last]) / summary.games
    low, high = (start + log(number * left / expected) / rate for expected in (-log(RARE), RARE))
    return Figure(value, value, value, low, high)


Part = Callable[[Summary, Study, tuple[str, ...]], tuple[int, int]]
"""Counts the games of a share, and those that it is a share of."""


def _share_of(part: Part) -> Measure:
    def measure(summary: Summary, study: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
        return _of_share(share(*map(int, part(summary, study, arguments))), games)

    return measure


def _of_share(estimate: Estimate, games: int | None) -> Figure:
    return _around(estimate, sqrt(max(estimate.value * (1 - estimate.value), 0.0)), games)


def _wins_aces(summary: Summary, _: Study, arguments: tuple[str, ...]) -> tuple[int, int]:
    aces, all_aces = int(arguments[0]), summary.aces.shape[1] - 1
    player_1, player_2 = OUTCOMES.index("player_1"), OUTCOMES.index("player_2")
    won = summary.aces[player_1, aces] + summary.aces[player_2, all_aces - aces]
    return won, summary.aces[:, [aces, all_aces - aces]].sum()


def _within(summary: Summary, _: Study, arguments: tuple[str, ...]) -> tuple[int, int]:
    first, last = map(int, arguments)
    return summary.finished("rounds")[first : last + 1].sum(), summary.games


SHARES: Final[dict[str, Part]] = {
    "share": lambda of, _, arguments: (of.outcomes()[arguments[0]], of.games),
    "wins-aces": _wins_aces,
    "share-depth": lambda of, _, arguments: (of.histograms["depth"][:, int(arguments[0]) :].sum(), of.games),
    "share-wars": lambda of, _, arguments: (of.histograms["wars"][:, int(arguments[0])].sum(), of.games),
    "share-within": _within,
    "share-odd": lambda of, _, __: (of.parity[:ENDLESS, 1].sum(), of.parity[:ENDLESS].sum()),
    "share-cut": lambda of, _, __: (of.reasons[[ENDLESS, CAPPED]].sum(), of.games),
}
MEASURES: Final[dict[str, Measure]] = {
    "mean": _mean,
    "deviation": _deviation,
    "median": _quantile,
    "quantile": _quantile,
    "mode": _mode,
    "shortest": _shortest,
    "longest": _longest,
    **{kind: _share_of(part) for kind, part in SHARES.items()},
    "stronger-wins": lambda summary, _, __, games: _of_share(there(stronger(WON, summary)), games),
}
"""What is read from the tallies of a study."""


# War with a pile of one's own for the cards won: picked up when the deck is used up, shuffled or as it lies.
#
# No rule set of ours keeps cards apart, so these games are followed here, by the rules of sambecker/rustwar.

UNDECIDED: Final = -1  # the turns of a game that is given up


class DeckAndPile:
    """A player's deck and the cards won; both are drawn from their ends, the newest card first."""

    def __init__(self, deck: tuple[int, ...], words: Iterator[int] | None) -> None:
        self.deck, self.won, self.words = [*reversed(deck)], list[int](), words

    def __len__(self) -> int:
        return len(self.deck) + len(self.won)

    def draw(self) -> int:
        """Draw the next card; the cards won become the deck when there is no other."""
        if not self.deck:
            self.deck, self.won = self.won, self.deck
            if self.words is not None:
                for last in range(len(self.deck) - 1, 0, -1):
                    other = random_stream.below(last + 1, self.words)
                    self.deck[last], self.deck[other] = self.deck[other], self.deck[last]
        return self.deck.pop()


def turns(hands: tuple[DeckAndPile, DeckAndPile], need: int, limit: int) -> int:
    """Play a game and return how many turns somebody won; a last war that is not finished is none.

    need: cards that each lays in a war. Games of more than `limit` turns are `UNDECIDED`.
    """
    one, two = hands
    taken = 0
    while one and two:
        table: list[int] = []
        lay = 1
        while True:
            for _ in range(lay):
                if not (one and two):
                    return taken
                table += (one.draw(), two.draw())
            if table[-2] != table[-1]:
                break
            lay = need
        (one if table[-2] > table[-1] else two).won += table
        taken += 1
        if taken > limit:
            return UNDECIDED
    return taken


@lru_cache(maxsize=2)
def _played(study: Study, shuffled: bool) -> tuple[int, ...]:
    """Return the turns of each game of a study."""

    played = []
    for number in range(study.games):
        deal = deal_cards(study.pack, seed=study.seed, number=number)
        key = random_stream.stream_key(random_stream.RESHUFFLED, study.seed, number)
        words = random_stream.words(key) if shuffled else None
        hands = DeckAndPile(deal.deck_1, words), DeckAndPile(deal.deck_2, words)
        played.append(turns(hands, study.rules.need, study.limit))
    return tuple(played)


def mean_turns(study: Study, shuffled: int, games: int | None) -> Figure:
    """Measure how many turns the games that end take on average."""
    ended = np.array([taken for taken in _played(study, bool(shuffled)) if taken != UNDECIDED])
    return _figure(float(ended.mean()), float(ended.std(ddof=1)), len(ended), games)


def undecided(study: Study, shuffled: int, games: int | None) -> Figure:
    """Measure how many games are given up, for each that ends."""
    played = _played(study, bool(shuffled))
    given_up = played.count(UNDECIDED)
    value = given_up / (len(played) - given_up)
    # Of the share p the odds are p / (1 - p): p's own error over (1 - p) squared.
    return _figure(value, sqrt(value) * (1 + value), len(played), games)


def _figure(value: float, spread: float, ours: int, theirs: int | None) -> Figure:
    """Return the average of n games, with what as many games as theirs tell."""
    off, shown = (Z_95 * spread / sqrt(number) if number else 0.0 for number in (ours, theirs))
    return Figure(value, value - off, value + off, value - shown, value + shown)


# Figures that no tally holds: games looked at one by one, or round by round.

Floats = NDArray[np.float64]

DEEPEST: Final = 6
SHORT: Final = (Reason.SHORTFALL, Reason.BOTH_OUT)


def fought_depth(study: Study, depth: int, games: int | None) -> Figure:
    """Measure how many rounds of a game have exactly so deep a war, of those that are fought."""
    counts = _fought(study)[:, min(depth, DEEPEST)]
    return _figure(float(counts.mean()), float(counts.std()), study.games, games)


@lru_cache(maxsize=1)
def _fought(study: Study) -> Floats:
    """Return for each game how many of its rounds are so deep: games x depths."""
    counts = np.zeros((study.games, DEEPEST + 1))
    for number, course in enumerate(_courses(study)):
        _, depths = course.line()
        if course.game.outcome.reason in SHORT and len(depths):
            depths[-1] -= 1
        counts[number] = np.bincount(np.minimum(depths, DEEPEST), minlength=DEEPEST + 1)
    return counts


def loser_never(study: Study, cards: int, games: int | None) -> Figure:
    """Measure in which share of games the loser never holds so many cards."""
    never = 0
    for course in _courses(study):
        sizes, _ = course.line()
        held = sizes if course.game.outcome.winner == 2 else course.game.deal.size - sizes
        never += int(held.max(initial=0)) < cards
    part = never / study.games
    return _figure(part, sqrt(part * (1 - part)), study.games, games)


def _courses(study: Study) -> Iterator[Course]:
    """Yield the games of a study, to be followed round by round."""
    for number in range(study.games):
        deal = deal_cards(study.pack, seed=study.seed, number=number)
        game = decide(deal, study.rules, seed=study.seed, number=number, limit=study.limit)
        yield Course(game, study.seed, number)


FOLLOWED: Final[dict[str, Callable[[Study, int, int | None], Figure]]] = {
    "fought-depth": fought_depth,
    "loser-never": loser_never,
    "won-pile": mean_turns,
    "won-pile-undecided": undecided,
}
"""What is measured of a study with a number."""


# Claims that need no sample: every deal is gone through, or a fraction is worked out.

SPIVEY: Final = (
    "26 46 1 7 8 27 9 28 29 47 2 10 11 30 12 31 32 48 3 13 14 33 15 34 35 49/"
    "16 36 17 37 38 50 4 18 19 39 20 40 41 51 5 21 22 42 23 43 44 52 6 24 25 45"
)
"""The deal of his paper: 1 is highest, the winner's card first."""


class Exactly(NamedTuple):
    """What is worked out: in words, as a number where it is one, and whether the claim holds."""

    text: str
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
    text = "; ".join(given) if len(cases) < 4 else f"{right} of {len(cases)} equal"
    return Exactly(text, None, right == len(cases))


def one_in(likely: Fraction, published: float, decimals: int = 1) -> Exactly:
    """Return in how many games a rare one comes, beside the published number."""
    games = float(1 / likely)
    return Exactly(f"1 in {games:,.{decimals}f}", games, abs(games - published) < 0.05)


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
    cycle = there(decide(Deal.parse(SPIVEY), rules_called("spivey")).cycle)
    return Exactly(f"{cycle.length:,}, from round {cycle.start}", cycle.length, cycle.length > 30_000)


def spivey_counts() -> Exactly:
    """Count the endless deals of n different cards in all splits."""
    counts = {number: _endless(Pack(number, 1), rules_called("spivey")) for number in range(3, 9)}
    none = [number for number, endless in counts.items() if not endless]
    text = f"{counts[5]:,} deals of 5 cards, {counts[7]:,} of 7; none of {', '.join(map(str, none))}"
    return Exactly(text, None, none == [3, 4, 6, 8])


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
    ways = [positions(pack, rules.changed(pickup=by)) for by in (Pickup.WINNER_FIRST, Pickup.LOSER_FIRST)]
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
        ended, total, _ = tally(study, 0, study.games).sums_of("rounds")
        shares[cards] = total / ended / cards**2
    text = ", ".join(f"{value:.3f} n²" for value in shares.values())
    mean = sum(shares.values()) / len(shares)
    return Exactly(text, mean, all(abs(value - 0.25) < 0.015 for value in shares.values()))


EXACTLY: Final[dict[str, Callable[[], Exactly]]] = {
    # One player takes all 26 rounds of a game without a war.
    "flawless": lambda: one_in(2 * sweep(STANDARD_PACK), 159_620_171.7),
    "small-sweeps": small_sweeps,
    # Player 1 wins all that is laid of both decks, the last of it face up.
    "won-in-26-plays": lambda: one_in(played_out(STANDARD_PACK, 3)[0], 64_615.7),
    # Both decks are used up in the war of the first round: each tie takes four cards of either player.
    "tied-whole-game": lambda: one_in(_tied(STANDARD_PACK, 7), 150_802.1, 0),
    "spivey-cycle": spivey_cycle,
    "spivey-counts": spivey_counts,
    "none-3x4": none_of_3x4,
    "ways-to-the-end": ways_to_the_end,
    "coin-lengths": coin_lengths,
}
"""What is worked out without a sample, by the figure's second word."""


# A claim's result as a whole, and the file of all of them.

Tallied = Callable[[Study], Summary]  # plays a study and returns its tallies


def study_of(claim: PublishedClaim, code: str) -> Study:
    """Return the games of ours that are behind a claim's figure, by one of its rule sets."""
    return Study(
        rules=rules_called(code),
        games=claim.our_games,
        pack=Pack.parse(claim.pack),
        seed=SEED,
        limit=claim.limit or LIMIT,
        hands=Hands.parse(claim.hands) if claim.hands else None,
    )


def recomputed(claim: PublishedClaim, tallied: Tallied) -> Result:
    """Compute our side of a claim."""
    if claim.kind in ("cases", "exact"):
        exactly = answers(claim.cases) if claim.kind == "cases" else EXACTLY[claim.figure.split()[1]]()
        return Result(name=claim.name, value_text=exactly.text, value=exactly.value, holds=exactly.holds)
    _, *arguments = claim.figure.split()
    figures, units = {}, {}
    for place, code in enumerate(claim.runs if claim.kind in {*FOLLOWED, *MEASURES} else ()):
        study = study_of(claim, code)
        if claim.kind in FOLLOWED:
            measure = FOLLOWED[claim.kind]
            figures[code] = _rounded(measure(study, int(arguments[0]), claim.their_games))
            continue
        measured = partial(figure_of, summary=tallied(study), study=study, games=claim.their_games)
        figures[code] = _rounded(measured(claim.figure))
        if place == 0 and arguments and arguments[0] in LENGTHS:
            for unit in LENGTHS:
                units[unit] = _rounded(measured(" ".join((claim.kind, unit, *arguments[1:]))))
    return Result(name=claim.name, figures=figures, units=units)


def _rounded(figure: Figure) -> Figure:
    return Figure(*(float(f"{number:.{DIGITS}g}") for number in figure))


def is_of(claim: PublishedClaim, result: Result) -> bool:
    """Return whether a result was computed by the claim's rule sets, which may have changed since."""
    return tuple(result.figures) == (claim.runs if claim.kind in {*FOLLOWED, *MEASURES} else ())


def add_missing(file: Path, chosen: Iterable[PublishedClaim]) -> None:
    """Write a file's results again, with those that are missing or by other rule sets computed."""
    results = published.results_in(file) if file.exists() else {}
    for claim in chosen:
        if claim.name not in results or not is_of(claim, results[claim.name]):
            results[claim.name] = recomputed(claim, played_here)
            write_whole(file, "".join(f"{_line(result)}\n" for result in results.values()))


@cache
def played_here(study: Study) -> Summary:
    """Play a study and return its tallies."""
    summary: Summary = play_here(study).summary
    return summary


def _line(result: Result) -> str:
    return json.dumps({name: value for name, value in asdict(result).items() if value or value == 0})


if __name__ == "__main__":
    add_missing(published.RESULTS, claims().values())
