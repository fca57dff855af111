"""What each page writes into its address, and how it is read back."""

from collections.abc import Iterable, Mapping
from typing import Final

from dashboard.diagnose_question import check_question
from dashboard.link import LONGEST_QUERY, Codec, LinkError, whole_number
from dashboard.screen import (
    AskedCase,
    CompareScreen,
    DiagnoseScreen,
    GameScreen,
    RulesScreen,
    Scale,
    SimulateScreen,
    Unit,
    View,
)
from dashboard.squeezed import LONGEST, squeezed, unsqueezed
from engine.cards import Pack
from engine.deal import Deal
from engine.game import LIMIT
from engine.presets import rules_called
from engine.stream import LARGEST_SEED
from engine.study import MOST_GAMES
from engine.wording import count


def _write_game(screen: GameScreen) -> dict[str, str]:
    params = {"rules": screen.rule_set}
    if screen.given is None:
        params["pack"] = screen.pack.text
    else:
        params["deal"] = screen.given.text
        suits = f"{screen.given.suits_1}/{screen.given.suits_2}"
        if suits != "/":
            params["suits"] = suits
    numbers = {"seed": screen.seed, "game": screen.game, "round": screen.round}
    return {**params, **{name: str(value) for name, value in numbers.items()}, "view": screen.view.value}


def _read_game(fields: Mapping[str, str]) -> GameScreen:
    rules_called(fields["rules"])
    deal, pack = None, GameScreen().pack
    if "deal" in fields:
        bare = Deal.parse(fields["deal"])
        suits_1, _, suits_2 = fields.get("suits", "/").partition("/")
        deal = Deal(bare.deck_1, bare.deck_2, suits_1, suits_2)
    else:
        pack = Pack.parse(fields["pack"])
    return GameScreen(
        rule_set=fields["rules"],
        given=deal,
        pack=pack,
        seed=whole_number(fields, "seed", LARGEST_SEED),
        game=whole_number(fields, "game", LARGEST_SEED),
        round=whole_number(fields, "round", LIMIT),
        view=View(fields["view"]),
    )


def _game_too_long(screen: GameScreen) -> str:
    return (
        f"This deal has {screen.deal.size:,} cards, more than a link can carry "
        f"({LONGEST_QUERY:,} characters). Send the deal itself instead."
    )


GAME: Final = Codec(
    page="",
    names=("rules", "pack", "deal", "suits", "seed", "game", "round", "view"),
    write=_write_game,
    read=_read_game,
    too_long=_game_too_long,
)


def _write_simulate(screen: SimulateScreen) -> dict[str, str]:
    return {
        "rules": screen.rule_set,
        "pack": screen.pack.text,
        "games": str(screen.games),
        "seed": str(screen.seed),
        "unit": screen.unit.value,
        "scale": screen.scale.value,
    }


def _read_simulate(fields: Mapping[str, str]) -> SimulateScreen:
    rules_called(fields["rules"])
    return SimulateScreen(
        rule_set=fields["rules"],
        pack=Pack.parse(fields["pack"]),
        games=whole_number(fields, "games", MOST_GAMES, least=1),
        seed=whole_number(fields, "seed", LARGEST_SEED),
        unit=Unit(fields["unit"]),
        scale=Scale(fields["scale"]),
    )


def _never_too_long(screen: object) -> str:
    return f"This {type(screen).__name__} is longer than {LONGEST_QUERY:,} characters."


SIMULATE: Final = Codec(
    page="simulate",
    names=("rules", "pack", "games", "seed", "unit", "scale"),
    write=_write_simulate,
    read=_read_simulate,
    too_long=_never_too_long,
)


def _write_compare(screen: CompareScreen) -> dict[str, str]:
    params = {
        "rules": "/".join(screen.rule_sets),
        "pack": screen.pack.text,
        "games": str(screen.games),
        "seed": str(screen.seed),
    }
    return {**params, "sweep": screen.sweep} if screen.sweep else params


def _read_compare(fields: Mapping[str, str]) -> CompareScreen:
    rule_sets = tuple(fields["rules"].split("/"))
    for name in rule_sets:
        rules_called(name)
    screen = CompareScreen(
        rule_sets=rule_sets,
        pack=Pack.parse(fields["pack"]),
        games=whole_number(fields, "games", MOST_GAMES, least=1),
        seed=whole_number(fields, "seed", LARGEST_SEED),
        sweep=fields.get("sweep", ""),
    )
    screen.job  # noqa: B018, raises for rule sets that cannot be compared
    return screen


COMPARE: Final = Codec(
    page="compare",
    names=("rules", "pack", "games", "seed", "sweep"),
    write=_write_compare,
    read=_read_compare,
    too_long=_never_too_long,
)


def _write_diagnose(screen: DiagnoseScreen) -> dict[str, str]:
    if not screen.cases:
        return {}
    cases = screen.cases
    if any(len(case.trace) > LONGEST for case in cases):
        raise LinkError(_question_too_long(screen))
    params = {
        "deals": _joined(case.deal.text for case in cases),
        "suits": _joined(_suits(case.deal) for case in cases),
        "expected": _joined(case.expected for case in cases),
        "got": _joined(case.got for case in cases),
        "forms": _joined(case.form for case in cases),
        "trace": _joined(squeezed(case.trace) for case in cases),
        "judge": screen.judge,
        "program": screen.program,
    }
    said = {name: value for name, value in params.items() if value.strip("_")}
    return {**said, "case": str(screen.case + 1)}


def _suits(deal: Deal) -> str:
    return f"{deal.suits_1}/{deal.suits_2}" if deal.suits_1 or deal.suits_2 else ""


def _read_diagnose(fields: Mapping[str, str]) -> DiagnoseScreen:
    if not fields.keys() - {"v"}:
        return DiagnoseScreen()
    deals = _parted(fields["deals"])
    also = {name: _parted(fields.get(name, "")) for name in ("suits", "expected", "got", "forms", "trace")}
    for name, values in also.items():
        if name not in fields:
            also[name] = [""] * len(deals)
        elif len(values) != len(deals):
            raise ValueError(f"{name} are given for {len(values)} cases of {len(deals)}")
    cases = tuple(
        AskedCase(deal=_suited(text, suits), expected=expected, got=got, form=form, trace=unsqueezed(trace))
        for text, suits, expected, got, form, trace in zip(deals, *also.values(), strict=True)
    )
    screen = DiagnoseScreen(
        cases=cases,
        case=whole_number(fields, "case", len(cases) + 1, least=1) - 1,
        judge=fields.get("judge", ""),
        program=fields.get("program", ""),
    )
    check_question(screen)
    return screen


def _suited(text: str, suits: str) -> Deal:
    bare = Deal.parse(text)
    suits_1, _, suits_2 = suits.partition("/")
    return Deal(bare.deck_1, bare.deck_2, suits_1, suits_2)


def _joined(texts: Iterable[str]) -> str:
    """Write several texts as one; what parts them stands for itself as `~1`.

    >>> _joined(["a_b", "", "~"]), _parted(_joined(["a_b", "", "~"]))
    ('a~1b__~0', ['a_b', '', '~'])
    """
    return "_".join(text.replace("~", "~0").replace("_", "~1") for text in texts)


def _parted(text: str) -> list[str]:
    return [part.replace("~1", "_").replace("~0", "~") for part in text.split("_")]


def _question_too_long(screen: DiagnoseScreen) -> str:
    cases = count(len(screen.cases), "case")
    traced = ", with what the program printed," if any(case.trace for case in screen.cases) else ""
    return (
        f"{cases}{traced} are more than a link can carry ({LONGEST_QUERY:,} characters). "
        "Take fewer cases, or a trace up to the round in question."
    )


DIAGNOSE: Final = Codec(
    page="diagnose",
    names=("deals", "suits", "expected", "got", "forms", "trace", "judge", "program", "case"),
    write=_write_diagnose,
    read=_read_diagnose,
    too_long=_question_too_long,
)


def _write_rules(screen: RulesScreen) -> dict[str, str]:
    return {"rules": screen.rule_set, "one": screen.one, "other": screen.other}


def _read_rules(fields: Mapping[str, str]) -> RulesScreen:
    for name in ("rules", "one", "other"):
        rules_called(fields[name])
    return RulesScreen(rule_set=fields["rules"], one=fields["one"], other=fields["other"])


RULES: Final = Codec(
    page="rules",
    names=("rules", "one", "other"),
    write=_write_rules,
    read=_read_rules,
    too_long=_never_too_long,
)
