"""Logs of programs in the styles in which people print them: what a right or a wrong game looks like."""

import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.cards import LETTERS, Deal
from engine.diagnose import Program
from engine.game import Deck, Round

NAMES: Final = "Two Three Four Five Six Seven Eight Nine Ten Jack Queen King Ace"
WORDS: Final = dict(enumerate(NAMES.split(), start=2))
SUIT_WORDS: Final = ("Hearts", "Spades", "Clubs", "Diamonds")


def card_sign(rank: int) -> str:
    """A card as most print it: 10 in two digits."""
    return LETTERS[rank - 2] if 2 <= rank <= 14 and rank != 10 else str(rank)


class Shown:
    """The cards of a deck, or a single one, in all the ways in which programs print them."""

    def __init__(self, deck: Deck, sign: Callable[[int], str]) -> None:
        self.size = len(deck)
        self.ranks, self.turned = [*deck], [*deck[::-1]]
        self.quoted = [*map(sign, deck)]
        self.signs, self.json = " ".join(self.quoted), json.dumps(self.quoted)
        self.from_0, self.from_1 = [rank - 2 for rank in deck], [rank - 1 for rank in deck]
        self.letters = "".join("T" if rank == 10 else card_sign(rank) for rank in deck)
        self.hexadecimal = "".join(f"{rank:X}" for rank in deck)
        self.suited = " ".join(card_sign(rank) + "HDSC"[rank % 4] for rank in deck)
        self.words = " ".join(WORDS.get(rank, "") for rank in deck)
        self.of_suits = ", ".join(f"{WORDS.get(rank, '')} of {SUIT_WORDS[rank % 4]}" for rank in deck)
        self.objects = f"[{', '.join(f'Card(rank={rank}, suit={rank % 4})' for rank in deck)}]"


class Style(NamedTuple):
    """A way to print a game: what is printed as `a` and `b`, how often, and in which words."""

    name: str
    shows: str
    each: str
    """`after`: both decks after a round; else pairs of cards: of a `round`, `battle`, `lay` or `decision`."""
    text: str
    sign: Callable[[int], str] = str

    def write(self, this: Round) -> Iterator[str]:
        """Yield what is printed of a round."""
        pairs: dict[str, list[Any]] = {
            "after": [this.decks],
            "before": [this.before],
            "battle": [((one,), (other,)) for one, other in this.face_up],
            "round": [(this.cards_1[:1], this.cards_2[:1])],
            "decision": [((one,), (other,)) for one, other in this.face_up[-1:]],
            "lay": [((one,), (other,)) for one, other in zip(this.cards_1, this.cards_2, strict=False)],
        }
        for depth, (one, other) in enumerate(pairs[self.each]):
            a, b = Shown(one, self.sign), Shown(other, self.sign)
            high, low = (b, a) if this.winner == 2 else (a, b)
            yield self.text.format(
                a=a,
                b=b,
                high=high,
                low=low,
                this=this,
                after=[[*deck] for deck in this.decks],
                left=[Shown(deck[1:], self.sign) for deck in this.before],
                who=("Tie", "Alice wins", "Bob wins")[this.winner],
                beats="beats" if this.winner else "ties",
                war="WAR! " * (depth > 0),
            )

    def before(self, deal: Deal) -> str:
        """Return what is printed of the deal."""
        return self.text.format(a=Shown(deal.deck_1, self.sign), b=Shown(deal.deck_2, self.sign))


def styles(*, letters: bool) -> list[Style]:
    """Return every style for a deal of the ranks from 2 to the ace, or of others."""
    text = (Path(__file__).parent / "programs" / "log_styles.txt").read_text(encoding="utf-8")
    for_all, *for_letters = text.split("\n\n")
    lines = "\n".join((for_all, *for_letters) if letters else (for_all,)).splitlines()
    rows = [line.replace("\\n", "\n").split(" | ", 3) for line in lines if not line.startswith("#")]
    sign = card_sign if letters else str
    return [Style(name, shows, each, words, sign) for name, shows, each, words in rows]


def rounds_played(program: Program, deal: Deal, most: int) -> Iterator[Round]:
    """Yield the first rounds of a program's game, round after round where it never ends."""
    played = program.rounds(program.reads(deal), limit=most + 1)
    kept = []
    for this in islice(played, most):
        kept.append(this)
        yield this
    cycle = played.ending.cycle if len(kept) < most else None
    for number in range(len(kept) + 1, most + 1 if cycle else 0):
        assert cycle is not None
        yield kept[cycle.start - 1 + (number - cycle.start) % cycle.length]._replace(number=number)


def log_of(program: Program, deal: Deal, style: Style, *, most: int = 120, plain: bool = False) -> str:
    """Return what a program prints: a greeting and the deal, unless plain, then its rounds, then its time."""
    lines = [] if plain else ["Compiling war v1.2 ... ok"]
    if style.each == "after" and not plain:
        lines.append(style.before(program.reads(deal)))
    for this in rounds_played(program, deal, most):
        lines += style.write(this)
    return "\n".join([*lines, *([] if plain else ["done in 0.013 s"])])
