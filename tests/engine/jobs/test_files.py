"""Files that commands write: the old one or the new one, whatever ends the command, and never through a link
to nothing."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from engine import folders
from engine.folders import write_whole


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_in_place_of_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.with_name(f"file.{os.getpid()}.part").write_text("what another left over")
    for content, there in (("a\nb", b"a\nb"), (b"\xff", b"\xff"), ("♠", "♠".encode())):
        write_whole(file, content)
        assert file.read_bytes() == there
        file.chmod(0o604)
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link"
    link.symlink_to(file)
    write_whole(link, "new")  # a link to a file is followed and stays
    assert (link.is_symlink(), file.read_text()) == (True, "new")
    assert file.stat().st_mode & 0o777 == 0o604
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    write_whole(pipe, "through")  # what is no file is written as it stands
    assert reader.communicate(timeout=10)[0] == b"through"
    assert (names_in(tmp_path), names_in(link.parent)) == (["elsewhere", "file", "pipe"], ["link"])


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    monkeypatch.setattr(os, "fsync", Mock(side_effect=error))
    with pytest.raises(type(error)):
        write_whole(file, "new")
    assert (file.read_text(), names_in(tmp_path)) == ("old", ["file"])
    monkeypatch.setattr(Path, "unlink", Mock(side_effect=PermissionError))  # why it failed is what is told
    with pytest.raises(type(error)) as raised:
        write_whole(file, "new")
    assert raised.value is error


WRITING = (
    *("exact --pack 3x2 --keep", "questions --keep", "simulate --games 10 --games-csv"),
    "compare code-golf bicycle --games 10 --csv",
)
"""Commands that write a file, without its name."""


def test_no_command_writes_through_a_link_to_nothing(war: Any, tmp_path: Path) -> None:
    target, link = tmp_path / "elsewhere.zip", tmp_path / "link.zip"
    link.symlink_to(target)
    for command in WRITING:
        refusal = f"war: cannot write {str(link)!r}: {folders.DEAD_LINK}\n"
        assert war(*command.split(), str(link)) == (2, "", refusal)
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "2.out").symlink_to(target)
    code, _, err = war("cases", "--rules", "codingame", "--out", str(folder))
    assert (code, "2.out" in err, "is there already" in err) == (2, True, True)
    assert (names_in(tmp_path), names_in(folder)) == (["link.zip", "out"], ["2.out"])


@pytest.mark.parametrize("system", ["win32", "darwin", "linux"])
def test_caches_lie_where_each_system_keeps_them(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr("os.environ", {"HOME": "/home", "LOCALAPPDATA": "/local", "XDG_CACHE_HOME": "/xdg"})
    found = {"win32": "/local", "darwin": "/home/Library/Caches", "linux": "/xdg"}
    assert folders.user_caches() == Path(found[system]) / "war-room"
