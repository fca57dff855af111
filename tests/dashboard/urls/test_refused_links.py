"""Why links of every page cannot be opened, as a file that was read and approved."""

from typing import Any, Final

from approved import TextFile
from syrupy.assertion import SnapshotAssertion

from dashboard import urls
from dashboard.urls.links import Codec, LinkError
from dashboard.urls.screens import (
    AskedCase,
    CompareScreen,
    DiagnoseScreen,
    GameScreen,
    LiteratureScreen,
    PacksScreen,
    QuestionsScreen,
    RecordsScreen,
    RulesScreen,
    SimulateScreen,
)
from engine.cards import Deal, Hands

DEAL: Final = Deal((14, 13, 12), (13, 12, 11), "dcc", "hsc")
CASE: Final = AskedCase(deal=DEAL, got="2 3", expected="1 3", format="line", trace="1: A K")
PAGES: Final[tuple[tuple[Codec[Any], Any], ...]] = (
    (urls.GAME, GameScreen(given=DEAL)),
    (urls.GAME, GameScreen(hands=Hands.parse("AAAA/*"))),
    (urls.SIMULATE, SimulateScreen()),
    (urls.COMPARE, CompareScreen(rule_sets=("code-golf",), sweep="pickup")),
    (urls.DIAGNOSE, DiagnoseScreen(cases=(CASE,), judge="codingame", program="codingame+10-as-1")),
    (urls.QUESTIONS, QuestionsScreen(asked="length", answered=True, guess=40)),
    (urls.RULES, RulesScreen(rule_set="bicycle", one="code-golf", other="codingame", answers=("shuffled",))),
    (urls.PACKS, PacksScreen()),
    (urls.RECORDS, RecordsScreen()),
    (urls.LITERATURE, LiteratureScreen(claim="flawless", verdict="agrees", words="a", source="P. Norvig")),
)
OTHERS: Final = ("", "no such value, and so long that not all of it is said", "-1", "9" * 25, "AAAAA/*")


def refusal(codec: Codec[Any], params: dict[str, str]) -> str:
    """Return why parameters are refused whose check letters fit them; what they open where they are not."""
    sound = {name: text for name, text in params.items() if name != "check"}
    sound["check"] = codec.checksum(sound)
    try:
        codec.from_params({name: [text] for name, text in sound.items()})
    except LinkError as error:
        return str(error).removeprefix("The link is whole, but War Room cannot show it: ")
    return "opens"


def test_why_a_whole_link_cannot_be_shown(snapshot: SnapshotAssertion) -> None:
    said = []
    for codec, screen in PAGES:
        params = codec.to_params(screen)
        for name in params.keys() - {"check"}:
            for other in OTHERS:
                said.append(f"{codec.page} {name}={other[:12]!r}: {refusal(codec, {**params, name: other})}")
    assert "\n".join(sorted(set(said))) == snapshot(extension_class=TextFile)


def test_why_a_changed_link_cannot_be_opened(snapshot: SnapshotAssertion) -> None:
    params = {name: [text] for name, text in urls.SIMULATE.to_params(SimulateScreen(games=300)).items()}
    changed: dict[str, dict[str, list[str]]] = {
        "check letters": {**params, "check": ["aaaaaaaa"]},
        "a number": {**params, "games": ["301"]},
        "no check letters": {name: texts for name, texts in params.items() if name != "check"},
        "no version": {name: texts for name, texts in params.items() if name != "v"},
        "a newer version": {**params, "v": ["2"]},
        "no version of ours": {**params, "v": ["one"]},
        "twice": {**params, "seed": ["1", "2"]},
        "rewritten": {name.upper(): texts for name, texts in params.items()},
    }
    said = []
    for name, fields in changed.items():
        try:
            urls.SIMULATE.from_params(fields)
        except LinkError as error:
            said.append(f"{name}: {error}")
    assert urls.SIMULATE.from_params({"utm_source": ["mail"]}) is None
    assert "\n".join(said) == snapshot(extension_class=TextFile)
