"""What people already have stays valid: links they copied, the store of their runs, the hashes they noted."""

import json
import shutil
import sqlite3
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from there import there

from dashboard import urls
from dashboard.ui import state
from dashboard.urls.links import to_query
from engine.cards import Deal, Pack
from engine.jobs.job import Run, State, job_of, job_text, stem, tally
from engine.jobs.store import Store

STORED = Path(__file__).parent / "compatibility"
CODECS = {
    "game": urls.GAME,
    "simulate": urls.SIMULATE,
    "compare": urls.COMPARE,
    "diagnose": urls.DIAGNOSE,
    "rules": urls.RULES,
}


CALLED_THEN = {"format": "form"}  # what a field of a screen was called when the links were written down


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (STORED / name).read_text(encoding="utf-8").splitlines()]


def plain(value: Any) -> Any:
    """Return a screen as it was written down: values by name, texts and numbers."""
    if isinstance(value, Deal):
        return [value.text, value.suits_1, value.suits_2]
    if isinstance(value, Pack):
        return value.text
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if is_dataclass(value):
        names = {field.name: CALLED_THEN.get(field.name, field.name) for field in fields(value)}
        return {then: plain(getattr(value, name)) for name, then in names.items()}
    return value


@pytest.mark.parametrize("link", lines("links.jsonl"), ids=lambda of: f"{of['page']}-{of['query'][-8:]}")
def test_a_link_that_was_ever_copied_opens_the_same_and_is_written_alike(link: dict[str, Any]) -> None:
    codec: Any = CODECS[link["page"]]
    screen = codec.from_params(parse_qs(link["query"], keep_blank_values=True, strict_parsing=True))
    held = plain(screen)
    assert {name: held[name] for name in link["screen"]} == link["screen"]
    assert to_query(codec.to_params(screen)) == link["query"]


def test_every_page_is_where_links_look_for_it() -> None:
    desks: list[Any] = [state.GAME, state.SIMULATE, state.COMPARE, state.DIAGNOSE, state.RULES]
    assert {page.name for page in desks} == set(CODECS)


@pytest.mark.parametrize("noted", lines("jobs.jsonl"), ids=lambda noted: noted["key"][:8])
def test_a_job_keeps_its_key_and_its_tallies_their_hash(noted: dict[str, Any]) -> None:
    job = job_of(noted["job"])
    assert (job_text(job), job.key(), stem(job)) == (noted["job"], noted["key"], noted["stem"])
    assert tally(job, 0, job.games).sha256() == noted["tallies_sha256"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    tmp_path.chmod(0o700)
    copied = Path(shutil.copy(STORED / "runs.sqlite", tmp_path))
    copied.chmod(0o600)
    return copied


def test_a_store_of_the_first_layout_is_gone_on_with(path: Path) -> None:
    with sqlite3.connect(path) as file:
        tables = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    file.close()
    assert tables == {"run", "pace"}, "it is no longer one that the first servers wrote"
    old = [job_of(noted["job"]) for noted in lines("runs.jsonl")]
    new = replace(old[0], games=300)
    store = Store(path, days=1e5)
    begun = there(store.largest_prefix(new))
    assert (begun.job, begun.spans) == (old[0], ((0, 200),))
    tallies = begun.summary + tally(new, 200, 100)
    store.save(Run(new, State.FINISHED, tallies, ((0, 300),), 1.0))
    store.save_answer("asked", "answered")
    store.close()
    store = Store(path, days=1e5)
    assert all(store.load(job) is not None for job in (*old, new))
    assert (store.answer("asked"), store.trouble) == ("answered", "")
    assert tallies.sha256() == tally(new, 0, 300).sha256()
    store.close()


@pytest.mark.parametrize("noted", lines("runs.jsonl"), ids=lambda noted: noted["state"])
def test_a_store_of_runs_is_read_whole(noted: dict[str, Any], path: Path) -> None:
    store = Store(path, days=1e5)  # the file is older than what a store keeps
    entry = there(store.load(job_of(noted["job"])))
    assert store.trouble == ""
    store.close()
    assert (entry.state, entry.spans) == (noted["state"], tuple(map(tuple, noted["spans"])))
    assert entry.summary.sha256() == noted["tallies_sha256"]
    assert entry.summary.games == sum(end - first for first, end in entry.spans)
