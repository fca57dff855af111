"""Small packs, exactly: every deal counted, and the whole game as a graph, against games played one by one.

What `war exact` prints stands in the approval file of the terminal's outputs.
"""

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import one_json
from naive import Naive
from published import lines
from quick import quick

from engine.cards import Deal, Hands, Pack, shares
from engine.cli import simulate
from engine.cli.simulate import exact_line
from engine.game import Reason, comparison, play, play_round
from engine.rules import PLAYABLE, PRESETS, BothOut, Order, Pickup, Rules, Shortfall
from engine.simulation import MOST_POSITIONS, Positions, counting, position_count, positions
from engine.simulation.counting import Exact, arrangements, begun, exact, gone_on, numbers_of, rows_of

PACK = Pack(4, 2)
GOLF = PLAYABLE["code-golf"]
RULES = {
    **{name: PLAYABLE[name] for name in ("code-golf", "codingame", "whats-in-a-game-steal", "bicycle")},
    "player 1's first": Rules(face_down=0, pickup=Pickup.PLAYER_1_FIRST, both_out=BothOut.PLAYER_2),
    "drawn": Rules(face_down=2, pickup=Pickup.AS_DEALT, shortfall=Shortfall.DRAW, order=Order.LOW_WINS),
    "lowest beats highest": Rules(
        face_down=0,
        pickup=Pickup.WINNER_ALTERNATING_REVERSED,
        shortfall=Shortfall.FEWER_DOWN,
        order=Order.LOWEST_BEATS_HIGHEST,
    ),
    "aces low": Rules(pickup=Pickup.LOSER_ALTERNATING, order=Order.ACE_LOW, both_out=BothOut.PLAYER_1),
}
by_rules = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "CHUNK", 700)
    monkeypatch.setattr("engine.simulation.game_graph.CHUNK", 200)


@pytest.mark.parametrize("text", ["4x2", "5x1", "3x3", "13x1"])
def test_an_arrangement_and_its_number_are_the_same(text: str) -> None:
    pack = Pack.parse(text)
    numbers = np.arange(min(arrangements(pack), 500))
    rows = rows_of(pack, numbers)
    assert np.array_equal(numbers_of(pack, rows), numbers)
    assert sorted({*map(tuple, rows.tolist())}) == [*map(tuple, rows.tolist())]


@cache
def ended(one: tuple[int, ...], two: tuple[int, ...], rules: Rules) -> tuple[str, int]:
    """Return how a game ends by the naive referee, and its rounds if it does."""
    game = Naive(Deal(one, two), rules).result
    name = "endless" if game["cycle"] else ("draw", "player_1", "player_2")[game["winner"]]
    return name, 0 if game["cycle"] else game["rounds"]


def every_way(pack: Pack, hands: Hands | None) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return both decks of every order of the pack's cards in which the hands are dealt, by rank."""
    dealt = shares(pack, hands)
    known = {*dealt.known_1}, {*dealt.known_2}
    ways = []
    for cards in permutations(range(pack.size), dealt.cards):
        both = cards[: dealt.size_1], cards[dealt.size_1 :]
        if all(of <= {*deck} for of, deck in zip(known, both, strict=True)):
            first, second = (tuple(map(pack.rank_of, deck)) for deck in both)
            ways.append((first, second))
    return ways


DEALT = [
    *((pack, "") for pack in ("3x1", "5x1", "1x5", "3x2", "2x3")),
    *(("3x2", hands) for hands in ("A?/A*", "AA/*", "?{2}/?{4}", "K*/Q", "A?/K?", "?/?")),
    *(("2x3", "AK?/*"), ("2x3", "AA?/KKK"), ("4x1", "A?/*")),
]


@by_rules
@pytest.mark.parametrize(("pack", "hands"), DEALT)
def test_every_deal_is_counted_as_often_as_it_can_be_dealt(pack: str, hands: str, rules: Rules) -> None:
    of, known = Pack.parse(pack), Hands.parse(hands) if hands else None
    found = exact(of, rules, hands=known)
    ways = every_way(of, known)
    games = Counter(ended(*way, rules) for way in ways)
    for name in ("player_1", "player_2", "draw", "endless"):
        number = sum(times for (end, _), times in games.items() if end == name)
        assert getattr(found, name) * len(ways) == number * found.ways, name
    assert found.rounds * len(ways) == sum(n * times for (_, n), times in games.items()) * found.ways
    assert found.longest == max(rounds for _, rounds in games)
    if found.longest_deal is not None:
        assert play(found.longest_deal, rules).rounds == found.longest
        longest = {way for way in ways if ended(*way, rules)[1] == found.longest}
        first = min(numbers_of(of, np.array([(*one, *two) for one, two in longest]))) if not hands else None
        assert first in (None, found.longest_at)


def test_equal_hands_of_nothing_known_are_the_pack_and_unequal_ones_count_every_deal_once() -> None:
    assert exact(PACK, GOLF, hands=Hands.parse("?{4}/*")) == exact(PACK, GOLF)
    split = exact(PACK, GOLF, hands=Hands.parse("?{3}/*"))
    assert split.ways == split.deals == arrangements(PACK)


@pytest.mark.parametrize("row", lines("tiny_packs"), ids=lambda row: f"{row['pack']}-{row['rules']}")
def test_the_published_counts_of_small_packs(row: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    pack, rules = Pack.parse(row["pack"]), PRESETS[row["rules"]].playable
    names = ("player_1", "player_2", "drawn", "endless", "rounds", "longest")
    found = exact(pack, rules)
    counts = found.player_1, found.player_2, found.draw, found.endless, found.rounds, found.longest
    assert counts == tuple(row[name] for name in names)
    assert found.deals == arrangements(pack) == sum(counts[:4])
    monkeypatch.setattr(counting, "CHUNK", 10**6)
    assert found == exact(pack, rules), "chunk by chunk it is the same"


# Counts that are kept in a file.

ASKED = ("exact", "--pack", "4x2", "--json")


@pytest.mark.parametrize("hands", ["", "AA?/*"])
def test_a_count_goes_on_from_what_was_kept(war: Any, tmp_path: Path, hands: str) -> None:
    file = tmp_path / "count.json"
    start = begun(PACK, GOLF, hands=Hands.parse(hands) if hands else None)
    asked = (*ASKED, "--rules", "code-golf", *(("--hands", hands) if hands else ()))
    whole = one_json(war(*asked))
    for chunks in (1, 3):
        file.write_text(gone_on(start, chunks).written())
        assert simulate._stored_count(file, start) == gone_on(start, chunks)
        assert one_json(war(*asked, "--keep", str(file))) == whole
        assert simulate._stored_count(file, start).done
    if hands:
        assert "keeps no count of 4x2" in war("exact", "--pack", "4x2", "--keep", str(file))[2]


def test_an_interrupted_count_is_kept(war: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "count.json"
    steps = iter((gone_on, gone_on))

    def interrupted(counted: Exact, *_: Any) -> Exact:
        step = next(steps, None)
        if step is None:
            raise KeyboardInterrupt
        return step(counted)

    monkeypatch.setattr("engine.simulation.gone_on", interrupted)
    with pytest.raises(KeyboardInterrupt):
        war("exact", "--pack", "4x2", "--keep", str(file))
    assert simulate._stored_count(file, begun(PACK, GOLF)).deals == 1_400
    assert exact_line(begun(PACK, GOLF), 0, 2.0).startswith("0 of 2,520 deals")
    line = exact_line(replace(begun(PACK, GOLF), deals=1_400), 700, 2.0)
    assert line == "1,400 of 2,520 deals, 350 per second, 3 s to go"


def test_another_file_is_left_alone_and_an_unwritable_one_is_named(war: Any, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    unchecked = begun(PACK, GOLF).written().replace('"sha256"', '"sha1"')
    for text in ("", "[]", '{"pack": "4x2"}', '{"pack": "5x2", "rules": "x", "cut": 4}', unchecked):
        file.write_text(text)
        refusal = f"war: {str(file)!r} keeps no count of 4x2 by these rules: name another file\n"
        assert war("exact", "--pack", "4x2", "--keep", str(file)) == (2, "", refusal)
        assert file.read_text() == text
    nowhere = str(tmp_path / "nowhere" / "count.json")
    refusal = f"war: cannot write {nowhere!r}: No such file or directory\n"
    assert war("exact", "--pack", "3x1", "--keep", nowhere) == (2, "", refusal)


def test_a_count_that_was_changed_is_counted_again_and_reported(war: Any, tmp_path: Path) -> None:
    file = tmp_path / "count.json"
    written = json.loads(gone_on(begun(PACK, GOLF)).written())
    changed = written | {"draw": written["draw"] - 3, "endless": written["endless"] + 3}
    file.write_text(json.dumps(changed))
    code, out, err = war(*ASKED, "--keep", str(file))
    assert (code, out) == (0, war(*ASKED)[1])
    why = "was changed or damaged, its checksum is of other counts: counted from the start"
    assert err == f"war: {str(file)!r} {why}\n"
    assert simulate._stored_count(file, begun(PACK, GOLF)) == exact(PACK, GOLF)


@by_rules
@pytest.mark.parametrize("text", ["2x2", "4x1", "5x1", "2x3", "3x2"])
def test_the_graph_is_what_games_from_each_position_are(text: str, rules: Rules) -> None:
    pack = Pack.parse(text)
    whole = positions(pack, rules)
    place = {whole.deal(position): position for position in range(whole.number)}
    assert len(place) == whole.number == position_count(pack)
    rings: Counter[int] = Counter()
    for deal, position in place.items():
        this, outcome = play_round(1, (deal.deck_1, deal.deck_2), rules, comparison(deal, rules.order))
        after, game = int(whole.after[position]), play(deal, rules)
        if outcome is None and all(this.decks):
            assert whole.deal(after) == Deal(*this.decks)
        else:
            winner = outcome.winner if outcome else 1 if this.decks[0] else 2
            assert after - whole.number == (2, 0, 1)[winner]
        end = {1: 0, 2: 1, 0: 2}[game.outcome.winner]
        assert whole.outcomes[position] == (3 if game.outcome.reason is Reason.CYCLE else end)
        if position in whole.deals and game.cycle:
            rings[game.cycle.length] += 1
    for ring in whole.rings():
        rings[ring.length] -= ring.deals
        assert ring.length == len(set(whole.along(ring.position)))
        assert min(whole.along(ring.position)) == ring.position
    assert not rings.total()
    order = [(-ring.length, -ring.deals, ring.position) for ring in whole.rings()]
    assert order == sorted(order)
    for split in whole.splits():
        counted = exact(pack, rules, Hands.parse(f"?{{{split.cut}}}/*"))
        assert split.outcomes == (counted.player_1, counted.player_2, counted.draw, counted.endless)
        assert split.longest == counted.longest
    met = set[int]()
    for position in whole.deals:
        while position < whole.number and position not in met:
            met.add(position)
            position = int(whole.after[position])
    assert sorted(met) == whole.met().tolist()


def test_the_only_way_to_an_end_is_followed_to_it() -> None:
    number = position_count(Pack(2, 2))
    after = np.array([*range(1, number + 1), number, number + 1, number + 2])
    whole = Positions(Pack(2, 2), after)
    assert set(whole.outcomes) == {0}
    assert max(split.longest for split in whole.splits()) == number


DISTINCT = quick(lines("distinct_ranks"), lambda row: row["ranks"] != 8)


@pytest.mark.parametrize("row", DISTINCT, ids=lambda row: f"{row['ranks']}-{row['pickup']}")
def test_the_published_counts_of_all_splits(row: dict[str, Any]) -> None:
    whole = positions(Pack(row["ranks"], 1), Rules(pickup=Pickup(row["pickup"])))
    assert whole.number == row["deals"]
    assert sum(split.outcomes[3] for split in whole.splits()) == row["endless"]


def test_large_packs_and_random_rules_are_refused() -> None:
    few = f"has 82,328,400 positions: use one with at most {MOST_POSITIONS:,}"
    for pack, rules, why in (
        (Pack(6, 2), Rules(), few),
        (Pack(3, 1), PLAYABLE["jouets"], "depend on chance"),
    ):
        with pytest.raises(ValueError, match=why):
            positions(pack, rules)
