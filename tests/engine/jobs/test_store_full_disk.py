"""A disk that is full, and one that can only be read: real ones, mounted for the test."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

UNSHARE: Final = ("unshare", "--map-root-user", "--mount")
"""Gives a process mounts of its own, where the system lets it."""
MENDED: Final = ": runs are not saved until that is mended"


def can_mount() -> bool:
    return (
        bool(shutil.which("unshare"))
        and subprocess.run([*UNSHARE, "true"], capture_output=True).returncode == 0
    )


@pytest.mark.skipif(not can_mount(), reason="this system lets nobody mount a disk of his own")
@pytest.mark.parametrize(
    ("how", "there", "trouble"),
    [
        ("full", 10, "cannot grow: the disk is full"),
        ("read-only", 0, "cannot be used (Read-only file system)"),
    ],
)
def test_what_a_disk_does_not_take_is_said_and_can_be_saved_once_it_does(
    tmp_path: Path, how: str, there: int, trouble: str
) -> None:
    program = [
        sys.executable,
        str(Path(__file__).parents[2].joinpath("helpers/storing.py")),
        str(tmp_path),
        how,
    ]
    done = subprocess.run([*UNSHARE, *program], capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.splitlines()) == (
        "",
        [
            "at first: 10 runs; ",
            f"{how}: {there} runs; the store runs.sqlite {trouble}{MENDED}",
            "mended: 40 runs; ",
            "later: 40 runs; ",
        ],
    )
