"""Games as pandas tables: the rounds of one, and one deal under every rule set."""

from collections.abc import Mapping
from typing import Final

import numpy as np
import pandas as pd

from engine.game import Game, Move, Reason, Trace
from engine.game.judges import judge_answer
from engine.rules import PRESETS
from engine.words.sentences import REASON_WORDS, Part, Sentence, count, player

COLUMNS: Final = (
    "round",
    "player 1 deck",
    "player 2 deck",
    "player 1 lays",
    "player 2 lays",
    "wars",
    "taken by",
    "cards taken",
    "picked up",
)
KINDS: Final = dict.fromkeys(COLUMNS[1:3], "int16") | {
    "round": "int32",
    "wars": "int16",
    "taken by": "int8",
    "cards taken": "int16",
}
"""The columns of numbers, in as few bytes as hold them."""

WORDS: Final = ("player 1 lays", "player 2 lays", "picked up")

MOST_BYTES: Final = 230_000
"""What a page is sent of a table of rounds: of a usual game, some 5,000 rounds."""


def rounds_table(trace: Trace) -> pd.DataFrame:
    """Return a row for every round: decks before it, cards laid (face down in brackets), who took what.

    `taken by` is 0 where the game ended before the table was taken; `picked up` lists the cards in
    the order in which they go under the winner's deck.
    """
    deal = trace.game.deal
    ranks = [deal.rank_text(rank) for rank in (*deal.deck_1, *deal.deck_2)]
    rows = [
        (
            position.number,
            len(position.deck_1),
            len(position.deck_2),
            _laid(position.cards_1, position.move, 0, ranks),
            _laid(position.cards_2, position.move, 1, ranks),
            position.move.wars,
            position.move.winner,
            len(position.taken),
            " ".join(ranks[card] for card in position.taken),
        )
        for position in trace.positions()
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype(KINDS)


def around(table: pd.DataFrame, number: int) -> pd.DataFrame:
    """Return the rows of a table of rounds that a page is sent: all, or those around a round.

    A cell of words takes a byte a character, and eight to be found.
    """
    words = (table[name].str.len().to_numpy(np.int64) + 8 for name in WORDS)
    ends = np.cumsum(np.sum([*words], axis=0) + 14)
    if len(table) == 0 or ends[-1] <= MOST_BYTES:
        return table
    place = int(np.searchsorted(table["round"], number))
    start = max(0, ends[min(place, len(ends) - 1)] - MOST_BYTES // 2)
    start = min(start, ends[-1] - MOST_BYTES)
    first = int(np.searchsorted(ends, start, side="right"))
    return table.iloc[first : int(np.searchsorted(ends, start + MOST_BYTES, side="right"))]


def _laid(cards: tuple[int, ...], move: Move, side: int, ranks: list[str]) -> str:
    """Write the cards one player laid, those face down in brackets: `3 (5) 4`."""
    words = []
    start = 0
    for lay in move.lays:
        end = start + lay[side]
        words += [f"({ranks[card]})" for card in cards[start : end - 1]] + [ranks[cards[end - 1]]]
        start = end
    return " ".join(words)


VERDICT: Final = ("Rule set", "Wins", "Rounds", "Because", "Judge’s answer")
"""Headings of the table of verdicts."""


def verdict_rows(
    games: Mapping[str, Game | None], shown: Game | None, chosen: str
) -> dict[str, tuple[Sentence, ...]]:
    """Return for every rule set on one deal its cells, by `VERDICT`; the chosen one is first.

    Of a game that is still being played there is None. `chosen` is a preset's name or anything else for
    custom rules.
    """
    rows = {chosen: shown, **{name: game for name, game in games.items() if name != chosen}}
    return {
        name: (
            _title(name, on_table=name == chosen),
            *(_cells(game, name) if game else (STILL_PLAYED, MISSING, MISSING, MISSING)),
        )
        for name, game in rows.items()
    }


STILL_PLAYED: Final = (Part("still being played", "aside"),)
MISSING: Final = (Part("…"),)


def _cells(game: Game, name: str) -> tuple[Sentence, ...]:
    answer = (judge_answer(game, name) or "–").replace("\n", ", ")
    return (_winner(game), *((Part(text),) for text in (_length(game), _because(game), answer)))


def _title(name: str, *, on_table: bool) -> Sentence:
    title = Part(PRESETS[name].title if name in PRESETS else "Custom rules")
    if on_table:
        return title, Part(" "), Part("on the table", "aside")
    by_chance = name in PRESETS and not PRESETS[name].playable.deterministic
    return (title, Part(" "), Part("one play of many", "aside")) if by_chance else (title,)


def _length(game: Game) -> str:
    rounds = "∞" if game.cycle else f"{game.rounds:,}"
    if not game.wars:
        return rounds
    deep = f", {game.depth} deep" if game.depth > 1 else ""
    return f"{rounds}; {count(game.wars, 'war')}{deep}"


def _winner(game: Game) -> Sentence:
    if game.outcome.winner:
        return (player(game.outcome.winner, capital=True),)
    if game.cycle:
        return (Part("Never ends", "endless"),)
    return (Part("Cut off" if game.outcome.reason is Reason.LIMIT else "Drawn", "key"),)


def _because(game: Game) -> str:
    if game.cycle:
        return f"the same {count(game.cycle.length, 'round')} from {game.cycle.start:,} on"
    return REASON_WORDS[game.outcome.reason]
