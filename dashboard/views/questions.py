"""The Questions page."""

from collections.abc import Sequence
from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from dashboard import ui
from dashboard.charts import THEMES, Panel
from dashboard.charts import library as charts_library
from dashboard.components import Width, print_button, width
from dashboard.files import Card, of_job, sheet
from dashboard.urls import GameScreen, QuestionsScreen, RulesScreen, SimulateScreen
from engine import library
from engine.cards import STANDARD_PACK
from engine.kernels import decide
from engine.numbers import count, number_words, percent
from engine.rules import PLAYABLE, rules_called, rules_name
from engine.simulation import Estimate
from engine.tables import file_stem
from engine.wording import Part

# A whole class: its guesses, pasted, as points, at first without the answer. Nothing is stored.


def draw_class(screen: QuestionsScreen, answer: library.CountedAnswer) -> None:
    """Draw the guesses of a class, with the answer once it is shown, and the box they are pasted into."""
    question = screen.question
    above = st.container()
    unit = "percent" if question.guess.unit == "%" else question.guess.unit
    text = st.text_area(
        f"Guesses, in {unit}",
        key=f"class_{question.name}",
        height=100,
        max_chars=10_000,  # more than the most numbers need
        placeholder="One number per pupil; 1200, not 1,200.",
    )
    read = library.read_guesses(text, question)
    number = f"{count(len(read.guesses), 'guess', 'guesses')} read. " if read.guesses else ""
    ui.remark(f"{number}Guesses are neither stored nor shared.")
    if read.left_out:
        st.text(library.left_out(read))
    with above:
        if read.guesses:
            shown = answer.value if screen.answered else None
            panel = _strip(question, read.guesses, shown)
            text = f"{panel.label} {panel.about} {question.sentence(answer)}" if shown else ""
            _drawn(screen, panel, answer, text=text)
            with st.container(horizontal=True):
                _show(screen)
                st.button("Full screen", key="full_screen", on_click=partial(_full_screen, panel))
        elif not screen.answered:
            _show(screen)


def _strip(question: library.AskedQuestion, guesses: tuple[float, ...], shown: Estimate | None) -> Panel:
    """Return the chart of a class's guesses; without the answer while it is hidden."""
    title, about = library.compared(guesses, question, shown)
    figure = partial(charts_library.class_strip, question, guesses, shown, accent())
    table = partial(pd.DataFrame, {f"guess, {question.guess.unit}": guesses})
    if shown is None:
        return Panel("class", title, about, figure, table)
    title = f"{title}."
    return Panel("class", title, about, figure, table, label=question.asks)


def _drawn(screen: QuestionsScreen, panel: Panel, answer: library.CountedAnswer, *, text: str = "") -> None:
    """Draw a chart of a question, with its picture, its table and what is copied of it as text."""
    question = screen.question
    study = question.study(games=max(answer.games, question.study().games))
    foot = of_job(study, answer.games, ui.QUESTIONS.whole_address())
    name = f"{question.name}-{panel.name}" if panel.name == "class" else question.name
    ui.draw_alone(panel, file_stem(study, name), foot, text=text)


def _full_screen(panel: Panel) -> None:
    show = st.dialog(panel.title, width="large")(ui.plot)
    show(panel.draw(THEMES[ui.theme()]), "class_large", alt=panel.alt)


def accent() -> str:
    """Return the shade of what the visitor moves."""
    return str(st.get_option(f"theme.{ui.theme()}.primaryColor"))


def way(label: str, screen: QuestionsScreen, name: str, key: str) -> None:
    """Draw the way to a question by the rule set of a screen; empty, to the list."""
    asked = QuestionsScreen(asked=name, rule_set=screen.shown_rule_set)
    st.button(ui.pressable(label), key=key, type="tertiary", on_click=partial(ui.QUESTIONS.show, asked))


# The list of questions, and a lesson: which ones in which order, how long each takes, what each teaches.

_GUESSES: Final = "guesses"
"""What the visitor guessed, by question, for the list."""


def _list(screen: QuestionsScreen) -> None:
    asked = screen.questions
    ui.verdict_row(
        ui.QUESTIONS,
        f"{len(asked)} questions about War",
        "Guess first. Every answer comes from simulated games and has a margin of error.",
    )
    with st.container(width=320):
        _rule_set(screen)
    guesses = st.session_state.get(_GUESSES, {})
    groups = list(dict.fromkeys(question.group for question in asked.values()))
    wide = width() is Width.WIDE  # in narrower columns a question takes two lines, which buttons centre
    for group, container in zip(groups, ui.side_by_side(len(groups), fits=wide), strict=True):
        with container:
            st.header(group, anchor=False)
            for name, question in asked.items():
                if question.group == group:
                    _listed(screen, name, f"ask_{name}", _guessed(question, guesses.get(name)))
    with st.container(border=True):
        st.header("For a class", anchor=False)
        ui.remark(
            f"Five questions in {sum(library.LESSON.values())} minutes. "
            "Every question has a class mode: paste all guesses, then show the answer."
        )
        with st.container(horizontal=True):
            plan = partial(ui.QUESTIONS.change, lesson=True)
            st.button("Open the lesson plan", key="open_lesson", on_click=plan)
            _print_sheet(screen)


def _listed(screen: QuestionsScreen, name: str, key: str, about: str, place: str = "") -> None:
    """Draw the way to a question, and a line under it."""
    with st.container(gap=None):
        way(f"{place}{screen.questions[name].asks}", screen, name, key)
        if about:
            ui.remark(about)


def _guessed(question: library.AskedQuestion, guess: int | None) -> str:
    """Return the answer to a question and the visitor's guess; nothing before there is one."""
    if guess is None:
        return ""
    value = library.saved_answer(question).value
    answer = f"{question.written(value.value)}{question.unit}" if value else "no answer"
    return f"{answer}; you guessed {question.guessed(guess)}"


def _print_sheet(screen: QuestionsScreen) -> None:
    link = ui.QUESTIONS.whole_address()
    tip = "Every question with a box for the guess; on the next page the answers."
    printed = partial(sheet, screen.questions.values(), link)
    ui.charts.save_button(
        "Print the question sheet", printed, "war-questions.html", "sheet", tip, icon="print"
    )


LESSON_TITLE: Final = f"A {sum(library.LESSON.values())}-minute lesson about War"


def _lesson(screen: QuestionsScreen) -> None:
    questions = screen.questions
    first = QuestionsScreen(asked=next(iter(library.LESSON)), rule_set=screen.shown_rule_set)
    ui.verdict_row(
        ui.QUESTIONS,
        LESSON_TITLE,
        "Everybody guesses before anybody looks. “Class guesses” shows all guesses at once.",
    )
    with st.container(horizontal=True):
        start = partial(ui.QUESTIONS.show, first)
        ui.primary_button("Start with question 1", "start", start, icon="play_arrow")
        print_button("Print the plan", key="print_plan")
        _print_sheet(screen)
    for place, (name, minutes) in enumerate(library.LESSON.items(), 1):
        about = f"{count(minutes, 'minute')}. {questions[name].teaches}"
        _listed(screen, name, f"lesson_{name}", about, f"{place}. ")
    others = [name for name in questions if name not in library.LESSON]
    more = f"{number_words(len(others)).capitalize()} more questions"
    ui.folded(more, "lesson", partial(_others, screen, others))
    way("All questions", screen, "", "all_questions")


def _others(screen: QuestionsScreen, names: Sequence[str]) -> None:
    for name in names:
        _listed(screen, name, f"lesson_{name}", screen.questions[name].teaches)


# A question: guessed first; then yes or no, a number with its interval, the same by other rules, and why.
#
# Every answer by every named rule set is saved as data of the engine: nothing is played here.

ABOUT = "Blue dot: the answer. Other dots: one rule changed. Bars: 95 % intervals, if wider than the dot."


def page() -> None:
    """Draw the page for the address it was opened with."""
    ui.leave()
    if not ui.opens(ui.QUESTIONS):
        return
    screen = ui.QUESTIONS.current()
    if not screen.asked:
        (_lesson if screen.lesson else _list)(screen)
        return
    answer = library.saved_answer(screen.question)
    if screen.answered:
        ui.verdict_row(ui.QUESTIONS, screen.question.sentence(answer), screen.question.precision(answer))
    else:
        ui.verdict_row(ui.QUESTIONS, screen.question.asks, f"By {screen.question.by.whose}.")
    # The rules stand last: where one column follows the other, the guess comes first.
    wide = width() is Width.WIDE
    main, rules = st.columns([0.745, 0.255], gap="large") if wide else (st.container(), st.container())
    with main:
        labels = {False: "Answer" if screen.answered else "My guess", True: "Class guesses"}
        # One key before and after the answer: what a class pasted stays.
        is_class = st.segmented_control(
            "Mode",
            [*labels],
            default=False,
            format_func=labels.__getitem__,
            key=f"class_mode_{screen.asked}",
            label_visibility="collapsed",
        )
        if is_class:
            draw_class(screen, answer)
        else:
            (_answer if screen.answered else _guess)(screen, answer)
        _foot(screen)
    with rules:
        _rule_set(screen)
        ui.describe_rules(screen.question.rules)
        differ = ui.RULES.params(RulesScreen(rule_set=screen.question.rule_set))
        st.page_link(ui.RULES.page, label=ui.pressable("How rule sets differ"), query_params=differ)


def _rule_set(screen: QuestionsScreen) -> None:
    """Draw the choice of the rule set by which questions are asked."""

    def chosen(name: str) -> dict[str, object]:
        guess = screen.guess
        if guess is not None and guess > screen.changed(rule_set=name, guess=None).question.guess.high:
            guess = None
        return {"rule_set": name, "guess": guess}

    ui.choose_rules(ui.QUESTIONS, screen.shown_rule_set, chosen)


def _guess(screen: QuestionsScreen, _: library.CountedAnswer) -> None:
    guess = screen.question.guess
    ui.heading(guess.prompt, guess.hint or "Move the slider, then look.")
    key = f"guess_{screen.asked}_{screen.question.rule_set}"
    chosen = st.slider(
        guess.prompt, 0, guess.high, guess.start, guess.step, key=key, label_visibility="collapsed"
    )
    with st.container(horizontal=True):
        _show(screen, chosen)
        none = screen.changed(answered=True)
        st.button("Just show me", type="tertiary", key="none", on_click=partial(ui.QUESTIONS.show, none))


def _show(screen: QuestionsScreen, guess: int | None = None) -> None:
    """Draw the button that shows the answer, where it is hidden."""

    def show() -> None:
        if guess is not None:
            st.session_state.setdefault(_GUESSES, {})[screen.asked] = guess
        ui.QUESTIONS.show(screen.changed(answered=True, guess=guess))

    if not screen.answered:
        ui.primary_button("Show the answer", "show", show, icon="visibility")


def _answer(screen: QuestionsScreen, answer: library.CountedAnswer) -> None:
    question = screen.question
    if question.name == "for-ever":
        _one_that_never_ends(screen)
        _other_rules(screen)
        ui.folded("The same with one rule changed", "dots", partial(_dots, screen, answer))
    else:
        _dots(screen, answer)
        if question.yes_or_no(answer):
            ui.folded("Other rules, other answers", "other_rules", partial(_other_rules, screen))
    _beside(question, answer)


def _one_that_never_ends(screen: QuestionsScreen) -> None:
    """Draw the way to a deal that never ends, by these rules, or by Bicycle's if no such deal is known."""
    own = screen.question.rules
    rules = own if library.endless_deal(own, STANDARD_PACK) else rules_called(library.USUAL)
    deal = library.endless_deal(rules, STANDARD_PACK)
    assert deal is not None
    cycle = decide(deal, rules).cycle
    assert cycle is not None
    by = "" if rules == own else " by Bicycle’s rules"
    with st.container(border=True):
        st.header(f"See a deal that :violet[never ends]{by}", anchor=False)
        rounds = count(cycle.length, "round")
        ui.remark(f"An ordinary pack. From round {cycle.start:,} on, the same {rounds} repeat.")
        watch = partial(ui.GAME.go, GameScreen(rule_set=rules_name(rules), given=deal))
        ui.primary_button("Watch it", "watch", watch, icon="play_arrow")


def _other_rules(screen: QuestionsScreen) -> None:
    """Draw the rule sets by their answers: each opens this question by its rules."""
    answers: dict[str, list[str]] = {}
    for name in PLAYABLE:
        question = library.asked_by(name)[screen.asked]
        answers.setdefault(question.yes_or_no(library.saved_answer(question)).rstrip("."), []).append(name)
    ui.heading("Other rules, other answers", "Choose a rule set to see its answer.")
    rows = []
    for answer, names in answers.items():
        pickups = ", ".join(dict.fromkeys(PLAYABLE[name].description("pickup").cell for name in names))
        rule_sets = ", ".join(_by_other_rules(screen, name) for name in names)
        rows.append({"Answer": f"**{answer}**", "Pick-up": pickups, "Rule sets": rule_sets})
    ui.table(rows)


def _by_other_rules(screen: QuestionsScreen, name: str) -> str:
    question = library.asked_by(name)[screen.asked]
    value = library.saved_answer(question).value
    share = f" {percent(value)}" if value and value.value and question.guess.unit == "%" else ""
    if name == screen.question.rule_set:
        return f"**{ui.rules_title(name)}**{share} :gray-badge[yours]"
    asked = QuestionsScreen(asked=screen.asked, answered=True, rule_set=name)
    return f"{ui.way_to(asked, ui.rules_title(name), ui.QUESTIONS)}{share}"


def _dots(screen: QuestionsScreen, answer: library.CountedAnswer) -> None:
    question = screen.question
    title = question.asks if screen.guess is None else question.off(screen.guess, answer)
    answers = library.beside(question)
    figure = partial(charts_library.dots_figure, question, answers, screen.guess, accent())
    table = partial(charts_library.table, question, answers)
    panel = Panel("answer", title, ABOUT, figure, table, more=question.sentence(answer))
    _drawn(screen, panel, answer)


def _beside(question: library.AskedQuestion, answer: library.CountedAnswer) -> None:
    why, see = st.columns(2, gap="large")
    with why:
        st.header("Why", anchor=False)
        st.markdown(" ".join(question.why))
        if question.guess.unit == "rounds":
            _minutes(question, answer)
    with see:
        st.header("See it", anchor=False)
        study = question.study(games=max(answer.games, question.study().games))
        own = question.rules == PLAYABLE[question.rule_set]
        rules = question.rule_set if own else question.rules.code
        run = SimulateScreen(rule_set=rules, games=study.games, seed=study.seed, hands=study.hands)
        ui.link_to(ui.SIMULATE, run, f"The {study.games:,} games on Simulate")
        ui.remark("The Simulate page replays these games. Click a bar to watch one.")


def _minutes(question: library.AskedQuestion, answer: library.CountedAnswer) -> None:
    """Show how long that is at a table: only the visitor knows how fast cards are turned there."""
    seconds = st.number_input("Seconds per round", 1, 60, 6, key="seconds")
    value = answer.value
    if value is not None:
        ui.remark(f"{question.guessed(round(value.value))} take {in_minutes(value.value * seconds)}.")


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
            way("Change my guess", screen, question.name, "guess_again")
        way(f"Next: {following.asks}", screen, following.name, "next_question")


def preview(screen: QuestionsScreen) -> Card:
    """Return what is said of a link to a screen."""
    rules = ui.rules_title(screen.shown_rule_set)
    if not screen.asked:
        line = "Guess first. Then see the number, its margin of error and the reason."
        asked = [question.asks for question in screen.questions.values()]
        title = LESSON_TITLE if screen.lesson else f"{len(screen.questions)} questions about War"
        return Card((Part(title),), line, rules, asked)
    question = screen.question
    if not screen.answered:
        return Card((Part(question.asks),), question.guess.prompt, rules)
    answer = library.saved_answer(question)
    return Card((Part(question.sentence(answer)),), question.precision(answer), rules)
