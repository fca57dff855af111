"""`war-room`: open the dashboard in the browser."""

import argparse
import contextlib
import os
import sys
import tomllib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from dashboard.server import ADDRESS, ANY, lifecycle
from dashboard.server import gate as server_gate
from engine.jobs import PUBLIC, served_at, settings

PORT: Final = 8501
_HERE: Final = Path(__file__).parent
# In an installed package the settings lie inside it; in a checkout, where Streamlit looks for them.
OPTION_FILES: Final = (_HERE / "config.toml", _HERE.parent / ".streamlit" / "config.toml")


def streamlit_options() -> dict[str, Any]:
    """Return Streamlit's settings, most of them the look, as flat options such as `theme.light.textColor`."""
    path = next(path for path in OPTION_FILES if path.is_file())
    return _flat(tomllib.loads(path.read_text(encoding="utf-8")))


def _flat(table: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in table.items():
        flat |= _flat(value, f"{before}{name}.") if isinstance(value, Mapping) else {before + name: value}
    return flat


def run(arguments: Sequence[str] | None = None) -> int:
    """Open the dashboard and serve it until interrupted; returns the exit code."""
    parser = argparse.ArgumentParser(prog="war-room", description="Open War Room in the browser.")
    parser.add_argument(
        "--address", default=ADDRESS, help=f"address to listen on ({ADDRESS}; {ANY}: all of this machine)"
    )
    parser.add_argument("--port", type=int, default=PORT, help=f"port to listen on ({PORT})")
    parser.add_argument("--no-browser", action="store_true", help="serve without opening a browser")
    options = parser.parse_args(arguments)
    address, port = options.address, options.port
    if not os.environ.get(PUBLIC):  # links are to open where others are, no matter who copies them
        os.environ[PUBLIC] = server_gate.public(address, port)
    served_at(address)
    trouble = _trouble(address, port)
    if trouble:
        print(f"war-room: {trouble}", file=sys.stderr)
        return 2
    print("War Room is getting ready.", flush=True)
    with contextlib.suppress(KeyboardInterrupt), lifecycle.end_promptly():  # the way to end it
        _serve(address, port, browser=not options.no_browser)
    return 0


def _trouble(address: str, port: int) -> str:
    """Return why War Room cannot be served there and with these settings; empty if it can."""
    if not 1 <= port <= 65_535:
        return f"port {port} is out of range: use 1 to 65535"
    trouble = server_gate.port_trouble(address, port)
    if trouble:
        return trouble
    try:
        scheduler = settings().scheduler
    except ValueError as error:
        return str(error)
    if scheduler and find_spec("distributed") is None:
        return "WAR_ROOM_SCHEDULER is set, but Dask is not installed: pip install '.[cluster]'"
    return ""


def _serve(address: str, port: int, *, browser: bool) -> None:
    # Slow to import: only once the arguments are known to be good, but before the first visitor comes.
    import streamlit as st
    from starlette.middleware import Middleware

    from dashboard.server import Gate, count_malformed_messages, previews
    from dashboard.ui import warm_up as warm

    warm.prepare()
    previews.prepare()
    count_malformed_messages()
    print(server_gate.address_lines(address, port, settings().public), flush=True)
    gate = Middleware(Gate, hosts=(*settings().hosts, *server_gate.hosts(address)))
    app = st.App(_HERE / "app.py", routes=previews.routes(), middleware=[gate], lifespan=lifecycle.lifespan)
    app.run(
        config={
            **streamlit_options(),
            "server.address": address,
            "server.port": port,
            "server.headless": not browser,
            "server.fileWatcherType": "none",
            # Ours says it all, and to say its own Streamlit asks a server outside who we are.
            "logger.hideWelcomeMessage": True,
        }
    )


if __name__ == "__main__":
    sys.exit(run())
