"""The texts in the boxes of the Diagnose page, and their readings. Nothing here draws."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Self

from dashboard.address.screens import AskedCase
from dashboard.asking.pasted import read_paste
from engine.cards import Deal
from engine.diagnose import Answer, read_answer
from engine.notation import NotationError, Question, ReadDeal, Reading
from engine.words.sentences import count


@dataclass(frozen=True, slots=True)
class Draft:
    """The texts of the boxes, as they were typed or pasted, for one case or several at once."""

    deal: str = ""
    expected: str = ""
    got: str = ""
    trace: str = ""
    format: str | None = None
    """The format that was chosen where a paste could be read in two ways."""
    kept: AskedCase | None = None
    """The case whose deal is in the box in our own words, so that it need not be read again."""
    answers: AskedCase | None = None
    """The case of the screen that these boxes stand for."""
    fault: NotationError | None = None
    """The fault of a log in which nothing can be followed."""

    @classmethod
    def of(cls, case: AskedCase | None) -> Self:
        """Return the boxes for a case that a link or another button brought; empty ones for none."""
        if case is None:
            return cls()
        return cls(case.deal.text, case.expected, case.got, case.trace, kept=case, answers=case)

    @property
    def empty(self) -> bool:
        """Whether nothing is in any box."""
        return not any(text.strip() for text in (self.deal, self.expected, self.got, self.trace))

    def typed(self, texts: Mapping[str, Any]) -> "Draft":
        """Return the boxes after somebody typed into some; a new deal brings what its judge expects."""
        new = replace(self, **texts)
        if new.deal == self.deal:
            return new
        new = replace(new, format=None, kept=None)
        return new.with_expectation(instead_of=self.verdicts)

    def chosen(self, format: str) -> "Draft":
        """Return the boxes with the question about the deal answered."""
        return replace(self, format=format).with_expectation(instead_of="")

    def with_expectation(self, *, instead_of: str) -> "Draft":
        """Fill in what the pasted deal says the judge expects, unless somebody typed something else."""
        if self.verdicts and self.expected.strip() in ("", instead_of):
            return replace(self, expected=self.verdicts)
        return self

    @property
    def verdicts(self) -> str:
        """The judge's answers that stood with the deals, a line each of several; none unless all have one."""
        expected = [item.expected or "" for item in self.read_deals]
        if len(expected) > 1:
            expected = [" ".join(answer.splitlines()) for answer in expected]
        return "\n".join(expected) if all(expected) else ""

    @property
    def deals(self) -> Reading | Question | NotationError | None:
        """The reading of the deal's box; None while it is empty."""
        if self.kept is not None:
            return Reading(self.kept.format or "line", (ReadDeal(self.kept.deal),))
        return _deals(self.deal, self.format) if self.deal.strip() else None

    @property
    def read_deals(self) -> tuple[ReadDeal, ...]:
        """The deals in the box; none while it cannot be read."""
        return self.deals.deals if isinstance(self.deals, Reading) else ()

    def texts(self, text: str) -> tuple[str, ...]:
        """Cut a box of answers into one answer a deal: a line each where there are several deals.

        Raises `NotationError` where their numbers differ.
        """
        number = len(self.read_deals) or 1
        if number == 1 or not text.strip():
            return (text.strip(),) * number
        lines = tuple(line.strip() for line in text.splitlines() if line.strip())
        if len(lines) != number:
            there, wanted = count(len(lines), "answer"), f"an answer for each of the {number} deals"
            raise NotationError.of("count", there, wanted, "Write one a line, a line a deal.")
        return lines

    @property
    def cases(self) -> tuple[AskedCase, ...]:
        """The cases that the boxes make; none while something is missing or cannot be read."""
        reading = self.deals
        if self.wrong or not isinstance(reading, Reading) or not (self.got.strip() or self.followed.strip()):
            return ()
        expected, got = self.texts(self.expected), self.texts(self.got)
        return tuple(
            AskedCase(deal=item.deal, expected=wanted, got=said, format=reading.format, trace=self.followed)
            for item, wanted, said in zip(reading.deals, expected, got, strict=True)
        )

    @property
    def wrong(self) -> bool:
        """Whether something in the boxes of deal and answers cannot be read as it stands."""
        answers = self.read_answers(self.expected), self.read_answers(self.got)
        return any(isinstance(read, NotationError | Question) for read in (self.deals, *answers))

    @property
    def one_deal(self) -> Deal | None:
        """The deal, where the box holds a single one: only that can have a log."""
        return self.read_deals[0].deal if len(self.read_deals) == 1 else None

    @property
    def followed(self) -> str:
        """The log that is followed: the one in its box or, while that makes no sense, the last that did."""
        deal = self.one_deal
        if deal is None:
            return ""
        if self.fault is None:
            return self.trace
        return self.answers.trace if self.answers is not None and self.answers.deal == deal else ""

    def read_answers(self, text: str) -> tuple[Answer, ...] | NotationError:
        """Return the answers in a box, none while it is empty, or what is wrong with them."""
        try:
            return tuple(read_answer(answer) for answer in self.texts(text) if answer)
        except NotationError as error:
            return error


@lru_cache(maxsize=16)
def _deals(text: str, format: str | None) -> Reading | Question | NotationError:
    try:
        return read_paste(text, format=format)
    except NotationError as error:
        return error
