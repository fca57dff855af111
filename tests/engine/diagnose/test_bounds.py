"""After how many rounds a program may have given up, and how much is luck: exactly as far as answers say."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from engine.cards import Deal
from engine.diagnose import Claim, Program, search
from engine.diagnose.mistakes import MOST_STOP
from engine.diagnose.playing import Records
from engine.diagnose.programs import RoundLimits, stops_with_more
from engine.diagnose.search import READINGS, SINGLE, Clue, Fit, Found, faulty_programs, near_rules
from engine.game import play_rounds
from engine.kernels.codes import CYCLE, DECK_EMPTY, LIMIT, RECORD
from engine.rules import PLAYABLE, Rules

GOLF = PLAYABLE["code-golf"]
DRAWN = Claim("codingame", winners=(0,))
FIRST = Claim("codingame", winners=(1,))
SECOND = Claim("codingame", winners=(2,))


def record(rounds: int, winner: int = 1) -> Records:
    """Return the game of one program on one deal; 0 rounds: it never ends."""
    records = np.zeros((1, 1), RECORD)
    records["rounds"], records["winner"] = rounds, winner if rounds else 0
    records["reason"] = DECK_EMPTY if rounds else CYCLE
    return records


def left(*answers: tuple[Records, Claim]) -> list[str]:
    """Return the stopping mistakes that these answers of one program leave."""
    stops = RoundLimits(np.ones((1, 1), np.bool_))
    for records, claim in answers:
        stops.filter(np.ix_([0], [0]), records, claim)
    return [name for _, _, name in stops.left()]


def test_the_bounds_are_the_last_game_played_out_and_the_round_before_the_first_that_was_not() -> None:
    assert left((record(301), FIRST), (record(513), DRAWN)) == ["stops-at-301-512-drawn"]
    # One round more or less at either end moves that end by one.
    assert left((record(302), FIRST), (record(513), DRAWN)) == ["stops-at-302-512-drawn"]
    assert left((record(301), FIRST), (record(512), DRAWN)) == ["stops-at-301-511-drawn"]
    assert left((record(301), FIRST), (record(302), DRAWN)) == ["stops-at-301-drawn"]
    assert left((record(301), FIRST), (record(301), DRAWN)) == []


def test_the_tightest_of_several_answers_are_the_bounds_in_any_order() -> None:
    answers = [(record(120), FIRST), (record(301), FIRST), (record(513), DRAWN), (record(900), DRAWN)]
    assert left(*answers) == left(*reversed(answers)) == ["stops-at-301-512-drawn"]


@pytest.mark.parametrize("stop", [301, 302, 400, 511, 512])
def test_every_number_within_the_bounds_gives_those_answers_and_none_outside(stop: int) -> None:
    """The bounds against a program that simply stops there."""

    def says(rounds: int) -> Claim:
        return FIRST if rounds <= stop else DRAWN

    assert [says(301), says(513)] == [FIRST, DRAWN]
    asked = (120, 301, 350, 401, 512, 513, 0)
    (name,) = left(*((record(rounds), says(rounds) if rounds else DRAWN) for rounds in asked))
    fitting = [
        at for at in range(1, 1_000) if all((rounds <= at) == (rounds <= stop) for rounds in asked[:-1])
    ]
    first, last = fitting[0], fitting[-1]
    assert name == f"stops-at-{first}-{last}-drawn" if last > first else f"stops-at-{first}-drawn"


def test_a_game_that_never_ends_leaves_the_upper_bound_open() -> None:
    assert left((record(301), FIRST), (record(0), DRAWN)) == [f"stops-at-301-{MOST_STOP}-drawn"]
    assert left((record(0), Claim("code-golf", endless=True))) == []


def test_a_count_told_with_the_verdict_is_the_number_itself() -> None:
    def at(count: int) -> Claim:
        return Claim("codingame", winners=(0,), count=count)

    assert left((record(513), at(400))) == ["stops-at-400-drawn"]
    assert left((record(513), at(400)), (record(600), at(400))) == ["stops-at-400-drawn"]
    assert left((record(513), at(400)), (record(600), at(401))) == []


def test_a_program_that_always_names_one_player_has_not_given_up() -> None:
    assert left((record(513), SECOND), (record(301, winner=2), SECOND)) == []
    assert left((record(513), SECOND), (record(301), FIRST)) == ["stops-at-301-512-player-2"]


def test_who_names_the_larger_deck_stopped_where_the_deck_named_was_larger() -> None:
    deal = Deal.parse("A2K3Q4/J5T697")
    sizes = [tuple(map(len, this.decks)) for this in play_rounds(deal, GOLF)]
    ahead = [1 if one > two else 2 if two > one else 0 for one, two in sizes]
    assert len({*ahead}) > 1
    end = ahead[-1]
    other = next(who for who in (0, 1, 2) if who != end and who in ahead)
    places = [number for number, who in enumerate(ahead, 1) if who == other]
    name = stops_with_more(GOLF, [(deal, Claim("codingame", winners=(other,)))], 200)
    first, last = places[0], places[-1]
    assert name == (f"stops-at-{first}-{last}-more" if last > first else f"stops-at-{first}-more")
    assert stops_with_more(GOLF, [(deal, Claim("code-golf", endless=True))], 200) == ""


def counted_directly(clues: Sequence[Clue], judge: Rules) -> float:
    """Return the chance of such answers from the words of `luck`, one program and one deal at a time."""
    programs = [Program(judge), *(Program(rules) for rules in near_rules(judge)), *faulty_programs(judge)]
    programs += [Program(judge, (reading,)) for reading in READINGS[1:]]
    whole = 1.0
    for deal, claim in clues:
        ends = [program.play([deal], limit=2_000)[0] for program in programs]
        endless = [int(end["reason"]) in (CYCLE, LIMIT) for end in ends]
        named = [
            not never and int(end["winner"]) in claim.winners
            for end, never in zip(ends, endless, strict=True)
        ]
        if claim.count is None or (named[0] and int(ends[0]["rounds"]) == claim.count):
            right = [
                name and claim.count in (None, int(end["rounds"]))
                for name, end in zip(named, ends, strict=True)
            ]
            whole *= (sum(right) + 1) / (len(programs) + 1)
            continue
        near = sum(
            not never and claim.count / 1.5 <= int(end["rounds"]) <= claim.count * 1.5
            for end, never in zip(ends, endless, strict=True)
        )
        width = claim.count * (1.5 - 1 / 1.5) + 1
        whole *= (sum(named) + 1) / (len(programs) + 1) * (near + 1) / (len(programs) + 1) / width
    return whole


CLUES = [
    Clue(deal, claim)
    for deal, claim in product(
        (Deal.parse("A2K3/Q4J5"), Deal.parse("2A2K/2Q35")),
        (FIRST, SECOND, DRAWN, Claim("codingame", winners=(1,), count=7)),
    )
]


@pytest.mark.parametrize("clue", CLUES)
def test_the_chance_of_an_answer_is_as_counted_by_hand(clue: Clue) -> None:
    assert search.chance([clue], GOLF, 2_000) == pytest.approx(counted_directly([clue], GOLF), rel=1e-12)


def test_the_chance_of_two_answers_is_that_of_one_times_the_other() -> None:
    both = search.chance([CLUES[1], CLUES[6]], GOLF, 2_000)
    assert both == pytest.approx(counted_directly([CLUES[1], CLUES[6]], GOLF), rel=1e-12)
    assert both < min(search.chance([clue], GOLF, 2_000) for clue in (CLUES[1], CLUES[6]))


def test_few_answers_are_said_to_be_likely_luck_and_many_are_not() -> None:
    judge = GOLF
    program = Program(judge, ("ties-to-1",))
    deals = [Deal.parse(text) for text in ("A2K3/Q4J5", "2A2K/2Q35", "23A4/24K3", "AA23/A2K4", "5A26/5K37")]
    wrong = program.play(deals, limit=2_000)
    clues = [
        Clue(deal, Claim("codingame", winners=(int(end["winner"]),), count=int(end["rounds"])))
        for deal, end in zip(deals, wrong, strict=True)
    ]
    fit = Fit(program, judge, "codingame")

    def expected(asked: Sequence[Clue]) -> float:
        return Found([fit], 10_000, search.chance(asked, judge, 2_000)).by_chance(fit)

    few, many = expected(clues[:1]), expected(clues)
    assert few == SINGLE * counted_directly(clues[:1], judge)
    assert few >= search.LIKELY > search.SURE > many
    assert search.chance_words(few) == f"some {few:,.0f} such programs would fit by luck"
    assert search.chance_words(many).startswith("such a program fits by luck in one of ")
    right = Fit(Program(judge), judge, "codingame")
    assert Found([right], 10_000, 1.0).by_chance(right) == 0
