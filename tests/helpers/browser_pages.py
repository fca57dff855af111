"""The pages that are looked at in the browser, by name, with their addresses."""

from typing import Any

from dashboard import urls
from dashboard.examples.deals import OPENING
from dashboard.urls import screens
from dashboard.urls.links import Codec, to_query
from engine import Deal
from engine.rules import PLAYABLE

CASE = screens.AskedCase(deal=Deal.parse("AKQ/KQJ"), expected="1 3", got="2 3")
EIGHT = tuple({rules: name for name, rules in PLAYABLE.items()}.values())[:8]
COMPARED = screens.CompareScreen(games=1000, seed=4)
SWEEP = COMPARED.changed(rule_sets=("code-golf",), sweep="pickup")


def _address(codec: Codec[Any], screen: screens.Screen) -> str:
    return f"{codec.page}?{to_query(codec.to_params(screen))}"


PAGES = {
    "game": _address(urls.GAME, OPENING.screen),
    "simulate": _address(urls.SIMULATE, screens.SimulateScreen(games=1000, seed=4)),
    "compare": _address(urls.COMPARE, COMPARED),
    "compare, eight": _address(urls.COMPARE, COMPARED.changed(rule_sets=EIGHT)),
    "compare, one rule varied": _address(urls.COMPARE, SWEEP),
    "diagnose": _address(urls.DIAGNOSE, screens.DiagnoseScreen(cases=(CASE,))),
    "rules": _address(urls.RULES, screens.RulesScreen()),
    "rules, one set": _address(urls.RULES, screens.RulesScreen(rule_set="codingame", one="bicycle")),
    "packs": _address(urls.PACKS, screens.PacksScreen()),
    "records": _address(urls.RECORDS, screens.RecordsScreen()),
    "questions": _address(urls.QUESTIONS, screens.QuestionsScreen(asked="quick", guess=3)),
    "literature": _address(urls.LITERATURE, screens.LiteratureScreen(claim="norvig-mean")),
}
