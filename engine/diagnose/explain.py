"""What a program does otherwise than the judge, in plain words."""

from collections.abc import Iterable
from typing import Any, Final

from engine.diagnose.mistakes import MISTAKES
from engine.diagnose.programs import Program
from engine.rules import BothOut, Order, Pickup, Rules, Shortfall, preset_of
from engine.words.brief import apart
from engine.words.sentences import NUMBERS, Part, Sentence

# What the program does goes on after "Your program", what the judge wants after "The judge";
# `*` surrounds the deciding words.
_PICKUP: Final = {
    Pickup.AS_DEALT: ("picks the cards up *as they were laid*", "wants them *as they were laid*"),
    Pickup.AS_PROGRAMMED: ("picks the cards up *war by war*", "wants them *war by war*"),
    Pickup.PLAYER_1_FIRST: ("picks up *player 1's cards first*", "wants *player 1's first*"),
    Pickup.PLAYER_2_FIRST: ("picks up *player 2's cards first*", "wants *player 2's first*"),
    Pickup.LOSER_FIRST: ("picks up *the loser's cards first*", "wants *the loser's first*"),
    Pickup.WINNER_FIRST: ("picks up *the winner's cards first*", "wants *the winner's first*"),
    Pickup.LOSER_ALTERNATING: (
        "picks up *one card of each in turn, the loser's first*",
        "wants *one of each in turn, the loser's first*",
    ),
    Pickup.WINNER_ALTERNATING: (
        "picks up *one card of each in turn, the winner's first*",
        "wants *one of each in turn, the winner's first*",
    ),
    Pickup.WINNER_ALTERNATING_REVERSED: (
        "picks up *one card of each in turn, from the last laid to the first*",
        "wants *one of each in turn, from the last laid to the first*",
    ),
    Pickup.RANDOM: ("*shuffles* the cards it picks up", "*shuffles* them"),
    Pickup.COIN_FLIP: ("lets *a coin* decide the pick-up", "lets *a coin* decide it"),
}
_SHORTFALL: Final = {
    Shortfall.LOSES: (
        "lets a player who cannot finish a war *lose*",
        "lets a player who cannot finish a war *lose*",
    ),
    Shortfall.DRAW: (
        "calls the game *drawn* when a war cannot be finished",
        "calls the game *drawn* when a war cannot be finished",
    ),
    Shortfall.LAST_CARD: (
        "lets a player short for a war fight with the *last card*",
        "lets a player short for a war fight with the *last card*",
    ),
    Shortfall.FEWER_DOWN: (
        "lets *both lay fewer* cards when one is short for a war",
        "lets *both lay fewer* cards when one is short for a war",
    ),
    Shortfall.STEAL: (
        "lets a player short for a war *take the missing cards* from the other deck",
        "lets a player short for a war *take the missing cards* from the other deck",
    ),
}
_BOTH_OUT: Final = {
    BothOut.DRAW: (
        "calls the game *drawn* when both run out in the same war",
        "calls the game *drawn* when both run out in the same war",
    ),
    BothOut.PLAYER_1: (
        "lets *player 1* win when both run out in the same war",
        "lets *player 1* win when both run out in the same war",
    ),
    BothOut.PLAYER_2: (
        "lets *player 2* win when both run out in the same war",
        "lets *player 2* win when both run out in the same war",
    ),
}
_ORDER: Final = {
    Order.HIGH: ("has aces *high*", "has aces *high*"),
    Order.ACE_LOW: ("has aces *low*", "has aces *low*"),
    Order.LOW_WINS: ("lets the *lower* card win", "lets the *lower* card win"),
    Order.LOWEST_BEATS_HIGHEST: (
        "lets the *lowest* card beat the highest",
        "lets the *lowest* card beat the highest",
    ),
}


def _rule_words(name: str, rules: Rules) -> tuple[str, str]:
    value = getattr(rules, name)
    if name == "face_down":
        number = NUMBERS[value] if value < len(NUMBERS) else str(value)
        return (
            f"lays *{number} card{'' if value == 1 else 's'} face down* in a war",
            f"wants *{number}{' face down' if value == 0 else ''}*",
        )
    if name == "order" and value is Order.HIGH:
        return "lets the *higher* card win, aces high", "lets the *higher* card win, aces high"
    tables: dict[type, dict[Any, tuple[str, str]]] = {
        Pickup: _PICKUP,
        Shortfall: _SHORTFALL,
        BothOut: _BOTH_OUT,
        Order: _ORDER,
    }
    return tables[type(value)][value]


def explanation_words(program: Program, judge: Rules) -> Sentence:
    """Say what the program does otherwise, and what the judge wants instead.

    >>> from engine.rules import PLAYABLE
    >>> from engine.words.sentences import plain
    >>> plain(explanation_words(Program.parse("code-golf+10-as-1"), PLAYABLE["code-golf"]))
    'Your program reads 10 as 1. The judge means ten.'
    """
    changed = apart(program.rules, judge)
    own, wanted = preset_of(program.rules), preset_of(judge)
    does = [MISTAKES[name].does for name in program.mistakes]
    wants = [MISTAKES[name].wants for name in program.mistakes]
    if len(changed) > 2 and own is not None and wanted is not None:
        does.append(f"plays by the rules of *{own.title}*")
        wants.append(f"plays by those of *{wanted.title}*")
    else:
        does += [_rule_words(name, program.rules)[0] for name in changed]
        wants += [_rule_words(name, judge)[1] for name in changed]
    if not does:
        return (Part("Your program does what the judge does."),)
    return marked(f"Your program {_and(does)}. The judge {_and(list(dict.fromkeys(wants)))}.")


def _and(phrases: Iterable[str]) -> str:
    *first, last = phrases
    return f"{', '.join(first)} and {last}" if first else last


def marked(text: str) -> Sentence:
    """Split a sentence in which `*` surrounds the deciding words."""
    return tuple(Part(piece, "key" if odd % 2 else "") for odd, piece in enumerate(text.split("*")) if piece)
