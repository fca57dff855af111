"""A chart as text that a person reads and a test compares: its words, its table, and all that is drawn."""

import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2s
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts import Panel, style
from dashboard.charts.style import DRAWN, ENDLESS, PLAYER_1, PLAYER_2, THEMES, WAR, Theme
from engine.wording.sentences import Sentence

LIGHT: Final = THEMES["light"]
WHOLE: Final = 6  # values of a list that are written out; of a longer one the ends, with a hash of all
LEFT_OUT: Final = {"selected", "unselected", "showarrow", "type"}
"""What says nothing of what is seen, or is said otherwise."""
USUAL: Final = {
    *("font.size=12", "marker.line.color=paper", "marker.line.width=1"),
    *(f"error_{axis}.{part}" for axis in "xy" for part in ("symmetric=False", "thickness=1.3", "color=ink")),
    *("title.font.size=12", "title.font.color=muted", "title.standoff=4"),
}
"""What labels, whiskers, rims and titles of axes have as a rule: whatever is not so is written."""
FIXED: Final = {PLAYER_1: "blue", PLAYER_2: "vermilion", WAR: "gold", ENDLESS: "pink", DRAWN: "stone"}
COLOUR: Final = re.compile(r"rgba\((\d+),(\d+),(\d+),([\d.]+)\)|#[0-9A-Fa-f]{6}\b")
FIELD: Final = re.compile(r"%\{(customdata|x|y|z)(?:\[(\d+)\])?(?::([^}]+))?\}")


def chart_text(panel: Panel, theme: Theme = LIGHT) -> str:
    """Return a chart's name, words, table and figure."""
    words = f"{panel.file}: {title_and_notes(panel)}"
    return "\n".join([words, table_text(panel.table), figure_text(panel.draw(theme), theme)])


def title_and_notes(panel: Panel) -> str:
    """Return a chart's title, note, and what its alternative text has beyond them."""
    alt = panel.alt.replace(panel.title, "(title)").replace(panel.note or "(note)", "(note)")
    return " | ".join([panel.title, panel.note, *([alt] if alt != "(title). (note)" else [])])


def table_text(table: pd.DataFrame) -> str:
    """Return the columns of a table, and its rows as a list is written."""
    rows = [", ".join(map(_number, row)) for row in table.itertuples(index=False)]
    return f"table [{', '.join(map(str, table.columns))}] {_listed([f'({row})' for row in rows], 2)}"


def figure_text(figure: go.Figure, theme: Theme = LIGHT) -> str:
    """Return all that a figure draws beyond the layout that every chart has, its colours by their names."""
    names = {shade: name for name, shade in theme._asdict().items() if name != "bands"}
    names |= FIXED
    base = style.layout(theme, height=0)
    if figure.layout.uirevision == "tallies":
        base = style.tally_layout(theme, x_title="", height=0)
    lines = [*_layout(_named(figure.layout.to_plotly_json(), names), _named(base, names))]
    for trace in figure.data:
        lines += _trace(_named(trace.to_plotly_json(), names))
    return "\n".join(lines)


def hovers(figure: go.Figure) -> list[str]:
    """Return what every point of a figure says, as a browser puts it together."""
    return [text for trace in figure.data for text in _hovers(trace.to_plotly_json())]


def _named(part: Any, names: Mapping[str, str]) -> Any:
    """Return a part of a figure with colours by their names."""
    if isinstance(part, dict):
        return {name: _named(value, names) for name, value in part.items()}
    if isinstance(part, np.ndarray):
        return part.tolist()
    if isinstance(part, list | tuple):
        return [_named(value, names) for value in part]
    return COLOUR.sub(lambda found: _colour(found, names), part) if isinstance(part, str) else part


def _layout(drawn: dict[str, Any], base: dict[str, Any]) -> Iterator[str]:
    shapes, labels = drawn.pop("shapes", ()), drawn.pop("annotations", ())
    drawn.pop("template", None)
    start = drawn.get("uirevision") or "figure"
    other = {name: _without(part, base.get(name)) for name, part in drawn.items() if part != base.get(name)}
    axes = {name: part for name, part in other.items() if "axis" in name}
    yield " ".join([start, *_flat({name: part for name, part in other.items() if name not in axes})])
    for name, part in axes.items():
        yield f"{name} {' '.join(_flat(part))}"
    yield from (f"{shape['type']} {' '.join(_flat(shape))}" for shape in shapes)
    yield from (f"{one['text']!r} {' '.join(_flat({**one, 'text': None}))}" for one in labels)


def _trace(trace: dict[str, Any]) -> Iterator[str]:
    arrays: list[str] = []
    scalars: list[str] = []
    texts = trace.pop("text", None)
    says = [text.replace("<br>", " / ") for text in _hovers(trace)]
    points = trace.pop("customdata", None)
    hover = trace.pop("hovertemplate", "").removesuffix("<extra></extra>")
    for item in _flat(trace):
        (arrays if ": " in item else scalars).append(item)
    if texts is not None:
        scalars.append(f"text={_listed([*map(str, texts)], 3)}")
    yield f"{trace['type']} {' '.join(scalars)}"
    yield from (f"  {line}" for line in arrays)
    if points is not None:
        rows = _rows(points)
        games = [str(row[0]) for row in rows if isinstance(row, list) and isinstance(row[0], int)]
        yield f"  {'opens' if games else 'carries'} {_listed(games or [_number(row) for row in rows], 2)}"
    if says:
        yield f"  says {hover.replace('<br>', ' / ')!r}: {_listed(says, 1)}"


def _hovers(trace: Mapping[str, Any]) -> Iterator[str]:
    template, points = trace.get("hovertemplate"), trace.get("customdata")
    if template is None or points is None:
        return
    for place, point in enumerate(_rows(points)):
        values = {name: trace[name][place] for name in "xy" if name in trace} | {"customdata": point}
        yield FIELD.sub(lambda found: _field(found, values), template.removesuffix("<extra></extra>"))  # noqa: B023


def _field(found: re.Match[str], values: Mapping[str, Any]) -> str:
    name, place, form = found.groups()
    value = values.get(name, found[0])
    value = value[int(place)] if place else value
    return format(value, form) if form and not isinstance(value, str) else _number(value)


def _rows(points: Any) -> list[Any]:
    return [point.tolist() if isinstance(point, np.ndarray) else point for point in points]


def _without(part: Any, base: Any) -> Any:
    if not isinstance(part, dict) or not isinstance(base, dict):
        return part
    return {name: value for name, value in part.items() if base.get(name) != value}


def _flat(part: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """Yield every entry as `name.name=value`, lists as `name n: values`."""
    for name, value in part.items():
        if value is None or name in LEFT_OUT:
            continue
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{name}.")
        elif isinstance(value, np.ndarray | list | tuple):
            values = [_number(one) for one in np.asarray(value).ravel().tolist()]
            short = len(values) <= 2 or "tick" in name or name in ("range", "domain")
            text = _listed(values, 2)
            yield f"{above}{name}={text}" if short or text[0] == "[" else f"{above}{name} {text}"
        elif f"{above}{name}={value}" not in USUAL:
            yield f"{above}{name}={_number(value)}"


def _listed(values: list[str], ends: int) -> str:
    """Return a list: whole where it is short, else how long it is, both its ends, and a hash of all."""
    if len(values) <= WHOLE and (ends > 1 or len(values) <= 2):
        return f"[{'; '.join(values)}]"
    shown = [*values[:ends], "…", *values[-ends:]]
    digest = blake2s("\n".join(values).encode(), digest_size=3).hexdigest()
    return f"{len(values)}: {'; '.join(shown)} #{digest}"


def _number(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"({', '.join(map(_number, value))})"
    return f"{value:.7g}" if isinstance(value, float) else str(value)


def _colour(found: re.Match[str], names: Mapping[str, str]) -> str:
    red, green, blue, opacity = found.groups()
    shade = found[0] if opacity is None else "#" + "".join(f"{int(one):02X}" for one in (red, green, blue))
    return f"{names.get(shade, shade)}{'' if opacity is None else f'@{opacity}'}"


def lines(states: Mapping[str, Iterable[str] | str]) -> str:
    """Return what is said in each of several states, a line a state."""
    return "\n".join(
        f"{state}: {output if isinstance(output, str) else ' | '.join(output)}"
        for state, output in states.items()
    )


def marked(sentence: Sentence) -> str:
    """Return a sentence with what its parts are about."""
    return "".join(f"[{part.about}: {part.text}]" if part.about else part.text for part in sentence)
