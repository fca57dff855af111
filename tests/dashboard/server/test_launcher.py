"""`war-room`: says its address, refuses what it cannot do in one sentence, finds its settings."""

import errno
import socket
import sys
from typing import Any
from unittest.mock import MagicMock

import pytest
import streamlit as st
from approved import Reviewed
from serving_pages import free_port

from dashboard import __main__ as launcher
from dashboard.server import Gate
from dashboard.server import gate as server_gate
from dashboard.ui import warm_up
from engine.jobs import Settings

Served = list[tuple[Any, dict[str, Any]]]  # what was served, each with Streamlit's settings


@pytest.fixture(autouse=True)
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    """Serve nothing, but note it; the environment is the same afterwards."""
    apps: Served = []
    monkeypatch.setenv("WAR_ROOM_PUBLIC", "")
    monkeypatch.setattr(st.App, "run", lambda app, config: apps.append((app, config)))
    monkeypatch.setattr(warm_up, "prepare", lambda: None)
    monkeypatch.setattr(launcher, "settings", Settings.read)
    return apps


def hosts_of(served: Served) -> object:
    ((app, _),) = served
    (gate,) = app._user_middleware
    assert gate.cls is Gate
    return gate.kwargs["hosts"]


def test_help(reviewed: Reviewed, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        launcher.run(["--help"])
    reviewed(" ".join(capsys.readouterr().out.split()))


def test_it_says_its_address_when_it_is_ready(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    assert launcher.run(["--port", str(port), "--no-browser"]) == 0
    assert f"http://127.0.0.1:{port}" in capsys.readouterr().out
    ((_, config),) = served
    assert (config["server.port"], config["server.headless"]) == (port, True)
    assert config["theme.light.blueTextColor"] == "#00629A"
    assert config["client.showErrorDetails"] == "none"
    assert config["browser.gatherUsageStats"] is False
    assert hosts_of(served) == ()
    assert launcher.run(["--port", str(port)]) == 0
    assert served[1][1]["server.headless"] is False


def test_it_serves_under_the_names_that_were_set(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAR_ROOM_HOSTS", "war.example.org")
    assert launcher.run(["--port", str(free_port()), "--no-browser"]) == 0
    assert hosts_of(served) == ("war.example.org",)


def test_a_port_is_tried_by_the_family_of_its_address_and_may_be_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    probe = MagicMock()
    monkeypatch.setattr(socket, "socket", probe)
    assert [server_gate.port_trouble(address, 80) for address in ("::", "fe80::1", "0.0.0.0")] == [""] * 3
    families = [call.args[0] for call in probe.call_args_list]
    assert families == [socket.AF_INET6, socket.AF_INET6, socket.AF_INET]
    for number in (errno.EACCES, errno.EPERM):
        probe.return_value.__enter__.return_value.bind.side_effect = OSError(number, "no")
        why = "port 80 is kept for the system: take one from 1024 on with --port"
        assert server_gate.port_trouble("127.0.0.1", 80) == why


def test_what_cannot_be_served_is_refused(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, why in (
        ([], "port {busy} is busy: stop what listens there or take another with --port"),
        (["--port", "0"], "port 0 is out of range: use 1 to 65535"),
        (["--port=65536"], "port 65536 is out of range: use 1 to 65535"),
        (["--port=-1"], "port -1 is out of range: use 1 to 65535"),
        *(
            (
                ["--address", address, "--port", str(free_port())],
                f"address {address!r} is none of this machine: take 127.0.0.1, or 0.0.0.0 for all it has",
            )
            for address in ("203.0.113.9", "no such name", "::ffff")
        ),
    ):
        with socket.socket() as listener:
            listener.bind((server_gate.ADDRESS, 0))
            listener.listen()
            busy = listener.getsockname()[1]
            assert launcher.run(arguments or ["--port", str(busy)]) == 2
        assert capsys.readouterr().err == f"war-room: {why.format(busy=busy)}\n"
        assert not served


def test_a_scheduler_without_dask_and_a_store_nowhere_are_refused_in_one_sentence(
    served: Served, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launcher, "find_spec", lambda _: None)
    for name, value, why in (
        ("SCHEDULER", "tcp://localhost:8786", " is set, but Dask is not installed: pip install '.[cluster]'"),
        ("STORE", "here", " 'here' is not a full path: begin it with / or ~"),
    ):
        monkeypatch.setenv(f"WAR_ROOM_{name}", value)
        assert launcher.run(["--port", str(free_port())]) == 2
        assert capsys.readouterr().err == f"war-room: WAR_ROOM_{name}{why}\n"
    assert not served


def test_for_every_address_it_says_where_others_open_it_and_asks_nobody_who_it_is(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(server_gate, "_way_to", lambda far, _: "192.168.0.7" if "." in far else "")
    monkeypatch.setattr(socket, "gethostname", lambda: "Teacher")
    port = free_port()
    assert launcher.run(["--address", "0.0.0.0", "--port", str(port), "--no-browser"]) == 0
    assert f"Others open it at http://192.168.0.7:{port}\n" in capsys.readouterr().out
    ((_, config),) = served
    assert (config["server.address"], config["logger.hideWelcomeMessage"]) == ("0.0.0.0", True)
    assert hosts_of(served) == ("192.168.0.7", "192.168.0.7", "teacher", "teacher.local")
    # Whoever copies a link, on the loopback address too, copies one that opens for the others.
    assert launcher.settings().public == f"http://192.168.0.7:{port}"


@pytest.mark.parametrize(("address", "nice"), [("127.0.0.1", 5), ("0.0.0.0", 19)])
def test_workers_stand_back_farther_where_others_come_even_without_a_way_to_the_world(
    monkeypatch: pytest.MonkeyPatch, address: str, nice: int
) -> None:
    monkeypatch.setenv("WAR_ROOM_NICE", "")
    monkeypatch.setattr(server_gate, "_way_to", lambda *_: "")
    assert launcher.run(["--address", address, "--port", str(free_port()), "--no-browser"]) == 0
    assert Settings.read().nice == nice


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says the addresses of its networks")
def test_our_address_in_a_network_without_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_gate, "_way_to", lambda *_: "")
    assert "127.0.0.1" not in server_gate._in_this_network()
    # It is of the only network that every machine has.
    monkeypatch.setattr(server_gate, "is_loopback", lambda _: False)
    assert "127.0.0.1" in server_gate.hosts(server_gate.ANY)
    assert server_gate.public(server_gate.ANY, 8501).startswith("http://")


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost", "::1"])
def test_on_this_machine_alone_nobody_else_is_let_in(address: str) -> None:
    assert server_gate.hosts(address) == ()
