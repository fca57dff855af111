"""Charts of questions and of published figures."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from statistics import median
from typing import Final

import numpy as np
import pandas as pd

from dashboard.charts.chart import Behind, Drawing, NamedTable, Panel
from dashboard.charts.marks import carrying, label, upright, whiskers
from dashboard.charts.style import (
    PLAYER_1,
    Label,
    Layout,
    Mark,
    Theme,
    faded,
    layout,
    named_axis,
    tally_layout,
    ticks,
)
from engine.library import AskedQuestion
from engine.library.claim_results import (
    RANGES,
    ClaimVerdict,
    Figure,
    Result,
    Title,
    band,
    because,
    compared,
    counts,
    ours_text,
    published_text,
    saved_result,
    verdict,
)
from engine.library.claims import SEED, Footing, PublishedClaim, claims
from engine.numbers import count, percent
from engine.simulation.estimates import Estimate
from engine.wording.sentences import Part, Sentence

# An answer as a row of dots: the number asked for, the same by other rules, and the guess as a line.

DOTS_ROW: Final = 38
"""Pixels between two rows: a name and the games behind the dot."""
DOTS_OWN: Final = 11
OTHERS: Final = 9
"""Diameters in pixels of the dots."""

Answers = Mapping[str, Estimate]
"""By what is asked of which rules: the number, the question's own first."""


def dots_figure(
    question: AskedQuestion, answers: Answers, guess: int | None, accent: str, theme: Theme
) -> Drawing:
    """Draw the dots; `accent` is the shade of what the visitor moves."""
    places = _places(question, answers)
    ends = _scaled(question, answers)
    end = max(question.guess.high, *places, *(one.high for one in ends), guess or 0)
    drawn = layout(theme, height=64 + DOTS_ROW * len(answers))
    drawn["margin"] |= {"l": 6, "t": 26}
    unit = " %" if question.guess.unit == "%" else ""
    drawn["xaxis"] |= named_axis(-0.01 * end, 1.08 * end, {tick: f"{tick:,.0f}{unit}" for tick in ticks(end)})
    drawn["xaxis"] |= {"showgrid": True, "gridcolor": theme.grid}
    noun = question.measure.whole.noun
    behind = ((name, count(answer.games, noun)) for name, answer in answers.items())
    rows = {-row: f"{name}<br>{games}" for row, (name, games) in enumerate(behind)}
    drawn["yaxis"] |= named_axis(-len(answers) + 0.4, 0.6, rows) | {"showgrid": False}
    drawn["shapes"], drawn["annotations"] = [], _said(question, answers, end, theme)
    if guess is not None:
        line = {"color": accent, "width": 2, "dash": "4px,3px"}
        drawn["shapes"].append(upright(guess, guess, layer="below", line=line))
        words = f"<b>you guessed {question.guessed(guess)}</b>"
        left = 2 * guess > end
        aligned = {"xanchor": "right" if left else "left", "xshift": -4 if left else 4}
        drawn["annotations"].append(
            label(words, accent, x=guess, y=1, yref="paper", yanchor="bottom", **aligned)
        )
    return Drawing(
        [_dots_dots(question, answers, theme)],
        drawn,
        Behind("dot", [answer.games for answer in answers.values()], noun),
    )


def _places(question: AskedQuestion, answers: Answers) -> list[float]:
    """Return where on the axis, which is in the unit of the guess, the numbers lie."""
    return [question.scale * answer.value for answer in answers.values()]


def _scaled(question: AskedQuestion, answers: Answers) -> list[Estimate]:
    """Return the same with their intervals."""
    scale = question.scale
    return [
        Estimate(scale * one.value, scale * one.low, scale * one.high, one.games) for one in answers.values()
    ]


def _said(question: AskedQuestion, answers: Answers, end: float, theme: Theme) -> list[Label]:
    """Return the number of each dot beside its interval, or over it where there is no room beside."""
    labels = []
    for row, (answer, at) in enumerate(zip(answers.values(), _scaled(question, answers), strict=True)):
        number = _number(question, answer)
        placed: Label = {"x": at.high, "xanchor": "left", "xshift": 8}
        if at.high > 0.85 * end:
            placed = {"x": at.low, "xanchor": "right", "xshift": -8}
            if at.low < 0.3 * end:
                placed = {"x": at.value, "yshift": 13}
        labels.append(label(number if row else f"<b>{number}</b>", theme.ink, y=-row, **placed))
    return labels


def _number(question: AskedQuestion, answer: Estimate) -> str:
    """Write a number with the digits that its interval allows."""
    return (
        percent(answer) if question.guess.unit == "%" else f"{question.written(answer.value)}{question.unit}"
    )


def _dots_dots(question: AskedQuestion, answers: Answers, theme: Theme) -> Mark:
    places = _places(question, answers)
    said = [_number(question, answer) for answer in answers.values()]
    points = [
        [name, text, count(answer.games, question.measure.whole.noun)]
        for (name, answer), text in zip(answers.items(), said, strict=True)
    ]
    own = len(answers) - 1
    return {
        "type": "scatter",
        "mode": "markers",
        "x": np.array(places),
        "y": -np.arange(len(places)),
        **whiskers(_scaled(question, answers), theme, along="x", cap=5),
        "marker": {
            "size": [DOTS_OWN, *[OTHERS] * own],
            "color": [PLAYER_1, *[theme.before] * own],
            "opacity": 1,  # with a list of sizes Plotly makes them 70 % transparent
            "line": {"width": 0},
        },
        "cliponaxis": False,
        **carrying(points, "%{customdata[0]}<br>%{customdata[1]} of %{customdata[2]}<extra></extra>"),
    }


def table(question: AskedQuestion, answers: Answers) -> pd.DataFrame:
    """Return the numbers in the unit of the question, shares in percent."""
    of_games = {"games": [answer.games for answer in answers.values()]}
    scaled = _scaled(question, answers)
    numbers = {end: [float(f"{getattr(one, end):.6g}") for one in scaled] for end in ("value", "low", "high")}
    return pd.DataFrame({"rules": [*answers], "unit": question.guess.unit, **numbers, **of_games})


# A class's guesses as a strip of points, against the answer and the class's own median.

PLACES: Final = 40
"""How many piles stand side by side: on a phone points of neighbours do not touch."""
HIGHEST: Final = 8
"""Points of a pile that the strip has room for; of a higher one the points stand closer."""


def class_strip(
    question: AskedQuestion, guesses: tuple[float, ...], answer: Estimate | None, accent: str, theme: Theme
) -> Drawing:
    """Draw a point for each guess, piled up where guesses are alike; `accent` marks the class's median.

    answer: None while it is hidden.
    """
    value, middle = question.scale * answer.value if answer else 0.0, median(guesses)
    end = max(question.guess.high, value)
    drawn = layout(theme, height=190)
    drawn["margin"] |= {"l": 6, "t": 48}
    unit = " %" if question.guess.unit == "%" else ""
    drawn["xaxis"] |= named_axis(-0.02 * end, 1.02 * end, {tick: f"{tick:,.0f}{unit}" for tick in ticks(end)})
    heights = piled(guesses, end)
    drawn["yaxis"] |= named_axis(-0.6, max(HIGHEST, *heights) + 0.6, {}) | {"showgrid": False}
    drawn["shapes"] = [
        upright(middle, middle, layer="below", line={"color": accent, "width": 2, "dash": "4px,3px"})
    ]
    drawn["annotations"] = [_over(f"<b>class: {middle:,.6g}{question.unit}</b>", accent, middle, end, 0)]
    if answer is not None:
        drawn["shapes"].append(upright(value, value, layer="below", line={"color": PLAYER_1, "width": 2}))
        words = f"<b>answer: {_number(question, answer)}</b>"
        drawn["annotations"].append(_over(words, theme.player_1_text, value, end, 18))
    points = [f"{guess:,.6g}{question.unit}" for guess in guesses]
    mark = {
        "type": "scatter",
        "mode": "markers",
        "x": np.array(guesses, dtype=float),
        "y": np.array(heights, dtype=float),
        "marker": {"size": 8, "color": theme.before, "opacity": 1, "line": {"width": 0}},
        **carrying(points, "%{customdata}"),
    }
    return Drawing([mark], drawn, None)


def piled(guesses: tuple[float, ...], end: float) -> list[int]:
    """Return how high each guess stands: on those before it that lie at about the same place.

    >>> piled((300, 302, 900, 301), 1200)
    [0, 1, 0, 2]
    """
    piles: dict[int, int] = {}
    heights = []
    for guess in guesses:
        place = int(guess / end * PLACES)
        heights.append(piles.get(place, 0))
        piles[place] = heights[-1] + 1
    return heights


def _over(words: str, colour: str, place: float, end: float, up: int) -> Label:
    """Return words over a line, in a row of their own, so that the two never meet."""
    left = place > 0.5 * end
    aligned = {"xanchor": "right" if left else "left", "xshift": -4 if left else 4, "yshift": up}
    return label(words, colour, x=place, y=1, yref="paper", yanchor="bottom", **aligned)


# The claims that are asked for, and the cells of their rows.

SIGNS: Final = {
    ClaimVerdict.AGREES: "✓",
    ClaimVerdict.TOO_FEW: "…",
    ClaimVerdict.NEAR: "≈",
    ClaimVerdict.UNIT_DIFFERS: "⇄",
    ClaimVerdict.UNSTATED: "?",
    ClaimVerdict.DISAGREES: "✗",
    ClaimVerdict.NOT_YET: "·",
    ClaimVerdict.CANNOT: "–",
}
HEADINGS: Final = ("Claim", "Published", "Ours", "Verdict", "Why they differ")

RowsTitle = Callable[[str], str]
"""Names a rule set by its code."""


def verdict_of(claim: PublishedClaim) -> ClaimVerdict:
    """Return what comes of a claim."""
    return verdict(claim, saved_result(claim))


def sources() -> list[str]:
    """Return every source once, by name."""
    return sorted({claim.source for claim in claims().values()}, key=str.lower)


def rule_sets() -> list[str]:
    """Return every rule set by which a claim may have been made, the commonest first."""
    codes = [code for claim in claims().values() for code in claim.runs]
    return sorted(set(codes), key=lambda code: (-codes.count(code), code))


def choices() -> dict[str, str]:
    """Return the verdicts that there are with their counts, all claims first: `Agrees 63`."""
    every = {one.value: f"{one.value.capitalize()} {number}" for one, number in counts().items() if number}
    return {"": f"All {len(claims())}", **every}


def selected(*, verdict: str, words: str, source: str, rules: str, by_verdict: bool) -> list[PublishedClaim]:
    """Return the claims that are asked for; `words` have to stand in claim, source, note or rules."""
    wanted = words.casefold().split()
    chosen = [
        claim
        for claim in claims().values()
        if (not verdict or verdict_of(claim).value == verdict)
        and (not source or claim.source == source)
        and (not rules or rules in claim.runs)
        and all(word in _text(claim) for word in wanted)
    ]
    if by_verdict:
        order = [*ClaimVerdict]
        chosen.sort(key=lambda claim: order.index(verdict_of(claim)))
    return chosen


def _text(claim: PublishedClaim) -> str:
    about = (claim.claim, claim.source, claim.note, claim.unit, claim.pack, claim.name, *claim.runs)
    return " ".join(about).casefold()


def cells(claim: PublishedClaim, title: RowsTitle) -> tuple[Sentence, ...]:
    """Return a claim's row: what it says and whose it is, the figure, ours, the verdict, why they differ."""
    result, come = saved_result(claim), verdict_of(claim)
    ours, beside = ours_text(claim, result)
    rules = f"; {title(claim.runs[0])}" if claim.runs else ""
    why = because(claim, result, title) if come is ClaimVerdict.DISAGREES else ""
    return (
        (Part(claim.claim), Part(" "), Part(f"{claim.source}{rules}", "aside")),
        (Part(published_text(claim)),),
        (Part(ours), Part(f" {beside}" if beside else "", "aside")),
        (Part(f"{SIGNS[come]} {come.value}"),),
        (Part(why),),
    )


def sheet(chosen: Iterable[PublishedClaim], title: RowsTitle) -> NamedTable:
    """Return claims as a table to download."""
    return NamedTable("claims", pd.DataFrame([_record(claim, title) for claim in chosen]))


def _record(claim: PublishedClaim, title: RowsTitle) -> dict[str, object]:
    result = saved_result(claim)
    ours, beside = ours_text(claim, result)
    first = result.figures.get(claim.runs[0]) if claim.runs else None
    return {
        "name": claim.name,
        "source": claim.source,
        "address": claim.url,
        "claim": claim.claim,
        "rules": "; ".join(claim.runs),
        "pack": claim.pack,
        "unit": claim.unit,
        "published": published_text(claim),
        "ours": ours,
        "how sure": beside,
        "value": first.value if first else result.value,
        "low": first.low if first else None,
        "high": first.high if first else None,
        "games": claim.our_games if first else None,
        "verdict": verdict_of(claim).value,
        "because": because(claim, result, title),
    }


def line_of(chosen: Sequence[PublishedClaim]) -> str:
    """Say how many claims are shown of how many."""
    whole = len(claims())
    if not chosen:
        return "No claim is like that."
    how_many = f"All {whole}" if len(chosen) == whole else f"{len(chosen)} of {whole}"
    return f"{how_many} claims. A row opens its figures."


# One claim: a dot for each of our figures, the published one a dotted line in a band of what it can tell.

STRIP_ROW: Final = 30
TALL: Final = 42
"""Of a dot alone, and of one with its name above it."""
SHORT: Final = 16
"""Characters of a name that stands beside its dot, on a phone as well."""
AROUND: Final = 74
STRIP_OWN: Final = 9
OTHER: Final = 8
AIR: Final = 0.12
"""Of the axis left free on either side."""

Dots = dict[str, Figure]
"""Our figures by what they are called."""


def dots_of(claim: PublishedClaim, result: Result, title: Title) -> Dots:
    """Return the figures that are drawn: of every rule set that was tried, or of one in every unit."""
    if len(result.figures) > 1:
        return {title(code): figure for code, figure in result.figures.items()}
    if result.units:
        return {f"in {unit}": figure for unit, figure in result.units.items()}
    return {
        f"in {claim.unit}" if claim.unit != "share" else "ours": figure for figure in result.figures.values()
    }


def own_of(claim: PublishedClaim, dots: Dots) -> str:
    """Name the dot that is compared with the published figure."""
    unit = f"in {claim.figure.split()[1]}" if len(claim.figure.split()) > 1 else ""
    return unit if unit in dots else next(iter(dots), "")


def panel(claim: PublishedClaim, title: Title) -> Panel:
    """Return the panel of a claim."""
    result = saved_result(claim)
    dots = dots_of(claim, result, title)
    said = compared(claim, result)
    note = _note(claim, dots)
    table = partial(
        pd.DataFrame,
        {
            "figure": [name.replace("<br>", " ") for name in dots],
            "value": [figure.value for figure in dots.values()],
            "low": [figure.low for figure in dots.values()],
            "high": [figure.high for figure in dots.values()],
        },
    )
    alt = f"Published {published_text(claim)}. {said}. {note}"
    return Panel("claim", said, note, alt, partial(strip_figure, claim, dots), table)


def _note(claim: PublishedClaim, dots: Dots) -> str:
    """Say of how many games ours is, and what the band is."""
    if not dots:
        return "Worked out without a sample."
    ours = f"{count(claim.our_games, 'game')}, seed {SEED}."
    theirs = count(claim.their_games or claim.our_games, "game")
    kind = claim.figure.split()[0]
    if kind == "mode":
        return f"{ours} Band: what may be the commonest length of {theirs}."
    if kind in RANGES:
        return f"{ours} Band: what may be the {kind} of {theirs}, 99 %."
    if claim.their_games:
        return f"{ours} Band: what {theirs} and its rounding leave open, 95 %."
    return f"{ours} Band: what its rounding leaves open."


def strip_figure(claim: PublishedClaim, dots: Dots, theme: Theme) -> Drawing:
    """Draw the dots, a row each, over the band."""
    own = own_of(claim, dots)
    scale = 100 if claim.unit == "share" else 1
    assert claim.published is not None
    published = scale * claim.published
    low, high = (scale * end for end in band(claim, dots[own]))
    drawn = _axes(dots, own, (low, high), scale, theme)
    drawn["shapes"] = [
        upright(low, high, fillcolor=faded(theme.muted, 0.2), line={"width": 0}, layer="below"),
        upright(published, published, line={"color": theme.ink, "width": 1.5, "dash": "dot"}),
    ]
    near_end = published > sum(drawn["xaxis"]["range"]) / 2
    over = {"yref": "paper", "yanchor": "bottom", "xanchor": "right" if near_end else "left"}
    drawn["annotations"] = [
        label(f"published {published_text(claim)}", theme.ink, x=published, y=1, **over),
        *_values(dots, scale, theme),
        *([] if _stand_beside(dots) else _names_above(dots, own, theme)),
    ]
    return Drawing([_strip_dots(dots, own, scale, theme)], drawn, Behind("dot", [claim.our_games]))


def _stand_beside(dots: Dots) -> bool:
    """Return whether names are short enough to stand beside their dots."""
    return max(map(len, dots)) <= SHORT


def _axes(dots: Dots, own: str, edges: tuple[float, float], scale: int, theme: Theme) -> Layout:
    """Return the axes: wide enough for all intervals and the band, a row a dot."""
    beside = _stand_beside(dots)
    height = AROUND + (STRIP_ROW if beside else TALL) * len(dots)
    drawn = tally_layout(theme, x_title="%" if scale > 1 else "", height=height)
    ends = [*edges, *(scale * end for one in dots.values() for end in one[:3])]
    least, most = min(ends), max(ends)
    air = max((most - least) * AIR, 1e-9)
    drawn["xaxis"] |= {"range": [least - air, most + 2 * air], "nticks": 5}
    drawn["xaxis"] |= {"showgrid": True, "gridcolor": theme.grid}
    drawn["yaxis"] |= {
        "range": [len(dots) - 0.4, -0.6],
        "showgrid": False,
        "rangemode": "normal",
        "tickvals": [*range(len(dots))],
        "ticktext": _names(dots, own),
        "showticklabels": beside,
    }
    drawn["margin"] |= {"t": 24}
    return drawn


def _names(dots: Dots, own: str) -> list[str]:
    return [f"<b>{name}</b>" if name == own else name for name in dots]


def _names_above(dots: Dots, own: str, theme: Theme) -> list[Label]:
    """Return names too long to stand beside their dots, each above its own, from the left."""
    placed = {"x": 0, "xref": "paper", "xanchor": "left", "yanchor": "bottom", "yshift": 6}
    return [label(name, theme.muted, y=row, **placed) for row, name in enumerate(_names(dots, own))]


def _values(dots: Dots, scale: int, theme: Theme) -> list[Label]:
    """Return the value of each dot, right of its interval."""
    placed = {"xanchor": "left", "xshift": 8}
    return [
        label(_short(scale * one.value), theme.ink, x=scale * max(one.high, one.value), y=row, **placed)
        for row, one in enumerate(dots.values())
    ]


def _strip_dots(dots: Dots, own: str, scale: int, theme: Theme) -> Mark:
    """Return a dot for each figure with its interval and its value beside it."""
    figures = [*dots.values()]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": np.array([scale * one.value for one in figures]),
        "y": np.arange(len(figures)),
        "marker": {
            "size": np.array([STRIP_OWN if name == own else OTHER for name in dots]),
            "opacity": 1,
            "color": [theme.ink if name == own else theme.muted for name in dots],
        },
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": np.array([scale * (one.high - one.value) for one in figures]),
            "arrayminus": np.array([scale * (one.value - one.low) for one in figures]),
            "color": theme.ink,
            "thickness": 1.3,
            "width": 4,
        },
        "hoverinfo": "skip",
    }


def _short(value: float) -> str:
    return f"{value:,.4g}" if value < 1000 else f"{value:,.0f}"


def is_drawn(claim: PublishedClaim, result: Result) -> bool:
    """Return whether there is a figure to be drawn beside the published one."""
    return claim.published is not None and bool(result.figures) and claim.standing is not Footing.CANNOT
