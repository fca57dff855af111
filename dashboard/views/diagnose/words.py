"""The sentences of the Diagnose page: the finding, how sure it is, and how each side is called."""

from typing import Final

from dashboard.asking.diagnosed import Waiting
from dashboard.shell.marks import marked, verbatim
from dashboard.shell.phrases import rules_title
from engine.diagnose import Claim, Diagnosis, End, Explanation, Program, plain
from engine.diagnose.differ import may_be_one
from engine.diagnose.grid import RULE_SETS
from engine.diagnose.luck import luck_words
from engine.diagnose.mistakes import mistake_called
from engine.diagnose.search import MOST_EXPLANATIONS
from engine.rules import Rules, number_words
from engine.words.sentences import About, Part, Sentence, count

ASK: Final = (
    "Paste the deal, what the judge expects and what your program says.",
    "You are told which rule your program got wrong, and the round in which it shows.",
)

LOOKING: Final = (
    "Looking for the rule that your program got wrong.",
    "Everything here can be used meanwhile; a change asks anew.",
)
LOST: Final = (
    "Your answer was not diagnosed.",
    "Ask again below, or change what you asked: fewer tests take less.",
)
RUN_IT: Final = "Run your program on the deal that tells the explanations apart, and paste its answer too."

STOPPED: Final = (
    "Stopped before there was an answer.",
    "Press Diagnose to ask again, or change what you asked.",
)


def how_far(waiting: Waiting) -> str:
    """Say how far a question is."""
    if waiting.tried is not None:
        done, of = waiting.tried
        return f"{done:,} of {count(of, 'program')} tried: rule sets, each with usual mistakes."
    if waiting.begun:
        return f"{len(RULE_SETS):,} rule sets are looked at for the judge’s."
    return "The workers have others to answer first."


def finding(diagnosis: Diagnosis, shown: Explanation | None, end: End) -> tuple[str, str]:
    """Return the page's title and the line under it, as Markdown of our own words.

    shown: the explanation that is looked at; end: how the game ends by the judge's rules.
    """
    judge = rules_title(diagnosis.judge.name)
    by_the_judge = f"By the judge’s rules, {judge}, {marked(end.words)}."
    if len(diagnosis.cases) > 1:
        by_the_judge = f"The judge’s rules: {judge}."
    if diagnosis.right_outcome and diagnosis.wrong_form:
        ours, wanted, and_got, got, close = (part.text for part in diagnosis.form_words)
        form = f"{ours}{verbatim(wanted)}{and_got}{verbatim(got)}{close}"
        return form, f"{_doubt(diagnosis)} {by_the_judge}"
    if diagnosis.right:
        right = "Your program gives what the judge expects."
        if not diagnosis.judge.fits:
            right = f"Your program does what the rules of {judge} say."
        return right, f"{_doubt(diagnosis)} {by_the_judge}"
    tried = f"{diagnosis.rule_sets:,} rule sets tried, also with usual mistakes"
    if diagnosis.constant and diagnosis.always and shown in (None, *diagnosis.explanations[:1]):
        always = f"Your program always says {plain(said(diagnosis.always))}."
        return always, f"{tried}: {_constant(diagnosis)} {by_the_judge}"
    if shown is None:
        answers = "your answers on these deals" if len(diagnosis.cases) > 1 else "your answer on this deal"
        return f"No rule set we know gives {answers}.", f"{tried}. {by_the_judge}"
    sentence = curly(plain(shown.sentence))
    if shown.lucky:
        told = f"{_fitting(diagnosis, shown)}, and {luck_words(shown.by_chance)}"
        return (
            f"These answers tell almost nothing. Perhaps: {sentence}",
            f"{tried}: {told}. {RUN_IT} {_doubt(diagnosis)} {by_the_judge}",
        )
    return sentence, f"{tried}: {_fitting(diagnosis, shown)}. {_doubt(diagnosis)} {by_the_judge}"


def _doubt(diagnosis: Diagnosis) -> str:
    """Say where the judge's rules were not found from what he expects."""
    if diagnosis.judge.fits:
        return ""
    if any(case.expected for case in diagnosis.cases):
        some = diagnosis.judge.presets or diagnosis.judge.others
        return f"{'These rules do not give' if some else 'No rule set we know gives'} what the judge expects."
    return "What the judge expects was not said."


def _fitting(diagnosis: Diagnosis, shown: Explanation) -> str:
    number = len(diagnosis.explanations)
    # Programs with needless mistakes, or further from the judge than these, give the answer too.
    who = "nothing else as simple gives" if number == 1 else f"{number_words(number)} of the simplest give"
    likeliest = number > 1 and shown == diagnosis.explanations[0]
    likely = ", this one is the likeliest" if likeliest else ""
    if len(diagnosis.cases) > 1:
        return f"{who} {_every(diagnosis)} answers{likely}"
    claim = diagnosis.cases[0].got.reading(shown.form)
    return f"{who} {marked(said(claim))}{likely}"


def _every(diagnosis: Diagnosis) -> str:
    cases = len(diagnosis.cases)
    return "both" if cases == 2 else f"all {number_words(cases)}"


def _constant(diagnosis: Diagnosis) -> str:
    """Say who else gives one answer in every case, and how often the judge expects another."""
    number, cases = len(diagnosis.explanations), len(diagnosis.cases)
    who = "one gives" if number else "none gives"
    if number > 1:
        who = f"{number_words(number)} of the simplest give"
    told = f"{who} it in {_every(diagnosis)} cases."
    if not diagnosis.unexpected:
        return told
    often = "every one" if diagnosis.unexpected == cases else number_words(diagnosis.unexpected)
    return f"{told} The judge expects another answer in {often} of them."


def how_many(number: int) -> str:
    """Say how many explanations are listed, as the beginning of a title; beyond a limit none is looked for.

    >>> how_many(2)
    'Two explanations fit, the likeliest first'
    """
    if number >= MOST_EXPLANATIONS:
        return f"The {number} likeliest of the explanations that fit"
    return f"{number_words(number).capitalize()} explanations fit, the likeliest first"


def never_told_apart(diagnosis: Diagnosis) -> str:
    """Say why there is no deal on which to run the person's program."""
    programs = [explanation.program for explanation in diagnosis.explanations]
    if may_be_one(programs, diagnosis.claim):
        return (
            "None of the deals tried, small ones and shuffled ones, tells the first ones apart: "
            "they may be one program by two names."
        )
    return "No small deal tells the first ones apart. Another test case may."


def said(claim: Claim) -> Sentence:
    """Return an answer in its own short form, in the colour of the player it names.

    >>> plain(said(Claim("codingame", (2,), count=334)))
    '2 334'
    """
    winner = claim.winners[0] if claim.winners else 0
    text = claim.written(winner, claim.count or 0, endless=claim.endless, score=claim.score)
    about = "endless" if claim.endless else _PLAYERS[winner]
    return (Part(text.replace("\n", ", "), about),)


_PLAYERS: Final[tuple[About, ...]] = ("", "player 1", "player 2")


def sides(judge: Rules, program: Program) -> tuple[str, str]:
    """Return in a few words what each side does where they differ: the judge, the program.

    >>> from engine.rules import PLAYABLE
    >>> sides(PLAYABLE["code-golf"], Program.parse("advent-of-code-22+10-as-1"))
    ('means ten, loser’s cards first', 'reads 10 as 1, winner’s cards first')
    """
    names = program.rules.apart(judge)
    wants = list(dict.fromkeys(mistake_called(name).wants for name in program.mistakes))
    does = [mistake_called(name).does for name in program.mistakes]
    return (
        curly(", ".join(wants + [judge.said(name).brief for name in names])),
        curly(", ".join(does + [program.rules.said(name).brief for name in names])),
    )


def curly(text: str) -> str:
    """Return a text with the apostrophes that pages have."""
    return text.replace("'", "’")
