"""One complete set of rules as a value, every value that a rule can take, and the named sets with sources."""

import tomllib
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, Self

from engine.numbers import number_words, plural

# What is said of a rule and of its values: the columns of the table of values below.


class Description(NamedTuple):
    """What is said of one value of a rule. `*` surrounds the deciding words of a sentence."""

    text: str
    """The value itself, in links and in the terminal."""
    brief: str
    """In a few words, for the rows and axes of charts."""
    sentence: str
    """As a rule that a twelve-year-old understands."""
    does: str
    """What a program or a judge that has it does; goes on after "Your program" and "The judge"."""
    rare: int
    """How seldom we have met it in a program that should have another, the lower the more often."""
    settled_by: Literal["seats", "winner", "chance", ""] = ""
    """What settles a pick-up: the player's number, or not; winning, whatever the number; or chance."""
    noun: str = ""
    """What a game is played with, in a few words; empty where that is the brief description."""
    kernel: str = ""
    """For the kernels: whose cards lead a pick-up and how they go on, named as in `engine.kernels.codes`."""

    @property
    def cell(self) -> str:
        """In a few words under a heading that names the rule: there "loses if short of cards" is "loses"."""
        return self.brief.partition(" if ")[0]


_RARE_FACE_DOWN: Final = (1, 1, 2, 1, 3, 4)


def face_down_description(cards: int) -> Description:
    """Return what is said of a number of cards face down in a war.

    >>> face_down_description(1).sentence
    'In a war, each player lays *one card face down*, then one up.'
    """
    number = number_words(cards)
    laid = f"{number} {plural(cards, 'card')} face down"
    return Description(
        str(cards),
        brief=f"{cards or 'no'} {plural(cards, 'card')} face down",
        sentence=f"In a war, each player lays *{laid}*, then one up."
        if cards
        else "In a war, each player lays *just one card*, face up.",
        does=f"lays *{laid}* in a war",
        rare=_RARE_FACE_DOWN[min(cards, len(_RARE_FACE_DOWN) - 1)],
    )


class RuleDescription(NamedTuple):
    """What is said of a rule, whatever its value."""

    label: str
    """Over the choice of its value."""
    varied: str
    """What decides, where its values are compared."""


RULE_DESCRIPTIONS: Final = {
    "face_down": RuleDescription("Cards face down in a war", "The number of cards face down"),
    "pickup": RuleDescription("Pick-up", "The pick-up order"),
    "shortfall": RuleDescription("Too few cards for a war", "The rule for a player short of cards"),
    "both_out": RuleDescription("Both run out in the same war", "The rule for both players running out"),
    "order": RuleDescription("Which card wins", "The order of the ranks"),
}


# The values of each rule: a new one is a member here, and an entry in `values.toml` with its words.
#
# What it does is then decided in two places: the law (`engine.game.referee`), which the type checker names
# until it has its branch there, and the kernels' codes (`engine.kernels.codes`), which tests of all rules
# look up.

_DESCRIPTIONS: Final = tomllib.loads(Path(__file__).with_name("values.toml").read_text("utf-8"))
"""By the names of the rule's class and of the value."""


class Value(StrEnum):
    """A named value of a rule: what the law and the kernels act on, links carry and the terminal takes.

    Raises `KeyError` for a member without a description.
    """

    def __init__(self, text: str) -> None:
        self.description = Description(text, **_DESCRIPTIONS[type(self).__name__][text])


class Pickup(Value):
    """The order in which the table goes under the winner's deck, first card uppermost."""

    AS_DEALT = "AS_DEALT"
    """Player 1's first card, player 2's first, 1's second, 2's second, ..., winner or not."""
    AS_PROGRAMMED = "AS_PROGRAMMED"
    """As dealt for the opening pair, then for each war player 1's cards, then player 2's."""
    PLAYER_1_FIRST = "PLAYER_1_FIRST"
    PLAYER_2_FIRST = "PLAYER_2_FIRST"
    """That player's cards in played order, then the other's, winner or not."""
    LOSER_FIRST = "LOSER_FIRST"
    WINNER_FIRST = "WINNER_FIRST"
    """That side's cards in played order, then the other's."""
    LOSER_ALTERNATING = "LOSER_ALTERNATING"
    WINNER_ALTERNATING = "WINNER_ALTERNATING"
    """One card of each in turn, that side first."""
    WINNER_ALTERNATING_REVERSED = "WINNER_ALTERNATING_REVERSED"
    """The same from the last card laid back to the first."""
    WINNER_INSIDE_OUT = "WINNER_INSIDE_OUT"
    """War by war from the last one back to the opening pair, of each that side's cards first."""
    RANDOM = "RANDOM"
    """The table is shuffled."""
    COIN_FLIP = "COIN_FLIP"
    """The winner's or the loser's block first, by a fair coin each time."""


class Shortfall(Value):
    """What happens when a player cannot pay for a war."""

    LOSES = "LOSES"
    """Cards are laid one at a time by both at once; the player who runs out first loses."""
    DRAW = "DRAW"
    """The game ends at once, drawn, whichever player is short."""
    LAST_CARD = "LAST_CARD"
    """The short player lays what is there, the last card face up; with none the game is lost."""
    FEWER_DOWN = "FEWER_DOWN"
    """Both lay only as many as the shorter can afford; with none the game is lost."""
    STEAL = "STEAL"
    """The short player takes what is missing from the top of the other deck."""


class BothOut(Value):
    """The winner when both are short by the same number where running out loses."""

    DRAW = "DRAW"
    PLAYER_1 = "PLAYER_1"
    PLAYER_2 = "PLAYER_2"


class Order(Value):
    """Which face-up card wins."""

    HIGH = "HIGH"
    """2 is lowest, the ace highest; numbered ranks by their number."""
    ACE_LOW = "ACE_LOW"
    """The ace (14) comes below everything else."""
    LOW_WINS = "LOW_WINS"
    """The lower rank wins: 1 is the highest card."""
    LOWEST_BEATS_HIGHEST = "LOWEST_BEATS_HIGHEST"
    """As `HIGH`, but the lowest rank of the deal beats its highest."""


RANDOM_PICKUPS: Final = frozenset(pickup for pickup in Pickup if pickup.description.settled_by == "chance")
SYMMETRIC_PICKUPS: Final = frozenset(pickup for pickup in Pickup if pickup.description.settled_by == "winner")
"""Orders that look only at who won: exchanging the decks exchanges the winner."""


def description_of(value: int | Value) -> Description:
    """Return what is said of a rule's value; a number is one of cards face down.

    >>> [description_of(value).brief for value in (3, Pickup.LOSER_FIRST, BothOut.DRAW)]
    ['3 cards face down', 'loser’s cards first', 'a draw if both players run out']
    """
    return value.description if isinstance(value, Value) else face_down_description(value)


# A rule set: one value for each rule, in the dimensions in which rule sets of War differ.

MOST_FACE_DOWN: Final = 99


@dataclass(frozen=True, kw_only=True, slots=True)
class Rules:
    """A rule set: frozen, hashable, compared by value.

    Raises `ValueError` with one sentence for what cannot be played.

    >>> Rules(face_down=3, shortfall=Shortfall.DRAW).need
    4
    >>> Rules(shortfall=Shortfall.DRAW, both_out=BothOut.PLAYER_2)
    Traceback (most recent call last):
        ...
    ValueError: both_out PLAYER_2 does not fit shortfall DRAW, where nobody wins: use both_out DRAW
    """

    face_down: int = 1
    pickup: Pickup = Pickup.LOSER_FIRST
    shortfall: Shortfall = Shortfall.LOSES
    both_out: BothOut = BothOut.DRAW
    order: Order = Order.HIGH

    def __post_init__(self) -> None:
        if type(self.face_down) is not int or not 0 <= self.face_down <= MOST_FACE_DOWN:
            raise ValueError(f"face_down {self.face_down!r} is out of range: use 0 to {MOST_FACE_DOWN} cards")
        for name, kind in ENUMS.items():
            value = getattr(self, name)
            if value not in list(kind):
                raise ValueError(f"{name} {value!r} is unknown: use one of {', '.join(kind)}")
            object.__setattr__(self, name, kind(value))
        if self.shortfall is Shortfall.DRAW and self.both_out is not BothOut.DRAW:
            raise ValueError(
                f"both_out {self.both_out} does not fit shortfall DRAW, where nobody wins: use both_out DRAW"
            )

    @property
    def need(self) -> int:
        """Cards each player must hold for a war: those face down and the one face up."""
        return self.face_down + 1

    @property
    def deterministic(self) -> bool:
        """Whether the deal alone settles the game."""
        return self.pickup not in RANDOM_PICKUPS

    @property
    def symmetric(self) -> bool:
        """Whether exchanging the decks exchanges the winner and nothing else."""
        return self.pickup in SYMMETRIC_PICKUPS and self.both_out is BothOut.DRAW

    @property
    def code(self) -> str:
        """One word for the rules, which `parse` reads: for links and the terminal.

        >>> Rules().code
        '1.LOSER_FIRST.LOSES.DRAW.HIGH'
        """
        return ".".join(str(getattr(self, name)) for name in RULE_NAMES)

    @classmethod
    def parse(cls, code: str) -> Self:
        """Read what `code` wrote. Raises `ValueError` in one sentence.

        >>> Rules.parse("1.LOSER_FIRST.LOSES.DRAW.HIGH") == Rules()
        True
        """
        parts = code.split(".")
        if len(parts) != len(RULE_NAMES):
            raise ValueError(f"{code[:60]!r} is not a rule set: write {'.'.join(RULE_NAMES)}")
        if not (parts[0].isascii() and parts[0].isdigit() and len(parts[0]) < 4):
            raise ValueError(f"face_down {parts[0][:20]!r}: use a whole number, 0 to {MOST_FACE_DOWN}")
        values: dict[str, Any] = dict(zip(RULE_NAMES, parts, strict=True))
        return cls(**{**values, "face_down": int(parts[0])})

    def description(self, name: str) -> Description:
        """Return what is said of the value of one rule.

        >>> Rules(face_down=3).description("face_down").brief
        '3 cards face down'
        """
        return description_of(getattr(self, name))

    def differing(self, other: "Rules") -> tuple[str, ...]:
        """Return the names of the single rules in which these differ from others.

        >>> Rules(face_down=3).differing(Rules())
        ('face_down',)
        """
        return tuple(name for name in RULE_NAMES if getattr(self, name) != getattr(other, name))

    def changed(self, **single: Any) -> "Rules":
        """Return these rules with single ones changed; `both_out` falls back to `DRAW` where it must.

        >>> Rules(both_out=BothOut.PLAYER_2).changed(shortfall=Shortfall.DRAW).both_out
        <BothOut.DRAW: 'DRAW'>
        """
        if single.get("shortfall") == Shortfall.DRAW and "both_out" not in single:
            single["both_out"] = BothOut.DRAW
        return replace(self, **single)


RULE_NAMES: Final = tuple(field.name for field in fields(Rules))
"""Every rule by field name, in the order in which they are written and told."""

ENUMS: Final[dict[str, type[Value]]] = {
    "pickup": Pickup,
    "shortfall": Shortfall,
    "both_out": BothOut,
    "order": Order,
}
"""The rules whose values are named, by field name."""


# A named rule set: where it comes from, what its source leaves open and what we chose there.


class Silence(NamedTuple):
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


class Preset(NamedTuple):
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
            raise ValueError(f"{self.name} is a coin toss, not a card game: choose another rule set")
        return self.rules


# The named rule sets and where each comes from: a new one is one more entry in `presets.toml`.


def _silence(entry: dict[str, Any]) -> Silence:
    return Silence(**{**entry, "rules": tuple(entry.get("rules", ()))})


def _preset(name: str, entry: dict[str, Any]) -> Preset:
    rules = Rules.parse(entry["rules"]) if "rules" in entry else None
    silences = tuple(_silence(silence) for silence in entry.get("silences", ()))
    return Preset(name, **{**entry, "rules": rules, "silences": silences})


_TABLES: Final = tomllib.loads(Path(__file__).with_name("presets.toml").read_text("utf-8"))

PRESETS: Final[dict[str, Preset]] = {name: _preset(name, entry) for name, entry in _TABLES["presets"].items()}
"""Every named rule set by name: the four sources first, then the literature."""


# Rule sets by name, and the names of rule sets.

PLAYABLE: Final[dict[str, Rules]] = {
    preset.name: preset.rules for preset in PRESETS.values() if preset.rules is not None
}
"""The rules of every preset that plays cards."""

USUAL_RULES: Final = "code-golf"
"""The name of the rules that are meant where none are: those of `Rules()`."""

RULE_GROUPS: Final[dict[str, dict[str, str]]] = _TABLES["groups"]
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
    raise ValueError(f"rule set {name[:60]!r} is unknown: use one of {', '.join(PRESETS)}")
