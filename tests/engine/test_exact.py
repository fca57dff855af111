"""`war exact`: how far it is, and how it goes on from what it kept."""

from pathlib import Path
from typing import Any

import pytest
from commands import one_json

from engine.cards import Pack
from engine.game import play
from engine.rules import PLAYABLE, Rules
from engine.study import exact as counting
from engine.study.exact import Exact, begun, exact, gone_on
from engine.terminal import exact_command
from engine.terminal.exact_command import exact_line

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
    exact_command._keep(file, gone_on(begun(PACK, GOLF), chunks))
    kept = exact_command._kept(file, begun(PACK, GOLF))
    assert kept.deals == 700 * chunks
    asked = ("exact", "--pack", "4x2", "--json")
    assert one_json(war(*asked, "--keep", str(file))) == one_json(war(*asked))
    assert exact_command._kept(file, begun(PACK, GOLF)) == exact(PACK, GOLF)


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

    monkeypatch.setattr(exact_command, "gone_on", interrupted)
    with pytest.raises(KeyboardInterrupt):
        war("exact", "--pack", "4x2", "--keep", str(file))
    assert exact_command._kept(file, begun(PACK, GOLF)).deals == 1_400


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


def test_how_far_a_count_is() -> None:
    counted = Exact(PACK, Rules(), 4, deals=1_400)
    assert exact_line(counted, 700, 2.0) == "1,400 of 2,520 deals, 350 a second, 3 s to go"
