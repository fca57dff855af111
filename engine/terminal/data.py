"""Games, rules and readings as plain data for other programs. The shapes are a promise."""

from typing import Any

from engine.game import Game
from engine.game.judges import judge_answer
from engine.notation import Question, Reading
from engine.rules import PRESETS, RULE_NAMES


def game_data(game: Game, *, rules: str, judge: str) -> dict[str, Any]:
    """Return one game as JSON-ready data.

    `rules` is the name to print; `judge` whose form of answer to give. Decks are written top card
    first, in letters or decimal ranks as the deal is; `winner` is None where nobody wins.
    """
    text = game.deal.deck_text
    return {
        "deal": game.deal.text,
        "rules": rules,
        "winner": game.outcome.winner or None,
        "reason": game.outcome.reason.value,
        "rounds": game.rounds,
        "battles": game.battles,
        "plays": game.plays,
        "wars": game.wars,
        "depth": game.depth,
        "steals": game.steals,
        "stolen": game.stolen,
        "sizes": list(game.sizes),
        "table": game.table,
        "final": [text(deck) for deck in game.decks],
        "after_round_1": [text(deck) for deck in game.after_round_1] if game.after_round_1 else None,
        "cycle": {"start": game.cycle.start, "length": game.cycle.length} if game.cycle else None,
        "judge": judge_answer(game, judge),
    }


def reading_data(reading: Reading) -> dict[str, Any]:
    """Return a paste that was read as JSON-ready data."""
    return {
        "format": reading.format,
        "deals": [{"deal": item.deal.text, "expected": item.expected} for item in reading.deals],
        "notices": list(reading.notices),
        **({"passed_over": [line._asdict() for line in reading.passed]} if reading.passed else {}),
    }


def question_data(question: Question) -> dict[str, Any]:
    """Return a question as JSON-ready data; `from` is the format name that settles on a reading."""
    return {
        "question": question.question,
        "readings": [
            {"from": choice.format, "description": choice.description, **reading_data(choice.reading)}
            for choice in question.readings
        ],
    }


def presets_data() -> list[dict[str, Any]]:
    """Return every preset as JSON-ready data; the coin flip, which is no game, has no rules."""
    return [
        {
            "name": preset.name,
            "title": preset.title,
            "source": preset.source,
            **{name: getattr(preset.rules, name, None) for name in RULE_NAMES},
        }
        for preset in PRESETS.values()
    ]
