"""The suits of a deal beside its ranks, as the addresses of Game and Diagnose carry them."""

from engine.cards import Deal


def suits_text(deal: Deal) -> str:
    """Return the suits of a deal as one text; empty when there are none."""
    return f"{deal.suits_1}/{deal.suits_2}" if deal.suits_1 or deal.suits_2 else ""


def suited(text: str, suits: str) -> Deal:
    """Return a deal from its line and the suits that `suits_text` wrote. Raises `ValueError`."""
    bare = Deal.parse(text)
    suits_1, _, suits_2 = suits.partition("/")
    return Deal(bare.deck_1, bare.deck_2, suits_1, suits_2)
