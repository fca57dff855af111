"""The pages that are looked at in the browser, by name, with their addresses."""

from typing import Any

from dashboard import urls
from dashboard.examples.deals import OPENING
from dashboard.urls import Codec, screens, to_query
from engine import Deal
from engine.rules import PLAYABLE

CASE = screens.AskedCase(deal=Deal.parse("AKQ/KQJ"), expected="1 3", got="2 3")
EIGHT = tuple({rules: name for name, rules in PLAYABLE.items()}.values())[:8]
COMPARED = screens.CompareScreen(games=1000, seed=4)
SWEEP = COMPARED.changed(rule_sets=("code-golf",), sweep="pickup")


def address(codec: Codec[Any], screen: screens.Screen) -> str:
    """Return where a screen is on the site: the Game page is its first."""
    page = "" if codec is urls.GAME else codec.page
    return f"{page}?{to_query(codec.to_params(screen))}"


PAGES = {
    "game": address(urls.GAME, OPENING.screen),
    "simulate": address(urls.SIMULATE, screens.SimulateScreen(games=1000, seed=4)),
    "compare": address(urls.COMPARE, COMPARED),
    "compare, eight": address(urls.COMPARE, COMPARED.changed(rule_sets=EIGHT)),
    "compare, one rule varied": address(urls.COMPARE, SWEEP),
    "diagnose": address(urls.DIAGNOSE, screens.DiagnoseScreen(cases=(CASE,))),
    "rules": address(urls.RULES, screens.RulesScreen()),
    "rules, one set": address(urls.RULES, screens.RulesScreen(rule_set="codingame", one="bicycle")),
    "packs": address(urls.PACKS, screens.PacksScreen()),
    "records": address(urls.RECORDS, screens.RecordsScreen()),
    "questions": address(urls.QUESTIONS, screens.QuestionsScreen(asked="quick", guess=3)),
    "literature": address(urls.LITERATURE, screens.LiteratureScreen(claim="norvig-mean")),
}
