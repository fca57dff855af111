"""Our side of every claim: computed by the engine, kept as data, computed again by who wants to see."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.literature.claim import PublishedClaim
from engine.literature.exactly import EXACTLY, Exactly, answers
from engine.literature.figures import LENGTHS, MEASURES, Figure, figure_of
from engine.literature.followed import FOLLOWED
from engine.study import Study
from engine.study.summary import Summary

RESULTS: Final = Path(__file__).with_name("results.jsonl")
DIGITS: Final = 9
"""That are kept of a figure: more than any interval of ours tells."""

Tallied = Callable[[Study], Summary]
"""Plays a study and returns its tallies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What the engine computes for a claim."""

    name: str
    figures: dict[str, Figure] = field(default_factory=dict)
    """By rule set, in the order of the claim's runs."""
    units: dict[str, Figure] = field(default_factory=dict)
    """Of a length by the first rule set: the same in each unit."""
    said: str = ""
    value: float | None = None
    holds: bool | None = None
    """Of what is worked out without a sample: in words, as a number, and whether the claim holds."""

    @property
    def line(self) -> str:
        """The result as one line of JSON."""
        return json.dumps({name: value for name, value in asdict(self).items() if value or value == 0})

    def is_of(self, claim: PublishedClaim) -> bool:
        """Say whether this was computed by the claim's rule sets, which may have changed since."""
        kind = claim.figure.partition(" ")[0]
        by = claim.runs if kind in MEASURES or kind in FOLLOWED else ()
        return tuple(self.figures) == by


def result_of(data: dict[str, Any]) -> Result:
    """Return the result of a line. Raises `ValueError` for any other line."""
    try:
        named: dict[str, Any] = {
            name: {key: Figure(*row) for key, row in data.get(name, {}).items()}
            for name in ("figures", "units")
        }
        result = Result(**data | named)
        sound = all(figure.is_sound() for figure in (*result.figures.values(), *result.units.values()))
    except (AttributeError, TypeError) as error:
        raise ValueError(f"no result: {error}") from None
    if not sound:
        raise ValueError("no figure with its interval")
    return result


def results_in(file: Path) -> dict[str, Result]:
    """Return the results of a file, by the names of their claims. Raises `ValueError` naming a wrong line."""
    found = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            result = result_of(json.loads(line))
        except ValueError as error:
            raise ValueError(f"line {number} of {str(file)!r} is {error}: remove it") from None
        found[result.name] = result
    return found


@cache
def results() -> dict[str, Result]:
    """Return every result that is kept."""
    return results_in(RESULTS)


def kept(claim: PublishedClaim) -> Result:
    """Return what is kept of our side of a claim; empty where it was not computed yet."""
    return results().get(claim.name, Result(name=claim.name))


def recomputed(claim: PublishedClaim, tallied: Tallied) -> Result:
    """Compute our side of a claim anew."""
    kind, _, argument = claim.figure.partition(" ")
    if kind == "cases":
        return _worked_out(claim, answers(claim.cases))
    if kind == "exact":
        return _worked_out(claim, EXACTLY[argument]())
    if kind in FOLLOWED:
        measure, number = FOLLOWED[kind], int(argument)
        studies = {code: claim.study(code) for code in claim.runs}
        figures = {
            code: _rounded(measure(study, number, claim.their_games)) for code, study in studies.items()
        }
        return Result(name=claim.name, figures=figures)
    if kind in MEASURES:
        return _measured(claim, tallied)
    return Result(name=claim.name)


def _worked_out(claim: PublishedClaim, exactly: Exactly) -> Result:
    return Result(name=claim.name, said=exactly.said, value=exactly.value, holds=exactly.holds)


def _measured(claim: PublishedClaim, tallied: Tallied) -> Result:
    figures, units = {}, {}
    for place, code in enumerate(claim.runs):
        study = claim.study(code)
        summary = tallied(study)
        figures[code] = _rounded(figure_of(claim.figure, summary, study, claim.their_games))
        kind, unit, *rest = [*claim.figure.split(), ""]
        if place == 0 and unit in LENGTHS:
            for other in LENGTHS:
                text = " ".join((kind, other, *rest))
                units[other] = _rounded(figure_of(text, summary, study, claim.their_games))
    return Result(name=claim.name, figures=figures, units=units)


def _rounded(figure: Figure) -> Figure:
    return Figure(*(float(f"{number:.{DIGITS}g}") for number in figure))
