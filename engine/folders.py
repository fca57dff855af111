"""The folder of one user's files on this machine, and whether nobody else can put anything there."""

import os
import stat
import sys
from pathlib import Path


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
