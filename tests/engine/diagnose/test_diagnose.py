"""Why an answer is not the judge's: causes named, ranked, told apart; honest when none fits."""

import json
from collections import Counter
from collections.abc import Sequence
from itertools import compress, islice, pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planted import Planted
from published import lines

from engine import PRESETS, Deal, Pack, deal_cards, play
from engine.cards import STANDARD_PACK
from engine.diagnose import (
    MISTAKES,
    RULE_SETS,
    Answer,
    Case,
    Claim,
    Diagnosis,
    Program,
    candidates,
    diagnose,
    first_difference,
    plain,
    playing,
    read_answer,
)
from engine.diagnose.candidates import Clue, Fit, explanation_words
from engine.diagnose.deals import distinguish
from engine.diagnose.diagnosis import LARGEST_DEAL, MOST_CASES, find_judge
from engine.diagnose.playing import Bools, GameCache, Records, differing_rules
from engine.diagnose.search import fitting_rules
from engine.formats import read
from engine.game.judges import FORM_OF, AnswerForm, judge_answer
from engine.rules import PLAYABLE, RULE_NAMES, Pickup, Rules

GOLF_7 = Deal.parse("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47")
WINAMAX = (
    "5C 3D 2C 7D 8C 7S 5D 5H 6D 5S 4D 6H 6S 3C 3S 7C 4S 4H 7H 4C 2H 6C 8D 3H 2D 2S\n"
    "AC 9H KH KC KD KS 10S 10D 9S QD JS 10H 8S QH JD AD JC AS QS AH JH 10C 9C 8H QC 9D"
)


def case(deal: Deal | str, expected: str | None, got: str, format: str = "") -> Case:
    dealt = Deal.parse(deal) if isinstance(deal, str) else deal
    return Case(dealt, read_answer(got), read_answer(expected) if expected else None, format)


def codes(found: Diagnosis) -> list[str]:
    return [each.program.code for each in found.explanations]


def winamax() -> Deal:
    reading = read(WINAMAX)
    return reading.deals[0].deal  # type: ignore[union-attr]


def test_the_picture_of_the_page() -> None:
    found = diagnose([case(GOLF_7, "True", "2 334")])
    first = found.explanations[0]
    assert (found.judge.name, found.judge.fits) == ("code-golf", True)
    assert plain(first.sentence) == (
        "Your program picks up the winner's cards first. The judge wants the loser's first."
    )
    assert first.first_differences[0].words == "The same cards until round 24; in round 25 they part."
    assert first.first_differences[0].deck_words == "The decks differ already after round 1."
    assert first.program.rules == Rules(pickup=Pickup.WINNER_FIRST)
    assert found.rule_sets == len(RULE_SETS)
    assert found.programs > 10_000


@pytest.mark.parametrize(
    ("deal", "expected", "judge", "from_hint"),
    [
        ("3 2 1/1 1 2", "1", "dailyprogrammer-320", True),
        ("A32/223", "1", "code-golf", False),
        ("2 1/2 1", "0", "dailyprogrammer-320", True),
        ("32/32", "0", "code-golf", True),
        ("1/0", "1", "programming-challenges", False),
    ],
)
def test_a_players_number_alone_means_the_judge_who_deals_such_cards_and_else_nobody(
    deal: str, expected: str, judge: str, from_hint: bool
) -> None:
    found = find_judge([case(deal, expected, expected)], None, GameCache())
    assert (found.name, found.from_hint) == (judge, from_hint)


@pytest.mark.parametrize(
    ("judge", "deal", "from_hint"),
    [("spivey", "3 1/2 4", True), ("spivey", "A32/345", False), ("bicycle", "A32/345", False)],
)
def test_it_means_no_other_judge_either_unless_by_deals_as_he_gives_them(
    monkeypatch: pytest.MonkeyPatch, judge: str, deal: str, from_hint: bool
) -> None:
    monkeypatch.setitem(FORM_OF, judge, AnswerForm(judge, "{player}", drawn="0"))
    answer = Answer("1", (Claim(judge, (1,)),))
    found = find_judge([Case(Deal.parse(deal), answer, answer)], None, GameCache())
    assert found.from_hint == from_hint
    assert found.name == judge or not from_hint


def test_the_log_reads_10_as_1_and_picks_up_the_winners_cards_first() -> None:
    # No reading of the ten alone gives 34 rounds; with the loser's or winner's cards first, 1 does.
    found = diagnose([case(winamax(), "2 26", "2 34", "codingame")])
    assert found.judge.name == "codingame"
    assert codes(found)[:2] == [
        "3.WINNER_FIRST.DRAW.DRAW.HIGH+10-as-1",
        "3.LOSER_FIRST.DRAW.DRAW.HIGH+10-as-1",
    ]
    assert plain(found.explanations[0].sentence) == (
        "Your program reads 10 as 1 and picks up the winner's cards first. "
        "The judge means ten and wants player 1's first."
    )


def test_of_programs_that_already_pick_up_the_winners_cards_first_34_is_10_read_as_1() -> None:
    rules = PLAYABLE["codingame"].changed(pickup=Pickup.WINNER_FIRST)
    found = diagnose([case(winamax(), "2 26", "2 34")], judge=rules)
    assert codes(found)[0] == "3.WINNER_FIRST.DRAW.DRAW.HIGH+10-as-1"
    assert plain(found.explanations[0].sentence) == "Your program reads 10 as 1. The judge means ten."


@pytest.mark.parametrize(
    "cause",
    [
        "codingame+10-as-1",
        "3.PLAYER_1_FIRST.LOSES.DRAW.HIGH",
        "codingame+queue-of-26-loses-new",
        "codingame+stops-at-1000-more",
        "3.WINNER_FIRST.DRAW.DRAW.HIGH",
    ],
)
def test_each_cause_of_the_real_log_is_named(cause: str) -> None:
    """10 read as 1; a shortfall won, not drawn; a queue or a count of rounds too short; winner first."""
    wrong = Planted("codingame", Program.parse(cause), Pack(13, 4), 45)
    found = diagnose([case for case, fails in islice(wrong.cases(), 20) if fails][:3])
    assert found.judge.name == "codingame"
    assert codes(found)[0] == cause


def test_a_program_that_gives_up_is_told_by_its_round_number() -> None:
    found = diagnose([case(GOLF_7, "True", "drawn after 100 rounds")])
    assert codes(found)[0] == "code-golf+stops-at-100-drawn"
    said = "Your program stops after 100 rounds and calls the game drawn. The judge plays on."
    assert plain(found.explanations[0].sentence) == said
    assert found.explanations[0].first_differences[0].cards == 101


def test_a_right_answer_is_said_to_be_right() -> None:
    found = diagnose([case(GOLF_7, "1 498", "1 498")])
    assert found.right
    assert codes(found) == ["code-golf"]
    assert plain(found.explanations[0].sentence) == "Your program does what the judge does."
    assert found.distinguishing_deal is None


def test_every_explanation_gives_the_answers() -> None:
    cases = [case(deal_cards(Pack(13, 4), seed=46, number=number), "True", "False") for number in range(2)]
    found = diagnose(cases)
    assert len(found.explanations) > 20
    for each in found.explanations:
        for one in cases:
            winner, _, endless = each.program.prints(each.program.play([one.deal], limit=20_000)).first()
            assert not endless, each.program.code
            assert winner in (0, 2), each.program.code


def test_explanations_come_with_the_fewest_differences_first_and_none_holds_another() -> None:
    found = diagnose([case(GOLF_7, "True", "False")])
    numbers = [len(each.differences) for each in found.explanations]
    assert numbers == sorted(numbers)
    sets = [frozenset(each.differences) for each in found.explanations]
    assert not any(one < other for one in sets for other in sets)


def test_more_cases_leave_fewer_explanations() -> None:
    wrong = Program.parse("1.WINNER_FIRST.LOSES.DRAW.HIGH")
    cases = []
    for number in range(8):
        deal = deal_cards(Pack(13, 4), seed=47, number=number)
        got = wrong.prints(wrong.play([deal])).first()[0] == 1
        cases.append(case(deal, str(play(deal, Rules()).outcome.winner == 1), str(got)))
    cases.sort(key=lambda each: each.expected is not None and each.expected.text == each.got.text)
    found = [diagnose(cases[:number]) for number in (1, 8)]
    assert len(found[1].explanations) < len(found[0].explanations) / 4
    assert codes(found[1])[0] == "advent-of-code-22"


def test_no_explanation_is_said_with_what_comes_nearest() -> None:
    found = diagnose([case(GOLF_7, "1 498", "2 7777")])
    assert found.explanations == ()
    assert not found.right
    assert len(found.nearest) == 5
    assert [near.right for near in found.nearest] == [0] * 5
    assert all(near.winners == 1 for near in found.nearest)
    offs = [near.off for near in found.nearest]
    assert offs == sorted(offs)
    for near in found.nearest:
        written = near.answers[0].split()
        assert abs(int(written[1]) - 7777) == near.off


@pytest.mark.parametrize(
    ("deal", "expected", "got", "format", "judge"),
    [
        ("AKQ/KQJ", "1 3", "1 4", "codingame", "codingame"),
        ("AKQ/KQJ", "TURNS : 3\nWINNER : player1", "1 4", "", "programming-challenges"),
        ("1 3/4 2", "6 2", "7 2", "counted", "codeforces-546c"),
        ("AKQ/KQJ", "1 3", "1 4", "spoj", "spoj-hs08war"),
        ("9 2 6 3 1/5 8 4 7 10", "306", "298", "labelled", "advent-of-code-22"),
        ("1 3 5 7 9/2 4 6 8 0", "second 5", "first 5", "", "pyanitsa"),
        ("AKQ/KQJ", None, "1 4", "codingame", "codingame"),
        ("AKQ/KQJ", None, "2 4", "golf", "code-golf"),
        ("AKQ/KQJ", None, "player 2", "golf", "code-golf"),
        (
            "232/3",
            "game tied after 100000 steps, |a|=3 |b|=1",
            "a wins in 9 steps",
            "",
            "programming-challenges",
        ),
    ],
)
def test_the_judge_is_found_by_his_answer_and_his_words(
    deal: str, expected: str | None, got: str, format: str, judge: str
) -> None:
    found = diagnose([case(deal, expected, got, format)])
    assert found.judge.name == judge
    assert found.judge.fits == (expected is not None)


def test_the_answer_expected_decides_against_the_words() -> None:
    # In the words of CodinGame, but 498 rounds are code golf's.
    assert diagnose([case(GOLF_7, "1 498", "2 334")]).judge.name == "code-golf"


def test_a_judge_of_no_named_rules() -> None:
    rules = Rules(face_down=2, pickup=Pickup.AS_DEALT)
    game = play(GOLF_7, rules)
    if game.cycle:
        pytest.fail("choose another deal: this one never ends")
    found = diagnose([case(GOLF_7, f"{game.outcome.winner} {game.rounds}", "2 334")])
    assert found.judge.presets == ()
    assert found.judge.fits
    assert found.judge.others > 0
    assert play(GOLF_7, found.judge.rules).rounds == game.rounds


def test_of_judges_as_near_to_a_named_one_the_first_of_all_rule_sets_is_taken() -> None:
    # Sets have another order in every process: the answer must not follow it.
    found = diagnose([case(GOLF_7, "PAT", "2 334")])
    right = fitting_rules([Clue(GOLF_7, read_answer("PAT").readings[0])], GameCache())
    fitting = [rules for rules, fits in zip(RULE_SETS, right.tolist(), strict=True) if fits]
    nearest = [rules for rules in fitting if len(rules.apart(PLAYABLE["codingame"])) == 1]
    assert len(nearest) > 1
    assert found.judge.rules == nearest[0]


@pytest.mark.parametrize("highest", [7, pytest.param(14, marks=pytest.mark.slow)])
def test_cases_that_come_again_are_looked_at_once_and_dead_programs_never(
    highest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    real = candidates.filter_alive

    def filter_alive(alive: Bools, paying: Any, readouts: Any, *arguments: Any) -> None:
        if readouts is not candidates.READOUTS:  # mistakes in playing are searched one by one
            looked.append(alive.size)
        real(alive, paying, readouts, *arguments)

    monkeypatch.setattr(candidates, "filter_alive", filter_alive)
    ranks = range(2, highest + 1)
    pairs = [(one, other) for one in ranks for other in ranks if one != other] * 3
    cases = [case(Deal((one,), (other,)), None, f"{1 if one > other else 2} 1") for one, other in pairs]
    assert diagnose(cases).right
    assert len(looked) < 2 * 2 * len({*pairs})
    everything = len(RULE_SETS) * len(candidates.READOUTS)
    assert looked.count(everything) <= 2, "once for each way to read the answers"
    *others, _, _, _, _ = sorted(looked)
    assert max(others) < everything / 4, "once the rules, once the misreadings, for each way"


def test_a_deal_is_played_once_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Counter[int]()
    real = playing._play_endings

    def play_endings(start: int, records: Records, *others: Any) -> None:
        played[start] += records.shape[1] == 1  # misread, the deal is several
        real(start, records, *others)

    monkeypatch.setattr(playing, "_play_endings", play_endings)
    assert not diagnose([case(GOLF_7, "1 498", "2 334")]).right
    assert {*played.values()} == {1}, "for whose rules are meant, then by his rules"


@pytest.mark.parametrize("judge", [*PLAYABLE.values(), Rules(face_down=7)])
def test_rule_sets_differ_from_a_judges_where_he_says_so(judge: Rules) -> None:
    for rules, apart in zip(RULE_SETS, differing_rules(judge).tolist(), strict=True):
        assert tuple(compress(RULE_NAMES, apart)) == rules.apart(judge)


def test_an_answer_that_no_rules_give_is_told() -> None:
    found = diagnose([case(GOLF_7, "1 77777", "2 334")])
    assert not found.judge.fits
    assert (found.judge.presets, found.judge.others) == ((), 0)
    assert "advent-of-code-22" in codes(found)


def test_a_score_that_no_named_rules_give_fits_none() -> None:
    found = diagnose([case("9 2 6 3 1/5 8 4 7 10", "3055", "298", "labelled")])
    assert (found.judge.name, found.judge.fits, found.judge.presets) == ("advent-of-code-22", False, ())


def test_a_score_is_explained() -> None:
    deal = "9 2 6 3 1/5 8 4 7 10"
    wrong = Program.parse("code-golf")
    decks = play(Deal.parse(deal), wrong.rules).decks
    score = sum(rank * worth for worth, rank in enumerate(reversed(decks[0] or decks[1]), 1))
    found = diagnose([case(deal, "306", str(score), "labelled")])
    assert found.judge.name == "advent-of-code-22"
    assert codes(found)[0] == "code-golf"


def test_two_ways_to_read_an_answer_are_both_tried() -> None:
    found = diagnose([case("2 3/1", None, "2 1")])
    forms = {each.form for each in found.explanations}
    assert forms <= {"codingame", "codeforces-546c"}
    assert "codeforces-546c" in forms  # player 1 wins in two rounds by no usual rules but a swap


def test_a_deal_that_tells_them_apart_is_answered_as_promised() -> None:
    found = diagnose([case(GOLF_7, "True", "2 335")])
    distinguishing_deal = found.distinguishing_deal
    assert distinguishing_deal is not None
    (_, first), *others = distinguishing_deal.answers
    assert first not in [answer for _, answer in others]
    for program, answer in distinguishing_deal.answers:
        winner, number, endless = program.prints(program.play([distinguishing_deal.deal])).first()
        assert (f"{winner} {number}" if winner else "PAT") == answer
        assert not endless


def test_no_smaller_deal_tells_two_rules_apart() -> None:
    two = [Program(Rules()), Program(Rules(pickup=Pickup.WINNER_FIRST))]
    claim = read_answer("2 5").readings[0]
    found = distinguish(two[0], two[1:], claim)
    assert found is not None
    assert found.proved
    assert len({answer for _, answer in found.answers}) == 2
    for cards in range(2, found.deal.size):
        for deal in every_deal(cards):
            games = [play(deal, program.rules) for program in two]
            if not any(game.cycle for game in games):
                assert (
                    len({(game.outcome.winner, game.outcome.winner and game.rounds) for game in games}) == 1
                )


def test_two_drawn_games_are_not_told_apart_by_a_count_that_is_not_printed() -> None:
    two = [Program.parse("codingame"), Program.parse("codingame+one-too-many")]
    found = distinguish(two[0], two[1:], read_answer("PAT").readings[0])
    assert found is not None
    answers = {answer for _, answer in found.answers}
    assert len(answers) == 2
    assert "PAT" not in answers


@pytest.mark.parametrize(
    ("codes", "deal", "answers"),
    [
        (("advent-of-code-22", "code-golf"), "2/3", ["8", "7"]),
        (("advent-of-code-22", "advent-of-code-22+10-as-1"), "2/T", ["22", "5"]),
        # Their first two deals of a kind are one game and one score.
        (("advent-of-code-22", "advent-of-code-22+one-too-many", "code-golf"), "2/3", ["8", "8", "7"]),
    ],
)
def test_programs_are_told_apart_by_their_scores(codes: Sequence[str], deal: str, answers: list[str]) -> None:
    leading, *others = map(Program.parse, codes)
    found = distinguish(leading, others, read_answer("306").reading("advent-of-code-22"))
    assert found is not None
    assert (found.deal.text, [answer for _, answer in found.answers], found.proved) == (deal, answers, False)
    for program, answer in found.answers:
        assert judge_answer(play(program.reads(found.deal), program.rules), "advent-of-code-22") == answer


def test_programs_of_one_score_are_not_told_apart() -> None:
    two = [Program.parse("advent-of-code-22"), Program.parse("advent-of-code-22+one-too-many")]
    assert distinguish(two[0], two[1:], read_answer("306").reading("advent-of-code-22")) is None


def test_players_swapped_are_one_mistake_where_swapping_decks_swaps_winners() -> None:
    found = diagnose([case(GOLF_7, "1 498", "2 498")])
    assert codes(found)[0] == "code-golf+players-swapped"
    assert not [code for code in codes(found) if "winner-swapped" in code and code.startswith("code-golf")]


def every_deal(cards: int) -> list[Deal]:
    rows = product(range(2, 2 + cards), repeat=cards)
    return [Deal(row[:cut], row[cut:]) for row in rows for cut in range(1, cards)]


@pytest.mark.parametrize("name", MISTAKES)
def test_every_mistake_is_said_in_words(name: str) -> None:
    said = plain(explanation_words(Program(Rules(), (name,)), Rules()))
    assert said == f"Your program {MISTAKES[name].does}. The judge {MISTAKES[name].wants}."
    assert "  " not in said


DIFFERENCES = {
    "face_down=0": (2, "lays *no cards face down* in a war", "wants *none*"),
    "face_down=1": (1, "lays *one card face down* in a war", "wants *one*"),
    "face_down=2": (2, "lays *two cards face down* in a war", "wants *two*"),
    "face_down=3": (1, "lays *three cards face down* in a war", "wants *three*"),
    "face_down=4": (3, "lays *four cards face down* in a war", "wants *four*"),
    "face_down=5": (4, "lays *five cards face down* in a war", "wants *five*"),
    "pickup=AS_DEALT": (3, "picks the cards up *as they were laid*", "wants them *as they were laid*"),
    "pickup=AS_PROGRAMMED": (4, "picks the cards up *war by war*", "wants them *war by war*"),
    "pickup=PLAYER_1_FIRST": (2, "picks up *player 1's cards first*", "wants *player 1's first*"),
    "pickup=PLAYER_2_FIRST": (4, "picks up *player 2's cards first*", "wants *player 2's first*"),
    "pickup=LOSER_FIRST": (2, "picks up *the loser's cards first*", "wants *the loser's first*"),
    "pickup=WINNER_FIRST": (1, "picks up *the winner's cards first*", "wants *the winner's first*"),
    "pickup=LOSER_ALTERNATING": (
        4,
        "picks up *one card of each in turn, the loser's first*",
        "wants *one of each in turn, the loser's first*",
    ),
    "pickup=WINNER_ALTERNATING": (
        4,
        "picks up *one card of each in turn, the winner's first*",
        "wants *one of each in turn, the winner's first*",
    ),
    "pickup=WINNER_ALTERNATING_REVERSED": (
        5,
        "picks up *one card of each in turn, from the last laid to the first*",
        "wants *one of each in turn, from the last laid to the first*",
    ),
    "pickup=WINNER_INSIDE_OUT": (
        5,
        "picks up *the last war first*, of each war the winner's cards first",
        "wants *the last war first*, of each the winner's cards first",
    ),
    "shortfall=LOSES": (1, "lets a player who cannot finish a war *lose*", ""),
    "shortfall=DRAW": (1, "calls the game *drawn* when a war cannot be finished", ""),
    "shortfall=LAST_CARD": (2, "lets a player short for a war fight with the *last card*", ""),
    "shortfall=FEWER_DOWN": (3, "lets *both lay fewer* cards when one is short for a war", ""),
    "shortfall=STEAL": (4, "lets a player short for a war *take the missing cards* from the other deck", ""),
    "both_out=DRAW": (2, "calls the game *drawn* when both run out in the same war", ""),
    "both_out=PLAYER_1": (3, "lets *player 1* win when both run out in the same war", ""),
    "both_out=PLAYER_2": (2, "lets *player 2* win when both run out in the same war", ""),
    "order=HIGH": (1, "lets the *higher* card win, aces high", ""),
    "order=ACE_LOW": (2, "has aces *low*", ""),
    "order=LOW_WINS": (3, "lets the *lower* card win", ""),
    "order=LOWEST_BEATS_HIGHEST": (5, "lets the *lowest* card beat the highest", ""),
}
"""Every value that a program can have: how rare, what it does, what a judge wants (empty: the same)."""


@pytest.mark.parametrize("difference", DIFFERENCES)
def test_every_rule_is_said_in_words_on_both_sides(difference: str) -> None:
    name, value = difference.split("=")
    rules = with_value(name, value)
    other = next(each for each in DIFFERENCES if each.startswith(f"{name}=") and each != difference)
    judge = with_value(name, other.split("=")[1])
    _, does, _ = DIFFERENCES[difference]
    _, same, wants = DIFFERENCES[other]
    said = explanation_words(Program(rules), judge)
    marked = "".join(f"*{part.text}*" if part.about == "key" else part.text for part in said)
    assert marked == f"Your program {does}. The judge {wants or same}."


def with_value(name: str, value: str) -> Rules:
    return Rules().changed(**{name: int(value) if name == "face_down" else value})


@pytest.mark.parametrize("difference", DIFFERENCES)
def test_the_rarer_a_rule_the_later_it_is_suspected(difference: str) -> None:
    name, value = difference.split("=")
    rules = with_value(name, value)
    judge = next(rules.changed(**{name: other}) for other in values_of(name) if str(other) != value)
    found = Fit(Program(rules), judge)
    assert (found.differences, found.rare) == ((difference,), DIFFERENCES[difference][0])


def values_of(name: str) -> list[object]:
    return list(dict.fromkeys(getattr(rules, name) for rules in RULE_SETS))


def test_every_difference_has_its_words_and_its_frequency() -> None:
    assert {*DIFFERENCES} == {f"{name}={value}" for name in RULE_NAMES for value in values_of(name)}


def test_other_rules_as_a_whole_are_named() -> None:
    said = plain(explanation_words(Program.parse("codingame"), PLAYABLE["code-golf"]))
    assert said == "Your program plays by the rules of CodinGame. The judge plays by those of Code golf."


@pytest.mark.parametrize(
    ("one", "other", "deal", "expected"),
    [
        ("code-golf", "advent-of-code-22", "3/23", (1, 2, None)),
        ("code-golf", "code-golf+both-upside-down", "23/45", (0, 1, None)),
        ("code-golf", "code-golf+counts-battles", "23/45", (None, None, None)),
        ("code-golf", "codingame", "2/22", (None, None, 1)),
        ("code-golf", "code-golf+stops-at-50-drawn", "23/4", (None, None, None)),
        ("code-golf", "bicycle", "22/234", (1, 1, None)),
        ("code-golf", "code-golf+deck-2-upside-down", "23/45", (0, 1, None)),
        ("code-golf", "code-golf+deck-1-upside-down", "23/45", (0, 1, None)),
    ],
)
def test_where_two_games_part(
    one: str, other: str, deal: str, expected: tuple[int | None, int | None, int | None]
) -> None:
    found = first_difference(Deal.parse(deal), Program.parse(one), Program.parse(other))
    assert (found.decks, found.cards, found.end) == expected
    assert found.round == (expected[1] or expected[2])


@pytest.mark.parametrize("line", lines("cases")[:14], ids=lambda line: line["id"])
def test_a_parting_is_the_first_difference_of_the_referees_games(line: dict[str, str]) -> None:
    deal = Deal.parse(line["deal"])
    rules = PLAYABLE["code-golf"], PLAYABLE["code-golf"].changed(pickup=Pickup.WINNER_FIRST)
    found = first_difference(deal, *(Program(each) for each in rules))
    games: list[list[object]] = [[], []]
    for each, game in zip(rules, games, strict=True):
        play(deal, each, watch=lambda this, game=game: game.append((this.before, this.cards_1, this.cards_2)))  # type: ignore[misc]
    pairs = [*zip(*games, strict=False)]
    decks = next(number for number, (first, second) in enumerate(pairs) if first[0] != second[0])
    cards = next(number for number, (first, second) in enumerate(pairs, 1) if first[1:] != second[1:])
    assert (found.decks, found.cards) == (decks, cards)


@pytest.mark.parametrize(
    ("cases", "words"),
    [
        ([], "there is no test case"),
        ([case("AKQ/KQJ", None, "1 3")] * (MOST_CASES + 1), "too many"),
        ([case(Deal((2,) * LARGEST_DEAL, (3,)), None, "1 3")], "too large"),
    ],
)
def test_what_cannot_be_diagnosed_is_refused(cases: list[Case], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        diagnose(cases)


@settings(max_examples=4, deadline=None)
@given(
    st.lists(st.integers(2, 14), min_size=1, max_size=8),
    st.lists(st.integers(2, 14), min_size=1, max_size=8),
    st.integers(0, 2),
    st.integers(0, 30),
)
def test_whatever_is_asked_is_answered(first: list[int], second: list[int], winner: int, number: int) -> None:
    got: Answer = read_answer(f"{winner} {number}" if winner else "PAT")
    found = diagnose([Case(Deal(tuple(first), tuple(second)), got)])
    assert found.explanations or found.nearest
    for each in found.explanations[:3]:
        assert len(each.first_differences) == 1


def test_presets_with_chance_are_no_judges() -> None:
    found = diagnose([case("AKQ/KQJ", "1 3", "1 3")])
    assert not {name for name in found.judge.presets if not PRESETS[name].playable.deterministic}
    assert json.dumps(found.judge.presets)


def test_it_tells_how_many_programs_were_tried() -> None:
    told: list[tuple[int, int]] = []
    deals = [deal_cards(STANDARD_PACK, seed=3, number=number) for number in range(3)]
    cases = [Case(deal, got=read_answer("1 40"), expected=read_answer("2 50")) for deal in deals]
    diagnosis = diagnose(cases, tell=lambda *far: told.append(far))
    by_rules = candidates.Candidates(diagnosis.judge.rules, GameCache(), lambda *_: None).tried
    assert {of for _, of in told} == {by_rules}
    assert by_rules < diagnosis.programs
    tried = [done for done, _ in told]
    assert tried[0] < tried[-1] == told[-1][1]
    assert sum(after < before for before, after in pairwise(tried)) <= 1, "a further case tries those left"
