"""After how many rounds a program may have given up, and how much is luck: exactly as far as answers say."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Deal
from engine.diagnose import Claim, Program, search
from engine.diagnose.mistakes import MOST_STOP, stop_bounds
from engine.diagnose.playing import Results
from engine.diagnose.programs import NEVER, VERDICTS, RoundLimits, stops_with_more
from engine.diagnose.search import READINGS, SINGLE, Clue, Fit, Found, faulty_programs, near_rules
from engine.game import play_rounds
from engine.kernels.codes import CYCLE, DECK_EMPTY, LIMIT, RESULT
from engine.rules import PLAYABLE, Rules

GOLF = PLAYABLE["code-golf"]
DRAWN = Claim("codingame", winners=(0,))
FIRST = Claim("codingame", winners=(1,))
SECOND = Claim("codingame", winners=(2,))


def result(rounds: int, winner: int) -> Results:
    """Return the game of one program on one deal; 0 rounds: it never ends."""
    results = np.zeros(1, RESULT)
    results["rounds"], results["winner"] = rounds, winner if rounds else 0
    results["reason"] = DECK_EMPTY if rounds else CYCLE
    return results


def left(*answers: tuple[Results, Claim], cards: Sequence[int] = ()) -> list[str]:
    """Return the stopping mistakes that these answers of one program to deals of so many cards leave."""
    stops = RoundLimits(np.ones(1, np.bool_))
    for (results, claim), size in zip(answers, cards or [1] * len(answers), strict=True):
        stops.filter(np.arange(1), results, claim, size)
    return [name for _, name in stops.left()]


GAMES = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 2)), min_size=1, max_size=5)
ENDS = [(50, 1), (50, 2), (0, 0)]  # longer games, so that no answer is given once alone


@settings(max_examples=300)
@given(GAMES, st.integers(1, 40), st.sampled_from(VERDICTS[:-1]), st.booleans())
def test_the_bounds_are_the_numbers_of_rounds_that_give_the_answers(
    games: list[tuple[int, int]], stop: int, verdict: tuple[str, int], counted: bool
) -> None:
    """The bounds against programs that simply stop after each number of rounds."""
    (name, named), games = verdict, games + ENDS

    def says(at: int) -> list[Claim]:
        ended = [(who, rounds) if 0 < rounds <= at else (named, at) for rounds, who in games]
        return [
            Claim("codeforces-546c", endless=True)
            if who == NEVER
            else Claim("codingame", (who,), count=number if counted else None)
            for who, number in ended
        ]

    fitting = [at for at in range(1, 60) if says(at) == says(stop)]
    found = left(*((result(*game), claim) for game, claim in zip(games, says(stop), strict=True)))
    # Who always names one player has not given up: some game has to be played to another end.
    shown = named in (0, NEVER) or any(claim.winners not in ((named,), ()) for claim in says(stop))
    expected = [(min(fitting), max(fitting))] if shown else []
    assert [stop_bounds(each) for each in found if each.endswith(name)] == expected


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(2, 10)), min_size=1, max_size=5), st.integers(1, 6))
def test_the_bounds_are_those_of_rounds_per_card(games: list[tuple[int, int]], stop: int) -> None:
    def ends(at: int) -> list[bool]:
        return [0 < rounds <= at * cards for rounds, cards in games]

    fitting, sizes = [at for at in range(1, 60) if ends(at) == ends(stop)], [cards for _, cards in games]
    claims = [FIRST if end else Claim("codeforces-546c", endless=True) for end in ends(stop)]
    found = left(
        *((result(rounds, 1), claim) for (rounds, _), claim in zip(games, claims, strict=True)), cards=sizes
    )
    stopped = any(rounds > stop * cards for rounds, cards in games)
    expected = [(min(fitting), max(fitting))] if stopped and len({*sizes}) > 1 else []
    assert [stop_bounds(each) for each in found if each.endswith("per-card")] == expected


def test_who_gives_up_by_the_card_says_what_who_gives_up_then_says() -> None:
    deal = Deal.parse("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47")
    both = (Program(GOLF, (f"stops-at-{stop}",)) for stop in ("2-endless-per-card", "104-endless"))
    by_card, at_once = (program.prints(program.play([deal])).at(0) for program in both)
    assert by_card == at_once == (0, 104, True)


def test_a_game_that_never_ends_leaves_the_upper_bound_open() -> None:
    drawn = result(0, 0), DRAWN
    (name,) = left((result(301, 1), FIRST), drawn)
    assert (name, Program(GOLF, (name,)).mistakes) == (f"stops-at-301-{MOST_STOP}-drawn", (name,))
    assert left((result(0, 0), Claim("code-golf", endless=True))) == []


def test_a_count_with_the_verdict_is_exact() -> None:
    for rounds, counts, name in (
        # A count that is named with a winner once is a usual number of rounds, or it comes twice.
        ([513], [500], ["stops-at-500-player-2"]),
        ([513], [501], []),
        ([1513], [1500], ["stops-at-1500-player-2"]),
        ([513, 600], [501, 501], ["stops-at-501-player-2"]),
        ([513, 600], [500, 501], []),
    ):
        claims = [Claim("codingame", (2,), count=count) for count in counts]
        played = [(result(last, 1), claim) for last, claim in zip(rounds, claims, strict=True)]
        assert left((result(9, 1), FIRST), *played) == name


def test_who_names_the_larger_deck_stopped_where_the_deck_named_was_larger() -> None:
    deal = Deal.parse("A2K3Q4/J5T697")
    sizes = [tuple(map(len, this.decks)) for this in play_rounds(deal, GOLF)]
    ahead = [1 if one > two else 2 if two > one else 0 for one, two in sizes]
    for who in {*ahead[:-1]}:
        places = [number for number, one in enumerate(ahead[:-1], 1) if one == who]
        name = stops_with_more(GOLF, [(deal, Claim("codingame", winners=(who,)))], 200)
        assert (stop_bounds(name), name.endswith("-more")) == ((places[0], places[-1]), True)
    assert {0, ahead[-1]} == {*ahead[:-1]}
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


@pytest.mark.parametrize("clues", [*([clue] for clue in CLUES), [CLUES[1], CLUES[6]]])
def test_the_chance_of_answers_is_as_counted_by_hand(clues: list[Clue]) -> None:
    assert search.chance(clues, GOLF, 2_000) == pytest.approx(counted_directly(clues, GOLF), rel=1e-12)


def test_few_answers_are_said_to_be_likely_luck_and_many_are_not() -> None:
    program = Program(GOLF, ("ties-to-1",))
    deals = [Deal.parse(text) for text in ("A2K3/Q4J5", "2A2K/2Q35", "23A4/24K3", "AA23/A2K4", "5A26/5K37")]
    wrong = program.play(deals, limit=2_000)
    clues = [
        Clue(deal, Claim("codingame", winners=(int(end["winner"]),), count=int(end["rounds"])))
        for deal, end in zip(deals, wrong, strict=True)
    ]
    fit = Fit(program, GOLF, "codingame")

    def expected(asked: Sequence[Clue]) -> float:
        return Found([fit], 10_000, search.chance(asked, GOLF, 2_000)).by_chance(fit)

    few, many = expected(clues[:1]), expected(clues)
    assert few == SINGLE * counted_directly(clues[:1], GOLF)
    assert few >= search.LIKELY > search.SURE > many
    assert search.chance_words(few) == f"by chance: about {few:,.0f} matching programs"
    assert search.chance_words(many).startswith("by chance: 1 time in ")
    right = Fit(Program(GOLF), GOLF, "codingame")
    assert Found([right], 10_000, 1.0).by_chance(right) == 0
