"""What comes later than its page is drawn by itself: over the wire, as a browser asks for it."""

import asyncio

import pytest
from apps import awaited
from visitors import Visitor

from dashboard.address import GAME
from dashboard.address.link import to_query
from dashboard.address.screens import GameScreen

pytestmark = pytest.mark.browser


def test_the_chance_of_a_game_costs_no_second_page_and_is_looked_for_no_longer_than_it_takes(
    server: str,
) -> None:
    query = to_query(GAME.to_params(GameScreen(rule_set="code-golf", seed=7_741, game=3)))

    async def look() -> None:
        visitor, _ = await Visitor.arrive(server, query=query)
        assert visitor.errors == []
        assert "chance_chart" in visitor.charts
        assert (visitor.pages, visitor.parts >= 2) == (1, True)
        drawn = visitor.parts
        await asyncio.sleep(1.2)
        assert (visitor.watching, visitor.parts) == (False, drawn)
        await visitor.leave()

    awaited(look())
