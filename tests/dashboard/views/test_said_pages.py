"""What stands on several pages: files in words, rule sets side by side, links that cannot be opened."""

import pytest

from dashboard.urls import GAME
from dashboard.urls.links import LinkError, to_query
from dashboard.urls.screens import GameScreen
from engine.cards import Deal
from engine.rules import Rules
from engine.simulation import Study
from engine.tables.files import games_cost, games_trouble


@pytest.mark.parametrize(
    ("games", "trouble", "cost"),
    [
        (1, "", "1 row: CSV under 1 MB, Parquet under 1 MB; the games are played again for it"),
        (
            10**6,
            "",
            "1,000,000 rows: CSV about 45 MB, Parquet about 10 MB; the games are played again for it",
        ),
        (
            10**6 + 1,
            "One row a game is for at most 1,000,000 games; this study has 1,000,001. "
            "The tallies hold them all.",
            "1,000,001 rows: CSV about 45 MB, Parquet about 10 MB; the games are played again for it",
        ),
    ],
)
def test_what_a_row_a_game_costs(games: int, trouble: str, cost: str) -> None:
    study = Study(rules=Rules(), games=games)
    assert (games_trouble(study), games_cost(study)) == (trouble, cost)


# Links that cannot be opened


def test_how_long_a_link_may_be() -> None:
    """A deal of so many cards fits, one card more does not: 1,900 characters after the question mark."""

    def screen(cards: int) -> GameScreen:
        # Ranks without a letter and of no order: nothing that could be squeezed.
        ranks = [(place * 389 + 17) % 900 + 20 for place in range(cards)]
        return GameScreen(given=Deal(tuple(ranks[::2]), tuple(ranks[1::2])))

    def length(cards: int) -> int | None:
        try:
            return len(to_query(GAME.to_params(screen(cards))))
        except LinkError:
            return None

    most = next(cards for cards in range(100, 4_000) if length(cards + 1) is None)
    longest = length(most)
    assert longest is not None
    assert 1_880 < longest <= 1_900
