"""How a game is chosen: dealt, pasted, famous."""

from contextlib import suppress
from enum import StrEnum
from typing import Final

import streamlit as st

from dashboard import ui
from dashboard.cache import read_paste
from dashboard.components import Width, width
from dashboard.examples import FAMOUS, famous_of
from dashboard.urls import GameScreen
from engine.cards import Deal
from engine.formats import LINE_END, Fault, NotationError, Question, Reading, judge_of
from engine.numbers import capital, count
from engine.rules import Order, rules_called, rules_name
from engine.wording import cards_in_words, hands_in_words, rules_of

# The paste box: what somebody pasted, what was read, and what to do where it cannot be.
#
# The last good deal stays on the table until another one has been read. What was pasted is echoed
# by `st.text` alone, which renders nothing.

_BROUGHT: Final = "paste_brought"
_LAST: Final = "paste_last"
_RESULT: Final = "paste_result"
_BEFORE: Final = "rule set before the paste"

PLACEHOLDER: Final = """D58B35926B…, 8E47C38A2D… -> False
or two lines, a judge's input,
AD KC QC, 10 9 2, [14, 3], A♠ K♥ …"""


def box(screen: GameScreen) -> None:
    """Draw the box and everything about what is in it."""
    _keep_in_step(screen)
    st.text_area(
        "Paste two decks",
        key=_box(),
        height=150,
        placeholder=PLACEHOLDER,
        label_visibility="collapsed",
        on_change=_changed,
    )
    result = st.session_state.get(_RESULT)
    with st.container(horizontal=True, vertical_alignment="center"):
        unread = isinstance(result, NotationError)
        st.button("Play this deal", key="paste_play", on_click=_read, disabled=unread)
        with st.popover(ui.pressable("How to read it"), type="tertiary"):
            st.toggle("Top card last", key="paste_top_last", on_change=_changed)
            st.toggle("1 is the highest card", key="paste_one_high", on_change=_changed)
    if isinstance(result, Reading):
        _reading(result)
    elif isinstance(result, Question):
        ui.controls.ask_which(result, "reading", _read)
    elif isinstance(result, NotationError):
        _faults(result)
    else:
        ui.remark("Paste two decks, in any form.")


def unread() -> str:
    """Say that the game is not that of the pasted text, which cannot be read; empty where it is."""
    is_open = st.session_state.get("source_chosen") in (None, Source.PASTE)
    if is_open and isinstance(st.session_state.get(_RESULT), NotationError | Question):
        return "This is still the previous deal. War Room has not read the pasted text."
    return ""


def _faults(error: NotationError) -> None:
    """Show what cannot be read, and of a single card what it may have been, a button each."""
    first = error.faults[0]
    text, _, _ = _asked()
    if line := underlined(text, first):
        st.text(line)
    offers = repairs(text, first) if len(error.faults) == 1 else {}
    if not offers:
        st.text("\n".join(map(str, error.faults)))
        return
    place = f"Line {first.line}, column {first.column}"
    st.text(f"{place}: “{first.token}” is not a card. Which card did you mean?")
    with st.container(horizontal=True):
        for name, whole in offers.items():
            st.button(capital(name), key=f"repair {name}", on_click=_repair, args=(whole,))


_BESIDE: Final = 16  # characters shown on each side of a wrong token


def underlined(text: str, fault: Fault) -> str:
    """Return what stands beside a wrong token, with the token underlined; empty where no token is wrong.

    >>> underlined("AD KC\\n1S QH", Fault("rank", 2, 1, "1S", "a rank", "Write 10S."))
    '1\u0332S\u0332 QH'
    """
    line, start = LINE_END.split(text)[fault.line - 1], fault.column - 1
    if fault.code == "no-deal" or not line[start:].startswith(fault.token):
        return ""
    end = start + len(fault.token)
    marked = "".join(f"{sign}\N{COMBINING LOW LINE}" for sign in fault.token)
    return f"{line[max(0, start - _BESIDE) : start]}{marked}{line[end : end + _BESIDE]}".strip()


_SUITS: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_UNCLEAR: Final = ("0", "1", "I", "O", "l", "o")
"""How a rank begins that may be a ten or an ace."""
_NAMES: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}


def repairs(text: str, fault: Fault) -> dict[str, str]:
    """Return which cards a wrong one may have been, by name, and the whole text with each of them.

    >>> from engine.formats import read
    >>> text = "2\\nAD\\n1S\\n2\\nKH\\nJC"
    >>> try:
    ...     read(text)
    ... except NotationError as error:
    ...     list(repairs(text, error.faults[0]))
    ['10 of spades', 'ace of spades']
    """
    lines = LINE_END.split(text)
    line, start, token = lines[fault.line - 1], fault.column - 1, fault.token
    found: dict[str, str] = {}
    cards: list[tuple[str, str]] = []
    if fault.code == "suit":
        cards = [(token[:-1], suit) for suit in _SUITS]
    elif fault.code == "rank" and token[:1] in _UNCLEAR:
        cards = [(rank, token[1:]) for rank in ("10", "T", "A")]
    if not line[start:].startswith(token):
        return found
    for rank, suit in cards:
        lines[fault.line - 1] = f"{line[:start]}{rank}{suit}{line[start + len(token) :]}"
        with suppress(NotationError):
            read = read_paste("\n".join(lines))
            if isinstance(read, Reading) and "golf" not in read.format:  # there A is a ten
                of = f" of {_SUITS[suit.lower()]}" if suit.lower() in _SUITS else ""
                found.setdefault(f"{_NAMES.get(rank.upper(), rank)}{of}", "\n".join(lines))
    return found


def _repair(text: str) -> None:
    st.session_state[_box()] = text
    _read()


def _keep_in_step(screen: GameScreen) -> None:
    """Put the deal on the table into the box where a link, not a paste, brought it."""
    if screen.given is None or st.session_state.get("paste_deal") == screen.given:
        return
    if isinstance(st.session_state.get(_RESULT), NotationError | Question):
        return
    st.session_state["paste_deal"] = st.session_state[_BROUGHT] = screen.given
    st.session_state[_box()] = screen.given.text
    st.session_state[_LAST] = _asked()
    st.session_state.pop(_RESULT, None)


def _box() -> str:
    """Return the key of the box: another one for every deal that was not pasted into it."""
    return ui.widget_key("paste_text", st.session_state.get(_BROUGHT))


def _asked() -> tuple[str, str, str]:
    """Return what is in the box, and how it is to be read."""
    top = "last" if st.session_state.get("paste_top_last") else "first"
    ranks = "1-high" if st.session_state.get("paste_one_high") else "as-printed"
    return st.session_state.get(_box()) or "", top, ranks


def _changed() -> None:
    """Read the box if it was changed by hand, not by a browser that says what stood in it before."""
    ui.GAME.stay()
    if _asked() != st.session_state.get(_LAST):
        _read()


def _read(format: str | None = None) -> None:
    """Read the box; a single clear reading goes on the table at once."""
    text, top, ranks = st.session_state[_LAST] = _asked()
    st.session_state.pop(_BEFORE, None)
    if not text.strip():
        st.session_state.pop(_RESULT, None)
        return
    try:
        result: Reading | Question = read_paste(text, format=format, top=top, ranks=ranks)
    except NotationError as error:
        st.session_state[_RESULT] = error
        return
    st.session_state[_RESULT] = result
    if isinstance(result, Reading):
        _put_on_table(result.deals[0].deal, judge_of(result.format))


def _put_on_table(deal: Deal, judge: str | None = None) -> None:
    """Play a deal, in a judge's input by the judge's rules."""
    st.session_state["paste_deal"] = deal
    screen = ui.GAME.current()
    rules = judge if judge and rules_called(judge) != screen.rules else screen.rule_set
    if st.session_state.get("paste_one_high") and screen.rules.order is not Order.LOW_WINS:
        rules = rules_name(screen.rules.changed(order=Order.LOW_WINS))
    elif rules != screen.rule_set:
        st.session_state[_BEFORE] = screen.rule_set
    ui.GAME.change(given=deal, rule_set=rules)


def _reading(reading: Reading) -> None:
    """Say how the text was read, and let one of several deals be chosen."""
    if len(reading.deals) > 1:
        st.selectbox(
            f"{count(len(reading.deals), 'deal')} read; on the table",
            range(len(reading.deals)),
            key="paste_choice",
            format_func=lambda index: f"{index + 1}: {reading.deals[index].deal.text[:24]}",
            on_change=_chosen,
        )
    st.text("\n".join((ui.controls.read_as(reading), *reading.notices)))
    ui.controls.passed_over(reading)


def whose_rules(screen: GameScreen) -> None:
    """Say by whose rules a judge's input is played, and offer the others: a phone folds the box away."""
    reading, before = st.session_state.get(_RESULT), st.session_state.get(_BEFORE)
    own = judge_of(reading.format) if isinstance(reading, Reading) else None
    if own is None or screen.given != st.session_state.get("paste_deal"):
        return
    if own != screen.rule_set:
        ui.quiet_button(f"Play by {rules_of(own)}", "own_rules", lambda: ui.GAME.change(rule_set=own))
    elif before:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"A judge’s test input, played **by {rules_of(own)}**.", width="content")
            ui.quiet_button(f"Keep {rules_of(before)}", "own_rules", lambda: ui.GAME.change(rule_set=before))


def _chosen() -> None:
    reading, place = st.session_state[_RESULT], st.session_state["paste_choice"]
    if place in range(len(reading.deals)):  # else a browser sends the words of a deal pasted before
        _put_on_table(reading.deals[place].deal)


def expected(screen: GameScreen) -> str | None:
    """Return what the paste says the judge expects for the deal on the table, if it says so."""
    result = st.session_state.get(_RESULT)
    if not isinstance(result, Reading):
        return None
    return next((item.expected for item in result.deals if item.deal == screen.given), None)


# The section of the Game page's rail that chooses the deal: by seed, by paste, or a famous one.

LONG: Final = 400  # signs of two hands that are shown whole
TALLEST: Final = 320  # pixels that longer ones take


class Source(StrEnum):
    """Where the deal on the table comes from."""

    DEAL = "Random"
    PASTE = "Paste"
    FAMOUS = "Famous"


def deal_source(screen: GameScreen) -> None:
    """Draw where the deal comes from, and the way to another one; of a phone the random one alone."""
    if width() is Width.SMALL:
        _seeded()
        _swap_and_again(screen)
        return
    given = Source.FAMOUS if screen.given and famous_of(screen.given) else Source.PASTE
    shown = st.session_state.get("source_chosen") or (given if screen.given else Source.DEAL)
    key = ui.widget_key("source", shown)
    st.session_state[key] = shown
    source = st.segmented_control(
        "Deal", list(Source), key=key, required=True, width="stretch", on_change=_source_chosen, args=(key,)
    )
    match source:
        case Source.PASTE:
            box(screen)
        case Source.FAMOUS:
            _famous(screen)
        case _:
            _seeded()


def other_deals(screen: GameScreen) -> None:
    """Draw the ways to another deal that never fold away."""
    small = width() is Width.SMALL
    with st.container(horizontal=True, gap="xxsmall" if small else "small"):
        deal = ui.on_primary("New cards") if small else ui.on_primary("Deal new cards", "shuffle")
        st.button(deal, type="primary", key="random_deal", on_click=_random_deal)
        st.button("Guess first", key="guess_first", on_click=guess_first, help="New cards: who will win?")
        if small:
            # Another key after each choice: a menu in which another deal was chosen closes.
            with st.popover("Paste", key=f"paste_menu {ui.GAME.jumps()}"):
                box(screen)
            with st.popover("Famous", key=f"famous_menu {ui.GAME.jumps()}"):
                _famous(screen)
        else:
            _swap_and_again(screen)


def _swap_and_again(screen: GameScreen) -> None:
    if screen.given and not screen.rules.deterministic:
        st.button(
            "Play again",
            icon=":material/replay:",
            key="play_again",
            on_click=lambda: ui.GAME.change(given=screen.given, game=screen.game + 1),
            help="The same deal with other pick-ups",
        )
    st.button("Swap", icon=":material/swap_vert:", key="swap", on_click=_swap, help="Exchange both hands")


def asked(screen: GameScreen) -> str:
    """Say which deal is played, on one line."""
    known = famous_of(screen.given) if screen.given else None
    if known:
        return known.title
    if screen.given:
        return f"a deal of {count(screen.deal.size, 'card')}"
    hands = "" if screen.hands is None else f", {hands_in_words(screen.pack, screen.hands)}"
    return f"deal {screen.game:,} of seed {screen.seed:,}{hands}"


def _source_chosen(key: str) -> None:
    ui.GAME.stay()
    if ui.controls.changed_by_user("source", key):
        st.session_state["source_chosen"] = st.session_state[key]


def follow_screen() -> None:
    """Let the source shown follow the screen again, after a link or a button chose the deal."""
    st.session_state.pop("source_chosen", None)


def _random_deal() -> None:
    follow_screen()
    ui.GAME.change(seed=ui.controls.random_seed(), game=0)


def guess_first() -> None:
    """Deal new cards, and ask who will win."""
    _random_deal()
    store_guess(0)


def _swap() -> None:
    follow_screen()
    ui.GAME.change(given=ui.GAME.current().deal.swapped())


def decks_in_full(screen: GameScreen) -> None:
    """Draw the cards of both hands, thousands of them in a box of their own that scrolls."""
    # Not as a block of code: Streamlit loads 1.6 MB to colour some, and runs it for a third of a second.
    deal = screen.deal
    hands = " / ".join(f"`{deal.deck_text(deck)}`" for deck in (deal.deck_1, deal.deck_2))
    with st.container(height=TALLEST if len(hands) > LONG else "content", border=False):
        st.markdown(f":small[:gray[By {rules_of(screen.rule_set)}. This deal: {hands}]]")


def _seeded() -> None:
    left, right = st.columns(2)
    with left:
        ui.controls.number(ui.GAME, "seed", "Seed")
    with right:
        about = "Every seed has as many deals as you like: game 0, 1, 2 ..."
        ui.controls.number(ui.GAME, "game", "Game", help=about)
    ui.controls.dealt(ui.GAME)
    ui.controls.problem()


def _famous(screen: GameScreen) -> None:
    screens = {famous.title: famous.screen for famous in FAMOUS}
    known = famous_of(screen.given) if screen.given else None
    ui.bound(
        st.selectbox,
        ui.GAME,
        "famous",
        known.title if known else None,
        lambda title: {**vars(screens[title]), "view": screen.view},
        label="Famous deal",
        options=[*screens],
        placeholder="Choose a famous deal",
        label_visibility="collapsed",
    )
    if known:
        ui.remark(known.story)


# Guess first: new cards, and the question who will win before the game is shown. No link asks it.

_GUESS: Final = "guess"
_UNSEEN: Final = "guess_unseen"
"""Is there until the game of a guess was seen to its end."""


def guess_of(screen: GameScreen) -> int | None:
    """Return the player who was guessed to win, 0 while it is asked; None where nothing is asked."""
    seed, player = st.session_state.get(_GUESS, (None, 0))
    is_asked = seed == screen.seed and screen.game == 0 and screen.given is None
    return player if is_asked else None


def store_guess(player: int | None) -> None:
    """Store who is guessed to win the deal on the table; 0 asks, None asks no more."""
    ui.GAME.stay()
    st.session_state[_GUESS] = ui.GAME.current().seed, player
    st.session_state[_UNSEEN] = True


def is_unseen(screen: GameScreen, rounds: int) -> bool:
    """Return whether the game of a guess is still to be seen: its end tells that it was."""
    if screen.round >= rounds:
        skip()
    return bool(guess_of(screen)) and _UNSEEN in st.session_state


def skip() -> None:
    """Show the result of a guess."""
    st.session_state.pop(_UNSEEN, None)


def ask_who_wins(screen: GameScreen) -> None:
    """Draw the high cards of both hands, and the answers."""
    deal = screen.deal
    high = sorted({*deal.deck_1, *deal.deck_2}, reverse=screen.rules.order is not Order.LOW_WINS)[:4]
    names = {rank: capital(cards_in_words(deal.rank_text(rank), 2).partition(" ")[2]) for rank in high}
    ui.table(
        [
            {
                "": f":{colour}[Player {number}]",
                **{names[rank]: str(deck.count(rank)) for rank in high},
                "Cards": f"{len(deck):,}",
            }
            for number, colour, deck in ((1, "blue", deal.deck_1), (2, "orange", deal.deck_2))
        ]
    )
    with st.container(horizontal=True):
        for player in (1, 2):
            st.button(f"Player {player}", key=f"guess_{player}", on_click=store_guess, args=(player,))
        ui.quiet_button("Just play", "just_play", lambda: store_guess(None))
        ui.quiet_button("Other cards", "other_cards", guess_first)
