"""How each screen is written into a link and read from it."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeVar

from dashboard.urls import screens
from dashboard.urls.links import LONGEST, TOO_LONG, Codec, LinkError, compressed, decompressed, whole_number
from engine import formats
from engine.cards import LARGEST_SEED, Deal, Hands, Pack
from engine.diagnose import Case, Program, read_answer
from engine.game import LIMIT
from engine.library import MOST_BUILT
from engine.numbers import count
from engine.rules import Rules, rules_called
from engine.simulation import MOST_GAMES

# Screens as parameters, one for each field, and the pages whose addresses are no more than that.

S = TypeVar("S", bound=screens.Screen)


class Field(NamedTuple):
    """A parameter of an address and the field of the screen that it carries."""

    parameter: str
    name: str
    read: Callable[[str], Any] = str
    """Raises `ValueError` for what cannot be shown."""
    write: Callable[[Any], str] = str
    optional: bool = False
    """Whether it is left out where the field is as usual: links are older than the choice of it."""


def written(screen: screens.Screen, *fields: Field) -> dict[str, str]:
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
_CHARTS: Final = Field("charts", "charts", screens.Group, optional=True)
_RULE_SETS: Final = Field("rules", "rule_sets", lambda text: tuple(text.split("/")), "/".join)


def _only_yes(name: str) -> Field:
    """Return a field that is written only where it is so. Reading raises `ValueError`."""

    def read(text: str) -> bool:
        if text != "yes":
            raise ValueError(f"{name} {text[:10]!r} is not allowed: the only value is yes")
        return True

    return Field(name, name, read, lambda _: "yes", optional=True)


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
    screens.SimulateScreen,
    RULE_SET,
    PACK,
    HANDS,
    _GAMES,
    SEED,
    Field("unit", "unit", screens.Unit),
    Field("scale", "scale", screens.Scale),
    _CHARTS,
)
COMPARE: Final = _codec(
    "compare",
    screens.CompareScreen,
    _RULE_SETS,
    PACK,
    HANDS,
    _GAMES,
    SEED,
    Field("sweep", "sweep", optional=True),
    Field("unit", "unit", screens.Unit, optional=True),
    _CHARTS,
)
RULES: Final = _codec(
    "rules",
    screens.RulesScreen,
    RULE_SET._replace(optional=True),
    Field("one", "one", optional=True),
    Field("other", "other", optional=True),
    Field("answers", "answers", lambda text: tuple(text.split(".")), ".".join, optional=True),
)
PACKS: Final = _codec("packs", screens.PacksScreen, RULE_SET, PACK)
QUESTIONS: Final = _codec(
    "questions",
    screens.QuestionsScreen,
    Field("q", "asked", optional=True),
    _only_yes("answered"),
    Field("guess", "guess", lambda text: whole_number("guess", text, 100_000), optional=True),
    RULE_SET._replace(optional=True),
    _only_yes("lesson"),
)
RECORDS: Final = _codec("records", screens.RecordsScreen, number("built", MOST_BUILT), Field("feat", "feat"))
LITERATURE: Final = _codec(
    "literature",
    screens.LiteratureScreen,
    Field("claim", "claim", optional=True),
    Field("verdict", "verdict", optional=True),
    Field("source", "source", optional=True),
    Field("rules", "rules", optional=True),
    Field("words", "words", optional=True),
    Field("sorted", "by_verdict", lambda text: text == "verdict", lambda _: "verdict", optional=True),
)


# The address of the Game page.

_VIEW: Final = Field("view", "view", screens.View)
_FIELDS: Final = (SEED, number("game", LARGEST_SEED), number("round", LIMIT), _VIEW)


def suited(text: str, suits: str) -> Deal:
    """Return a deal from its line and the suits that `formats.suits_text` wrote. Raises `ValueError`."""
    bare = Deal.parse(text)
    suits_1, _, suits_2 = suits.partition("/")
    return Deal(bare.deck_1, bare.deck_2, suits_1, suits_2)


def _write_game(screen: screens.GameScreen) -> dict[str, str]:
    if screen.given is None:
        return written(screen, RULE_SET, PACK, HANDS, *_FIELDS)
    suits = formats.suits_text(screen.given)
    deal = {"deal": screen.given.text, **({"suits": suits} if suits else {})}
    return {**deal, **written(screen, RULE_SET, *_FIELDS)}


def _read_game(params: Mapping[str, str]) -> screens.GameScreen:
    if "deal" not in params:
        return screens.GameScreen(**read(params, RULE_SET, PACK, HANDS, *_FIELDS))
    given = suited(params["deal"], params.get("suits", ""))
    return screens.GameScreen(given=given, **read(params, RULE_SET, *_FIELDS))


GAME: Final = Codec(
    page="",
    names=("rules", "pack", "hands", "deal", "suits", "seed", "game", "round", "view"),
    write=_write_game,
    read=_read_game,
)


# What is on the Diagnose page as a question to `engine.diagnose`.


def question(screen: screens.DiagnoseScreen) -> tuple[Case, ...]:
    """Return the cases in which the program gave an answer. Raises `NotationError` for what is none."""
    return tuple(case_of(case) for case in screen.cases if case.got)


def case_of(case: screens.AskedCase) -> Case:
    """Return one case, its answers read."""
    return Case(
        case.deal,
        got=read_answer(case.got),
        expected=read_answer(case.expected) if case.expected else None,
        format=case.format,
    )


def named_judge(screen: screens.DiagnoseScreen) -> Rules | None:
    """Return the rules that are meant, None where they are to be found."""
    return rules_called(screen.judge) if screen.judge else None


def check_question(screen: screens.DiagnoseScreen) -> None:
    """Raise `ValueError` for a screen whose question cannot be asked."""
    question(screen)
    unknown = next((case.format for case in screen.cases if case.format not in ("", *formats.FORMATS)), None)
    if unknown is not None:
        raise ValueError(f"format {unknown[:30]!r} is unknown: use one of {', '.join(formats.LISTED)}")
    if screen.judge:
        screens.settled_rules(screen.judge)
    if screen.program:
        Program.parse(screen.program)


def judge_meant(screen: screens.DiagnoseScreen, case: screens.AskedCase | None) -> Rules:
    """Return the rules that are meant where the answers do not say: those of the deal's own judge."""
    given = named_judge(screen)
    if given is not None:
        return given
    return rules_called((formats.judge_of(case.format) if case else "") or "code-golf")


# The address of the Diagnose page: all its cases, each field of them in one parameter.


def _write_diagnose(screen: screens.DiagnoseScreen) -> dict[str, str]:
    if not screen.cases:
        return {}
    cases = screen.cases
    if any(len(case.trace) > LONGEST for case in cases):
        raise LinkError(TOO_LONG)
    params = {
        "deals": formats.joined(case.deal.text for case in cases),
        "suits": formats.joined(formats.suits_text(case.deal) for case in cases),
        "expected": formats.joined(case.expected for case in cases),
        "got": formats.joined(case.got for case in cases),
        "forms": formats.joined(case.format for case in cases),
        "trace": formats.joined(compressed(case.trace) for case in cases),
        "judge": screen.judge,
        "program": screen.program,
    }
    given = {name: value for name, value in params.items() if value.strip("_")}
    return {**given, "case": str(screen.case + 1)}


def _read_diagnose(fields: Mapping[str, str]) -> screens.DiagnoseScreen:
    if not fields.keys() - {"v"}:
        return screens.DiagnoseScreen()
    deals = _split(fields["deals"])
    also = {name: _split(fields.get(name, "")) for name in ("suits", "expected", "got", "forms", "trace")}
    for name, values in also.items():
        if name not in fields:
            also[name] = [""] * len(deals)
        elif len(values) != len(deals):
            raise ValueError(f"{name} are given for {count(len(values), 'test')} of {len(deals)}")
    cases = tuple(
        screens.AskedCase(
            deal=suited(text, suits), expected=expected, got=got, format=format, trace=decompressed(trace)
        )
        for text, suits, expected, got, format, trace in zip(deals, *also.values(), strict=True)
    )
    screen = screens.DiagnoseScreen(
        cases=cases,
        case=whole_number("case", fields["case"], len(cases) + 1, least=1) - 1,
        judge=fields.get("judge", ""),
        program=fields.get("program", ""),
    )
    check_question(screen)
    return screen


def _split(text: str) -> list[str]:
    """Return the texts that `formats.joined` made one of.

    >>> _split(formats.joined(["a_b", "", "~"]))
    ['a_b', '', '~']
    """
    return [part.replace("~1", "_").replace("~0", "~") for part in text.split("_")]


DIAGNOSE: Final = Codec(
    page="diagnose",
    names=("deals", "suits", "expected", "got", "forms", "trace", "judge", "program", "case"),
    write=_write_diagnose,
    read=_read_diagnose,
)
