"""Refusals word for word, each with what is just not refused beside it."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.cards import Pack
from engine.jobs.settings import Settings
from engine.rules import PRESETS, Rules, rules_called
from engine.simulation import Study
from engine.simulation.estimates import share
from engine.simulation.exact import begun, exact
from engine.simulation.study import Comparison, sweep

LARGEST = 2**64 - 1


def study(**fields: Any) -> Study:
    return replace(Study(rules=Rules(), games=10), **fields)


def comparison(sets: int) -> Comparison:
    return Comparison(rule_sets=tuple(Rules(face_down=down) for down in range(sets)), games=9)


def own(**variables: str) -> Settings:
    return Settings.read({f"WAR_ROOM_{name}": text for name, text in variables.items()})


@pytest.mark.parametrize(
    ("fits", "refused", "words"),
    [
        (
            lambda: study(games=10**12),
            lambda: study(games=10**12 + 1),
            "games 1000000000001 is out of range: take a whole number, 1 to 1000000000000",
        ),
        (
            lambda: study(games=1),
            lambda: study(games=0),
            "games 0 is out of range: take a whole number, 1 to 1000000000000",
        ),
        (
            lambda: study(seed=LARGEST),
            lambda: study(seed=LARGEST + 1),
            f"seed {LARGEST + 1} is out of range: take a whole number, 0 to {LARGEST}",
        ),
        (
            lambda: study(limit=10**9),
            lambda: study(limit=10**9 + 1),
            "limit 1000000001 is out of range: take a whole number, 1 to 1000000000",
        ),
        (
            lambda: study(sample=10**6),
            lambda: study(sample=10**6 + 1),
            "sample 1000001 is out of range: take a whole number, 1 to 1000000",
        ),
        (
            lambda: study(followed=10**6),
            lambda: study(followed=-1),
            "followed -1 is out of range: take a whole number, 0 to 1000000",
        ),
        (
            lambda: comparison(2),
            lambda: comparison(1),
            "1 rule set cannot be compared: take 2 to 12 of them",
        ),
        (
            lambda: comparison(12),
            lambda: comparison(13),
            "13 rule sets cannot be compared: take 2 to 12 of them",
        ),
        (
            lambda: Rules(face_down=99),
            lambda: Rules(face_down=100),
            "face_down 100 is out of range: take 0 to 99 cards",
        ),
        (
            lambda: Rules(face_down=0),
            lambda: Rules(face_down=-1),
            "face_down -1 is out of range: take 0 to 99 cards",
        ),
        (
            lambda: Rules.parse("99.LOSER_FIRST.LOSES.DRAW.HIGH"),
            lambda: Rules.parse("1000.LOSER_FIRST.LOSES.DRAW.HIGH"),
            "face_down '1000' is no number: take 0 to 99 cards",
        ),
        (
            lambda: Rules.parse("1.LOSER_FIRST.DRAW.DRAW.HIGH"),
            lambda: Rules.parse("1.LOSER_FIRST.DRAW.PLAYER_1.HIGH"),
            "both_out PLAYER_1 is impossible with shortfall DRAW, which nobody wins: take both_out DRAW",
        ),
        (
            lambda: Rules.parse("1.LOSER_FIRST.LOSES.DRAW.HIGH"),
            lambda: Rules.parse("1.LOSER_FIRST.LOSES.DRAW"),
            "'1.LOSER_FIRST.LOSES.DRAW' is no rule set: write face_down.pickup.shortfall.both_out.order",
        ),
        (
            lambda: PRESETS["norvig"].playable,
            lambda: PRESETS["coin-flip"].playable,
            "coin-flip plays no cards, it is a fair coin: choose another rule set",
        ),
        (
            lambda: sweep(rules_called("code-golf"), "both_out", games=9),
            lambda: sweep(rules_called("codingame"), "both_out", games=9),
            "both_out cannot be varied with shortfall DRAW, which nobody wins: take another shortfall",
        ),
        (
            lambda: share(9, 9),
            lambda: share(10, 9),
            "10 of 9 games is no share: take 0 to all of at least one game",
        ),
        (
            lambda: share(0, 1),
            lambda: share(0, 0),
            "0 of 0 games is no share: take 0 to all of at least one game",
        ),
        (
            lambda: exact(Pack(3, 1), Rules()),
            lambda: exact(Pack(3, 1), rules_called("norvig")),
            "pickup RANDOM leaves games to chance: take one that the deal settles",
        ),
        (
            lambda: own(RUNS="64"),
            lambda: own(RUNS="65"),
            "WAR_ROOM_RUNS '65' is out of range: take a whole number, 1 to 64",
        ),
        (
            lambda: own(LINK_GAMES="0"),
            lambda: own(LINK_GAMES="-1"),
            "WAR_ROOM_LINK_GAMES '-1' is out of range: take a whole number, 0 to 1000000000000",
        ),
        (
            lambda: own(STORE="/var/lib/runs.sqlite"),
            lambda: own(STORE="lib/runs.sqlite"),
            "WAR_ROOM_STORE 'lib/runs.sqlite' is no full path: begin it with the root, or with ~",
        ),
        (
            lambda: own(SCHEDULER="tcp://127.0.0.1:8786"),
            lambda: own(SCHEDULER="127.0.0.1:8786"),
            "WAR_ROOM_SCHEDULER '127.0.0.1:8786' is no address of a scheduler: "
            "write it as Dask prints it, such as tcp://127.0.0.1:8786",
        ),
    ],
)
def test_refusals(fits: Callable[[], object], refused: Callable[[], object], words: str) -> None:
    fits()
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        refused()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("999x4", None),
        ("1000x4", "a pack of 1000 x 4 has 4,000 cards: take at most 999 ranks and 2 to 4096 cards"),
        ("2x1", None),
        ("1x1", "a pack of 1 x 1 has one card: take at least 1 x 2"),
        ("64x64", None),
        ("64x65", "a pack of 64 x 65 has 4,160 cards: take at most 999 ranks and 2 to 4096 cards"),
        ("13", "'13' is no pack: write ranks x copies, such as 13x4"),
    ],
)
def test_which_packs_there_are(text: str, words: str | None) -> None:
    if words is None:
        assert Pack.parse(text).text == text
        return
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        Pack.parse(text)


def test_small_packs_are_those_of_ten_thousand_million_deals() -> None:
    """13x1 has 6,227,020,800 deals, 14x1 fourteen times as many."""
    assert begun(Pack(13, 1), Rules()).deals == 0
    with pytest.raises(ValueError, match="x1 has 87,178,291,200 deals: take one with at most 10,000,000,000"):
        exact(Pack(14, 1), Rules())
