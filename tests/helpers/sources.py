"""Programs that the sources of our rules print, ported line by line from their texts."""

from collections.abc import Callable
from typing import Any

from engine.cards import Deal
from engine.diagnose import End

NEVER = End(0, 0, endless=True)

Cards = list[int | None]
Source = Callable[[Any, Any], None]


def source_1(deck_1: Cards, deck_2: Cards) -> None:
    """Port a turn of the Ruby program of source 1; nil, drawn from an empty deck, is None."""
    stack = [deck_1.pop(0), deck_2.pop(0)]
    card_1, card_2 = stack
    while card_1 is not None and card_1 == card_2:
        for deck in (deck_1, deck_1, deck_2, deck_2):
            stack.append(deck.pop(0) if deck else None)
        card_1, card_2 = stack[-3], stack[-1]
    first = card_1 is not None and (card_2 is None or card_1 > card_2)
    (deck_1 if first else deck_2).extend(stack)


def source_2(deck_1: list[int], deck_2: list[int]) -> None:
    """Port a round of the Python program of source 2, which ends at an `IndexError`."""
    stack_1, stack_2 = [deck_1.pop(0)], [deck_2.pop(0)]
    while stack_1[-1] == stack_2[-1]:
        for _ in range(2):
            stack_1.append(deck_1.pop(0))
            stack_2.append(deck_2.pop(0))
    if stack_1[-1] > stack_2[-1]:
        deck_1 += stack_2 + stack_1
    else:
        deck_2 += stack_1 + stack_2


def source_4(deck_1: list[int], deck_2: list[int]) -> None:
    """Port a round of the Ruby program of source 4, whose comparison calls itself: for ever without cards."""
    stack_1, stack_2 = [deck_1.pop(0)], [deck_2.pop(0)]
    while stack_1[-1] == stack_2[-1]:
        for mine, other in ((deck_1, deck_2), (deck_2, deck_1)):
            missing = max(4 - len(mine), 0)
            mine += other[:missing]
            del other[:missing]
        if not deck_1 and not deck_2:
            raise RecursionError
        stack_1 += deck_1[:4]
        stack_2 += deck_2[:4]
        del deck_1[:4], deck_2[:4]
    if stack_1[-1] > stack_2[-1]:
        deck_1 += stack_2 + stack_1
    else:
        deck_2 += stack_1 + stack_2


def printed_end(source: Source, deal: Deal) -> End:
    """Play rounds as a program does until a deck is empty, or for ever where a position comes back."""
    deck_1, deck_2 = [*deal.deck_1], [*deal.deck_2]
    rounds, before = 0, set()
    while deck_1 and deck_2:
        if (*deck_1, 0, *deck_2) in before:
            return NEVER
        before.add((*deck_1, 0, *deck_2))
        rounds += 1
        try:
            source(deck_1, deck_2)
        except IndexError:
            break
        except RecursionError:
            return NEVER
    return End(1 if deck_1 else 2, rounds, endless=False)
