"""Links: what is written is read back exactly; what is damaged is refused, never another game."""

import string
from collections.abc import Callable
from urllib.parse import parse_qs, quote, quote_plus, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.urls import GAME
from dashboard.urls.links import LONGEST_QUERY, LinkError, to_query
from dashboard.urls.screens import GameScreen, View
from engine.cards import HIGHEST_RANK, LARGEST_PACK, Deal, Pack
from engine.cards.random_stream import LARGEST_SEED
from engine.rules import PLAYABLE, Pickup, Rules

SCREEN = GameScreen(rule_set="codingame", given=Deal((14, 13, 12), (13, 12, 11), "dcc", "hsc"), round=2)

ranks = st.integers(2, 14) | st.integers(0, HIGHEST_RANK)
decks = st.lists(ranks, max_size=40).map(tuple)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    deck_1, deck_2 = draw(decks), draw(decks)
    if not draw(st.booleans()):
        return Deal(deck_1, deck_2)
    suits = [draw(st.text("cdhs-", min_size=len(deck), max_size=len(deck))) for deck in (deck_1, deck_2)]
    return Deal(deck_1, deck_2, *suits)


packs = (
    st.tuples(st.integers(1, 60), st.integers(1, 60))
    .filter(lambda size: 2 <= size[0] * size[1] <= LARGEST_PACK)
    .map(lambda size: Pack(*size))
)
screens = st.builds(
    GameScreen,
    rule_set=st.sampled_from([*PLAYABLE, Rules(face_down=7, pickup=Pickup.RANDOM).code]),
    given=st.none() | deals(),
    pack=packs,
    seed=st.integers(0, LARGEST_SEED),
    game=st.integers(0, LARGEST_SEED),
    round=st.integers(0, 10**6),
    view=st.sampled_from(View),
)


def params_of(screen: GameScreen) -> dict[str, list[str]]:
    return {name: [value] for name, value in GAME.to_params(screen).items()}


@given(screens)
def test_a_screen_comes_back_from_its_address(screen: GameScreen) -> None:
    query = to_query(GAME.to_params(screen))
    back = GAME.from_params(parse_qs(query, keep_blank_values=True, strict_parsing=True))
    assert back is not None
    assert GAME.to_params(back) == GAME.to_params(screen)
    assert (back.deal, back.deal.suits_1, back.deal.suits_2) == (
        screen.deal,
        screen.deal.suits_1,
        screen.deal.suits_2,
    )
    assert back.rules == screen.rules
    assert len(query) <= LONGEST_QUERY


@given(st.dictionaries(st.sampled_from(GAME.fields), st.text(max_size=20) | st.from_regex(r"[\w./~-]*")))
def test_a_query_is_what_python_writes(params: dict[str, str]) -> None:
    assert to_query(params) == urlencode(params, safe="/")


def test_a_deal_too_large_for_a_link_is_refused_with_its_size() -> None:
    with pytest.raises(LinkError, match="4,000 cards"):
        GAME.to_params(GameScreen(given=Deal((14,) * 2000, (2,) * 2000)))


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


@pytest.mark.parametrize("rewriting", REWRITINGS)
def test_a_rewritten_address_is_refused_and_not_taken_for_an_empty_one(rewriting: str) -> None:
    query = REWRITINGS[rewriting](to_query(GAME.to_params(SCREEN)))
    with pytest.raises(LinkError, match="rewritten on its way"):
        GAME.from_params(parse_qs(query, keep_blank_values=True))


@pytest.mark.parametrize("name", [name for name in GAME.fields if name in GAME.to_params(SCREEN)])
def test_any_changed_character_is_noticed(name: str) -> None:
    params = params_of(SCREEN)
    value = params[name][0]
    for place in range(len(value)):
        for other in string.ascii_letters + string.digits + "/. -":
            if other != value[place]:
                changed = {**params, name: [value[:place] + other + value[place + 1 :]]}
                with pytest.raises(LinkError):
                    GAME.from_params(changed)


@pytest.mark.parametrize("name", [name for name in GAME.fields if name in GAME.to_params(SCREEN)])
def test_any_lost_or_doubled_field_is_noticed(name: str) -> None:
    params = params_of(SCREEN)
    with pytest.raises(LinkError):
        GAME.from_params({other: value for other, value in params.items() if other != name})
    with pytest.raises(LinkError, match=f"“{name}” 2 times"):
        GAME.from_params({**params, name: params[name] * 2})
