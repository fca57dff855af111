"""How deep the deepest war of a game goes."""

from functools import partial
from typing import Final

from dashboard.charts.parts.axes import named_axis, percent_axis
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.few import rarely, told
from dashboard.charts.parts.marks import over_whisker, share_bars
from dashboard.charts.parts.panel import Panel, fitted, of_finished, pointed_at
from dashboard.charts.parts.theme import WAR, Theme, tally_layout
from dashboard.charts.parts.written import brief, decimals
from engine.rules import number_words
from engine.study.estimates import Estimate, share
from engine.study.summary import Summary
from engine.study.tables.bars import nice_up
from engine.study.tables.depth import DEEPEST, Depth, depth, table
from engine.words.sentences import count

RARE: Final = 0.001
"""Share below which a bar names its games."""
MANY: Final = 10_000
"""Games that a bar has no room to name."""


def panel(summary: Summary) -> Panel:
    """Return the panel of the deepest wars."""
    chart = depth(summary)
    title = _title(chart)
    note = of_finished(summary, *(["Whiskers: 95 %."] if chart.games > 1 else []))
    return Panel("depth", title, note, f"{title}. {note}", partial(figure, chart), partial(table, chart))


def _title(chart: Depth) -> str:
    if not chart.games:
        return "No game has ended"
    deepest = max(depth for depth, games in enumerate(chart.counts) if games)
    if chart.games == 1:
        deep = f"goes {_deep(deepest)}{' or deeper' if deepest == DEEPEST else ''}"
        return f"The one game that ends {deep if deepest else 'has no war'}"
    if deepest == 0:
        return told(
            f"{{}} of {chart.of} have a war", share=share(0, chart.games), what="if any has", of=chart.of
        )
    depths = range(2, min(deepest + 1, DEEPEST) + 1)
    depth = next((depth for depth in depths if sum(chart.counts[depth:]) < chart.games / 5), depths[-1])
    often = rarely(sum(chart.counts[depth:]), chart.games)
    if not often.startswith("Under"):
        whole = often if chart.all_end else often.replace("game", "finished game")
        return fitted(
            f"{whole} meets a war {_deep(depth)} or deeper",
            f"{whole} goes {_deep(depth)} or deeper",
            f"{whole} goes {_deep(depth)} or more",
        )
    whole = often if chart.all_end else often.replace("games", "finished games")
    return fitted(f"{whole} meet a war {_deep(depth)}", f"{whole} go {_deep(depth)}")


def _deep(depth: int) -> str:
    return f"{number_words(depth)} deep"


def figure(chart: Depth, theme: Theme) -> Drawing:
    """Draw gold bars with whiskers; the rarest say how many games they are."""
    drawn = tally_layout(theme, x_title="wars in the deepest round")
    drawn["xaxis"] |= named_axis(-0.6, len(chart.counts) - 0.4, dict(enumerate(chart.names)))
    shares = chart.shares
    highest = max((share.high for share in shares), default=1.0)
    drawn["yaxis"] |= percent_axis(min(nice_up(highest * 1.08), 1.1))
    if not shares:
        return Drawing([], drawn, Behind("bar", [chart.games]))
    names = ["no war", *(f"deepest war: {name}" for name in chart.names[1:])]
    points = list(map(pointed_at, names, chart.counts, shares, chart.example))
    bars = share_bars(range(len(shares)), shares, points, theme)
    bars |= {"width": 0.62, "marker": {"color": WAR, "line": {"width": 1, "color": theme.war_rim}}}
    drawn["annotations"] = [
        over_whisker(_label(games, share, decimals(*shares)), theme, place, share, yshift=1)
        for place, (games, share) in enumerate(zip(chart.counts, shares, strict=True))
    ]
    return Drawing([bars], drawn, Behind("bar", [chart.games]))


def _label(games: int, share: Estimate, digits: int) -> str:
    if not games:
        return "none"
    if share.value >= RARE or games >= MANY:
        return brief(share, digits)
    return count(games, "game").replace(" ", "<br>")
