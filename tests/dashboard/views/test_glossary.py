"""The glossary: few words, each explained where it first stands on a page, all of them on Rules."""

import re
from pathlib import Path
from types import ModuleType

import pytest
from apps import opened, shown_text

import dashboard
import engine
from dashboard.urls.screens import GameScreen, RulesScreen
from engine.wording.sentences import GLOSSARY, Term, explained


@pytest.mark.parametrize("term", GLOSSARY)
def test_every_word_is_known_as_it_is_called(term: Term) -> None:
    texts = (f"{term.word}s count", f"{term.word} counts, in plays")
    assert any(term in explained(text) for text in texts)


def test_a_word_is_explained_where_it_first_stands_on_a_page_and_only_there() -> None:
    app = opened(GameScreen(rule_set="codingame"))
    for _ in range(2):
        helps = "\n".join(element.proto.help for element in app.markdown)
        for term in GLOSSARY:
            assert helps.count(f"**{term.word}.** {term.meaning}") <= 1
        assert helps.count("**Never ends.**") == 1
        app.run()


def test_rules_has_them_all() -> None:
    shown = shown_text(opened(RulesScreen(), "glossary"))
    assert all(f"**{term.word}.** :gray[{term.meaning}]" in shown for term in GLOSSARY)


@pytest.mark.parametrize("house", [engine, dashboard])
def test_sources_are_called_by_their_names(house: ModuleType) -> None:
    numbered = re.compile(r"\bsource [0-9]", re.IGNORECASE)
    files = sorted(Path(str(house.__file__)).parent.rglob("*.py"))
    assert len(files) > 50
    assert [path for path in files if numbered.search(path.read_text(encoding="utf-8"))] == []
