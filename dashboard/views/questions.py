"""The Questions page."""

from functools import partial
from typing import Final

import streamlit as st

from dashboard.charts import library
from dashboard.charts.library import class_strip
from dashboard.charts.style import THEMES
from dashboard.components.chart_image import Saved
from dashboard.components.width import Width, width
from dashboard.files import footer
from dashboard.files.report import sheet
from dashboard.ui.charts import folded, picture_and_table, plot
from dashboard.ui.controls import bound, describe_rules
from dashboard.ui.frame import heading, on_primary, opens, side_by_side, theme, verdict_row
from dashboard.ui.marks import note, pressable, rules_title
from dashboard.ui.preview import Preview, text_preview
from dashboard.ui.state import QUESTIONS, SIMULATE, leave
from dashboard.urls.screens import QuestionsScreen, SimulateScreen
from engine.library import LESSON, AskedQuestion, CountedAnswer, beside, saved_answer
from engine.library.question_answers import MOST, compared, left_out, read_guesses
from engine.numbers import count
from engine.rules import PLAYABLE
from engine.tables.files import file_stem
from engine.wording.sentences import Part

# A whole class under an answer: its guesses, pasted, as points against the answer. Nothing is stored.

LONGEST: Final = 10_000
"""Letters that the box takes: more than the most numbers need."""


def draw_class(question: AskedQuestion, answer: CountedAnswer) -> None:
    """Draw the box in which a teacher pastes the guesses, and what they come to."""
    unit = "percent" if question.guess.unit == "%" else question.guess.unit
    text = st.text_area(
        f"Everybody's guess, in {unit}",
        key=f"class_{question.name}",
        height=100,
        max_chars=LONGEST,
        placeholder="One number a pupil: on lines of their own, or with spaces or commas between them",
    )
    most = f"At most {MOST} numbers, thousands without a comma."
    st.markdown(note(f"{most} They are not stored, and are no part of the link."))
    read = read_guesses(text, question)
    if read.guesses and answer.value is not None:
        first, second = compared(read.guesses, question, answer.value)
        accent = str(st.get_option(f"theme.{theme()}.primaryColor"))
        figure = class_strip(question, read.guesses, answer.value, accent, THEMES[theme()])
        plot(figure, "class_strip", alt=f"{first} {second}")
        st.markdown(f"{first} {second}")
    if read.left_out:
        st.text(left_out(read))


# A lesson on the list of questions: which ones in which order, how long each takes, what each teaches.


def way(label: str, screen: QuestionsScreen, name: str, key: str) -> None:
    """Draw the way to a question by the rule set of a screen; empty, to the list."""
    asked = QuestionsScreen(asked=name, rule_set=screen.rule_set)
    st.button(pressable(label), key=key, type="tertiary", on_click=partial(QUESTIONS.show, asked))


def draw_lesson(screen: QuestionsScreen) -> None:
    """Draw the order of the lesson, and what the questions teach that are not in it."""
    questions = screen.questions
    st.markdown(
        "Everybody guesses before anybody looks. Under each answer, A whole class shows all guesses at once."
    )
    for place, (name, minutes) in enumerate(LESSON.items(), 1):
        with st.container(gap=None):
            way(f"{place}. {questions[name].asks}", screen, name, f"lesson_{name}")
            st.markdown(note(f"{count(minutes, 'minute')}. {questions[name].teaches}"))
    st.markdown("What the others teach, for another day:")
    for name, question in questions.items():
        if name not in LESSON:
            with st.container(gap=None):
                way(question.asks, screen, name, f"lesson_{name}")
                st.markdown(note(question.teaches))


# The Questions page: what people ask about War. Guess first; then a number, its interval, and why.
#
# Every answer by every named rule set is kept as data of the engine: nothing is played here.

ABOUT = "The dot in colour is the answer; the others are the same with one rule changed. Lines: 95 %."


def page() -> None:
    """Draw the page for the address it was opened with."""
    leave()
    if not opens(QUESTIONS):
        return
    screen = QUESTIONS.current()
    if not screen.asked:
        _list(screen)
        return
    answer = saved_answer(screen.question)
    if screen.answered:
        verdict_row(QUESTIONS, screen.question.sentence(answer), screen.question.sure(answer))
    else:
        verdict_row(QUESTIONS, screen.question.asks, f"By the rules of {screen.question.by}.")
    # The rules stand last: on a phone, where one column follows the other, the guess comes first.
    main, rules = st.columns([0.745, 0.255], gap="large")
    with main:
        if screen.answered:
            _answer(screen, answer)
        else:
            _guess(screen)
        _foot(screen)
    with rules:
        _rule_set(screen)
        describe_rules(screen.question.rules)


def _list(screen: QuestionsScreen) -> None:
    asked = screen.questions
    verdict_row(
        QUESTIONS,
        f"{len(asked)} questions people ask about War.",
        "Guess first. Every answer is counted from games, says how sure it is, and one click repeats it.",
    )
    folded(f"A lesson of {sum(LESSON.values())} minutes", "lesson", partial(draw_lesson, screen))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        with st.container(width=320):
            _rule_set(screen)
        st.download_button(
            "A sheet to print",
            partial(_sheet, screen, QUESTIONS.whole_address()),
            "war-questions.html",
            icon=":material/download:",
            key="sheet",
            on_click="ignore",
            help="Every question with a box for the guess; on the next page the answers.",
        )
    groups = list(dict.fromkeys(question.group for question in asked.values()))
    wide = width() is Width.WIDE  # in narrower columns a question takes two lines, which buttons centre
    for group, place in zip(groups, side_by_side(len(groups), fits=wide), strict=True):
        with place:
            st.header(group, anchor=False)
            for question in asked.values():
                if question.group == group:
                    with st.container(gap=None):
                        way(question.asks, screen, question.name, f"ask_{question.name}")
                        st.markdown(note(_how(question, screen.shown_rule_set)))


def _sheet(screen: QuestionsScreen, link: str) -> bytes:
    return sheet(screen.questions.values(), link)


def _how(question: AskedQuestion, rule_set: str) -> str:
    """Say what is guessed and what settles it, and by whose rules where they are not those that are named."""
    guessed = "a share" if question.guess.unit == "%" else question.guess.unit
    by = f" of {rules_title(question.rule_set)}" if question.rule_set != rule_set else ""
    return f"You guess {guessed}. Settled by {count(saved_answer(question).games, 'game')}{by}."


def _rule_set(screen: QuestionsScreen) -> None:
    """Draw the choice of the rule set by which questions are asked."""

    def chosen(name: str) -> dict[str, object]:
        fits = (
            screen.guess is None
            or screen.guess <= screen.changed(rule_set=name, guess=None).question.guess.high
        )
        return {"rule_set": name, "guess": screen.guess if fits else None}

    bound(
        st.selectbox,
        QUESTIONS,
        "questions_rule_set",
        screen.shown_rule_set,
        chosen,
        label="Rule set",
        options=[*PLAYABLE],
        format_func=rules_title,
    )


def _guess(screen: QuestionsScreen) -> None:
    guess = screen.question.guess
    heading(guess.prompt, guess.hint or "Move the slider, then look.")
    chosen = st.slider(
        guess.prompt,
        guess.low,
        guess.high,
        guess.start,
        guess.step,
        label_visibility="collapsed",
        key=f"guess_{screen.asked}_{screen.question.rule_set}",
    )
    with st.container(horizontal=True):
        told = screen.changed(answered=True, guess=chosen)
        label = on_primary("Show the answer", "visibility")
        st.button(label, type="primary", key="show", on_click=partial(QUESTIONS.show, told))
        none = screen.changed(answered=True)
        st.button(
            "I would rather not guess", type="tertiary", key="none", on_click=partial(QUESTIONS.show, none)
        )


def _answer(screen: QuestionsScreen, answer: CountedAnswer) -> None:
    question = screen.question
    told = question.asks if screen.guess is None else question.off(screen.guess, answer)
    heading(told, ABOUT)
    accent = str(st.get_option(f"theme.{theme()}.primaryColor"))
    answers = beside(question)
    figure = library.dots_figure(question, answers, screen.guess, accent, THEMES[theme()])
    plot(figure, "answer", alt=f"{question.sentence(answer)} {ABOUT}")
    study = question.study(games=max(answer.games, question.study().games))
    foot = footer.of_job(study, answer.games, QUESTIONS.whole_address())
    saved = partial(
        Saved, file_stem(study, question.name), footer.of_picture(foot, figure, f"{told} {ABOUT}")
    )
    draw_more = partial(picture_and_table, "answer", saved, (told, ABOUT), partial(library.table, answers))
    folded("Table, picture", "answer_more", draw_more)
    folded("A whole class", "class", partial(draw_class, question, answer))
    _beside(question, answer)


def _beside(question: AskedQuestion, answer: CountedAnswer) -> None:
    why, see = st.columns([0.6, 0.4], gap="large")
    with why:
        st.header("Why", anchor=False)
        st.markdown(" ".join(question.why))
        if question.guess.unit == "rounds":
            _minutes(question, answer)
    with see:
        st.header("See it", anchor=False)
        study = question.study(games=max(answer.games, question.study().games))
        own = question.rules == PLAYABLE[question.rule_set]
        run = SimulateScreen(
            rule_set=question.rule_set if own else question.rules.code,
            games=study.games,
            seed=study.seed,
            hands=study.hands,
        )
        params, _ = SIMULATE.params_or_why(run)
        label = pressable(f"The {study.games:,} games on Simulate")
        st.page_link(SIMULATE.page, label=label, icon=":material/open_in_new:", query_params=params)
        st.markdown(note("They are played again there, and each bar opens a game."))


def _minutes(question: AskedQuestion, answer: CountedAnswer) -> None:
    """Say how long that is at a table: only the visitor knows how fast cards are turned there."""
    seconds = st.number_input("Seconds a round", 1, 60, 6, key="seconds")
    value = answer.value
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


def _foot(screen: QuestionsScreen) -> None:
    question, names = screen.question, [*screen.questions]
    following = screen.questions[names[(names.index(question.name) + 1) % len(names)]]
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        way("All questions", screen, "", "all_questions")
        if screen.answered:
            way("Guess again", screen, question.name, "guess_again")
        way(f"Next: {following.asks}", screen, following.name, "next_question")


def preview(screen: QuestionsScreen) -> Preview:
    """Return what is said of a link to a screen."""
    rules = rules_title(screen.shown_rule_set)
    if not screen.asked:
        line = "Guess first; then a number, how sure it is, and why."
        asked = [question.asks for question in screen.questions.values()]
        return text_preview(
            (Part(f"{len(screen.questions)} questions people ask about War"),), line, rules, asked
        )
    question = screen.question
    if not screen.answered:
        return text_preview((Part(question.asks),), question.guess.prompt, rules)
    answer = saved_answer(question)
    return text_preview((Part(question.sentence(answer)),), question.sure(answer), rules)
