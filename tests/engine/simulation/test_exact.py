"""`war exact`: how far it is, and how it goes on from what it kept."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from commands import one_json

from engine.cards import Deal, Hands, Pack, shares
from engine.cli import simulate
from engine.cli.simulate import exact_line
from engine.game import Reason, play
from engine.rules import PLAYABLE, Rules
from engine.simulation import Study
from engine.simulation import exact as counting
from engine.simulation.exact import Exact, begun, exact, gone_on
from engine.simulation.tallies import tally

PACK = Pack(4, 2)
GOLF = PLAYABLE["code-golf"]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "CHUNK", 700)


def test_chunk_by_chunk_the_count_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    in_chunks = exact(PACK, GOLF)
    monkeypatch.setattr(counting, "CHUNK", 10_000)
    assert in_chunks == exact(PACK, GOLF)
    assert in_chunks.longest_deal is not None
    assert play(in_chunks.longest_deal, GOLF).rounds == in_chunks.longest == 16


def test_a_deck_without_a_card_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^8 cards for player 1 are out of range: take 1 to 7$"):
        begun(PACK, GOLF, 8)


@pytest.mark.parametrize("chunks", [1, 3])
def test_a_count_goes_on_from_what_was_kept(war: Any, tmp_path: Path, chunks: int) -> None:
    file = tmp_path / "count.json"
    file.write_text(gone_on(begun(PACK, GOLF), chunks).written())
    kept = simulate._kept(file, begun(PACK, GOLF))
    assert kept.deals == 700 * chunks
    asked = ("exact", "--pack", "4x2", "--json")
    assert one_json(war(*asked, "--keep", str(file))) == one_json(war(*asked))
    assert simulate._kept(file, begun(PACK, GOLF)) == exact(PACK, GOLF)


def test_what_is_done_of_a_count_stays_when_it_is_interrupted(
    war: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "count.json"
    steps = iter((gone_on, gone_on))

    def interrupted(counted: Exact, *_: Any) -> Exact:
        step = next(steps, None)
        if step is None:
            raise KeyboardInterrupt
        return step(counted)

    monkeypatch.setattr(simulate, "gone_on", interrupted)
    with pytest.raises(KeyboardInterrupt):
        war("exact", "--pack", "4x2", "--keep", str(file))
    assert simulate._kept(file, begun(PACK, GOLF)).deals == 1_400


@pytest.mark.parametrize("text", ["", "[]", '{"pack": "4x2"}', '{"pack": "5x2", "rules": "x", "cut": 4}'])
def test_a_file_of_something_else_is_left_alone(war: Any, tmp_path: Path, text: str) -> None:
    file = tmp_path / "mine.json"
    file.write_text(text)
    assert war("exact", "--pack", "4x2", "--keep", str(file)) == (
        2,
        "",
        f"war: {str(file)!r} keeps no count of 4x2 by these rules: name another file\n",
    )
    assert file.read_text() == text


def test_a_file_that_cannot_be_written_is_named(war: Any, tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "count.json"
    code, _, err = war("exact", "--pack", "3x1", "--keep", str(file))
    assert (code, err) == (2, f"war: cannot write {str(file)!r}: No such file or directory\n")


def test_the_whole_game_is_told_with_the_count(war: Any) -> None:
    asked = ("exact", "--pack", "3x1", "--whole")
    code, out, err = war(*asked)
    assert (code, err) == (0, "")
    assert out.partition("the longest takes 2 rounds: KQ/A\n")[2] == (
        "\n"
        "  9 positions, 2 cycles\n"
        "  2 cycles of 2 rounds, 1 deal leads into each: K/QA\n"
        "\n"
        "    player 1 has        wins       loses        draw     endless   longest\n"
        "               1           1           3           0           2         2\n"
        "               2           3           1           0           2         2\n"
    )
    data = one_json(war(*asked, "--json"))
    assert data["cycles"] == [{"rings": 2, "length": 2, "deals": 1, "position": "K/QA"}]
    assert (
        "  1 cycle of 2 rounds, 2 deals lead into it: AK/KA\n"
        in war("exact", "--pack", "2x2", "--rules", "codingame", "--whole")[1]
    )
    cycle = play(Deal.parse("K/QA"), GOLF).cycle
    assert cycle
    assert (cycle.start, cycle.length) == (1, 2)
    assert [split["endless"] for split in data["splits"]] == [2, 2]
    assert war("exact", "--pack", "6x2", "--whole")[0] == 2


def test_how_far_a_count_is() -> None:
    counted = Exact(PACK, Rules(), 4, deals=1_400)
    assert exact_line(counted, 700, 2.0) == "1,400 of 2,520 deals, 350 a second, 3 s to go"


def brute_force(pack: Pack, hands: Hands, rules: Rules) -> dict[str, Fraction]:
    """Return the share of each outcome over every way to draw the cards and to shuffle both decks."""
    dealt = shares(pack, hands)
    ended: Counter[str] = Counter()
    for mine in combinations(dealt.open, dealt.drawn_1):
        left = [card for card in dealt.open if card not in mine]
        for other in combinations(left, dealt.drawn_2):
            for one in permutations((*dealt.known_1, *mine)):
                for two in permutations((*dealt.known_2, *other)):
                    ended[_ended(pack, one, two, rules)] += 1
    return {name: Fraction(number, ended.total()) for name, number in ended.items()}


@cache
def _of_ranks(one: tuple[int, ...], two: tuple[int, ...], rules: Rules) -> str:
    outcome = play(Deal(one, two), rules).outcome
    if outcome.reason is Reason.CYCLE:
        return "endless"
    return f"player_{outcome.winner}" if outcome.winner else "draw"


def _ended(pack: Pack, one: tuple[int, ...], two: tuple[int, ...], rules: Rules) -> str:
    return _of_ranks(tuple(map(pack.rank_of, one)), tuple(map(pack.rank_of, two)), rules)


@pytest.mark.parametrize("name", ["code-golf", "codingame"])
@pytest.mark.parametrize(
    ("pack", "text"),
    [
        ("3x2", "A?/A*"),
        ("3x2", "AA/*"),
        ("3x2", "?{2}/?{4}"),
        ("3x2", "K*/Q"),
        ("2x3", "AK?/*"),
        ("3x2", "A?/K?"),
        ("3x2", "?/?"),
        ("2x3", "AA?/KKK"),
        ("4x1", "A?/*"),
    ],
)
def test_hands_are_counted_exactly(pack: str, text: str, name: str) -> None:
    rules, hands = PLAYABLE[name], Hands.parse(text)
    counted = exact(Pack.parse(pack), rules, hands=hands)
    outcomes = {
        end: counted.share(getattr(counted, end)) for end in ("player_1", "player_2", "draw", "endless")
    }
    assert {end: share for end, share in outcomes.items() if share} == brute_force(
        Pack.parse(pack), hands, rules
    )
    assert counted.longest_deal is None or play(counted.longest_deal, rules).rounds == counted.longest


def test_a_sample_of_hands_is_what_is_counted_exactly() -> None:
    pack, hands = Pack(4, 2), Hands.parse("AA?/*")
    counted = exact(pack, GOLF, hands=hands)
    outcomes = tally(Study(rules=GOLF, pack=pack, games=40_000, seed=4, hands=hands), 0, 40_000).outcomes()
    for end in ("player_1", "player_2", "draw"):
        share = float(counted.share(getattr(counted, end)))
        assert outcomes[end] / 40_000 == pytest.approx(share, abs=4 * (share * (1 - share) / 40_000) ** 0.5)


def test_hands_that_are_halves_are_the_pack_and_an_unequal_split_needs_no_hands() -> None:
    assert exact(PACK, GOLF, hands=Hands.parse("?{4}/*")) == exact(PACK, GOLF)
    split, cut = exact(PACK, GOLF, hands=Hands.parse("?{3}/*")), exact(PACK, GOLF, 3)
    assert replace(split, hands=None, picked=0) == cut
    assert split.ways == cut.ways == cut.deals


def test_the_terminal_counts_hands_and_keeps_them_apart(war: Any, tmp_path: Path) -> None:
    asked = ("exact", "--pack", "4x2", "--hands", "AA?/*", "--rules", "code-golf")
    data = one_json(war(*asked, "--json"))
    counted = exact(PACK, GOLF, hands=Hands.parse("AA?/*"))
    assert (data["hands"], data["deals"]) == ("AA?/*", counted.ways)
    assert data["outcomes"]["player_1"] == counted.player_1
    assert data["shares"]["player_1"] == str(Fraction(counted.player_1, counted.ways))
    _, out, _ = war(*asked)
    assert out.startswith(
        f"{counted.ways:,} equally likely deals of 4x2, hands AA?/* by code-golf, every one counted\n"
    )
    file = tmp_path / "count.json"
    assert one_json(war(*asked, "--json", "--keep", str(file))) == data
    assert one_json(war(*asked, "--json", "--keep", str(file))) == data
    code, _, why = war("exact", "--pack", "4x2", "--keep", str(file))
    assert (code, "keeps no count of 4x2" in why) == (2, True)
    assert war("exact", "--pack", "4x2", "--hands", "AAA/*")[2].startswith(
        "war: hands 'AAA/*' hold A 3 times"
    )


def test_a_file_that_is_older_than_hands_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "count.json"
    file.write_text(gone_on(begun(PACK, GOLF)).written())
    kept = json.loads(file.read_text())
    file.write_text(
        json.dumps({name: value for name, value in kept.items() if name not in ("hands", "picked")})
    )
    assert simulate._kept(file, begun(PACK, GOLF)) == gone_on(begun(PACK, GOLF))


def one_less(kept: dict[str, Any], **numbers: Any) -> str:
    return json.dumps({name: value for name, value in {**kept, **numbers}.items() if name != "sha256"})


CHANGES: dict[str, dict[str, Any]] = {
    "less than none": {"draw": -3},
    "no number": {"draw": "5"},
    "no whole number": {"rounds": 9_000.0},
    "not the sum": {"player_1": 0},
    "more than there are": {"deals": 10**6, "player_1": 10**6},
    "too few rounds": {"rounds": 3},
    "too many rounds": {"rounds": 10**9},
    "longer than it is": {"longest": 17},
    "another game": {"longest_at": 0},
    "no game yet": {"longest_at": 2_000},
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("chunks", [1, 3])
def test_a_count_that_cannot_be_is_counted_again_and_told(
    war: Any, tmp_path: Path, change: str, chunks: int
) -> None:
    file = tmp_path / "count.json"
    kept = json.loads(gone_on(begun(PACK, GOLF), chunks).written())
    file.write_text(one_less(kept, **CHANGES[change]))
    asked = ("exact", "--pack", "4x2", "--json")
    code, out, err = war(*asked, "--keep", str(file))
    assert (code, out) == (0, war(*asked)[1])
    assert err.startswith(f"war: {str(file)!r} was changed or damaged, ")
    assert (err.endswith(": counted from the start\n"), err.count("\n")) == (True, 1)
    assert simulate._kept(file, begun(PACK, GOLF)) == exact(PACK, GOLF)


def test_a_count_whose_sums_fit_but_that_was_changed_is_counted_again(war: Any, tmp_path: Path) -> None:
    file = tmp_path / "count.json"
    kept = json.loads(exact(PACK, GOLF).written())
    file.write_text(json.dumps(kept | {"draw": kept["draw"] - 3, "endless": kept["endless"] + 3}))
    code, out, err = war("exact", "--pack", "4x2", "--json", "--keep", str(file))
    assert (code, json.loads(out)["outcomes"]["draw"]) == (0, kept["draw"])
    assert "its checksum is of other counts: counted from the start" in err


def test_of_hands_the_ways_are_added_up() -> None:
    start = begun(PACK, GOLF, hands=Hands.parse("AA?/*"))
    counted = gone_on(start)
    assert start.read(counted.written()) == counted
    kept = json.loads(counted.written())
    with pytest.raises(counting.Wrong, match="its outcomes do not add up"):
        start.read(one_less(kept, picked=kept["picked"] + 1))
