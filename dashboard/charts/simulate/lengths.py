"""How games go on: lengths, games still going, wars, even or odd, loops, decks over the rounds."""

from functools import partial
from typing import Final

import numpy as np

from dashboard.charts import marks, style
from dashboard.charts.chart import FEWEST, WHISKERS, Behind, Drawing, Words, only_few, pointed_at
from dashboard.charts.style import Label, Layout, Mark, Theme
from engine import numbers, tables
from engine.kernels import EXACT_BELOW
from engine.simulation import FINISHED, Estimate, Ints, Study, Summary, quantile, share

WATCH: Final = "Click a bar to watch a game."
NONE_ENDED: Final = "No game has ended."

# How long finished games last, and how many wars they have, in bars.


def lengths_words(chart: tables.Histogram, _: Study, summary: Summary) -> Words:
    """Say when half of the games are over, and when 19 of 20."""
    note = _notes(_left_out(summary), _most_and_mean(chart), WATCH)
    if chart.median is None or chart.games < FEWEST:
        return _too_few(chart.games, note)
    median = numbers.count(int(chart.median.value), chart.quantity.noun)
    over = "are over after" if tables.all_end(summary) else "last at most"
    return Words(f"Half of {_games_counted(summary)} {over} {median}.", note)


def _most_and_mean(chart: tables.Histogram) -> str:
    if chart.mean is None or chart.upper is None or chart.games < FEWEST:
        return ""
    mean, noun = numbers.number_within(chart.mean), chart.quantity.noun
    longest = f"1 game in 20 takes more than {numbers.count(int(chart.upper.value), noun)}"
    return f"{longest}{f'; the mean is {mean} {noun}s' if mean else ''}."


def _games_counted(summary: Summary) -> str:
    """Name the games in a chart of lengths: all, or the finished ones.

    >>> from engine.notebook import simulate
    >>> _games_counted(simulate(games=40, workers=1).summary)
    'these 40 games'
    """
    if not tables.all_end(summary):
        return "finished games"
    return f"these {summary.games:,} games" if summary.games < numbers.FEW else "all games"


def _finished(summary: Summary) -> str:
    """Return what "games" needs before it to name those in a chart of lengths."""
    return "" if tables.all_end(summary) else "finished "


def _left_out(summary: Summary) -> str:
    """Say how many games a chart of lengths leaves out; empty if none."""
    words = {
        "endless": ("game (it never ends)", "games (they never end)"),
        "limit": ("game (cut off)", "games (cut off)"),
    }
    reasons = [
        numbers.of_games(share(games, summary.games), *words[name])
        for name, games in summary.outcomes().items()
        if name in words and games
    ]
    return f"Left out: {' and '.join(reasons)}." if reasons else ""


def _notes(*notes: str) -> str:
    return " ".join(filter(None, notes))


def _with_whiskers(games: int, summary: Summary) -> str:
    """Return the note under bars of finished games that show how sure they are; of one game none does."""
    return _notes(_left_out(summary), WHISKERS if games > 1 else "")


def _too_few(games: int, note: str) -> Words:
    """Return the words of a chart of finished games that has no finding."""
    return Words(only_few(games) if games else NONE_ENDED, note)


def wars_words(chart: tables.Histogram, _: Study, summary: Summary) -> Words:
    """Say how many wars half of the games have at most."""
    mean = numbers.number_within(chart.mean) if chart.mean else ""
    note = _notes(_left_out(summary), f"The mean is {mean}." if mean else "", WATCH)
    if chart.median is None or chart.games < FEWEST:
        return _too_few(chart.games, note)
    fewer = int(chart.median.value) + 1
    if fewer == 1:
        return Words(f"At least half of {_games_counted(summary)} have no war.", note)
    return Words(f"About half of {_games_counted(summary)} have fewer than {fewer:,} wars.", note)


wars_figure = partial(marks.figure, colours=(style.WAR, style.faded(style.WAR, 0.45)))


# The share of all games that go on after a number of rounds, down to those that never end.

NAME_HEIGHT: Final = 0.17  # parts of the chart's height between two names of floors, of two lines each
MATTERS: Final = 0.05  # share of endless games from which they are the finding
GOING: Final = 0.25  # share of games still going at the length that the finding names, at most


def survival_words(chart: tables.Survival, _: Study, summary: Summary) -> Words:
    """Say how many games go on after a round number of rounds; of many endless ones, how many never end."""
    games = chart.curve.games
    cut = f"Cut off: {numbers.of_100(share(chart.capped, games))} games." if chart.capped else ""
    note = _notes(f"{numbers.count(games, 'game')}.", cut, "Click the line to watch a game.")
    if not FINISHED.games(summary):
        return Words(NONE_ENDED, note)
    if games < FEWEST:
        return Words(only_few(games), note)
    tally, unit = summary.finished(f"{chart.curve.noun}s"), chart.curve.noun
    if chart.endless >= MATTERS * games and games >= numbers.FEW:
        late = quantile(tally, 0.95)
        assert late is not None
        after = min(int(tables.nice_up(late.value)), chart.curve.after[-1])
        left = marks.games_over(tally, after) + games - FINISHED.games(summary)
        which = f"{numbers.of_100(share(chart.endless, left))} never end"
        which = "none ends" if chart.endless == left else which
        return Words(f"Of the games still going after {numbers.count(after, unit)}, {which}.", note)
    unfinished = games - FINISHED.games(summary)
    steps = [size * 10**power for power in range(9) for size in (1, 2, 5)]
    over = {step: marks.games_over(tally, step) for step in steps}
    after = next(step for step in steps if over[step] <= GOING * (games - unfinished))
    if not over[after]:  # all have ended by then: the step before says more
        after = steps[max(steps.index(after) - 1, 0)]
    going = over[after] + unfinished
    ratio, one = one_in(going, games)
    return Words(f"After {numbers.count(after, unit)} {ratio} {'is' if one else 'are'} still going.", note)


def one_in(seen: int, games: int, which: str = "") -> tuple[str, bool]:
    """Write a share as one game in n, or as counts of few games; return whether the verb is of one game.

    >>> one_in(16_700, 100_000), one_in(65, 400), one_in(294, 10_000, "finished ")
    (('1 game in 6', True), ('65 of 400 games', False), ('1 finished game in 34', True))
    """
    if games < numbers.FEW or not seen or 2 * seen > games:
        return f"{numbers.of_100(share(seen, games))} {which}games", False
    return f"1 {which}game in {numbers.two_digits(games / seen):,}", True


def survival_figure(chart: tables.Survival, theme: Theme) -> Drawing:
    """Draw the curve over the floor of games that never end."""
    drawn = style.tally_layout(theme, x_title=f"{chart.curve.noun}s", right=74)
    drawn["xaxis"] |= style.under_bars(chart.axis)
    drawn["yaxis"] |= style.named_axis(0, 1, style.QUARTERS)
    _floor(drawn, chart, theme)
    drawn["annotations"].append(_name(chart, theme))
    return Drawing(_lines(chart, theme), drawn, Behind("point", [chart.curve.games]))


def _lines(chart: tables.Survival, theme: Theme) -> list[Mark]:
    """Return the band and over it the curve, whose points are clicked but not seen."""
    x = np.array([chart.axis.at(after) for after in chart.curve.after])
    shape = "hv" if len(x) < tables.POINTS / 2 else "linear"  # few points are steps, many are a line
    shares = chart.curve.shares
    low, high = np.array([share.low for share in shares]), np.array([share.high for share in shares])
    lengths = zip(chart.curve.examples, chart.curve.after, chart.curve.left, shares, strict=True)
    points = [
        [game, numbers.count(after, chart.curve.noun), numbers.count(left, "game"), numbers.percent(share)]
        for game, after, left, share in lengths
    ]
    going = "%{customdata[2]} still going, %{customdata[3]}"
    words = f"after %{{customdata[1]}}<br>{going}<br>click for one that ended here"
    line = {"width": 2, "color": theme.ink, "shape": shape}
    curve = marks.pointed_line(x, np.array([share.value for share in shares]), line, points, words)
    return [*marks.band(x, low, high, style.faded(theme.ink, 0.16), shape=shape), curve]


def _floor(drawn: Layout, chart: tables.Survival, theme: Theme) -> None:
    """Draw the share that never ends as a floor, and above it what was cut off."""
    all_games = chart.curve.games
    never = chart.endless / all_games
    floors = (
        (0.0, never, style.ENDLESS, theme.endless_text, "never ends", chart.endless),
        (never, never + chart.capped / all_games, theme.muted, theme.muted, "cut off", chart.capped),
    )
    drawn_floors = [floor for floor in floors if floor[-1]]
    tops = [min(max(high, 0.08), 0.93) for _, high, *_ in drawn_floors]
    heights = marks.separated(tops, [NAME_HEIGHT] * len(tops), 0.93 + NAME_HEIGHT)
    for (low, high, colour, text, name, games), height in zip(drawn_floors, heights, strict=True):
        dashed = {"width": 2, "dash": "dash", "color": colour}
        drawn["shapes"] += [
            marks.level(low, high, fillcolor=style.faded(theme.ink, 0.09), line={"width": 0}, layer="below"),
            marks.level(high, high, line=dashed, layer="below"),
        ]
        words = f"<b>{name}</b><br>{numbers.brief(share(games, all_games))}"
        drawn["annotations"].append(marks.beside(words, text, height, align="left"))


def _name(chart: tables.Survival, theme: Theme) -> Label:
    """Name the curve where it has come half the way down."""
    shares = chart.curve.shares
    half = (shares[0].value + shares[-1].value) / 2
    place = next((place for place, share in enumerate(shares) if share.value <= half), 0)
    at = {"x": chart.axis.at(chart.curve.after[place]), "y": half}
    return marks.label("still going", theme.ink, **at, xanchor="left", yanchor="bottom", xshift=6)


# How deep the longest war of a game goes.

RARE: Final = 0.001  # share below which a bar names its games
MANY: Final = 10_000  # games that a bar has no room to name
WARS: Final = {1: "a war", 2: "a double war", 3: "a triple war"}
UNCOMMON: Final = 0.2  # share of games that meet the war which the finding names, at most


def depth_words(chart: tables.Depth, _: Study, summary: Summary) -> Words:
    """Say how rare long wars are."""
    note = _with_whiskers(chart.games, summary)
    if chart.games < FEWEST:
        return _too_few(chart.games, note)
    deepest = max(depth for depth, games in enumerate(chart.counts) if games)
    if deepest < 2:
        return Words(f"No game has {WARS[deepest + 1]}.", note)
    depths = range(2, deepest + 1)
    named = next((depth for depth in depths if sum(chart.counts[depth:]) < UNCOMMON * chart.games), deepest)
    ratio, one = one_in(sum(chart.counts[named:]), chart.games, _finished(summary))
    war = WARS.get(named, f"a war of {named} ties")
    return Words(f"{ratio} {'has' if one else 'have'} {war} or longer.", note)


def depth_figure(chart: tables.Depth, theme: Theme) -> Drawing:
    """Draw gold bars with whiskers; the rarest say how many games they are."""
    drawn = style.tally_layout(theme, x_title="most wars in one round")
    drawn["xaxis"] |= style.named_axis(-0.6, len(chart.counts) - 0.4, dict(enumerate(chart.names)))
    shares = chart.shares
    highest = max((share.high for share in shares), default=1.0)
    drawn["yaxis"] |= style.percent_axis(min(tables.nice_up(highest * 1.08), 1.1))
    if not shares:
        return Drawing([], drawn, Behind("bar", [chart.games]))
    names = ["no war", *(f"longest war: {name}" for name in chart.names[1:])]
    points = list(map(pointed_at, names, chart.counts, shares, chart.example))
    bars = marks.share_bars(range(len(shares)), shares, points, theme)
    bars |= {"width": 0.62, "marker": {"color": style.WAR, "line": {"width": 1, "color": theme.war_rim}}}
    drawn["annotations"] = [
        marks.over_whisker(_label(games, share, numbers.decimals(*shares)), theme, place, share, yshift=1)
        for place, (games, share) in enumerate(zip(chart.counts, shares, strict=True))
    ]
    return Drawing([bars], drawn, Behind("bar", [chart.games]))


def _label(games: int, share: Estimate, digits: int) -> str:
    if not games:
        return "none"
    if share.value >= RARE or games >= MANY:
        return numbers.brief(share, digits)
    return numbers.count(games, "game").replace(" ", "<br>")


# Whether games end after an even or an odd number of rounds, by who wins.


def parity_words(chart: tables.Parity, _: Study, summary: Summary) -> Words:
    """Say how many games take an even number of rounds, or an odd one."""
    note = _with_whiskers(chart.games, summary)
    if chart.games < FEWEST:
        return _too_few(chart.games, note)
    odd = 2 * chart.odd > chart.games
    seen = chart.odd if odd else chart.games - chart.odd
    which = _finished(summary)
    share_words = numbers.of_games(share(seen, chart.games), f"{which}game", f"{which}games")
    return Words(f"{share_words} take an {tables.PARITIES[odd]} number of rounds.", note)


def parity_figure(chart: tables.Parity, theme: Theme) -> Drawing:
    """Draw two bars for each outcome: even filled, odd hollow."""
    drawn = style.tally_layout(theme, x_title="even and odd numbers of rounds")
    names = [f"{tables.OUTCOME_NAMES[name]}{'' if name == 'draw' else ' wins'}" for name in chart.counts]
    drawn["xaxis"] |= style.named_axis(-0.55, len(names) - 0.45, dict(enumerate(names)))
    if not chart.games:
        drawn["yaxis"] |= style.percent_axis(1.0)
        return Drawing([], drawn, Behind("bar", [chart.games]))
    shares = [share for name in chart.counts for share in chart.shares(name)]
    drawn["yaxis"] |= style.percent_axis(min(tables.nice_up(1.1 * max(share.high for share in shares)), 1.1))
    digits = numbers.decimals(*shares)
    data = []
    for odd in (0, 1):
        places = [place + (0.2 if odd else -0.2) for place in range(len(names))]
        data.append(_bars(chart, odd, places, theme))
        for place, estimate in zip(places, shares[odd::2], strict=True):
            seen = numbers.brief(estimate, digits) if estimate.value else "none"
            words = f"{tables.PARITIES[odd]}<br>{seen}"
            drawn["annotations"].append(marks.over_whisker(words, theme, place, estimate))
    return Drawing(data, drawn, Behind("bar", [chart.games]))


def _bars(chart: tables.Parity, odd: int, places: list[float], theme: Theme) -> Mark:
    shares = [chart.shares(name)[odd] for name in chart.counts]
    fills = [style.outcome_marker(name, theme)["color"] for name in chart.counts]
    points = []
    for name, estimate in zip(chart.counts, shares, strict=True):
        words = f"{tables.OUTCOME_NAMES[name]}, {tables.PARITIES[odd]} length"
        points.append(pointed_at(words, chart.counts[name][odd], estimate, chart.example[name][odd]))
    marker = {"color": theme.paper if odd else fills, "line": {"width": 2, "color": fills}}
    return marks.share_bars(places, shares, points, theme) | {"width": 0.34, "marker": marker}


# Where the loops of endless games begin and how long they are, in bars.


def starts_words(chart: tables.Histogram, _: Study, summary: Summary) -> Words:
    """Say by when half of the loops have begun."""
    note = _followed(chart, summary)
    if chart.median is None or chart.games < FEWEST:
        return Words(only_few(chart.games, "loop"), note)
    loops = f"these {chart.games:,} loops" if chart.games < numbers.FEW else "the loops"
    return Words(f"Half of {loops} have begun by round {chart.median.value:,.0f}.", note)


def _followed(chart: tables.Histogram, summary: Summary) -> str:
    endless = summary.outcomes()["endless"]
    return f"Loops found in {chart.games:,} of {endless:,} games that never end. {WATCH}"


def loops_words(chart: tables.Histogram, _: Study, summary: Summary) -> Words:
    """Say which length is the commonest, or how long half of the loops are at most."""
    note = _followed(chart, summary)
    if chart.median is None or chart.games < FEWEST:
        return Words(only_few(chart.games, "loop"), note)
    tally = summary.cycle_lengths
    common = int(np.argmax(tally[:EXACT_BELOW]))
    if tally[common] > chart.games / 4:
        alike = numbers.of_100(share(int(tally[common]), chart.games))
        return Words(f"{alike} loops are {numbers.count(common, 'round')} long.", note)
    median = numbers.count(int(chart.median.value), "round")
    return Words(f"Half of the loops are at most {median} long.", note)


starts_figure = partial(marks.figure, hatched=True)
loops_figure = partial(marks.figure, hatched=True, marks=False)


# Player 1's deck round by round, over the games that are followed and still going: quantile bands.


def fan_words(chart: tables.Fan, _: Study, __: Summary) -> Words:
    """Say between which sizes half of the decks lie at a round number of rounds."""
    note = f"{numbers.count(chart.followed, 'game')} followed. Only games still going. Click to watch one."
    if chart.followed < FEWEST:
        return Words(only_few(chart.followed), note)
    # The last round number of the first half: later, few games go on.
    last = int(chart.after[-1])
    named = max((tick for tick in style.ticks(last) if 0 < tick <= last / 2), default=0)
    place = int(np.searchsorted(chart.after, named, side="right")) - 1
    low, high = (chart.quantiles[level][place] for level in (0.25, 0.75))
    if not chart.after[place] or low is None or high is None:
        return Words(f"Few of these games go on beyond {numbers.count(chart.last, 'round')}.", note)
    then = f"After {numbers.count(int(chart.after[place]), 'round')}"
    return Words(f"{then}, half of the hands hold {numbers.span(str(low), str(high))} cards.", note)


def fan_figure(chart: tables.Fan, theme: Theme) -> Drawing:
    """Draw the bands, the darker for the middle half, and the median."""
    drawn = style.tally_layout(theme, x_title="rounds played", right=58)
    drawn["xaxis"] |= style.named_axis(0, chart.end, {tick: f"{tick:,}" for tick in style.ticks(chart.end)})
    quarters = (chart.cards / 4 * step for step in range(5))
    drawn["yaxis"] |= style.named_axis(0, chart.cards, {size: f"{size:g}" for size in quarters})
    data: list[Mark] = []
    if len(chart.after):
        for low, high, opacity in ((0.05, 0.95, 0.14), (0.25, 0.75, 0.26)):
            data += _band(chart, low, high, style.faded(style.PLAYER_1, opacity * theme.bands))
        data.append(_median(chart, theme))
        drawn["annotations"] = _labels(chart, theme)
    return Drawing(data, drawn, Behind("round", chart.going.tolist()))


def _line(after: Ints, sizes: list[int | None], points: list[list[int | str]], words: str) -> Mark:
    """Return a line with points that can be clicked but not seen. They name no game: one is searched for."""
    ends = {"x": after.astype(np.int32), "y": np.array(sizes, dtype=np.int16), "line": {"width": 0}}
    return {"type": "scatter", "mode": "lines+markers", **ends, **marks.hit_targets(points, words, size=6)}


def _median(chart: tables.Fan, theme: Theme) -> Mark:
    points = [
        [tables.NOT_ONE, games, f" ({numbers.span(str(low), str(high))})" if None not in (low, high) else ""]
        for games, (low, high) in zip(chart.going.tolist(), chart.median_interval, strict=True)
    ]
    words = (
        f"after round %{{x:,}}: median %{{y}} of {chart.cards} cards%{{customdata[2]}}"
        "<br>games still going: %{customdata[1]:,}<br>click to watch one"
    )
    middle = _line(chart.after, chart.quantiles[0.5], points, words)
    return middle | {"line": {"width": 2, "color": theme.player_1_text}}


def _band(chart: tables.Fan, low: float, high: float, colour: str) -> list[Mark]:
    known = [place for place, size in enumerate(chart.quantiles[low]) if size is not None]
    lines = []
    for level in (low, high):
        sizes = [chart.quantiles[level][place] for place in known]
        most = f"{100 * level:.0f} % hold at most %{{y}} of {chart.cards} cards"
        words = f"after round %{{x:,}}: {most}<br>click to watch a game there"
        lines.append(_line(chart.after[known], sizes, [[tables.NOT_ONE]] * len(known), words))
    lower, upper = lines
    return [lower, {**upper, "fill": "tonexty", "fillcolor": colour}]


def _labels(chart: tables.Fan, theme: Theme) -> list[Label]:
    """Name the bands at their upper ends, as far apart as letters are high."""
    names = {0.5: "<b>middle</b>", 0.75: "half", 0.95: "9 of 10"}
    labels: list[Label] = []
    free = 0.0
    for level, name in names.items():
        last = next((size for size in reversed(chart.quantiles[level]) if size is not None), None)
        if last is not None:
            height = max(float(last), free)
            free = height + chart.cards * 0.085
            colour = theme.player_1_text if level == 0.5 else theme.muted
            labels.append(marks.beside(name, colour, height))
    return labels
