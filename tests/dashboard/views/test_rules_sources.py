"""The Rules page against the programs that the sources print, ported line by line from their texts."""

from collections.abc import Iterator
from itertools import product

import pytest
from sources import Source, printed_end, source_1, source_2, source_4

from dashboard.examples.facts import CONTRADICTIONS, Sighting
from engine.cards import Deal
from engine.diagnose import End
from engine.game import Reason, play
from engine.rules import PLAYABLE

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
