"""What can be asked for: refusals in one sentence each, keys, one rule varied over its values."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.cards import Hands, Pack
from engine.game import LIMIT
from engine.jobs.job import job_of, job_text
from engine.jobs.settings import Settings
from engine.rules import PLAYABLE, BothOut, Rules, Shortfall, description_of, rules_called
from engine.simulation import Study, begun, exact, share
from engine.simulation.study import FEWER_ROUNDS, VARIED, Comparison, sweep

LARGEST = 2**64 - 1
GOLF = PLAYABLE["code-golf"]


def study(**fields: Any) -> Study:
    return replace(Study(rules=Rules(), games=10), **fields)


def comparison(sets: int, **fields: Any) -> Comparison:
    rules = tuple(Rules(face_down=down) for down in range(sets))
    return replace(Comparison(rule_sets=rules[:2] if sets < 2 else rules, games=9), rule_sets=rules, **fields)


def own(name: str, text: str) -> Settings:
    return Settings.read({f"WAR_ROOM_{name}": text})


FITS: list[tuple[Callable[..., object], Any, Any]] = [
    *((lambda games: study(games=games), fits, refused) for fits, refused in ((10**12, 10**12 + 1), (1, 0))),
    (lambda games: study(games=games), 2, 2.5),
    *((lambda seed: study(seed=seed), fits, refused) for fits, refused in ((LARGEST, LARGEST + 1), (0, -1))),
    *((lambda limit: study(limit=limit), fits, refused) for fits, refused in ((10**9, 10**9 + 1), (1, 0))),
    (lambda sample: study(sample=sample), 10**6, 10**6 + 1),
    (lambda followed: study(followed=followed), 10**6, -1),
    (lambda games: comparison(2, games=games), 1, 0),
    *((comparison, fits, refused) for fits, refused in ((2, 1), (12, 13))),
    (lambda down: replace(comparison(2), rule_sets=(Rules(), Rules(face_down=down))), 2, 1),
    (lambda rules: sweep(rules_called(rules), "both_out", games=9), "code-golf", "codingame"),
    (lambda games: share(9, games), 9, 8),
    (lambda games: share(0, games), 1, 0),
    (lambda rules: exact(Pack(3, 1), PLAYABLE[rules]), "code-golf", "norvig"),
    (lambda ranks: begun(Pack(ranks, 1), Rules()), 13, 14),
    *((Pack.parse, fits, bad) for fits, bad in (("999x4", "1000x4"), ("2x1", "1x1"), ("64x64", "64x65"))),
    (Pack.parse, "13x4", "13"),
    *((lambda runs: own("RUNS", runs), fits, refused) for fits, refused in (("64", "65"), ("1", "0"))),
    (lambda games: own("LINK_GAMES", games), "0", "-1"),
    (lambda path: own("STORE", path), "/var/lib/runs.sqlite", "lib/runs.sqlite"),
    (lambda scheduler: own("SCHEDULER", scheduler), "tcp://127.0.0.1:8786", "127.0.0.1:8786"),
]


def test_what_is_refused_next_to_what_just_fits(snapshot: SnapshotAssertion) -> None:
    words = []
    for make, fits, refused in FITS:
        assert make(fits) is not None
        with pytest.raises(ValueError, match=r"^[^\n]+$") as why:
            make(refused)
        words.append(str(why.value))
    assert "\n".join(words) == snapshot


def test_each_thing_asked_for_has_a_key_of_its_own_that_is_read_back() -> None:
    one = Study(rules=GOLF, games=240, seed=3, pack=Pack(6, 4))
    changes: list[dict[str, Any]] = [
        *({"games": 241}, {"seed": 4}, {"pack": Pack(4, 2)}, {"limit": 5}, {"sample": 1}),
        *({"hands": Hands.parse(text)} for text in ("A*/K", "*/AK", "A?{9}/*")),
    ]
    both = Comparison(rule_sets=(GOLF, PLAYABLE["norvig"]), games=240, seed=3, pack=Pack(6, 4))
    jobs: list[Study | Comparison] = [one, replace(one, rules=Rules(face_down=2)), replace(one, followed=9)]
    jobs += [replace(one, **change) for change in changes]
    jobs += [both, replace(both, rule_sets=both.rule_sets[::-1])]
    jobs += [replace(both, **change) for change in changes]
    assert len({job.key() for job in jobs}) == len(jobs)
    for job in jobs:
        assert job_of(job_text(job)).key() == type(job).of_canonical(job.canonical()).key() == job.key()


def test_hands_that_are_halves_of_the_pack_are_the_study_without_hands() -> None:
    for text in ("?{26}/?{26}", "?{26}/*", "*/?{26}"):
        assert study(hands=Hands.parse(text)).canonical() == study().canonical()
    assert study(hands=Hands.parse("A?{0}AAA/?{48}")).key() == study(hands=Hands.parse("AAAA/*")).key()


@pytest.mark.parametrize("name", ["code-golf", "programming-challenges-code", "kbwar"])
def test_a_sweep_varies_one_rule_and_nothing_else(name: str) -> None:
    for rule, values in VARIED.items():
        found = sweep(PLAYABLE[name], rule, games=10, hands=Hands.parse("AAAA/*"))
        assert found.values == values
        assert found.comparison.rule_sets[found.base] == PLAYABLE[name]
        assert found.comparison.hands == Hands.parse("AAAA/*")
        for value, rules in zip(values, found.comparison.rule_sets, strict=True):
            assert getattr(rules, rule) == value
            assert {*rules.differing(PLAYABLE[name])} <= {rule, "both_out"}
        assert len({description_of(value).brief for value in values}) == len(values)
    found = sweep(Rules(face_down=9), "face_down", games=10)
    assert (found.values[-1], found.base) == (9, 7)
    drawn = sweep(Rules(both_out=BothOut.PLAYER_2), "shortfall", games=10).comparison.rule_sets
    assert [rules.shortfall for rules in drawn if rules.both_out is BothOut.DRAW] == [Shortfall.DRAW]


def test_where_games_are_cut_off() -> None:
    """In the order of the deal without a card face down games go on for millions of rounds.

    War by war with two as well, but not with one or three.
    """
    limits = {
        (f"{down}.{pickup}.LOSES.DRAW.HIGH", rule): sweep(
            rules_called(f"{down}.{pickup}.LOSES.DRAW.HIGH"), rule, games=9
        ).comparison.limit
        for pickup in ("AS_DEALT", "AS_PROGRAMMED", "PLAYER_1_FIRST", "LOSER_FIRST")
        for down in range(4)
        for rule in ("order", "pickup")
    }
    long = {"0.AS_DEALT", "0.AS_PROGRAMMED", "2.AS_PROGRAMMED"}
    for (code, rule), limit in limits.items():
        is_long = code.startswith(("0.", "2.")) if rule == "pickup" else code.rsplit(".", 3)[0] in long
        assert limit == (FEWER_ROUNDS if is_long else LIMIT), (code, rule)
    assert sweep(rules_called("1.AS_DEALT.LOSES.DRAW.HIGH"), "face_down", games=9).comparison.limit < LIMIT
