"""What each page shows, on a desk and on a phone, as files that were read and approved.

A phone's and a tablet's file hold what differs from the desk's. `pytest --snapshot-update` writes them anew.
"""

import re
from collections.abc import Callable
from difflib import unified_diff
from itertools import islice
from typing import Any, Final, NamedTuple

import pytest
from approved import TextFile
from apps import labelled, opened_at, when_over
from page_acts import acts_lines
from page_text import page_lines
from slow_workers import Slow
from streamlit.testing.v1 import AppTest
from syrupy.assertion import SnapshotAssertion

from dashboard.examples.facts import CODINGAME, EXAMPLES
from dashboard.ui import state
from dashboard.urls import DiagnoseScreen, GameScreen, View
from dashboard.urls import screens as at
from dashboard.views import records
from engine.cards import Deal, Hands, Pack
from engine.diagnose import Program, rounds
from engine.jobs.settings import Settings

PAGE_STATES: Final = {desk.name: desk for desk in state.PAGE_STATES}


class State(NamedTuple):
    """A state of a page: its screen, and what a visitor does there."""

    view: str
    screen: Any
    acts: Callable[[AppTest], Any] = AppTest.run


def pasted(text: str) -> Callable[[AppTest], Any]:
    def act(app: AppTest) -> None:
        if app.session_state["width"]["step"] == "wide":  # a phone has a menu with the box in it
            app.segmented_control(key="source").set_value("Paste").run()
        app.text_area(key="paste_text").set_value(text).run()

    return act


def opens(*keys: str, **values: Any) -> Callable[[AppTest], Any]:
    """Open what is folded away, by the keys of its folds, and set other values of the session."""

    def act(app: AppTest) -> None:
        for key, value in {**dict.fromkeys(keys, True), **values}.items():
            app.session_state[key] = value
        app.run()

    return act


def filled(**boxes: str) -> Callable[[AppTest], Any]:
    """Paste into boxes of the Diagnose page, all of them in one message."""

    def act(app: AppTest) -> None:
        for name, text in boxes.items():
            app.text_area(key=f"diagnose_{name}").set_value(text)
        app.run()

    return act


def pressed(key: str) -> Callable[[AppTest], Any]:
    return lambda app: app.button(key=key).click().run()


def changes_a_rule(app: AppTest) -> None:
    pressed("change_rule")(app)
    app.number_input(key="rule_face_down").set_value(2).run()


def chooses(key: str, value: Any) -> Callable[[AppTest], Any]:
    return lambda app: app.segmented_control(key=key).set_value(value).run()


def types(key: str, text: str) -> Callable[[AppTest], Any]:
    return lambda app: app.text_input(key=key).set_value(text).run()


def adds_a_variant(**chosen: Any) -> Callable[[AppTest], Any]:
    """Add a rule set that differs in a rule from another, chosen by what the session holds of both."""
    return lambda app: (opens("variant", **chosen)(app), pressed("variant_add")(app))


def asks_for(games: int) -> Callable[[AppTest], Any]:
    """Ask for other games of a run, by the choice of how many."""
    return lambda app: labelled(app.selectbox, "Games").set_value(str(games)).run()


def one_test(deal: Deal, expected: str, got: str) -> DiagnoseScreen:
    format = "codingame" if deal is CODINGAME else ""
    return DiagnoseScreen(cases=(at.AskedCase(deal=deal, expected=expected, got=got, format=format),))


THREE = ("code-golf", "1.WINNER_FIRST.LOSES.DRAW.HIGH", "codingame")
SECOND: Final = at.AskedCase(deal=Deal.parse("42/33"), got="1 4", trace="4 2 | 3 3\n2 4 3 | 3")
TEN: Final = Deal.parse("8 1 4 5 9/2 0 3 7 6")
PAIRS: Final = Deal.parse("K35J57233A45A85Q893J9K6Q9/7K4A27K46TAJ8QQ4TTT682697").suited()
LONG: Final = GameScreen(rule_set="codingame", seed=1, game=57_432)
LONG_LOG: Final = "\n".join(
    f"{this.number}: {' '.join(map(str, this.decks[0]))} | {' '.join(map(str, this.decks[1]))}"
    for this in islice(rounds(Program.parse("codingame+10-as-1"), CODINGAME), 200)
)
TWO: Final = "AK/QJ -> True\n23/QJ -> False"
UNKNOWN: Final = one_test(CODINGAME, "2 26", "2 34")
STATES: Final = {
    "game": State("game", GameScreen(given=Deal.parse("5234567/6234589"), round=2)),
    "game of hands by chance, its rounds and files": State(
        "game",
        GameScreen(rule_set="jouets", hands=Hands.parse("AAAA/*"), seed=3, game=5, view=View.ROUNDS),
        opens("downloads", "changing a rule of game"),
    ),
    "game pasted": State(
        "game", GameScreen(), pasted("D58B35926B92C7C4C7E8D3DAA2, 8E47C38A2DEA43467EB9566B95 -> False")
    ),
    "game to be guessed": State("game", GameScreen(seed=7), opens(guess=(7, 0))),
    "game of a guess": State("game", GameScreen(seed=7), opens("guess_unseen", guess=(7, 1))),
    "game by aces": State("game", GameScreen(seed=7, view=View.ACES, round=9)),
    "game by holders": State("game", GameScreen(rule_set="codingame", seed=7, view=View.HOLDERS)),
    "game played again": State("game", GameScreen(rule_set="jouets", given=Deal.parse("2345/5432"))),
    "game asked about": State("game", GameScreen(given=Deal.parse("23/4")), pasted("2A3\n4A5")),
    "simulate": State(
        "simulate", at.SimulateScreen(games=300, seed=6), opens("downloads", "lengths_more", "cards_and_seed")
    ),
    "simulate records": State(
        "simulate", at.SimulateScreen(rule_set="codingame", games=300, charts=at.Group.RECORDS)
    ),
    "simulate without such charts": State("simulate", at.SimulateScreen(games=300, charts=at.Group.WINNING)),
    "compare winners": State("compare", at.CompareScreen(games=300, charts=at.Group.WINNERS)),
    "compare how sure": State("compare", at.CompareScreen(games=300, charts=at.Group.SURE)),
    "simulate not played": State(
        "simulate", at.SimulateScreen(games=1_000_001, pack=Pack(8, 4), hands=Hands.parse("AAAA/*"))
    ),
    "simulate, fewer played": State("simulate", at.SimulateScreen(games=300, seed=6), asks_for(10**7)),
    "compare": State(
        "compare",
        at.CompareScreen(rule_sets=THREE, games=300, seed=5),
        opens("variant", "questions", "cards_and_seed"),
    ),
    "compare one rule": State(
        "compare", at.CompareScreen(rule_sets=("code-golf",), sweep="shortfall", games=200, seed=22)
    ),
    "questions": State("questions", at.QuestionsScreen()),
    "lesson": State("questions", at.QuestionsScreen(lesson=True, rule_set="spivey"), opens("lesson")),
    "question to be guessed": State("questions", at.QuestionsScreen(asked="quick")),
    "question of a class": State(
        "questions",
        at.QuestionsScreen(asked="length", answered=True),
        opens("class_mode_length", "class_more", class_length="200; 300, x"),
    ),
    "question about endless games": State(
        "questions", at.QuestionsScreen(asked="for-ever", answered=True, rule_set="norvig"), opens("dots")
    ),
    "question answered": State("questions", at.QuestionsScreen(asked="length", answered=True, guess=500)),
    "rules": State(
        "rules",
        at.RulesScreen(answers=("losers-first",)),
        opens("glossary", "gaps", "suites", "contradictions"),
    ),
    "rules, one set": State(
        "rules",
        at.RulesScreen(rule_set="programming-challenges", one="pyanitsa", other="bicycle"),
        opens("suite", "contradictions"),
    ),
    "packs": State("packs", at.PacksScreen(), opens("uneven", "others", "loops", "sequences")),
    "packs too large": State("packs", at.PacksScreen(pack=Pack(5, 3), rule_set="code-golf")),
    "records": State(
        "records",
        at.RecordsScreen(feat="quickest", built=1),
        opens("how_built", "downloads", "more_records", every_record=True),
    ),
    "records, packs": State("records", at.RecordsScreen(), opens("which_packs", "open_questions")),
    "literature": State("literature", at.LiteratureScreen(verdict="disagrees", by_verdict=True)),
    "literature, one claim": State(
        "literature", at.LiteratureScreen(claim="norvig-mean", source="P. Norvig")
    ),
    "literature, deals": State("literature", at.LiteratureScreen(claim="code-golf-cases", by_verdict=True)),
    "literature, cut off": State("literature", at.LiteratureScreen(claim="wimpy-5000", words="5,000")),
    "literature, hands": State("literature", at.LiteratureScreen(claim="riddler-four-aces-2")),
    "diagnose": State("diagnose", EXAMPLES["golf"].screen, opens("both_boards", "how_sure", "command")),
    "diagnose nothing yet": State("diagnose", DiagnoseScreen()),
    "diagnose steps": State("diagnose", one_test(PAIRS, "a wins in 11099 steps", "a wins in 10856 steps")),
    "diagnose a score": State("diagnose", one_test(Deal.parse("9 2 6 3 1/5 8 4 7 10"), "306", "251")),
    "diagnose ten cards": State("diagnose", one_test(TEN, "second 279", "second 270")),
    "diagnose reads 10 as 1": State("diagnose", EXAMPLES["ten"].screen),
    "diagnose one test": State("diagnose", one_test(CODINGAME, "2 26", "2 34")),
    "diagnose wrong format": State("diagnose", EXAMPLES["format"].screen),
    "diagnose two tests": State(
        "diagnose", EXAMPLES["golf"].screen.changed(cases=(*EXAMPLES["golf"].screen.cases, SECOND), case=2)
    ),
    "diagnose a prompt": State("diagnose", one_test(CODINGAME, "", "Cards? 2 26")),
    "diagnose what fits nothing": State("diagnose", one_test(CODINGAME, "2 26", "1 77")),
    "diagnose a game without end": State(
        "diagnose", one_test(Deal.parse("23/4"), "endless", "drawn after 1000 rounds")
    ),
    "diagnose a log": State("diagnose", EXAMPLES["log"].screen),
}
"""States that are shown in windows of each width, and what each press there does."""


def shown(name: str, *, width: str) -> str:
    """Return what a state shows in a window of a width and what it offers, without seconds just measured."""
    view, screen, acts = STATES[name]
    app = opened_at(view, PAGE_STATES[view].params(screen), width=width)
    if hasattr(screen, "job") and screen.games < 1_000:
        when_over(app, screen.job)
    acts(app)
    return re.sub(
        r"(?<=This takes )[^]]+(?=\.)|(?<=adds more \()[^)]+", "…", f"{page_lines(app)}\n{acts_lines(app)}"
    )


@pytest.fixture(autouse=True)
def _known_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Serve where others come too: their phones scan the address."""
    monkeypatch.setattr(state, "settings", lambda: Settings(public="https://war.example.org"))


@pytest.mark.parametrize("name", STATES)
def test_shown(name: str, snapshot: SnapshotAssertion) -> None:
    files = snapshot.use_extension(TextFile)
    desk = shown(name, width="wide")
    assert desk == files(name="desk")
    assert differing(desk, shown(name, width="small")) == files(name="phone")
    if name in ("game", "compare one rule", "simulate not played"):
        assert differing(desk, shown(name, width="medium")) == files(name="tablet")


CHANGES: Final = {
    "all rule sets": State("game", GameScreen(seed=7), pressed("show_all_rules_table")),
    "a seed that is none": State("game", GameScreen(seed=7), types("seed", "1.5, x")),
    "a variant that is there already": State(
        "compare",
        at.CompareScreen(rule_sets=("code-golf", "0.LOSER_FIRST.LOSES.DRAW.HIGH"), games=20),
        adds_a_variant(),
    ),
    "a variant that cannot be": State(
        "compare",
        at.CompareScreen(rule_sets=("codingame", "bicycle"), games=20),
        adds_a_variant(variant_rule="both_out"),
    ),
    "answers that no rule set gives": State(
        "rules",
        at.RulesScreen(answers=("three-down",)),
        lambda app: app.button_group(key="pickup").set_value(["winners-first"]).run(),
    ),
    "a game pasted, of several": State("game", GameScreen(), pasted("AKQ/KQJ\n23/4")),
    "a game by a changed rule": State("game", GameScreen(), changes_a_rule),
    "a game too large for chances": State(
        "game", GameScreen(given=Deal((2, 3, 4) * 20, (3, 4, 2) * 20), view=View.CHANCE)
    ),
    "a round that a game does not have": State("game", GameScreen(given=Deal.parse("AKQ/KQJ"), round=4)),
    "a question of stealing": State(
        "questions", at.QuestionsScreen(asked="steal", answered=True, rule_set="norvig")
    ),
    "rule sets that are the same": State("rules", at.RulesScreen(one="code-golf", other="codeforces-546c")),
    "a rule set that shuffles and has a twin": State("rules", at.RulesScreen(rule_set="kbwar")),
    "one test with a wrong answer more": State("diagnose", UNKNOWN, pressed("add_case")),
    "all explanations": State("diagnose", UNKNOWN, opens("explanations", "every_explanation")),
    "an explanation that is none": State("diagnose", UNKNOWN.changed(program="norvig")),
    "fewer answers than deals": State("diagnose", DiagnoseScreen(), filled(deal=TWO, got="1\n2\n1")),
    "a deal too large": State("diagnose", one_test(Deal((14,) * 200, (2,) * 200), "", "1 200")),
    "a deal that is none": State("diagnose", UNKNOWN, filled(deal="AXQ\nK1J")),
    "an answer that is none": State("diagnose", UNKNOWN, filled(got="2 apples")),
    "a crash": State("diagnose", UNKNOWN, filled(got="  File x, line 3\nIndexError: pop")),
    "a log without its deal": State("diagnose", DiagnoseScreen(), filled(trace="A | 2")),
    "a log of two deals": State("diagnose", DiagnoseScreen(), filled(deal=TWO, trace="A | 2")),
    "a log that is none": State("diagnose", UNKNOWN, filled(trace="segmentation fault")),
    "a log beside a deal that is none": State("diagnose", UNKNOWN, filled(deal="2 x", trace="A | 2")),
    "a log too long": State("diagnose", UNKNOWN, filled(trace="x" * 200_001)),
    "a log too long for a link": State("diagnose", UNKNOWN, filled(trace=LONG_LOG)),
}
"""What visitors do on a page, and what changes there; of those who do nothing, the page."""


@pytest.mark.parametrize("name", CHANGES)
def test_changed(name: str, snapshot: SnapshotAssertion) -> None:
    view, screen, acts = CHANGES[name]
    assert changed_by(view, screen, acts) == snapshot(extension_class=TextFile)


def changed_by(view: str, screen: Any, *acts: Callable[[AppTest], Any]) -> str:
    """Return what acts change on a page, or all of it where nothing changes."""
    app = opened_at(view, PAGE_STATES[view].params(screen))
    first = page_lines(app)
    for act in acts:
        act(app)
    last = page_lines(app)
    return first if last == first else differing(first, last)


MEANWHILE: Final[dict[str, tuple[State, tuple[str, ...]]]] = {
    "a game": (State("game", LONG), ()),
    "a game, its rounds": (State("game", LONG.changed(view=View.ROUNDS)), ("answer",)),
    "a game, its rounds awaited": (State("game", LONG, chooses("view", View.ROUNDS)), ()),
    "a game, its aces awaited": (State("game", LONG, chooses("view", View.ACES)), ()),
    "a game, its files": (State("game", LONG, opens("downloads")), ("answer",)),
    "a game, lost": (State("game", LONG), ("lose",)),
    "a game by a changed rule": (State("game", LONG, changes_a_rule), ()),
    "a diagnosis": (State("diagnose", UNKNOWN), ()),
    "a diagnosis, lost": (State("diagnose", UNKNOWN), ("lose",)),
    "a diagnosis, stopped": (State("diagnose", UNKNOWN, pressed("diagnose_stop")), ()),
    "a diagnosis, its parts lost": (State("diagnose", UNKNOWN), ("answer_last",)),
    "a pack": (State("packs", at.PacksScreen(pack=Pack(7, 2), rule_set="spivey")), ()),
}
"""States of pages whose workers have not answered yet, and what these do then: what that changes."""


@pytest.mark.parametrize("name", MEANWHILE)
def test_shown_meanwhile(name: str, slow: Slow, snapshot: SnapshotAssertion) -> None:
    (view, screen, acts), ends = MEANWHILE[name]

    def end(app: AppTest) -> None:
        for way in ends:
            getattr(slow, way)()
            app.run()

    assert changed_by(view, screen, acts, end) == snapshot(extension_class=TextFile)


def differing(desk: str, other: str) -> str:
    """Return what is otherwise in a window of another width."""
    wide, narrow = ([line.lstrip() for line in page.splitlines()] for page in (desk, other))
    _, _, *lines = unified_diff(wide, narrow, lineterm="", n=0)
    return "\n".join(lines)


def test_files_of_records(snapshot: SnapshotAssertion) -> None:
    """The first records of every file of the Records page, as CSV and as JSON."""
    output = []
    for name, table in records.FILES.items():
        rows = table().head(2)
        output += [f"# {name}", *(write(rows).decode() for write in records.WRITTEN.values())]
    assert "\n".join(output) == snapshot(extension_class=TextFile)
