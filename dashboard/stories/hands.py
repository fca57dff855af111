"""Hands that people ask about, for any pack that has them."""

from engine.cards import Hands, Pack, has_letter, shares
from engine.rules import number_words

TWENTY = 20


def famous_hands(pack: Pack) -> dict[Hands, str]:
    """Return hands by what they are called; those that the pack can deal.

    >>> [f"{name}: {hands.text}" for hands, name in famous_hands(Pack(13, 4)).items()][:2]
    ['Four aces against the rest: AAAA/*', 'All the pictures against the rest: KKKKQQQQJJJJ/*']
    >>> list(famous_hands(Pack(52, 1)).values())
    ['20 cards against 32']
    """
    hands = {f"?{{{TWENTY}}}/*": f"{TWENTY} cards against {pack.size - TWENTY}"}
    if has_letter(pack.rank_of(0)):
        drawn = f"A?{{{pack.size // 2 - 1}}}"
        aces = f"{number_words(pack.copies).capitalize()} aces" if pack.copies > 1 else "The ace"
        hands = {
            f"{'A' * pack.copies}/*": f"{aces} against the rest",
            f"{''.join(rank * pack.copies for rank in 'KQJ')}/*": "All the pictures against the rest",
            f"{drawn}/{drawn}": "One ace each",
            **hands,
        }
    return {Hands.parse(text): name for text, name in hands.items() if _can_be_dealt(pack, text)}


def _can_be_dealt(pack: Pack, text: str) -> bool:
    try:
        shares(pack, Hands.parse(text))
    except ValueError:
        return False
    return True
