"""What each page writes into its address, and how it is read back: a codec a page."""

from dashboard.urls import screens
from dashboard.urls.codecs import (
    COMPARE, DIAGNOSE, GAME, LITERATURE, PACKS, QUESTIONS, RECORDS, RULES, SIMULATE, case_of, judge_meant,
    named_judge, question, suited,
)
from dashboard.urls.links import SHOW, Codec, LinkError, chosen, framed_html, to_query, whole
from dashboard.urls.screens import (
    RULE_ANSWERS, AskedCase, CompareScreen, DiagnoseScreen, GameScreen, Group, LiteratureScreen, PacksScreen,
    QuestionsScreen, RecordsScreen, RuleSetScreen, RulesScreen, RunScreen, Scale, Screen, SimulateScreen,
    Unit, View,
)
