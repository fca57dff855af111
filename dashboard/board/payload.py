"""What is sent to the browser to replay a game: its cards, its few moves, one character a round."""

import json
from hashlib import blake2b
from typing import Any, Final

from engine.trace import Move, Trace

ALPHABET: Final = "".join(chr(code) for code in range(0x23, 0x7F) if chr(code) != "\\")
"""The digits in which moves are numbered: printable ASCII that JSON writes as one byte each."""


def payload(trace: Trace) -> dict[str, Any]:
    """Return a game ready for JSON, about a byte a round.

    `cards` names card numbers 0, 1, 2, ... (player 1's deck from its top, then player 2's), rank and
    suit. `rounds` gives each round the index of its move, `width` digits of `ALPHABET` a round, the
    first digit the highest. `game` is a digest of all the rest: equal means the same replay.

    >>> from engine.deal import Deal
    >>> from engine.rules import Rules
    >>> from engine.trace import record
    >>> sent = payload(record(Deal.parse("23/4"), Rules()))
    >>> sent["cards"], sent["first"], sent["rounds"], sent["end"]["cycle"]
    ('2s 3s 4s', 2, '#$', {'start': 1, 'length': 2})
    """
    game = trace.game
    deal = game.deal
    ranks = (*deal.deck_1, *deal.deck_2)
    width = digits_needed(len(trace.moves))
    digits = [_digits(index, width) for index in range(len(trace.moves))]
    sent: dict[str, Any] = {
        "cards": " ".join(
            deal.rank_text(rank) + suit for rank, suit in zip(ranks, deal.eye_suits(), strict=True)
        ),
        "first": len(deal.deck_1),
        "numbered": deal.decimal,
        "need": game.rules.need,
        "shortfall": game.rules.shortfall.value,
        "moves": [_move(move) for move in trace.moves],
        "width": width,
        "rounds": "".join([digits[index] for index in trace.plays]),
        "end": {
            "winner": game.outcome.winner,
            "reason": game.outcome.reason.value,
            "cycle": game.cycle and {"start": game.cycle.start, "length": game.cycle.length},
        },
    }
    return {"game": blake2b(json.dumps(sent).encode(), digest_size=8).hexdigest(), **sent}


def digits_needed(moves: int) -> int:
    """Return how many digits of `ALPHABET` number so many moves.

    Random pick-ups can make nearly every war a move of its own, so that one digit may not do.

    >>> digits_needed(0), digits_needed(91), digits_needed(92)
    (1, 1, 2)
    """
    width = 1
    while len(ALPHABET) ** width < moves:
        width += 1
    return width


def _digits(index: int, width: int) -> str:
    text = ""
    for _ in range(width):
        index, digit = divmod(index, len(ALPHABET))
        text = ALPHABET[digit] + text
    return text


def _move(move: Move) -> dict[str, Any]:
    return {
        "lays": [list(lay) for lay in move.lays],
        "winner": move.winner,
        "order": list(move.order),
        "wars": move.wars,
    }
