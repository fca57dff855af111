"""Famous deals and hands to open."""

import tomllib
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

from dashboard.urls import GameScreen, Screen, suited
from engine.cards import STANDARD_PACK, Deal, Hands, Pack, deal_cards, has_letter, shares
from engine.numbers import number_words

S = TypeVar("S", bound=Screen)


class Showcase(NamedTuple, Generic[S]):
    """Something worth seeing, and the screen that shows it."""

    title: str
    story: str
    screen: S


# Deals worth looking at, each with its story and the rules and round that show it best: `deals.toml`.


def _story(
    title: str, story: str, deal: str = "", suits: str = "", searched: int = 0, **shown: Any
) -> Showcase[GameScreen]:
    """Return a famous deal; without its cards it is number `searched` of the games of seed 1."""
    given = suited(deal, suits) if deal else deal_cards(STANDARD_PACK, seed=1, number=searched)
    return Showcase(title, story, GameScreen(given=given, **shown))


_TABLES: Final = tomllib.loads(Path(__file__).with_name("deals.toml").read_text("utf-8"))
FAMOUS: Final = tuple(_story(**entry) for entry in _TABLES["deals"])
OPENING: Final = FAMOUS[0]


def famous_of(deal: Deal) -> Showcase[GameScreen] | None:
    """Return the famous deal that this is, or None."""
    return next((famous for famous in FAMOUS if famous.screen.given == deal), None)


# Hands that people ask about, for any pack that has them.


def famous_hands(pack: Pack) -> dict[Hands, str]:
    """Return hands by what they are called; those that the pack can deal.

    >>> [f"{name}: {hands.text}" for hands, name in famous_hands(Pack(13, 4)).items()][:2]
    ['Four aces against the rest: AAAA/*', 'All the pictures against the rest: KKKKQQQQJJJJ/*']
    >>> list(famous_hands(Pack(52, 1)).values()), [*famous_hands(Pack(13, 1)).values()][0]
    (['20 cards against 32'], 'The ace against the rest')
    """
    hands = {"?{20}/*": f"20 cards against {pack.size - 20}"}
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
