"""Results for human eyes in a terminal."""

from collections.abc import Iterable

from engine.game import Game
from engine.notation import Question, Reading, first_cards
from engine.rules import Preset
from engine.words.sentences import because, count, plain, rules_in_words, verdict


def presets_text(presets: Iterable[Preset]) -> str:
    """List rule sets with their source and a plain sentence for each rule."""
    blocks = []
    for preset in presets:
        lines = [f"{preset.name}: {preset.title}", f"  from {preset.source}"]
        if preset.rules is not None:
            lines += [f"  - {plain(sentence)}" for sentence in rules_in_words(preset.rules).values()]
        if preset.note:
            lines.append(f"  ({preset.note})")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def reading_text(reading: Reading) -> str:
    """Say how a text was read and list its deals."""
    lines = [f"read as {reading.format}, {count(len(reading.deals), 'deal')}"]
    lines += [f"note: {notice}" for notice in reading.notices]
    lines += [f"  passed over, line {line}" for line in reading.passed]
    for item in reading.deals:
        expected = ", ".join((item.expected or "").splitlines())
        lines.append(item.deal.text + (f"  expected: {expected}" if expected else ""))
    return "\n".join(lines)


def question_text(question: Question) -> str:
    """Ask which reading is meant, with the option that settles it."""
    lines = [question.question]
    for choice in question.readings:
        lines.append(f"  --from {choice.format}: {choice.description}")
        lines += [f"      {line}" for line in first_cards(choice.reading.deals[0].deal).splitlines()]
    return "\n".join(lines)


def verdict_text(game: Game) -> str:
    """Return the verdict and why, as one line."""
    return " ".join(filter(None, (plain(verdict(game)), plain(because(game)))))


def game_text(game: Game, *, rules: str, answer: str | None) -> str:
    """Return one game for reading: the deal, the verdict, the counters, the judge's answer."""
    text = game.deal.deck_text
    lines = [
        f"{game.deal.text}  ({rules})",
        verdict_text(game),
        f"  rounds {game.rounds:,}, battles {game.battles:,}, plays {game.plays:,}, "
        f"wars {game.wars:,}, depth {game.depth}"
        + (f", steals {game.steals} ({count(game.stolen, 'card')})" if game.steals else ""),
        f"  player 1 ends with {count(game.sizes[0], 'card')}, player 2 with {game.sizes[1]}"
        + (f", {game.table} on the table" if game.table else ""),
    ]
    if any(game.decks):
        lines.append(f"  decks at the end: {text(game.decks[0])}/{text(game.decks[1])}")
    if answer is not None:
        lines.append("  judge: " + answer.replace("\n", "\n         "))
    return "\n".join(lines)
