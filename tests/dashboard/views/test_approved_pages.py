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
from dashboard.ui.state import PAGE_STATES
from dashboard.urls import AskedCase, CompareScreen, DiagnoseScreen, GameScreen, Group, SimulateScreen, View
from dashboard.urls.screens import LiteratureScreen, PacksScreen, QuestionsScreen, RecordsScreen, RulesScreen
from dashboard.views import records
from engine.cards import Deal, Hands, Pack
from engine.diagnose import Program, rounds
from engine.jobs.settings import Settings

DESKS: Final = {type(desk.opening): desk for desk in PAGE_STATES}


class State(NamedTuple):
    """A state of a page: its screen, and what a visitor does there."""

    screen: Any
    acts: Callable[[AppTest], Any] = AppTest.run

    def opened(self, **how: Any) -> AppTest:
        """Open the page that has such screens; a short run is waited for."""
        desk = DESKS[type(self.screen)]
        app = opened_at(desk.name, desk.params(self.screen), **how)
        is_short = hasattr(self.screen, "job") and self.screen.games < 1_000
        return when_over(app, self.screen.job) if is_short else app


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


def asks_for(games: int) -> Callable[[AppTest], Any]:
    """Ask for other games of a run, by the choice of how many, or typed there."""

    def act(app: AppTest) -> None:
        box = labelled(app.selectbox, "Games")
        box.options.append(str(games))
        box.set_value(str(games)).run()

    return act


def one_test(deal: Deal, expected: str, got: str) -> DiagnoseScreen:
    format = "codingame" if deal is CODINGAME else ""
    return DiagnoseScreen(cases=(AskedCase(deal=deal, expected=expected, got=got, format=format),))


def several(judge: str, answers: dict[str, str]) -> DiagnoseScreen:
    cases = (AskedCase(deal=Deal.parse(deal).suited(), got=got) for deal, got in answers.items())
    return DiagnoseScreen(judge=judge, cases=tuple(cases))


THREE = ("code-golf", "1.WINNER_FIRST.LOSES.DRAW.HIGH", "codingame")
SECOND: Final = AskedCase(deal=Deal.parse("42/33"), got="1 4", trace="4 2 | 3 3\n2 4 3 | 3")
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
    "game": State(GameScreen(given=Deal.parse("5234567/6234589"), round=2)),
    "game of hands by chance, its rounds and files": State(
        GameScreen(rule_set="jouets", hands=Hands.parse("AAAA/*"), seed=3, game=5, view=View.ROUNDS),
        opens("downloads", "changing a rule of game"),
    ),
    "game pasted": State(
        GameScreen(), pasted("D58B35926B92C7C4C7E8D3DAA2, 8E47C38A2DEA43467EB9566B95 -> False")
    ),
    "game to be guessed": State(GameScreen(seed=7), opens(guess=(7, 0))),
    "game of a guess": State(GameScreen(seed=7), opens("guess_unseen", guess=(7, 1))),
    "game by aces": State(GameScreen(seed=7, view=View.ACES, round=9)),
    "game by holders": State(GameScreen(rule_set="codingame", seed=7, view=View.HOLDERS)),
    "game played again": State(GameScreen(rule_set="jouets", given=Deal.parse("2345/5432"))),
    "game asked about": State(GameScreen(given=Deal.parse("23/4")), pasted("2A3\n4A5")),
    "simulate": State(
        SimulateScreen(games=300, seed=6), opens("downloads", "lengths_more", "cards_and_seed")
    ),
    "simulate records": State(SimulateScreen(rule_set="codingame", games=300, charts=Group.RECORDS)),
    "simulate without such charts": State(SimulateScreen(games=300, charts=Group.WINNING)),
    "compare winners": State(CompareScreen(games=300, charts=Group.WINNERS)),
    "compare how sure": State(CompareScreen(games=300, charts=Group.SURE)),
    "simulate not played": State(
        SimulateScreen(games=1_000_001, pack=Pack(8, 4), hands=Hands.parse("AAAA/*"))
    ),
    "simulate, fewer played": State(SimulateScreen(games=300, seed=6), asks_for(10**7)),
    "compare": State(
        CompareScreen(rule_sets=THREE, games=300, seed=5), opens("variant", "questions", "cards_and_seed")
    ),
    "compare one rule": State(CompareScreen(rule_sets=("code-golf",), sweep="shortfall", games=200, seed=22)),
    "questions": State(QuestionsScreen()),
    "lesson": State(QuestionsScreen(lesson=True, rule_set="spivey"), opens("lesson")),
    "question to be guessed": State(QuestionsScreen(asked="quick")),
    "question of a class": State(
        QuestionsScreen(asked="length", answered=True),
        opens("class_mode_length", "class_more", class_length="200; 300, x"),
    ),
    "question about endless games": State(
        QuestionsScreen(asked="for-ever", answered=True, rule_set="norvig"), opens("dots")
    ),
    "question answered": State(QuestionsScreen(asked="length", answered=True, guess=500)),
    "rules": State(
        RulesScreen(answers=("losers-first",)), opens("glossary", "gaps", "suites", "contradictions")
    ),
    "rules, one set": State(
        RulesScreen(rule_set="programming-challenges", one="pyanitsa", other="bicycle"),
        opens("suite", "contradictions"),
    ),
    "packs": State(PacksScreen(), opens("uneven", "others", "loops", "sequences")),
    "packs too large": State(PacksScreen(pack=Pack(5, 3), rule_set="code-golf")),
    "records": State(
        RecordsScreen(feat="quickest", built=1),
        opens("how_built", "downloads", "more_records", every_record=True),
    ),
    "records, packs": State(RecordsScreen(), opens("which_packs", "open_questions")),
    "literature": State(LiteratureScreen(verdict="disagrees", by_verdict=True)),
    "literature, one claim": State(LiteratureScreen(claim="norvig-mean", source="P. Norvig")),
    "literature, deals": State(LiteratureScreen(claim="code-golf-cases", by_verdict=True)),
    "literature, cut off": State(LiteratureScreen(claim="wimpy-5000", words="5,000")),
    "literature, hands": State(LiteratureScreen(claim="riddler-four-aces-2")),
    "diagnose": State(EXAMPLES["golf"].screen, opens("both_boards", "how_sure", "command")),
    "diagnose nothing yet": State(DiagnoseScreen()),
    "diagnose steps": State(one_test(PAIRS, "a wins in 11099 steps", "a wins in 10856 steps")),
    "diagnose a score": State(one_test(Deal.parse("9 2 6 3 1/5 8 4 7 10"), "306", "251")),
    "diagnose ten cards": State(one_test(TEN, "second 279", "second 270")),
    "diagnose reads 10 as 1": State(EXAMPLES["ten"].screen),
    "diagnose one test": State(one_test(CODINGAME, "2 26", "2 34")),
    "diagnose wrong format": State(EXAMPLES["format"].screen),
    "diagnose two tests": State(
        EXAMPLES["golf"].screen.changed(cases=(*EXAMPLES["golf"].screen.cases, SECOND), case=2)
    ),
    "diagnose a prompt": State(one_test(CODINGAME, "", "Cards? 2 26")),
    "diagnose what fits nothing": State(one_test(CODINGAME, "2 26", "1 77")),
    "diagnose a game without end": State(one_test(Deal.parse("23/4"), "endless", "drawn after 1000 rounds")),
    "diagnose a log": State(EXAMPLES["log"].screen),
}
"""States that are shown in windows of each width, and what each press there does."""


def shown(name: str, *, width: str) -> str:
    """Return what a state shows in a window of a width and what it offers, without seconds just measured."""
    app = STATES[name].opened(width=width)
    STATES[name].acts(app)
    return re.sub(
        r"(?<=This takes )[^]]+(?=\.)|(?<=adds more \()[^)]+", "…", f"{page_lines(app)}\n{acts_lines(app)}"
    )


@pytest.fixture(autouse=True)
def _known_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Serve where others come too: their phones scan the address."""
    monkeypatch.setattr("dashboard.ui.state.settings", lambda: Settings(public="https://war.example.org"))


@pytest.mark.parametrize("name", STATES)
def test_shown(name: str, snapshot: SnapshotAssertion) -> None:
    files = snapshot.use_extension(TextFile)
    desk = shown(name, width="wide")
    assert desk == files(name="desk")
    assert differing(desk, shown(name, width="small")) == files(name="phone")
    if name in ("game", "compare one rule", "simulate not played"):
        assert differing(desk, shown(name, width="medium")) == files(name="tablet")


CHANGES: Final = {
    "all rule sets": State(GameScreen(seed=7), pressed("show_all_rules_table")),
    "a seed that is none": State(GameScreen(seed=7), types("seed", "1.5, x")),
    "variants that may be added": State(
        CompareScreen(rule_sets=("codingame", "2.PLAYER_1_FIRST.DRAW.DRAW.HIGH"), games=20), opens("variant")
    ),
    "rules varied where both run out": State(
        CompareScreen(rule_sets=("bicycle",), sweep="both_out", games=20)
    ),
    "answers that no rule set gives": State(
        RulesScreen(answers=("three-down",)),
        lambda app: app.button_group(key="pickup").set_value(["winners-first"]).run(),
    ),
    "a game pasted, of several": State(GameScreen(), pasted("AKQ/KQJ\n23/4")),
    "a game by a changed rule": State(GameScreen(), changes_a_rule),
    "a game without chances": State(GameScreen(given=Deal((2, 3, 4) * 20, (3, 4, 2) * 20), view=View.CHANCE)),
    "games that are none": State(SimulateScreen(games=300), asks_for(0)),
    "a round that a game does not have": State(GameScreen(given=Deal.parse("AKQ/KQJ"), round=4)),
    "a question of stealing": State(QuestionsScreen(asked="steal", answered=True, rule_set="norvig")),
    "rule sets that are the same": State(RulesScreen(one="code-golf", other="codeforces-546c")),
    "a rule set that shuffles and has a twin": State(RulesScreen(rule_set="kbwar")),
    "one test with a wrong answer more": State(UNKNOWN, pressed("add_case")),
    "all explanations": State(UNKNOWN, opens("explanations", "every_explanation")),
    "a late explanation": State(
        UNKNOWN.changed(program="3.PLAYER_1_FIRST.DRAW.DRAW.ACE_LOW+last-card-2-left-out")
    ),
    "suits that break ties": State(several("codingame", {"KQ2/K34": "1 5", "AKQ/AJT": "2 7"})),
    "dealt alternately": State(several("codingame", {"AKQJ/2345": "1 8", CODINGAME.text: "2 44"})),
    "a pack without loops": State(PacksScreen(pack=Pack(2, 2)), opens("loops")),
    "hands of one's own": State(SimulateScreen(games=10**7, pack=Pack(8, 4), hands=Hands.parse("AA/*"))),
    "an explanation that is none": State(UNKNOWN.changed(program="norvig")),
    "fewer answers than deals": State(DiagnoseScreen(), filled(deal=TWO, got="1\n2\n1")),
    "a deal too large": State(one_test(Deal((14,) * 200, (2,) * 200), "", "1 200")),
    "a deal that is none": State(UNKNOWN, filled(deal="AXQ\nK1J")),
    "an answer that is none": State(UNKNOWN, filled(got="2 apples")),
    "a crash": State(UNKNOWN, filled(got="  File x, line 3\nIndexError: pop")),
    "a log without its deal": State(DiagnoseScreen(), filled(trace="A | 2")),
    "a log of two deals": State(DiagnoseScreen(), filled(deal=TWO, trace="A | 2")),
    "a log that is none": State(UNKNOWN, filled(trace="segmentation fault")),
    "a log beside a deal that is none": State(UNKNOWN, filled(deal="2 x", trace="A | 2")),
    "a log too long": State(UNKNOWN, filled(trace="x" * 200_001)),
    "a log too long for a link": State(UNKNOWN, filled(trace=LONG_LOG)),
}
"""What visitors do on a page, and what changes there; of those who do nothing, the page."""


@pytest.mark.parametrize("name", CHANGES)
def test_changed(name: str, snapshot: SnapshotAssertion) -> None:
    assert changed_by(CHANGES[name]) == snapshot(extension_class=TextFile)


def changed_by(state: State, ends: Callable[[AppTest], Any] = lambda _: None) -> str:
    """Return what acts change on a page, or all of it where nothing changes."""
    app = state.opened()
    first = page_lines(app)
    state.acts(app)
    ends(app)
    last = page_lines(app)
    return first if last == first else differing(first, last)


MEANWHILE: Final[dict[str, tuple[State, tuple[str, ...]]]] = {
    "a game": (State(LONG), ()),
    "a game, its rounds": (State(LONG.changed(view=View.ROUNDS)), ("answer",)),
    "a game, its rounds awaited": (State(LONG, chooses("view", View.ROUNDS)), ()),
    "a game, its aces awaited": (State(LONG, chooses("view", View.ACES)), ()),
    "a game, its files": (State(LONG, opens("downloads")), ("answer",)),
    "a game, lost": (State(LONG), ("lose",)),
    "a game by a changed rule": (State(LONG, changes_a_rule), ()),
    "a diagnosis": (State(UNKNOWN), ()),
    "a diagnosis, lost": (State(UNKNOWN), ("lose",)),
    "a diagnosis, stopped": (State(UNKNOWN, pressed("diagnose_stop")), ()),
    "a diagnosis, its parts lost": (State(UNKNOWN), ("answer_last",)),
    "a pack": (State(PacksScreen(pack=Pack(7, 2), rule_set="spivey")), ()),
}
"""States of pages whose workers have not answered yet, and what these do then: what that changes."""


@pytest.mark.parametrize("name", MEANWHILE)
def test_shown_meanwhile(name: str, slow: Slow, snapshot: SnapshotAssertion) -> None:
    state, ends = MEANWHILE[name]

    def end(app: AppTest) -> None:
        for way in ends:
            getattr(slow, way)()
            app.run()

    assert changed_by(state, end) == snapshot(extension_class=TextFile)


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
