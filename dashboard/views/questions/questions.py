"""The Questions page: what people ask about War. Guess first; then a number, its interval, and why."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from dashboard.address.screens import QuestionsScreen, SimulateScreen
from dashboard.charts.parts.theme import THEMES
from dashboard.charts.questions import dots
from dashboard.components.chart_image.mount import Saved
from dashboard.exports import footer
from dashboard.exports.sheet import sheet
from dashboard.shell import downloads
from dashboard.shell.desk import QUESTIONS, SIMULATE, leave
from dashboard.shell.drawing import folded, picture_and_table, plot
from dashboard.shell.frame import heading, on_primary, opens, theme, verdict_row
from dashboard.shell.marks import note, pressable
from dashboard.shell.running import EVERY, played_unasked, started_unasked
from dashboard.views.questions.class_guesses import draw_class
from dashboard.views.questions.lesson import draw_lesson, way
from engine.rules import PRESETS, count
from engine.runs.runs import UNDER_WAY, Run, runs
from engine.study.estimates import Estimate
from engine.study.jobs import Job
from engine.study.questions import LESSON, AskedQuestion
from engine.study.questions import QUESTIONS as ASKED
from engine.study.summary import Summary
from engine.study.tables.files import file_stem


def page() -> None:
    """Draw the page for the address it was opened with."""
    leave()
    if not opens(QUESTIONS):
        return
    screen = QUESTIONS.current()
    if not screen.asked:
        _list()
    elif screen.answered:
        _answer(screen)
    else:
        _guess(screen)


def _list() -> None:
    verdict_row(
        QUESTIONS,
        f"{len(ASKED)} questions people ask about War.",
        "Guess first. Every answer is counted from games, says how sure it is, and one click repeats it.",
    )
    folded(f"A lesson of {sum(LESSON.values())} minutes", "lesson", draw_lesson)
    st.download_button(
        "A sheet to print",
        partial(_sheet, downloads.address(QUESTIONS)),
        "war-questions.html",
        icon=":material/download:",
        key="sheet",
        on_click="ignore",
        help="Every question with a box for the guess; on the next page the answers that were played here.",
    )
    groups = list(dict.fromkeys(question.group for question in ASKED.values()))
    for group, column in zip(groups, st.columns(len(groups), gap="large"), strict=True):
        with column:
            st.header(group, anchor=False)
            for question in ASKED.values():
                if question.group == group:
                    with st.container(gap=None):
                        way(question.asks, question.name, f"ask_{question.name}")
                        games = question.study(question.usual).games
                        st.markdown(note(f"You guess {_what(question)}. Settled by {games:,} games."))


def _sheet(link: str) -> bytes:
    """Return the sheet of what is there: a download starts no run."""
    kept = {name: _look(question, runs().look)[:2] for name, question in ASKED.items()}
    return sheet(kept, link)


def _what(question: AskedQuestion) -> str:
    return "a share" if question.guess.unit == "%" else question.guess.unit


def _guess(screen: QuestionsScreen) -> None:
    question = screen.question
    _look(question)  # the games are played while the visitor thinks
    verdict_row(QUESTIONS, question.asks, f"By {_rules(question)} rules.")
    guess = question.guess
    heading(guess.prompt, "Move the slider, then look.")
    chosen = st.slider(
        guess.prompt,
        guess.low,
        guess.high,
        guess.start,
        guess.step,
        label_visibility="collapsed",
        key="guess",
    )
    with st.container(horizontal=True):
        told = screen.changed(answered=True, guess=chosen)
        label = on_primary("Show the answer", "visibility")
        st.button(label, type="primary", key="show", on_click=partial(QUESTIONS.show, told))
        none = screen.changed(answered=True)
        st.button(
            "I would rather not guess", type="tertiary", key="none", on_click=partial(QUESTIONS.show, none)
        )
    _foot(question)


def _rules(question: AskedQuestion) -> str:
    return PRESETS[question.usual].title


def _look(
    question: AskedQuestion, look: Callable[[Job], Run] = started_unasked
) -> tuple[Summary | None, dict[str, Estimate], bool]:
    """Return the tallies, the number by every rule set that is there, and whether more is being played."""
    run = look(question.study(question.usual))
    own = run.summary if run.state not in UNDER_WAY else None
    value = question.value(own) if isinstance(own, Summary) else None
    answers = {} if value is None else {_own(question): value}
    waiting = run.state in UNDER_WAY
    for label, rule_set in question.others:
        other = look(question.other(rule_set))
        waiting = waiting or other.state in UNDER_WAY
        beside = question.value(other.summary) if isinstance(other.summary, Summary) else None
        if beside is not None and other.state not in UNDER_WAY:
            answers[label] = beside
    return own if isinstance(own, Summary) else None, answers, waiting


def _own(question: AskedQuestion) -> str:
    return f"{_rules(question)} rules"


def _answer(screen: QuestionsScreen) -> None:
    question = screen.question
    played_unasked(question.study(question.usual))  # its numbers may be there in a moment; the others follow
    summary, answers, waiting = _look(question)
    if summary is None:
        games = question.study(question.usual).games
        verdict_row(QUESTIONS, question.asks, f"{games:,} games are being played.")
    else:
        verdict_row(QUESTIONS, question.sentence(summary), question.sure(summary))
        _chart(screen, question, summary, answers)
        folded("A whole class", "class", partial(draw_class, question, summary))
        _beside(question, summary)
    if waiting:
        st.fragment(partial(_again, question), run_every=EVERY)()
    _foot(question, again=True)


def _again(question: AskedQuestion) -> None:
    """Draw the page again when all is there."""
    if not _look(question)[2]:
        st.rerun()


def _chart(
    screen: QuestionsScreen, question: AskedQuestion, summary: Summary, answers: dict[str, Estimate]
) -> None:
    told = question.asks if screen.guess is None else question.off(screen.guess, summary)
    about = "The dot in colour is the answer; the others are the same number by other rules."
    heading(told, about)
    accent = str(st.get_option(f"theme.{theme()}.primaryColor"))
    figure = dots.figure(question, answers, screen.guess, accent, THEMES[theme()])
    plot(figure, "answer", alt=f"{question.sentence(summary)} {about}")
    study = question.study(question.usual)
    foot = footer.of_job(study, summary.games, downloads.address(QUESTIONS))
    saved = Saved(file_stem(study, question.name), foot)
    draw_more = partial(picture_and_table, "answer", saved, (told, about), dots.table(answers))
    folded("Table, picture", "answer_more", draw_more)


def _beside(question: AskedQuestion, summary: Summary) -> None:
    why, see = st.columns([0.6, 0.4], gap="large")
    with why:
        st.header("Why", anchor=False)
        st.markdown(" ".join(question.why))
        if question.guess.unit == "rounds":
            _minutes(question, summary)
    with see:
        st.header("See it", anchor=False)
        study = question.study(question.usual)
        run = SimulateScreen(rule_set=question.usual, games=study.games, seed=study.seed, hands=study.hands)
        params, _ = SIMULATE.params_or_why(run)
        label = pressable(f"The {study.games:,} games on Simulate")
        st.page_link(SIMULATE.view, label=label, icon=":material/open_in_new:", query_params=params)
        st.markdown(note("Each bar there opens a game."))


def _minutes(question: AskedQuestion, summary: Summary) -> None:
    """Say how long that is at a table: only the visitor knows how fast cards are turned there."""
    seconds = st.number_input("Seconds a round", 1, 60, 6, key="seconds")
    value = question.value(summary)
    if value is not None:
        st.markdown(note(f"{question.guessed(round(value.value))} take {in_minutes(value.value * seconds)}."))


def in_minutes(seconds: float) -> str:
    """Write a time as people say it.

    >>> in_minutes(1392), in_minutes(4740), in_minutes(50)
    ('23 minutes', '1 hour and 19 minutes', '1 minute')
    """
    hours, minutes = divmod(max(1, round(seconds / 60)), 60)
    if not hours:
        return count(minutes, "minute")
    return count(hours, "hour") + (f" and {count(minutes, 'minute')}" if minutes else "")


def _foot(question: AskedQuestion, *, again: bool = False) -> None:
    names = list(ASKED)
    following = ASKED[names[(names.index(question.name) + 1) % len(names)]]
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        way("All questions", "", "all_questions")
        if again:
            way("Guess again", question.name, "guess_again")
        way(f"Next: {following.asks}", following.name, "next_question")


page()
