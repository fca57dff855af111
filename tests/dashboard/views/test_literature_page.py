"""The Literature page without a browser: what is listed, what is opened, and what its chart shows."""

import json
from typing import Any

import pytest
import streamlit as st
from apps import opened, opened_at, rows_of, shown_text
from streamlit.testing.v1 import AppTest

from dashboard.urls import LiteratureScreen
from dashboard.views.literature import rules_brief
from engine.library.published import ClaimVerdict, because, claims, headline, saved_result, saved_verdict


def listed(app: AppTest) -> list[str]:
    return [] if "No claim matches these filters." in shown_text(app) else [*rows_of(app, key="claims")]


def test_it_opens_on_what_disagrees_and_a_link_without_a_verdict_on_all() -> None:
    app = opened_at("literature", {})
    assert app.title[0].value == headline()[0]
    wrong = [name for name, one in claims().items() if saved_verdict(one) is ClaimVerdict.DISAGREES]
    assert listed(app) == wrong
    app = opened(LiteratureScreen())
    assert listed(app) == [*claims()][:25]
    app.button(key="show_all").click().run()
    assert listed(app) == [*claims()]


def test_verdict_source_rules_and_words_narrow_it_down() -> None:
    app = opened(LiteratureScreen(words="w"))
    app.text_input(key="words").set_value("").run()
    app.selectbox(key="source").set_value("P. Norvig").run()
    assert len(listed(app)) == 7
    app.text_input(key="words").set_value("common sweeps").run()
    assert listed(app) == []
    app.text_input(key="words").set_value("COMMON plays").run()
    assert listed(app) == ["norvig-mode"]
    assert app.query_params["words"] == "COMMON plays"
    app.text_input(key="words").set_value("x" * 81).run()
    assert "use at most 80 characters" in app.toast[0].value
    assert listed(app) == ["norvig-mode"]


def test_the_page_saves_what_the_terminal_prints_as_json(war: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    offered: dict[str, Any] = {}
    monkeypatch.setattr(st, "download_button", lambda _, make, file, **__: offered.update({file: make}))
    code, out, _ = war("literature", "--json")
    opened(LiteratureScreen())
    assert (code, offered.pop("war-literature.jsonl")()) == (0, out)
    opened(LiteratureScreen(source="P. Norvig"))
    norvig = [line for line in out.splitlines(keepends=True) if json.loads(line)["source"] == "P. Norvig"]
    assert offered["war-literature.jsonl"]() == "".join(norvig)
    assert len(norvig) == 7


def test_what_a_claim_leaves_open_is_said_with_the_rules_by_name() -> None:
    told = {
        name: (because(claim, saved_result(claim), rules_brief), because(claim, saved_result(claim), str))
        for name, claim in claims().items()
    }
    named = next(name for name, (by_name, by_code) in told.items() if by_name != by_code)
    assert told[named][0] in shown_text(opened(LiteratureScreen(claim=named)))
