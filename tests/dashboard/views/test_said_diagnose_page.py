"""What Diagnose says, as a file that was read and approved: diagnoses and logs made by hand."""

from dataclasses import replace
from typing import Any

from approved import Reviewed

from dashboard.ui.controls import size_words
from dashboard.ui.frame import marked, note, rules_title
from dashboard.views.diagnose import inputs, words
from engine import diagnose
from engine.cards import Deal
from engine.diagnose import Case, Diagnosis, End, Explanation, Judge, Near, Program, TraceDiff, read_answer
from engine.formats import ReadDeal, Reading
from engine.rules import PLAYABLE, Rules
from engine.wording.sentences import Part, plain

GOLF = PLAYABLE["code-golf"]
JUDGE = Judge(GOLF, "code-golf", fits=True, presets=("code-golf",), others=0)
CASE = Case(Deal.parse("3/23"), got=read_answer("1 2"), expected=read_answer("1 2"))


def explanation(code: str, by_chance: float = 0.2) -> Explanation:
    return Explanation(Program.parse(code), GOLF, "codingame", (CASE,), by_chance)


RIGHT, WRONG, OTHER = map(explanation, ("code-golf", "advent-of-code-22", "code-golf+10-as-1"))
TWO = explanation("code-golf+10-as-1+one-too-many")


def diagnosed(*explanations: Explanation, cases: int = 1, **judge: Any) -> Diagnosis:
    asked = (
        CASE,
        *(replace(CASE, deal=Deal.parse(f"3/{2 * '2'}{n}"), got=read_answer(f"1 {n}")) for n in range(3, 9)),
    )
    return Diagnosis(asked[:cases], replace(JUDGE, **judge), explanations, (), rule_sets=2_756, programs=9)


def answered(got: str, expected: str | None = "1 2") -> Diagnosis:
    case = replace(CASE, got=read_answer(got), expected=read_answer(expected) if expected else None)
    return replace(diagnosed(RIGHT, fits=expected is not None), cases=(case,))


GUESS = replace(OTHER, by_chance=436.0)
LAST = replace(GUESS, form="codeforces-546c")
LIKELY = [replace(WRONG, by_chance=chance) for chance in (0.4, 0.04, 0.009)]
FINDINGS: dict[str, tuple[Diagnosis, Explanation | None]] = {
    "right": (diagnosed(RIGHT), RIGHT),
    "right by rules that do not give what is expected": (diagnosed(RIGHT, fits=False), RIGHT),
    "right, no rules give it": (diagnosed(RIGHT, fits=False, presets=(), others=0), RIGHT),
    "nothing expected": (answered("1 2", None), RIGHT),
    "none": (diagnosed(), None),
    "wrong form": (answered("Player 1 wins"), RIGHT),
    "likely, of five": (diagnosed(LIKELY[0], *[TWO] * 4), LIKELY[0]),
    "of two as simple": (diagnosed(LIKELY[0], OTHER), LIKELY[0]),
    "a prompt": (answered("Enter both decks:\nTrue", "True"), RIGHT),
    "other lines": (answered("read 5 cards\nTrue", "True"), RIGHT),
    "an exit code": (answered("True\nexit code 1", "True"), RIGHT),
    "likely": (diagnosed(LIKELY[0]), LIKELY[0]),
    "very likely": (diagnosed(LIKELY[1]), LIKELY[1]),
    "almost certain, by three": (diagnosed(LIKELY[2], cases=3), LIKELY[2]),
    "a part of it shown": (replace(diagnosed(LIKELY[2]), unshown=(CASE.deal,)), LIKELY[2]),
    "another": (diagnosed(OTHER, WRONG), WRONG),
    "a guess": (diagnosed(replace(WRONG, by_chance=0.5)), replace(WRONG, by_chance=0.5)),
    "a guess by a count, then the winner": (replace(diagnosed(LAST), cases=answered("2 1").cases), LAST),
    "36 guesses by two": (diagnosed(*[GUESS] * 36, cases=2), GUESS),
}


def test_findings(reviewed: Reviewed) -> None:
    texts = []
    for name, (found, shown) in FINDINGS.items():
        texts += [f"# {name}", *words.finding(found, shown, End(2, 1, endless=False))]
    for got in ("3 1", "1", "1,3", "Player 1", "1 3 2", "2 3"):
        texts.append(f"{got} for 1 3: {words.format_fault(got, '1 3')}")
    reviewed("\n".join(texts))


def test_words_of_programs_logs_and_cards(reviewed: Reviewed) -> None:
    both = Program.parse("3.WINNER_FIRST.LOSES.DRAW.HIGH+10-as-1")
    texts = [*words.sides(GOLF, both), words.does_what(GOLF, both), words.does_what(GOLF, Program(GOLF))]
    near = Near(Program(GOLF), (), right=0, winners=1, off=4, answers=("1 2",))
    for changes in ({}, {"right": 1}, {"off": 20_000}, {"winners": 0}, {"right": 2, "answers": ("1 2",) * 4}):
        texts += [
            words.close_words(replace(near, **changes), read_answer(answer).readings[0])
            for answer in ("1 2", "306")
        ]
    for answer in ("2 334", "1", "PAT", "True", "-1", "TURNS : 2, WINNER : player1", "2 1"):
        read = read_answer(answer)
        texts.append(
            f"{answer}: {plain(words.answer_text(read.readings[0]))}; {plain(inputs.answer_words(read))}"
        )
    table = words.nearest_table([replace(near, answers=("1 2",) * 6)], GOLF, read_answer("1 2").readings[0])
    table += words.rounds_table(Program(GOLF), Deal.parse("AKQJT98/2345678"), 1)
    texts += [" | ".join(row.values()) for row in table]
    log = TraceDiff(
        shows="cards",
        states=4,
        agree=1,
        round=2,
        line=None,
        expected=(),
        got=(),
        program=Program(GOLF),
        reproduces=4,
        sentence=(Part("Your program doesn't stop."),),
    )
    texts += [words.title(replace(log, round=number)) for number in (None, 0, 1, 2, 1_001)]
    texts += [words.explained(replace(log, **other)) for other in ({}, {"reproduces": 3}, {"program": None})]
    texts.append(words.up_to("a\nb\nc\nd", 2))
    long = "2" * 30
    decks = ["A395 A593", "A39 A3459", " A", "AK AK", f"A{long} K{long}", f"{long}J {long}Q"]
    for one, other in (pair.split(" ") for pair in decks):
        texts.append(" | ".join(words.differing(one, other)))
    for deals in (("AK/Q",), ("A/",), ("A/K", "Q/J")):
        texts.append(size_words(Reading("line", tuple(ReadDeal(Deal.parse(deal)) for deal in deals))))
    texts += [rules_title("2.LOSER_FIRST.LOSES.DRAW.HIGH"), note("5 % of %")]
    sentence = (Part("player 1", "player 1"), Part(" wins "), Part("30 %", "key"), Part("never", "endless"))
    texts.append(marked(sentence))
    reviewed("\n".join(texts))


def test_what_each_answer_to_the_next_deal_means(reviewed: Reviewed) -> None:
    judge, *others = (Program(Rules(face_down=down)) for down in (1, 2, 3, 4))
    found = diagnosed(*(Explanation(program, GOLF, "codingame", (CASE,)) for program in others))
    texts = []
    for output in (("2 3", "1 3", "2 3", "4 4"), ("2 3", "1 3", "1 3", "1 3"), ("2 3", "1 3", "1\n3", "PAT")):
        programs = (others[0], judge, *others[1:])
        answers = tuple(zip(programs, output, strict=True))
        deal = diagnose.DistinguishingDeal(Deal.parse("3/23"), answers, proved=True)
        texts += [" | ".join(row.values()) for row in words.meanings(deal, found)]
    reviewed("\n".join(texts))


ROUNDS = {
    "22223/222223": ("code-golf", "code-golf+ties-returned", "code-golf+second-tie-thrown-away"),
    "AA22K5/A33KQ9": ("code-golf+loses-own-cards", "code-golf+loses-face-down", "code-golf+lowest-first"),
    "3/24": ("code-golf+next-cards-of-1", "code-golf+cards-back-for-1", "code-golf+last-card-loses"),
    "3T2T/2222": ("advent-of-code-22", "code-golf+10-as-1", "programming-challenges"),
    "3/22223": ("code-golf", "code-golf+ties-returned", "programming-challenges+war-old-card-of-2"),
    "A2/A33": ("codingame+short-war-to-2", "codingame+short-war-thrown-away", "bicycle+loses-face-down"),
}


def test_rounds_of_a_small_deal_say_what_is_played(reviewed: Reviewed) -> None:
    texts = []
    for deal, codes in ROUNDS.items():
        for code in codes:
            rows = words.rounds_table(Program.parse(code), Deal.parse(deal), 2)
            texts += [f"{code} on {deal}", *("  " + " | ".join(row.values()) for row in rows)]
    reviewed("\n".join(texts))


def test_why_no_deal_to_run_tells_explanations_apart() -> None:
    for codes, may_be_one in (
        (("advent-of-code-22+newest-war-first", "1.WINNER_INSIDE_OUT.LOSES.DRAW.HIGH"), True),
        (("code-golf+stops-at-100-drawn", "code-golf+stops-at-1000-drawn"), False),
    ):
        diagnosis = diagnosed(*map(explanation, codes))
        assert diagnosis.distinguishing_deal is not None, "such a deal tells them from the judge at least"
        assert ("the same program" in words.never_distinguished(diagnosis)) == may_be_one
        assert diagnose.first_difference(CASE.deal, Program(GOLF), diagnosis.explanations[0].program).words
