"""One job played to its end while the caller waits: the foreman with a single run, and no ledger."""

import os
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from threading import Event
from typing import Final

from engine.jobs.job import Job, Pace, guess, kernels_of
from engine.jobs.scheduler import Foreman, Live, Standing

LOOK_SECONDS: Final = 0.25
"""Time between two looks at how far the job is."""


class PlayingFailed(Exception):  # noqa: N818, it names what happened
    """A job cannot go on; the text says which games could not be played, and why."""


def play_here(
    job: Job,
    *,
    workers: int | None = None,
    block: int | None = None,
    look: Callable[[Standing], object] = lambda _: None,
) -> Live:
    """Play a job to its end in this process, on so many threads (all cores if None), and return it done.

    Raises `PlayingFailed`.
    """
    for kernel in kernels_of(job):
        kernel.warm()  # before the clock runs by which it is said how fast games are
    threads = workers or os.cpu_count() or 1
    # Threads: the kernels hold no lock, and nothing has to be compiled or sent twice.
    with ThreadPoolExecutor(threads) as executor:
        return play_to_the_end(job, executor, workers=threads, block=block, look=look)


def play_to_the_end(
    job: Job,
    executor: Executor,
    *,
    workers: int,
    block: int | None = None,
    look: Callable[[Standing], object] = lambda _: None,
) -> Live:
    """Play all games of a job and return it done.

    The executor's `workers` are given spans of about a quarter second, or of `block` games. `look` is
    called now and then, by this thread, with how far the job is. Raises `PlayingFailed`.
    """
    live = Live(job, Pace(guess(job), block=block))
    told = _Told()
    foreman = Foreman(executor, lambda: workers, at_once=1, listener=told)
    try:
        foreman.do(lambda: foreman.lives.update({live.key: live}))
        while not told.over.wait(LOOK_SECONDS):
            if told.standing is not None:
                look(told.standing)
    finally:
        foreman.close()
        live.run(False)
    if told.trouble:
        raise PlayingFailed(told.trouble)
    return live


class _Told:
    """Hears from the foreman how the only run goes on."""

    def __init__(self) -> None:
        self.over = Event()
        self.standing: Standing | None = None
        self.trouble = ""

    def arranged(self, standings: list[Standing]) -> None:
        self.standing = standings[0] if standings else None

    def progressed(self, live: Live) -> None:
        if live.games == live.job.games:
            self.over.set()

    def failed(self, live: Live, why: str) -> None:
        live.wanted = False
        self.trouble = why
        self.over.set()
