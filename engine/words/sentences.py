"""The game in plain words: rules a twelve-year-old understands, and the verdict on a game.

Words only; nothing is decided here. A sentence is a tuple of parts, each with what it is about, so
that a page can set the deciding words bold or in a player's colour and a terminal can print the
text alone.
"""

from dataclasses import dataclass
from typing import Final, Literal, assert_never

from engine.game import Game, Reason
from engine.rules import RULE_NAMES, Rules, Value, said_of
from engine.rules import count as count

About = Literal["", "key", "aside", "player 1", "player 2", "endless"]


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence; `about` says what it names: the deciding words, what is said in passing, a
    player, an endless game.
    """

    text: str
    about: About = ""


Sentence = tuple[Part, ...]


def plain(parts: Sentence) -> str:
    """Return a sentence as text."""
    return "".join(part.text for part in parts)


def sentence(marked: str) -> Sentence:
    """Split a sentence in which `*` surrounds the deciding words.

    >>> sentence("The *lower* card wins.")[1]
    Part(text='lower', about='key')
    """
    return tuple(Part(text, "key" if odd % 2 else "") for odd, text in enumerate(marked.split("*")) if text)


def rules_in_words(rules: Rules) -> dict[str, Sentence]:
    """Return one plain sentence for each rule, by field name.

    >>> plain(rules_in_words(Rules())["shortfall"])
    'Who cannot finish a war loses.'
    """
    return {name: sentence(rules.said(name).sentence) for name in RULE_NAMES}


def value_in_words(value: int | Value) -> str:
    """Return one value of a rule as a plain sentence; a number is one of cards face down.

    >>> value_in_words(1)
    'In a war, one card face down, then one up.'
    """
    return plain(sentence(said_of(value).sentence))


def player(number: int, *, capital: bool = False) -> Part:
    """Name a player, as a part that can take that player's colour."""
    return Part(f"{'P' if capital else 'p'}layer {number}", "player 1" if number == 1 else "player 2")


def verdict(game: Game, *, brief: bool = False) -> Sentence:
    """Say in one sentence who won, or that nobody ever does; `brief` leaves out how deep its wars went."""
    rounds = count(game.rounds, "round")
    after = f"after {rounds} and {count(game.wars, 'war')}" if game.wars else f"after {rounds}"
    deepest = f"; the deepest went {game.depth} deep" if game.depth > 1 and not brief else ""
    winner = game.outcome.winner
    match game.outcome.reason:
        case Reason.EMPTY_START if winner:
            return player(winner, capital=True), Part(" wins: the other deck is empty from the start.")
        case Reason.EMPTY_START:
            return (Part("Drawn: both decks are empty from the start."),)
        case Reason.CYCLE:
            return Part("This game "), Part("never ends", "endless"), Part(f"{_and_comes_back(game)}.")
        case Reason.LIMIT:
            return (Part(f"Stopped after {rounds}: nobody has won yet."),)
        case Reason.DECK_EMPTY | Reason.SHORTFALL | Reason.BOTH_OUT if winner:
            return player(winner, capital=True), Part(f" wins {after}{deepest}.")
        case Reason.DECK_EMPTY | Reason.SHORTFALL | Reason.BOTH_OUT:
            return (Part(f"Drawn {after}{deepest}."),)
        case _:
            assert_never(game.outcome.reason)


def _and_comes_back(game: Game) -> str:
    assert game.cycle is not None
    if game.cycle.start == 1:
        return f": after {count(game.cycle.length, 'round')} the deal is back"
    again = count(game.cycle.length, "round")
    return f": from round {game.cycle.start:,} on, the same {again} come back for ever"


def because(game: Game) -> Sentence:
    """Say why it ended so: the second line under a verdict. Empty where the verdict says it all."""
    size_1, size_2 = game.sizes
    need = game.rules.need
    match game.outcome.reason:
        case Reason.CYCLE:
            assert game.cycle is not None
            start, back = game.cycle.start, game.cycle.start + game.cycle.length
            return (
                Part(f"Proved: the position before round {start:,} returns exactly before round {back:,}."),
            )
        case Reason.LIMIT:
            return (Part("The round limit cut it off, which proves nothing about this game."),)
        case Reason.BOTH_OUT:
            return (Part("Both ran out in the same war."),)
        case Reason.SHORTFALL if size_1 < need and size_2 < need and size_1 == size_2:
            return (Part("Both ran out in the same war, which the rules settle."),)
        case Reason.SHORTFALL if game.outcome.winner:
            loser = 3 - game.outcome.winner
            return player(loser, capital=True), Part(" had too few cards left for the last war.")
        case Reason.SHORTFALL if size_1 < need and size_2 < need:
            return (Part("Neither player could finish the last war."),)
        case Reason.SHORTFALL:
            return player(1 if size_1 < need else 2, capital=True), Part(" could not finish the last war.")
        case Reason.DECK_EMPTY:
            return player(3 - game.outcome.winner, capital=True), Part(" has no cards left.")
        case Reason.EMPTY_START:
            return ()
        case _:
            assert_never(game.outcome.reason)


REASON_WORDS: Final = {
    Reason.DECK_EMPTY: "deck empty",
    Reason.SHORTFALL: "too few cards for a war",
    Reason.BOTH_OUT: "both out in the same war",
    Reason.CYCLE: "the same position came back",
    Reason.LIMIT: "stopped by the round limit",
    Reason.EMPTY_START: "empty from the start",
}
"""Why a game ended, in a few words for a table."""
