"""The charts of one game, their findings and tables."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import numpy as np
import pandas as pd

from dashboard.charts.chart import Panel
from dashboard.charts.game import chance, decks
from dashboard.charts.game.decks import DeckSizes
from engine.game import FORM_OF, FORMS, Game, Move, Reason, Trace, judge_answer
from engine.kernels import Course
from engine.numbers import count
from engine.rules import PRESETS, RULE_GROUPS
from engine.simulation import Point, TurningPoint
from engine.wording import Part, Sentence, because, listed, named, player, rules_of

# What is said of one game: the headline, the line below it, and the sentence of the chart of hands.


def headline(game: Game, rule_set: str) -> Sentence:
    """Return by whose rules a game ends how. `rule_set` is a preset's name, or a code of changed rules."""
    by = Part(f"By {rules_of(rule_set)} ")
    winner, rounds = game.outcome.winner, count(game.rounds, "round")
    if game.cycle:
        return by, Part("this game "), Part("never ends", "endless"), Part(".")
    if game.outcome.reason is Reason.LIMIT:
        return by, Part(f"nobody has won after {rounds}.")
    if winner:
        return by, player(winner), Part(f" wins after {rounds}.")
    return by, Part(f"the game is drawn after {rounds}.")


def why(game: Game, rule_set: str) -> Sentence:
    """Return why a game ended so: the line below its headline."""
    changed = () if rule_set in PRESETS else (Part("{}; {}. ".format(*named(rule_set))),)
    if game.cycle:
        again = f"the same {count(game.cycle.length, 'round repeats', 'rounds repeat')} for ever"
        if game.cycle.start == 1:
            return *changed, Part(f"{again.capitalize()}. This is proved.")
        return *changed, Part(f"From round {game.cycle.start:,} on {again}. This is proved.")
    winner, wars = game.outcome.winner, game.wars
    loser = player(3 - winner, capital=True) if winner else Part("")
    last = f"the last of {wars:,} wars" if wars > 1 else "the only war"
    size_1, size_2 = game.sizes
    both_out = size_1 == size_2 < game.rules.need
    match game.outcome.reason:
        case Reason.SHORTFALL if winner and not both_out:
            return *changed, loser, Part(f" had too few cards left for {last}.")
        case Reason.DECK_EMPTY:
            after = f" after {count(wars, 'war')}" if wars else "; there was no war"
            return *changed, loser, Part(f" has no cards left{after}.")
    return *changed, *because(game)


def finding(course: Course) -> tuple[str, str]:
    """Return what the chart of hands shows, in one sentence, and the note below the chart."""
    game = course.game
    note = "Each diamond marks a war. Click a point on the line to see its round."
    if game.cycle:
        shaded = f"Shaded: the {count(game.cycle.length, 'round that repeats', 'rounds that repeat')}."
        return f"From round {game.cycle.start:,} on, the line repeats for ever.", f"{shaded} {note}"
    if not game.rounds:
        return "A hand is empty from the start.", ""
    if game.rounds <= decks.FEW_ROUNDS:
        return f"The game was over after {count(game.rounds, 'round')}.", ""
    return f"{_of_the_winner(course) if game.outcome.winner else _of_the_lead(course)}.", note


def _of_the_winner(course: Course) -> str:
    game, winner = course.game, course.game.outcome.winner
    held = course.line()[0][:-1]
    if winner == 2:  # between rounds all cards are in the two hands
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


def _of_the_lead(course: Course) -> str:
    """Say how often the larger hand changed sides between rounds: cards on the table are nobody's."""
    sizes = course.line()[0][: -1 if course.game.on_table else None]
    ahead = np.sign(2 * sizes - course.game.deal.size)
    ahead = ahead[ahead != 0]
    changes = int(np.count_nonzero(ahead[1:] != ahead[:-1]))
    times = {0: "never changed hands", 1: "changed hands once", 2: "changed hands twice"}
    return f"The lead {times.get(changes, f'changed hands {changes:,} times')}"


def effect(now: Game, before: Game, name: str) -> Sentence:
    """Say how a deal ends now, and how it did by the rule set of that name, before a rule was changed."""
    same = now.outcome.winner == before.outcome.winner and now.rounds == before.rounds
    if same and now.cycle == before.cycle:
        return (Part("Nothing changes: "), *_how_it_ends(now), Part(f", as by {rules_of(name)}."))
    return (
        Part("Now "),
        *_how_it_ends(now),
        Part(f"; by {rules_of(name)} "),
        *_how_it_ends(before),
        Part("."),
    )


def _how_it_ends(game: Game, *, rounds: bool = True) -> Sentence:
    after = f" after {count(game.rounds, 'round')}" if rounds else ""
    if game.cycle:
        return Part("the game "), Part("never ends", "endless")
    if game.outcome.winner:
        return player(game.outcome.winner), Part(f" wins{after}")
    stopped = game.outcome.reason is Reason.LIMIT
    return (Part(f"the game is {'cut off' if stopped else 'drawn'}{after}"),)


def verdicts_compared(games: Mapping[str, Game]) -> Sentence:
    """Say in one sentence how the rule sets differ on one deal.

    Rule sets that shuffle the pick-up are left out: the deal alone does not settle their game. Two names for
    the same rules count once.
    """
    settled = {game.rules: game for game in games.values() if game.rules.deterministic}
    verdicts = Counter(_how_it_ends(game, rounds=False) for game in settled.values())
    every = {1: "the only rule set", 2: "both rule sets"}.get(len(settled), f"all {len(settled)} rule sets")
    parts: list[Part] = []
    both: tuple[Sentence, ...] = ((player(1), Part(" wins")), (player(2), Part(" wins")))
    ends = [end for end in both if end in verdicts]
    ends += [end for end, _ in verdicts.most_common() if end not in ends]
    for place, end in enumerate(ends):
        sets = every if len(ends) == 1 else f"{verdicts[end]} of {len(settled)} rule sets"
        by = f"; by {verdicts[end]}, " if place else f"By {sets} without shuffling, "
        parts += [Part(by), *end]
    return (*parts, Part("."))


MOST_LISTED: Final = 4  # rule sets that a sentence names; of more it says how many


def expectation(expected: str, games: Mapping[str, Game]) -> str:
    """Say which rule sets give the answer a judge expects for one deal.

    Each is asked in the form of every judge who could have written it; a rule set whose own judge could have,
    in that judge's form alone: `2 1` is player 2 after one round as CodinGame writes it, two rounds and
    player 1 as Codeforces does.
    """
    forms = [form for form in FORMS if form.read(expected)]
    titles: list[str] = []
    others: list[str] = []
    for name, game in games.items():
        own = [form for form in forms if form is FORM_OF.get(name)]
        answers = [judge_answer(game, form.name) for form in own or forms]
        title = PRESETS[name].title
        if not game.rules.deterministic or expected not in answers:
            others.append(title)
        else:
            titles.insert(0 if own else len(titles), title)
    asked = f"Answer in the pasted text: “{', '.join(expected.splitlines())}”."
    if len(titles) <= MOST_LISTED:
        give = "give" if len(titles) > 1 else "gives"
        return f"{asked} {listed(titles or ['No rule set here'])} {give} this answer."
    which = f". Not: {listed(others)}" if 0 < len(others) <= MOST_LISTED else f", {titles[0]} among them"
    return f"{asked} {len(titles)} of {len(games)} rule sets give this answer{which}."


# Games as pandas tables: the rounds of one, and one deal under every rule set.

COLUMNS: Final = {
    "round": "int32",
    "player 1 deck": "int16",
    "player 2 deck": "int16",
    "player 1 lays": None,
    "player 2 lays": None,
    "wars": "int16",
    "taken by": "int8",
    "cards taken": "int16",
    "picked up": None,
}

MOST_BYTES: Final = 230_000  # what a page is sent of a table of rounds: of a usual game, some 5,000 rounds


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
    kinds = {name: kind for name, kind in COLUMNS.items() if kind}
    return pd.DataFrame(rows, columns=[*COLUMNS]).astype(kinds)


def around(table: pd.DataFrame, number: int) -> pd.DataFrame:
    """Return the rows of a table of rounds that a page is sent: all, or those around a round.

    A cell of words takes a byte a character, and eight to be found.
    """
    words = (table[name].str.len().to_numpy(np.int64) + 8 for name, kind in COLUMNS.items() if kind is None)
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


VERDICT: Final = ("Rules", "Wins", "Length", "Good to know", "Judge’s answer")


def verdict_rows(
    games: Mapping[str, Game | None], shown: Game | None, chosen: str
) -> dict[str, tuple[Sentence, ...]]:
    """Return for every rule set on one deal its cells, by `VERDICT`, in the order of their groups.

    Of a game that is still being played there is None. `chosen` is a preset's name; changed rules are the
    first row.
    """
    grouped = (name for names in RULE_GROUPS.values() for name in names if name in games)
    rows = {name: games[name] for name in grouped}
    if chosen not in rows:
        rows = {chosen: shown, **rows}
    return {name: _row(game, name, on_table=name == chosen) for name, game in rows.items()}


def _row(game: Game | None, name: str, *, on_table: bool) -> tuple[Sentence, ...]:
    title = (Part(PRESETS[name].title if name in PRESETS else "Changed rules"),)
    if game is None:
        missing = (Part("…"),)
        return title, (Part("still being played", "aside"),), missing, missing, missing
    winner = player(game.outcome.winner) if game.outcome.winner else Part("nobody")
    cut = ", cut off" if game.outcome.reason is Reason.LIMIT else ""
    length = Part("never ends", "endless") if game.cycle else Part(f"{count(game.rounds, 'round')}{cut}")
    notes = ["on the table"] if on_table else []
    if not game.rules.deterministic:
        notes.append("shuffled: one of many possible games")
    if game.cycle:
        notes.append(f"the same {count(game.cycle.length, 'round')} from round {game.cycle.start:,} on")
    answer = (judge_answer(game, name) or "–").replace("\n", ", ")
    return title, (winner,), (length,), (Part("; ".join(notes), "aside"),), (Part(answer),)


# The charts of one game as panels: the words around each, its figure and its table.


def sizes_panel(
    sizes: DeckSizes, title: str, note: str, *, rounds: pd.DataFrame | None = None, shown: int | None = None
) -> Panel:
    """Return the hands, in the words of their finding; `rounds` is their table where it is at hand.

    `shown` is the round on the table, marked in the chart.
    """
    drawn = {"round": sizes.rounds, "player 1 deck": sizes.sizes}
    table = partial(pd.DataFrame, drawn if rounds is None else rounds)
    draw = partial(decks.deck_sizes_figure, sizes, shown=shown)
    return Panel("deck-sizes", title, note, draw, table, label=HANDS)


def chance_panel(
    game: Game, points: Sequence[Point], turning: Sequence[TurningPoint] | None, shown: int | None = None
) -> Panel:
    """Return the chance to win, round by round; `turning` is None while not known."""
    title, note = chance.finding(game, points, turning)
    draw = partial(chance.figure, points, turning or (), shown=shown)
    return Panel("chance", title, note, draw, partial(chance.table, points), label=CHANCE)


def aces_panel(held: decks.Aces) -> Panel:
    """Return how many of the best cards player 1 holds."""
    table = partial(pd.DataFrame, {"round": held.rounds, held.names: held.held})
    label = f"{held.names.capitalize()} in player 1’s hand"
    return Panel("aces", held.finding, "", partial(decks.aces_figure, held), table, label=label)


def holders_panel(held: decks.Holders) -> Panel:
    """Return which player holds each card, of each card in how many of the rounds it is player 1's."""
    rounds = np.diff(held.edges)
    share = held.share.astype(np.float64) @ rounds / rounds.sum()
    table = partial(pd.DataFrame, {"card": held.names, "% of rounds with player 1": np.round(share, 1)})
    label = f"All {len(held.names) * held.each:,} cards"
    return Panel("holders", decks.HOLDERS, held.note, partial(decks.holders_figure, held), table, label=label)


HANDS: Final = "Cards in player 1’s hand"
CHANCE: Final = "Chance of winning"
