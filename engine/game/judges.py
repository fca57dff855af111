"""What judges are given and what answers they want."""

import re
from dataclasses import KW_ONLY, dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from engine.cards import Deal
from engine.game.referee import play_rounds
from engine.game.results import Deck, Game, Reason
from engine.rules import Rules

# How every judge writes its answer: the one table by which answers are written and read everywhere.

NOBODY: Final = 0  # the winner of a drawn game

_FIELD: Final = re.compile(r"\{(\w+)\}")
_NUMBER: Final = "[0-9]{1,18}"
_SIZES: Final = r"(?:,[ \t]*\|a\|[ \t]*=[ \t]*[0-9]+,?[ \t]*\|b\|[ \t]*=[ \t]*[0-9]+)?"
_LINE_END: Final = r"(?=[ \t]*(?:\n|\Z))"


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer in parts: who won, after how many rounds; a part that is not given is empty."""

    form: str = ""
    """In whose words the answer is: a judge's name."""
    winners: tuple[int, ...] = ()
    """The winners that fit: 1, 2, `NOBODY` for a drawn game."""
    endless: bool = False
    """Whether the game never ends, or the program never answered."""
    count: int | None = None
    unit: str = "rounds"
    """The unit of the count: rounds, battles, plays, wars or Skiena's steps (`engine.game.judges`)."""
    score: int | None = None
    """Advent of Code's score of the winner's deck."""
    sizes: str = ""
    """Both decks' sizes, as Skiena's program adds them to a game that it gives up."""


@dataclass(frozen=True)
class AnswerForm:
    """One judge's form of answer. In the texts `{player}`, `{count}` and such stand for what differs.

    >>> FORM_OF["codeforces-546c"].write(Verdict(winners=(2,), count=6))
    '6 2'
    >>> FORM_OF["pyanitsa"].read("second 23").winners
    (2,)
    """

    name: str
    """The judge's name: that of its rule set, unless `preset` says another."""
    wins: str
    _: KW_ONLY
    drawn: str = ""
    """Empty where the judge's deals exclude a drawn game."""
    endless: str = ""
    """Empty where the judge's deals exclude an endless game."""
    players: tuple[str, str, str] = ("", "1", "2")
    """The names of nobody, player 1 and player 2; programs alone name nobody where `drawn` is empty."""
    unit: str = "rounds"
    """The unit of the count: steps are the plays of Skiena's program."""
    preset: str = ""
    also: tuple[str, ...] = ()
    """Other rule sets whose judge answers in the same form."""

    @property
    def rule_set(self) -> str:
        """The preset whose rules this judge goes by."""
        return self.preset or self.name

    @property
    def is_anybodys(self) -> bool:
        """Whether others write answers like it as well, a player's number alone.

        Then it means this judge only on deals that no other judge gives.
        """
        return self.wins == "{player}" and self.players[1:] == ("1", "2")

    def write(self, verdict: Verdict) -> str:
        """Write a verdict, nothing where there are no words for it; a line is left out if it lacks a part."""
        winner = verdict.winners[0] if verdict.winners else None
        player = None if winner is None else self.players[winner] or None
        parts = {name: getattr(verdict, name) for name in Verdict.__slots__} | {"player": player}
        known = {name: value for name, value in parts.items() if value is not None}
        ended = self.drawn if winner == NOBODY and self.drawn else self.wins
        lines = (self.endless if verdict.endless else ended).splitlines()
        return "\n".join(line.format(**known) for line in lines if {*_FIELD.findall(line)} <= known.keys())

    def read(self, text: str) -> Verdict | None:
        """Return what a text says if it is an answer in this form."""
        for ending, pattern in self._patterns:
            if match := pattern.fullmatch(text.strip()):
                return self._verdict(ending, match)
        return None

    def found_at(self, text: str, start: int, *, in_words: bool) -> tuple[str, int] | None:
        """Return the answer from `start` to the end of a line, as the judge writes it, and where it ends.

        in_words: only if it has words in it, so that it can be no line of cards.
        """
        for ending, pattern in self._patterns:
            if (match := pattern.match(text, start)) and (not in_words or re.search("[A-Za-z]", match[0])):
                return self.write(self._verdict(ending, match)), match.end()
        return None

    @cached_property
    def _patterns(self) -> tuple[tuple[str, re.Pattern[str]], ...]:
        texts = {"wins": self.wins, "drawn": self.drawn, "endless": self.endless}
        return tuple((ending, self._pattern(text)) for ending, text in texts.items() if text)

    def _pattern(self, text: str) -> re.Pattern[str]:
        players = "|".join(re.escape(name) for name in self.players[1:])
        fields = {"player": players, "count": _NUMBER, "score": f"-?{_NUMBER}", "sizes": _SIZES}
        pieces = (
            f"(?P<{piece}>{fields[piece]})" if place % 2 else _plain_text(piece)
            for place, piece in enumerate(_FIELD.split(text))
        )
        return re.compile("".join(pieces) + _LINE_END, re.IGNORECASE)

    def _verdict(self, ending: str, match: re.Match[str]) -> Verdict:
        parts = match.groupdict()
        winners: tuple[int, ...] = (NOBODY,) if ending == "drawn" else ()
        if "player" in parts:
            # False is what code golf's program says of a drawn game too.
            names = {winner: self.players[winner].lower() for winner in (1, 2, NOBODY)}
            winners = tuple(winner for winner, name in names.items() if name == parts["player"].lower())
        count, score = (int(parts[name]) if name in parts else None for name in ("count", "score"))
        endless, sizes = ending == "endless", parts.get("sizes") or ""
        return Verdict(self.name, winners, endless, count, self.unit, score, sizes)


def _plain_text(text: str) -> str:
    """Return the pattern of a text between two fields: as many blanks as anybody likes."""
    blanks = {" ": "[ \t]+", "\n": r"\s+"}
    pattern = "".join(blanks.get(character) or re.escape(character) for character in text)
    return pattern.replace("[ \t]+:[ \t]+", "[ \t]*:[ \t]*")


FORMS: Final = (
    AnswerForm("codingame", "{player} {count}", drawn="PAT"),
    AnswerForm("code-golf", "{player}", players=("False", "True", "False")),
    AnswerForm(
        "programming-challenges",
        "TURNS : {count}\nWINNER : {player}",
        players=("nobody", "player1", "player2"),
        also=("programming-challenges-code",),
    ),
    AnswerForm(
        "skiena",
        "{player} wins in {count} steps",
        drawn="a and b tie in {count} steps",
        endless="game tied after {count} steps{sizes}",
        players=("", "a", "b"),
        unit="steps",
        preset="programming-challenges",
    ),
    AnswerForm("codeforces-546c", "{count} {player}", endless="-1", players=("0", "1", "2")),
    AnswerForm("dailyprogrammer-320", "{player}", drawn="0"),
    AnswerForm("advent-of-code-22", "{score}"),
    AnswerForm("pyanitsa", "{player} {count}", endless="botva", players=("", "first", "second")),
)
"""Every judge's form of answer; of an answer that several may have written, the likeliest judge's first."""

_SPOJ: Final = replace(FORMS[0], name="spoj-hs08war", drawn="")
"""Reads as CodinGame's, so it is none of `FORMS`. Its text says "two integers" for a game that is over, not
which; what a drawn one has is left open."""

FORM_OF: Final = {name: form for form in (*FORMS, _SPOJ) for name in (form.name, *form.also)}


def answer_at(text: str, start: int, *, in_words: bool) -> tuple[str, int] | None:
    """Return what the first judge's form finds at a place of a text, as `AnswerForm.found_at` does."""
    answers = (form.found_at(text, start, in_words=in_words) for form in FORMS)
    return next(filter(None, answers), None)


# An outcome in each judge's own words, ready to be submitted as it stands.

SKIENA_STEPS: Final = 100_000  # plays after which Skiena's program gives up

JUDGES: Final = tuple(FORM_OF)


def judge_answer(game: Game, judge: str) -> str | None:
    """Return what the judge called `judge` (a preset's name, or `skiena`) expects for this game.

    None where that judge has no words for such an outcome, or no form of its own.
    """
    form = FORM_OF.get(judge)
    if form is None:
        return None
    verdict = _in_steps(game) if form.unit == "steps" else _in_rounds(game)
    if verdict is None or (verdict.winners == (NOBODY,) and not form.drawn):
        return None
    return form.write(verdict) or None


def deck_score(deck: Deck) -> int:
    """Score a winner's deck as Advent of Code does: the bottom card once, the one above twice, and so on."""
    return sum(rank * worth for worth, rank in enumerate(reversed(deck), 1))


def _in_rounds(game: Game) -> Verdict | None:
    if game.outcome.reason is Reason.LIMIT:
        return None
    winner = game.outcome.winner
    score = deck_score(game.decks[winner - 1]) if winner else None
    endless = game.outcome.reason is Reason.CYCLE
    return Verdict(winners=() if endless else (winner,), endless=endless, count=game.rounds, score=score)


def _in_steps(game: Game) -> Verdict:
    """Count as the program of "Programming Challenges" does: plays, stopping at 100,000.

    It lays the cards of a war that cannot be finished one by one until a deck is empty, so those
    count as plays too.
    """
    size_1, size_2 = game.sizes
    laid_at_the_end = min(size_1, size_2) if game.on_table else 0
    steps = game.plays + laid_at_the_end
    if game.outcome.reason in (Reason.CYCLE, Reason.LIMIT) or steps > SKIENA_STEPS:
        size_1, size_2 = _sizes_after_plays(game.deal, game.rules, SKIENA_STEPS)
        return Verdict(endless=True, count=SKIENA_STEPS, sizes=f", |a|={size_1} |b|={size_2}")
    winner = 1 if size_1 > size_2 else 2 if size_2 > size_1 else NOBODY
    return Verdict(winners=(winner,), count=steps)


@lru_cache(maxsize=64)
def _sizes_after_plays(deal: Deal, rules: Rules, plays: int) -> tuple[int, int]:
    """Return both deck sizes when this many pairs of cards have been laid, and taken if that was due."""
    left, turning = plays, False
    while True:  # an endless game is played on from where it repeats
        decks = deal.deck_1, deal.deck_2
        before = left
        for this in play_rounds(deal, rules):
            if this.plays > left or not this.winner:
                return this.sizes[0] - left, this.sizes[1] - left
            left -= this.plays
            decks = this.decks
        if turning:  # that was a whole turn of the cycle, as all that follow would be
            left %= before - left
        deal, turning = Deal(*decks), True
