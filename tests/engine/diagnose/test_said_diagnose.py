"""What is said of wrong programs, answers and logs, on both sides of what decides: an approval file."""

from dataclasses import replace

from approved import Reviewed

from engine import Deal, diagnose
from engine.cli.diagnose import diagnosis_text, difference_text, log_text
from engine.diagnose import Case, Claim, End, FirstDifference, Kind, Program, TraceDiff, read_answer
from engine.diagnose.log_difference import UNEXPLAINED
from engine.diagnose.mistakes import MISTAKES, words_of
from engine.diagnose.playing import RULE_SETS
from engine.diagnose.programs import read_deal
from engine.diagnose.search import Fit, explanation_words
from engine.rules import PLAYABLE, RULE_NAMES, Rules
from engine.wording.sentences import Part, Sentence, plain

GOLF = PLAYABLE["code-golf"]
DIFFERENCES = (
    *((None, None, None), (0, None, 0), (None, None, 1), (None, None, 1_000), (0, 1, None), (1, 1, None)),
    *((None, 2, None), (1, 2, None), (2, 2, None), (1_234, 2_001, None), (3, None, 9), (0, None, None)),
)
CLAIMS = (
    *((form, Claim(form, (2,), count=3)) for form in ("codingame", "codeforces-546c", "pyanitsa", "words")),
    ("programming-challenges", Claim("programming-challenges", (2,), count=3)),
    ("skiena", Claim("skiena", (2,), count=1, unit="steps")),
    ("code-golf", Claim("code-golf", (2, 0))),
    ("who", Claim("words", (0,))),
    ("rounds", Claim("words", count=0, unit="plays")),
    ("score", Claim("advent-of-code-22", score=12_306)),
)
LONG = Deal.parse("23456789TJQKA23456789TJQKA23/AT4").suited()
CASE = Case(Deal.parse("3/23"), got=read_answer("1 2"), expected=read_answer("1 2"))
JUDGE = diagnose.Judge(GOLF, "code-golf", fits=True, presets=("code-golf",), others=0)


def marked(output: Sentence) -> str:
    return "".join(f"*{part.text}*" if part.about == "key" else part.text for part in output)


def test_words_of_games_and_answers(reviewed: Reviewed) -> None:
    output = []
    for numbers in DIFFERENCES:
        first = FirstDifference(*numbers)
        output.append(f"{numbers}: {first.words} / {first.deck_words}")
    for end in (End(1, 1, False), End(2, 1_002, False), End(0, 2, False), End(0, 0, True)):
        output.append(plain(end.words))
    for name, claim in CLAIMS:
        written = [claim.written(winner, 26, endless=False, score=291) for winner in (1, 2)]
        written.append(claim.written(0, 26, endless=False))
        written.append(claim.written(0, 0, endless=True))
        output.append(f"{name}: {plain(claim.words)}; {' | '.join(written)}")
    for endless in (Claim("words", endless=True), Claim("words", endless=True, count=1, unit="steps")):
        output.append(plain(endless.words))
    reviewed("\n".join(output))


def test_every_rule_and_every_mistake_in_words(reviewed: Reviewed) -> None:
    """By every value beside every other: how rare, what a program does, what a judge wants."""
    output = []
    for name in RULE_NAMES:
        values = [*dict.fromkeys(getattr(rules, name) for rules in RULE_SETS)]
        for place, value in enumerate(values):
            judge = Rules().changed(**{name: value})
            fit = Fit(Program(judge.changed(**{name: values[place - 1]})), judge)
            output.append(f"{fit.differences[0]} ({fit.rare}), not {value}: {marked(fit.sentence)}")
    for name, mistake in MISTAKES.items():
        words = plain(explanation_words(Program(Rules(), (name,)), Rules()))
        assert words == f"Your program {mistake.does}. The judge {mistake.wants}."
        read = f" {LONG.text} is {read_deal(name, LONG).text}." if mistake.kind is Kind.READING else ""
        output.append(f"{name} ({mistake.rare}): {words}{read}")
    fewer = "0.LOSER_FIRST.LOSES.DRAW.HIGH+needs-"
    for code in ("codingame", f"{fewer}one-more", f"{fewer}card-in-hand"):
        output.append(plain(explanation_words(Program.parse(code), GOLF)))
    for form, *mistakes in (
        *(("codeforces-546c", "count-as-card", "ties-to-2"), ("skiena", "counts-wars")),
        ("codingame", "ties-to-1"),
    ):
        output.append(f"{form}: {plain(explanation_words(Program(GOLF, (*mistakes,)), GOLF, form))}")
    reviewed("\n".join(output))


def test_mistakes_in_the_words_of_judges(reviewed: Reviewed) -> None:
    """Those that a judge says in words of its own, with the judges that say so."""
    judges: dict[str, list[str]] = {}
    for judge, rules in {**PLAYABLE, "skiena": GOLF}.items():
        for name, mistake in MISTAKES.items():
            words = words_of(name, rules, judge)
            if words != (mistake.does, mistake.wants):
                judges.setdefault(f"{name}: {' / '.join(words)}", []).append(judge)
    reviewed("\n".join(f"{words} ({', '.join(names)})" for words, names in judges.items()))


def found_in(states: int, *, reproduces: int, first: int | None = 3, program: bool = True) -> TraceDiff:
    """Return how a log differs, by hand: it is the winner's cards first from some round on."""
    return TraceDiff(
        shows="decks",
        states=states,
        agree=2,
        round=first,
        line=None if first is None else 1_004,
        expected=("AK", "Q") if first != 7 else (),
        got=("A", "KQ"),
        program=Program.parse("advent-of-code-22") if program else None,
        reproduces=reproduces,
        sentence=(Part("Your program "), Part("errs", "key"), Part(".")) if program else UNEXPLAINED,
    )


def diagnosed(*codes: str, deal: diagnose.DistinguishingDeal | None = None, **judge: object) -> str:
    """Return a diagnosis made by hand: what would be its deal is not looked for, which takes a second."""
    chance = 1.0 if deal else 0.0
    explanations = tuple(
        diagnose.Explanation(Program.parse(code), GOLF, "codingame", (CASE,), chance) for code in codes
    )
    near = diagnose.Near(Program(GOLF), (Part("Your program is wrong."),), 0, 1, 1, ("2 3", "1 2"))
    nearest = () if codes else (near, replace(near, answers=("1 3",)))
    shown = replace(JUDGE, **judge)  # type: ignore[arg-type]
    found = diagnose.Diagnosis((CASE,), shown, explanations, nearest, rule_sets=2_756, programs=1_234_567)
    found.__dict__["distinguishing_deal"] = deal
    return diagnosis_text(found)


def test_in_the_terminal(reviewed: Reviewed) -> None:
    winners = Program.parse("advent-of-code-22")
    ends = End(0, 0, True), End(1, 2, False)
    apart = diagnose.Disagreement(
        Program(GOLF), winners, "any", Deal.parse("3/23"), ends, True, FirstDifference(1, 2)
    )
    deal = diagnose.DistinguishingDeal(
        Deal.parse("2/3"), ((winners, "1 2"), (Program(GOLF), "2\n1")), proved=True
    )
    output = [
        difference_text(apart),
        difference_text(replace(apart, proved=False, first_difference=FirstDifference(None, None))),
        log_text(found_in(1, reproduces=0, first=None), "code-golf"),
        log_text(found_in(2_000, reproduces=2_000), "code-golf"),
        log_text(found_in(2_000, reproduces=1_999, first=0), "code-golf"),
        log_text(found_in(2, reproduces=1, first=7, program=False), "code-golf"),
        diagnosed("code-golf"),
        diagnosed("code-golf", presets=("code-golf", "norvig")),
        diagnosed("code-golf", presets=()),
        diagnosed("advent-of-code-22", deal=deal, fits=False, presets=("code-golf", "norvig", "bicycle")),
        diagnosed(*["advent-of-code-22"] * 5).splitlines()[-3],
        *diagnosed(*["advent-of-code-22"] * 6).splitlines()[-3:],
        diagnosed(),
    ]
    reviewed(*output)
