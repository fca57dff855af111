"""The user's own folder on this machine, private to them, and files written whole or not at all."""

import errno
import os
import shutil
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

NOWHERE: Final = "it is a link to a file that is not there"


def user_caches() -> Path:
    """Return War Room's folder among the user's caches: what lies there can be made again."""
    if sys.platform == "win32":
        caches = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    elif sys.platform == "darwin":
        caches = Path.home() / "Library" / "Caches"
    else:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "war-room"


def is_private(path: Path) -> bool:
    """Say whether a folder is real, ours, and closed to everybody else.

    What lies in it is believed or even executed, so a folder that others could write to is as good
    as none.
    """
    status = path.lstat()
    if not stat.S_ISDIR(status.st_mode):
        return False
    return sys.platform == "win32" or (status.st_uid == os.getuid() and not status.st_mode & 0o077)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file aside, then rename it: after a kill or on a full disk there is the old one or the new.

    Text is written as UTF-8, with line ends as they are. A link to a file is followed. Raises `OSError`,
    also for a link to nothing, through which a file would be made where nobody looks for it.
    """
    data = content.encode() if isinstance(content, str) else content
    if leads_nowhere(path):
        raise OSError(errno.ENOENT, NOWHERE)
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


def leads_nowhere(path: Path) -> bool:
    """Return whether a path is a link to nothing."""
    return path.is_symlink() and not path.exists()
