"""What the Game page sends a browser: bounded, whatever the deal and however long its game."""

import re
from concurrent.futures import FIRST_COMPLETED, wait
from itertools import islice

import pytest
from apps import APP, opened_at
from streamlit.dataframe_util import convert_pandas_df_to_arrow_bytes
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block
from there import of_kind, there
from traces import record

from dashboard.cache import games
from dashboard.cache.games import PASTED_MOST_CARDS, read_paste
from dashboard.cache.tasks import Key, Stretch
from dashboard.charts.game import charts
from dashboard.urls import GAME, GameScreen, View
from dashboard.views.diagnose.inputs import Draft
from dashboard.views.game import dealing
from engine import Deal, Pack, deal_cards, play_rounds
from engine.formats import NotationError, Reading
from engine.rules import PLAYABLE

MOST_SENT = 256_000  # bytes of any chart or table


def test_of_a_long_table_the_rounds_around_one_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = record(deal_cards(Pack(13, 4), seed=1, number=24_668), PLAYABLE["code-golf"])
    table = charts.rounds_table(trace)
    assert len(charts.around(table, 1)) == len(table) == 2_002
    long = table.loc[table.index.repeat(10)].reset_index(drop=True).assign(round=range(1, 20_021))
    assert 100_000 <= len(convert_pandas_df_to_arrow_bytes(charts.around(long, 9_000))) <= MOST_SENT
    even = long.iloc[[0] * 100].assign(round=range(1, 101))
    row = 14 + sum(8 + len(cell) for cell in even.iloc[0] if isinstance(cell, str))
    monkeypatch.setattr(charts, "MOST_BYTES", 20 * row)
    for number, first in ((1, 1), (50, 41), (100, 81)):
        assert charts.around(even, number)["round"].tolist() == [*range(first, first + 20)]


LARGEST = (
    GameScreen(pack=Pack(64, 64), rule_set="whats-in-a-game"),
    GameScreen(pack=Pack(1, 4096), view=View.HOLDERS),
    GameScreen(pack=Pack(4, 1024), rule_set="60.RANDOM.LAST_CARD.DRAW.HIGH", view=View.ROUNDS),
    GameScreen(given=Deal((9,) * 32 + (2, 3) * 900, (4,) * 30)),
)


def stretch_there(key: Key, number: int) -> Stretch:
    """Return the stretch around a round when the workers have played all that its page shows."""
    while questions := games.open_tasks(key, number):
        wait(questions, timeout=1, return_when=FIRST_COMPLETED)
    return there(games.stretch(key, number))


@pytest.mark.parametrize("screen", LARGEST, ids=["long", "one rank", "long pick-ups", "given"])
def test_the_page_of_the_largest_deals_is_small(screen: GameScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "PLAYABLE", {"whats-in-a-game": PLAYABLE["whats-in-a-game"]})
    app = AppTest.from_file(APP, default_timeout=60)
    app.session_state["game screen"] = screen  # a deal too large for a link
    app.session_state["game acted"] = True
    app.run()
    stretch_there(games.key_of(screen), 1)
    app.run()
    assert app.get("plotly_chart")
    assert [part for part in app.get("bidi_component") if '"rounds"' in part.proto.json]
    sizes = sorted(node.proto.ByteSize() for node in app.main if getattr(node, "proto", None))
    assert 20_000 < sizes[-1] <= MOST_SENT


def test_long_pick_ups_are_sent_a_few_rounds_at_a_time() -> None:
    screen = LARGEST[2]
    key = games.key_of(screen)
    part, game = stretch_there(key, 1), there(games.played_decided(key))
    sent = len(part.trace.course)
    assert 100 < sent < min(games.most_rounds(key), game.rounds)
    later = stretch_there(key, sent + 3).trace
    assert later.first <= sent + 3 < later.first + len(later.course)
    law = list(islice(play_rounds(key.deal, key.rules), sent + 20))
    assert [(this.lays, this.order) for this in law[later.first - 1 :]] == [
        (this.move.lays, this.move.order) for this in islice(later.positions(), len(law) - later.first + 1)
    ]


def test_a_paste_of_more_cards_than_can_be_dealt_is_refused_in_words() -> None:
    with pytest.raises(NotationError) as refused:
        read_paste("9" * 16_000 + "\n" + "9" * 16_000)
    in_a_box = of_kind(NotationError, Draft(deal="9" * 16_000 + "\n" + "9" * 16_000).deals)
    assert in_a_box.faults == refused.value.faults
    (fault,) = refused.value.faults
    assert fault.code == "too-many-cards"
    assert (fault.token, fault.expected) == ("32,000 cards", "a deal of at most 4,096 cards")
    most = of_kind(Reading, read_paste(f"{'9' * (PASTED_MOST_CARDS - 1)}/9"))
    assert most.deals[0].deal == Deal((9,) * (PASTED_MOST_CARDS - 1), (9,))


@pytest.mark.parametrize(("pack", "tall"), [("13x4", 0), ("13x12", 0), ("1x4096", dealing.TALLEST)])
def test_the_decks_take_no_more_room_than_a_screen_has(pack: str, tall: int) -> None:
    screen = GameScreen(seed=3, game=4, pack=Pack.parse(pack))
    app = opened_at("game", GAME.to_params(screen))
    (decks,) = (text for text in app.markdown if "This deal: " in text.value)
    hands = [screen.deal.deck_text(deck) for deck in (screen.deal.deck_1, screen.deal.deck_2)]
    assert re.findall("`([^`]+)`", decks.value) == hands  # letters of one width
    boxes = [node for node in app.main if isinstance(node, Block) and decks in node.children.values()]
    assert [box.proto.height_config.pixel_height for box in boxes] == [tall]
    assert not app.get("code")
