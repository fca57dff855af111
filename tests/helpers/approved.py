"""Approval files of plain text: one a chart, a file or a page, short enough to be read."""

from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

Reviewed = Callable[..., None]


class TextFile(SingleFileSnapshotExtension):
    """A file of text for each state; `pytest --snapshot-update` writes them again."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT

    def serialize(self, data: Any, **_: Any) -> str:
        """Return what is written to the file."""
        return f"{data}\n"


@pytest.fixture
def reviewed(snapshot: SnapshotAssertion) -> Reviewed:
    """Return how to compare a text with the file that was reviewed."""
    in_a_file = snapshot.use_extension(TextFile)

    def check(*parts: str) -> None:
        text = "\n\n".join(parts)
        assert text.count("\n") < 300, "too long to be read"
        assert text == in_a_file

    return check
