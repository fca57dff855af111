"""The user's private folder on this machine, and files that are written whole or not at all."""

import errno
import io
import os
import shutil
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

DEAD_LINK: Final = "it is a link to a file that is not there"
NO_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest date of a file in a ZIP: equal files, equal bytes."""


def user_caches() -> Path:
    """Return War Room's folder in the user's caches; its files can be made again."""
    if sys.platform == "win32":
        caches = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    elif sys.platform == "darwin":
        caches = Path.home() / "Library" / "Caches"
    else:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "war-room"


def is_private(path: Path) -> bool:
    """Return whether a folder is real, ours, and closed to other users.

    Its files are trusted or even executed, so a folder that others can write to must not be used.
    """
    status = path.lstat()
    is_ours = sys.platform == "win32" or (status.st_uid == os.getuid() and not status.st_mode & 0o077)
    return stat.S_ISDIR(status.st_mode) and is_ours


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a temporary file, then rename it: after a kill or on a full disk the old or the new one is there.

    Text is written as UTF-8, with line ends as they are. A link to a file is followed. Raises `OSError`,
    also for a dead link, which would create a file in an unexpected place.
    """
    data = content.encode() if isinstance(content, str) else content
    if is_dead_link(path):
        raise OSError(errno.ENOENT, DEAD_LINK)
    if path.exists() and not path.is_file():  # a pipe has no place to be renamed to
        path.write_bytes(data)
        return
    path = path.resolve()
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(part, flags, 0o666), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, part)
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def is_dead_link(path: Path) -> bool:
    """Return whether a path is a link to a file that does not exist."""
    return path.is_symlink() and not path.exists()


def files_zip(files: Mapping[str, str | bytes]) -> bytes:
    """Return a ZIP that holds files by their names; equal files, equal bytes."""
    whole = io.BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as packed:
        for name, contents in files.items():
            packed.writestr(ZipInfo(name, NO_DATE), contents, ZIP_DEFLATED)
    return whole.getvalue()
