"""War Room from a clone, started by Streamlit itself, where nothing is installed but what it depends on.

The packages are those that `dashboard/requirements.txt` asks for and what these ask for in turn, as pip would
install them, but linked from where the tests find theirs: to unpack them again takes ten seconds of a core.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from importlib import metadata
from pathlib import Path

import pytest
from apps import awaited
from packaging.requirements import Requirement
from serving_pages import WRONG, free_port, serving, wait_for
from visitors import Visitor

from dashboard.server.gate import ADDRESS
from dashboard.server.previews import PAGES

ROOT = Path(__file__).parents[3]
REQUIREMENTS = Path("dashboard", "requirements.txt")


def asked_for() -> list[str]:
    lines = (ROOT / REQUIREMENTS).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def clone(place: Path) -> Path:
    """Copy what is tracked, as a clone has it, and what Python made of it, which saves the time."""
    listed = subprocess.run(
        ["git", "ls-files", "engine", "dashboard", ".streamlit"], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    for name in listed.stdout.decode().splitlines():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, place / name)
    for folder in {path.parent for path in place.rglob("*.py")}:
        made = ROOT / folder.relative_to(place) / "__pycache__"
        if made.is_dir():
            shutil.copytree(made, folder / "__pycache__")
    return place


def needed(asked: list[str]) -> list[metadata.Distribution]:
    """Return what is installed for these, as pip does: each with all that it asks for in turn."""
    names: dict[str, metadata.Distribution] = {}
    waiting = [(Requirement(line), "") for line in asked]
    while waiting:
        requirement, extra = waiting.pop()
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        marker = requirement.marker
        if f"{name}{requirement.extras}" in names or (marker and not marker.evaluate({"extra": extra})):
            continue
        distribution = names[f"{name}{requirement.extras}"] = metadata.distribution(name)
        assert requirement.specifier.contains(distribution.version, prereleases=True)
        for line in distribution.requires or ():
            waiting += [(Requirement(line), extra) for extra in ("", *requirement.extras)]
    return list(names.values())


def environment(place: Path, asked: list[str]) -> Path:
    """Make an environment with what is asked for, linked from ours, and nothing else; return its Python."""
    venv.create(place, symlinks=True)
    python = place / "bin" / "python"
    packages = place / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    for distribution in needed(asked):
        for top in {path.parts[0] for path in distribution.files or ()} - {"..", "__pycache__"}:
            if not (packages / top).exists():
                (packages / top).symlink_to(Path(str(distribution.locate_file(top))))
    return python


def alone() -> dict[str, str]:
    """Return our settings but for where the project is, and a public address, for codes to scan."""
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return ours | {"WAR_ROOM_PUBLIC": "https://war.example.org"}


async def walk(address: str) -> None:
    """Open every page as a browser does; each is drawn without an error."""
    wait_for(address)
    for page in PAGES:
        visitor, _ = await Visitor.arrive(address, page, charts=False)
        await visitor.leave()
        assert (page, visitor.errors) == (page, [])
        assert page or visitor.charts


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout: nothing says what is tracked")
def test_streamlit_alone_opens_every_page_of_a_clone(tmp_path: Path) -> None:
    python = environment(tmp_path / "venv", asked_for())
    app = clone(tmp_path / "clone") / "dashboard" / "app.py"
    answer = subprocess.run(
        [str(python), "-c", "import engine"], cwd=tmp_path, env=alone(), capture_output=True, check=False
    )
    assert b"No module named 'engine'" in answer.stderr
    port, log = str(free_port()), tmp_path / "log"
    options = {"port": port, "address": ADDRESS, "headless": "true", "fileWatcherType": "none"}
    flags = [f"--server.{name}={value}" for name, value in options.items()]
    command = "streamlit", "run", str(app), *flags
    with serving(*command, log=log, python=str(python), cwd=tmp_path, env=alone()):
        awaited(walk(f"http://{ADDRESS}:{port}"))
    output = log.read_text(encoding="utf-8")
    assert not [sentence for sentence in WRONG if sentence in output], output


def test_what_a_host_installs_is_what_the_project_depends_on() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert asked_for() == project["dependencies"]
