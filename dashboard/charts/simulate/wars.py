"""How many wars a finished game has, in bars."""

from functools import partial

from dashboard.charts.parts.few import rarely, span, told, too_few
from dashboard.charts.parts.histogram import figure
from dashboard.charts.parts.lengths import bars_note, games_over
from dashboard.charts.parts.panel import Panel, fitted
from dashboard.charts.parts.theme import WAR, faded
from engine.study import Study
from engine.study.estimates import games_to_rank, share
from engine.study.summary import FINISHED, Summary
from engine.study.tables.columns import all_end
from engine.study.tables.histogram import Histogram, lengths, table
from engine.words.sentences import count


def panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the wars of finished games."""
    chart = lengths(study, summary, unit="wars")
    title, note = _title(chart, summary), bars_note(chart, summary)
    draw = partial(figure, chart, colours=(WAR, faded(WAR, 0.45)))
    return Panel("wars", title, note, f"{title}. {note}", draw, partial(table, chart))


def _title(chart: Histogram, summary: Summary) -> str:
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
