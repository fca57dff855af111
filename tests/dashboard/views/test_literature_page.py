"""The Literature page without a browser: what is listed, what is opened, and what its chart shows."""

import json
from typing import Any

import numpy as np
import pytest
import streamlit as st
from apps import label_of, opened_at, pictures_of, rows_of, said
from streamlit.testing.v1 import AppTest

from dashboard.charts import library
from dashboard.charts.library import cells, choices, line_of, rule_sets, selected, sheet, sources
from dashboard.charts.style import THEMES
from dashboard.ui.marks import together
from dashboard.urls import LITERATURE
from dashboard.urls.links import LinkError
from dashboard.urls.screens import LiteratureScreen
from engine.library.claim_results import (
    HOW,
    ClaimVerdict,
    counts,
    headline,
    published_text,
    saved_result,
    verdict,
)
from engine.library.claims import claim_called, claims
from engine.wording.sentences import plain

ANY: dict[str, Any] = {"verdict": "", "words": "", "source": "", "rules": "", "by_verdict": False}


def opened(**fields: Any) -> AppTest:
    return opened_at("literature", LITERATURE.to_params(LiteratureScreen(**fields)) if fields else {})


def listed(app: AppTest) -> list[str]:
    return [] if "No claim is like that." in said(app) else [*rows_of(app, key="claims")]


def title(code: str) -> str:
    return f"<{code}>"


def test_it_opens_on_the_count_and_the_first_claims() -> None:
    app = opened()
    assert app.title[0].value == headline()[0]
    assert headline()[1] in said(app)
    assert listed(app) == [*claims()][:25]
    assert together(f"All 110 claims. A row opens its figures. {HOW}") in said(app)
    app.button(key="show_all").click().run()
    assert listed(app) == [*claims()]


def test_verdict_source_rules_and_words_narrow_it_down() -> None:
    app = opened()
    app.segmented_control(key="verdict").set_value("disagrees").run()
    assert not app.exception
    assert set(listed(app)) == {
        name
        for name, claim in claims().items()
        if verdict(claim, saved_result(claim)) is ClaimVerdict.DISAGREES
    }
    app.segmented_control(key="verdict").set_value("").run()
    app.selectbox(key="source").set_value("P. Norvig").run()
    assert len(listed(app)) == 7
    app.text_input(key="words").set_value("commonest sweeps").run()
    assert listed(app) == []
    app.text_input(key="words").set_value("COMMONEST plays").run()
    assert listed(app) == ["norvig-mode"]
    assert app.query_params["words"] == "COMMONEST plays"
    app.text_input(key="words").set_value("x" * 81).run()
    assert "look for at most 80 characters" in app.toast[0].value
    assert listed(app) == ["norvig-mode"]


def test_the_page_saves_byte_for_byte_what_the_terminal_prints_as_json(
    war: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: dict[str, Any] = {}
    monkeypatch.setattr(st, "download_button", lambda _, make, file, **__: offered.update({file: make}))
    code, out, _ = war("literature", "--json")
    assert not opened().exception
    assert (code, offered.pop("war-literature.jsonl")()) == (0, out)
    assert not opened(source="P. Norvig").exception
    norvig = [line for line in out.splitlines(keepends=True) if json.loads(line)["source"] == "P. Norvig"]
    assert offered["war-literature.jsonl"]() == "".join(norvig)
    assert len(norvig) == 7


def test_claims_of_one_verdict_can_stand_together() -> None:
    app = opened(by_verdict=True)
    order = [
        [*ClaimVerdict].index(verdict(claims()[name], saved_result(claims()[name]))) for name in listed(app)
    ]
    assert order == sorted(order)
    assert app.query_params["sorted"] == "verdict"


def test_a_row_opens_its_claim_with_its_rules_and_the_run() -> None:
    app = opened(claim="norvig-mean")
    assert "P. Norvig, 2020; 100,000 games. Published: 294." in said(app)
    assert "In a war, **three cards face down**, then one up." in said(app)
    (ours,) = (header.value for header in app.header if header.value.startswith("Ours: "))
    assert ours == "Ours: 292.8 ± 0.3 plays. They agree"
    (way,) = (way for way in app.get("page_link") if "Open the run" in way.proto.label)
    assert label_of(way) == "Open the run"
    assert "rules=norvig" in way.proto.query_string
    assert "games=4000000" in way.proto.query_string
    assert rows_of(opened(claim="jouets-52-mean"), key="claims")["jouets-52-mean"]["query"] is None
    app.button(key="close").click().run()
    assert "Published: 294" not in said(app)
    assert "claim" not in app.query_params


def test_a_claim_about_a_deal_opens_the_deal() -> None:
    app = opened(claim="codingame-tests")
    assert any("Open the deal" in way.proto.label for way in app.get("page_link"))
    assert not any("Open the run" in way.proto.label for way in app.get("page_link"))
    assert "Ours: 1 3; 2 26; 2 1. They agree" in said(app)
    assert "Worked out without a sample." in said(app)


@pytest.mark.parametrize("name", ["riddler-four-aces-1", "wimpy-5000"])
def test_a_run_that_simulate_cannot_open_has_no_way_to_it(name: str) -> None:
    assert not any("Open the run" in way.proto.label for way in opened(claim=name).get("page_link"))


def test_what_cannot_be_recomputed_says_why() -> None:
    app = opened(claim="habr-lengths")
    assert "Not recomputed" in said(app)
    assert "Its figures were not seen." in said(app)


@pytest.mark.parametrize("name", [*claims()])
def test_every_claim_can_be_opened_and_drawn(name: str) -> None:
    claim = claim_called(name)
    panel = library.panel(claim, title)
    first, published, ours, come = map(plain, cells(claim, title))
    assert first.startswith(claim.claim)
    assert claim.source in first
    assert published == published_text(claim)
    assert come[2:] == verdict(claim, saved_result(claim)).value
    assert ours
    if not library.is_drawn(claim, saved_result(claim)):
        return
    dots = library.dots_of(claim, saved_result(claim), title)
    for theme in THEMES.values():
        drawn = panel.draw(theme)
        (mark,) = drawn.data
        assert np.isfinite(mark.x).all()
        low, high = drawn.layout.xaxis.range
        assert low < min(mark.x) <= max(mark.x) < high
        assert low < drawn.layout.shapes[1].x0 < high
        assert len(mark.x) == len(dots) == len(drawn.layout.yaxis.ticktext)
        ends = dict(zip(mark.y.tolist(), (mark.x + mark.error_x.array).tolist(), strict=True))
        values = [text for text in drawn.layout.annotations if text.xshift == 8]
        assert {text.y: text.x for text in values} == pytest.approx(ends)
        assert sum(text.startswith("<b>") for text in drawn.layout.yaxis.ticktext) == 1


def test_the_band_is_what_their_games_and_their_rounding_leave_open() -> None:
    claim = claim_called("norvig-mean")
    (figure,) = saved_result(claim).figures.values()
    band, line = library.panel(claim, title).draw(THEMES["light"]).layout.shapes
    assert (line.x0, line.x1) == (294, 294)
    assert band.x0 == pytest.approx(294 - 0.5 - (figure.told_high - figure.value))
    assert band.x1 == pytest.approx(294 + 0.5 + (figure.value - figure.told_low))
    assert library.panel(claim, title).note == (
        "4,000,000 games, seed 7. Band: what 100,000 games and its rounding leave open, 95 %."
    )
    extreme, mode = (
        library.panel(claim_called(f"jouets-52-{kind}"), title).note for kind in ("longest", "mode")
    )
    assert extreme == "8,000,000 games, seed 7. Band: what may be the longest of 1,000,000 games, 99 %."
    assert mode == "8,000,000 games, seed 7. Band: what may be the commonest length of 1,000,000 games."
    rounded = library.panel(claim_called("tgvoskuilen-95"), title)
    assert rounded.note == "2,000,000 games, seed 7. Band: what its rounding leaves open."


def test_the_picture_of_a_claim_says_whose_it_is_and_by_which_rules() -> None:
    (saved,) = pictures_of(opened(claim="norvig-mean"), "claim")
    assert saved["name"] == "war-room-claim-norvig-mean"
    assert saved["title"] == "Ours: 292.8 ± 0.3 plays. They agree"
    whose, rules, link, by = saved["footer"]
    assert whose.startswith("A game takes 294 plays on average (P. Norvig, 2020; 100,000 games.")
    assert rules.startswith("3 down, shuffled")
    assert "claim=norvig-mean" in link
    assert by.startswith("War Room ")


def test_the_choices_are_counted_and_leave_none_out() -> None:
    offered = choices()
    assert offered[""] == "All 110"
    assert offered["agrees"] == f"Agrees {counts()[ClaimVerdict.AGREES]}"
    assert sum(len(selected(**ANY | {"verdict": one})) for one in offered if one) == 110
    assert sum(len(selected(**ANY | {"source": one})) for one in sources()) == 110
    assert all(selected(**ANY | {"rules": code}) for code in rule_sets())


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (110, "All 110 claims. A row opens its figures."),
        (3, "3 of 110 claims. A row opens its figures."),
        (0, "No claim is like that."),
    ],
)
def test_how_many_are_shown_is_said(number: int, line: str) -> None:
    assert line_of([*claims().values()][:number]) == line


def test_the_table_has_every_claim_with_its_numbers() -> None:
    table = sheet(claims().values(), title).table
    assert len(table) == 110
    row = table[table["name"] == "norvig-mean"].iloc[0]
    assert row["low"] < row["value"] < row["high"]
    assert (row["games"], row["verdict"]) == (4_000_000, "agrees")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"claim": "nothing"}, "claim 'nothing' is unknown"),
        ({"verdict": "right"}, "verdict 'right' is unknown: take one of the list"),
        ({"source": "Nobody"}, "source 'Nobody' is unknown: take one of the list"),
        ({"rules": "nothing"}, "rule set 'nothing' is unknown"),
        ({"words": "x" * 81}, "is too long: look for at most 80 characters"),
    ],
)
def test_what_is_not_there_is_refused(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        LiteratureScreen(**fields)


def test_a_link_carries_what_is_looked_for_and_nothing_else() -> None:
    screen = LiteratureScreen(claim="flawless", verdict="agrees", words="a/b & c", by_verdict=True)
    params = LITERATURE.to_params(screen)
    assert LITERATURE.from_params({name: [value] for name, value in params.items()}) == screen
    assert list(LITERATURE.to_params(LiteratureScreen())) == ["v", "check"]
    with pytest.raises(LinkError):
        LITERATURE.from_params({name: [value] for name, value in (params | {"claim": "rustwar"}).items()})


def test_what_is_looked_for_is_shown_as_it_was_typed() -> None:
    app = opened(words="**[x](y)**")
    assert json.dumps("**[x](y)**") not in said(app)
    assert app.text_input(key="words").value == "**[x](y)**"
    assert "No claim is like that." in said(app)
