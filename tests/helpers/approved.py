"""Approval files of plain text: what is shown stands in a file that somebody read."""

from typing import Any

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


class TextFile(SingleFileSnapshotExtension):
    """A file of text for each state; `pytest --snapshot-update` writes them anew."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT

    def serialize(self, data: Any, **_: Any) -> str:
        """Return what is written to the file."""
        return f"{data}\n"
