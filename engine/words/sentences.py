"""The game in plain words: rules a twelve-year-old understands, and the verdict on a game.

Words only; nothing is decided here. A sentence is a tuple of parts, each with what it is about, so
that a page can set the deciding words bold or in a player's colour and a terminal can print the
text alone.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal

from engine.game import Game, Reason
from engine.rules import BothOut, Order, Pickup, Rules, Shortfall

About = Literal["", "key", "player 1", "player 2", "endless"]


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence; `about` says what it names: the deciding words, a player, an endless game."""

    text: str
    about: About = ""


Sentence = tuple[Part, ...]


def plain(sentence: Sentence) -> str:
    """Return a sentence as text."""
    return "".join(part.text for part in sentence)


def _sentence(marked: str) -> Sentence:
    """Split a sentence in which `*` surrounds the deciding words."""
    return tuple(Part(text, "key" if odd % 2 else "") for odd, text in enumerate(marked.split("*")) if text)


def count(number: int, noun: str) -> str:
    """Write a number with its noun: `1 round`, `1,312 rounds`.

    >>> count(1, "war"), count(1312, "round")
    ('1 war', '1,312 rounds')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

PICKUP_WORDS: Final = {
    Pickup.AS_DEALT: "The winner takes the cards *as laid*, each of player 1's before player 2's.",
    Pickup.AS_PROGRAMMED: "The winner takes the cards *war by war*, player 1's before player 2's each time.",
    Pickup.PLAYER_1_FIRST: "The winner takes *player 1's cards first*, then player 2's.",
    Pickup.PLAYER_2_FIRST: "The winner takes *player 2's cards first*, then player 1's.",
    Pickup.LOSER_FIRST: "The winner takes the *loser's cards first*.",
    Pickup.WINNER_FIRST: "The winner takes the *winner's cards first*.",
    Pickup.LOSER_ALTERNATING: "The winner takes *one card of each in turn, the loser's first*.",
    Pickup.WINNER_ALTERNATING: "The winner takes *one card of each in turn, the winner's first*.",
    Pickup.WINNER_ALTERNATING_REVERSED: (
        "The winner takes one card of each in turn, the winner's first, *from the last laid to the first*."
    ),
    Pickup.RANDOM: "The winner *shuffles* the cards before taking them.",
    Pickup.COIN_FLIP: "A *coin* decides each time whether the winner's or the loser's cards go first.",
}
SHORTFALL_WORDS: Final = {
    Shortfall.LOSES: "Who cannot finish a war *loses*.",
    Shortfall.DRAW: "If anybody cannot finish a war, the game is *drawn*.",
    Shortfall.LAST_CARD: "Who is short for a war fights with the *last card*; who has none loses.",
    Shortfall.FEWER_DOWN: "If somebody is short for a war, *both lay fewer* cards; who has none loses.",
    Shortfall.STEAL: "Who is short for a war *takes the missing cards* from the top of the other deck.",
}
BOTH_OUT_WORDS: Final = {
    BothOut.DRAW: "If both run out in the same war, the game is *drawn*.",
    BothOut.PLAYER_1: "If both run out in the same war, *player 1* wins.",
    BothOut.PLAYER_2: "If both run out in the same war, *player 2* wins.",
}
ORDER_WORDS: Final = {
    Order.HIGH: "The higher card wins and aces are *high*.",
    Order.ACE_LOW: "The higher card wins and aces are *low*, below the two.",
    Order.LOW_WINS: "The *lower* card wins.",
    Order.LOWEST_BEATS_HIGHEST: "The higher card wins, but the *lowest beats the highest*.",
}


def face_down_words(cards: int) -> Sentence:
    """Say what each player lays in a war.

    >>> plain(face_down_words(1))
    'In a war, one card face down, then one up.'
    """
    if cards == 0:
        return _sentence("In a war, *no card face down*, just one up.")
    number = NUMBERS[cards] if cards < len(NUMBERS) else str(cards)
    return _sentence(f"In a war, *{number} card{'' if cards == 1 else 's'} face down*, then one up.")


def rules_in_words(rules: Rules) -> dict[str, Sentence]:
    """Return one plain sentence for each rule, by field name.

    >>> plain(rules_in_words(Rules())["shortfall"])
    'Who cannot finish a war loses.'
    """
    return {
        "face_down": face_down_words(rules.face_down),
        "pickup": _sentence(PICKUP_WORDS[rules.pickup]),
        "shortfall": _sentence(SHORTFALL_WORDS[rules.shortfall]),
        "both_out": _sentence(BOTH_OUT_WORDS[rules.both_out]),
        "order": _sentence(ORDER_WORDS[rules.order]),
    }


def value_in_words(value: Pickup | Shortfall | BothOut | Order) -> str:
    """Return one value of a rule as a plain sentence, for a list to choose from.

    >>> value_in_words(Shortfall.LOSES)
    'Who cannot finish a war loses.'
    >>> value_in_words(BothOut.DRAW)
    'If both run out in the same war, the game is drawn.'
    """
    # By type, not by value: DRAW is a value of two rules.
    tables: dict[type, dict[Any, str]] = {
        Pickup: PICKUP_WORDS,
        Shortfall: SHORTFALL_WORDS,
        BothOut: BOTH_OUT_WORDS,
        Order: ORDER_WORDS,
    }
    return tables[type(value)][value].replace("*", "")


def player(number: int, *, capital: bool = False) -> Part:
    """Name a player, as a part that can take that player's colour."""
    return Part(f"{'P' if capital else 'p'}layer {number}", "player 1" if number == 1 else "player 2")


def verdict(game: Game) -> Sentence:
    """Say in one sentence who won, or that nobody ever does."""
    rounds = count(game.rounds, "round")
    after = f"after {rounds} and {count(game.wars, 'war')}" if game.wars else f"after {rounds}"
    deepest = f"; the deepest went {game.depth} deep" if game.depth > 1 else ""
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
        case _ if winner:
            return player(winner, capital=True), Part(f" wins {after}{deepest}.")
        case _:
            return (Part(f"Drawn {after}{deepest}."),)


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
        case _:
            return ()


REASON_WORDS: Final = {
    Reason.DECK_EMPTY: "deck empty",
    Reason.SHORTFALL: "too few cards for a war",
    Reason.BOTH_OUT: "both out in the same war",
    Reason.CYCLE: "the same position came back",
    Reason.LIMIT: "stopped by the round limit",
    Reason.EMPTY_START: "empty from the start",
}
"""Why a game ended, in a few words for a table."""
