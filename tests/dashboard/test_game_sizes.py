"""What the Game page sends a browser: bounded, whatever the deal and however long its game."""

import tomllib
from pathlib import Path

import pandas as pd
import pytest
from streamlit.dataframe_util import convert_pandas_df_to_arrow_bytes

from dashboard.asking.pasted import MOST_CARDS, read_paste
from dashboard.charts.game import holders
from dashboard.charts.game.tables import around, rounds_table
from dashboard.charts.parts.theme import THEMES
from engine import Deal, deal_cards, record
from engine.cards import Pack
from engine.diagnose.trace_reading import LONGEST_TRACE
from engine.kernels import Course, decide
from engine.notation import NotationError, Reading
from engine.rules import PLAYABLE

MOST_SENT = 256_000
"""Bytes of any chart or table."""

PACKS = ("13x4", "64x64", "999x4", "2x2048", "1x4096", "4x1024")


@pytest.fixture(scope="module", params=PACKS)
def course(request: pytest.FixtureRequest) -> Course:
    return Course(decide(deal_cards(Pack.parse(request.param), seed=1, number=0), PLAYABLE["kbwar"]))


def bytes_of(table: pd.DataFrame) -> int:
    """Return how many bytes of a table come over the wire."""
    return len(convert_pandas_df_to_arrow_bytes(table))


def test_who_holds_what_is_sent_in_few_bytes(course: Course) -> None:
    chart = holders.holders(course)
    assert len(chart.names) == len(set(chart.names)) <= holders.MOST_ROWS
    assert max(map(len, chart.names)) <= 30
    assert len(holders.figure(chart, THEMES["light"]).to_json()) <= MOST_SENT
    assert ("A row is a card" in chart.note) == (course.game.deal.size <= holders.MOST_ROWS)


def test_cards_that_share_a_row_are_averaged() -> None:
    deal = deal_cards(Pack.parse("2x600"), seed=3, number=0)
    chart = holders.holders(Course(decide(deal, PLAYABLE["code-golf"], limit=60)))
    assert (chart.each, len(chart.names), chart.share.shape[0]) == (3, 400, 400)
    assert chart.names[0] == "K♣ to K♣ no. 3"
    ranks = (*deal.deck_1, *deal.deck_2)
    suits = deal.eye_suits()
    order = sorted(range(deal.size), key=lambda card: (ranks[card], suits[card], card))
    first = [sum(card < len(deal.deck_1) for card in order[row : row + 3]) for row in range(0, 1200, 3)]
    assert chart.share[:, 0].tolist() == [round(100 * cards / 3) for cards in first]


def test_rounds_are_sent_in_few_bytes(course: Course) -> None:
    table = rounds_table(course.stretch(1, 900))
    assert bytes_of(around(table, 200)) <= MOST_SENT


@pytest.mark.parametrize("number", [1, 3_000, 9_000, 19_952])
def test_of_a_long_table_the_rounds_around_one_are_sent(number: int) -> None:
    trace = record(deal_cards(Pack(13, 4), seed=1, number=24_668), PLAYABLE["code-golf"])
    table = rounds_table(trace)
    assert len(around(table, 1)) == len(table) == 2_002
    long = table.loc[table.index.repeat(10)].reset_index(drop=True)
    long["round"] = range(1, len(long) + 1)
    shown = around(long, number)
    assert number in shown["round"].tolist()
    assert 100_000 <= bytes_of(shown) <= MOST_SENT
    assert shown["round"].tolist() == list(range(shown["round"].iloc[0], shown["round"].iloc[-1] + 1))


def test_a_paste_of_more_cards_than_can_be_dealt_is_refused_in_words() -> None:
    with pytest.raises(NotationError) as refused:
        read_paste("9" * 16_000 + "\n" + "9" * 16_000)
    (fault,) = refused.value.faults
    assert fault.code == "too-many-cards"
    assert (fault.token, fault.expected) == ("32,000 cards", "a deal of at most 4,096 cards")
    most = read_paste(f"{'9' * (MOST_CARDS - 1)}/9")
    assert isinstance(most, Reading)
    assert most.deals[0].deal == Deal((9,) * (MOST_CARDS - 1), (9,))


def test_a_message_far_larger_than_any_of_ours_is_not_sent() -> None:
    settings = tomllib.loads((Path(__file__).parents[2] / ".streamlit/config.toml").read_text("utf-8"))
    most = settings["server"]["maxMessageSize"] * 10**6
    assert max(MOST_SENT, LONGEST_TRACE) < most <= 5 * 10**6
