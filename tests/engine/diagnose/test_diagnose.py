"""Why an answer is not the judge's: causes named, ranked, told apart; honest when none fits."""

from collections.abc import Iterator
from itertools import compress, islice, pairwise, product

import pytest
from approved import Reviewed
from hypothesis import given, settings
from hypothesis import strategies as st
from published import lines
from quick import slow

from engine import PRESETS, Deal, Pack, deal_cards, play
from engine.check.program import Ran, verdict_of
from engine.diagnose import Case, Diagnosis, Grade, Program, diagnose, diagnosis, playing, read_answer
from engine.diagnose.differences import first_difference
from engine.diagnose.playing import RULE_SETS, GameCache, differing_rules
from engine.diagnose.programs import answers_of
from engine.diagnose.search import Candidates, Clue, fitting_rules
from engine.diagnose.small_deals import distinguish
from engine.diagnose.suites import claim_of
from engine.game.fixed_deals import Plan
from engine.game.judges import judge_answer
from engine.rules import PLAYABLE, RULE_NAMES, Rules, rules_called
from engine.wording.sentences import plain

GOLF_7 = "32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47"
WINAMAX = "53278755654663374474268322/A9KKKKTT9QJT8QJAJAQAJT98Q9"
LABELLED = "9 2 6 3 1/5 8 4 7 10"
QUESTIONS = (
    *((GOLF_7, "True", "2 334"), (GOLF_7, "True", "2 335"), (GOLF_7, "True", "drawn after 100 rounds")),
    *((GOLF_7, "1 498", "1 498"), (GOLF_7, "1 498", "2 498")),
    (GOLF_7, "1 498", "2 334"),  # in CodinGame's words, but 498 rounds are code golf's
    *((GOLF_7, "1 498", "2 7777"), (GOLF_7, "2 360", "2 334"), (GOLF_7, "PAT", "2 334")),
    *((GOLF_7, "1 77777", "2 334"), (WINAMAX, "2 26", "2 34", "codingame")),
    *((WINAMAX, "2 26", "2 34", "", "3.WINNER_FIRST.DRAW.DRAW.HIGH"), ("AKQ/KQJ", "1 3", "1 4", "codingame")),
    *(("AKQ/KQJ", "TURNS : 3\nWINNER : player1", "1 4"), ("AKQ/KQJ", None, "1 4", "codingame")),
    *(("AKQ/KQJ", None, "2 4", "golf"), ("AKQ/KQJ", None, "player 2", "golf")),
    *(("1 3/4 2", "6 2", "7 2", "counted"), ("1 3/4 2", "6 2", "7 2", "", "codeforces-546c")),
    ("1 3 5 7 9/2 4 6 8 0", "second 5", "first 5"),
    ("232/3", "game tied after 100000 steps, |a|=3 |b|=1", "a wins in 9 steps"),
    *((LABELLED, "306", "298", "labelled"), (LABELLED, "306", "291", "labelled")),
    *((LABELLED, "3055", "298", "labelled"), ("2 3/1", None, "2 1")),
    # A player's number alone means the judge who deals such cards, and else nobody.
    *(("3 2 1/1 1 2", "1", "1"), ("A32/223", "1", "1"), ("2 1/2 1", "0", "0"), ("32/32", "0", "0")),
    ("1/0", "1", "1"),
)


def case(deal: Deal | str, expected: str | None, got: str, format: str = "") -> Case:
    dealt = Deal.parse(deal) if isinstance(deal, str) else deal
    return Case(dealt, read_answer(got), read_answer(expected) if expected else None, format)


def codes(found: Diagnosis) -> list[str]:
    return [each.program.code for each in found.explanations]


def shown(found: Diagnosis) -> Iterator[str]:
    """Yield what is said of a diagnosis, its first explanations only."""
    judge = found.judge
    hint = ", by a hint" if judge.from_hint else ""
    yield f"    by {judge.name}{hint}, fits: {judge.fits}, {len(judge.presets)} named, {judge.others} more"
    for number, each in enumerate(found.explanations[:3], 1):
        yield f"    {number} of {len(found.explanations)}: {each.program.code}, {each.by_chance:.1g} by luck"
        yield f"      {plain(found.sentence_of(each))} {each.first_differences[0].all_words}"
    for near in found.nearest:
        yield f"    near: {near.program.code}: {near.answers}, {near.right}, {near.winners}, {near.off}"
    names = [name for name in ("right", "sure", "constant") if getattr(found, name)]
    names += ["a guess"] if found.explanations and found.is_guess(found.explanations[0]) else []
    yield "    " + ", ".join(names or ["wrong"])


@pytest.mark.parametrize("start", [0, slow(1)])
def test_questions(start: int, reviewed: Reviewed) -> None:
    output = []
    for deal, expected, got, *more in QUESTIONS[start::2]:
        rules = rules_called(more[1]) if more[1:] else None
        found = diagnose([case(deal, expected, got, *more[:1])], rules=rules)
        output += [f"{deal}: {got!r} for {expected!r}" + f", {more}" * bool(more), *shown(found)]
        check_order(found)
    reviewed("\n".join(output))


def check_order(found: Diagnosis) -> None:
    """Check that all explanations give the answers, the simplest first, and that none holds another."""
    for each, one in product(found.explanations, found.cases):
        claim = one.got.reading(each.form)
        printed = each.program.prints(each.program.play([one.deal], limit=20_000), claim.unit)
        score = None if claim.score is None else each.program.score(one.deal, limit=20_000)
        winner, number, endless = printed.at(0)
        again = read_answer(claim.written(winner, number, endless=endless, score=score))
        assert again.reading(each.form) == claim, each.program.code
    differences = [frozenset(each.differences) for each in found.explanations]
    assert not any(one < other for one, other in product(differences, repeat=2))
    numbers = [each.order[0] for each in found.explanations]
    assert numbers == sorted(numbers)


def test_rules_with_more_cards_face_down_than_are_searched_have_their_mistakes_named() -> None:
    judge, deal = Rules(face_down=7), Deal.parse(GOLF_7)
    wrong = Program(judge, ("players-swapped",))
    winner, steps, endless = wrong.prints(wrong.play([deal]), "steps").at(0)
    assert not endless
    found = diagnose([case(deal, None, f"{' ab'[winner]} wins in {steps} steps")], rules=judge)
    assert wrong in [each.program for each in found.explanations]


def test_of_judges_as_near_to_a_named_one_the_first_of_all_rule_sets_is_taken() -> None:
    # Sets have another order in every process: the answer must not follow it.
    deal = Deal.parse(GOLF_7)
    right = fitting_rules([Clue(deal, read_answer("PAT").readings[0])], GameCache())
    fitting = [*compress(RULE_SETS, right.tolist())]
    nearest = [rules for rules in fitting if len(rules.differing(PLAYABLE["codingame"])) == 1]
    assert len(nearest) > 1
    assert diagnose([case(deal, "PAT", "2 334")]).judge.rules == nearest[0]


@pytest.mark.parametrize("judge", [*PLAYABLE.values(), Rules(face_down=7)])
def test_rule_sets_differ_from_a_judges_where_he_says_so(judge: Rules) -> None:
    for rules, apart in zip(RULE_SETS, differing_rules(judge).tolist(), strict=True):
        assert tuple(compress(RULE_NAMES, apart)) == rules.differing(judge)


def test_scores_tell_programs_apart() -> None:
    for codes, deal, answers in (
        (("advent-of-code-22", "code-golf"), "2/3", ["8", "7"]),
        (("advent-of-code-22", "advent-of-code-22+10-as-1"), "2/T", ["22", "5"]),
        # Their first two deals of a kind are one game and one score.
        (("advent-of-code-22", "advent-of-code-22+one-too-many", "code-golf"), "2/3", ["8", "8", "7"]),
        (("advent-of-code-22", "advent-of-code-22+one-too-many"), None, []),
    ):
        leading, *others = map(Program.parse, codes)
        found = distinguish(leading, others, read_answer("306").reading("advent-of-code-22"))
        assert (found and found.deal.text) == deal
        if found is not None:
            assert ([answer for _, answer in found.answers], found.proved) == (answers, False)
            for program, answer in found.answers:
                game = play(program.reads(found.deal), program.rules)
                assert judge_answer(game, "advent-of-code-22") == answer


def test_who_plays_wrongly_and_gives_up_where_that_never_ends_is_told_both() -> None:
    cases = [
        case("2936634277/475624523", "1 5", "1 7", "codingame"),
        case("A2AA6JJ672KQ9529K69533K7T/487QTJ37T2348K4T5694A885Q", "2 1151", "2 9000", "codingame"),
        case("K2AA6JJA873AQ95269KT69537K7Q/47K4J33T2248Q4T569T885", "2 1944", "1 76", "codingame"),
    ]
    codes = [each.program.code for each in diagnose(cases, rules=PLAYABLE["codingame"]).explanations]
    assert codes == ["codingame+loses-before-last-tie+stops-at-9000-player-2"]


def test_the_steps_of_a_war_cut_short_leave_it_open_that_a_program_gives_up() -> None:
    long = case("KQ27A768584393TJJTQ7T8A94/A337865JT2K264J9AK92Q6455", None, "a and b tie in 1000 steps")
    short = case("Q5982J5J256AQ9/A8A926J6J285AQ", "b wins in 66 steps", "b wins in 66 steps")
    assert codes(diagnose([long, short]))[0] == "programming-challenges+stops-at-1000-drawn"


def test_of_two_that_no_deal_of_the_judge_tells_apart_one_is_sure() -> None:
    judge = "codeforces-546c"
    deals = [deal.suited() for deal in islice(Plan(PLAYABLE[judge], judge, judge, "line").ordered(), 20)]
    programs = (Program(PLAYABLE[judge], mistakes) for mistakes in ((), ("stack",)))
    answers = [answers_of(program, deals, claim_of(judge)) for program in programs]
    found = diagnose([*map(case, deals, *answers)], rules=PLAYABLE[judge])
    assert (found.sure, [each.program.mistakes for each in found.explanations]) == (True, [("stack",)])


def test_two_drawn_games_are_not_told_apart_by_a_count_that_is_not_printed() -> None:
    two = [Program.parse("codingame"), Program.parse("codingame+one-too-many")]
    found = distinguish(two[0], two[1:], read_answer("PAT").readings[0])
    assert found is not None
    assert "PAT" not in {answer for _, answer in found.answers}


def test_first_differences() -> None:
    for other, deal, expected in (
        ("advent-of-code-22", "3/23", (1, 2, None)),
        ("code-golf+both-upside-down", "23/45", (0, 1, None)),
        ("code-golf+counts-battles", "23/45", (None, None, None)),
        ("codingame", "2/22", (None, None, 1)),
        ("code-golf+stops-at-50-drawn", "23/4", (None, None, None)),
        ("bicycle", "22/234", (1, 1, None)),
    ):
        found = first_difference(Deal.parse(deal), Program.parse("code-golf"), Program.parse(other))
        assert (found.decks, found.cards, found.end) == expected
        assert found.round == (expected[1] or expected[2])


def test_programs_that_come_near_are_followed_no_longer_than_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "PATIENCE", 20)
    asked = [case(GOLF_7, "True", "endless")]
    first, *_ = diagnosis._nearest(asked, diagnose(asked).judge)
    assert (first.program.code, first.right, *first.answers) == ("code-golf", 1, "no answer: it never ends")


CARDS = st.lists(st.integers(2, 14), min_size=1, max_size=8).map(tuple)


@settings(max_examples=6, deadline=None)
@given(st.builds(Deal, CARDS, CARDS), st.integers(0, 2), st.integers(0, 30))
def test_whatever_is_asked_is_answered(deal: Deal, winner: int, number: int) -> None:
    found = diagnose([case(deal, None, f"{winner} {number}" if winner else "PAT")])
    assert found.explanations or found.nearest
    check_order(found)
    assert not {name for name in found.judge.presets if not PRESETS[name].playable.deterministic}


def test_it_tells_how_many_programs_were_tried() -> None:
    far: list[tuple[int, int]] = []
    deals = [deal_cards(Pack(13, 4), seed=3, number=number) for number in range(3)]
    found = diagnose([case(deal, "2 50", "1 40") for deal in deals], tell=lambda *now: far.append(now))
    by_rules = Candidates(found.judge.rules, GameCache(), lambda *_: None).tried
    assert {of for _, of in far} == {by_rules}
    assert by_rules < found.programs
    tried = [done for done, _ in far]
    assert tried[0] < tried[-1] == far[-1][1]
    assert sum(after < before for before, after in pairwise(tried)) <= 1, "a further case tries those left"


FORMS = ["1 3", "3 1", "Player 1 3", "1,3", "1 3.", "1\n3", "1", "Player 1 wins"]
OUTCOMES = ["2 3", "1 4", "2", "Player 2 wins", "4", "PAT"]


@pytest.mark.parametrize("got", [*FORMS, *OUTCOMES])
def test_check_and_diagnose_give_one_verdict(got: str) -> None:
    kind = verdict_of(Ran(got, "", 0), "1 3", "codingame").kind
    assert kind is (Grade.RIGHT if got == "1 3" else Grade.FORM if got in FORMS else Grade.WRONG)
    found = diagnose([case("AKQ/KQJ", "1 3", got)])
    assert (found.right, bool(found.wrong_form)) == (kind is Grade.RIGHT, kind is Grade.FORM)
    if found.wrong_form:
        printed = " / ".join(got.splitlines())
        assert f"expects “1 3”, your program printed “{printed}”" in plain(found.form_words)


@pytest.mark.parametrize("expected", ["1 3", None])
def test_a_prompt_is_told_also_where_nobody_says_what_the_judge_expects(expected: str | None) -> None:
    asked = case("AKQ/KQJ", expected, "Enter the first hand: 1 3", "codingame")
    found = diagnose([asked])
    assert found.form_grade is Grade.PROMPT
    assert found.right_outcome
    assert not found.right
    assert diagnose([case("AKQ/KQJ", None, "player 1", "codingame")]).right


# Programs that say the same in every case: named as such, unless a mistake says more.

GOLF_LINES = [line for line in lines("cases") if line["id"].startswith("golf")][:7]


TIMES = [(("True", 7), ("True", 1)), slow((("False", 7), ("True", 3), ("1 7", 2)))]


@pytest.mark.parametrize("times", TIMES, ids=["some", "others"])
def test_the_same_in_every_case(times: tuple[tuple[str, int], ...], reviewed: Reviewed) -> None:
    output = []
    for answer, number in times:
        cases = [case(one["deal"], one["judge"]["code-golf"], answer, "golf") for one in GOLF_LINES[:number]]
        found = diagnose(cases)
        output += [
            f"{number} times {answer}: {found.always}, unexpected in {found.unexpected}",
            *shown(found),
        ]
    reviewed("\n".join(output))


def test_the_same_in_cases_of_four_cards(reviewed: Reviewed) -> None:
    output = []
    for answer, swapped in (("True", 0), ("False", 0), ("True", 1)):
        dealt = [Deal((14, 13 - n), (12, 11)) for n in range(4)]
        dealt[:swapped] = [deal.swapped() for deal in dealt[:swapped]]
        found = diagnose([case(deal, str(14 in deal.deck_1), answer, "golf") for deal in dealt])
        output.append(f"{answer}, {swapped} swapped: {found.always}, unexpected in {found.unexpected}")
        output += shown(found)
    reviewed("\n".join(output))
