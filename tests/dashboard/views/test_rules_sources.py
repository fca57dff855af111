"""The Rules page against the programs that the sources print, ported line by line from their texts."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from dashboard.examples.facts import CONTRADICTIONS, Sighting
from engine.cards import Deal
from engine.diagnose import End
from engine.game import Reason, play
from engine.rules import PLAYABLE

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


SOURCES: dict[str, Source] = {
    "programming-challenges": source_1,
    "code-golf": source_2,
    "whats-in-a-game-steal": source_4,
}
SEEN = [(each.preset, shown) for each in CONTRADICTIONS for shown in each.seen]


def by_the_text(preset: str, deal: Deal) -> End:
    game = play(deal, PLAYABLE[preset])
    endless = game.outcome.reason is Reason.CYCLE
    return End(0 if endless else game.outcome.winner or 0, 0 if endless else game.rounds, endless)


def small_deals(most: int) -> Iterator[Deal]:
    """Go through all deals, those of fewer cards first."""
    for cards in range(2, most + 1):
        for cut in range(1, cards):
            for row in product(range(2, 2 + cards), repeat=cards):
                if {*row} == {*range(2, max(row) + 1)}:
                    yield Deal(row[:cut], row[cut:])


@pytest.mark.parametrize(("preset", "shown"), SEEN)
def test_the_program_itself_ends_as_is_said(preset: str, shown: Sighting) -> None:
    deal = Deal.parse(shown.deal)
    assert printed_end(SOURCES[preset], deal) == shown.end
    assert by_the_text(preset, deal) != shown.end


@pytest.mark.parametrize(("preset", "shown"), SEEN)
def test_no_deal_of_fewer_cards_shows_it(preset: str, shown: Sighting) -> None:
    modelled = "programming-challenges-code" if preset == "programming-challenges" else preset
    first = next(deal for deal in small_deals(4) if _shows(SOURCES[preset], modelled, shown, deal))
    assert first.size == Deal.parse(shown.deal).size


def _shows(source: Source, preset: str, shown: Sighting, deal: Deal) -> bool:
    text, printed = by_the_text(preset, deal), printed_end(source, deal)
    if shown.what == "end":
        return text.endless != printed.endless
    ended = not text.endless and not printed.endless
    # Where both run out, a model of the program looks for the deal.
    return ended and text.winner > 0 and text.winner != printed.winner


def test_source_1_is_its_rule_set_but_for_what_is_said() -> None:
    """With an odd number of cards it gives player 2 a war that leaves a card to player 1 alone."""
    for deal in small_deals(5):
        rules, printed = by_the_text("programming-challenges-code", deal), printed_end(source_1, deal)
        if rules != printed:
            assert (deal.size % 2, rules.winner, printed.winner) == (1, 1, 2)
