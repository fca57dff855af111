"""The named rule sets, each with its source."""

from dataclasses import dataclass
from typing import Final

from engine.rules.rules import BothOut, Order, Pickup, Rules, Shortfall

# A named rule set: where it comes from, what its source leaves open and what we chose there.


@dataclass(frozen=True, slots=True)
class Silence:
    """Something that a source leaves open, and what we chose there."""

    rules: tuple[str, ...]
    """The rules that it does not give, by field name; none where it is about something else."""
    open: str
    """What it leaves open; goes on after the source's title."""
    ours: str
    """What we chose, and why."""
    deal: str
    """A deal that shows what we chose."""
    note: str = ""
    """What is open and what we chose, in one sentence."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named `Rules` with its source. `rules` is None only for the coin flip, which is no game."""

    name: str
    title: str
    source: str
    rules: Rules | None
    silences: tuple[Silence, ...] = ()
    """What the source leaves open: said in the note, grey in the table of rules, told with its deal."""
    remark: str = ""
    """What else is to be known of it, in one sentence."""

    @property
    def note(self) -> str:
        """What is to be known of it, with the first thing that its source leaves open and what we chose."""
        silent = (silence.note for silence in self.silences if silence.note)
        return " ".join(filter(None, (self.remark, next(silent, ""))))

    @property
    def left_open(self) -> frozenset[str]:
        """The rules that the source does not give, by field name: there the choice is ours."""
        return frozenset(rule for silence in self.silences for rule in silence.rules)

    @property
    def playable(self) -> Rules:
        """The rules; raises `ValueError` for the coin flip."""
        if self.rules is None:
            raise ValueError(f"{self.name} plays no cards, it is a fair coin: choose another rule set")
        return self.rules


# The named rule sets and where each comes from. A new one is one more entry here and nothing else.

_ENDLESS: Final = "We prove it where a position comes back, and never stop a game by a count."
_WHATS_IN_A_GAME: Final = (
    Silence(
        ("pickup",),
        "does not say in which order cards are picked up.",
        "The loser’s first, as its program does.",
        "3/23",
        "The text does not give the pick-up order; this one is its program's.",
    ),
    Silence(
        ("both_out",),
        "lets the player lose who runs out, and is silent where both do.",
        "Drawn; its program finds no end there.",
        "2/2",
    ),
)
"""Source 4, of both its rules."""


def _all_different(
    deal: str, note: str = "Its ranks are all different, so that no war is ever fought."
) -> Silence:
    """Return what a source leaves open that has no rules of war: `Rules()` has those of Code golf."""
    return Silence(
        ("face_down", "shortfall", "both_out"),
        "has ranks that are all different, and so no rules of war.",
        "As Code golf has them; its own deals never get there.",
        deal,
        note,
    )


_ALL: Final = (
    Preset(
        "programming-challenges",
        "Programming Challenges",
        'Skiena & Revilla, "Programming Challenges" (2003), the rules as written',
        Rules(face_down=1, pickup=Pickup.AS_DEALT, shortfall=Shortfall.LOSES),
        (
            Silence(
                ("both_out",),
                "does not say who wins when both run out in the same war.",
                "Drawn: neither has a card more than the other.",
                "2/2",
                "The text does not say who wins when both run out in the same war: drawn.",
            ),
            Silence(
                (),
                "plays until somebody wins. That a game may never end is a guess beneath its program.",
                f"{_ENDLESS} Of 52 cards, 42 % of deals never end.",
                "23/32",
            ),
        ),
    ),
    Preset(
        "programming-challenges-code",
        "Programming Challenges, as its program plays",
        'A Ruby program published with the rules of "Programming Challenges"',
        Rules(face_down=1, pickup=Pickup.AS_PROGRAMMED, shortfall=Shortfall.LOSES, both_out=BothOut.PLAYER_2),
        remark="Its program picks wars up in another order than its text, "
        "and gives player 2 a war both run out in.",
    ),
    Preset(
        "code-golf",
        "Code golf",
        'Code Golf Stack Exchange, "Who wins the game of War?"',
        Rules(face_down=1, pickup=Pickup.LOSER_FIRST, shortfall=Shortfall.LOSES),
        (
            Silence(
                ("both_out",),
                "takes for granted that one player runs out first. A last war can take the cards of both.",
                "Drawn: cards are laid one at a time by both at once, as it says, so neither is first.",
                "2/2",
                "The text excludes deals in which both run out together: drawn.",
            ),
            Silence(
                (),
                "takes for granted that every game ends. "
                "A comment beneath it asks about three cards that do not.",
                f"{_ENDLESS} Of 52 cards none was met in 20 million deals; one was built.",
                "3/23",
            ),
        ),
    ),
    Preset(
        "codingame",
        "CodinGame",
        'CodinGame, "Winamax Battle"',
        Rules(face_down=3, pickup=Pickup.PLAYER_1_FIRST, shortfall=Shortfall.DRAW),
        (
            Silence(
                (),
                "promises that its tests end, and says nothing of games that do not.",
                f"{_ENDLESS} Of 52 cards, 36 % of deals never end.",
                "23/32",
            ),
        ),
    ),
    Preset(
        "whats-in-a-game",
        "What's in a game",
        '"What\'s in a game?" (2008), the base rule',
        Rules(face_down=3, pickup=Pickup.LOSER_FIRST, shortfall=Shortfall.LOSES),
        _WHATS_IN_A_GAME,
    ),
    Preset(
        "whats-in-a-game-steal",
        "What's in a game, with stealing",
        '"What\'s in a game?" (2008), the house rule',
        Rules(face_down=3, pickup=Pickup.LOSER_FIRST, shortfall=Shortfall.STEAL),
        (
            Silence(
                (),
                "does not say which cards are taken, "
                "nor what happens when both decks together cannot pay for a war.",
                "The top ones, as its program takes them. With fewer than eight in all nobody steals, "
                "and who is short loses: a theft could only move the lack to the other side.",
                "23/2234567",
                "With too few cards in both decks together nobody steals, and who runs out first loses.",
            ),
            *_WHATS_IN_A_GAME,
        ),
    ),
    Preset(
        "coin-flip",
        "Coin flip",
        '"What\'s in a game?" (2008), "Version 2"',
        None,
        remark="No game at all: a fair coin, the reference line of every share of wins.",
    ),
    Preset(
        "bicycle",
        "Bicycle",
        "Bicycle Cards, the rules of War as the card maker prints them",
        Rules(face_down=1, pickup=Pickup.LOSER_FIRST, shortfall=Shortfall.LAST_CARD),
        (
            Silence(
                ("pickup",),
                "does not say in which order cards are picked up.",
                "The loser’s first: that favours neither player, and the deal settles the game.",
                "3/222",
                "The rules give no pick-up order: the loser's cards first.",
            ),
        ),
    ),
    Preset(
        "wikipedia",
        "Wikipedia",
        'Wikipedia, "War (card game)"',
        Rules(face_down=3, pickup=Pickup.RANDOM, shortfall=Shortfall.LAST_CARD),
        (
            Silence(
                ("pickup",),
                "does not say in which order cards are picked up.",
                "Shuffled: no order favours anybody, and no game is endless.",
                "3/222",
                "The article gives no pick-up order: shuffled.",
            ),
        ),
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
        Rules(pickup=Pickup.LOSER_FIRST),
        (_all_different("13/42"),),
    ),
    Preset(
        "advent-of-code-22",
        "Advent of Code 22",
        'Advent of Code 2020, day 22, "Crab Combat", part 1',
        Rules(pickup=Pickup.WINNER_FIRST),
        (_all_different("9 2 6 3 1/5 8 4 7 10"),),
    ),
    Preset(
        "pyanitsa",
        "Pyanitsa",
        "The Russian school problem Pyanitsa (drunkard), ranks 0 to 9",
        Rules(pickup=Pickup.PLAYER_1_FIRST, order=Order.LOWEST_BEATS_HIGHEST),
        (_all_different("1 3 5 7 9/2 4 6 8 0"),),
    ),
    Preset(
        "spivey",
        "Spivey",
        'Michael Spivey, "Cycles in War" (2010)',
        Rules(pickup=Pickup.WINNER_FIRST, order=Order.LOW_WINS),
        (
            _all_different(
                "1 2/3", "Rank 1 is the highest; its ranks are all different, so that no war is ever fought."
            ),
        ),
    ),
    Preset(
        "spoj-hs08war",
        "SPOJ HS08WAR",
        'SPOJ HS08WAR, "Game of War"',
        Rules(face_down=1, pickup=Pickup.WINNER_ALTERNATING_REVERSED, shortfall=Shortfall.LOSES),
    ),
    Preset(
        "dailyprogrammer-320",
        "Daily Programmer 320",
        'r/dailyprogrammer, challenge 320, "War (card game)" (2017)',
        Rules(face_down=3, pickup=Pickup.WINNER_INSIDE_OUT, shortfall=Shortfall.FEWER_DOWN),
        remark="Of its three sample deals two end as published; the first, which it gives to player 1, "
        "is won by player 2 after 454 rounds by the rules as it writes them.",
    ),
)

PRESETS: Final[dict[str, Preset]] = {preset.name: preset for preset in _ALL}
"""Every named rule set by name: the four sources first, then the literature."""


# Rule sets by name, and the names of rule sets.

PLAYABLE: Final[dict[str, Rules]] = {
    preset.name: preset.rules for preset in PRESETS.values() if preset.rules is not None
}
"""The rules of every preset that plays cards."""

USUAL_RULES: Final = "code-golf"
"""The name of the rules that are meant where none are: those of `Rules()`."""

RULE_GROUPS: Final[dict[str, dict[str, str]]] = {
    "Household rules": {
        "bicycle": "as printed by the card maker",
        "wikipedia": "three cards down, winnings shuffled",
    },
    "Programming puzzles": {
        "code-golf": "loser’s cards first; too few cards loses",
        "codingame": "three cards down; player 1’s cards first",
        "programming-challenges": "cards taken as laid; 42 of 100 never end",
        "programming-challenges-code": "as published in Ruby: cards taken war by war",
        "codeforces-546c": "as Code golf, with ranks all different",
        "advent-of-code-22": "winner’s cards first, ranks all different",
        "pyanitsa": "player 1’s cards first; zero beats nine",
        "spoj-hs08war": "cards taken in turn, the last laid first",
        "dailyprogrammer-320": "three cards down; both lay fewer if one is short",
    },
    "Studies": {
        "whats-in-a-game": "three cards down; too few cards loses",
        "norvig": "three cards down, winnings shuffled",
        "whats-in-a-game-steal": "a player short of cards takes the other’s",
        "kbwar": "three cards down, shuffled; the last card fights",
        "jouets": "one card down, winnings shuffled",
        "spivey": "winner’s cards first; 1 is the highest",
    },
}
"""Every rule set that plays cards, by group, with half a line about it."""

BEST_KNOWN: Final = (
    *("bicycle", "wikipedia", "code-golf", "codingame", "programming-challenges"),
    *("whats-in-a-game", "norvig"),
)
"""The rule sets that are listed first."""

SETTLED: Final = tuple(name for name, rules in PLAYABLE.items() if rules.deterministic)
"""The rule sets under which the deal settles the game: only these can be told apart by a deal."""


def preset_of(rules: Rules) -> Preset | None:
    """Return the first preset with exactly these rules, or None: the rules are custom.

    >>> preset_of(Rules()).name
    'code-golf'
    """
    return next((preset for preset in PRESETS.values() if preset.rules == rules), None)


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
