"""Controls: rule sets, numbers of games, readings of a paste."""

import re
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeVar

import streamlit as st

from dashboard.components import Link, switch
from dashboard.examples import famous_hands
from dashboard.ui.charts import R, address
from dashboard.ui.frame import marked, quiet_button, remark, rules_title
from dashboard.ui.state import LITERATURE, RECORDS, PageState
from dashboard.urls import RuleSetScreen, whole
from engine import rules as rulebook
from engine.cards import LARGEST_SEED, STANDARD_PACK, Hands, Pack, dealt_text
from engine.formats import FORMATS, Question, Reading, first_cards
from engine.jobs import settings
from engine.numbers import capital, count
from engine.wording import hands_in_words, rules_in_words, value_in_words

# What the rails of several pages share: rule set, pack, numbers, set from the screen and changing it.

PACKS: Final = ("13x4", "9x4", "8x4", "6x6", "13x1", "52x1", "13x8")
_PROBLEM: Final = "problem"
_SHOWS_ALL: Final = "shows all rule sets"
_DRAWN: Final = "drawn"

_CHOSEN: Final = object()
"""Stands for a value that was chosen in the widget."""

Chosen = TypeVar("Chosen", bound=RuleSetScreen)


def toast(why: str) -> None:
    """Say in passing why nothing was changed."""
    st.toast(f"Not changed: {why}.")


def tell_below(why: str) -> None:
    """Say under the fields, by `problem`, why nothing was changed."""
    st.session_state[_PROBLEM] = f"{why}."


@contextmanager
def show_refusal(say: Callable[[str], None] = toast) -> Iterator[None]:
    """Say why something is refused, where it is."""
    try:
        yield
    except ValueError as error:
        say(str(error))


def widget_key(key: str, value: Any) -> str:
    """Return the key under which a widget shows a value: another one when the page has changed the value.

    So what a browser says that has not heard of the change is said of a widget that is gone.
    """
    drawn: dict[str, tuple[Any, int]] = st.session_state.setdefault(_DRAWN, {})
    before, changes = drawn.get(key, (value, 0))
    if before not in (value, _CHOSEN):
        changes += 1
    drawn[key] = value, changes
    return _numbered(key, changes)


def changed_by_user(key: str, own: str) -> bool:
    """Return whether the visitor chose the value of a widget, and let it keep its key with it.

    If not, a browser has said what stood there before the page changed it, or took the widget away:
    Streamlit takes that for a change.
    """
    before, changes = st.session_state[_DRAWN][key]
    is_new: bool = own == _numbered(key, changes) and st.session_state[own] != before
    if is_new:
        st.session_state[_DRAWN][key] = _CHOSEN, changes
    return is_new


def _numbered(key: str, changes: int) -> str:
    return f"{key} {changes}" if changes else key


def bound(
    widget: Callable[..., Any],
    page_state: PageState[Any],
    key: str,
    value: Any,
    changes: Callable[[Any], Mapping[str, Any]],
    *,
    say: Callable[[str], None] = toast,
    **how: Any,
) -> None:
    """Draw a widget that shows a value of the screen; what is chosen in it changes the screen's fields.

    `changes` returns the fields, or raises `ValueError`, whose reason is given to `say`. `how`: what
    else the widget is given.
    """

    own = widget_key(key, value)

    def chosen() -> None:
        page_state.stay()
        if _is_offered(st.session_state[own], **how) and changed_by_user(key, own):
            with show_refusal(say):
                page_state.change(**changes(st.session_state[own]))

    st.session_state[own] = value
    widget(key=own, on_change=chosen, **how)


def _is_offered(value: Any, options: Sequence[Any] | None = None, **how: Any) -> bool:
    """Return whether a widget offers this value, or takes any.

    A browser sends an option's words. Those of an option that reads otherwise by now, Streamlit passes on
    as they came: nobody chose them.
    """
    return options is None or bool(how.get("accept_new_options")) or value in options


def choice(
    widget: Callable[..., Any],
    page_state: PageState[Any],
    name: str,
    label: str,
    options: Sequence[Any],
    **how: Any,
) -> None:
    """Draw a widget that chooses the screen's field of this name, from the options and what is chosen."""
    value = getattr(page_state.current(), name)
    options = list(dict.fromkeys((*options, value)))
    key = how.pop("key", name)
    bound(widget, page_state, key, value, lambda new: {name: new}, label=label, options=options, **how)


def segments(page_state: PageState[Any], name: str, label: str, values: Iterable[Any], **how: Any) -> None:
    """Draw the choice between a few values side by side: how a page's evidence is looked at."""
    how = {"required": True, "format_func": str.capitalize, "label_visibility": "collapsed", **how}
    choice(st.segmented_control, page_state, name, label, [*values], **how)


def number(page_state: PageState[Any], name: str, label: str, *, help: str | None = None) -> None:
    """Draw a field for a whole number of the screen that chooses a deal."""

    def read(text: str | None) -> dict[str, int]:
        digits = (text or "").strip().replace(",", "").replace(" ", "")
        value = whole(digits, 0, LARGEST_SEED)
        if value is None:
            raise ValueError(f"{label} {digits[:30]!r}: use a whole number, 0 to {LARGEST_SEED:,}")
        return {name: value}

    text = str(getattr(page_state.current(), name))
    bound(st.text_input, page_state, name, text, read, say=tell_below, label=label, help=help)


def new_seed(page_state: PageState[Any]) -> None:
    """Draw the way to other games of the same kind."""
    quiet_button("New seed", "new_seed", lambda: page_state.change(seed=random_seed()), icon="casino")


def random_seed() -> int:
    """Return a seed short enough to be said aloud."""
    return secrets.randbelow(10**6)


def dealt(page_state: PageState[Any]) -> None:
    """Draw the choice of what is dealt: a whole pack in halves, or hands of it, famous or typed."""
    screen = page_state.current()
    text = dealt_text(screen.pack, screen.hands)
    famous = {dealt_text(screen.pack, hands): name for hands, name in famous_hands(screen.pack).items()}
    bound(
        st.selectbox,
        page_state,
        "pack",
        text,
        lambda written: typed_deal(written or "", screen.pack),
        say=tell_below,
        label="Pack or hands",
        options=list(dict.fromkeys((*PACKS, *famous, text))),
        format_func=lambda text: famous.get(text) or _dealt_words(text),
        accept_new_options=True,
        help=(
            "Half of a pack each, or hands of your own: ranks, `?` for a random card, `?{22}` for 22 "
            "of them, `*` for all remaining cards. So `AAAA?{22}/*` are four aces and 22 more cards "
            "against the rest."
        ),
    )


def typed_deal(text: str, pack: Pack) -> dict[str, Any]:
    """Read what is to be dealt: a pack, hands of this one, or both. Raises `ValueError` with the repair.

    >>> typed_deal("8x4", Pack(13, 4)), typed_deal("8x4 AAAA/*", Pack(13, 4))["hands"].text
    ({'pack': Pack(ranks=8, copies=4), 'hands': None}, 'AAAA/*')
    """
    first, _, others = text.strip().partition(" ")
    if "/" not in text:
        if "x" not in text.lower():
            raise ValueError(
                f"{text[:40]!r} is neither a pack nor hands: write ranks x copies, such as 13x4, or hands, "
                "such as AAAA/* or ?{20}/?{32}"
            )
        return {"pack": Pack.parse(text), "hands": None}
    if "x" in first.lower():
        pack, text = Pack.parse(first), others
    return {"pack": pack, "hands": Hands.parse(text)}


def problem() -> None:
    """Say once what could not be taken from a field."""
    message = st.session_state.pop(_PROBLEM, None)
    if message:
        st.text(message)


def _dealt_words(text: str) -> str:
    try:
        pack, hands = typed_deal(text, STANDARD_PACK).values()
        if hands is not None:
            return capital(hands_in_words(pack, hands))
    except ValueError:
        return text
    return f"{pack.size} cards: {count(pack.ranks, 'rank')} x {pack.copies}"


# The choice of a page's rule set: by name, described in words, and any single rule changed beside its result.


def rule_set(page_state: PageState[Chosen], *, effect: Callable[[str], str] | None = None) -> None:
    """Draw the rule set of a page: its name, its rules in words, or the fields that change a single one.

    `effect` says in Markdown of our own what the rules now do, against the rule set of before.
    """
    screen = page_state.current()
    open_key, before = _rule_keys(page_state)
    changing = bool(st.session_state.get(open_key))

    def whole(name: str) -> dict[str, str]:
        st.session_state.pop(before, None)
        return {"rule_set": name}

    choose_rules(page_state, screen.rule_set, whole)
    if not changing:
        describe_rules(screen.rules)
    label, icon = ("Done", "check") if changing else ("Change a rule", "tune")
    switch_over = partial(st.session_state.update, {open_key: not changing})
    quiet_button(label, "change_rule", switch_over, icon=icon)
    if changing:
        _changing(page_state, effect)


def choose_rules(
    page_state: PageState[Any],
    chosen: str,
    changes: Callable[[Any], Mapping[str, Any]],
    *,
    offered: Collection[str] = rulebook.PLAYABLE,
) -> None:
    """Draw the menu of the named rule sets, by group, each with half a line: the best known, then all.

    `changes` returns the fields of the screen for the rule set that is chosen.
    """
    # A key for each choice: a menu in which another one was made closes.
    with st.popover(f"Rules: **{rules_title(chosen)}**", key=f"rules_menu {chosen}", width="stretch"):
        for group, about in rulebook.RULE_GROUPS.items():
            names = [name for name in listed_rules(chosen) if name in about and name in offered]
            bound(
                st.radio,
                page_state,
                f"rules {group}",
                chosen if chosen in names else None,
                changes,
                label=group,
                options=names,
                captions=[about[name] for name in names],
                format_func=rules_title,
                index=None,
            )
        show_all_rules("menu", len(offered))


def listed_rules(chosen: str) -> Sequence[str]:
    """Return the rule sets that are listed, in the order of their groups: the best known, or all."""
    shows_all = st.session_state.get(_SHOWS_ALL)
    grouped = (name for names in rulebook.RULE_GROUPS.values() for name in names)
    return [name for name in grouped if shows_all or name in (*rulebook.BEST_KNOWN, chosen)]


def show_all_rules(place: str, number: int) -> None:
    """Draw the button that lists all rule sets, or the best known."""
    shows_all = bool(st.session_state.get(_SHOWS_ALL))
    label = "Show the best known" if shows_all else f"Show all {number} rule sets"
    switch_over = partial(st.session_state.update, {_SHOWS_ALL: not shows_all})
    quiet_button(label, f"show_all_rules_{place}", switch_over)


def _rule_keys(page_state: PageState[Any]) -> tuple[str, str]:
    """Name what is kept of a page: whether its rules are being changed, and its rule set before that."""
    return f"changing a rule of {page_state.name}", f"rule set before, of {page_state.name}"


def describe_rules(rules: rulebook.Rules) -> None:
    """Draw a rule set in sentences, one a line."""
    words = rules_in_words(rules).values()
    st.markdown("  \n".join(f":small[{marked(sentence)}]" for sentence in words))


def from_whom(name: str) -> str:
    """Say where a preset is from, and what its source leaves open."""
    return f"From {rulebook.PRESETS[name].source}. {rulebook.PRESETS[name].note}".strip()


def _changing(page_state: PageState[Chosen], effect: Callable[[str], str] | None) -> None:
    """Draw what the changes have done, the way back, and a field for every rule."""
    screen = page_state.current()
    _, before_key = _rule_keys(page_state)
    before = st.session_state.get(before_key, screen.rule_set)
    if before != screen.rule_set:
        if effect is not None:
            st.markdown(f":small[{effect(before)}]")
        back = partial(page_state.change, rule_set=before)
        quiet_button(f"Back to {rules_title(before)}", "rule_back", back, icon="undo")
    _fields(page_state, lambda: st.session_state.setdefault(before_key, page_state.current().rule_set))
    if screen.rule_set in rulebook.PRESETS:
        remark(from_whom(screen.rule_set))


def _fields(page_state: PageState[Chosen], on_change: Callable[[], object]) -> None:
    rules = page_state.current().rules

    def changes(rule: str, value: Any) -> dict[str, str]:
        on_change()
        return {"rule_set": rulebook.rules_name(page_state.current().rules.changed(**{rule: value}))}

    bound(
        st.number_input,
        page_state,
        "rule_face_down",
        rules.face_down,
        partial(changes, "face_down"),
        label=rulebook.RULE_DESCRIPTIONS["face_down"].label,
        min_value=0,
        max_value=rulebook.MOST_FACE_DOWN,
        help=value_in_words(rules.face_down),
    )
    for rule, kind in rulebook.ENUMS.items():
        value = getattr(rules, rule)
        bound(
            st.selectbox,
            page_state,
            f"rule_{rule}",
            value,
            partial(changes, rule),
            label=rulebook.RULE_DESCRIPTIONS[rule].label,
            options=[*kind],
            format_func=lambda value: capital(rulebook.description_of(value).cell),
            filter_mode=None,
            help=value_in_words(value),
        )


# Two pages that are one to a visitor.


def records_or_published(page_state: PageState[Any]) -> None:
    """Draw the switch between our records and published figures: a page each, so that links carry it."""
    pages: dict[str, PageState[Any]] = {"Records": RECORDS, "Published figures": LITERATURE}
    states = [*pages.values()]
    links = [Link(name, address(state, state.current())) for name, state in pages.items()]
    switch(
        links,
        opened=states.index(page_state),
        key="known",
        label="What is known",
        on_press=lambda place: states[place].go(states[place].current()),
    )


# How many games are played: chosen by tens, or typed.

STEPS: Final = tuple(10**power for power in range(10))


def how_many(page_state: PageState[R]) -> None:
    """Draw the choice of how many games: powers of ten, or any number that is typed."""
    steps = {str(step) for step in STEPS if step <= settings().most_games} | {str(page_state.current().games)}
    bound(
        st.selectbox,
        page_state,
        "games",
        str(page_state.current().games),
        lambda text: {"games": typed_games(text or "")},
        say=tell_below,
        label="Games",
        options=sorted(steps, key=int),
        format_func=lambda text: f"{int(text):,}" if text.isdigit() else text,
        accept_new_options=True,
    )


def typed_games(text: str) -> int:
    """Read the number of games a visitor typed. Raises `ValueError` with the repair.

    >>> typed_games("250,000"), typed_games("2.5 M"), typed_games("30k")
    (250000, 2500000, 30000)
    """
    most = settings().most_games
    written = re.fullmatch(r"(\d{1,15})(?:\.(\d{1,9}))?([km]?)", re.sub("[ ,_]", "", text).lower(), re.ASCII)
    if written:
        number, part, unit = written.groups(default="")
        zeros = {"": 0, "k": 3, "m": 6}[unit] - len(part)
        games: int = int(number + part) * 10 ** max(zeros, 0)
        if zeros >= 0 and 1 <= games <= most:
            return games
    raise ValueError(f"Games {text[:30]!r}: use a whole number, 1 to {most:,}, such as 250,000 or 2.5 M")


# How a paste was read, as the Game and Diagnose pages say it: in our own words, never in what was pasted.

_MOST_LINES: Final = 100


def ask_which(question: Question, key: str, chosen: Callable[[str], None]) -> None:
    """Ask which reading is meant, each said in full, with the first cards of both decks under it.

    A single reading waits for a yes, with what was passed over.
    """
    st.text(question.question)
    for choice in question.readings:
        name, single = choice.format, len(question.readings) == 1
        label = "Yes, play this" if single else capital(FORMATS[name].brief)  # a longer one is cut on a phone
        st.button(label, key=f"{key}_{name}", on_click=chosen, args=(name,), width="stretch")
        remark(f"{capital(choice.description)}.")
        st.code(first_cards(choice.reading.deals[0].deal), language=None)
        if single:
            passed_over(choice.reading)


def read_as(reading: Reading) -> str:
    """Say in which format something was read, and how many cards.

    >>> from engine.formats import ReadDeal
    >>> from engine.cards import Deal
    >>> read_as(Reading("golf", (ReadDeal(Deal.parse("AKQ/KQJ")),)))
    'Read as code golf, hex digits: two decks of 3 cards.'
    """
    return f"Read as {FORMATS[reading.format].brief}: {size_words(reading)}."


def passed_over(reading: Reading) -> None:
    """Show the lines of a paste that are no part of any deal, as plain text."""
    if reading.passed:
        shown, more = reading.passed[:_MOST_LINES], len(reading.passed) - _MOST_LINES
        with st.expander("Skipped lines"):
            st.text("\n".join(map(str, shown)) + (f"\nand {more:,} more" if more > 0 else ""))


def size_words(reading: Reading) -> str:
    """Say how many deals were read, or of how many cards a single one is."""
    if len(reading.deals) > 1:
        return count(len(reading.deals), "deal")
    deal = reading.deals[0].deal
    first, second = (count(len(deck), "card") for deck in (deal.deck_1, deal.deck_2))
    return f"two decks of {first}" if first == second else f"decks of {first} and {second}"
