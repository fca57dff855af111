"""What each run of a page in a test would make anew, always alike."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from unittest.mock import MagicMock

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.components.v2.manifest_scanner import scan_component_manifests
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import app_test, local_script_runner
from streamlit.testing.v1.local_script_runner import LocalScriptRunner, require_widgets_deltas


@contextmanager
def made_once() -> Iterator[None]:
    """Keep what each run of an `AppTest` makes anew, always alike, and wait for its end without looking up.

    Which parts of pages are installed, the pages as compiled, the server that is not there: of the 10 ms that
    a run of a page with little on it takes, the last two and the looking up are 3.
    """
    compiled, nowhere = ScriptCache(), MagicMock(spec=Runtime)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(scan_component_manifests))
        patch.setattr(app_test, "ScriptCache", lambda: compiled)
        patch.setattr(local_script_runner, "ScriptCache", lambda: compiled)
        patch.setattr(app_test, "MagicMock", lambda **_spec: nowhere)
        patch.setattr(local_script_runner, "require_widgets_deltas", _await_the_end)
        yield


def _await_the_end(runner: LocalScriptRunner, timeout: float) -> None:
    """Wait for a page as Streamlit's own does, which looks a thousand times a second."""
    if runner._script_thread is not None:
        runner._script_thread.join(timeout)
    if not runner.script_stopped():
        require_widgets_deltas(runner, 0)  # it raises, and ends the page
