"""The board: the cards on the table, drawn and moved in the browser."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from hashlib import blake2b
from itertools import islice, product
from typing import Any, Final

import streamlit as st

from dashboard.components.window import component, is_embedded, text_of
from engine.cards import Deal, rank_name
from engine.game import Move, Round, Trace
from engine.rules import Rules

# What is sent to the browser to replay a game: its cards, its few moves, one character a round.

ALPHABET: Final = "".join(chr(code) for code in range(0x23, 0x7F) if chr(code) != "\\")
"""The digits in which moves are numbered: printable ASCII that JSON writes as one byte each."""


Replay = dict[str, Any]
"""A game, or a single round of one, as the browser replays it."""


def payload(
    trace: Trace,
    *,
    named: bool = False,
    nearest: tuple[int | None, int | None] = (None, None),
    ticks: Sequence[tuple[int, int]] | None = None,
) -> Replay:
    """Return a game, or a stretch of it, ready for JSON, about a byte a round. `named`: pictures keep
    their letters though some other rank has none, as where a program reads 10 as 1.

    `cards` names card numbers 0, 1, 2, ... (player 1's deck from its top, then player 2's), rank and
    suit. `rounds` gives each round the index of its move, `width` digits of `ALPHABET` a round, the
    first digit the highest; `from` is the number of the first, `last` of the game's last. Of a stretch
    that begins later, `decks` are both decks before it; `nearest` the wars before and after it, and
    `ticks` the wars of the game to be marked (round, depth). `game` is a digest of all the rest, and of
    every stretch of a game the same: equal means the same replay.

    >>> from engine.cards import Deal
    >>> from engine.rules import Rules
    >>> from engine.kernels import Course, decide
    >>> sent = payload(Course(decide(Deal.parse("23/4"), Rules())).stretch())
    >>> sent["cards"], sent["first"], sent["rounds"], sent["end"]["cycle"]
    ('2s 3s 4s', 2, '#$', {'start': 1, 'length': 2})
    """
    game = trace.game
    width = digits_needed(len(trace.moves))
    digits = ["".join(number) for number in islice(product(ALPHABET, repeat=width), len(trace.moves))]
    setting = {
        **_setting(game.deal, game.rules, named=named),
        "last": game.rounds,
        "end": {
            "winner": game.outcome.winner,
            "reason": game.outcome.reason.value,
            "cycle": game.cycle and asdict(game.cycle),
        },
    }
    course = {
        "moves": [move._asdict() for move in trace.moves],
        "width": width,
        "rounds": "".join([digits[index] for index in trace.course]),
    }
    if len(trace.course) == game.rounds:
        return _digested({**setting, **course, "from": 1})
    # Random pick-ups can give one deal several games: they end with other decks.
    name = _digest([setting, game.rules.code, game.plays, game.decks])
    begin = {"from": trace.first, "decks": trace.before if trace.first > 1 else None}
    return {"game": name, **setting, **course, **begin, "nearest": nearest, "ticks": ticks or []}


def still(this: Round, rules: Rules, *, named: bool = False) -> Replay:
    """Return a single round, which nothing goes before or after, as `payload` returns a game.

    For programs that play by no rules: what they did to the decks in between is not shown.
    """
    move = Move(this.lays, this.winner, this.order, this.wars)
    return _digested(
        {
            **_setting(Deal(*this.before), rules, named=named),
            "moves": [move._asdict()],
            "width": 1,
            "rounds": ALPHABET[0],
            "from": 1,
            "last": 1,
            "end": {"winner": 0, "reason": "limit", "cycle": None},
            "still": this.number,
        }
    )


def _setting(deal: Deal, rules: Rules, *, named: bool) -> Replay:
    ranks = (*deal.deck_1, *deal.deck_2)
    write = rank_name if named else deal.rank_text
    return {
        "cards": " ".join(write(rank) + suit for rank, suit in zip(ranks, deal.eye_suits(), strict=True)),
        "first": len(deal.deck_1),
        "numbered": deal.decimal and not named,
        "need": rules.need,
        "shortfall": rules.shortfall.value,
    }


def _digested(replay: Replay) -> Replay:
    return {"game": _digest(replay), **replay}


def _digest(value: Any) -> str:
    return blake2b(json.dumps(value).encode(), digest_size=8).hexdigest()


def digits_needed(moves: int) -> int:
    """Return how many digits of `ALPHABET` number these moves.

    Random pick-ups can make nearly every war a move of its own, so that one digit may not do.

    >>> digits_needed(0), digits_needed(91), digits_needed(92)
    (1, 1, 2)
    """
    width = 1
    while len(ALPHABET) ** width < moves:
        width += 1
    return width


# Show the replay table on a page: a Streamlit v2 component that plays in the browser alone.

# Streamlit takes a component's script as one module, so the parts are joined in this order. Only the
# last one exports; the others are plain functions that it finds beside it.
PARTS: Final = ("replay", "words", "cards", "layout", "table", "transport", "keys", "board")
SCRIPTS: Final = tuple(f"board/{part}.js" for part in PARTS)
SCRIPT: Final = text_of(*SCRIPTS)
_COMPONENT: Final = component("board", "quiet.js", *SCRIPTS, style="board/board.css")


def board(
    replay: Replay,
    *,
    key: str,
    goto: tuple[int, int] | None = None,
    on_round_change: Callable[[int], None] | None = None,
    beside: str = "",
    within: float = 0,
) -> None:
    """Show a game's replay: the whole of it, or the stretch of a long game that holds `goto`'s round.

    `goto` is a round and a number that the caller changes whenever the table is to jump there; with
    the same number, or none, the player stays where they are. A game that is new on the table starts
    at `goto`'s round, or at its first. Steps stay in the browser: a round to which the player moved is
    reported 400 ms after coming to rest (every 2 s during play), by a rerun that first calls
    `on_round_change`; one outside of the stretch at once, and another stretch has to follow. Jumps asked
    for by `goto` are not reported back.

    `beside`: what a screen reader calls each of two boards beside each other. Such a board has only the
    steps of the transport, and reports nothing. `within`: seconds in which a new game plays
    itself to its end, which alone is reported; at once for those who want no motion.
    """

    def changed() -> None:
        number = reported_round(st.session_state.get(key), replay, goto)
        if number is not None and on_round_change is not None:
            on_round_change(number)

    framed = is_embedded()
    data = {"sent": replay, "goto": goto, "beside": beside, "framed": framed, "within": within}
    _COMPONENT(key=key, data=data, on_at_change=changed)


def reported_round(state: Any, replay: Replay, goto: tuple[int, int] | None) -> int | None:
    """Return the round a browser reported; None if it is of another game or from before the jump `goto`."""
    at = state.get("at") if isinstance(state, Mapping) else None
    if not isinstance(at, Mapping) or at.get("game") != replay["game"]:
        return None
    if at.get("goto") != (goto[1] if goto else None):
        return None
    number, last = at.get("round"), replay["last"]
    return number if type(number) is int and 1 <= number <= last else None
