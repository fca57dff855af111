"""Kernels are compiled by a process that ends, so that the server does not keep what a compiler takes."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from dashboard.shell import warm
from engine import kernels


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Return what is done to be ready, in its order; nothing is compiled."""
    told: list[str] = []
    played = SimpleNamespace(
        key_of=lambda _: None,
        under_every_preset=lambda _: None,
        board_payload=lambda *_: None,
        told=lambda _: SimpleNamespace(sizes=None),
        holders_figure=lambda *_: None,
    )
    figure = SimpleNamespace(to_json=lambda: "")
    monkeypatch.setattr(warm, "played", played)
    monkeypatch.setattr(warm, "deck_sizes", SimpleNamespace(figure=lambda *_, **__: figure))
    monkeypatch.setattr(warm, "runs", lambda: SimpleNamespace(warm=lambda: told.append("workers")))
    monkeypatch.setattr(kernels, "warm", lambda: told.append("here"))
    warm.up.cache_clear()
    yield told
    warm.up.cache_clear()


class Elsewhere(nullcontext[None]):
    """Stands for the process that compiles."""

    def __init__(self, told: list[str], answer: Future[None]) -> None:
        super().__init__()
        self.told, self.answer = told, answer

    def __enter__(self) -> "Elsewhere":  # type: ignore[override]
        return self

    def submit(self, work: Callable[[], None]) -> Future[None]:
        assert work is kernels.warm
        self.told.append("elsewhere")
        return self.answer


@pytest.mark.parametrize("trouble", [None, OSError("no process can be started")])
def test_what_was_never_compiled_is_so_by_a_process_that_ends(
    monkeypatch: pytest.MonkeyPatch, done: list[str], trouble: Exception | None
) -> None:
    answer: Future[None] = Future()
    answer.set_exception(trouble) if trouble else answer.set_result(None)
    monkeypatch.setattr(kernels, "kept", lambda: False)
    monkeypatch.setattr(warm, "Workers", lambda *_, **__: Elsewhere(done, answer))
    warm.up()
    assert done == ["elsewhere", "here", "workers"]


def test_what_is_kept_is_read_at_once(monkeypatch: pytest.MonkeyPatch, done: list[str]) -> None:
    monkeypatch.setattr(kernels, "kept", lambda: True)
    warm.up()
    assert done == ["here", "workers"]
