"""`war-room`: says its address, refuses what it cannot do in one sentence, finds its settings."""

import socket
import sys
from typing import Any

import pytest
import streamlit as st

from dashboard import __main__ as launcher
from dashboard.server import gate as server_gate
from dashboard.server.gate import Gate
from dashboard.ui import warm_up
from engine.jobs import settings
from engine.jobs.settings import Settings


@pytest.fixture(autouse=True)
def _same_environment_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAR_ROOM_PUBLIC", "")


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, bool]]:
    calls: list[tuple[int, bool]] = []
    monkeypatch.setattr(launcher, "_serve", lambda _, port, *, browser: calls.append((port, browser)))
    return calls


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((server_gate.ADDRESS, 0))
        port: int = probe.getsockname()[1]
    return port


def test_it_says_its_address_when_it_is_ready(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings: list[dict[str, object]] = []
    monkeypatch.setattr(st.App, "run", lambda _, config: settings.append(config))
    monkeypatch.setattr(warm_up, "prepare", lambda: None)
    port = free_port()
    assert launcher.run(["--port", str(port), "--no-browser"]) == 0
    assert f"http://127.0.0.1:{port}" in capsys.readouterr().out
    assert settings[0]["server.port"] == port
    assert settings[0]["server.headless"] is True


def test_a_busy_port_is_refused_in_one_sentence(
    served: list[tuple[int, bool]], capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as listener:
        listener.bind((server_gate.ADDRESS, 0))
        listener.listen()
        port = listener.getsockname()[1]
        assert launcher.run(["--port", str(port)]) == 2
    said = capsys.readouterr().err
    assert f"port {port} is busy" in said
    assert said.count("\n") == 1
    assert not served


@pytest.mark.parametrize("port", ["0", "65536", "-1"])
def test_a_port_out_of_range_is_refused(
    port: str, served: list[tuple[int, bool]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert launcher.run([f"--port={port}"]) == 2
    assert "take 1 to 65535" in capsys.readouterr().err
    assert not served


def test_it_serves_behind_the_gate_and_under_the_names_that_were_set(monkeypatch: pytest.MonkeyPatch) -> None:
    apps: list[Any] = []
    monkeypatch.setattr(st.App, "run", lambda app, config: apps.append((app, config)))
    monkeypatch.setattr(warm_up, "prepare", lambda: None)
    monkeypatch.setattr(settings, "settings", lambda: Settings(hosts=("war.example.org",)))
    assert launcher.run(["--port", str(free_port()), "--no-browser"]) == 0
    ((app, _),) = apps
    (gate,) = app._user_middleware
    assert (gate.cls, gate.kwargs) == (Gate, {"hosts": ("war.example.org",)})


def test_for_every_address_it_says_where_others_open_it_and_asks_nobody_who_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    apps: list[Any] = []
    monkeypatch.setattr(st.App, "run", lambda app, config: apps.append((app, config)))
    monkeypatch.setattr(warm_up, "prepare", lambda: None)
    monkeypatch.setattr(server_gate, "_way_to", lambda far, _: "192.168.0.7" if "." in far else "")
    monkeypatch.setattr(socket, "gethostname", lambda: "Teacher")
    monkeypatch.setattr(settings, "settings", Settings.read)
    port = free_port()
    assert launcher.run(["--address", "0.0.0.0", "--port", str(port), "--no-browser"]) == 0
    said = capsys.readouterr().out
    assert f"Others open it at http://192.168.0.7:{port}\n" in said
    ((app, config),) = apps
    assert config["server.address"] == "0.0.0.0"
    assert config["logger.hideWelcomeMessage"] is True
    (gate,) = app._user_middleware
    assert gate.kwargs == {"hosts": ("192.168.0.7", "192.168.0.7", "teacher", "teacher.local")}
    # Whoever copies a link, on the loopback address too, copies one that opens for the others.
    assert settings.settings().public == f"http://192.168.0.7:{port}"


@pytest.mark.parametrize(("address", "nice"), [("127.0.0.1", 5), ("0.0.0.0", 19)])
def test_workers_stand_back_farther_where_others_come_even_without_a_way_to_the_world(
    monkeypatch: pytest.MonkeyPatch, served: list[tuple[int, bool]], address: str, nice: int
) -> None:
    monkeypatch.setenv("WAR_ROOM_NICE", "")
    monkeypatch.setattr(server_gate, "_way_to", lambda *_: "")
    assert launcher.run(["--address", address, "--port", str(free_port()), "--no-browser"]) == 0
    assert served
    assert Settings.read().nice == nice


@pytest.mark.parametrize("address", ["203.0.113.9", "no such name", "::ffff"])
def test_an_address_of_another_machine_is_refused(
    address: str, served: list[tuple[int, bool]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert launcher.run(["--address", address, "--port", str(free_port())]) == 2
    said = capsys.readouterr().err
    assert f"address {address!r} is none of this machine: take 127.0.0.1, or 0.0.0.0 for all" in said
    assert said.count("\n") == 1
    assert not served


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says the addresses of its networks")
def test_in_a_network_that_is_dead_link_others_are_told_our_address_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_gate, "_way_to", lambda *_: "")
    monkeypatch.setattr(
        server_gate, "is_loopback", lambda _: False
    )  # the only network that every machine has
    assert "127.0.0.1" in server_gate.hosts(server_gate.ANY)
    assert server_gate.public(server_gate.ANY, 8501).startswith("http://")
    monkeypatch.undo()
    assert "127.0.0.1" not in server_gate._in_this_network()


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost", "::1"])
def test_on_this_machine_alone_nobody_else_is_let_in(address: str) -> None:
    assert server_gate.hosts(address) == ()


def test_a_scheduler_without_dask_is_refused_in_one_sentence(
    served: list[tuple[int, bool]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "settings", lambda: Settings(scheduler="tcp://localhost:8786"))
    monkeypatch.setattr(launcher, "find_spec", lambda _: None)
    assert launcher.run(["--port", str(free_port())]) == 2
    said = capsys.readouterr().err
    assert said == (
        "war-room: WAR_ROOM_SCHEDULER is set, but Dask is not installed: pip install '.[cluster]'\n"
    )
    assert not served


def test_the_look_is_found_and_flat() -> None:
    look = launcher.streamlit_options()
    assert look["theme.light.blueTextColor"] == "#00629A"
    assert look["server.address"] == server_gate.ADDRESS
    assert look["client.showErrorDetails"] == "none"
    assert look["browser.gatherUsageStats"] is False
