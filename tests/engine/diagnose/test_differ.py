"""The smallest deal on which two rule sets differ is the smallest, and they differ on it as is said."""

from functools import cache
from itertools import product

import pytest
from approved import Reviewed
from there import there

from engine import Deal, Game, Rules, play
from engine.diagnose import Program, differ
from engine.diagnose.differences import end_of, unshown
from engine.diagnose.small_deals import QUICK, Contest, Effort, smallest
from engine.diagnose.suites import ASPECTS, PUBLISHED, Aspect
from engine.rules import PLAYABLE, Order, Pickup, Shortfall
from engine.wording.sentences import plain

FEW = [
    Rules(),
    Rules(pickup=Pickup.WINNER_FIRST),
    Rules(pickup=Pickup.AS_DEALT, face_down=0),
    Rules(shortfall=Shortfall.LAST_CARD),
    Rules(face_down=2),
    PLAYABLE["codingame"],
    Rules(order=Order.LOW_WINS),
    Rules(order=Order.LOWEST_BEATS_HIGHEST),
]


@cache
def deals_in_order() -> tuple[Deal, ...]:
    """Every deal of up to four cards, the smaller first."""
    return tuple(
        Deal(row[:cut], row[cut:])
        for cards in range(2, 5)
        for cut in range(1, cards)
        for row in product(range(2, 2 + cards), repeat=cards)
    )


def differs(one: Game, other: Game, aspect: Aspect) -> bool:
    if one.cycle or other.cycle:
        return aspect in ("any", "end") and (one.cycle is None) != (other.cycle is None)
    winner = one.outcome.winner != other.outcome.winner
    rounds = one.rounds != other.rounds
    return {"any": winner or rounds, "winner": winner, "rounds": rounds, "end": False}[aspect]


@pytest.mark.parametrize("aspect", ASPECTS)
def test_it_is_the_smallest_of_all(aspect: Aspect) -> None:
    games = {rules: [play(deal, rules) for deal in deals_in_order()] for rules in FEW}
    none = 0
    for one, other in product(FEW, repeat=2):
        pairs = zip(deals_in_order(), games[one], games[other], strict=True)
        first = next((deal for deal, *pair in pairs if differs(pair[0], pair[1], aspect)), None)
        found = differ(one, other, aspect, effort=Effort(4, {}, 10_000, 0))  # every deal of up to four cards
        assert (found and found.deal) == first, (one.code, other.code)
        assert found is None or found.proved
        none += found is None
    assert len(FEW) <= none < len(FEW) ** 2


PAIRS: tuple[tuple[str, str, Aspect], ...] = (
    ("code-golf", "advent-of-code-22", "any"),
    # Aces are tried where they are low.
    ("1.LOSER_FIRST.LOSES.DRAW.HIGH", "1.LOSER_FIRST.LOSES.DRAW.ACE_LOW", "any"),
    # RULES.md, section 3: what the published programs do differently; no larger than the deals known there.
    ("programming-challenges", "programming-challenges-code", "end"),
    ("codingame", "codingame+needs-one-fewer-js", "any"),
    ("code-golf", "code-golf+card-in-the-air", "winner"),
    *(
        ("code-golf", f"code-golf+{name}", "any")
        for name in ("10-as-1", "letters-as-text", "queue-of-26-looks-empty", "stops-at-50-drawn")
    ),
)


def test_the_smallest_deals_found(reviewed: Reviewed) -> None:
    output = []
    for one, other, aspect in PAIRS:
        programs = Program.parse(one), Program.parse(other)
        found = there(differ(*programs, aspect, effort=QUICK))
        assert [end_of(program, found.deal) for program in programs] == [*found.ends]
        ends = " / ".join(plain(end.words) for end in found.ends)
        output.append(f"{one}, {other}: {aspect}\n    {found.deal.text}, {found.proof} {ends}.")
        output[-1] += f" {found.first_difference.all_words}"
    reviewed("\n".join(output))


def test_what_chance_finds_is_not_called_proved_and_no_card_can_be_spared() -> None:
    two = Program(PLAYABLE["code-golf"]), Program(PLAYABLE["code-golf"], ("queue-of-40-looks-empty",))
    found = there(differ(*two, effort=QUICK))
    assert not found.proved
    assert found.proof == "The smallest found."
    assert 40 <= found.deal.size < 52
    for deal in one_card_fewer(found.deal):
        assert len({program.prints(program.play([deal])).at(0) for program in two}) == 1


def one_card_fewer(deal: Deal) -> list[Deal]:
    first, second = deal.deck_1, deal.deck_2
    fewer = [Deal(first[:place] + first[place + 1 :], second) for place in range(len(first))]
    fewer += [Deal(first, second[:place] + second[place + 1 :]) for place in range(len(second))]
    return [each for each in fewer if each.deck_1 and each.deck_2]


def test_a_deal_found_by_chance_is_shrunk_as_far_as_it_goes() -> None:
    rules, swapped = Program(Rules()), Program(Rules(), ("winner-swapped",))
    won_by_1 = Contest(rules, [swapped], lambda _, printed, __: printed[0].winner == 1)
    found = there(smallest(won_by_1, Effort(1, {}, 0, 5)))
    assert found == (Deal.parse("3/2"), False)

    def asked(deal: Deal) -> bool:
        return deal.size % 2 == 0 and deal.deck_1[0] == 14 and deal.deck_2[-1] < 5

    # A judge of even packs: two cards are left out at once, wherever they are.
    found = there(smallest(won_by_1._replace(asks=asked), Effort(1, {}, 0, 400)))
    assert found[0].size == 2


def test_ways_of_a_program_that_tests_do_not_show(reviewed: Reviewed) -> None:
    shown, others = (
        [Deal.parse("AKQ/KQJ")],
        [*map(Deal.parse, ("24433556/24433665", "22345/22354", "2345/5432"))],
    )
    changes = ("", "+ties-to-1", "+ties-to-2", "+short-war-to-1", "+10-as-1", "+players-swapped+ties-to-1")
    output = []
    for code in (*(f"codingame{change}" for change in changes), "2.PLAYER_1_FIRST.DRAW.DRAW.HIGH"):
        program, judge = map(Program.parse, (code, "codingame"))
        found = unshown(program, judge, shown, others, counted=True)
        output.append(f"{code}: {' '.join(deal.text for deal in found)}")
    reviewed("\n".join(output))


def test_the_same_rules_never_differ_and_those_that_leave_games_to_chance_are_refused() -> None:
    assert differ(Rules(), Rules(), effort=QUICK) is None
    with pytest.raises(ValueError, match="rules pick up at random"):
        differ(PLAYABLE["jouets"], Rules())


@pytest.mark.slow
def test_every_deal_of_eight_cards_can_be_tried() -> None:
    # RULES.md: 2234/2243 is a win for 2 by the text and endless by the program; a deck of one is smaller.
    text, program = PLAYABLE["programming-challenges"], PUBLISHED["programming-challenges"]
    found = there(differ(text, program, "end", effort=QUICK._replace(cards=8)))
    assert (found.deal.size, found.proved) == (8, True)
