"""`war-room`: open the dashboard in the browser."""

import argparse
import contextlib
import socket
import sys
import tomllib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from dashboard.serving import ending
from engine.runs import settings

ADDRESS: Final = "127.0.0.1"
PORT: Final = 8501
_HERE: Final = Path(__file__).parent
# In an installed package the settings lie inside it; in a checkout, where Streamlit looks for them.
LOOKS: Final = (_HERE / "config.toml", _HERE.parent / ".streamlit" / "config.toml")


def look() -> dict[str, Any]:
    """Return Streamlit's settings, most of them the look, as flat options such as `theme.light.textColor`."""
    path = next(path for path in LOOKS if path.is_file())
    return _flat(tomllib.loads(path.read_text(encoding="utf-8")))


def _flat(table: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in table.items():
        flat |= _flat(value, f"{before}{name}.") if isinstance(value, Mapping) else {before + name: value}
    return flat


def port_is_free(port: int) -> bool:
    """Say whether nobody listens on this port of this machine."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ADDRESS, port))
        except OSError:
            return False
    return True


def run(arguments: Sequence[str] | None = None) -> int:
    """Open the dashboard and serve it until interrupted; returns the exit code."""
    parser = argparse.ArgumentParser(prog="war-room", description="Open War Room in the browser.")
    parser.add_argument("--port", type=int, default=PORT, help=f"port to listen on ({PORT})")
    parser.add_argument("--no-browser", action="store_true", help="serve without opening a browser")
    options = parser.parse_args(arguments)
    trouble = _trouble(options.port)
    if trouble:
        print(f"war-room: {trouble}", file=sys.stderr)
        return 2
    print("War Room is getting ready; the first time this takes about fifteen seconds.", flush=True)
    with contextlib.suppress(KeyboardInterrupt), ending.within_seconds():  # the way to end it
        _serve(options.port, browser=not options.no_browser)
    return 0


def _trouble(port: int) -> str:
    """Say why War Room cannot be served on this port and with these settings; nothing where it can."""
    if not 1 <= port <= 65_535:
        return f"port {port} is out of range: take 1 to 65535"
    if not port_is_free(port):
        return f"port {port} is busy: stop what listens there or take another with --port"
    try:
        scheduler = settings.settings().scheduler
    except ValueError as error:
        return str(error)
    if scheduler and find_spec("distributed") is None:
        return "WAR_ROOM_SCHEDULER is set, but Dask is not installed: pip install '.[cluster]'"
    return ""


def _serve(port: int, *, browser: bool) -> None:
    # Slow to import: only once the arguments are known to be good, but before the first visitor comes.
    import streamlit as st
    from starlette.middleware import Middleware

    from dashboard.serving.gate import Gate
    from dashboard.shell import warm

    warm.up()
    print(f"War Room is at http://{ADDRESS}:{port} (Ctrl+C ends it)", flush=True)
    gate = Middleware(Gate, hosts=settings.settings().hosts)
    app = st.App(_HERE / "app.py", middleware=[gate], lifespan=ending.lifespan)
    app.run(
        config={
            **look(),
            "server.address": ADDRESS,
            "server.port": port,
            "server.headless": not browser,
            "server.fileWatcherType": "none",
        }
    )


if __name__ == "__main__":
    sys.exit(run())
