"""War Room put online by the README's own lines: behind nginx, and in a container."""

import os
import re
import shlex
import shutil
import subprocess
import tomllib
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from apps import awaited
from serving_pages import free_port, serving, wait_for
from visitors import Visitor
from websockets.asyncio.client import connect

from dashboard.__main__ import OPTION_FILES
from dashboard.server.gate import ADDRESS

ROOT: Final = Path(__file__).parents[3]
README: Final = (ROOT / "README.md").read_text(encoding="utf-8").replace("\\\n", "")
NAME: Final = "war.example.org"
INSTALL: Final = "python3 -m venv --upgrade-deps .venv && .venv/bin/pip install"


def lines(beginning: str) -> list[str]:
    """Return the README's lines to type that begin so."""
    return re.findall(rf"^    ((?:{beginning}).*)$", README, re.MULTILINE)


def opened(port: int) -> str:
    """Open the first page as a browser does that knows the public name; return what a chat reads of it."""
    wait_for(f"http://{ADDRESS}:{port}")

    async def visit() -> None:
        public = f"ws://{NAME}/_stcore/stream"
        async with connect(public, host=ADDRESS, port=port, origin=f"https://{NAME}"):  # type: ignore[arg-type]
            visitor, _ = await Visitor.arrive(f"http://{ADDRESS}:{port}")
        await visitor.leave()
        assert visitor.errors == []

    awaited(visit())
    asked = urllib.request.Request(f"http://{ADDRESS}:{port}/", headers={"Host": NAME})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        page: str = answer.read().decode()
    return page


def test_the_container_is_made_by_the_readmes_command_of_files_that_there_are() -> None:
    recipe = (ROOT / ".github" / "Dockerfile").read_text(encoding="utf-8")
    assert f"\nRUN {INSTALL} --no-cache-dir .\n" in recipe
    assert f"\n    {INSTALL} . && " in README
    copied = [name for line in re.findall(r"^COPY (.*) \S+$", recipe, re.MULTILINE) for name in line.split()]
    assert [name for name in copied if not (ROOT / name).exists()] == []
    toml = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, wheel = toml["project"], toml["tool"]["hatch"]["build"]["targets"]["wheel"]
    ((beside, within),) = wheel["force-include"].items()
    assert (ROOT / within, ROOT / beside) == OPTION_FILES
    settings = [Path(beside).parts[0]]
    needed = ["pyproject.toml", project["readme"], *project["license-files"], *settings, *wheel["packages"]]
    assert copied == needed


@contextmanager
def behind_nginx(place: Path, port: int) -> Iterator[int]:
    """Start nginx with the README's lines before a port of ours; yields its own."""
    outer = free_port()
    passed = "\n".join(lines("proxy_")).replace(":8501;", f":{port};")
    settings = f"""
        daemon off; pid {place}/pid; error_log {place}/errors;
        events {{}}
        http {{ access_log off; client_body_temp_path {place}/body; proxy_temp_path {place}/proxy;
            fastcgi_temp_path {place}/fastcgi; uwsgi_temp_path {place}/uwsgi; scgi_temp_path {place}/scgi;
            server {{ listen {ADDRESS}:{outer}; location / {{ {passed} }} }} }}"""
    (place / "nginx.conf").write_text(settings, encoding="utf-8")
    with subprocess.Popen(["nginx", "-p", place, "-c", place / "nginx.conf"]) as nginx:
        try:
            yield outer
        finally:
            nginx.terminate()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("nginx") is None, reason="needs nginx on the path")
def test_behind_nginx_everything_is_under_the_public_name(tmp_path: Path) -> None:
    (line,) = lines("WAR_ROOM_HOSTS")
    *given, _, flag = shlex.split(line)
    env = {**os.environ, "PYTHONPATH": str(ROOT), **dict(pair.split("=", 1) for pair in given)}
    port = free_port()
    with serving("dashboard", flag, "--port", str(port), env=env), behind_nginx(tmp_path, port) as outer:
        assert f'og:image" content="https://{NAME}/card.png">' in opened(outer)


def docker_answers() -> bool:
    if shutil.which("docker") is None:
        return False
    return subprocess.run(["docker", "info"], capture_output=True, check=False).returncode == 0


@pytest.mark.slow
def test_a_container_serves_under_the_public_name_and_keeps_what_was_played() -> None:
    if not docker_answers():
        pytest.skip("needs a Docker that answers")
    build, run = lines("docker")
    subprocess.run(shlex.split(build), cwd=ROOT, check=True)
    port, volume = free_port(), f"war-room-tested-{os.getpid()}"
    started = run.replace(f"{ADDRESS}:8501:", f"{ADDRESS}:{port}:").replace("-v war-room:", f"-v {volume}:")
    made = subprocess.run(shlex.split(started), stdout=subprocess.PIPE, check=True, text=True)
    container = made.stdout.strip()
    try:
        assert f'og:image" content="https://{NAME}/card.png">' in opened(port)
        kept = subprocess.run(
            ["docker", "exec", container, "find", "/home/war-room/.cache", "-name", "*.kernel"],
            stdout=subprocess.PIPE,
            check=True,
        )
        assert kept.stdout.count(b".kernel") >= 5
    finally:
        subprocess.run(["docker", "rm", "-f", container], check=True)
        subprocess.run(["docker", "volume", "rm", volume], check=True)
