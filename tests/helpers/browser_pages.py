"""The pages that are looked at in the browser, by name, with their addresses."""

from dashboard.examples.deals import OPENING
from dashboard.urls import COMPARE, DIAGNOSE, GAME, LITERATURE, PACKS, QUESTIONS, RECORDS, RULES, SIMULATE
from dashboard.urls.links import to_query
from dashboard.urls.screens import (
    AskedCase,
    CompareScreen,
    DiagnoseScreen,
    LiteratureScreen,
    PacksScreen,
    QuestionsScreen,
    RecordsScreen,
    RulesScreen,
    SimulateScreen,
)
from engine import Deal
from engine.rules import PLAYABLE

CASE = AskedCase(deal=Deal.parse("AKQ/KQJ"), expected="1 3", got="2 3")
EIGHT = CompareScreen(
    rule_sets=tuple({rules: name for name, rules in PLAYABLE.items()}.values())[:8], games=1000, seed=4
)
SWEEP = CompareScreen(rule_sets=("code-golf",), sweep="pickup", games=1000, seed=4)

PAGES = {
    "game": "?" + to_query(GAME.to_params(OPENING.screen)),
    "simulate": "simulate?" + to_query(SIMULATE.to_params(SimulateScreen(games=1000, seed=4))),
    "compare": "compare?" + to_query(COMPARE.to_params(CompareScreen(games=1000, seed=4))),
    "compare, eight": "compare?" + to_query(COMPARE.to_params(EIGHT)),
    "compare, one rule varied": "compare?" + to_query(COMPARE.to_params(SWEEP)),
    "diagnose": "diagnose?" + to_query(DIAGNOSE.to_params(DiagnoseScreen(cases=(CASE,)))),
    "rules": "rules?" + to_query(RULES.to_params(RulesScreen())),
    "rules, one set": "rules?" + to_query(RULES.to_params(RulesScreen(rule_set="codingame", one="bicycle"))),
    "packs": "packs?" + to_query(PACKS.to_params(PacksScreen())),
    "records": "records?" + to_query(RECORDS.to_params(RecordsScreen())),
    "questions": "questions?" + to_query(QUESTIONS.to_params(QuestionsScreen(asked="quick", guess=3))),
    "literature": "literature?" + to_query(LITERATURE.to_params(LiteratureScreen(claim="norvig-mean"))),
}
