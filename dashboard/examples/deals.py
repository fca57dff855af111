"""Famous deals and hands to open."""

from typing import Final

from dashboard.examples import Story
from dashboard.urls.codecs import suited
from dashboard.urls.screens import GameScreen
from engine.cards import STANDARD_PACK, Deal, Hands, Pack, deal_cards, has_letter, shares
from engine.numbers import number_words

# Deals worth looking at, each with its story and the rules and round that show it best.
#
# The story's figures are checked against the referee in `tests/dashboard/examples/test_famous.py`; those of
# deals found by search say how many were searched.


def _found(number: int) -> Deal:
    """Deal a game found by going through the games of seed 1."""
    return deal_cards(STANDARD_PACK, seed=1, number=number)


def _golf(line: str) -> Deal:
    """Read a deal as source 2 writes it: hex digits, ten to ace as A to E."""
    return Deal.parse(line.translate(str.maketrans("ABCDE", "TJQKA")))


_SPIVEY: Final = (
    "26 46 1 7 8 27 9 28 29 47 2 10 11 30 12 31 32 48 3 13 14 33 15 34 35 49/"
    "16 36 17 37 38 50 4 18 19 39 20 40 41 51 5 21 22 42 23 43 44 52 6 24 25 45"
)
_GOLF_TESTS: Final = (
    "D58B35926B92C7C4C7E8D3DAA2/8E47C38A2DEA43467EB9566B95",
    "669D9D846D4B3BA52452C2EDEB/E747CA988CC76723935A3B8EA5",
    "5744B95ECDC6D325B28A782A72/68394D9DA96EBBA8533EE7C6C4",
    "87DB6C7EBC6C8D722389923DC6/E28435DBEBEA543AA47956594A",
    "589EAB9DCD43E9EC264A5726A8/48DC2577BD68AB9335263B7EC4",
    "E3698D7C46A739AE5BE2C49286/BB54B7D78954ED526A83C3CDA2",
    "32298B5E785DC394467D5C9CB2/5ED6AAD93E873EA628B6A4BC47",
    "B4AB985B34756C624C92DE5E97/3EDD5BA2A68397C26CE837AD48",
    "9A6D9A5457BB6ACBC5E8D7D4A9/73E658CE2C3E289B837422D463",
    "96E64D226BC8B7D6C5974BAE32/58DC7A8C543E35978AEBA34D29",
    "C2978A35E74D7652BA9762C458/9A9BB332BE8C8DD44CE3DE66A5",
    "BEDB44E947693CD284923CEA82/8CC3B75756255A683A6AB9E7DD",
    "EEDDCCBBAA8877665544332299/EEDDCCBBAA9988776655443322",
    "EEDDCCBBAA9988776655443322/DDCCBBAA9988776655443E3E22",
)


def _golf_story(number: int) -> Story[GameScreen]:
    return Story(
        f"Code golf, test {number} of 14",
        "One of the fourteen test cases of the code golf challenge.",
        GameScreen(rule_set="code-golf", given=_golf(_GOLF_TESTS[number - 1])),
    )


FAMOUS: Final = (
    Story(
        "A comeback, with a triple war",
        "Test 7 of the code golf challenge: down to ten cards in round 67, behind for most of the game, "
        "and still a win.",
        GameScreen(given=_golf(_GOLF_TESTS[6]), round=231),
    ),
    Story(
        "Back from one card",
        "Player 1 is down to the last card in round 162, and wins 1,840 rounds later.",
        GameScreen(given=_found(24_668), round=162),
    ),
    Story(
        "The deepest war",
        "Seven ties in one round, the deepest war in 40,000 deals of seed 1.",
        GameScreen(rule_set="code-golf", given=_found(38_671), round=204),
    ),
    Story(
        "The longest of 40,000",
        "2,482 rounds, the longest game in 40,000 deals of seed 1.",
        GameScreen(rule_set="code-golf", given=_found(35_394)),
    ),
    Story(
        "The quickest of 40,000",
        "All over in 22 rounds, thanks to four wars: the shortest game in 40,000 deals of seed 1.",
        GameScreen(rule_set="code-golf", given=_found(9_667)),
    ),
    Story(
        "The smallest endless deal",
        "Three cards that never stop changing hands.",
        GameScreen(given=Deal.parse("23/4")),
    ),
    Story(
        "Endless with equal decks",
        "Six cards, three each, come back to where they were every four rounds.",
        GameScreen(given=Deal.parse("234/343")),
    ),
    Story(
        "Endless with all cards different",
        "No two cards are equal, so there is never a war, and never an end.",
        GameScreen(given=Deal.parse("236/475")),
    ),
    Story(
        "A war that comes back for ever",
        "The same wars are fought every six rounds, for ever.",
        GameScreen(rule_set="programming-challenges", given=Deal.parse("2234/3323"), round=7),
    ),
    Story(
        "The text and the program disagree",
        "The text of Programming Challenges gives this deal to player 2; by its program, which picks wars up "
        "differently, the game never ends.",
        GameScreen(rule_set="programming-challenges-code", given=Deal.parse("2234/2243")),
    ),
    Story(
        "Ganley's full pack without end",
        "A whole pack dealt so that the same 26 rounds repeat for ever (Ganley 2004).",
        GameScreen(
            rule_set="codingame", given=Deal.parse("23456789TJQK2A3456789TJQKA/32547698JTKQA2436587T9QJAK")
        ),
    ),
    Story(
        "Spivey's cycle of 31,920 rounds",
        "Fifty-two different ranks, 1 the highest: the deal itself comes back after exactly 31,920 rounds.",
        GameScreen(rule_set="spivey", given=Deal.parse(_SPIVEY)),
    ),
    Story(
        "CodinGame: three cards each",
        "The smallest test of Winamax Battle: the judge wants 1 3.",
        GameScreen(rule_set="codingame", given=suited("AKQ/KQJ", "dcc/hsc")),
    ),
    Story(
        "CodinGame: 26 cards, medium length",
        "The judge wants 2 26. A program that reads 10 as 1 and picks up the winner’s cards first gets 2 34.",
        GameScreen(
            rule_set="codingame",
            given=suited(
                "53278755654663374474268322/A9KKKKTT9QJT8QJAJAQAJT98Q9",
                "cdcdcsdhdsdhscscshhchcdhds/chhcdssdsdshshddcsshhcchcd",
            ),
        ),
    ),
    Story(
        "CodinGame: one war decides",
        "Five cards each, one war, and it is over: the judge wants 2 1.",
        GameScreen(rule_set="codingame", given=suited("8KAQ2/82343", "cdhhs/ddhds")),
    ),
    Story(
        "Codeforces 546C, first sample",
        "Two cards each; player 2 wins in six rounds.",
        GameScreen(rule_set="codeforces-546c", given=Deal.parse("1 3/4 2")),
    ),
    Story(
        "Advent of Code 2020, day 22",
        "The worked example: 29 rounds, and the winner's deck scores 306.",
        GameScreen(rule_set="advent-of-code-22", given=Deal.parse("9 2 6 3 1/5 8 4 7 10")),
    ),
    Story(
        "Pyanitsa: zero beats nine",
        "Ten different cards; player 2 wins in 23 rounds.",
        GameScreen(rule_set="pyanitsa", given=Deal.parse("1 7 3 9 4/5 8 0 2 6")),
    ),
    *(_golf_story(number) for number in range(1, 15) if number != 7),
)
OPENING: Final = FAMOUS[0]
"""What a first visitor sees."""


def famous_of(deal: Deal) -> Story[GameScreen] | None:
    """Return the famous deal that this is, or None."""
    return next((famous for famous in FAMOUS if famous.screen.given == deal), None)


# Hands that people ask about, for any pack that has them.

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
