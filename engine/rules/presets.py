"""The named rule sets and where each comes from. A new one is one more entry here and nothing else."""

from dataclasses import dataclass
from typing import Final

from engine.rules.rules import BothOut, Order, Pickup, Rules, Shortfall


@dataclass(frozen=True, slots=True)
class Preset:
    """A named `Rules` with its source. `rules` is None only for the coin flip, which is no game."""

    name: str
    title: str
    source: str
    rules: Rules | None
    note: str = ""
    """What the source leaves open and what we chose, in one sentence; empty where it is complete."""

    @property
    def playable(self) -> Rules:
        """The rules; raises `ValueError` for the coin flip."""
        if self.rules is None:
            raise ValueError(f"{self.name} plays no cards, it is a fair coin: choose another rule set")
        return self.rules


_ALL: Final = (
    Preset(
        "programming-challenges",
        "Programming Challenges",
        'Skiena & Revilla, "Programming Challenges" (2003), and source 1, the rules as written',
        Rules(face_down=1, pickup=Pickup.AS_DEALT, shortfall=Shortfall.LOSES),
        "The text does not say who wins when both run out in the same war: drawn.",
    ),
    Preset(
        "programming-challenges-code",
        "Programming Challenges, as its program plays",
        "Source 1, what its Ruby program does",
        Rules(
            face_down=1,
            pickup=Pickup.AS_PROGRAMMED,
            shortfall=Shortfall.LOSES,
            both_out=BothOut.PLAYER_2,
        ),
        "Its program picks wars up in another order than its text, and gives player 2 a war both run out in.",
    ),
    Preset(
        "code-golf",
        "Code golf",
        'Code Golf Stack Exchange, "Who wins the game of War?" (source 2)',
        Rules(face_down=1, pickup=Pickup.LOSER_FIRST, shortfall=Shortfall.LOSES),
        "The text excludes deals in which both run out together: drawn.",
    ),
    Preset(
        "codingame",
        "CodinGame",
        'CodinGame, "Winamax Battle" (source 3)',
        Rules(face_down=3, pickup=Pickup.PLAYER_1_FIRST, shortfall=Shortfall.DRAW),
    ),
    Preset(
        "whats-in-a-game",
        "What's in a game",
        '"What\'s in a game?" (2008, source 4), the base rule',
        Rules(face_down=3, pickup=Pickup.LOSER_FIRST, shortfall=Shortfall.LOSES),
        "The text does not give the pick-up order; this one is its program's.",
    ),
    Preset(
        "whats-in-a-game-steal",
        "What's in a game, with stealing",
        '"What\'s in a game?" (2008, source 4), the house rule',
        Rules(face_down=3, pickup=Pickup.LOSER_FIRST, shortfall=Shortfall.STEAL),
        "With too few cards in both decks together nobody steals, and who runs out first loses.",
    ),
    Preset(
        "coin-flip",
        "Coin flip",
        '"What\'s in a game?" (2008, source 4), "Version 2"',
        None,
        "No game at all: a fair coin, the reference line of every share of wins.",
    ),
    Preset(
        "bicycle",
        "Bicycle",
        "Bicycle Cards, the rules of War as the card maker prints them",
        Rules(face_down=1, pickup=Pickup.LOSER_FIRST, shortfall=Shortfall.LAST_CARD),
        "The rules give no pick-up order: the loser's cards first.",
    ),
    Preset(
        "wikipedia",
        "Wikipedia",
        'Wikipedia, "War (card game)"',
        Rules(face_down=3, pickup=Pickup.RANDOM, shortfall=Shortfall.LAST_CARD),
        "The article gives no pick-up order: shuffled.",
    ),
    Preset(
        "jouets",
        "Jouets",
        "Louis Paternault, the bataille of the jouets collection",
        Rules(face_down=1, pickup=Pickup.RANDOM, shortfall=Shortfall.LOSES),
    ),
    Preset(
        "norvig",
        "Norvig",
        "Peter Norvig, the game of War in pytudes",
        Rules(face_down=3, pickup=Pickup.RANDOM, shortfall=Shortfall.LOSES),
    ),
    Preset(
        "kbwar",
        "kbWar",
        "kbWar, a study of the length of War over a million games",
        Rules(face_down=3, pickup=Pickup.RANDOM, shortfall=Shortfall.LAST_CARD),
    ),
    Preset(
        "codeforces-546c",
        "Codeforces 546C",
        'Codeforces 546C, "Soldier and Cards"',
        Rules(face_down=1, pickup=Pickup.LOSER_FIRST, shortfall=Shortfall.LOSES),
        "Its ranks are all different, so that no war is ever fought.",
    ),
    Preset(
        "advent-of-code-22",
        "Advent of Code 22",
        'Advent of Code 2020, day 22, "Crab Combat", part 1',
        Rules(face_down=1, pickup=Pickup.WINNER_FIRST, shortfall=Shortfall.LOSES),
        "Its ranks are all different, so that no war is ever fought.",
    ),
    Preset(
        "pyanitsa",
        "Pyanitsa",
        "The Russian school problem Pyanitsa (drunkard), ranks 0 to 9",
        Rules(
            face_down=1,
            pickup=Pickup.PLAYER_1_FIRST,
            shortfall=Shortfall.LOSES,
            order=Order.LOWEST_BEATS_HIGHEST,
        ),
        "Its ranks are all different, so that no war is ever fought.",
    ),
    Preset(
        "spivey",
        "Spivey",
        'Michael Spivey, "Cycles in War" (2010)',
        Rules(
            face_down=1,
            pickup=Pickup.WINNER_FIRST,
            shortfall=Shortfall.LOSES,
            order=Order.LOW_WINS,
        ),
        "Rank 1 is the highest; its ranks are all different, so that no war is ever fought.",
    ),
    Preset(
        "spoj-hs08war",
        "SPOJ HS08WAR",
        'SPOJ HS08WAR, "Game of War"',
        Rules(face_down=1, pickup=Pickup.WINNER_ALTERNATING_REVERSED, shortfall=Shortfall.LOSES),
    ),
)

PRESETS: Final[dict[str, Preset]] = {preset.name: preset for preset in _ALL}
"""Every named rule set by name: the four sources first, then the literature."""

PLAYABLE: Final[dict[str, Rules]] = {preset.name: preset.rules for preset in _ALL if preset.rules is not None}
"""The rules of every preset that plays cards."""


SETTLED: Final = tuple(name for name, rules in PLAYABLE.items() if rules.deterministic)
"""The rule sets under which the deal settles the game: only these can be told apart by a deal."""


def preset_of(rules: Rules) -> Preset | None:
    """Return the first preset with exactly these rules, or None: the rules are custom.

    >>> preset_of(Rules()).name
    'code-golf'
    """
    return next((preset for preset in _ALL if preset.rules == rules), None)


def rules_name(rules: Rules) -> str:
    """Return the preset's name for these rules, or their code when no preset has them."""
    preset = preset_of(rules)
    return preset.name if preset else rules.code


def rules_called(name: str) -> Rules:
    """Return the rules of a preset by name, or those of a rule code (`Rules.code`).

    Raises `ValueError` naming what there is.
    """
    if name in PRESETS:
        return PRESETS[name].playable
    if "." in name:
        return Rules.parse(name)
    raise ValueError(f"rule set {name[:60]!r} is unknown: take one of {', '.join(PRESETS)}")
