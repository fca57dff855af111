"""Claims, figures and verdicts in words, for the page and the terminal alike."""

from collections.abc import Callable
from math import ceil, floor, isclose, log10
from typing import Final

from engine.literature.claim import Footing, PublishedClaim, claims
from engine.literature.figures import Figure
from engine.literature.results import Result
from engine.literature.rounding import RULE
from engine.literature.verdicts import (
    ENOUGH,
    EXTREMES,
    ClaimVerdict,
    agrees,
    counts,
    giving,
    hits,
    units_giving,
    verdict,
)
from engine.rules import count

RARE: Final = 0.001
"""Shares below this are said as one in so many."""
NOTHING: Final = "-"

UNITLESS: Final = ("share", "answer", "outcome", "")
"""Units that are not said."""

OTHERS: Final = {
    ClaimVerdict.UNSTATED: "leave a rule unsaid",
    ClaimVerdict.UNIT_DIFFERS: "count in another unit",
    ClaimVerdict.TOO_FEW: "are too rare for our games",
    ClaimVerdict.NEAR: "come near",
    ClaimVerdict.NOT_YET: "are not recomputed yet",
    ClaimVerdict.CANNOT: "cannot be recomputed",
}
"""What is said of claims that neither agree nor disagree."""
HOW: Final = (
    f"Figures agree that are, rounding aside, no more than three standard errors of both apart. "
    f"Of something rare it takes {ENOUGH} hits in our games. {RULE}"
)

Title = Callable[[str], str]
"""Names a rule set by its code."""


def published_text(claim: PublishedClaim) -> str:
    """Write the published figure as it was published, or as near as a number can be."""
    return claim.text or NOTHING


def ours_text(claim: PublishedClaim, result: Result) -> tuple[str, str]:
    """Write our figure, and beside it how sure it is; of several rule sets the least and the most."""
    if result.said:
        return result.said, ""
    figures = list(result.figures.values())
    if not figures:
        return NOTHING, ""
    share = claim.unit == "share"
    first = figures[0]
    if claim.standing is Footing.UNSTATED and len(figures) > 1:
        values = sorted(figure.value for figure in figures)
        off = (values[-1] - values[0]) / 20
        ends = f"{_number(values[0], off, share=share)} to {_number(values[-1], off, share=share)}"
        return ends, f"by {len(figures)} rule sets"
    return _with_interval(claim, first, share=share)


def _with_interval(claim: PublishedClaim, figure: Figure, *, share: bool) -> tuple[str, str]:
    kind = claim.figure.split()[0]
    off = (figure.high - figure.low) / 2
    if kind in ("shortest", "longest"):
        low, high = f"{figure.told_low:,.0f}", f"{figure.told_high:,.0f}"
        return (
            f"{figure.value:,.0f}",
            f"{low} to {high} in {count(claim.their_games or claim.our_games, 'game')}",
        )
    if kind in ("median", "quantile", "mode"):
        between = f"{figure.low:,.0f} to {figure.high:,.0f}" if figure.low < figure.high else ""
        return f"{figure.value:,.0f}", between
    if share and figure.value < RARE:
        least = f"1 in {1 / figure.high:,.0f}"
        if not figure.value:
            return f"under {least}", ""
        return f"1 in {1 / figure.value:,.0f}", f"1 in {1 / figure.low:,.0f} to {1 / figure.high:,.0f}"
    reach = 100 * off if share else off
    return _number(figure.value, off, share=share), _off(reach)


def _number(value: float, off: float, *, share: bool) -> str:
    """Write a number with the digits that count, when it may be off by so much."""
    if share and 0 < value < RARE:
        return f"1 in {1 / value:,.0f}"
    scaled, reach = (100 * value, 100 * off) if share else (value, off)
    digits = 0 if isclose(scaled, round(scaled)) and reach >= 0.5 else _digits(reach)
    return f"{scaled:,.{min(digits, 4 if share else 6)}f}{' %' if share else ''}"


def _off(reach: float) -> str:
    """Write how far a figure may be off, rounded up."""
    digits = _digits(reach)
    return f"± {ceil(reach * 10**digits - 1e-6) / 10**digits:,.{digits}f}"


def _digits(reach: float) -> int:
    return max(0, -floor(log10(reach))) if 0 < reach < 1 else 0


def headline() -> tuple[str, str]:
    """Say how many of all figures agree, and what of the others."""
    every = counts()
    agree, disagree = every[ClaimVerdict.AGREES], every[ClaimVerdict.DISAGREES]
    whole = len(claims())
    *others, last = [words for come, words in OTHERS.items() if every[come]]
    return (
        f"{agree} of {whole} published figures agree with ours; {disagree} do not.",
        f"The other {whole - agree - disagree} {', '.join(others)} or {last}.",
    )


def because(claim: PublishedClaim, result: Result, title: Title) -> str:
    """Say why a claim comes to its verdict."""
    come = verdict(claim, result)
    said = ""
    if come is ClaimVerdict.UNSTATED:
        said = f"It leaves unsaid {claim.unsaid}. {_tried(claim, result, title)}"
    elif come is ClaimVerdict.UNIT_DIFFERS:
        said = f"It would agree in {' or '.join(units_giving(claim, result))}."
    elif come is ClaimVerdict.TOO_FEW:
        said = f"{_hits(claim, result)} It takes {ENOUGH} to say that figures agree."
    elif come is ClaimVerdict.NOT_YET:
        said = "The engine has not computed it yet."
    return f"{said} {claim.note}".strip()


def _hits(claim: PublishedClaim, result: Result) -> str:
    """Say how often what a claim is about came in our games."""
    number = hits(claim, result.figures[claim.runs[0]])
    assert number is not None
    ours = f"Our {count(claim.our_games, 'game')}"
    if claim.figure.split()[0] in EXTREMES:
        return f"{ours} make {count(number, 'sample')} as large as theirs, each with one such game."
    return f"{ours} have {count(number, 'hit')}."


def _tried(claim: PublishedClaim, result: Result, title: Title) -> str:
    """Say which of the rule sets that were tried give the published figure."""
    given, tried = [f"“{title(code)}”" for code in giving(claim, result)], len(result.figures)
    first = f"“{title(claim.runs[0])}”"
    if given and tried > 1:
        return f"Of the {tried} rule sets tried it is given by {' and by '.join(given)}."
    if given:
        return f"It is given by {first}."
    none = f"None of the {tried} rule sets tried gives it" if tried > 1 else f"It is not given by {first}"
    other = [unit for unit in units_giving(claim, result) if unit != claim.unit]
    return f"{none}{f', but counted in {other[0]} {first} would' if other else ''}."


def compared(claim: PublishedClaim, result: Result) -> str:
    """Say in one line how ours compares."""
    if verdict(claim, result) in (ClaimVerdict.CANNOT, ClaimVerdict.NOT_YET):
        return "Not recomputed"
    value, beside = ours_text(claim, result)
    unit = (
        f" {claim.unit}" if claim.unit not in ("share", "answer", "outcome", "") and not result.said else ""
    )
    off = f" {beside}" if beside.startswith("±") else ""
    if claim.standing is Footing.UNSTATED:
        return f"Ours: {value}{off}{unit}"
    if verdict(claim, result) is ClaimVerdict.TOO_FEW:
        return f"Ours: {value}{off}{unit}. Too few games to say"
    words = {True: "They agree", False: "They do not agree"}[agrees(claim, result)]
    return f"Ours: {value}{off}{unit}. {words}"
