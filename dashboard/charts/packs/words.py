"""What the Small packs page says: fractions of all deals, counted."""

from fractions import Fraction
from typing import Final

from dashboard.charts.packs.whole import Whole
from engine.study.exact import Exact
from engine.words.sentences import Part, Sentence, count, player

OUTCOMES: Final = ("player_1", "player_2", "draw", "endless")
READABLE: Final = 10_000
"""Denominators up to which a fraction is read; of larger ones the counts are."""


def fraction(share: Fraction) -> str:
    """Write a share as a fraction; with a denominator that nobody reads, in percent, exactly rounded.

    >>> fraction(Fraction(2, 15)), fraction(Fraction(0)), fraction(Fraction(1976707, 7484400))
    ('2/15', '0', '26.41 %')
    """
    if share.denominator <= READABLE:
        return str(share)
    hundredths = round(share * READABLE)
    if hundredths in (0, READABLE):
        return "< 0.01 %" if not hundredths else "> 99.99 %"
    return f"{hundredths // 100}.{hundredths % 100:02d} %"


def cards(counted: Exact) -> str:
    """Name the pack of a count: its cards, ranks and copies."""
    pack = counted.pack
    return f"{count(pack.size, 'card')} ({count(pack.ranks, 'rank')} x {pack.copies})"


def shares(counted: Exact) -> dict[str, tuple[float, str]]:
    """Return the outcomes that there are, each with its share of all deals, and that as a fraction."""
    every = {outcome: counted.share(getattr(counted, outcome)) for outcome in OUTCOMES}
    return {outcome: (float(share), fraction(share)) for outcome, share in every.items() if share}


def headline(counted: Exact, rules: str) -> tuple[Sentence, Sentence]:
    """Say how all deals of a pack end, and of how many that is."""
    deals = count(counted.deals, "deal")
    all_deals = f"All {deals}" if counted.deals > 1 else "The only deal"
    about = Part(f"{all_deals} of {cards(counted)} by {rules}: counted, not sampled.")
    return (*_ends(counted), Part(".")), (about,)


def _ends(counted: Exact) -> Sentence:
    parts: list[Part] = []
    for outcome in OUTCOMES:
        deals = getattr(counted, outcome)
        if not deals:
            continue
        share = "every deal" if deals == counted.deals else fraction(counted.share(deals))
        if parts:
            parts.append(Part(", "))
        parts += _end(outcome, share, first=not parts)
    return tuple(parts)


def _end(outcome: str, share: str, *, first: bool) -> Sentence:
    """Say one outcome: "Player 1 wins 1/3", then "player 2 2/15", "1/5 are drawn", "8/15 never end"."""
    begun = share[:1].upper() + share[1:]
    if outcome in OUTCOMES[:2]:
        number = OUTCOMES.index(outcome) + 1
        return player(number, capital=first), Part(f" wins {share}" if first else f" {share}")
    one = share == "every deal"
    if outcome == "draw":
        return (Part(f"{begun if first else share} {'is' if one else 'are'} drawn"),)
    return (Part(f"{begun if first else share} never {'ends' if one else 'end'}", "endless"),)


def graph_title(whole: Whole) -> str:
    """Say how large a whole game is."""
    rings = sum(kind.rings for kind in whole.rings)
    positions = count(whole.met, "position")
    return f"The whole game: {positions}, {count(rings, 'ring') if rings else 'no ring'}"


def graph_note(whole: Whole) -> str:
    """Say what the picture shows."""
    if whole.is_drawn:
        lead = "to a win or to a ring that turns for ever" if whole.rings else "to how the game ends"
        points = f"A point is a position, larger if it is a deal; lines lead inwards, {lead}."
        return f"{points} Click one to play it."
    if whole.sketch.after:
        return (
            "Too many to draw: the rings alone, each a point for every position that comes back for ever. "
            "Click one to play it."
        )
    if whole.rings:
        return "Too many positions to draw, on the rings alone as well: they are listed below."
    return "Too many positions to draw, and none comes back: every game ends."


def longest(counted: Exact) -> str:
    """Say how long the longest game is, and all on average."""
    mean = counted.mean_rounds
    if mean is None:
        return "No game ends."
    average = fraction_of_rounds(mean)
    return (
        f"The longest game that ends takes {count(counted.longest, 'round')}; on average they take {average}."
    )


def fraction_of_rounds(mean: Fraction) -> str:
    """Write a mean length: as a fraction while that can be read, else to a hundredth.

    >>> fraction_of_rounds(Fraction(41, 14)), fraction_of_rounds(Fraction(63598081, 4149658))
    ('41/14', '15.33')
    """
    return str(mean) if mean.denominator <= READABLE else f"{float(mean):,.2f}"
