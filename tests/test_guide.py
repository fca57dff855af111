"""The guide for the next engineer is true: every room on its map, every path there, its commands in CI."""

import re
from pathlib import Path

import pytest

from dashboard import urls
from engine.rules import PLAYABLE

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def folders(place: str) -> set[str]:
    return {path.parent.name for path in (ROOT / place).glob("*/__init__.py")}


@pytest.mark.parametrize("house", ["engine", "dashboard"])
def test_the_map_has_every_room_and_no_other(house: str) -> None:
    assert set(re.findall(rf"^\| `{house}/(\w+)/` \|", GUIDE, re.MULTILINE)) == folders(house)


@pytest.mark.parametrize("house", ["engine", "dashboard"])
def test_the_readme_names_every_room(house: str) -> None:
    about = README.partition("## Where things are")[2]
    assert all(f"`{room}/`" in about for room in folders(house))


def test_the_readme_counts_the_rule_sets() -> None:
    assert len(PLAYABLE) == 17
    assert "- **Seventeen rule sets** from four published descriptions" in README


def test_every_path_that_the_guide_names_is_there() -> None:
    paths = re.findall(r"`((?:engine|dashboard|tests)/[\w./]*)`", GUIDE)
    assert len(paths) > 30
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_page_has_its_folder_its_codec_its_state_and_its_line() -> None:
    pages = {path.stem for path in (ROOT / "dashboard" / "views").glob("[!_]*")}
    assert len(pages) == 9
    app = (ROOT / "dashboard" / "app.py").read_text(encoding="utf-8")
    states = (ROOT / "dashboard" / "ui" / "state.py").read_text(encoding="utf-8")
    for page in pages:
        assert hasattr(urls, page.upper())
        assert f'"{page}"' in app
        assert f'PageState("{page}"' in states


def test_ci_runs_the_commands_of_the_guide() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for command in ("ruff check .", "ruff format --check .", "mypy"):
        assert command in GUIDE
        assert command in script
    assert "-m slow" in GUIDE
    assert "-m slow" in README
