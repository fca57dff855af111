"""Whether a published figure and ours agree, and what is to be said where they do not."""

from enum import StrEnum
from math import hypot
from typing import Final

from engine.literature.claim import Footing, PublishedClaim, claims
from engine.literature.figures import Figure
from engine.literature.results import Result, kept
from engine.study.estimates import Z_95

Z_APART: Final = 3.0
"""Of a hundred figures that agree hardly one is farther off by chance."""
EXACT: Final = 1e-12
ENOUGH: Final = 400
"""Hits from which a rare thing is known to within a tenth: with fewer no figure agrees."""
EXTREMES: Final = ("shortest", "longest")
DEPTHS: Final = "fought-depth"
"""Mean numbers of what may come once in hundreds of games."""
RANGES: Final = (*EXTREMES, "mode")
"""Figures whose intervals say which values may come, none likelier in the middle."""


class ClaimVerdict(StrEnum):
    """What comes of a claim."""

    AGREES = "agrees"
    TOO_FEW = "too few games"
    """It would agree, but what it is about came too seldom in our games to say so."""
    NEAR = "near"
    UNIT_DIFFERS = "unit differs"
    UNSTATED = "rules unstated"
    DISAGREES = "disagrees"
    NOT_YET = "not yet recomputed"
    CANNOT = "cannot be recomputed"


def band(claim: PublishedClaim, figure: Figure) -> tuple[float, float]:
    """Return between what the true figure lies by theirs: its rounding, and what their games can tell."""
    below, above = figure.value - figure.told_low, figure.told_high - figure.value
    low, high = claim.between
    return low - above, high + below


def meets(claim: PublishedClaim, figure: Figure) -> bool:
    """Say whether a figure of ours and the published one may be of the same games.

    Rounding apart, they are no more than `Z_APART` standard errors of both apart; of extremes and of the
    commonest length, the published one is among those that a sample of as many games may have.
    """
    if claim.figure.split()[0] in RANGES:
        low, high = band(claim, figure)
        return figure.low <= high and low <= figure.high
    low, high = claim.between
    apart = max(low - figure.value, figure.value - high)
    off = hypot(figure.high - figure.low, figure.told_high - figure.told_low) / 2 / Z_95
    return apart <= Z_APART * off + EXACT


def hits(claim: PublishedClaim, figure: Figure) -> int | None:
    """Return how often what a figure is about came, or did not, in our games; None of means and quantiles.

    Of the shortest and the longest game it is how many samples as large as theirs ours makes.
    """
    kind = claim.figure.split()[0]
    if kind in EXTREMES:
        return claim.our_games // (claim.their_games or claim.our_games)
    if claim.unit == "share":
        return round(min(figure.value, 1 - figure.value) * claim.our_games)
    return round(figure.value * claim.our_games) if kind == DEPTHS else None


def enough(claim: PublishedClaim, figure: Figure) -> bool:
    """Say whether our games are enough for a figure to agree."""
    number = hits(claim, figure)
    return number is None or number >= ENOUGH


def giving(claim: PublishedClaim, result: Result) -> list[str]:
    """Return the rule sets, of those that were tried, that give the published figure."""
    return [code for code, figure in result.figures.items() if _gives(claim, figure)]


def units_giving(claim: PublishedClaim, result: Result) -> list[str]:
    """Return the units in which the first rule set gives the published figure."""
    return [unit for unit, figure in result.units.items() if _gives(claim, figure)]


def _gives(claim: PublishedClaim, figure: Figure) -> bool:
    return meets(claim, figure) and enough(claim, figure)


def verdict(claim: PublishedClaim, result: Result) -> ClaimVerdict:
    """Return what comes of a claim."""
    if claim.standing is Footing.CANNOT:
        return ClaimVerdict.CANNOT
    if not result.figures and result.holds is None:
        return ClaimVerdict.NOT_YET
    if claim.standing is Footing.UNSTATED:
        return ClaimVerdict.UNSTATED
    if agrees(claim, result):
        first = next(iter(result.figures.values()), None)
        return ClaimVerdict.AGREES if first is None or enough(claim, first) else ClaimVerdict.TOO_FEW
    if claim.standing is Footing.OWN:
        return ClaimVerdict.NEAR
    return ClaimVerdict.UNIT_DIFFERS if units_giving(claim, result) else ClaimVerdict.DISAGREES


def agrees(claim: PublishedClaim, result: Result) -> bool:
    """Say whether a claim holds by the rules it was made under."""
    if result.holds is not None:
        return result.holds
    return meets(claim, result.figures[claim.runs[0]])


def counts() -> dict[ClaimVerdict, int]:
    """Return how many claims come to each verdict."""
    every = [verdict(claim, kept(claim)) for claim in claims().values()]
    return {one: every.count(one) for one in ClaimVerdict}
