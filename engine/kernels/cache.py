"""Compiled kernels kept on disk: private, checked, and never needed.

numba's own cache notices changes in the file of the kernel only, stops the program at a damaged
file, and unpickles what anybody left there. This one names every file by a hash of all kernel
sources, versions and the processor, checks a digest before unpickling, reads and writes only in a
folder that is ours alone, and whatever goes wrong means: compile again.
"""

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeVar

import numba
import numpy as np
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from engine.folders import is_private, user_caches

Function = TypeVar("Function", bound=Callable[..., Any])

FOLDER_VARIABLE: Final = "WAR_ROOM_KERNEL_CACHE"
"""Environment variable with another folder for compiled kernels."""

OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""Without the runtime that counts references to arrays: counting made the scalar kernel ten times
slower and its compilation three times. The price is that kernels cannot make arrays of their own."""

INNER_OPTIONS: Final = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""A function that only kernels call needs no way in from Python or C: a third of the time to compile."""

FILES_KEPT: Final = 8
"""Compiled versions of one kernel: several installations, settings, or processors may share a home."""

DIGEST_BYTES: Final = 32


def folder() -> Path:
    """Return where compiled kernels are kept: below the user's cache folder unless told otherwise."""
    if FOLDER_VARIABLE in os.environ:
        return Path(os.environ[FOLDER_VARIABLE])
    return user_caches() / "kernels"


@cache
def _fingerprint() -> bytes:
    """Hash what compiled code depends on besides its name and types."""
    sources = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    settings = sorted(pair for pair in os.environ.items() if pair[0].startswith("NUMBA_"))
    versions = (sys.version, numba.__version__, np.__version__, settings)
    return hashlib.sha256(sources + repr(versions).encode()).digest()


class DiskCache(NullCache):
    """The files of one kernel, in the shape numba's dispatcher asks for."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._name = f"{function.__module__}.{function.__qualname__}"

    def _file(self, signature: Any, target: Any) -> Path:
        machine = target.codegen().magic_tuple()
        key = hashlib.sha256(_fingerprint() + repr((self._name, signature, machine)).encode())
        return folder() / f"{self._name}.{key.hexdigest()[:32]}.kernel"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled kernel, or None where there is none that can be trusted."""
        try:
            target_context.refresh()
            path = self._file(sig, target_context)
            if not is_private(path.parent):
                return None
            content = path.read_bytes()
            digest, payload = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
            if hashlib.sha256(payload).digest() != digest:
                return None
            return CompileResult._rebuild(target_context, *pickle.loads(payload))
        except Exception:  # a cache may fail in any way; compiling again is always right
            return None

    def has(self, signature: Any, target: Any) -> bool:
        """Say whether there is a compiled kernel, which may still turn out to be damaged."""
        try:
            target.refresh()
            return self._file(signature, target).is_file()
        except Exception:  # as above
            return False

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep a compiled kernel if it can be kept: written aside, then renamed into place."""
        try:
            payload = dumps(cres._reduce())
            path = self._file(sig, cres.target_context)
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not is_private(path.parent):
                return
            with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
                part.write(hashlib.sha256(payload).digest() + payload)
            Path(part.name).replace(path)
            self._forget(path.parent)
        except Exception:  # a full disk or a read-only home costs the time to compile, nothing else
            return

    def _forget(self, parent: Path) -> None:
        """Delete what older sources left, newest last."""
        files = sorted(parent.glob(f"{self._name}.*.kernel"), key=lambda path: path.stat().st_mtime)
        for old in files[:-FILES_KEPT]:
            old.unlink(missing_ok=True)


class EntryPoint:
    """An entry into compiled code, for one signature only.

    Compiled, or read from the disk, at `warm()` or at the first call; never while importing.
    """

    def __init__(self, function: Callable[..., Any], signature: tuple[Any, ...]) -> None:
        self.signature = signature
        self.dispatcher = numba.njit(**OPTIONS)(function)
        self.dispatcher._cache = DiskCache(function)
        self._warm = False
        self._lock = Lock()

    def kept(self) -> bool:
        """Say whether it was compiled before."""
        kept: bool = self.dispatcher._cache.has(self.signature, self.dispatcher.targetctx)
        return kept

    def warm(self) -> None:
        """Make the kernel ready to run."""
        with self._lock:
            if not self._warm:
                self.dispatcher.compile(self.signature)
                self.dispatcher.disable_compile()
                self._warm = True

    def __call__(self, *arguments: Any) -> Any:
        """Run it."""
        if not self._warm:
            self.warm()
        return self.dispatcher(*arguments)


def entry(*signature: Any) -> Callable[[Callable[..., Any]], EntryPoint]:
    """Mark a function as called from Python with arguments of these types."""
    return lambda function: EntryPoint(function, signature)


def tiny(function: Function) -> Function:
    """Mark a function as written out in the kernels that call it, before anything is compiled.

    For short functions and for those called in one place: every other function is compiled once by
    itself and again with each caller of a caller. Both kernels: 15.5 s of compiling became 10.9.
    """
    jitted: Function = numba.njit(inline="always", **INNER_OPTIONS)(function)
    return jitted


def inner(function: Function) -> Function:
    """Mark a function as part of the kernels that call it: compiled into each of its callers.

    A call costs more than most of these do, since a board goes over as some twenty arguments.
    """
    jitted: Function = numba.njit(forceinline=True, **INNER_OPTIONS)(function)
    return jitted


def apart(function: Function) -> Function:
    """Mark a function as called by kernels but compiled once, because it is long or seldom needed."""
    jitted: Function = numba.njit(**INNER_OPTIONS)(function)
    return jitted
