"""Read what a judge expects and what a program printed."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from engine.formats import NotationError, Page, Problems
from engine.game import FORM_OF, FORMS, NOBODY, SKIENA_STEPS, Verdict
from engine.numbers import count
from engine.wording import Part, Sentence, player

# Answers as judges and programs show them, `2 26`, `PAT`, `True`, "player 2", and what they claim.

LONGEST_ANSWER: Final = 2_000  # characters of the longest answer that is read; a trace is pasted elsewhere

_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?![A-Za-z0-9])")
_TOO_LARGE: Final = re.compile("[0-9]{16}")
_TOKEN: Final = re.compile(
    rf"{_THOUSANDS.pattern}|-?[0-9]+(?![A-Za-z0-9])|[A-Za-z]+(?=[12](?![A-Za-z0-9]))|[A-Za-z0-9]+|[^\sA-Za-z0-9]"
)
_STRANGE_BESIDE_WORDS: Final = re.compile(r"[.](?=[0-9])|[^\sA-Za-z0-9()\[\]{}\"':=,.;!#_>-]+")
"""Signs that nobody puts around or between the words of an answer, `(2, 26)` or `WINNER : player_2!`."""
_STRANGE_BESIDE_NUMBERS: Final = re.compile(r"(?m)[.](?=[0-9])|(?<!^)>|[^\sA-Za-z0-9()\[\]\"',.;!>]+")
"""The same where an answer is numbers alone: `7/7`, `2:26`."""
_CARD: Final = "a card or a separator"  # what the reader of decks expects, where this one expects an answer
_EXAMPLE: Final = "Write an answer such as “2 26”, “PAT”, “True” or “player 2”."

_PLAYERS: Final = {"one": 1, "two": 2, "first": 1, "second": 2, "1": 1, "2": 2}
_WINS: Final = frozenset({"win", "wins", "won"})
_LABELS: Final = frozenset({"player", "p", "joueur", "spieler", "jugador", "deck", "hand"})
_DRAWN: Final = frozenset({"pat", "draw", "drawn", "tie", "tied", "nobody", "none", "equal", "neither"})
_ENDLESS: Final = frozenset(
    {"endless", "infinite", "infinity", "never", "forever", "loop", "loops"}
    | {"timeout", "tle", "hangs", "botva"}
)
_UNITS: Final = {
    **dict.fromkeys(("round", "rounds", "turn", "turns", "move", "moves", "game", "games"), "rounds"),
    **dict.fromkeys(("battle", "battles", "comparison", "comparisons", "fight", "fights"), "battles"),
    **dict.fromkeys(("play", "plays"), "plays"),
    **dict.fromkeys(("war", "wars"), "wars"),
    **dict.fromkeys(("step", "steps"), "steps"),
}
_ANSWERS_NOISE: Final = frozenset(
    {*_WINS, "winner", "is", "the", "a", "by", "after", "in", "with", "it", "result"}
    | {"answer", "output", "game", "and", "at", "ends", "one", "on", "has", "have"}
)
_VOCABULARY: Final = _ANSWERS_NOISE | _LABELS | _UNITS.keys() | {"score"}
_TRUTH: Final = {
    **dict.fromkeys(("true", "1", "yes", "truthy"), "True"),
    **dict.fromkeys(("false", "0", "no", "falsy", "falsey"), "False"),
}
"""Answers that code golf takes, in any language, for its two."""


@dataclass(frozen=True, slots=True)
class Claim(Verdict):
    """One reading of an answer, of a judge's or of a program's; its form may be `words` too.

    >>> claim = Claim("codingame", winners=(2,), count=26)
    >>> claim.written(2, 26, endless=False), claim.written(0, 26, endless=False)
    ('2 26', 'PAT')
    """

    @property
    def words(self) -> Sentence:
        """The claim in our own words, to be shown after "read as"."""
        if self.endless:
            within = f" within {count(self.count, self.unit[:-1])}" if self.count is not None else ""
            return Part("never ends", "endless"), Part(within)
        parts: list[Part] = []
        if self.winners == (NOBODY,):
            parts = [Part("drawn")]
        elif self.winners:
            others = " or nobody" if NOBODY in self.winners[1:] else ""
            parts = [player(self.winners[0]), Part(f"{others} wins")]
        if self.score is not None:
            parts.append(Part(f"a score of {self.score:,}"))
        if self.count is not None:
            parts.append(Part(f"{', after ' if parts else ''}{count(self.count, self.unit[:-1])}"))
        return tuple(parts)

    def written(self, winner: int, number: int, *, endless: bool, score: int | None = None) -> str:
        """Write an outcome the way this answer is written, as its program would print it."""
        form = FORM_OF.get(self.form)
        if endless:
            words = form.write(Verdict(endless=True, count=SKIENA_STEPS)) if form else ""
            return words or "no answer: it never ends"
        if self.score is not None and score is None:
            return "no score"
        verdict = Verdict(winners=(winner,), count=number, score=score)
        if form and "\n" in form.wins:  # lines, of which the program prints perhaps one
            said = (winner,) if self.winners else ()
            verdict = Verdict(winners=said, count=None if self.count is None else number)
        return (form.write(verdict) if form else "") or self._in_words(winner, number)

    def _in_words(self, winner: int, number: int) -> str:
        said = [f"player {winner}" if winner else "drawn"] if self.winners or self.count is None else []
        return ", ".join(said + ([f"{number} {self.unit}"] if self.count is not None else []))


_SCORED: Final = "advent-of-code-22"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it was pasted, and every way to understand it, the likeliest first."""

    text: str
    readings: tuple[Claim, ...]

    @property
    def forms(self) -> tuple[str, ...]:
        """In whose words it may be."""
        return tuple(claim.form for claim in self.readings)

    def reading(self, form: str) -> Claim:
        """Return the reading in these words, or the likeliest."""
        own = (claim for claim in self.readings if claim.form == form)
        return next(own, self._score if form == _SCORED else None) or self.readings[0]

    @property
    def _score(self) -> Claim | None:
        """The score that a player's number alone may be where the program's other answers are scores."""
        verdict = FORM_OF[_SCORED].read(self.text)
        return Claim(**asdict(verdict)) if verdict else None


def common_forms(answers: Sequence[Answer]) -> tuple[str, ...]:
    """Return in whose words all these answers may be; an empty name where they have none in common.

    No answer in time is in nobody's words, where there are others.
    """
    said = [answer for answer in answers if not all(claim.endless for claim in answer.readings)]
    forms = dict.fromkeys(form for answer in said or answers for form in answer.forms)
    common = (form for form in forms if all(answer.reading(form).form == form for answer in said or answers))
    return tuple(common) or ("",)


class CrashError(NotationError):
    """What a program printed as it crashed, in place of an answer."""

    def __str__(self) -> str:
        return f"Your program crashed{self.faults[0].token.removeprefix('a crash')}. Repair that first."


class _Word(NamedTuple):
    """A piece of the plain text in small letters."""

    start: int
    end: int
    text: str


def read_answer(text: str) -> Answer:
    """Read an answer; where it can be meant in several ways, all of them are kept.

    Raises `NotationError` with every piece that is no part of an answer, its place and the repair.

    >>> [claim.form for claim in read_answer("2 26").readings]
    ['codingame']
    >>> [(claim.form, claim.winners, claim.count) for claim in read_answer("2 1").readings]
    [('codingame', (2,), 1), ('codeforces-546c', (1,), 2)]
    >>> read_answer("TURNS : 26\\nWINNER : player2").readings[0].winners
    (2,)
    """
    if len(text) > LONGEST_ANSWER:
        limit = f"an answer of at most {LONGEST_ANSWER:,} characters"
        raise NotationError.of("too-long", f"{len(text):,} characters", limit, "Paste the answer alone.")
    if _CRASH.search(text):
        line = crash_line(text)
        raise CrashError.of("crash", "a crash" + (f" on line {line:,}" if line else ""), "an answer", "")
    page = Page(text)
    faults = [
        page.fault(problem._replace(expected=problem.expected.replace(_CARD, "an answer")))
        for problem in page.problems[:20]
    ]
    if faults:
        raise NotationError(tuple(faults))
    words = [_Word(*match.span(), _plain(match[0])) for match in _TOKEN.finditer(page.plain)]
    named = [word.text for word in words if word.text[-1].isalnum()]
    if not named:
        raise NotationError.of("empty", "no answer", "an answer", _EXAMPLE)
    whole = _THOUSANDS.sub(lambda number: _plain(number[0]), page.plain)
    claims = [*_claims(" ".join(whole.split()))]
    try:
        if not claims:
            _check_signs(page)
        if not claims:
            claims = [*_claims(" ".join(named))]
        return Answer(text.strip(), tuple(claims) or (_Sentence(page).read(words),))
    except NotationError:
        within = (answer_within(text, form.name) for form in FORMS)
        answers = (found[0] for found in dict.fromkeys(within) if found)
        # A number that follows an answer is refused with its place: it may belong to the one that was meant.
        alone = (answer for answer in answers if not re.search("[0-9]", _behind(answer, text)))
        claims = [claim for answer in alone for claim in _claims(answer)]
        if not claims:
            raise
        return Answer(text.strip(), tuple(dict.fromkeys(claims)))


def _check_signs(page: Page) -> None:
    """Raise `NotationError` for an answer with signs that do not belong to one."""
    problems = Problems()
    has_words = any(sign.isalpha() for sign in page.plain)
    strange = _STRANGE_BESIDE_WORDS if has_words else _STRANGE_BESIDE_NUMBERS
    for signs in strange.finditer(page.plain):
        repair = f"No judge expects {signs[0]} there. {_EXAMPLE}"
        problems.note(_Word(*signs.span(), signs[0]), "sign", "an answer", repair)
    if problems.weight:
        raise NotationError(page.faults(problems.first))


def _behind(answer: str, text: str) -> str:
    """Return what a program printed behind its answer, but for an exit code."""
    return _EXIT.sub("", "\n".join(filter(None, map(str.strip, text.splitlines()))).rpartition(answer)[2])


_EXIT: Final = re.compile(r"\bexit(?:ed)?\b.*\b(?:code|status)\b\D{0,3}[1-9][0-9]*", re.IGNORECASE)
"""How shells and editors tell that a program ended with an error."""

_CRASH: Final = re.compile(
    r"Traceback \(most recent call last\)|Exception in thread|Segmentation fault|core dumped|^panic:"
    r"|^fatal error:|^\s+at .+:[0-9]+|\b\w+(?:Error|Exception)\b",
    re.MULTILINE,
)
_CRASH_LINES: Final = (
    re.compile(r'^\s*File "[^"\n]+", line ([0-9]+)', re.MULTILINE),
    re.compile(r"[\w./-]+\.(?:js|mjs|ts|rb|java|kt|php|go|rs|cs|lua|pl|c|cc|cpp):([0-9]+)"),
)
"""Where a crash tells its line: Python's last, the others' first."""


def crash_line(text: str) -> int | None:
    """Return the line of a program in which it crashed, as it says on standard error; None where it does not.

    >>> crash_line('Traceback (most recent call last):\\n  File "war.py", line 12, in <module>\\nKeyError: 1')
    12
    """
    python, others = _CRASH_LINES
    if found := python.findall(text):
        return int(found[-1])
    return int(match[1]) if (match := others.search(text)) else None


def _plain(word: str) -> str:
    """Return a word in small letters, a number without the commas between its thousands."""
    return word.lower().replace(",", "") if word[0].isdigit() else word.lower()


def _claims(text: str) -> Iterator[Claim]:
    """Read an answer in any judge's form; a number alone is a player's, or nobody's, or counts something."""
    if _TOO_LARGE.search(text):
        return
    text = _SCORE.sub("", text)
    if text == Claim("words").written(NOBODY, 0, endless=True):  # our own words where a judge has none
        yield Claim("words", endless=True)
    named = text in ("0", "1", "2")
    if text.isdigit() and not named:
        yield Claim("words", count=int(text))
    for form in FORMS:
        verdict = form.read(text)
        if verdict and not (text in ("1", "2") and verdict.score is not None):
            yield Claim(**asdict(verdict))
    if text in ("1", "2"):
        yield Claim("words", (int(text),))
    if match := re.fullmatch("([0-9]+) 0", text):  # by a program that numbers the players from 0
        yield Claim("codeforces-546c", (NOBODY,), count=int(match[1]))
    golf = FORM_OF["code-golf"]
    if text.lower() in _TRUTH and not golf.read(text):
        yield Claim(**asdict(golf.read(_TRUTH[text.lower()]) or Verdict()))


_SCORE: Final = re.compile(r"(?:the )?score(?: is)?[:=]? (?=[0-9]+$)", re.IGNORECASE)


class _Sentence:
    """Reads an answer in words, such as `Player 2 wins after 26 rounds`, piece by piece."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problems = Problems()
        self.winners: list[tuple[int, _Word]] = []
        self.counts: list[tuple[int, _Word]] = []
        self.unit = "rounds"
        self.endless = False

    def read(self, words: list[_Word]) -> Claim:
        """Return the claim. Raises `NotationError` for what is no part of an answer."""
        texts = [word.text for word in words]
        label = False
        for place, word in enumerate(words):
            wins = word.text in ("1", "2") and not _WINS.isdisjoint(texts[place + 1 : place + 2])
            if wins or (label and word.text in _PLAYERS):
                self.winners.append((_PLAYERS[word.text], word))
                label = False
            elif not word.text[-1].isalnum():
                continue  # WINNER : player 2, player_2
            elif word.text == "no" and texts[place + 1 : place + 2] in (["winner"], ["one"]):
                self.winners.append((NOBODY, word))
            else:
                label = word.text in _LABELS
                if not label:
                    self._take(word, alone="winner" in texts[max(0, place - 2) : place])
        if not self.winners and len(self.counts) == 2 and self.counts[0][0] in (1, 2):
            self.winners.append(self.counts.pop(0))  # Answer: 2 26
        claim = Claim(
            "programming-challenges" if {"turns", "winner"} & {*texts} and ":" in texts else "words",
            tuple(dict.fromkeys(winner for winner, _ in self.winners)),
            endless=self.endless,
            count=self.counts[0][0] if self.counts else None,
            unit=self.unit,
        )
        self._check(claim, words)
        if self.problems.weight:
            raise NotationError(self.page.faults(self.problems.first))
        return claim

    def _take(self, word: _Word, *, alone: bool) -> None:
        if word.text in ("first", "second") or (alone and word.text in _PLAYERS):
            self.winners.append((_PLAYERS[word.text], word))
        elif word.text in _DRAWN:
            self.winners.append((NOBODY, word))
        elif word.text in _ENDLESS:
            self.endless = True
        elif word.text in _UNITS:
            self.unit = _UNITS[word.text]
        elif word.text.isdigit() and not _TOO_LARGE.match(word.text):
            self.counts.append((int(word.text), word))
        elif word.text not in _ANSWERS_NOISE:
            self.problems.note(word, "answer", "an answer", _EXAMPLE)

    def _check(self, claim: Claim, words: list[_Word]) -> None:
        if len(claim.winners) > 1:
            repair = "Name the winner only once, or say that nobody won."
            self.problems.note(self.winners[1][1], "contradiction", "a single winner", repair)
        if len(self.counts) == 2 and not claim.winners and not claim.endless and len(words) == 2:
            self.problems.note(
                self.counts[0][1], "answer", "the winner (1 or 2)", "Write it first, such as “2 26”."
            )
        elif len({number for number, _ in self.counts}) > 1:
            repair = "Write the winner and one count, such as “2 26”."
            self.problems.note(self.counts[1][1], "contradiction", "a single count", repair)
        if not self.problems.weight and not (claim.winners or claim.endless or claim.count is not None):
            self.problems.note(words[0], "answer", "an answer", _EXAMPLE)


# How an answer is to be graded beside the judge's: right, wrong, or right in a wrong form.


class Grade(StrEnum):
    """How a program did on one deal. Only the first is right."""

    RIGHT = "right"
    WRONG = "wrong"
    FORM = "wrong form"
    """The right outcome, but not as the judge writes it."""
    PROMPT = "prompt"
    """The right answer after a prompt for input."""
    EXTRA = "extra output"
    """The right answer beside other lines, such as debug output."""
    EXIT = "exit code"
    """The right answer, and an exit code that tells of an error."""
    UNSTEADY = "two answers"
    """Another answer to the same deal when it was asked again."""
    CRASHED = "crashed"
    SILENT = "silent"
    TIMED_OUT = "timed out"


OF_FORM: Final = {
    Grade.FORM: "wrong format",
    Grade.PROMPT: "but a prompt before it",
    Grade.EXTRA: "but other lines around it",
    Grade.EXIT: "but an exit code other than 0",
}
"""Grades of a right outcome that the judge refuses for what was printed, in words."""


def graded(got: str, expected: str, judge: str) -> Grade:
    """Compare an answer with what the judge of this name expects: only the judge's own words are right.

    >>> graded("1 3", "1 3", "codingame").value, graded("Player 1 wins", "1 3", "codingame").value
    ('right', 'wrong form')
    """
    lines, wanted = _lines(got), _lines(expected)
    truth = _TRUTH.get(got.lower()) if judge == "code-golf" else None
    if lines == wanted or truth == expected:
        return Grade.RIGHT
    form = FORM_OF[judge]
    verdict = None if truth else form.read(got)
    if verdict is not None:
        # A verdict in the judge's words: "1 2" for "2 1" is another outcome, "Pat" for "PAT" is not.
        return Grade.FORM if form.write(verdict) == expected else Grade.WRONG
    if within := answer_within(got, judge):
        answer, beside = within
        return beside if graded(answer, expected, judge) is Grade.RIGHT else Grade.WRONG
    return Grade.FORM if _claims_it(got, form.read(expected)) else Grade.WRONG


def answer_within(text: str, judge: str) -> tuple[str, Grade] | None:
    """Return the answer in a judge's form among what a program printed, and what stands beside it.

    >>> answer_within("Enter both decks:\\n2 26", "codingame")
    ('2 26', <Grade.PROMPT: 'prompt'>)
    >>> answer_within("read 52 cards\\n2 26", "codingame")
    ('2 26', <Grade.EXTRA: 'extra output'>)
    """
    form = FORM_OF[judge]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for height in {1, len(form.wins.splitlines())}:
        first, last = "\n".join(lines[:height]), "\n".join(lines[-height:])
        if len(lines) > height and form.read(last):
            prompts = all(line.endswith(_PROMPTS) for line in lines[:-height])
            return last, Grade.PROMPT if prompts else Grade.EXTRA
        if len(lines) > height and form.read(first):
            return first, Grade.EXIT if all(map(_EXIT.search, lines[height:])) else Grade.EXTRA
    last = lines[-1] if lines else ""
    at = max(last.rfind(sign) for sign in _PROMPTS)
    answer = last[at + 1 :].strip()
    prompt = {*re.findall("[a-z]+", last[: max(at, 0)].lower())} - _VOCABULARY
    return (answer, Grade.PROMPT) if prompt and form.read(answer) else None


_PROMPTS: Final = (":", "?", ">")


def _claims_it(got: str, expected: Verdict | None) -> bool:
    """Return whether an answer can be read as part of an outcome, and as nothing against it."""
    with suppress(NotationError):
        return expected is not None and any(_agrees(claim, expected) for claim in read_answer(got).readings)
    return False


def _agrees(claim: Verdict, expected: Verdict) -> bool:
    if claim.endless or expected.endless:
        return claim.endless and expected.endless
    winners = {*claim.winners} & {*expected.winners}
    pairs = ((claim.count, expected.count), (claim.score, expected.score))
    both = [(one, other) for one, other in pairs if one is not None and other is not None]
    against = (claim.winners and expected.winners and not winners) or any(one != other for one, other in both)
    return not against and bool(winners or both)


def form_of(judge: str, expected: str) -> str:
    """Return in whose form the judge's answer is: his own, or whose it can be; nothing if it is nobody's."""
    names = (judge, *(form.name for form in FORMS))
    return next((name for name in names if name in FORM_OF and FORM_OF[name].read(expected)), "")


def _lines(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines() if line.strip()]
