"""What Diagnose says: the finding, how sure it is, and the rows of its tables."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby, islice
from typing import Final

from dashboard import ui
from dashboard.cache import Waiting
from engine import Round, Rules, diagnose
from engine.cards import Deal, rank_name
from engine.diagnose import Claim, Diagnosis, Explanation, Program
from engine.game import Reason
from engine.numbers import capital, count, number_words, plural, two_digits
from engine.wording import About, Part, Sentence, plain

# The sentences of the Diagnose page: the finding, how sure it is, and how each side is called.

ASK: Final = (
    "Find the mistake in your program.",
    "Paste one failing test. War Room names the rule your program gets wrong and the smallest deal that "
    "shows it.",
)
LOOKING: Final = ("Looking for the mistake ...", "You can keep editing.")
LOST: Final = (
    "Your answer was not diagnosed.",
    "Ask again below, or change what you asked: fewer tests take less.",
)
STOPPED: Final = ("Stopped before there was an answer.", "Press Diagnose to ask again.")
_WRONG_FORM: Final = "Right winner, wrong format: the judge expects {}."
_BESIDE: Final = {
    diagnose.Grade.PROMPT: "Right answer, but a prompt before it: the judge expects {} alone.",
    diagnose.Grade.EXTRA: "Right answer, but other lines around it: the judge expects {} alone.",
    diagnose.Grade.EXIT: "Right answer {}, but an exit code other than 0: judges count that as a crash.",
}
_VERY_LIKELY: Final = 0.05  # the chance of a coincidence below which a cause is very likely


def how_far(waiting: Waiting) -> str:
    """Return how far a diagnosis is.

    >>> how_far(Waiting(begun=True, tried=(1_200, 19_665)))
    '1,200 of 19,665 possible programs tried.'
    >>> [how_far(Waiting(begun, tried=None)) for begun in (True, False)]
    ['War Room searches 3,016 rule sets for the judge’s.', 'Other diagnoses come first.']
    """
    if waiting.tried is not None:
        done, of = waiting.tried
        return f"{done:,} of {count(of, 'possible program')} tried."
    if waiting.begun:
        return f"War Room searches {len(diagnose.RULE_SETS):,} rule sets for the judge’s."
    return "Other diagnoses come first."


def finding(diagnosis: Diagnosis, shown: Explanation | None, end: diagnose.End) -> tuple[str, str]:
    """Return the page's title and the line under it, as Markdown of our own words.

    shown: the explanation that is looked at; end: how the game ends by the judge's rules.
    """
    judge = ui.rules_title(diagnosis.judge.name)
    doubt = _doubt(diagnosis)
    if diagnosis.right_outcome and diagnosis.wrong_form:
        case = diagnosis.wrong_form[0]
        expected = diagnosis.expected(case)
        wants, prints = ui.verbatim(expected), ui.verbatim(case.got.text)
        is_form = diagnosis.form_grade is diagnose.Grade.FORM
        why = format_fault(case.got.text, expected) if is_form else ""
        about = f"Your program prints {prints}{f': {why}' if why else ''}. The game itself is right."
        return _BESIDE.get(diagnosis.form_grade, _WRONG_FORM).format(wants), f"{about} {doubt}".strip()
    if diagnosis.right_outcome:
        how = f" {ui.marked(end.words)}" if len(diagnosis.cases) == 1 else ""
        ends = f"By the rules of {judge}{how}."
        if diagnosis.judge.fits:
            return "This answer is right.", f"{ends} Paste a test that fails. {doubt}".strip()
        return f"Your program does what the rules of {judge} say.", f"{ends} {doubt}".strip()
    if diagnosis.unsteady_words:
        return "Your program gave two answers to the same deal.", "Something other than the deal decides."
    if diagnosis.constant and diagnosis.always and shown in (None, *diagnosis.explanations[:1]):
        always = f"Your program always prints {plain(answer_text(diagnosis.always))}."
        return always, f"{_constant(diagnosis)} {doubt}".strip()
    if shown is None:
        line = "Add a test, or open “Test the program itself”: War Room then runs your program."
        return "No known mistake gives these answers.", f"{line} {doubt}".strip()
    if diagnosis.is_guess(shown):
        number = len(diagnosis.cases)
        tests = f"{number_words(number).capitalize()} {plural(number, 'test is', 'tests are')}"
        return f"{tests} not enough.", f"{_explaining(diagnosis, shown)} {doubt}".strip()
    cause, wants = cause_and_wish(shown, judge)
    sure = f":green-badge[{how_sure(diagnosis, shown)}] {wants} {_by_chance(diagnosis, shown)}"
    part = "This mistake affects more deals than your tests show." if diagnosis.unshown else ""
    return cause, " ".join(filter(None, (sure, part, doubt)))


def cause_and_wish(shown: Explanation, judge: str) -> tuple[str, str]:
    """Return the cause alone, and what the judge does instead."""
    text = plain(shown.sentence)
    pairs = re.findall(r"Your program (?:also )?(.+?)\. The judge (.+?)\.(?: |$)", text)
    if not pairs:
        return text, ""
    causes, wishes = (". It ".join(dict.fromkeys(side)) for side in zip(*pairs, strict=True))
    return f"Your program {causes}.", f"The judge, {judge}, {wishes}."


def how_sure(diagnosis: Diagnosis, shown: Explanation) -> str:
    """Return how sure the cause is, in a word or two."""
    if shown != diagnosis.explanations[0]:
        return "Another explanation"
    if diagnosis.sure and shown.by_chance < _VERY_LIKELY / 5:
        return "Almost certain"
    return "Very likely" if diagnosis.sure else "Likely"


def _by_chance(diagnosis: Diagnosis, shown: Explanation) -> str:
    tests = f"{number_words(len(diagnosis.cases))} {plural(len(diagnosis.cases), 'test')}"
    if not shown.by_chance:
        return ""
    times = two_digits(1 / shown.by_chance)
    return f"By chance alone, a mistake as simple as this fits {tests} about 1 time in {times:,}."


def _explaining(diagnosis: Diagnosis, shown: Explanation) -> str:
    """Return how many mistakes explain the answers."""
    number, cases = len(diagnosis.explanations), diagnosis.cases
    answers = (
        f"the answer {ui.marked(answer_text(cases[0].got.reading(shown.form)))}"
        if len(cases) == 1
        else "these answers"
    )
    who = "One known mistake explains" if number == 1 else f"Any one of {number:,} known mistakes explains"
    return f"{who} {answers}. Run one more deal."


def format_fault(got: str, expected: str) -> str:
    """Return what is wrong with the format of an answer whose winner is right; empty if it has no name.

    >>> format_fault("3 1", "1 3"), format_fault("1", "1 3"), format_fault("1,3", "1 3")
    ('the rounds come before the winner', 'the rounds are missing', 'a comma instead of a space')
    """
    printed, wanted = got.split(), expected.split()
    if len(wanted) == 2 and printed == wanted[::-1]:
        return "the rounds come before the winner"
    if len(wanted) == 2 and printed == wanted[:1]:
        return "the rounds are missing"
    if got.replace(",", " ").split() == wanted:
        return "a comma instead of a space"
    if any(word.isalpha() for word in printed) and all(word.isdigit() for word in wanted):
        return "words instead of numbers"
    return ""


def _doubt(diagnosis: Diagnosis) -> str:
    """Return where the judge's rules were not found from the expected answers."""
    if diagnosis.judge.fits:
        return ""
    if any(case.expected for case in diagnosis.cases):
        some = diagnosis.judge.presets or diagnosis.judge.others
        return f"{'These rules do not give' if some else 'No known rule set gives'} what the judge expects."
    return "The expected answer is missing."


def _constant(diagnosis: Diagnosis) -> str:
    """Return how often the judge expects another answer than the only one."""
    number, cases = diagnosis.unexpected, len(diagnosis.cases)
    often = "every one" if number == cases else number_words(number)
    return f"The judge expects another answer in {often} of {cases} tests." if number else ""


def never_distinguished(diagnosis: Diagnosis) -> str:
    """Return why there is no deal on which to run the person's program."""
    programs = [explanation.program for explanation in diagnosis.explanations]
    if diagnose.may_be_the_same(programs, diagnosis.claim):
        return "No deal tried distinguishes the first explanations: they may be the same program."
    return "No small deal distinguishes the first explanations. Another test may."


def answer_text(claim: Claim) -> Sentence:
    """Return an answer in its own short form, in the colour of the player it names.

    >>> plain(answer_text(Claim("codingame", (2,), count=334)))
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
    ('reads 10 as ten, loser’s cards first', 'reads 10 as 1, winner’s cards first')
    """
    names = program.rules.differing(judge)
    wants = list(dict.fromkeys(diagnose.mistake_called(name).wants for name in program.mistakes))
    does = [diagnose.mistake_called(name).does for name in program.mistakes]
    wants += [judge.description(name).brief for name in names]
    does += [program.rules.description(name).brief for name in names]
    return ", ".join(wants), ", ".join(does)


# How far a log is right, and what would print it.


def up_to(trace: str, line: int) -> str:
    """Return a log up to a line, and the one after it, on which the other deck may stand."""
    return "\n".join(trace.split("\n")[: line + 1])


def title(log: diagnose.TraceDiff) -> str:
    """Return how far the log is right."""
    match log.round:
        case None:
            return "The log matches the judge’s game as far as the log goes"
        case 0:
            return "The log’s decks differ from the deal even before round 1"
        case 1:
            return "The log differs from the judge’s game in round 1"
        case number:
            return f"The log is right until round {number - 1:,}; in round {number:,} it differs"


def explained(log: diagnose.TraceDiff) -> str:
    """Return what program would print such a log, as Markdown of our own words."""
    if log.program is None:
        return "No known rule or mistake matches more of the log."
    sentence = ui.marked(log.sentence)
    if log.explained:
        return f"{sentence} That mistake explains the whole log."
    far = f"{log.reproduces:,} of the {log.states:,} entries"
    return f"{sentence} This explains the first {far}; no other known mistake explains more."


# The tables of the Diagnose page, their cells Markdown of our own words, ranks and numbers.

SIDES: Final = ("The judge", "Your program")
COUNTED: Final = ("rounds", "battles", "plays", "wars")

_BEFORE: Final = 8  # cards written before the first that differs
_SHOWN: Final = 22

Cards = Sequence[str]


_MOST_ROUNDS: Final = 6  # rounds of a small deal that are written out


def rounds_table(program: Program, deal: Deal, differ: int) -> list[dict[str, str]]:
    """Return the rounds of a small deal as Markdown, from the one before `differ` on."""
    seen = program.suited(deal)
    text = partial(program.card_text, seen) if program.sees_suits else card_text
    first = max(differ - 2, 0)
    rounds = diagnose.rounds(program, seen, worths=program.sees_suits)
    played = [*islice(rounds, first, first + _MOST_ROUNDS + 1)]
    ending = rounds.ending if len(played) <= _MOST_ROUNDS else None
    within = ending is not None and ending.reason in (Reason.SHORTFALL, Reason.BOTH_OUT)
    return [
        {
            "Round": f"{this.number}",
            "Decks": ":blue[1] `{}`  :orange[2] `{}`".format(
                *(" ".join(map(text, deck)) for deck in this.before)
            ),
            "": round_words(this, text, differs=this.number == differ, ends=within and this is played[-1]),
        }
        for this in played[:_MOST_ROUNDS]
    ]


def round_words(this: Round, text: Callable[[int], str], *, differs: bool, ends: bool) -> str:
    """Return what happens in a round, as Markdown: what is compared, and what is picked up.

    text: writes a card; ends: whether the game ends within it.
    """
    *tied, last = (tuple(map(text, pair)) for pair in this.face_up)
    words = ["{} ties {}: war.".format(*pair) for pair in tied]
    one, other = last if this.winner < 2 else last[::-1]
    verb = "ties" if one == other else "meets" if ends and not this.winner else "beats"
    words.append(f"{one} {verb} {other}{': the game ends.' if ends else '.'}")
    if not ends:
        taken = [", ".join(map(text, cards)) for cards in _picked_up(this)]
        form = "Player {} picks up **{}**." if differs else "Player {} picks up {}."
        picks = [form.format(who, cards) for who, cards in enumerate(taken, 1) if cards]
        words += picks or ["Nobody picks up the cards."]
    return " ".join(words)


def _picked_up(this: Round) -> list[Sequence[int]]:
    """Return the cards that each player picks up: those that follow on what was left of the deck.

    A program may lose some, give some back, or take others than were laid.
    """
    if this.order:
        table = (*this.cards_1, *this.cards_2)
        picked = [table[place] for place in this.order]
        return [picked if who == this.winner else () for who in (1, 2)]
    laid = len(this.cards_1), len(this.cards_2)
    return [this.decks[who][len(this.before[who]) - laid[who] :] for who in range(2)]


def nearest_table(nearest: Sequence[diagnose.Near], judge: Rules, claim: Claim) -> list[dict[str, str]]:
    """Return the programs that come closest to the answers, and what they would print."""
    return [
        {
            "Program": does_what(judge, near.program),
            "Its answers": ", ".join(f"`{answer}`".replace("\n", ", ") for answer in near.answers[:5]),
            "How close": close_words(near, claim),
        }
        for near in nearest
    ]


def does_what(judge: Rules, program: Program) -> str:
    """Return in a few words what a program does otherwise, to begin a line with."""
    return capital(sides(judge, program)[1]) or "Does what the judge does"


def close_words(near: diagnose.Near, claim: Claim) -> str:
    """Return how close a program's answers come. `claim`: an answer of the person's program."""
    cases = len(near.answers)
    if near.right == cases:
        return "the same"
    if cases > 1:
        winners = f", the same winner in {near.winners:,} of {cases:,}" if claim.winners else ""
        return f"the same answer in {near.right:,} of {cases:,} tests{winners}"
    who = ("the same winner" if near.winners else "another winner") if claim.winners else ""
    has_count = claim.count is not None and near.off < diagnose.PATIENCE
    off = f"the number differs by {near.off:,}" if has_count else ""
    return ", ".join(filter(None, (who, off))) or "another answer"


def counts_table(deal: Deal, rules: Rules) -> list[dict[str, str]]:
    """Return everything that can be counted in the game of a deal."""
    (record,) = Program(rules).play([deal])
    return [{"In this game": name.capitalize(), "there are": f"{int(record[name]):,}"} for name in COUNTED]


def trace_table(log: diagnose.TraceDiff, *, decimal: bool) -> list[dict[str, str]]:
    """Return what the judge's game and the log have where they first differ."""
    numbers = decimal or log.shows == "sizes"
    rows = [{"Whose": side} for side in SIDES]
    for number, both in enumerate(zip(log.expected or ("over", "over"), log.got, strict=True), 1):
        cells = differing(*(text.split() if numbers or " " in text else text for text in both))
        for row, cell in zip(rows, cells, strict=True):
            row[f"Player {number}"] = cell
    return rows


def card_text(rank: int) -> str:
    """Return a card as decks are written, T for ten.

    >>> [card_text(rank) for rank in (14, 10, 1)]
    ['A', 'T', '1']
    """
    return "T" if rank == 10 else rank_name(rank)


def differing(one: Cards, other: Cards) -> tuple[str, str]:
    """Write two decks around their first difference.

    Of decks of one size the cards are compared one by one; else what lies between equal ends differs.

    >>> differing("A395", "A593")
    ('`A` **`3`** `9` **`5`**', '`A` **`5`** `9` **`3`**')
    >>> differing("A39", "A3459")
    ('`A 3 9`', '`A 3` **`4 5`** `9`')
    """
    start = _same_start(one, other)
    if len(one) == len(other):
        unlike = [a != b for a, b in zip(one, other, strict=True)]
        return _written(one, unlike, start), _written(other, unlike, start)
    end = min(_same_start(one[::-1], other[::-1]), min(len(one), len(other)) - start)
    first, second = (
        _written(deck, [start <= place < len(deck) - end for place in range(len(deck))], start)
        for deck in (one, other)
    )
    return first, second


def _same_start(one: Cards, other: Cards) -> int:
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _written(deck: Cards, unlike: Sequence[bool], around: int) -> str:
    """Write a deck from a little before a place on."""
    first = max(0, around - _BEFORE)
    last = min(len(deck), first + _SHOWN)
    parts = []
    for differs, places in groupby(range(first, last), unlike.__getitem__):
        run = [*places]
        before = "… " if run[0] == first > 0 else ""
        after = " …" if run[-1] == last - 1 < len(deck) - 1 else ""
        text = f"`{before}{' '.join(deck[place] for place in run)}{after}`"
        parts.append(f"**{text}**" if differs else text)
    return " ".join(parts) or "no card"


FIRST: Final = 5


def _mistakes(number: int) -> str:
    return f"has one of {number_words(number)} other mistakes" if number > 1 else "has another mistake"


def meanings(deal: diagnose.DistinguishingDeal, diagnosis: Diagnosis) -> list[dict[str, str]]:
    """Return a row for each answer to the next deal, with what it would mean; the likeliest first."""
    causes = {
        one.program: re.sub(r"Your program |\.$", "", cause_and_wish(one, "")[0]).replace(". It ", " and ")
        for one in diagnosis.explanations
    }
    programs: dict[str, list[Program]] = {}
    for program, answer in deal.answers:
        programs.setdefault(", ".join(answer.splitlines()), []).append(program)
    rows = []
    for answer, ones in programs.items():
        others = [program for program in ones if program in causes]
        means = [] if len(others) == len(ones) else ["gives the right answer on this deal"]
        if others:
            means.append(causes[others[0]] if len(others) == 1 else _mistakes(len(others)))
        rows.append({"If it prints": f"`{answer}`", "Your program": " or ".join(means)})
    alike = f" or {_mistakes(deal.together - 1)}" if deal.together > 1 else ""
    rows[0]["Your program"] = f"**{causes[deal.answers[0][0]]}**{alike}"
    rest = {"If it prints": "something else", "Your program": "has another mistake"}
    return [*rows[:FIRST], rest]
