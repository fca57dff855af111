"""Published claims about War, our result for each, and the verdict on it."""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from functools import cache
from math import hypot, isclose
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.cards import STANDARD_PACK
from engine.numbers import ONE_DIGIT, count, decimals_of, plural, plus_minus, span
from engine.rules import rules_called
from engine.simulation import Z_95
from engine.wording import called, listed

# How exact a published figure claims to be: as exact as it is written, and no more.

RULE: Final = (
    "A published figure may be off by half a unit of the last digit written: 441.4 by 0.05, 35 % by half a "
    "point; 1,750 by 5 if every whole number of its source ends in a zero. “1 in 6” is nearer to 6 than "
    "to 5 or 7. “About” widens nothing."
)

_NUMBER: Final = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?")


def written(published: float, *, share: bool) -> str:
    """Write a figure with every digit that it has, a share in per cent.

    >>> written(1414, share=False), written(0.2439, share=True)
    ('1,414', '24.39 %')
    """
    digits = Decimal(repr(published)) * (100 if share else 1)
    whole, _, part = f"{digits.normalize():f}".partition(".")
    return f"{int(whole):,}{'.' if part else ''}{part}{' %' if share else ''}"


def final_zeros(text: str) -> int | None:
    """Return the number of zeros a whole number ends in; None for ranges and other texts.

    >>> final_zeros("1,750"), final_zeros("441.4"), final_zeros("80 %"), final_zeros("440 to 445")
    (1, None, None, None)
    """
    digits = text.replace(",", "")
    return len(digits) - len(digits.rstrip("0") or digits) if digits.isdigit() else None


def range_of(text: str, rounded: int = 0) -> tuple[float, float]:
    """Return the range of numbers that a source would write as this text.

    rounded: the number of zeros that every whole number of its source ends in.

    >>> range_of("441.4"), range_of("1,750"), range_of("1,750", 1), range_of("440 to 445")
    ((441.35, 441.45), (1749.5, 1750.5), (1745.0, 1755.0), (440.0, 445.0))
    >>> range_of("about 35 %"), range_of("1 in 4")
    ((0.345, 0.355), (0.2222222222222222, 0.2857142857142857))
    """
    if text == "a third":
        text = "1 in 3"
    numbers = [Decimal(number.replace(",", "")) for number in _NUMBER.findall(text)]
    if " to " in text:
        low, high = numbers
        return float(low), float(high)
    number = numbers[-1]
    last = number.as_tuple().exponent
    assert isinstance(last, int)
    if final_zeros(text) is not None:
        last += rounded
    low, high = (number + sign * Decimal(5).scaleb(last - 1) for sign in (-1, 1))
    if " in " in text:
        return float(1 / high), float(1 / low)
    return (float(low / 100), float(high / 100)) if text.endswith("%") else (float(low), float(high))


# A published claim: whose it is, what it says in our words, by which rules, and the figure.

_CLAIMS: Final = Path(__file__).with_name("claims.jsonl")
NOTHING: Final = "-"
SEED: Final = 7  # the seed of every run behind a figure of ours


class Footing(StrEnum):
    """How far a claim says by which rules it was made."""

    STATED = "stated"
    OWN = "own"
    """By rules of its own, which differ from all of ours in something small that is known."""
    UNSTATED = "unstated"
    CANNOT = "cannot"
    """There is nothing to compare: another game, or no figure that was seen."""


class ClaimedAnswer(NamedTuple):
    """A deal, and what is claimed that its judge answers; `endless` where no game ends."""

    rules: str
    deal: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedClaim:
    """One line of the claims. Raises `ValueError` for rules that there are not."""

    name: str
    source: str
    claim: str
    year: int | None = None
    url: str = ""
    figure: str = ""
    """How it is measured (`tests/helpers/claim_figures.py`); empty where it cannot be."""
    runs: tuple[str, ...] = ()
    """The rule sets by which it may have been made, the likeliest first."""
    unit: str = "rounds"
    published: float | None = None
    published_text: str = ""
    """The figure as it was published, where that is no plain number."""
    their_games: int | None = None
    our_games: int = 1_000_000
    pack: str = STANDARD_PACK.text
    hands: str = ""
    """What the players are known to hold."""
    limit: int = 0
    """Rounds after which games were cut off; 0: never."""
    standing: Footing = Footing.STATED
    unsaid: str = ""
    note: str = ""
    cases: tuple[ClaimedAnswer, ...] = ()

    def __post_init__(self) -> None:
        for code in self.runs:
            rules_called(code)

    @property
    def text(self) -> str:
        """The figure as it was published; empty where none was seen."""
        if self.published_text or self.published is None:
            return self.published_text
        return written(self.published, share=self.is_share)

    @property
    def shown_text(self) -> str:
        """The same, a dash where none was seen."""
        return self.text or NOTHING

    @property
    def is_share(self) -> bool:
        """Whether the figure is a share, written in per cent."""
        return self.unit == "share"

    @property
    def kind(self) -> str:
        """What kind of figure it is: the first word of how it is measured."""
        return self.figure.partition(" ")[0]

    @property
    def rounding_range(self) -> tuple[float, float]:
        """The range of numbers that the source may have rounded."""
        return range_of(self.text, rounded_to(self.source))


@cache
def claims() -> dict[str, PublishedClaim]:
    """Return every claim by its name, in the order of the sources."""
    found = {}
    for line in _CLAIMS.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        data["runs"] = tuple(data.get("runs", ()))
        data["cases"] = tuple(ClaimedAnswer(**case) for case in data.get("cases", ()))
        data["standing"] = Footing(data.get("standing", Footing.STATED))
        found[data["name"]] = PublishedClaim(**data)
    return found


@cache
def rounded_to(source: str) -> int:
    """Return the number of zeros that every whole number of a source ends in."""
    ends = [final_zeros(claim.text) for claim in claims().values() if claim.source == source]
    return min((number for number in ends if number is not None), default=0)


def claim_called(name: str) -> PublishedClaim:
    """Return a claim by its name. Raises `ValueError` for none."""
    if name not in claims():
        raise ValueError(f"claim {name[:60]!r} is unknown: run “war literature” for the list")
    return claims()[name]


# Our side of every claim: saved results, computed by `tests/helpers/claim_figures.py`.

RESULTS: Final = Path(__file__).with_name("results.jsonl")


_KEYS: Final = ("value", "low", "high", "told_low", "told_high")
"""What a figure's numbers are called in JSON."""


class Figure(NamedTuple):
    """A figure of ours with its interval, and the interval of that figure over as many games as theirs."""

    value: float
    low: float
    high: float
    theirs_low: float
    theirs_high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What the engine computes for a claim."""

    name: str
    figures: dict[str, Figure] = field(default_factory=dict)
    """By rule set, in the order of the claim's runs."""
    units: dict[str, Figure] = field(default_factory=dict)
    """Of a length by the first rule set: the same in each unit."""
    value_text: str = ""
    value: float | None = None
    holds: bool | None = None
    """Of a result without a sample: in words, as a number, and whether the claim holds."""


def results_in(file: Path) -> dict[str, Result]:
    """Return the results of a file by the names of their claims."""
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        for name in ("figures", "units"):
            data[name] = {key: Figure(*row) for key, row in data.get(name, {}).items()}
        found[data["name"]] = Result(**data)
    return found


@cache
def results() -> dict[str, Result]:
    """Return every saved result."""
    return results_in(RESULTS)


def saved_result(claim: PublishedClaim) -> Result:
    """Return the saved result of a claim; empty where it cannot be recomputed."""
    return results()[claim.name]


# Verdicts on whether a published figure and ours agree.

Z_DIFFERENT: Final = 3.0  # of a hundred figures that agree hardly one is farther off by chance
EXACT: Final = 1e-12
ENOUGH: Final = 400  # hits from which a rare thing is known to within a tenth: with fewer no figure agrees
EXTREMES: Final = ("shortest", "longest")
RANGES: Final = (*EXTREMES, "mode")
"""Figures whose intervals say which values may come, none likelier in the middle."""


class ClaimVerdict(StrEnum):
    """The verdict on a claim."""

    AGREES = "agrees"
    TOO_FEW = "too few games"
    """It would agree, but our games have too few hits to say so."""
    NEAR = "near"
    UNIT_DIFFERS = "unit differs"
    UNSTATED = "rules unstated"
    DISAGREES = "disagrees"
    CANNOT = "cannot be recomputed"


def band(claim: PublishedClaim, figure: Figure) -> tuple[float, float]:
    """Return the range of the true figure by theirs: its rounding, and the error of their games."""
    below, above = figure.value - figure.theirs_low, figure.theirs_high - figure.value
    low, high = claim.rounding_range
    return low - above, high + below


def meets(claim: PublishedClaim, figure: Figure) -> bool:
    """Return whether a figure of ours and the published one may be of the same games.

    Rounding apart, they are no more than `Z_APART` standard errors of both apart; of extremes and of the
    commonest length, the published one is among those that a sample of as many games may have.
    """
    if claim.kind in RANGES:
        low, high = band(claim, figure)
        return figure.low <= high and low <= figure.high
    low, high = claim.rounding_range
    distance = max(low - figure.value, figure.value - high)
    off = hypot(figure.high - figure.low, figure.theirs_high - figure.theirs_low) / 2 / Z_95
    return distance <= Z_DIFFERENT * off + EXACT


def hits(claim: PublishedClaim, figure: Figure) -> int | None:
    """Return how many of our games have the event, or the rarer opposite; None for means and quantiles.

    For the shortest and the longest game: how many samples as large as theirs ours makes.
    """
    if claim.kind in EXTREMES:
        return claim.our_games // (claim.their_games or claim.our_games)
    if claim.is_share:
        return round(min(figure.value, 1 - figure.value) * claim.our_games)
    # A mean number of wars so deep is of what may come once in hundreds of games.
    return round(figure.value * claim.our_games) if claim.kind == "fought-depth" else None


def enough(claim: PublishedClaim, figure: Figure) -> bool:
    """Return whether our games are enough for a figure to agree."""
    number = hits(claim, figure)
    return number is None or number >= ENOUGH


def giving(claim: PublishedClaim, figures: dict[str, Figure]) -> list[str]:
    """Return which figures, by rule set or by unit, are the published one."""
    return [name for name, figure in figures.items() if meets(claim, figure) and enough(claim, figure)]


def verdict(claim: PublishedClaim, result: Result) -> ClaimVerdict:
    """Return the verdict on a claim."""
    if claim.standing is Footing.CANNOT:
        return ClaimVerdict.CANNOT
    if claim.standing is Footing.UNSTATED:
        return ClaimVerdict.UNSTATED
    if agrees(claim, result):
        first = next(iter(result.figures.values()), None)
        return ClaimVerdict.AGREES if first is None or enough(claim, first) else ClaimVerdict.TOO_FEW
    if claim.standing is Footing.OWN:
        return ClaimVerdict.NEAR
    return ClaimVerdict.UNIT_DIFFERS if giving(claim, result.units) else ClaimVerdict.DISAGREES


def saved_verdict(claim: PublishedClaim) -> ClaimVerdict:
    """Return the verdict on a claim by its saved result."""
    return verdict(claim, saved_result(claim))


def agrees(claim: PublishedClaim, result: Result) -> bool:
    """Return whether a claim holds by the rules it was made under."""
    if result.holds is not None:
        return result.holds
    return meets(claim, result.figures[claim.runs[0]])


def counts() -> dict[ClaimVerdict, int]:
    """Return the number of claims with each verdict."""
    every = [saved_verdict(claim) for claim in claims().values()]
    return {one: every.count(one) for one in ClaimVerdict}


# Claims, figures and verdicts in words, for the page and the terminal.

RARE: Final = 0.001  # shares below this are written as 1 in n

UNITLESS: Final = ("share", "answer", "outcome", "")

OTHERS: Final = {
    ClaimVerdict.UNSTATED: "lack a stated rule",
    ClaimVerdict.UNIT_DIFFERS: "use another unit",
    ClaimVerdict.TOO_FEW: "describe very rare events",
    ClaimVerdict.NEAR: "come close",
    ClaimVerdict.CANNOT: "cannot be recomputed",
}
HOW: Final = (
    f"Two figures agree if they differ by at most three combined standard errors, rounding aside. "
    f"A rare event must occur at least {ENOUGH} times in our games. {RULE}"
)

Title = Callable[[str], str]


def ours_text(claim: PublishedClaim, result: Result) -> tuple[str, str]:
    """Write our figure and its error; for several rule sets the least and the greatest."""
    if result.value_text:
        return result.value_text, ""
    figures = list(result.figures.values())
    if not figures:
        return NOTHING, ""
    if claim.standing is Footing.UNSTATED and len(figures) > 1:
        values = sorted(figure.value for figure in figures)
        off = (values[-1] - values[0]) / 20
        least, most = (_number(value, off, share=claim.is_share) for value in (values[0], values[-1]))
        return span(least, most), f"by {len(figures)} rule sets"
    return _with_interval(claim, figures[0])


def _with_interval(claim: PublishedClaim, figure: Figure) -> tuple[str, str]:
    share = claim.is_share
    off = (figure.high - figure.low) / 2
    if claim.kind in EXTREMES:
        games = count(claim.their_games or claim.our_games, "game")
        return (f"{figure.value:,.0f}", f"{figure.theirs_low:,.0f} to {figure.theirs_high:,.0f} in {games}")
    if claim.kind in ("median", "quantile", "mode"):
        interval = f"{figure.low:,.0f} to {figure.high:,.0f}" if figure.low < figure.high else ""
        return f"{figure.value:,.0f}", interval
    if share and figure.value < RARE:
        least = f"1 in {1 / figure.high:,.0f}"
        if not figure.value:
            return f"under {least}", ""
        return f"1 in {1 / figure.value:,.0f}", f"1 in {1 / figure.high:,.0f} to {1 / figure.low:,.0f}"
    reach = 100 * off if share else off
    return _number(figure.value, off, share=share), plus_minus(reach, ONE_DIGIT)


def _number(value: float, off: float, *, share: bool) -> str:
    """Write a number with the digits that an error leaves.

    >>> _number(0.00004, 0.00001, share=True), _number(0.25, 0.01, share=True), _number(2.0, 0.1, share=False)
    ('1 in 25,000', '25 %', '2.0')
    """
    if share and 0 < value < RARE:
        return f"1 in {1 / value:,.0f}"
    scaled, reach = (100 * value, 100 * off) if share else (value, off)
    whole = isclose(scaled, round(scaled)) and reach >= 0.5
    digits = 0 if whole else decimals_of(reach, ONE_DIGIT)
    return f"{scaled:,.{min(digits, 4 if share else 6)}f}{' %' if share else ''}"


def headline() -> tuple[str, str]:
    """Return two sentences: how many figures agree, and what the others do."""
    every = counts()
    agree, disagree = every[ClaimVerdict.AGREES], every[ClaimVerdict.DISAGREES]
    whole = len(claims())
    *others, last = [words for one, words in OTHERS.items() if every[one]]
    return (
        f"{agree} of {whole} published figures agree with ours; {disagree} do not.",
        f"The other {whole - agree - disagree} figures {', '.join(others)} or {last}.",
    )


def because(claim: PublishedClaim, result: Result, title: Title) -> str:
    """Return the reason for a verdict; empty if there is none."""
    reached = verdict(claim, result)
    reason = ""
    if reached is ClaimVerdict.UNSTATED:
        reason = f"The source does not state {claim.unsaid}. {_tried(claim, result, title)}"
    elif reached is ClaimVerdict.UNIT_DIFFERS:
        reason = f"Counted in {' or '.join(giving(claim, result.units))}, the figures would agree."
    elif reached is ClaimVerdict.TOO_FEW:
        number = hits(claim, result.figures[claim.runs[0]]) or 0
        games = count(claim.our_games, "game")
        reason = f"Only {number:,} of our {games} {plural(number, 'is', 'are')} of this kind."
        if claim.kind in EXTREMES:
            theirs, ours = claim.their_games or claim.our_games, count(number, "such game")
            reason = f"The source reports one game per {theirs:,}. Our {games} give only {ours}."
        reason += f" A comparison needs {ENOUGH} such games."
    return f"{reason} {claim.note}".strip()


def _tried(claim: PublishedClaim, result: Result, title: Title) -> str:
    """Return a sentence naming the rule sets that give the published figure."""
    given = [f"“{title(code)}”" for code in giving(claim, result.figures)]
    tried = len(result.figures)
    first = f"“{title(claim.runs[0])}”"
    if given and tried > 1:
        match = "matches" if len(given) == 1 else "match"
        if len(given) == tried:
            return f"All {tried} rule sets tried match the figure."
        return f"Of {tried} rule sets tried, only {listed(given)} {match} it."
    if given:
        return f"{first} matches the figure."
    which = "Neither of the two" if tried == 2 else f"None of the {tried}"
    none = f"{which} rule sets tried matches the figure"
    none = none if tried > 1 else f"{first} does not match the figure"
    other = [unit for unit in giving(claim, result.units) if unit != claim.unit]
    return f"{none}{f', but {first} would if counted in {other[0]}' if other else ''}."


def compared(claim: PublishedClaim, result: Result) -> str:
    """Return one line that compares our figure."""
    if claim.standing is Footing.CANNOT:
        return "Not recomputed"
    value, beside = ours_text(claim, result)
    unit = ""
    if claim.unit not in UNITLESS and not result.value_text:
        unit = f" {plural(value, claim.unit.removesuffix('s'), claim.unit)}"
    off = f" {beside}" if beside.startswith("±") else ""
    if claim.standing is Footing.UNSTATED:
        return f"Ours: {value}{off}{unit} {beside if not off else ''}".strip()
    if verdict(claim, result) is ClaimVerdict.TOO_FEW:
        return f"Ours: {value}{off}{unit}. Too rare to compare"
    return f"Ours: {value}{off}{unit}. The figures {'agree' if agrees(claim, result) else 'do not agree'}"


# Claims with our results as data, for JSON and the page's download.


def json_lines(shown: Iterable[PublishedClaim]) -> str:
    """Return claims as JSON, an object a line."""
    return "".join(f"{json.dumps(claim_data(claim), ensure_ascii=False)}\n" for claim in shown)


def claim_data(claim: PublishedClaim) -> dict[str, Any]:
    """Return a claim with our saved result as JSON-ready data."""
    result = saved_result(claim)
    ours, beside = ours_text(claim, result)
    return {
        "name": claim.name,
        "source": claim.source,
        "year": claim.year,
        "url": claim.url,
        "claim": claim.claim,
        "rules": list(claim.runs),
        "pack": claim.pack,
        "unit": claim.unit,
        "published": claim.shown_text,
        "ours": ours,
        "interval": beside,
        "games": claim.our_games if result.figures else None,
        "verdict": verdict(claim, result).value,
        "because": because(claim, result, called),
        "figures": {code: dict(zip(_KEYS, figure, strict=True)) for code, figure in result.figures.items()},
    }
