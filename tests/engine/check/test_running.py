"""Somebody's program is run without a shell, within its time and memory, and leaves nothing behind."""

import sys

import pytest

from engine.check import Command
from engine.check.program import MOST_OUTPUT


def test_a_program_reads_standard_input_or_arguments() -> None:
    assert Command(("cat",)).run("a\nb").output == "a\nb\n"
    assert Command(("echo",), as_arguments=True).run("a $HOME; b\nc").output == "a $HOME; b c\n"


def test_what_prints_for_ever_is_stopped_and_fills_no_memory() -> None:
    run = Command(("yes",), seconds=0.2).run("")
    assert (run.code, len(run.output)) == (None, MOST_OUTPUT)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a program to its memory")
def test_memory_is_limited() -> None:
    limited = "import resource as r\nwhile r.getrlimit(r.RLIMIT_DATA)[0] == r.RLIM_INFINITY: pass\n"
    program = sys.executable, "-I", "-S", "-c", f"{limited}x = bytearray(400 * 2**20)"
    run = Command(program, seconds=20, megabytes=100).run("")
    assert run.said == "MemoryError"
