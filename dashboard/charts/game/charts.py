"""The charts of one game, their findings and tables."""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from functools import partial
from typing import Final

import numpy as np
import pandas as pd

from dashboard.charts.chart import Panel
from dashboard.charts.game import chance, decks
from engine.game import Cycle, Game, Move, Reason, Trace
from engine.game.judges import FORM_OF, FORMS, AnswerForm, Verdict, judge_answer
from engine.kernels import Course
from engine.numbers import count, number_words
from engine.rules import PRESETS
from engine.simulation.win_chance import Point, Turn
from engine.wording.sentences import REASON_WORDS, Part, Sentence, player

# The finding of a chart of one game, in a title and a note; and how the rule sets differ on its deal.

_LINE: Final = "Player 1’s deck at the start of each round."


def finding(course: Course) -> tuple[str, str]:
    """Return the title (a finding with its number) and the note of the chart of deck sizes."""
    game = course.game
    if not game.rounds:
        return "There was nothing to play", "A deck is empty from the start."
    note = f"{_LINE} A diamond is a war, larger when deeper; click one to see it."
    if game.cycle:
        back = game.cycle.start + game.cycle.length
        note = (
            f"{_LINE} Shaded: the {count(game.cycle.length, 'round')} that come back. "
            f"Both decks before round {back:,} are exactly those before round {game.cycle.start:,}, "
            "so it can never end."
        )
    return _findings_title(course), note


def _findings_title(course: Course) -> str:
    game = course.game
    winner, cycle = game.outcome.winner, game.cycle
    if cycle and (turn := lead_changes(course, turn_of=cycle)):
        return f"The lead changes hands {_times(turn)} every {count(cycle.length, 'round')}"
    if not winner:
        changes = lead_changes(course)
        return f"The lead {f'changed hands {_times(changes)}' if changes else 'never changed hands'}"
    held = course.line()[0][:-1]
    if winner == 2:  # between rounds all cards are in the two decks
        held = game.deal.size - held
    low_at = int(np.argmin(held))
    low = int(held[low_at])
    if 2 * low >= game.deal.size:
        return f"Player {winner} was never behind"
    if 2 * low <= held[0]:
        return f"Player {winner} was down to {count(low, 'card')} in round {low_at + 1:,} and still won"
    if low == held[0] == 1:
        return f"Player {winner} began with one card and still won"
    return f"Player {winner} never held fewer than {count(low, 'card')}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number:,} times")


def lead_changes(course: Course, *, turn_of: Cycle | None = None) -> int:
    """Count how often the larger deck changed hands between rounds: cards on the table are nobody's.

    turn_of: the cycle of an endless game, of which one turn is counted, from its end on to its start.
    """
    sizes = course.line()[0][: -1 if course.game.table else None]
    ahead = np.sign(2 * sizes - course.game.deal.size)[turn_of.start - 1 if turn_of else 0 :]
    ahead = ahead[ahead != 0]
    changes = int(np.count_nonzero(ahead[1:] != ahead[:-1]))
    return changes + int(turn_of is not None and len(ahead) > 0 and ahead[0] != ahead[-1])


def verdicts_apart(games: Mapping[str, Game]) -> str:
    """Say in one sentence how the rule sets differ on one deal.

    Rule sets that shuffle the pick-up are left out: the deal alone does not settle their game. Two names for
    the same rules count once.
    """
    settled = {game.rules: game for game in games.values() if game.rules.deterministic}
    verdicts = Counter(map(_verdict, settled.values()))
    all_of_them = f"{number_words(len(settled))} different rule sets that leave nothing to chance"
    if len(verdicts) == 1:
        (verdict,) = verdicts
        return f"All {all_of_them} {_VERDICTS[verdict][1]}."
    parts: list[str] = []
    for verdict, number in verdicts.most_common():
        said = _VERDICTS[verdict][number > 1]
        if parts and " to player " in parts[0]:
            said = said.removeprefix("give this deal ").removeprefix("gives this deal ")
        parts.append(f"{number_words(number)} {said}")
    return f"Of the {all_of_them}, {', '.join(parts[:-1])} and {parts[-1]}."


_VERDICTS: Final = {
    "1": ("gives this deal to player 1", "give this deal to player 1"),
    "2": ("gives this deal to player 2", "give this deal to player 2"),
    "drawn": ("calls it drawn", "call it drawn"),
    "endless": ("never ends", "never end"),
    "cut": ("was cut off", "were cut off"),
}
"""The words for the verdict of one rule set, and of several."""


def _verdict(game: Game) -> str:
    if game.outcome.winner:
        return str(game.outcome.winner)
    return {Reason.CYCLE: "endless", Reason.LIMIT: "cut"}.get(game.outcome.reason, "drawn")


def expectation(expected: str, games: Mapping[str, Game]) -> str:
    """Say which rule sets give the answer a judge expects for one deal.

    Every judge who could have written it is asked, each in his own form: `2 1` is player 2 after one
    round as CodinGame writes it, two rounds and player 1 as Codeforces does.
    """
    readings = {form: verdict for form in FORMS if (verdict := form.read(expected))}
    agree = {form: _agreeing(expected, form, readings, games) for form in readings}
    asked = f"The paste expects {', '.join(expected.splitlines())}"
    if not any(agree.values()):
        return f"{asked}: no rule set here gives that."
    if len(agree) == 1:
        (titles,) = agree.values()
        return f"{asked}; so say {', '.join(titles)}."
    sentences = (
        f"As {PRESETS[form.rule_set].title} writes it, {_meant(readings[form])}, "
        f"{'so say ' + ', '.join(titles) if titles else 'no rule set here gives that'}."
        for form, titles in agree.items()
    )
    return " ".join((f"{asked}.", *sentences))


def _agreeing(
    expected: str, form: AnswerForm, readings: Container[AnswerForm], games: Mapping[str, Game]
) -> list[str]:
    """Return the titles of the rule sets that give an answer in one judge's form.

    A rule set whose own judge could have written it, too, gives it in that judge's form or not at all.
    """
    others = {name for name, own in FORM_OF.items() if own is not form and own in readings}
    return [
        PRESETS[name].title
        for name, game in games.items()
        if name not in others and game.rules.deterministic and judge_answer(game, form.name) == expected
    ]


def _meant(verdict: Verdict) -> str:
    """Say what an answer means that several judges may have written."""
    winner = f"player {verdict.winners[0]}" if verdict.winners else ""
    after = f"after {count(verdict.count, 'round')}" if verdict.count is not None else ""
    return " ".join(filter(None, (winner, after)))


# Games as pandas tables: the rounds of one, and one deal under every rule set.

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
            _tables_title(name, on_table=name == chosen),
            *(_cells(game, name) if game else (STILL_PLAYED, MISSING, MISSING, MISSING)),
        )
        for name, game in rows.items()
    }


STILL_PLAYED: Final = (Part("still being played", "aside"),)
MISSING: Final = (Part("…"),)


def _cells(game: Game, name: str) -> tuple[Sentence, ...]:
    answer = (judge_answer(game, name) or "–").replace("\n", ", ")
    return (_winner(game), *((Part(text),) for text in (_length(game), _because(game), answer)))


def _tables_title(name: str, *, on_table: bool) -> Sentence:
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


# The charts of one game as panels: the words around each, its figure and its table.


def sizes_panel(sizes: decks.DeckSizes, title: str, note: str, rounds: pd.DataFrame | None = None) -> Panel:
    """Return the deck sizes, in the words of their finding; `rounds` is their table where it is at hand."""
    drawn = {"round": sizes.rounds, "player 1 deck": sizes.sizes}
    table = partial(pd.DataFrame, drawn if rounds is None else rounds)
    return Panel(
        "deck-sizes", title, note, f"{title}. {note}", partial(decks.deck_sizes_figure, sizes), table
    )


def chance_panel(game: Game, points: Sequence[Point], turns: Sequence[Turn] | None) -> Panel:
    """Return the chance to win, round by round; `turns` is None while not known."""
    title, note = chance.finding(game, points, turns)
    draw = partial(chance.figure, points, turns or ())
    return Panel("chance", title, note, f"{title}. {note}", draw, partial(chance.table, points))


def holders_panel(held: decks.Holders) -> Panel:
    """Return who holds what, of each card in how many of the rounds it is player 1's."""
    title, rounds = "Who holds what", np.diff(held.edges)
    share = held.share.astype(np.float64) @ rounds / rounds.sum()
    table = partial(pd.DataFrame, {"card": held.names, "% of rounds with player 1": np.round(share, 1)})
    return Panel(
        "holders", title, held.note, f"{title}. {held.note}", partial(decks.holders_figure, held), table
    )
