"""Wars and their depth."""

from functools import partial
from typing import Final

from dashboard.charts.chart import (
    Behind,
    Drawing,
    Panel,
    fitted,
    of_finished,
    pointed_at,
    rarely,
    span,
    told,
    too_few,
)
from dashboard.charts.marks import bars_note, figure, games_over, over_whisker, share_bars
from dashboard.charts.style import WAR, Theme, faded, named_axis, percent_axis, tally_layout
from engine.numbers import brief, count, decimals, number_words
from engine.simulation import Study
from engine.simulation.estimates import Estimate, games_to_rank, share
from engine.simulation.tallies import FINISHED, Summary
from engine.tables.bars import (
    DEEPEST,
    Depth,
    Histogram,
    all_end,
    depth,
    depth_table,
    histogram_lengths,
    histogram_table,
    nice_up,
)

# How many wars a finished game has, in bars.


def wars_panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the wars of finished games."""
    chart = histogram_lengths(study, summary, unit="wars")
    title, note = _wars_title(chart, summary), bars_note(chart, summary)
    draw = partial(figure, chart, colours=(WAR, faded(WAR, 0.45)))
    return Panel("wars", title, note, f"{title}. {note}", draw, partial(histogram_table, chart))


def _wars_title(chart: Histogram, summary: Summary) -> str:
    if chart.median is None or chart.upper is None:
        return "No game has ended"
    middle, upper = int(chart.median.value), int(chart.upper.value)
    tally = summary.finished("wars")
    if chart.games == 1:
        return f"The one game that ends has {count(middle, 'war') if middle else 'no war'}"
    within, whole = span(chart.median), "" if all_end(summary) else "that end "
    if not within:
        return too_few("how many", games_to_rank(0.5), of=FINISHED.nouns(summary))
    if not upper:
        fought = share(games_over(tally, 0), chart.games)
        return told(
            f"{{}} of games {whole}have a war", share=fought, what="if any has", of=FINISHED.nouns(summary)
        )
    most = f"Half {whole}have up to {within} war{'' if within == '1' else 's'}"
    if " to " in within:
        return f"{'Of those that end, the' if whole else 'The'} median has {within} wars"
    over = rarely(games_over(tally, upper), chart.games)
    if over.startswith("Under"):
        return most
    return fitted(f"{most}, one {over.removeprefix('One game ')} over {upper:,}", most)


# How deep the deepest war of a game goes.

RARE: Final = 0.001
"""Share below which a bar names its games."""
MANY: Final = 10_000
"""Games that a bar has no room to name."""


def depth_panel(summary: Summary) -> Panel:
    """Return the panel of the deepest wars."""
    chart = depth(summary)
    title = _depth_title(chart)
    note = of_finished(summary, *(["Whiskers: 95 %."] if chart.games > 1 else []))
    return Panel(
        "depth", title, note, f"{title}. {note}", partial(depth_figure, chart), partial(depth_table, chart)
    )


def _depth_title(chart: Depth) -> str:
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


def depth_figure(chart: Depth, theme: Theme) -> Drawing:
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
