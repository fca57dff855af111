"""Charts of questions and of published figures."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from statistics import median
from typing import Any, Final

import numpy as np
import pandas as pd

from dashboard.charts import style
from dashboard.charts.chart import Behind, Drawing, NamedTable, Panel
from dashboard.charts.marks import carrying, label, scatter, upright, whiskers
from dashboard.charts.style import PLAYER_1, Label, Mark, Theme
from engine.library import AskedQuestion, ClaimVerdict, PublishedClaim, Title, published
from engine.numbers import count, percent
from engine.simulation import Estimate
from engine.wording import Part, Sentence

# An answer as a row of dots: the number asked for, the same by other rules, and the guess as a line.

DOTS_ROW: Final = 38  # pixels between two rows: a name and the games behind the dot
DOTS_OWN: Final = 11
OTHERS: Final = 9
"""Diameters in pixels of the dots."""
DASHED: Final = {"width": 2, "dash": "4px,3px"}

Answers = Mapping[str, Estimate]
"""By what is asked of which rules: the number, the question's own first."""


def dots_figure(
    question: AskedQuestion, answers: Answers, guess: int | None, accent: str, theme: Theme
) -> Drawing:
    """Draw the dots; `accent` is the shade of what the visitor moves."""
    scaled = _scaled(question, answers)
    end = max(question.guess.high, *(one.high for one in scaled), guess or 0)
    drawn = style.layout(theme, height=64 + DOTS_ROW * len(answers))
    drawn["margin"] |= {"l": 6, "t": 26}
    drawn["xaxis"] |= _guess_axis(question, -0.01 * end, 1.08 * end, end)
    drawn["xaxis"] |= {"showgrid": True, "gridcolor": theme.grid}
    noun = question.settled.measure.whole.noun
    rows = {
        -row: f"{name}<br>{count(answer.games, noun)}" for row, (name, answer) in enumerate(answers.items())
    }
    drawn["yaxis"] |= style.named_axis(-len(answers) + 0.4, 0.6, rows) | {"showgrid": False}
    drawn["shapes"], drawn["annotations"] = [], _number_labels(question, answers, end, theme)
    if guess is not None:
        drawn["shapes"].append(upright(guess, guess, layer="below", line=DASHED | {"color": accent}))
        words = f"<b>you guessed {question.guessed(guess)}</b>"
        drawn["annotations"].append(_over(words, accent, guess, end))
    points = [
        [name, _number(question, answer), count(answer.games, noun)] for name, answer in answers.items()
    ]
    others = len(answers) - 1
    marker = {
        "size": [DOTS_OWN, *[OTHERS] * others],
        "color": [PLAYER_1, *[theme.before] * others],
        "line": {"width": 0},
    }
    marks = dots(scaled, [*rows], marker, theme, cap=5) | {
        "cliponaxis": False,
        **carrying(points, "%{customdata[0]}<br>%{customdata[1]} of %{customdata[2]}<extra></extra>"),
    }
    return Drawing([marks], drawn, Behind("dot", [answer.games for answer in answers.values()], noun))


def dots(values: Sequence[Estimate], rows: Sequence[int], marker: Mark, theme: Theme, *, cap: int) -> Mark:
    """Return a dot a row for each number, with its interval."""
    at = np.array([value.value for value in values])
    marker = {"opacity": 1, **marker}  # with a list of sizes Plotly makes them 70 % transparent
    intervals = whiskers(values, theme, along="x", cap=cap)
    return scatter("markers", at, np.array(rows), marker=marker, **intervals)


def _guess_axis(question: AskedQuestion, low: float, high: float, end: float) -> dict[str, Any]:
    """Return an axis in the unit of the guess."""
    unit = " %" if question.guess.unit == "%" else ""
    return style.named_axis(low, high, {tick: f"{tick:,.0f}{unit}" for tick in style.ticks(end)})


def _scaled(question: AskedQuestion, answers: Answers) -> list[Estimate]:
    """Return the numbers with their intervals in the unit of the guess."""
    return [answer.scaled(question.scale) for answer in answers.values()]


def _number_labels(question: AskedQuestion, answers: Answers, end: float, theme: Theme) -> list[Label]:
    """Return the number of each dot beside its interval, or over it where there is no room beside."""
    labels = []
    for row, (answer, at) in enumerate(zip(answers.values(), _scaled(question, answers), strict=True)):
        number = _number(question, answer)
        placed: Label = {"x": at.high, "xanchor": "left", "xshift": 8}
        if at.high > 0.85 * end:
            placed = {"x": at.low, "xanchor": "right", "xshift": -8}
            if at.low < 0.3 * end:
                placed = {"x": at.value, "yshift": 13}
        placed |= {"bgcolor": theme.paper, "borderpad": 0}  # the line of the guess must not cross it
        labels.append(label(number if row else f"<b>{number}</b>", theme.ink, y=-row, **placed))
    return labels


def _number(question: AskedQuestion, answer: Estimate) -> str:
    """Write a number with the digits that its interval allows."""
    if question.guess.unit == "%":
        return percent(answer)
    return f"{question.written(answer.value)}{question.unit}"


def table(question: AskedQuestion, answers: Answers) -> pd.DataFrame:
    """Return the numbers in the unit of the question, shares in percent."""
    of_games = {"games": [answer.games for answer in answers.values()]}
    scaled = _scaled(question, answers)
    numbers = {end: [float(f"{getattr(one, end):.6g}") for one in scaled] for end in ("value", "low", "high")}
    return pd.DataFrame({"rules": [*answers], "unit": question.guess.unit, **numbers, **of_games})


# A class's guesses as a strip of points, against the answer and the class's own median.

PLACES: Final = 40  # how many piles stand side by side: on a phone points of neighbours do not touch
HIGHEST: Final = 8  # points of a pile that the strip has room for; of a higher one the points stand closer


def class_strip(
    question: AskedQuestion, guesses: tuple[float, ...], answer: Estimate | None, accent: str, theme: Theme
) -> Drawing:
    """Draw a point for each guess, piled up where guesses are alike; `accent` marks the class's median.

    answer: None while it is hidden.
    """
    value, middle = question.scale * answer.value if answer else 0.0, median(guesses)
    end = max(question.guess.high, value)
    drawn = style.layout(theme, height=190)
    drawn["margin"] |= {"l": 6, "t": 48}
    drawn["xaxis"] |= _guess_axis(question, -0.02 * end, 1.06 * end, end)
    heights = piled(guesses, end)
    drawn["yaxis"] |= style.named_axis(-0.6, max(HIGHEST, *heights) + 0.6, {}) | {"showgrid": False}
    drawn["shapes"] = [upright(middle, middle, layer="below", line=DASHED | {"color": accent})]
    drawn["annotations"] = [
        _over(f"<b>class: {middle:,.6g}{question.unit}</b>", accent, middle, end, yshift=0)
    ]
    if answer is not None:
        drawn["shapes"].append(upright(value, value, layer="below", line={"color": PLAYER_1, "width": 2}))
        words = f"<b>answer: {question.written(answer.value)}{question.unit}</b>"
        drawn["annotations"].append(_over(words, theme.player_1_text, value, end, yshift=18))
    points = [f"{guess:,.6g}{question.unit}" for guess in guesses]
    mark = scatter(
        "markers",
        np.array(guesses, dtype=float),
        np.array(heights, dtype=float),
        marker={"size": 8, "color": theme.before, "opacity": 1, "line": {"width": 0}},
        **carrying(points, "%{customdata}"),
    )
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


def _over(words: str, colour: str, place: float, end: float, **raised: int) -> Label:
    """Return words over a line, in a row of their own, so that the two never meet."""
    left = 2 * place > end
    aligned = {"xanchor": "right" if left else "left", "xshift": -4 if left else 4, **raised}
    return label(words, colour, x=place, y=1, yref="paper", yanchor="bottom", **aligned)


# The claims that are asked for, and the cells of their rows.

SIGNS: Final = {
    ClaimVerdict.AGREES: "✓",
    ClaimVerdict.TOO_FEW: "…",
    ClaimVerdict.NEAR: "≈",
    ClaimVerdict.UNIT_DIFFERS: "⇄",
    ClaimVerdict.UNSTATED: "?",
    ClaimVerdict.DISAGREES: "✗",
    ClaimVerdict.CANNOT: "–",
}
HEADINGS: Final = ("Claim", "Published", "Ours", "Verdict", "Why they differ")


def sources() -> list[str]:
    """Return every source once, by name."""
    return sorted({claim.source for claim in published.claims().values()}, key=str.lower)


def rule_sets() -> list[str]:
    """Return every rule set by which a claim may have been made, the commonest first."""
    codes = [code for claim in published.claims().values() for code in claim.runs]
    return sorted(set(codes), key=lambda code: (-codes.count(code), code))


def choices() -> dict[str, str]:
    """Return the verdicts that there are with their counts, all claims first: `Agrees 63`."""
    found = {"": f"All {len(published.claims())}"}
    for one, number in published.counts().items():
        if number:
            found[one.value] = f"{one.value.capitalize()} {number}"
    return found


def selected(verdict: str, words: str, source: str, rules: str, *, by_verdict: bool) -> list[PublishedClaim]:
    """Return the claims that are asked for; `words` have to stand in claim, source, note or rules."""
    requested = words.casefold().split()
    chosen = [
        claim
        for claim in published.claims().values()
        if (not verdict or published.saved_verdict(claim).value == verdict)
        and (not source or claim.source == source)
        and (not rules or rules in claim.runs)
        and all(word in _text(claim) for word in requested)
    ]
    if by_verdict:
        order = [*ClaimVerdict]
        chosen.sort(key=lambda claim: order.index(published.saved_verdict(claim)))
    return chosen


def _text(claim: PublishedClaim) -> str:
    about = (claim.claim, claim.source, claim.note, claim.unit, claim.pack, claim.name, *claim.runs)
    return " ".join(about).casefold()


def cells(claim: PublishedClaim, title: Title) -> tuple[Sentence, ...]:
    """Return a claim's row: what it says and whose it is, the figure, ours, the verdict, why they differ."""
    result, reached = published.saved_result(claim), published.saved_verdict(claim)
    ours, beside = published.ours_text(claim, result)
    rules = f"; {title(claim.runs[0])}" if claim.runs else ""
    why = published.because(claim, result, title) if reached is ClaimVerdict.DISAGREES else ""
    return (
        (Part(claim.claim), Part(" "), Part(f"{claim.source}{rules}", "aside")),
        (Part(claim.shown_text),),
        (Part(ours), Part(beside and f" {beside}" if beside[:1] in ("", "±") else f" ({beside})", "aside")),
        (Part(f"{SIGNS[reached]}\N{NO-BREAK SPACE}{reached.value}"),),
        (Part(why),),
    )


def sheet(chosen: Iterable[PublishedClaim], title: Title) -> NamedTable:
    """Return claims as a table to download."""
    return NamedTable("claims", pd.DataFrame([_record(claim, title) for claim in chosen]))


def _record(claim: PublishedClaim, title: Title) -> dict[str, object]:
    result = published.saved_result(claim)
    ours, beside = published.ours_text(claim, result)
    first = next(iter(result.figures.values()), None)
    return {
        "name": claim.name,
        "source": claim.source,
        "address": claim.url,
        "claim": claim.claim,
        "rules": "; ".join(claim.runs),
        "pack": claim.pack,
        "unit": claim.unit,
        "published": claim.shown_text,
        "ours": ours,
        "how sure": beside,
        "value": first.value if first else result.value,
        "low": first.low if first else None,
        "high": first.high if first else None,
        "games": claim.our_games if first else None,
        "verdict": published.saved_verdict(claim).value,
        "because": published.because(claim, result, title),
    }


def line_of(chosen: Sequence[PublishedClaim]) -> str:
    """Say how many claims are shown of how many."""
    whole = len(published.claims())
    if not chosen:
        return "No claim matches these filters."
    how_many = f"All {whole}" if len(chosen) == whole else f"{len(chosen)} of {whole}"
    return f"{how_many} claims. Select a claim to see its figures."


# One claim: a dot for each of our figures, the published one a dotted line in a band of what it can tell.

STRIP_ROW: Final = 30
TALL: Final = 42
"""Pixels of a row: of a dot alone, and of one with its name above it."""
SHORT: Final = 16  # characters of a name that stands beside its dot, on a phone as well
AIR: Final = 0.12  # of the axis left free on either side

Figures = dict[str, published.Figure]


def figures_of(claim: PublishedClaim, title: Title) -> Figures:
    """Return the figures that are drawn: of every rule set that was tried, or of one in every unit."""
    result = published.saved_result(claim)
    if len(result.figures) > 1:
        return {title(code): figure for code, figure in result.figures.items()}
    if result.units:
        return {f"in {unit}": figure for unit, figure in result.units.items()}
    return {"ours" if claim.is_share else f"in {claim.unit}": figure for figure in result.figures.values()}


def panel(claim: PublishedClaim, title: Title) -> Panel:
    """Return the panel of a claim."""
    figures = figures_of(claim, title)
    title_words = published.compared(claim, published.saved_result(claim))
    note = _note(claim, figures)
    rows = [(name, *figure[:3]) for name, figure in figures.items()]
    table = partial(pd.DataFrame, rows, columns=["figure", "value", "low", "high"])
    more = f"Published: {claim.shown_text}."
    return Panel("claim", title_words, note, partial(strip_figure, claim, figures), table, more=more)


def _note(claim: PublishedClaim, figures: Figures) -> str:
    """Say of how many games ours is, and what the band is."""
    if not figures:
        return "Computed exactly, without a sample."
    ours = f"{count(claim.our_games, 'game')}, seed {published.SEED}."
    theirs = count(claim.their_games or claim.our_games, "game")
    if claim.kind == "mode":
        return f"{ours} Band: likely range of the most common length in {theirs}."
    if claim.kind in published.RANGES:
        return f"{ours} Band: 99 % interval for the {claim.kind} of {theirs}."
    if claim.their_games:
        return f"{ours} Band: 95 % interval of the published figure ({theirs}), rounding included."
    return f"{ours} Band: all values that round to the published figure."


def strip_figure(claim: PublishedClaim, figures: Figures, theme: Theme) -> Drawing:
    """Draw the dots, a row each, over the band."""
    assert claim.published is not None
    unit = f"in {claim.figure.partition(' ')[2].partition(' ')[0]}"
    own = unit if unit in figures else next(iter(figures))  # it is compared with the published figure
    scale = 100 if claim.is_share else 1
    theirs = scale * claim.published
    low, high = (scale * end for end in published.band(claim, figures[own]))
    scaled = [Estimate(*one[:3], claim.our_games).scaled(scale) for one in figures.values()]
    names = [f"<b>{name}</b>" if name == own else name for name in figures]
    beside = max(map(len, figures)) <= SHORT
    height = 74 + (STRIP_ROW if beside else TALL) * len(figures)
    drawn = style.tally_layout(theme, x_title="%" if scale > 1 else "", height=height)
    least, most = min(low, *(one.low for one in scaled)), max(high, *(one.high for one in scaled))
    air = max((most - least) * AIR, 1e-9)
    drawn["xaxis"] |= {"range": [least - air, most + 2 * air], "nticks": 5}
    drawn["xaxis"] |= {"showgrid": True, "gridcolor": theme.grid}
    drawn["yaxis"] |= style.named_axis(len(figures) - 0.4, -0.6, dict(enumerate(names)))
    drawn["yaxis"] |= {"showgrid": False, "rangemode": "normal", "showticklabels": beside}
    drawn["margin"] |= {"t": 24}
    drawn["shapes"] = [
        upright(low, high, fillcolor=style.faded(theme.muted, 0.2), line={"width": 0}, layer="below"),
        upright(theirs, theirs, line={"color": theme.ink, "width": 1.5, "dash": "dot"}),
    ]
    near_end = theirs > sum(drawn["xaxis"]["range"]) / 2
    over = {"yref": "paper", "yanchor": "bottom", "xanchor": "right" if near_end else "left"}
    drawn["annotations"] = [
        label(f"published {claim.shown_text}", theme.ink, x=theirs, y=1, **over),
        *_row_labels(scaled, [] if beside else names, theme),
    ]
    marker = {
        "size": [9 if name == own else 8 for name in figures],
        "color": [theme.ink if name == own else theme.muted for name in figures],
    }
    marks = dots(scaled, range(len(scaled)), marker, theme, cap=4) | {"hoverinfo": "skip"}
    return Drawing([marks], drawn, Behind("dot", [claim.our_games]))


def _row_labels(scaled: Sequence[Estimate], above: Sequence[str], theme: Theme) -> list[Label]:
    """Return each value right of its interval, and names too long to stand beside their dots above these."""
    right = {"xanchor": "left", "xshift": 8}
    values = [
        label(_short(one.value), theme.ink, x=max(one.high, one.value), y=row, **right)
        for row, one in enumerate(scaled)
    ]
    over = {"x": 0, "xref": "paper", "xanchor": "left", "yanchor": "bottom", "yshift": 6}
    return values + [label(name, theme.muted, y=row, **over) for row, name in enumerate(above)]


def _short(value: float) -> str:
    return f"{value:,.4g}" if value < 1000 else f"{value:,.0f}"


def is_drawn(claim: PublishedClaim) -> bool:
    """Return whether there is a figure to be drawn beside the published one."""
    return claim.published is not None and bool(published.saved_result(claim).figures)
