"""What a chart of one game shows, said in a title and a note; and how the rule sets differ on it."""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from dashboard.charts.deck_sizes import sizes_by_round
from dashboard.tables import lead_changes
from engine.game import Game, Reason
from engine.trace import Trace
from engine.wording import NUMBERS, count


def finding(trace: Trace) -> tuple[str, str]:
    """Return the title (a finding with its number) and the note of the chart of deck sizes."""
    game = trace.game
    if not game.rounds:
        return "There was nothing to play", "A deck is empty from the start."
    note = "Player 1’s deck at the start of each round. A diamond is a war, larger when deeper; click one to see it."
    if game.cycle:
        back = game.cycle.start + game.cycle.length
        note = (
            f"Player 1’s deck at the start of each round. Shaded: the {count(game.cycle.length, 'round')} that come back. "
            f"Both decks before round {back:,} are exactly those before round {game.cycle.start:,}, so it can never end."
        )
    return _title(trace), note


def _title(trace: Trace) -> str:
    game = trace.game
    winner = game.outcome.winner
    sizes = sizes_by_round(trace)[:-1]
    changes = lead_changes(trace)
    if winner:
        held = sizes if winner == 1 else _sizes_2(trace)[:-1]
        low_at = int(np.argmin(held))
        low = int(held[low_at])
        if low_at and low < held[0]:
            if 2 * low <= held[0]:
                return f"Player {winner} was down to {count(low, 'card')} in round {low_at + 1:,} and still won"
            return f"Player {winner} never held fewer than {count(low, 'card')}"
        return f"Player {winner} was never behind"
    if changes == 0:
        return "The lead never changed hands"
    return f"The lead changed hands {count(changes, 'time')}"


def _sizes_2(trace: Trace) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Return player 2's deck before each round: between rounds all cards are in the two decks."""
    return trace.game.deal.size - sizes_by_round(trace)


def verdicts_apart(games: Mapping[str, Game]) -> str:
    """Say in one sentence how the verdicts of the rule sets differ on one deal."""
    verdicts: Counter[str] = Counter()
    for game in games.values():
        if game.outcome.winner:
            verdicts[f"give this deal to player {game.outcome.winner}"] += 1
        elif game.outcome.reason is Reason.CYCLE:
            verdicts["never end"] += 1
        elif game.outcome.reason is Reason.LIMIT:
            verdicts["were cut off"] += 1
        else:
            verdicts["call it drawn"] += 1
    total = len(games)
    if len(verdicts) == 1:
        return f"All {total} rule sets {next(iter(verdicts))}."
    parts = [f"{_number(number)} {words}" for words, number in verdicts.most_common()]
    return f"Of {total} rule sets, {', '.join(parts[:-1])} and {parts[-1]}."


def _number(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
