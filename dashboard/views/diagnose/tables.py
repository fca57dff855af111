"""The tables of the Diagnose page, their cells Markdown of our own words, ranks and numbers."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

import pandas as pd

from dashboard.shell.marks import marked
from dashboard.shell.phrases import begin, capital, deal_code
from dashboard.views.diagnose.boards import round_of
from dashboard.views.diagnose.words import sides
from engine.cards import Deal, has_letter, rank_name
from engine.diagnose import Claim, Disagreement, Near, Program, TraceDiff
from engine.diagnose.search import PATIENCE
from engine.game import Deck, Decks
from engine.rules import Rules

SIDES: Final = ("The judge", "Your program")
COUNTED: Final = ("rounds", "battles", "plays", "wars")

_BEFORE: Final = 8
"""Cards written before the first that differs."""
_SHOWN: Final = 22

Cards = Sequence[str]


def decks_after(program: Program, deal: Deal, number: int) -> Decks | None:
    """Return both decks of a program's game after a round, 0: at its start; None where it is over before."""
    if number == 0:
        read = program.reads(deal)
        return read.deck_1, read.deck_2
    this = round_of(program, deal, number)
    return None if this is None else this.decks


def decks_table(deal: Deal, judge: Program, program: Program, after: int) -> pd.DataFrame | None:
    """Return both sides' decks where they differ after a round, the cards that differ bold."""
    right, wrong = decks_after(judge, deal, after), decks_after(program, deal, after)
    if right is None or wrong is None:
        return None
    when = f"after round {after:,}" if after else "at the start"
    columns = {
        f"Player {side + 1}’s deck {when}": differing(cards_of(right[side]), cards_of(wrong[side]))
        for side in (0, 1)
        if right[side] != wrong[side]
    }
    return pd.DataFrame({"Whose": SIDES, **columns})


def smallest_table(smallest: Disagreement, judge: Rules, program: Program) -> pd.DataFrame:
    """Return the smallest deal on which judge and program differ, and how each game of it ends."""
    wants, does = sides(judge, program)
    one, other = (marked(capital(end.words)) for end in smallest.ends)
    return pd.DataFrame([{"Deal": deal_code(smallest.deal), begin(wants): one, begin(does): other}])


def nearest_table(nearest: Sequence[Near], judge: Rules, claim: Claim) -> pd.DataFrame:
    """Return the programs that come closest to the answers, and what they would print."""
    return pd.DataFrame(
        [
            {
                "A program like this": does_what(judge, near.program),
                "would say": ", ".join(f"`{answer}`".replace("\n", ", ") for answer in near.answers[:5]),
                "which is": close_words(near, claim),
            }
            for near in nearest
        ]
    )


def does_what(judge: Rules, program: Program) -> str:
    """Return in a few words what a program does otherwise, to begin a line with."""
    return begin(sides(judge, program)[1]) or "Does what the judge does"


def close_words(near: Near, claim: Claim) -> str:
    """Say how close a program's answers come. `claim`: an answer of the person's program."""
    cases = len(near.answers)
    if near.right == cases:
        return "the same"
    if cases > 1:
        winners = f", your winner in {near.winners:,}" if claim.winners else ""
        return f"your answer in {near.right:,} of {cases:,} cases{winners}"
    who = ("your winner" if near.winners else "another winner") if claim.winners else ""
    off = f"off by {near.off:,}" if claim.count is not None and near.off < PATIENCE else ""
    return ", ".join(filter(None, (who, off))) or "another answer"


def counts_table(deal: Deal, rules: Rules) -> pd.DataFrame:
    """Return everything that can be counted in the game of a deal."""
    (record,) = Program(rules).play([deal])
    return pd.DataFrame(
        [{"In this game": name.capitalize(), "there are": f"{int(record[name]):,}"} for name in COUNTED]
    )


def trace_table(log: TraceDiff, *, decimal: bool) -> pd.DataFrame:
    """Return what the judge's game and the log have where they first differ."""
    numbers = decimal or log.shows == "sizes"
    expected = log.expected or ("over", "over")
    columns = {
        f"Player {number}": differing(
            *(text.split() if numbers or " " in text else text for text in (right, wrong))
        )
        for number, (right, wrong) in enumerate(zip(expected, log.got, strict=True), 1)
    }
    return pd.DataFrame({"Whose": SIDES, **columns})


def cards_of(deck: Deck) -> tuple[str, ...]:
    """Return the cards of a deck as decks are written, T for ten.

    >>> cards_of((14, 10, 1))
    ('A', 'T', '1')
    """
    return tuple("T" if rank == 10 else rank_name(rank) if has_letter(rank) else str(rank) for rank in deck)


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
