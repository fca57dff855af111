"""What pages take from a paste: deals that fit on a table."""

from typing import Any, Final

from engine.cards import LARGEST_PACK
from engine.notation import NotationError, Question, Reading, read

MOST_CARDS: Final = LARGEST_PACK
"""Cards of a deal that pages take: as many as can be dealt. A page of 4,096 cards takes the server a
tenth of a second at each click; of 32,000 it took two minutes and 4 GB."""


def read_paste(text: str, **how: Any) -> Reading | Question:
    """Read a paste as `engine.notation.read` does. Raises `NotationError` for too many cards, too."""
    result = read(text, **how)
    readings = [choice.reading for choice in result.readings] if isinstance(result, Question) else [result]
    most = max(item.deal.size for reading in readings for item in reading.deals)
    if most > MOST_CARDS:
        wanted = f"a deal of at most {MOST_CARDS:,} cards"
        raise NotationError.of("too-many-cards", f"{most:,} cards", wanted, "Paste a smaller deal.")
    return result
