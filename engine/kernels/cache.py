"""Compiled kernels stored on disk: private, checked, and never needed.

numba's own cache notices changes in the file of the kernel only, stops the program at a damaged
file, and unpickles any file that lies there. This one names every file by a hash of all kernel
sources, versions and the processor, checks a digest before unpickling, reads and writes only in a
folder that is ours alone, and whatever goes wrong means: compile again.
"""

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from threading import Lock
from typing import IO, Any, Final, Self, TypeVar

import numba
import numpy as np
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.types import unliteral

from engine.folders import is_private, user_caches

try:
    import fcntl
except ImportError:  # Windows: processes that come together each compile
    fcntl = None

Function = TypeVar("Function", bound=Callable[..., Any])

FOLDER_VARIABLE: Final = "WAR_ROOM_KERNEL_CACHE"
"""Environment variable with another folder for compiled kernels."""

OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""Without the runtime that counts references to arrays: counting made the scalar kernel ten times
slower and its compilation three times. The price is that kernels cannot make arrays of their own."""

INLINE_OPTIONS: Final = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""A function that only kernels call needs no way in from Python or C: a third of the time to compile."""

MOST_FILES: Final = 8
"""Compiled versions of one kernel: several installations, settings, or processors may share a home."""

DIGEST_BYTES: Final = 32


def folder() -> Path:
    """Return where compiled kernels lie: below the user's cache folder, or as `FOLDER_VARIABLE` says."""
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
        key = _fingerprint() + repr((self._name, signature, target.codegen().magic_tuple())).encode()
        return folder() / f"{self._name}.{hashlib.sha256(key).hexdigest()[:32]}.kernel"

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
        """Return whether there is a compiled kernel, which may still turn out to be damaged."""
        try:
            return self._file(signature, target).is_file()
        except Exception:  # as above
            return False

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Store a compiled kernel if possible: written aside, then renamed into place."""
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

    @contextmanager
    def alone(self, signature: Any, target: Any) -> Iterator[None]:
        """Wait until no other process compiles this kernel; where none can be stored, each does so."""
        lock = self._lock(signature, target)
        try:
            yield
        finally:
            if lock is not None:
                with lock, suppress(OSError):
                    # A process that waits for this file finds the kernel then; a later one needs no lock.
                    Path(lock.name).unlink(missing_ok=True)

    def _lock(self, signature: Any, target: Any) -> IO[str] | None:
        """Return a file that no other process holds, or None where there is none to be had."""
        try:
            path = self._file(signature, target).with_suffix(".lock")
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if fcntl is None or not is_private(path.parent):
                return None
            lock = path.open("w")
            fcntl.flock(lock, fcntl.LOCK_EX)  # it goes with the process, whatever ends that
        except OSError:
            return None
        return lock

    def _forget(self, parent: Path) -> None:
        """Delete what older sources left, newest last."""
        files = sorted(parent.glob(f"{self._name}.*.kernel"), key=lambda path: path.stat().st_mtime)
        for old in files[:-MOST_FILES]:
            old.unlink(missing_ok=True)


_AT_ONCE: Final = ContextVar("at_once", default=False)


@contextmanager
def at_once() -> Iterator[None]:
    """Have kernels that were never compiled run as they are written, in Python: slower, but at once.

    For single games: 7 µs a round where compiling takes seconds. Not for the kernels that need `lanes`.
    """
    before = _AT_ONCE.set(True)
    try:
        yield
    finally:
        _AT_ONCE.reset(before)


class EntryPoint:
    """An entry into compiled code, for one signature only.

    Compiled, or read from the disk, at `warm()` or at the first call; never while importing. It is pickled by
    its name.
    """

    def __init__(self, function: Callable[..., Any], signature: tuple[Any, ...]) -> None:
        self.signature = signature
        self.dispatcher = numba.njit(**OPTIONS)(function)
        self.dispatcher._cache = self._cache = DiskCache(function)
        self.__module__, self._name = function.__module__, function.__qualname__
        self._written = function
        self._warm = False
        self._lock = Lock()

    def __reduce__(self) -> str:
        """Return the name by which pickle finds it again."""
        return self._name

    def is_compiled(self) -> bool:
        """Return whether it is compiled already, in this process or on disk."""
        return self._warm or self._cache.has(self.signature, self.dispatcher.targetctx)

    def warm(self) -> None:
        """Make the kernel ready to run. Of processes that come together one compiles, the others wait."""
        with self._lock:
            if not self._warm:
                where = self.signature, self.dispatcher.targetctx
                with nullcontext() if self.is_compiled() else self._cache.alone(*where):
                    self.dispatcher.compile(self.signature)
                self.dispatcher.disable_compile()
                self._warm = True

    def __call__(self, *arguments: Any) -> Any:
        """Run it."""
        if not self._warm:
            if _AT_ONCE.get() and not self.is_compiled():
                with np.errstate(over="ignore"):
                    return self._written(*map(_with_fields, arguments))
            self.warm()
        return self.dispatcher(*arguments)


def _with_fields(argument: Any) -> Any:
    """Return an argument whose fields have names in Python too."""
    has_fields = isinstance(argument, np.ndarray) and argument.dtype.names is not None
    return argument.view(np.recarray) if has_fields else argument


def entry(*signature: Any) -> Callable[[Callable[..., Any]], EntryPoint]:
    """Mark a function as called from Python with arguments of these types."""
    return lambda function: EntryPoint(function, signature)


class InlineLibrary(JITCodeLibrary):
    """The unoptimised code of a function that only kernels call.

    It is optimised and compiled to machine code as a part of its kernels; numba would do both for every
    function by itself first.
    """

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002, there is machine code of none
        """Return no address: there is nothing to call."""
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        return 0

    @property
    def codegen(self) -> Self:
        """Return where the environment is set: a function that is never called needs none."""
        return self

    def set_env(self, *_: object) -> None:
        """Forget the environment."""


class InlineCompiler(Compiler):
    """numba's compiler for functions that only kernels call."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile a function into a library that becomes a part of others."""
        codegen = self.state.targetctx.codegen()
        self.state.library = InlineLibrary(codegen, func.__qualname__)  # type: ignore[no-untyped-call]
        return super().compile_extra(func)  # type: ignore[no-untyped-call]


class InlineFunction(CPUDispatcher):
    """A function that only kernels call. Python runs it as it is written."""

    def __call__(self, *arguments: Any) -> Any:
        """Run it in Python."""
        return self.py_func(*arguments)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compile it for integers, and not again for each literal in a call."""
        kinds = {name: unliteral(kind) for name, kind in kws.items()}
        return super().get_call_template([unliteral(kind) for kind in args], kinds)


def _marked(function: Function, **options: Any) -> Function:
    options = {**INLINE_OPTIONS, "nopython": True, **options}
    marked: Any = InlineFunction(function, targetoptions=options, pipeline_class=InlineCompiler)
    return marked  # type: ignore[no-any-return]


def inline_always(function: Function) -> Function:
    """Mark a function to be inlined by numba, before anything is compiled.

    For short functions and for those called in one place: every other function is translated once by
    itself and again with each caller of a caller.
    """
    return _marked(function, inline="always")


def inline(function: Function) -> Function:
    """Mark a function to be inlined by LLVM into each of its callers.

    A call costs more than most of these do, since a board is passed as some twenty arguments.
    """
    return _marked(function, forceinline=True)


def noinline(function: Function) -> Function:
    """Mark a function to be compiled once and called by kernels, because it is long or rarely needed."""
    return _marked(function)
