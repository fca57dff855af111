"""A page on which a run goes on: it asks for the run, watches it once or twice a second, and can stop it.

The run itself lives outside of the page (`engine.runs.runs`): leaving, refreshing or a second tab change
nothing about it.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Literal

import streamlit as st

from dashboard.asking.turns import left_of, passed_on, turn
from dashboard.components.width import Width, width
from dashboard.shell import looks
from dashboard.shell.desk import Desk
from dashboard.shell.frame import on_primary
from dashboard.shell.marks import note, pressable
from dashboard.shell.phrases import begin
from dashboard.shell.shown import R
from dashboard.shell.steady import grown
from engine.runs.runs import UNDER_WAY, Run, State, TooMuch, runs
from engine.runs.settings import settings
from engine.study.comparison import Comparison
from engine.study.jobs import Job, kernels_of, with_games
from engine.study.pairs import Compared
from engine.words.sentences import count
from engine.workers.ahead import Waited, waited_for

EVERY: Final = 1.0
"""Seconds between two looks at a run that goes on,"""
NEARLY_OVER: Final = 0.5
"""and at one that is over before the next: its visitor waits for the first chart."""

SOON: Final = 0.3
"""Seconds for which a page waits for a run that can be done by then, rather than be drawn twice."""

LONGEST_UNASKED: Final = 60.0
"""Seconds that a run may be thought to take and still be started by a link alone."""

_REFUSED: Final = "refused"
_LAST: Final = "last_run"
_SIGNED: Final = "started run"


def started_unasked(job: Job) -> Run:
    """Return the run of a job, started if it is small."""
    run = runs().look(job)
    if run.state is State.ABSENT and _small(job):
        run = _started(job) or run
    return run


def played_unasked(job: Job) -> Run:
    """Return the run of a job, started if it is small, waited for if it is done soon."""
    run = started_unasked(job)
    if run.state in UNDER_WAY and (seconds := left_of(SOON)):
        with passed_on():
            run = runs().soon(job, seconds)
    return run


def _small(job: Job) -> bool:
    """Say whether a job may be started by a link alone: few games, and no hours of endless ones."""
    return (
        job.games * _rule_sets(job) <= settings().largest_unasked
        and runs().seconds_for(job) <= LONGEST_UNASKED
    )


def _started(job: Job) -> Run | None:
    try:
        return runs().start(job)
    except TooMuch as error:
        st.session_state[_REFUSED] = str(error)
        return None


def _pressed(desk: Desk[R]) -> None:
    """Start the run of a page because its visitor pressed for it."""
    screen = desk.current()
    if _started(screen.job) is not None:
        st.session_state[_SIGNED] = desk, screen


def sign(opened: str) -> None:
    """Draw on the opened page, but not on its own, how far a run is that this visitor started."""
    if _SIGNED not in st.session_state:
        return
    desk, screen = st.session_state[_SIGNED]
    if desk.name == opened or runs().look(screen.job).state not in UNDER_WAY:
        return

    def look() -> None:
        run = runs().look(screen.job)
        over = run.state not in UNDER_WAY
        state = "is over" if over else f"goes on: {100 * run.games // run.job.games}\N{NO-BREAK SPACE}%"
        label = pressable(f"Your run of {count(run.job.games, 'game')} {state}")
        st.page_link(
            desk.page, label=label, icon=":material/hourglass_top:", query_params=desk.params(screen)
        )

    looks.again(look, EVERY)


def last_shown(run: Run) -> Run:
    """Return the run, or while it has nothing to show the last one of the same kind but other games."""
    if run.summary is not None:
        st.session_state[_LAST] = run.job
        return run
    last = st.session_state.get(_LAST)
    if type(last) is type(run.job) and with_games(last, run.job.games) == run.job:
        return runs().look(last)
    return run


def nothing_yet(run: Run) -> tuple[str, str]:
    """Say in a title and a line why there is nothing to show of a run."""
    games = count(run.job.games, "game")
    match run.state:
        case State.QUEUED:
            return "This run waits for its turn.", f"{games}; shorter runs go first."
        case State.RUNNING if _prepared_for(run) is not None:
            return "The fast engine is being prepared, once per installation.", f"{games} in all."
        case State.RUNNING:
            return "The first games are being played.", f"{games} in all."
        case State.FAILED:
            return "This run has failed.", "What went wrong stands beside its button."
        case State.STOPPED:
            return "This run was stopped before its first games.", f"{games} in all."
        case _:
            if _too_many(run.job):
                return f"{games} are too many for one run.", f"Take at most {settings().most_games:,}."
            return _not_played(run.job), _by_button(run.job)


def _not_played(job: Job) -> str:
    """Say how many games nobody has asked for yet."""
    sets = _rule_sets(job)
    if sets == 1:
        return f"{count(job.games, 'game is', 'games are')} not played yet."
    are = "is" if job.games == 1 else "are"
    return (
        f"{count(job.games, 'deal')} by {sets} rule sets, {sets * job.games:,} games, {are} not played yet."
    )


def _by_button(job: Job) -> str:
    """Say which runs begin with their button alone."""
    together = ", all rule sets together," if _rule_sets(job) > 1 else ","
    most = count(settings().largest_unasked, "game")
    return f"Runs of more than {most}{together} or of more than a minute, begin with their button."


def _rule_sets(job: Job) -> int:
    return len(job.rule_sets) if isinstance(job, Comparison) else 1


def _too_many(job: Job) -> bool:
    return job.games > settings().most_games


def look_on(run: Run) -> None:
    """Draw the page again when there is more to show of a run that goes on."""
    if run.state not in UNDER_WAY:
        return

    def look() -> None:
        now = runs().look(run.job)
        if now.state not in UNDER_WAY or (now.summary is None) != (run.summary is None) or grown(now):
            st.rerun()

    looks.again(look, EVERY)


def controls(desk: Desk[R], run: Run, *, verb: str) -> None:
    """Draw what can be done with the run, and how far it is. `verb`: what the button calls it.

    While it goes on this part of the page alone is drawn once or twice a second, and the page when there
    is more to show.
    """
    if run.state not in UNDER_WAY:
        _controls(desk, run, verb)
        return
    job, state = run.job, run.state
    stopped = False

    def look() -> None:
        nonlocal stopped
        now = runs().look(job)
        over = now.state not in UNDER_WAY
        # A visitor who stops a run is told so at once; its charts, which take a browser longer, follow.
        answers = now.state is State.STOPPED and not stopped
        begins = now.summary is None and now.state != state
        if not answers and (over or begins or grown(now)):
            st.rerun()  # the whole page
        stopped = over
        _controls(desk, now, verb)

    def look_in_turn() -> None:
        with turn():
            look()

    nearly_over = run.seconds_left is not None and run.seconds_left < EVERY
    every = NEARLY_OVER if nearly_over else EVERY
    looks.again(look_in_turn, every, first=partial(_controls, desk, run, verb))


def _controls(desk: Desk[R], run: Run, verb: str) -> None:
    job = run.job
    start = partial(_pressed, desk)
    match run.state:
        case State.QUEUED | State.RUNNING:
            stop: Callable[[], Any] = partial(runs().stop, job)
            st.button("Stop", icon=":material/stop:", key="stop", width=_wide(), on_click=stop)
            _progress(run)
        case State.FINISHED:
            _more(desk, run)
            st.markdown(note(f":material/check: Finished: {_all_of(run)}."))
        case State.FAILED:
            _button("Try again", start)
            st.markdown(note(f"Failed: {_done(run)} done and kept."))
        case State.STOPPED:
            if not _too_many(job):
                _button("Go on", start)
            st.markdown(note(f"Stopped: {_done(run)} done."))
        case _ if not _too_many(job):
            _button(verb, start)
            st.markdown(note(f"{count(job.games, 'game')} take {_duration(runs().seconds_for(job))}."))
    for said in (run.trouble, st.session_state.pop(_REFUSED, ""), runs().store_trouble()):
        if said:
            st.text(f"{begin(said).rstrip('.')}.")


def _done(run: Run) -> str:
    return f"{run.games:,} of {count(run.job.games, 'game is', 'games are')}"


def _all_of(run: Run) -> str:
    """Say how many games there are, and how many only met the round limit: neither ended nor endless."""
    tallies = run.summary
    summaries = tallies.summaries if isinstance(tallies, Compared) else (tallies,)
    cut = count(sum(summary.outcomes()["limit"] for summary in summaries), "was", "were")
    if cut.startswith("0 "):
        proved = "" if run.games == 1 else ", all played to their end or proved endless"
        return f"{count(run.games, 'game')}{proved}"
    if len(summaries) == 1:
        return f"{count(run.games, 'game')}; {cut} cut off undecided"
    played = f"{run.games * len(summaries):,} games"
    return f"{count(run.games, 'deal')} by {len(summaries)} rule sets; {cut} cut off undecided of {played}"


def _wide() -> Literal["stretch", "content"]:
    """Say how wide a button is: as the rail, or, where there is none, as its words, as on other pages."""
    return "stretch" if width() is Width.WIDE else "content"


def _button(label: str, on_click: Callable[[], Any], *, help: str | None = None) -> None:
    """Draw the button by which the run goes on."""
    label = on_primary(label, "play_arrow")
    st.button(label, type="primary", key="run", width=_wide(), on_click=on_click, help=help)


def _more(desk: Desk[R], run: Run) -> None:
    """Offer ten times as many games; those already played are not played again."""
    games = min(10 * run.job.games, settings().most_games)
    if games <= run.job.games:
        return

    def go_on() -> None:
        desk.change(games=games)
        _pressed(desk)

    seconds = runs().seconds_for(with_games(run.job, games))
    _button(f"Go on to {games:,}", go_on, help=f"Keeps these games and adds to them: {_duration(seconds)}")


def _progress(run: Run) -> None:
    if run.state is State.QUEUED and not run.games:
        wait = f", {_duration(run.seconds_left)} to go" if run.seconds_left else ""
        st.markdown(f"Waiting: place {run.place} in the queue{wait}")
        return
    waited = _prepared_for(run)
    if waited is not None:
        st.progress(waited.done, text=waited.text)
        return
    left = f"; {_duration(run.seconds_left)} to go" if run.seconds_left else ""
    st.markdown(f"{run.games:,} of {count(run.job.games, 'game')}{left}")
    st.progress(min(run.games / run.job.games, 1.0))
    rate = f"{count(round(run.per_second), 'game')} a second. " if run.per_second else ""
    st.markdown(note(f"{rate}The charts count the games so far. You can leave this page: the run goes on."))


def _prepared_for(run: Run) -> Waited | None:
    """Return how far the kernels are that a run waits for; None where it waits for none."""
    return None if run.games else waited_for(kernels_of(run.job))


def _duration(seconds: float | None) -> str:
    r"""Return a time to wait in words.

    >>> _duration(0.4), _duration(42), _duration(400), _duration(9000)
    ('under a second', 'about 42\xa0s', 'about 7 minutes', 'about 2.5 hours')
    """
    if seconds is None:
        return "a moment"
    if seconds < 1:
        return "under a second"
    if seconds < 100:
        return f"about {seconds:.0f}\N{NO-BREAK SPACE}s"
    if seconds < 5400:
        return f"about {seconds / 60:.0f} minutes"
    return f"about {seconds / 3600:.1f} hours"
