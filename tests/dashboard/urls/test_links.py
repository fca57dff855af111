"""Links: what is written is read back exactly; what is damaged is refused, with the approved reasons."""

import random
import string
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qs, quote, quote_plus, urlencode, urlsplit

import pytest
from approved import Reviewed
from hypothesis import given
from hypothesis import strategies as st

from dashboard import urls
from dashboard.__main__ import PORT
from dashboard.server.gate import ADDRESS
from dashboard.urls import DIAGNOSE, GAME, RULES
from dashboard.urls import screens as at
from dashboard.urls.links import LONGEST, LONGEST_QUERY, Codec, LinkError, compressed, decompressed, to_query
from engine.cards import HIGHEST_RANK, LARGEST_PACK, LARGEST_SEED, Deal, Hands, Pack
from engine.formats.write import HOME, AnsweredDeal, game_link, question_link
from engine.rules import PLAYABLE, Pickup, Rules

SCREEN = at.GameScreen(rule_set="codingame", given=Deal((14, 13, 12), (13, 12, 11), "dcc", "hsc"), round=2)
DEALT = Deal.parse("53278755654663374474268322/A9KKKKTT9QJT8QJAJAQAJT98Q9")
ANSWERS = ("", "2 26", "PAT", "True", "TURNS : 26\nWINNER : player2", "player_2", "a wins in 12 steps", "-1")

ranks = st.integers(2, 14) | st.integers(0, HIGHEST_RANK)


@st.composite
def deals(draw: st.DrawFn, least: int = 0, most: int = 40) -> Deal:
    deck_1, deck_2 = (tuple(draw(st.lists(ranks, min_size=least, max_size=most))) for _ in range(2))
    if not draw(st.booleans()):
        return Deal(deck_1, deck_2)
    suits = [draw(st.text("cdhs-", min_size=len(deck), max_size=len(deck))) for deck in (deck_1, deck_2)]
    return Deal(deck_1, deck_2, *suits)


packs = (
    st.tuples(st.integers(1, 60), st.integers(1, 60))
    .filter(lambda size: 2 <= size[0] * size[1] <= LARGEST_PACK)
    .map(lambda size: Pack(*size))
)
games = st.builds(
    at.GameScreen,
    rule_set=st.sampled_from([*PLAYABLE, Rules(face_down=7, pickup=Pickup.RANDOM).code]),
    given=st.none() | deals(),
    pack=packs,
    seed=st.integers(0, LARGEST_SEED),
    game=st.integers(0, LARGEST_SEED),
    round=st.integers(0, 10**6),
    view=st.sampled_from(at.View),
)
cases = st.builds(
    at.AskedCase,
    deal=deals(least=1, most=12),
    got=st.sampled_from(ANSWERS),
    expected=st.sampled_from(ANSWERS),
    format=st.sampled_from(("", "golf", "codingame", "pack-halves")),
    trace=st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=40),
)
questions = st.lists(cases, min_size=1, max_size=3).flatmap(
    lambda some: st.builds(
        at.DiagnoseScreen,
        cases=st.just(tuple(some)),
        case=st.integers(0, len(some)),
        judge=st.sampled_from(("", "codingame", Rules(face_down=2).code)),
        program=st.sampled_from(("", "codingame+10-as-1", "3.WINNER_FIRST.DRAW.DRAW.HIGH+one-too-many")),
    )
)


def suits_of(deal: Deal) -> tuple[str, str]:
    return deal.suits_1, deal.suits_2


@pytest.mark.parametrize(("codec", "screens"), [(GAME, games), (DIAGNOSE, questions)], ids=["game", "case"])
@given(data=st.data())
def test_a_screen_comes_back_from_its_address(
    codec: Codec[Any], screens: st.SearchStrategy[Any], data: st.DataObject
) -> None:
    screen = data.draw(screens)
    query = to_query(codec.to_params(screen))
    back: Any = codec.from_params(parse_qs(query, keep_blank_values=True, strict_parsing=True))
    assert codec.to_params(back) == codec.to_params(screen)
    # Two deals are equal whatever their suits; what is dealt is not in a link beside a given deal.
    pair: list[Any] = [back, screen]
    deals = [[case.deal for case in one.cases] if codec is DIAGNOSE else [one.deal] for one in pair]
    assert deals[0] == deals[1]
    assert [*map(suits_of, deals[0])] == [*map(suits_of, deals[1])]
    assert back == screen or screen.given is not None
    assert len(query) <= LONGEST_QUERY


@given(st.sampled_from([*PLAYABLE]), st.sampled_from([*PLAYABLE]), st.sampled_from([*PLAYABLE]))
def test_the_rules_page_comes_back_from_its_address(rule_set: str, one: str, other: str) -> None:
    params = {"v": "1", "rules": rule_set, "one": one, "other": other}
    fields = {name: [value] for name, value in {**params, "check": RULES.checksum(params)}.items()}
    if PLAYABLE[one].deterministic and PLAYABLE[other].deterministic:
        assert RULES.from_params(fields) == at.RulesScreen(rule_set=rule_set, one=one, other=other)
    else:
        with pytest.raises(LinkError, match="shuffles won cards"):
            RULES.from_params(fields)


@given(st.dictionaries(st.sampled_from(GAME.fields), st.text(max_size=20) | st.from_regex(r"[\w./~-]*")))
def test_a_query_is_what_python_writes(params: dict[str, str]) -> None:
    assert to_query(params) == urlencode(params, safe="/")


@given(st.text(max_size=200))
def test_squeezing_loses_nothing(text: str) -> None:
    clean = text.encode(errors="ignore").decode()
    short = compressed(clean)
    assert decompressed(short) == clean
    assert set(short) <= {*string.ascii_letters, *string.digits, *"-."}


def test_a_short_text_cannot_become_a_huge_one() -> None:
    with pytest.raises(ValueError, match="over 65,536 bytes"):
        decompressed(compressed("0" * 10_000_000))
    with pytest.raises(ValueError, match="cut off"):
        decompressed(compressed("round 1: AKQ / KQJ" * 9)[:20])


def noise(length: int) -> at.DiagnoseScreen:
    trace = "".join(random.Random(1).choices("0123456789 ", k=length))
    return at.DiagnoseScreen(cases=(at.AskedCase(deal=Deal.parse("AK/Q"), trace=trace),))


FORTY = (at.AskedCase(deal=Deal((14,) * 26, (2,) * 26), got="1 130"),) * 40


def test_what_is_too_large_for_a_link_is_refused_with_the_limit() -> None:
    game = at.GameScreen(given=Deal((14,) * 2000, (2,) * 2000))
    asked = at.DiagnoseScreen(cases=FORTY), noise(3_000), noise(LONGEST + 1)
    for write in (partial(GAME.to_params, game), *(partial(DIAGNOSE.to_params, one) for one in asked)):
        with pytest.raises(LinkError, match=r"more than a link can carry \(1,900 characters\)"):
            write()


REWRITINGS: dict[str, Callable[[str], str]] = {
    "in upper case": str.upper,
    "with capitals": str.title,
    "percent-encoded": lambda query: quote(query, safe=""),
    "percent-encoded and in upper case": lambda query: quote_plus(query).upper(),
    "percent-encoded, but for what parts it": lambda query: quote(query.replace("=", "%3D"), safe="&"),
    "percent-encoded three times": lambda query: quote(quote(quote(query, safe=""), safe=""), safe=""),
    "with its question mark": lambda query: quote(f"?{query}", safe=""),
    "behind a blank": lambda query: "+" + query.replace("&", "&+"),
    "in wide letters": lambda query: "".join(chr(ord(c) + 0xFEE0) if c.isalnum() else c for c in query),
    "as in a page's source": lambda query: ("&" + query).replace("&", "&amp%3B"),
    "in part": lambda query: query.replace("rules=", "Rules="),
    "beside a whole one": lambda query: f"{query}&Seed=8",
}
PARAMS = GAME.to_params(SCREEN)


@pytest.mark.parametrize("rewriting", REWRITINGS)
def test_a_rewritten_address_is_refused_and_not_taken_for_an_empty_one(rewriting: str) -> None:
    query = REWRITINGS[rewriting](to_query(PARAMS))
    with pytest.raises(LinkError, match="changed in transit"):
        GAME.from_params(parse_qs(query, keep_blank_values=True))


@pytest.mark.parametrize("name", PARAMS)
def test_any_changed_character_and_any_lost_or_doubled_field_is_noticed(name: str) -> None:
    params, value = {field: [text] for field, text in PARAMS.items()}, PARAMS[name]
    for place in range(len(value)):
        for other in {*string.ascii_letters, *string.digits, *"/. -"} - {value[place]}:
            with pytest.raises(LinkError):
                GAME.from_params({**params, name: [value[:place] + other + value[place + 1 :]]})
    with pytest.raises(LinkError):
        GAME.from_params({other: texts for other, texts in params.items() if other != name})
    with pytest.raises(LinkError, match=f"“{name}” 2 times"):
        GAME.from_params({**params, name: [value, value]})


def test_a_rule_set_goes_from_page_to_page_where_it_can() -> None:
    for screen, by_codingame in (
        (at.GameScreen(round=9), at.GameScreen(rule_set="codingame")),
        (
            at.CompareScreen(),
            at.CompareScreen(rule_sets=("codingame", "wikipedia", "programming-challenges")),
        ),
        (at.QuestionsScreen(asked="aces", guess=4), at.QuestionsScreen(asked="aces", rule_set="codingame")),
        (at.RecordsScreen(built=3), at.RecordsScreen(built=3)),
        (at.SimulateScreen(rule_set="codingame", games=9), at.SimulateScreen(rule_set="codingame", games=9)),
    ):
        assert screen.by("codingame") == by_codingame
        assert screen.by("") == screen
        assert at.PacksScreen().by("norvig") == at.PacksScreen(), "it leaves games to chance"


def params(link: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(link).query, keep_blank_values=True)


def test_the_dashboard_is_where_the_links_say() -> None:
    assert f"http://{ADDRESS}:{PORT}" == HOME
    assert urlsplit(game_link(DEALT, "codingame", home="https://war.example.org/room/")).path == "/room/"


@pytest.mark.parametrize("rules", [*PLAYABLE, "2.LOSER_FIRST.DRAW.DRAW.HIGH"])
def test_a_deal_opens_on_the_game_page(rules: str) -> None:
    screen = GAME.from_params(params(game_link(DEALT, rules, round=3)))
    assert screen == at.GameScreen(rule_set=rules, given=DEALT, round=3)


def test_a_question_has_as_many_cases_as_a_link_carries() -> None:
    link = question_link([AnsweredDeal(DEALT, "TURNS : 26\nWINNER : player2", "2 34")] * 40, "codingame")
    assert len(urlsplit(link).query) <= LONGEST_QUERY
    screen = DIAGNOSE.from_params(params(link))
    assert screen is not None
    assert 5 < len(screen.cases) < 40
    assert question_link([], "codingame") == ""
    long = Deal((2,) * 3_000, (3,) * 3_000)
    assert game_link(long, "codingame") == question_link([AnsweredDeal(long, "", "2 1")], "codingame") == ""


DEAL: Final = Deal((14, 13, 12), (13, 12, 11), "dcc", "hsc")
CASE: Final = at.AskedCase(deal=DEAL, got="2 3", expected="1 3", format="line", trace="1: A K")
HANDS: Final = Hands.parse("AAAA/*")
PAGES: Final[tuple[tuple[Codec[Any], Any], ...]] = (
    (urls.GAME, at.GameScreen(given=DEAL)),
    (urls.GAME, at.GameScreen(hands=HANDS)),
    (urls.SIMULATE, at.SimulateScreen()),
    (urls.COMPARE, at.CompareScreen(rule_sets=("code-golf",), sweep="pickup")),
    (urls.DIAGNOSE, at.DiagnoseScreen(cases=(CASE,), judge="codingame", program="codingame+10-as-1")),
    (urls.QUESTIONS, at.QuestionsScreen(asked="length", answered=True, guess=40, lesson=True)),
    (
        urls.RULES,
        at.RulesScreen(rule_set="bicycle", one="code-golf", other="codingame", answers=("shuffled",)),
    ),
    (urls.PACKS, at.PacksScreen()),
    (urls.RECORDS, at.RecordsScreen()),
    (urls.LITERATURE, at.LiteratureScreen(claim="flawless", verdict="agrees", words="+", source="P. Norvig")),
)
OTHERS: Final = ("", "no such value, and so long that not all of it is said", "-1", "9" * 25, "AAAAA/*")
UNSUITED: Final = {"got": "1 3_2 3", "pack": "13x5", "rules": "norvig", "words": "w" * 120, "guess": "100000"}


def test_all_that_a_screen_holds_is_in_its_link() -> None:
    written = defaultdict[str, set[str]](set)
    others = (
        (urls.SIMULATE, at.SimulateScreen(hands=HANDS, charts=at.Group.WINNERS)),
        (urls.COMPARE, at.CompareScreen(hands=HANDS, unit=at.Unit.PLAYS, charts=at.Group.WINNERS)),
        (urls.QUESTIONS, at.QuestionsScreen(asked="quick", rule_set="norvig")),
        (urls.LITERATURE, at.LiteratureScreen(rules="codingame", by_verdict=True)),
    )
    for codec, screen in (*PAGES, *others):
        params = codec.to_params(screen)
        assert codec.from_params({name: [text] for name, text in params.items()}) == screen
        written[codec.page] |= params.keys()
    assert written == {codec.page: {*codec.fields} for codec, _ in PAGES}


def test_a_question_is_diagnosed_as_it_was_pasted() -> None:
    case = urls.case_of(CASE)
    assert (case.deal, case.format, case.got.text) == (DEAL, "line", "2 3")
    meant = [
        urls.judge_meant(at.DiagnoseScreen(), case)
        for case in (None, CASE, replace(CASE, format="codingame"))
    ]
    assert meant == [PLAYABLE[name] for name in ("code-golf", "code-golf", "codingame")]


def refusal(codec: Codec[Any], params: dict[str, str]) -> str:
    """Return why parameters are refused whose check letters fit them; what they open where they are not."""
    sound = {name: text for name, text in params.items() if name != "check"}
    sound["check"] = codec.checksum(sound)
    try:
        codec.from_params({name: [text] for name, text in sound.items()})
    except LinkError as error:
        return str(error).removeprefix("The link is whole, but War Room cannot show it: ")
    return "opens"


def test_why_a_whole_link_cannot_be_shown(reviewed: Reviewed) -> None:
    output = []
    for codec, screen in PAGES:
        params = codec.to_params(screen)
        assert codec.from_params({name: [text] for name, text in params.items()}) == screen
        for name in params.keys() - {"check"}:
            for other in (*OTHERS, UNSUITED.get(name, "")):
                output.append(
                    f"{codec.page} {name}={other[:12]!r}: {refusal(codec, {**params, name: other})}"
                )
    reviewed("\n".join(sorted(set(output))))


def test_why_a_changed_link_cannot_be_opened(reviewed: Reviewed) -> None:
    params = {name: [text] for name, text in urls.SIMULATE.to_params(at.SimulateScreen(games=300)).items()}
    changed: dict[str, dict[str, list[str]]] = {
        "check letters": {**params, "check": ["aaaaaaaa"]},
        "a number": {**params, "games": ["301"]},
        "no check letters": {name: texts for name, texts in params.items() if name != "check"},
        "no version": {name: texts for name, texts in params.items() if name != "v"},
        **{f"version {text}": {**params, "v": [text]} for text in ("one", "0", "2", "99999", "100000")},
        "twice": {**params, "seed": ["1", "2"]},
        "rewritten": {name.upper(): texts for name, texts in params.items()},
    }
    output = []
    for name, fields in changed.items():
        try:
            urls.SIMULATE.from_params(fields)
        except LinkError as error:
            output.append(f"{name}: {error}")
    assert urls.SIMULATE.from_params({"utm_source": ["mail"]}) is None
    reviewed("\n".join(output))
