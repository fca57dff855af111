"""The panels of the Simulate page in every state a study can be in, and the words above them."""

import json
import re
from collections.abc import Callable
from functools import cache, partial, reduce
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
from figures import check_sent

from dashboard.charts.chart import NOTE_MOST, TITLE_MOST, Panel, left_out, of_decided, of_finished
from dashboard.charts.simulate import outcomes as simulate_outcomes
from dashboard.charts.simulate.charts import LONGEST_HEADLINE, headline, simulate_panels
from dashboard.charts.style import THEMES
from engine import Deal, deal_cards, play
from engine.cards import Pack
from engine.game import Game, Reason
from engine.numbers import counted, decimals, number, percent, percent_range, plus_minus
from engine.rules import PLAYABLE
from engine.simulation import Study
from engine.simulation.coin import coin_band, coin_test
from engine.simulation.estimates import Estimate, share
from engine.simulation.tallies import Summary, tally
from engine.tables import outcomes as tossed_table
from engine.tables.bars import NOT_ONE
from engine.wording.sentences import plain

LIGHT = THEMES["light"]
NAMES = (
    "outcomes",
    "lengths",
    "survival",
    "deck-sizes",
    "depth",
    "wars",
    "aces",
    "strength",
    "parity",
    "coin",
)
ENDLESS_NAMES = ("cycle-starts", "cycle-lengths")


@cache
def study(rules: str, games: int, **fields: Any) -> tuple[Study, Summary]:
    pack = Pack.parse(fields.pop("pack", "13x4"))
    one = Study(rules=PLAYABLE[rules], games=games, pack=pack, seed=7, **fields)
    return one, tally(one, 0, games)


@cache
def only(outcome: str, games: int = 1) -> tuple[Study, Summary]:
    """Return a study of which only the first games with one outcome were played."""
    one, _ = study("codingame", 100)
    found: list[Summary] = []
    for start in range(100):
        alone = tally(one, start, 1)
        if alone.outcomes()[outcome]:
            found.append(alone)
            if len(found) == games:
                break
    return Study(rules=one.rules, games=games, seed=7), reduce(Summary.__add__, found)


CASES: dict[str, Callable[[], tuple[Study, Summary]]] = {
    **{name: partial(study, name, 3_000, followed=200) for name in PLAYABLE},
    "a hundred": partial(study, "norvig", 100),
    "three": partial(study, "code-golf", 3),
    "one won": partial(only, "player_2"),
    "one drawn": partial(only, "draw"),
    "one endless": partial(only, "endless"),
    "all drawn": partial(study, "code-golf", 50, pack="1x2"),
    "all endless": partial(only, "endless", 20),
    "nothing finished": partial(study, "code-golf", 40, limit=1),
    "tiny pack": partial(study, "programming-challenges", 2_000, pack="5x2", sample=1),
    "two cards": partial(study, "code-golf", 500, pack="2x1"),
    "odd pack": partial(study, "code-golf", 500, pack="5x1"),
    "one rank": partial(study, "kbwar", 200, pack="1x8"),
    "many ranks": partial(study, "spivey", 300, pack="52x1", limit=2_000),
    "large pack": partial(study, "norvig", 60, pack="13x16", sample=1),
    "stopped": lambda: (Study(rules=PLAYABLE["codingame"], games=10**9), study("codingame", 100)[1]),
}


@cache
def panels(case: str, unit: str = "rounds", log: bool = False) -> tuple[Panel, ...]:
    one, summary = CASES[case]()
    return simulate_panels(one, summary, unit=unit, log=log)  # type: ignore[arg-type]


@pytest.mark.parametrize("case", CASES)
def test_every_case_has_all_panels_in_order(case: str) -> None:
    _, summary = CASES[case]()
    endless = ENDLESS_NAMES if summary.outcomes()["endless"] else ()
    assert tuple(panel.name for panel in panels(case)) == (*NAMES, *endless)


@pytest.mark.parametrize("case", CASES)
def test_words_fit_and_are_words(case: str) -> None:
    for unit, log in (("rounds", False), ("battles", True), ("plays", True)):
        for panel in panels(case, unit, log):
            for words in (panel.title, panel.note, panel.alt):
                assert words
                assert words[0].isupper() or words[0].isdigit(), words
                assert not re.search(r"nan|inf\b|None|[*_`$<>{}\[\]]|  |\.\.", words), words
            assert len(panel.title) <= TITLE_MOST, panel.title
            assert len(panel.note) <= NOTE_MOST, panel.note
            assert panel.note.endswith(".")
            assert re.fullmatch("[a-z-]+", panel.name)


@pytest.mark.parametrize(
    ("case", "theme"),
    [
        pytest.param(
            case, theme, id=f"{case}-{theme.name}", marks=() if (place + turn) % 2 == 0 else pytest.mark.slow
        )
        for place, case in enumerate(CASES)
        for turn, theme in enumerate(THEMES.values())
    ],
)
def test_every_figure_has_its_axes_stays_small_and_is_sent_as_plotly_sends_it(case: str, theme: Any) -> None:
    for panel in panels(case):
        figure = panel.draw(theme)
        text = figure.to_json()
        assert len(text) < 40_000, panel.name
        assert not re.search(r"[\[,: ]NaN", text)  # numbers packed as letters may spell it
        assert "Infinity" not in text
        drawn = figure.layout
        assert drawn.height == (112 if panel.name in ("outcomes", "coin") else 236)
        assert drawn.uirevision is not None
        assert drawn.title.text is None
        assert drawn.xaxis.range is not None
        assert drawn.yaxis.range is not None
        assert drawn.xaxis.range[0] < drawn.xaxis.range[1]
        assert drawn.yaxis.range[0] < drawn.yaxis.range[1]
        if panel.name != "outcomes":
            assert drawn.xaxis.title.text
            assert drawn.xaxis.tickvals
        if panel.name not in ("outcomes", "coin"):
            assert drawn.yaxis.tickvals
        assert {trace.type for trace in figure.data} <= {"bar", "scatter", "heatmap"}
        check_sent(figure)


def points(figure: go.Figure) -> list[list[Any]]:
    """Return the custom data of every point that can be pointed at, as the browser gets it."""
    found = []
    for trace, sent in zip(figure.data, json.loads(figure.to_json())["data"], strict=True):
        if trace.type != "heatmap" and trace.hoverinfo != "skip":
            assert len(sent["customdata"]) == len(trace.x)
            found += sent["customdata"]
    return found


@pytest.mark.parametrize("case", CASES)
def test_every_point_names_a_game_or_none(case: str) -> None:
    one, _ = CASES[case]()
    for panel in panels(case):
        for point in points(panel.draw(LIGHT)):
            assert isinstance(point, list)
            assert type(point[0]) is int
            assert NOT_ONE <= point[0] < max(one.games, 100)


@cache
def replayed(case: str, game: int) -> Game:
    one, _ = CASES[case]()
    deal: Deal = deal_cards(one.pack, seed=one.seed, number=int(game))
    return play(deal, one.rules, number=int(game), seed=one.seed)


@pytest.mark.parametrize("case", ["codingame", "norvig", "tiny pack"])
def test_a_clicked_bar_opens_a_game_that_is_in_it(case: str) -> None:
    for panel in panels(case, "plays"):
        table = panel.table
        if panel.name == "lengths":
            for low, high, game in table[["plays from", "plays to", "a game"]].itertuples(index=False):
                if not pd.isna(game):
                    plays = replayed(case, game).plays
                    assert low <= plays <= (high if not pd.isna(high) else plays)
        if panel.name == "aces":
            one, _ = CASES[case]()
            for number_dealt, game in enumerate(table["a game"]):
                best = one.pack.rank_of(one.pack.size - 1)
                assert replayed(case, game).deal.deck_1.count(best) == number_dealt
        if panel.name == "depth":
            for depth, game in enumerate(table["a game"]):
                assert pd.isna(game) or replayed(case, game).depth == depth
        if panel.name == "cycle-lengths":
            for low, high, game in table[["rounds from", "rounds to", "a game"]].itertuples(index=False):
                if not pd.isna(game):
                    cycle = replayed(case, game).cycle
                    assert cycle is not None
                    assert low <= cycle.length <= high


@pytest.mark.parametrize("case", CASES)
def test_tables_hold_numbers_that_add_up(case: str) -> None:
    _, summary = CASES[case]()
    outcomes = summary.outcomes()
    finished = outcomes["player_1"] + outcomes["player_2"] + outcomes["draw"]
    totals = {
        "outcomes": summary.games,
        "lengths": finished,
        "depth": finished,
        "wars": finished,
        "parity": finished,
    }
    for panel in panels(case):
        table = panel.table
        if panel.name in totals:
            assert table["games"].sum() == totals[panel.name], panel.name
            if totals[panel.name] and "share" in table:
                assert table["share"].sum() == pytest.approx(1)
        if "share" in table and len(table.dropna(subset=["share"])):
            known = table.dropna(subset=["share"])
            assert (known["share low"] <= known["share"]).all()
            assert (known["share"] <= known["share high"]).all()
        if panel.name in ("aces", "strength"):
            assert table["decided games"].sum() == outcomes["player_1"] + outcomes["player_2"]
            assert table["player 1 wins"].sum() == outcomes["player_1"]
        for column, kind in table.dtypes.items():
            texts = column in ("outcome", "because", "rounds", "deepest war", "dealt to player 1")
            assert (kind == "str") == (texts or column == "above an even share") or not len(table), column


def test_a_hundred_million_games_are_no_larger_to_draw() -> None:
    for rules in ("programming-challenges", "code-golf"):
        one, summary = study(rules, 30_000)
        for _ in range(12):
            summary = summary + summary
        assert summary.games == 122_880_000
        many = Study(rules=one.rules, games=summary.games, seed=7)
        for panel in simulate_panels(many, summary):
            assert len(panel.draw(LIGHT).to_json()) < 40_000, panel.name
            assert len(panel.title) <= TITLE_MOST, panel.title
            assert len(panel.note) <= NOTE_MOST, panel.note
        title, _ = headline(many, summary)
        assert len(plain(title)) <= LONGEST_HEADLINE


def test_titles_are_found_in_the_data() -> None:
    titles = {panel.name: panel.title for panel in panels("codingame")}
    _, summary = CASES["codingame"]()
    outcomes = summary.outcomes()
    deep = summary.finished("depth")
    assert titles["outcomes"] == "In under 0.6 % of wins the loser runs short"
    assert sum(deep[3:]) < sum(deep) / 5 < sum(deep[2:])  # three deep is the first rare depth
    assert 0.007 < share(int(sum(deep[3:])), int(sum(deep))).high < 0.014
    assert titles["depth"] == "Under 1.4 % of finished games go three deep"
    odd = summary.parity[:3, 1].sum() / summary.parity[:3].sum()
    assert titles["parity"] == f"{100 * odd:.0f} % that end take an odd number of rounds"
    wins = 100 * outcomes["player_1"] / (outcomes["player_1"] + outcomes["player_2"])
    assert titles["coin"] == f"Not a coin: player 1 wins {wins:.0f} % of decided games"
    short = study("code-golf", 3_000, followed=200)[1]
    of_wins = 100 * short.reasons[:2, list(Reason).index(Reason.SHORTFALL)].sum() / 3_000
    titles = {panel.name: panel.title for panel in panels("code-golf")}
    assert titles["outcomes"] == f"In {of_wins:.0f} % of wins the loser is short for a war"
    assert titles["survival"].startswith("One game in 10 takes over ")


@pytest.mark.parametrize(
    ("case", "name", "title"),
    [
        ("one won", "lengths", "The one game that ends takes "),
        ("one drawn", "coin", "No game has been won yet"),
        ("one drawn", "aces", "No game has been won yet"),
        ("one endless", "lengths", "No game has ended"),
        ("one endless", "cycle-lengths", "No cycle has been followed yet"),
        ("all drawn", "outcomes", "No game has been won"),
        ("all endless", "survival", "No game has ended"),
        ("nothing finished", "depth", "No game has ended"),
        ("a hundred", "aces", "Too few games to tell: 100 of each kind would do"),
        ("one rank", "strength", "No game has been won yet"),
        ("two cards", "survival", "Under 0.8 % of games take over 1 round"),
        ("two cards", "lengths", "Over 99.2 % of games end within 1 round"),
        ("two cards", "wars", "Under 0.8 % of games have a war"),
        ("two cards", "deck-sizes", "The games followed end within 1 round"),
        ("two cards", "aces", "The ace wins over 98.6 %, without it under 1.6 %"),
        ("many ranks", "aces", "Card 1 wins over 97 %, without it under 3 %"),
        ("one rank", "wars", "Half have up to 2 wars"),
    ],
)
def test_what_cannot_be_told_is_said(case: str, name: str, title: str) -> None:
    found = next(panel for panel in panels(case) if panel.name == name)
    assert found.title.startswith(title)


def test_notes_name_the_games_and_what_is_left_out() -> None:
    _, summary = CASES["codingame"]()
    outcomes = summary.outcomes()
    endless = percent(share(outcomes["endless"], 3_000))
    drawn = percent(share(outcomes["draw"], 3_000))
    finished = 3_000 - outcomes["endless"]
    assert of_finished(summary) == f"{finished:,} finished games; {endless} never end."
    decided = outcomes["player_1"] + outcomes["player_2"]
    assert of_decided(summary, "x" * 60) == f"{decided:,} decided games; {drawn} drawn, {endless} never end."
    assert left_out(CASES["norvig"]()[1]) == ""
    assert of_finished(CASES["norvig"]()[1], "Click.") == "3,000 games. Click."
    for panel in panels("codingame"):
        if panel.name in ("lengths", "wars", "depth", "parity", "aces", "strength", "coin"):
            assert f"{endless} never end" in panel.note, panel.name


# Words above


def told(case: str, *, running: bool = False) -> tuple[str, str]:
    title, line = headline(*CASES[case](), running=running)
    return plain(title), plain(line)


def test_the_headline_of_a_finished_run() -> None:
    one, summary = study("programming-challenges", 30_000)
    shares = {name: f"{100 * games / 30_000:.1f} %" for name, games in summary.outcomes().items()}
    title, line = headline(one, summary)
    assert plain(title) == (
        f"{shares['endless']} of games never end; player 1 wins {shares['player_1']}, "
        f"player 2 {shares['player_2']}."
    )
    assert [part.about for part in title if part.about] == ["endless", "player 1", "player 2"]
    assert plain(line) == (
        "30,000 random deals of 52 cards; every share is good to ± 0.6 points (95 %). "
        "Endless is proved, not guessed from a limit."
    )


def test_the_headline_leads_with_what_is_most() -> None:
    assert told("codingame")[0].startswith("4")
    assert " drawn, " in told("codingame")[0]
    golf = told("code-golf")[0]
    assert golf == "Each player wins about 50 % of games."
    assert "proved" not in told("code-golf")[1]


@pytest.mark.parametrize("case", CASES)
def test_headlines_fit(case: str) -> None:
    for running in (False, True):
        title, line = told(case, running=running)
        assert len(title) <= LONGEST_HEADLINE, title
        assert title.endswith(".")
        assert line.endswith(".")


@pytest.mark.parametrize(
    ("case", "title"),
    [
        ("one won", "Player 2 wins the one game played."),
        ("one drawn", "The one game played is drawn."),
        ("one endless", "The one game played never ends."),
        ("all endless", "20 of 20 games never end."),
        ("all drawn", "Over 92 % of games are drawn."),
        ("nothing finished", "Over 91 % of games were cut off."),
    ],
)
def test_headlines_of_the_simplest_studies(case: str, title: str) -> None:
    assert told(case)[0] == title


def test_the_headline_of_a_few_games_counts_them() -> None:
    outcomes = CASES["three"]()[1].outcomes()
    most, least = sorted((outcomes["player_1"], outcomes["player_2"]), reverse=True)
    assert re.fullmatch(f"Player [12] wins {most} of 3 games(, player [12] {least})?\\.", told("three")[0])
    assert told("one won")[1] == "1 random deal of 52 cards: nothing can be told of others from it."


def test_the_headline_says_when_a_run_goes_on_or_was_stopped() -> None:
    assert told("stopped")[1].startswith("Stopped at 100 games; the shares are of those, good to ± 11 points")
    running = told("stopped", running=True)[1]
    assert running.startswith("100 random deals of 52 cards so far; every share is good to ± 11 points")
    # At the last look of a run that has all its games nothing is "so far" any more.
    assert "so far" not in told("code-golf", running=True)[1]


# Is it a coin?


def words(case: str) -> str:
    return " ".join(plain(sentence) for sentence in simulate_outcomes.sentences(*CASES[case]()))


def test_a_lopsided_game_is_no_coin() -> None:
    said = words("codingame")
    outcomes = CASES["codingame"]()[1].outcomes()
    test = coin_test(outcomes["player_1"], outcomes["player_1"] + outcomes["player_2"])
    power = "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(int(-test.log10_p)))
    assert f"one of 10{power} such runs: no coin." in said
    assert "To tell a difference as small as one of 0.1 points takes about 2.0 million decided games" in said
    assert "By proof" not in said


def test_one_game_tells_nothing_of_a_coin() -> None:
    assert words("one won") == "A single toss tells nothing: any coin falls on one of its sides."


def test_a_fair_game_may_be_a_coin_and_is_one_by_proof() -> None:
    said = words("norvig")
    outcomes = CASES["norvig"]()[1].outcomes()
    test = coin_test(outcomes["player_1"], 3_000)
    assert test.p > 0.05
    assert f"strays at least so far from half in {100 * test.p:.0f} % of such runs" in said
    assert "no reason to think this is not one" in said
    seen = 100 * abs(test.share.value - 0.5)
    assert f"To tell a difference as small as this one, {seen:.1f} points" in said
    assert "By proof it is one" in said


def test_a_run_that_is_not_finished_is_not_judged() -> None:
    assert "judge by the finished run" in words("stopped")
    assert "judge by the finished run" not in words("codingame")
    assert words("one drawn").startswith("No game has been won yet")


def test_the_coin_is_drawn_with_its_interval_and_band() -> None:
    one, summary = CASES["norvig"]()
    test = tossed_table.answered(summary)
    assert test is not None
    figure = simulate_outcomes.coin_panel(one, summary).draw(LIGHT)
    point = figure.data[0]
    assert point.x[0] == test.share.value
    assert point.x[0] + point.error_x.array[0] == pytest.approx(test.share.high)
    band = next(shape for shape in figure.layout.shapes if shape.type == "rect")
    assert (band.x0, band.x1) == coin_band(3_000)
    assert band.x1 - 0.5 == pytest.approx(0.98 / np.sqrt(3_000), rel=1e-2)
    low, high = figure.layout.xaxis.range
    assert low + high == pytest.approx(1)
    assert low < min(test.share.low, band.x0)
    assert high > max(test.share.high, band.x1)


# Numbers in words


def test_shares_get_the_digits_they_deserve() -> None:
    assert percent(share(50, 100)) == "50 %"
    assert percent(share(307_100, 800_000)) == "38.4 %"
    assert percent(share(15_355_000, 50_000_000)) == "30.71 %"
    assert percent(share(1, 1_000_000)) == "0.0001 %"
    assert percent(share(999_999, 1_000_000)) == "99.9999 %"
    assert percent(share(1_000, 1_000)) == "over 99.6 %"
    assert percent(share(4, 10_000), 0) == "0.04 %"
    assert percent(share(9_996, 10_000), 0) == "99.96 %"
    assert percent(share(0, 30)) == "under 12 %"
    assert percent_range(share(50, 100)) == "39 to 61 %"
    assert counted(1, share(1, 2)) == "1 game, 50 % (1 to 99 %)"
    assert decimals(share(5, 10), share(10**7, 10**9)) == 0


def test_what_is_seen_lies_within_what_is_written() -> None:
    for games in (10, 1_000, 10**6):
        for seen in range(1, games, max(1, games // 97)):
            found = share(seen, games)
            written = float(percent(found).split()[0])
            assert found.low <= written / 100 <= found.high, (seen, games)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0968, "± 0.10"), (0.14, "± 0.14"), (0.84, "± 0.9"), (0.96, "± 1.0"), (25, "± 25"), (1.96, "± 2.0")],
)
def test_reaches_are_written_to_a_fifth(value: float, text: str) -> None:
    assert plus_minus(value) == text
    for close in np.geomspace(value, 10 * value, 200).tolist():
        assert float(plus_minus(close)[2:]) == pytest.approx(close, rel=0.21)


def test_means_get_the_digits_they_deserve() -> None:
    assert number(Estimate(441.4321, 440.6, 442.2, 10**6)) == "441.4"
    assert number(Estimate(39.94, 38.54, 41.34, 100)) == "39.9"
    assert number(Estimate(441.4321, 441.40, 441.46, 10**9)) == "441.432"
    assert number(Estimate(5.0, float("-inf"), float("inf"), 1)) == "5"


def test_no_table_is_made_before_somebody_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    frame = pd.DataFrame

    def counted_frame(*data: Any, **how: Any) -> pd.DataFrame:
        made.append(data)
        return frame(*data, **how)

    monkeypatch.setattr(pd, "DataFrame", counted_frame)
    panels = simulate_panels(*study("code-golf", 500))
    for panel in panels:
        panel.draw(LIGHT)
    assert not made
    assert panels[0].table is panels[0].table
    assert len(made) == 1
