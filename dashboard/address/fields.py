"""Screens as parameters, one for each field, and the pages whose addresses are no more than that."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Final, TypeVar

from dashboard.address.library import (
    LiteratureScreen,
    PacksScreen,
    QuestionsScreen,
    RecordsScreen,
    RulesScreen,
)
from dashboard.address.link import Codec, whole_number
from dashboard.address.screens import CompareScreen, Scale, Screen, SimulateScreen, Unit
from engine.cards import Hands, Pack
from engine.cards.stream import LARGEST_SEED
from engine.records.feats import MOST_BUILT
from engine.study import MOST_GAMES

S = TypeVar("S", bound=Screen)


@dataclass(frozen=True)
class Field:
    """A parameter of an address and the field of the screen that it carries."""

    parameter: str
    name: str
    read: Callable[[str], Any] = str
    """Raises `ValueError` for what cannot be shown."""
    write: Callable[[Any], str] = str
    optional: bool = False
    """Whether it is left out where the field is as usual: links are older than the choice of it."""


def written(screen: Screen, *fields: Field) -> dict[str, str]:
    """Return some fields of a screen as parameters."""
    values = {field: getattr(screen, field.name) for field in fields}
    return {
        field.parameter: field.write(value)
        for field, value in values.items()
        if not field.optional or value != getattr(type(screen), field.name)
    }


def read(params: Mapping[str, str], *fields: Field) -> dict[str, Any]:
    """Return some fields of a screen. Raises `ValueError`, or `KeyError` for a lost parameter."""
    there = [field for field in fields if not field.optional or field.parameter in params]
    return {field.name: field.read(params[field.parameter]) for field in there}


def number(name: str, most: int, *, least: int = 0) -> Field:
    """Return a field that is a whole number and is called alike in the address."""
    return Field(name, name, lambda text: whole_number(name, text, most, least=least))


RULE_SET: Final = Field("rules", "rule_set")
PACK: Final = Field("pack", "pack", Pack.parse, attrgetter("text"))
HANDS: Final = Field("hands", "hands", Hands.parse, attrgetter("text"), optional=True)
SEED: Final = number("seed", LARGEST_SEED)
_GAMES: Final = number("games", MOST_GAMES, least=1)
_RULE_SETS: Final = Field("rules", "rule_sets", lambda text: tuple(text.split("/")), "/".join)


def _yes(text: str) -> bool:
    """Read what is said only where it is so. Raises `ValueError`."""
    if text != "yes":
        raise ValueError(f"answered {text[:10]!r}: only yes is ever written")
    return True


def _codec(page: str, screen: type[S], *fields: Field) -> Codec[S]:
    """Return the codec of a page whose parameters are the fields of its screen."""
    return Codec(
        page=page,
        names=tuple(field.parameter for field in fields),
        write=lambda shown: written(shown, *fields),
        read=lambda params: screen(**read(params, *fields)),
    )


SIMULATE: Final = _codec(
    "simulate",
    SimulateScreen,
    RULE_SET,
    PACK,
    HANDS,
    _GAMES,
    SEED,
    Field("unit", "unit", Unit),
    Field("scale", "scale", Scale),
)
COMPARE: Final = _codec(
    "compare",
    CompareScreen,
    _RULE_SETS,
    PACK,
    HANDS,
    _GAMES,
    SEED,
    Field("sweep", "sweep", optional=True),
    Field("unit", "unit", Unit, optional=True),
)
RULES: Final = _codec("rules", RulesScreen, RULE_SET, Field("one", "one"), Field("other", "other"))
PACKS: Final = _codec("packs", PacksScreen, RULE_SET, PACK)
QUESTIONS: Final = _codec(
    "questions",
    QuestionsScreen,
    Field("q", "asked", optional=True),
    Field("answered", "answered", _yes, lambda _: "yes", optional=True),
    Field("guess", "guess", lambda text: whole_number("guess", text, 100_000), optional=True),
    replace(RULE_SET, optional=True),
)
RECORDS: Final = _codec("records", RecordsScreen, number("built", MOST_BUILT), Field("feat", "feat"))
LITERATURE: Final = _codec(
    "literature",
    LiteratureScreen,
    Field("claim", "claim", optional=True),
    Field("verdict", "verdict", optional=True),
    Field("source", "source", optional=True),
    Field("rules", "rules", optional=True),
    Field("words", "words", optional=True),
    Field("sorted", "by_verdict", lambda text: text == "verdict", lambda _: "verdict", optional=True),
)
