"""Reviewed texts: one file a chart, a file or a page, short enough to be read."""

from collections.abc import Callable

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


class TextFile(SingleFileSnapshotExtension):
    """A snapshot as a text file of its own."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture
def reviewed(snapshot: SnapshotAssertion) -> Callable[..., None]:
    """Return how to compare a text with the file that was reviewed."""
    in_a_file = snapshot.use_extension(TextFile)

    def check(*parts: str) -> None:
        text = "\n\n".join(parts) + "\n"
        assert text.count("\n") <= 300, "too long to be read"
        assert text == in_a_file

    return check
