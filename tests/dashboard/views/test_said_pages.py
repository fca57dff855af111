"""What stands on several pages: files in words, rule sets side by side, links that cannot be opened."""

from collections.abc import Callable

import pytest

from dashboard.files.footer import in_words
from dashboard.urls import GAME, SIMULATE
from dashboard.urls.links import LinkError, to_query
from dashboard.urls.screens import GameScreen, SimulateScreen
from engine.cards import Deal, Pack
from engine.game import LIMIT
from engine.rules import Rules
from engine.simulation import Study
from engine.simulation.study import Comparison
from engine.tables.files import file_stem, games_cost, games_trouble, guarded


@pytest.mark.parametrize(
    ("study", "games", "words"),
    [
        (
            Study(rules=Rules(), games=100, sample=1),
            100,
            {
                "Games": "100 games",
                "Cards": "52 cards, 4 of each of 13 ranks, dealt in halves",
                "Seed": "0",
                "Cut off": f"after {LIMIT:,} rounds",
            },
        ),
        (
            Study(rules=Rules(), games=1, pack=Pack(1, 2_000), seed=7, limit=1, sample=1),
            1,
            {
                "Games": "1 game",
                "Cards": "2,000 cards, 2,000 of each of 1 rank, dealt in halves",
                "Seed": "7",
                "Cut off": "after 1 round",
            },
        ),
        (
            Study(rules=Rules(), games=100_000, followed=2_000),
            42_000,
            {
                "Games": "42,000 of 100,000 games",
                "Cards": "52 cards, 4 of each of 13 ranks, dealt in halves",
                "Seed": "0",
                "Cut off": f"after {LIMIT:,} rounds",
                "Followed": "the first 2,000 games and every 256th game, for deck sizes and cycles",
            },
        ),
        (
            Study(rules=Rules(), games=99, sample=2, followed=1),
            99,
            {
                "Games": "99 games",
                "Cards": "52 cards, 4 of each of 13 ranks, dealt in halves",
                "Seed": "0",
                "Cut off": f"after {LIMIT:,} rounds",
                "Followed": "the first game and every 2nd game, for deck sizes and cycles",
            },
        ),
        (
            Study(rules=Rules(), games=99),
            98,
            {
                "Games": "98 of 99 games",
                "Cards": "52 cards, 4 of each of 13 ranks, dealt in halves",
                "Seed": "0",
                "Cut off": f"after {LIMIT:,} rounds",
                "Followed": "every 256th game, for deck sizes and cycles",
            },
        ),
    ],
)
def test_what_a_file_is_of(study: Study, games: int, words: dict[str, str]) -> None:
    assert in_words(study, games) == words


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


def test_names_of_files_and_cells_that_are_no_formulas() -> None:
    study = Study(rules=Rules(), games=100)
    digits = study.key()[:10]
    assert file_stem(study, "tallies") == f"war-room-tallies-code-golf-100-games-{digits}"
    assert file_stem(study, "tallies", 100) == file_stem(study, "tallies")
    assert file_stem(study, "tallies", 99) == f"war-room-tallies-code-golf-99-games-{digits}"
    two = Comparison(rule_sets=(Rules(), Rules(face_down=2)), games=1)
    assert file_stem(two, "sweep") == f"war-room-sweep-2-rule-sets-1-game-{two.key()[:10]}"
    cells = ["=1", "+1", "-1", "@a", "\ta", "\ra", "\na", "1=", "a-1", ""]
    assert [guarded(cell) != cell for cell in cells] == [True] * 7 + [False] * 3


# Links that cannot be opened


def params(**changed: str) -> dict[str, list[str]]:
    written = SIMULATE.to_params(SimulateScreen(games=300)) | changed
    return {name: [value] for name, value in written.items()}


def sound(**changed: str) -> dict[str, list[str]]:
    """Return parameters with check letters that fit them, whatever they say."""
    written = {**SIMULATE.to_params(SimulateScreen(games=300)), **changed}
    written.pop("check")
    written["check"] = SIMULATE.checksum(written)
    return {name: [value] for name, value in written.items()}


CHANGED = (
    "The link was changed or cut on its way: its check letters do not fit the rest. "
    "Ask for it again, or copy it whole."
)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (lambda: params(check="aaaaaaaa"), CHANGED),
        (lambda: params(games="301"), CHANGED),
        (lambda: {name: values for name, values in params().items() if name != "check"}, CHANGED),
        (
            lambda: {name: values for name, values in params().items() if name != "v"},
            "The link has lost its version, so it is not whole. Ask for it again.",
        ),
        (
            lambda: params() | {"seed": ["1", "2", "3"]},
            "The link says “seed” 3 times, so it could mean two different things.",
        ),
    ],
)
def test_why_a_link_cannot_be_opened(address: Callable[[], dict[str, list[str]]], words: str) -> None:
    with pytest.raises(LinkError) as caught:
        SIMULATE.from_params(address())
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("games", "opens"), [("1", True), ("0", False), ("1000000000000", True), ("1000000000001", False)]
)
def test_a_link_that_is_whole_but_asks_too_much(games: str, opens: bool) -> None:
    if opens:
        screen = SIMULATE.from_params(sound(games=games))
        assert screen is not None
        assert screen.games == int(games)
        return
    with pytest.raises(LinkError, match=r"^The link is whole, but War Room cannot show it: games '.*\.$"):
        SIMULATE.from_params(sound(games=games))


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
