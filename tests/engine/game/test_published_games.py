"""Games other people's implementations played: the law agrees with every one on everything they say."""

import tracemalloc
from typing import Any

import pytest
from published import lines
from quick import slow

from engine import PRESETS, Deal, Game, play, play_rounds
from engine.kernels import decide

PRESET_OF = {
    ("interleaved", "stated"): "programming-challenges",
    ("interleaved", "as_coded"): "programming-challenges-code",
    ("stack", "stated"): "code-golf",
    ("pat", "stated"): "codingame",
    ("steal", "stated"): "whats-in-a-game-steal",
    ("no_steal", "stated"): "whats-in-a-game",
}
REASON_OF = {
    "emptied": "deck_empty",
    "out_in_war": "shortfall",
    "both_out_in_war": "both_out",
    "cycle": "cycle",
    "empty_at_start": "empty_start",
    "both_empty_at_start": "empty_start",
}
PROGRAM_ONLY = {"interleaved/empty_start/002", "interleaved/empty_start/004"}
"""Source 1's program gives every deal with an empty deck to player 2; the rules do not."""

GAMES: list[dict[str, Any]] = lines("games")


def in_published_words(game: Game) -> dict[str, Any]:
    text = game.deal.deck_text
    return {
        "winner": None if game.cycle else game.outcome.winner,
        "rounds": game.rounds,
        "wars": game.wars,
        "deepest_war": game.depth,
        "final_sizes": list(game.sizes),
        "on_table": game.on_table,
        "final_p1": text(game.decks[0]),
        "final_p2": text(game.decks[1]),
        "after_round_1": game.after_round_1 and [text(deck) for deck in game.after_round_1],
        "steals": game.steals,
        "stolen": game.stolen,
        "cycle_start_round": game.cycle and game.cycle.start,
        "cycle_length": game.cycle and game.cycle.length,
    }


@pytest.mark.parametrize("step", [8, slow(1)])
@pytest.mark.parametrize(("variant", "reading"), PRESET_OF)
def test_every_published_game_is_played_as_published(variant: str, reading: str, step: int) -> None:
    """By the kernels each, and every `step`th by the referee."""
    rules = PRESETS[PRESET_OF[variant, reading]].playable
    chosen = [g for g in GAMES if g["id"].split("/")[0] == variant and g["reading"] == reading]
    assert chosen
    for number, published in enumerate(chosen):
        deal = Deal.parse(f"{published['p1']}/{published['p2']}")
        game = decide(deal, rules)
        assert number % step or game == play(deal, rules)
        output = in_published_words(game)
        if reading == "as_coded" and published["id"] in PROGRAM_ONLY:
            assert (published["winner"], published["p2"]) == (2, "")
            assert output["winner"] != 2
            continue
        expected = {"cycle_start_round": None, "cycle_length": None, "steals": 0, "stolen": 0}
        expected |= {name: value for name, value in published.items() if name in output}
        # The program's leftovers inside a war are no positions of the game and are not in the file.
        assert {name: output[name] for name in expected} == expected, published["id"]
        assert game.outcome.reason.value == REASON_OF[published["why"]], published["id"]


def test_no_published_game_is_left_out() -> None:
    assert {(g["id"].split("/")[0], g["reading"]) for g in GAMES} == set(PRESET_OF)
    assert len(GAMES) == 1825


def test_long_endless_games_have_their_cycle_and_little_is_remembered() -> None:
    longest = sorted((g for g in GAMES if g["why"] == "cycle"), key=lambda g: g["rounds"])[-4:]
    assert longest[-1]["rounds"] == 33_910
    for published in longest:
        rules = PRESETS[PRESET_OF[published["id"].split("/")[0], published["reading"]]].playable
        deal = Deal.parse(f"{published['p1']}/{published['p2']}")
        rounds = play_rounds(deal, rules)
        tracemalloc.start()
        count, peak = sum(1 for _ in rounds), tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 5_000_000  # hashes of 33,910 positions; the positions would take 20 MB
        cycle = rounds.ending.cycle
        assert cycle
        expected = [published[name] for name in ("rounds", "cycle_start_round", "cycle_length")]
        assert [count, cycle.start, cycle.length] == expected, published["id"]
