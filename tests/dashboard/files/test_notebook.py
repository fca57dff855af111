"""War Room in a notebook: the terminal's answers as values, and the pages' charts of them."""

import ast
import json
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from approved import Reviewed

from dashboard import figures
from dashboard.charts.style import THEMES
from engine import notebook
from engine.cli.main import main
from engine.game.results import html_table
from engine.notebook import chance, compare, diagnose, games, play, simulate

DEAL = "AKQ/KQJ"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main([*words, "--json"]) == 0
    data: dict[str, object] = json.loads(capsys.readouterr().out)
    return {name: value for name, value in data.items() if "second" not in name}


def test_the_example_notebook_still_answers_what_it_shows() -> None:
    notebook = json.loads((Path(__file__).parents[3] / ".github/notebook.ipynb").read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    shown = ["".join("".join(one["data"]["text/plain"]) for one in cell["outputs"]) for cell in cells]
    assert len(list(filter(None, shown))) > 5
    names: dict[str, Any] = {}
    assert [answer_of("".join(cell["source"]), names) for cell in cells] == shown


def answer_of(source: str, names: dict[str, Any]) -> str:
    """Run a cell as a notebook does: its answer is the `repr` of its last expression."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return repr(eval(ast.unparse(last), names)) if last else ""


def test_a_notebook_is_given_what_the_terminal_prints(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--hands", "AAAA/*", "--games", "300", "--seed", "3")
    run = printed(capsys, "simulate", *asked, "--followed", "4096")
    mine = simulate(games=300, seed=3, hands="AAAA/*").data
    for name in ("hands", "outcomes", "tallies_sha256"):
        assert mine[name] == run[name]
    mine = compare("code-golf", "codingame", games=300, seed=3, hands="AAAA/*").data
    compared = {name: value for name, value in mine.items() if "second" not in name}
    assert compared == printed(capsys, "compare", "code-golf", "codingame", *asked)
    standing = printed(capsys, "chance", "--rules", "codingame", "--deal", DEAL)
    assert chance(DEAL, "codingame").data == standing
    assert set(games(games=300, seed=3, hands="AAAA/*")["aces"]) == {4}


def test_a_table_of_games_has_the_games_of_the_simulation() -> None:
    table = games("codingame", 500, seed=3)
    outcomes = simulate("codingame", 500, seed=3).data["outcomes"]
    won = table.winner.value_counts()
    assert [won["player_1"], won["player_2"]] == [outcomes["player_1"], outcomes["player_2"]]
    assert {str(table[name].dtype) for name in ("winner", "reason")} == {"category"}
    assert table.rounds.isna().sum() == outcomes["endless"] > 0


def test_games_are_those_of_seed_0_where_none_is_given() -> None:
    assert games(games=50).equals(games(games=50, seed=0))
    assert simulate(games=50).data["tallies_sha256"] == simulate(games=50, seed=0).data["tallies_sha256"]
    compared = compare("code-golf", "codingame", games=50).data
    again = compare("code-golf", "codingame", games=50, seed=0).data
    assert [name for name in compared if "second" not in name and compared[name] != again[name]] == []


def test_results_show_themselves_in_a_line_and_in_a_small_table() -> None:
    long = play("A" * 100 + "/" + "2" * 100)
    run = simulate("codingame", 100)
    endless = play("2234/2243", "programming-challenges-code")
    for shown in (long, run.summary, endless):
        assert len(repr(shown)) < 160
        assert "\n" not in repr(shown)
        assert shown._repr_html_().startswith("<table><tr><th")
    assert "nobody wins, cycle after 8 rounds and 1 war, back every 4 rounds" in repr(endless)
    for name, value in (("winner", "nobody"), ("rules", "programming-challenges-code")):
        assert f'{name}</th><td style="text-align:left">{value}</td>' in endless._repr_html_()
    assert "cut off" in run.summary._repr_html_()
    assert repr(run) == run.text
    assert run._repr_html_().startswith("<pre>100 games of 13x4")
    assert html_table([("<b>", "&")], header=("'", '"')) == (
        '<table><tr><th style="text-align:left">&#x27;</th><th style="text-align:left">&quot;</th></tr>'
        '<tr><th style="text-align:left">&lt;b&gt;</th><td style="text-align:left">&amp;</td></tr></table>'
    )


def test_a_program_is_diagnosed_from_one_answer_or_from_several() -> None:
    one = diagnose("5263/7849", got="2 2", expected="1 3", judge="codingame")
    several = diagnose("AKQ/KQJ\n5263/7849", got=["1 3", "2 2"], expected=["1 3", "1 3"], judge="codingame")
    assert len(one.diagnosis.cases) == 1
    assert len(several.diagnosis.cases) == 2
    assert one.text.splitlines()[0] in repr(one)


def test_what_is_not_one_deal_is_refused_in_a_sentence() -> None:
    for text, output in (
        ("AKQ/KQJ\nAK/QJ", "2 deals are in this text: give one of them"),
        ("AKZ/KQJ", "found “Z”, expected a rank"),
        ("2 3 4 5", "Nothing separates the two decks"),
    ):
        with pytest.raises(ValueError, match=output):
            play(text)


def test_figures_are_those_of_the_pages_with_findings_and_no_click(reviewed: Reviewed) -> None:
    standing = chance(DEAL, "codingame")
    run, pair = simulate(games=300), compare("code-golf", "codingame", games=300)
    assert list(figures(play(DEAL, "codingame"))) == ["deck-sizes", "aces", "holders"]
    assert {"outcomes", "lengths", "coin"} <= figures(run).keys()
    assert {"who-wins", "changes", "flow-a-b"} <= figures(pair).keys()
    for result in (standing, run, pair):
        for name, figure in figures(result, theme="dark").items():
            assert figure.layout.title.text, name
            assert "click" not in figure.to_json().lower(), name
            assert figure.layout.paper_bgcolor == THEMES["dark"].paper
            assert figure.layout.margin.t > 70
    titles = {name: figure.layout.title for name, figure in figures(standing).items()}
    assert list(titles) == ["deck-sizes", "aces", "holders", "chance"]
    reviewed(str(titles["holders"]))


def test_as_many_workers_play_as_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "play_here", asked := Mock(wraps=notebook.play_here))
    simulate(games=30, workers=1)
    compare("code-golf", "codingame", games=30, workers=1)
    assert [call.kwargs for call in asked.call_args_list] == [{"workers": 1}] * 2


def test_one_game_with_random_pick_ups_is_drawn_only_where_its_seed_is_known() -> None:
    for rules in ("norvig", "1.COIN_FLIP.LOSES.DRAW.HIGH"):
        with pytest.raises(ValueError, match="these pick-ups are random: ask chance"):
            figures(play(DEAL, rules, seed=3))
    assert "deck-sizes" in figures(chance(DEAL, "norvig", seed=3))
