"""What is typed and pasted on Diagnose."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, Final, Self

import streamlit as st

from dashboard import ui
from dashboard.cache import log_fault, read_paste
from dashboard.components import Width, width
from dashboard.examples import EXAMPLES
from dashboard.urls import AskedCase, DiagnoseScreen
from engine.cards import Deal
from engine.diagnose import Answer, Diagnosis, read_answer
from engine.formats import INPUT_OF, INPUTS, WRITABLE, NotationError, Question, ReadDeal, Reading, write
from engine.numbers import count, number_words
from engine.rules import SETTLED
from engine.wording import Part, Sentence

# The texts in the boxes of the Diagnose page, and their readings. Nothing here draws.


@dataclass(frozen=True, slots=True)
class Draft:
    """The texts of the boxes, as they were typed or pasted, for one case or several at once."""

    deal: str = ""
    expected: str = ""
    got: str = ""
    trace: str = ""
    format: str | None = None
    """The format that was chosen where a paste could be read in two ways."""
    case: AskedCase | None = None
    """The case whose deal is in the box in our own words, so that it need not be read again."""
    answers: AskedCase | None = None
    """The case of the screen that these boxes stand for."""
    fault: NotationError | None = None
    """The fault of a log in which nothing can be followed."""

    @classmethod
    def of(cls, case: AskedCase | None) -> Self:
        """Return the boxes for a case that a link or another button brought; empty ones for none."""
        if case is None:
            return cls()
        return cls(case.deal.text, case.expected, case.got, case.trace, case=case, answers=case)

    @property
    def empty(self) -> bool:
        """Whether nothing is in any box."""
        return not any(text.strip() for text in (self.deal, self.expected, self.got, self.trace))

    def typed(self, texts: Mapping[str, Any]) -> "Draft":
        """Return the boxes after somebody typed into some; a new deal brings what its judge expects."""
        new = replace(self, **texts)
        if new.deal == self.deal:
            return new
        new = replace(new, format=None, case=None)
        return new.with_expectation(instead_of=self.verdicts)

    def chosen(self, format: str) -> "Draft":
        """Return the boxes with the question about the deal answered."""
        return replace(self, format=format).with_expectation(instead_of="")

    def with_expectation(self, *, instead_of: str) -> "Draft":
        """Fill in what the pasted deal says the judge expects, unless somebody typed something else."""
        if self.verdicts and self.expected.strip() in ("", instead_of):
            return replace(self, expected=self.verdicts)
        return self

    @property
    def verdicts(self) -> str:
        """The judge's answers that stood with the deals, a line each of several; none unless all have one."""
        expected = [item.expected or "" for item in self.read_deals]
        if len(expected) > 1:
            expected = [" ".join(answer.splitlines()) for answer in expected]
        return "\n".join(expected) if all(expected) else ""

    @property
    def deals(self) -> Reading | Question | NotationError | None:
        """The reading of the deal's box; None while it is empty."""
        if self.case is not None:
            return Reading(self.case.format or "line", (ReadDeal(self.case.deal),))
        return _deals(self.deal, self.format) if self.deal.strip() else None

    @property
    def read_deals(self) -> tuple[ReadDeal, ...]:
        """The deals in the box; none while it cannot be read."""
        return self.deals.deals if isinstance(self.deals, Reading) else ()

    def texts(self, text: str) -> tuple[str, ...]:
        """Cut a box of answers into one answer a deal: a line each where there are several deals.

        Raises `NotationError` where their numbers differ.
        """
        number = len(self.read_deals) or 1
        if number == 1 or not text.strip():
            return (text.strip(),) * number
        lines = tuple(line.strip() for line in text.splitlines() if line.strip())
        if len(lines) != number:
            there, wanted = count(len(lines), "answer"), f"an answer for each of the {number} deals"
            raise NotationError.of("count", there, wanted, "Write one answer per line.")
        return lines

    @property
    def cases(self) -> tuple[AskedCase, ...]:
        """The cases that the boxes make; none while something is missing or cannot be read."""
        reading = self.deals
        if self.wrong or not isinstance(reading, Reading) or not (self.got.strip() or self.followed.strip()):
            return ()
        expected, got = self.texts(self.expected), self.texts(self.got)
        return tuple(
            AskedCase(deal=item.deal, expected=wanted, got=said, format=reading.format, trace=self.followed)
            for item, wanted, said in zip(reading.deals, expected, got, strict=True)
        )

    @property
    def wrong(self) -> bool:
        """Whether something in the boxes of deal and answers cannot be read as it stands."""
        answers = self.read_answers(self.expected), self.read_answers(self.got)
        return any(isinstance(read, NotationError | Question) for read in (self.deals, *answers))

    @property
    def one_deal(self) -> Deal | None:
        """The deal, where the box holds a single one: only that can have a log."""
        return self.read_deals[0].deal if len(self.read_deals) == 1 else None

    @property
    def followed(self) -> str:
        """The log that is followed: nothing of one that makes no sense, or beside several deals."""
        return self.trace if self.one_deal is not None and self.fault is None else ""

    def read_answers(self, text: str) -> tuple[Answer, ...] | NotationError:
        """Return the answers in a box, none while it is empty, or what is wrong with them."""
        try:
            return tuple(read_answer(answer) for answer in self.texts(text) if answer)
        except NotationError as error:
            return error


@lru_cache(maxsize=16)
def _deals(text: str, format: str | None) -> Reading | Question | NotationError:
    try:
        return read_paste(text, format=format)
    except NotationError as error:
        return error


# Which of the texts that a browser sends with a page's boxes somebody has typed. Nothing here draws.
#
# Somebody who pastes and presses at once is faster than the page: their browser still sends what a box
# showed before the page filled it. Nobody typed that; taken as typed, it emptied boxes and doubled cases.
# A choice is drawn under another key then (`controls.identity`); a box cannot be, or what somebody is
# typing into the one before would be lost.


class SentTexts:
    """What each box was made to show, and what it showed before and may send until the browser knows."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}
        self._late: dict[str, set[str]] = {}
        self._last: dict[str, str] = {}
        self._on_the_way: set[str] = set()

    def show(self, box: str, text: str, *, holds: str) -> bool:
        """Note what a box is to show; return whether it has to be sent to the browser, which holds `holds`.

        A box that is sent its own text loses what somebody is typing into it: it is sent no more than it
        must be, and again while something else that it was sent may still be on its way.
        """
        shown = self._shown.setdefault(box, text)
        if shown != text:
            self._late.setdefault(box, set()).add(shown)
            self._shown[box] = text
        self._last = {}
        if holds == text and not self._late.get(box):
            return False
        self._on_the_way.add(box)
        return True

    def typed(self, sent: Mapping[str, str], *, pressed: bool) -> dict[str, str]:
        """Return the texts that somebody typed; the same message asked about again has none.

        pressed: whether a button was, which sends every box along. What a box showed before counts only
        where it comes alone: somebody typed it again.
        """
        if sent == self._last:
            return {}
        self._last = dict(sent)
        changed = {box: text for box, text in sent.items() if text != self._shown.get(box, text)}
        late = {box for box, text in changed.items() if text in self._late.get(box, ())}
        if len(changed) == 1 and not pressed:
            late.clear()
        typed = {box: text for box, text in changed.items() if box not in late}
        for box in sent.keys() - late - typed.keys():
            self._late.pop(box, None)
            self._on_the_way.discard(box)
        for box in typed.keys() & self._on_the_way:
            # What it was sent before this was typed may reach the browser after it, and come back from there.
            self._late.setdefault(box, set()).add(self._shown[box])
        for box, text in typed.items():
            self._late.get(box, set()).discard(text)
            self._shown[box] = text
        return typed


# The boxes of the Diagnose page as each visitor left them, and how they come onto the screen.

LONGEST_LOG: Final = 200_000  # characters of the longest log that is taken: some 2,000 rounds with both decks
BOXES: Final = ("deal", "expected", "got", "trace")
FOUR_LINES: Final = 132
_DRAFT: Final = "diagnose_draft"


def draft() -> Draft:
    """Return what stands in the boxes: what was typed, or the screen's case where that is another."""
    screen = ui.DIAGNOSE.current()
    mine: Draft | None = st.session_state.get(_DRAFT)
    if mine is None or mine.answers != screen.shown:
        mine = Draft.of(screen.shown)
        st.session_state[_DRAFT] = mine
    return mine


def take(mine: Draft) -> None:
    """Put a draft into the boxes, and on the screen if it is whole."""
    deal = mine.one_deal
    known = mine.answers is not None and (mine.answers.deal, mine.answers.trace) == (deal, mine.trace)
    fault = log_fault(deal, mine.trace) if deal is not None and mine.trace and not known else None
    mine = replace(mine, fault=fault)
    screen = ui.DIAGNOSE.current()
    before, after = screen.cases[: screen.case], screen.cases[screen.case + 1 :]
    cases = mine.cases
    if cases:
        mine = replace(mine, answers=cases[0]) if len(cases) == 1 else Draft.of(cases[0])
    st.session_state[_DRAFT] = mine
    if cases:
        ui.DIAGNOSE.change(cases=before + cases + after)
    elif mine.empty and screen.shown is not None:
        ui.DIAGNOSE.change(cases=before + after, case=len(before + after))


def box(name: str, label: str, value: str, example: str, *, height: int = FOUR_LINES, **how: Any) -> None:
    """Draw a box that says this; what is typed into it is read as soon as it is left."""
    if _sent_texts().show(name, value, holds=st.session_state.get(_key(name), "")):
        st.session_state[_key(name)] = value
    st.text_area(label, key=_key(name), placeholder=example, height=height, on_change=read_boxes, **how)


def read_boxes() -> None:
    """Take what was typed into the boxes; where it makes cases, they are asked about at once."""
    texts = {name: st.session_state.get(_key(name)) or "" for name in BOXES}
    sent = {name: text if text.strip() else "" for name, text in texts.items()}
    typed = _sent_texts().typed(sent, pressed=bool(st.session_state.get("diagnose")))
    if len(typed.get("trace", "")) > LONGEST_LOG:
        st.session_state["trace_too_long"] = len(typed.pop("trace"))
    ui.DIAGNOSE.stay()
    if typed:
        take(draft().typed(typed))


def _sent_texts() -> SentTexts:
    texts: SentTexts = st.session_state.setdefault("diagnose_sent_texts", SentTexts())
    return texts


def _key(name: str) -> str:
    return f"diagnose_{name}"


# The deal to run next: the box for what the program says there.


def answer_box(screen: DiagnoseScreen, diagnosis: Diagnosis, deal: Deal) -> None:
    """Draw the box for what the program prints for a deal; an answer is one more test."""
    # One box a question: after an answer another deal stands in the place of this one.
    key = f"told {len(screen.cases)} {deal.text}"
    args = key, deal, diagnosis.cases[0].format
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_area("My program prints", key=key, height=68, on_change=_add_answer, args=args)
        st.button("Confirm", key="confirm", on_click=_add_answer, args=args)
    fault = _fault(str(st.session_state.get(key) or "").strip())
    if fault:
        st.text(fault)


def _fault(text: str) -> str:
    """Return what is wrong with an answer; nothing of one that can be read, or of none."""
    try:
        if text:
            read_answer(text)
    except NotationError as error:
        return str(error)
    return ""


def _add_answer(key: str, deal: Deal, format: str) -> None:
    """Ask again with what the program says to a deal, where it can be read."""
    text = str(st.session_state.get(key) or "").strip()
    if not text or _fault(text):
        return
    screen = ui.DIAGNOSE.current()
    case = AskedCase(deal=deal, got=text, format=format)
    if case in screen.cases:  # leaving the box has asked already
        return
    # A new case that is being typed stays the last one.
    place = screen.case + (screen.shown is None)
    ui.DIAGNOSE.change(cases=(*screen.cases, case), case=place)


def as_given(deal: Deal, diagnosis: Diagnosis) -> str:
    """Return a deal as the person's deals were written or, of one in our own line, as the judge writes it."""
    format, judge = diagnosis.cases[0].format or "line", diagnosis.judge.name
    with suppress(ValueError):  # a format without words for these ranks
        if format != "line" and format in WRITABLE:
            return write(deal, format)
        if judge in INPUT_OF:
            return INPUTS[INPUT_OF[judge]].write(deal)
    return deal.text


# The boxes of the Diagnose page and the row under them: what is pasted, how it is read, what to do with it.
#
# What was pasted is echoed by `st.text` alone, which renders nothing.


def boxes(diagnosis: Diagnosis | None, *, waiting: bool) -> None:
    """Draw the three boxes, each with what was read in it.

    They fold into a line once they are asked about, not when the answer comes: that would move the page.
    """
    screen = ui.DIAGNOSE.current()
    is_asked = (waiting or diagnosis is not None) and screen.shown is not None and not draft().wrong
    with st.container(horizontal=width() is not Width.SMALL, vertical_alignment="center"):
        with st.expander(_one_line(screen, diagnosis), expanded=not is_asked):
            _boxes()
            _actions(screen, draft(), diagnosis)
        if screen.shown is not None:
            st.button("Add a test", icon=":material/add:", key="add_case", on_click=_add)
    too_long = ui.DIAGNOSE.refused(screen)
    if too_long:
        ui.remark(too_long)


def _one_line(screen: DiagnoseScreen, diagnosis: Diagnosis | None) -> str:
    """Return the test on the screen in a line, as Markdown; what was pasted is shown as code."""
    case = screen.shown
    if case is None:
        return "A failing test"
    deck_1, deck_2 = len(case.deal.deck_1), len(case.deal.deck_2)
    parts = [f"**Test {screen.case + 1}**", f"{deck_1} + {deck_2} cards"]
    for who, text in (("judge", case.expected), ("your program", case.got)):
        if text.strip():
            parts.append(f"{who} {ui.verbatim(text[:40])}")
    if diagnosis is not None:
        parts.append(f"rules: {ui.rules_title(diagnosis.judge.name)}")
    return " · ".join([*parts, "Edit"])


def _boxes() -> None:
    mine, screen = draft(), ui.DIAGNOSE.current()
    deal, expected, got = st.columns([0.5, 0.25, 0.25])
    with deal:
        box("deal", "Deal, as the judge gives it", mine.deal, "3\nAD\nKC\n…")
        _deal_read(mine)
    with expected:
        box("expected", "The judge expects", mine.expected, "1 3")
        _answers_read(mine.read_answers(mine.expected))
    with got:
        box("got", "My program prints", mine.got, "1 4")
        _answers_read(mine.read_answers(mine.got))
    if not (mine.empty or mine.cases or mine.wrong):
        missing = "what your program prints" if mine.deal.strip() else "the deal"
        ui.remark(f"Now paste {missing}.")
    elif mine.wrong and screen.cases:
        ui.remark("The answer below is still for the last test that could be read.")


def _deal_read(mine: Draft) -> None:
    """Return how the deal was read, ask what it means, or say what is wrong with it."""
    result = mine.deals
    match result:
        case NotationError():
            st.text(str(result))
        case Question():
            ui.ask_which(result, "diagnose", lambda format: take(draft().chosen(format)))
        case Reading():
            ui.remark(f"Read as {ui.size_words(result)}." if mine.case else ui.read_as(result))
            if result.notices:
                st.text("\n".join(result.notices))
            ui.passed_over(result)


def _answers_read(answers: tuple[Answer, ...] | NotationError) -> None:
    """Return what was understood of a box of answers, in our own words."""
    if isinstance(answers, NotationError):
        st.text(str(answers))
    elif len(answers) == 1:
        words = answer_words(answers[0])
        st.markdown(f":small[:gray[Read as] {ui.marked(words)}.]")
    elif answers:
        ui.remark(f"Read as {count(len(answers), 'answer')}.")


def answer_words(answer: Answer) -> Sentence:
    """Say everything an answer may mean."""
    parts: list[Part] = []
    # Two judges may mean the same by an answer: said once.
    for words in dict.fromkeys(tuple(claim.words) for claim in answer.readings):
        parts += [Part("; or "), *words] if parts else words
    return tuple(parts)


def _actions(screen: DiagnoseScreen, mine: Draft, diagnosis: Diagnosis | None) -> None:
    """Draw the row under the boxes."""
    if not screen.cases:
        _first_actions(mine)
        return
    left, middle, right = st.columns([0.5, 0.25, 0.25], vertical_alignment="bottom")
    with left, st.container(horizontal=True, vertical_alignment="bottom"):
        _diagnose_button()
        if len(screen.cases) > 1 or screen.shown is None:
            label = f"{count(len(screen.cases), 'test')}, answered together; on the screen"
            places, in_words = range(len(screen.cases)), partial(_case_words, screen.cases)
            ui.choice(st.selectbox, ui.DIAGNOSE, "case", label, places, format_func=in_words)
            label = "Remove this test" if screen.shown is not None else "Leave it out"
            ui.quiet_button(label, "remove_case", _remove, icon="close")
    taken = f"Taken to be {ui.rules_title(diagnosis.judge.name)}" if diagnosis else "Found from the answers"
    with middle:
        names, title = ("", *SETTLED), lambda name: ui.rules_title(name) if name else taken
        ui.choice(st.selectbox, ui.DIAGNOSE, "judge", "The judge’s rules", names, format_func=title)
    if diagnosis and not screen.judge and len(diagnosis.judge.presets) > 1:
        fitting = number_words(len(diagnosis.judge.presets)).capitalize()
        right.markdown(
            ui.note(f"{fitting} named rule sets give the expected answer; choose the judge’s if you know it.")
        )


def _first_actions(mine: Draft) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        _diagnose_button()
        if mine.empty:
            ui.remark("Examples:", width="content")
            for name, example in EXAMPLES.items():
                show = partial(ui.DIAGNOSE.show, example.screen)
                ui.quiet_button(example.title, f"example_{name}", show)


def _diagnose_button() -> None:
    # Leaving a box reads it; the button is for those who look for one.
    st.button(ui.on_primary("Diagnose", "troubleshoot"), type="primary", key="diagnose", on_click=read_boxes)


def _case_words(cases: Sequence[AskedCase], place: int) -> str:
    if place == len(cases):
        return f"{place + 1}: a new test"
    text = cases[place].deal.text
    return f"{place + 1}: {text if len(text) <= 20 else f'{text[:19]}…'}"


def _add() -> None:
    ui.DIAGNOSE.change(case=len(ui.DIAGNOSE.current().cases))


def _remove() -> None:
    screen = ui.DIAGNOSE.current()
    cases = screen.cases[: screen.case] + screen.cases[screen.case + 1 :]
    if screen.shown is None:
        ui.DIAGNOSE.change(case=len(cases) - 1)
    else:
        ui.DIAGNOSE.change(cases=cases, case=min(screen.case, len(cases) - 1))
    st.session_state.pop(_DRAFT, None)  # the boxes are filled from the screen again
