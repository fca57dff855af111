"""Wrong programs as people write them: from the sources' texts alone, not from the catalogue of mistakes.

A program is a right one in somebody's style with a few lines of it otherwise. What each does wrong is
told here in its writer's words; `cause` is the program of ours that plays the same games, which
`tests/engine/diagnose/test_natural_programs.py` proves, and is empty for mistakes that have no words.
"""

# ruff: noqa: E501  # lines of programs are kept as their writers have them

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any, Final

from engine.cards import Deal
from engine.formats import write

MOST_ROUNDS: Final = 20_000

QUEUES: Final = """
def solve(text):
    words = text.split()
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    n = int(words[0])
    one = deque(ranks.index(word[:-1]) for word in words[1 : n + 1])
    two = deque(ranks.index(word[:-1]) for word in words[n + 2 :])
    rounds = 0
    while one and two:
        tick()
        rounds += 1
        a = [one.popleft()]
        b = [two.popleft()]
        while a[-1] == b[-1]:
            if len(one) < 4 or len(two) < 4:
                return "PAT"
            for _ in range(4):
                a.append(one.popleft())
                b.append(two.popleft())
        if a[-1] > b[-1]:
            one.extend(a + b)
        else:
            two.extend(a + b)
    return f"1 {rounds}" if one else f"2 {rounds}"
"""

SLICES: Final = """
VALUES = dict(zip("23456789", range(2, 10))) | {"10": 10, "J": 11, "Q": 12, "K": 13, "A": 14}

def value(card):
    return VALUES[card[:-1]]

def read(lines):
    number = int(lines.pop(0))
    return [value(lines.pop(0)) for _ in range(number)]

def solve(text):
    lines = text.split()
    deck1, deck2 = read(lines), read(lines)
    turn = 0
    pot1, pot2 = [], []
    while deck1 and deck2:
        card1, card2 = deck1[0], deck2[0]
        deck1, deck2 = deck1[1:], deck2[1:]
        pot1.append(card1)
        pot2.append(card2)
        tick()
        turn += 1
        while card1 == card2:
            if len(deck1) < 4 or len(deck2) < 4:
                return "PAT"
            pot1 += deck1[:4]
            pot2 += deck2[:4]
            deck1, deck2 = deck1[4:], deck2[4:]
            card1, card2 = pot1[-1], pot2[-1]
        if card1 > card2:
            deck1 = deck1 + pot1 + pot2
        if card1 < card2:
            deck2 = deck2 + pot1 + pot2
        pot1, pot2 = [], []
    winner = 2 if not deck1 else 1
    return f"{winner} {turn}"
"""

GOLF: Final = """
def solve(text):
    p1, p2 = [deque(int(c, 16) for c in line) for line in text.split(", ")]
    turns = 0
    try:
        while p1 and p2:
            tick()
            turns += 1
            s1, s2 = [p1.popleft()], [p2.popleft()]
            while s1[-1] == s2[-1]:
                if len(p1) < 2 or len(p2) < 2:
                    return f"player {1 if len(p1) > len(p2) else 2}, {turns} rounds"
                for _ in range(2):
                    s1.append(p1.popleft())
                    s2.append(p2.popleft())
            if s1[-1] > s2[-1]:
                p1.extend(s2 + s1)
            else:
                p2.extend(s1 + s2)
    except IndexError:
        pass
    return f"player {1 if p1 else 2}, {turns} rounds"
"""

RUBY: Final = """
def solve(text):
    line1, line2 = text.split("\\n")
    deck1 = ["23456789TJQKA".index(card[0]) for card in line1.split()]
    deck2 = ["23456789TJQKA".index(card[0]) for card in line2.split()]
    turns = 0

    def fight(stack1, stack2):
        if stack1[-1] > stack2[-1]:
            return 1
        if stack1[-1] < stack2[-1]:
            return 2
        return war(stack1, stack2)

    def war(stack1, stack2):
        for _ in range(2):
            if not deck1 and not deck2:
                return 0
            if not deck1:
                return 20
            if not deck2:
                return 10
            stack1.append(deck1.pop(0))
            stack2.append(deck2.pop(0))
        return fight(stack1, stack2)

    winner = 0
    while deck1 and deck2:
        tick()
        turns += 1
        stack1, stack2 = [deck1.pop(0)], [deck2.pop(0)]
        winner = fight(stack1, stack2)
        won = [card for pair in zip(stack1, stack2) for card in pair]
        if winner in (0, 10, 20):
            winner = winner // 10
            break
        (deck1 if winner == 1 else deck2).extend(won)
    return f"TURNS : {turns}\\nWINNER : {f'player{winner}' if winner else 'nobody'}"
"""

STEALING: Final = """
def solve(text):
    one, two = [[int(card) for card in line.split()] for line in text.split("\\n")]
    compared = 0
    while one and two:
        tick()
        compared += 1
        a, b = [one.pop(0)], [two.pop(0)]
        while a[-1] == b[-1]:
            if len(one) + len(two) < 8:
                one, two = (one, []) if len(one) > len(two) else ([], two)
                return f"player {1 if one else 2}, {compared} rounds"
            if len(one) < 4:
                steal = 4 - len(one)
                one += two[:steal]
                del two[:steal]
            elif len(two) < 4:
                steal = 4 - len(two)
                two += one[:steal]
                del one[:steal]
            a += one[:4]
            b += two[:4]
            del one[:4], two[:4]
        if a[-1] > b[-1]:
            one += b + a
        else:
            two += a + b
    return f"player {1 if one else 2}, {compared} rounds"
"""

Edit = tuple[str, str]


@dataclass(frozen=True)
class Style:
    """A right program, whose judge it follows, and how a deal is written for it."""

    name: str
    judge: str
    text: str
    write: Callable[[Deal], str]


def suited_lines(deal: Deal) -> str:
    letters = dict(enumerate("23456789TJQKA", 2))
    cards = [
        letters[rank] + suit
        for rank, suit in zip((*deal.deck_1, *deal.deck_2), deal.eye_suits(), strict=True)
    ]
    cut = len(deal.deck_1)
    return f"{' '.join(cards[:cut])}\n{' '.join(cards[cut:])}"


STYLES: Final = (
    Style("queues", "codingame", QUEUES, lambda deal: write(deal, "codingame")),
    Style("slices", "codingame", SLICES, lambda deal: write(deal, "codingame")),
    Style("golf", "code-golf", GOLF, lambda deal: write(deal, "golf")),
    Style("ruby", "programming-challenges", RUBY, suited_lines),
    Style("stealing", "whats-in-a-game-steal", STEALING, lambda deal: write(deal, "decimal")),
)


TIMEOUT: Final = "timeout"
"""What is told of a program that goes on for ever."""


class NoAnswerError(Exception):
    """The program goes on for ever."""


@dataclass(frozen=True)
class Natural:
    """A wrong program: its style, what it has in place of lines of it, and what plays the same games."""

    style: Style
    cause: str
    edits: tuple[Edit, ...]

    @property
    def judge(self) -> str:
        return self.style.judge

    def source(self) -> str:
        text = self.style.text
        for old, new in self.edits:
            assert text.count(old) >= 1, (self.cause, old)
            text = text.replace(old, new)
        return text

    def solver(self) -> Callable[[Deal], str | None]:
        """Return the program: deal in, answer out, None where it crashes."""
        solve = self.solver_of_texts()
        return lambda deal: solve(self.style.write(deal))

    def solver_of_texts(self) -> Callable[[str], str | None]:
        """Return the program as it is written: the text of a deal in."""
        ticks = 0

        def tick() -> None:
            nonlocal ticks
            ticks += 1
            if ticks > MOST_ROUNDS:
                raise NoAnswerError

        names: dict[str, Any] = {"deque": deque, "tick": tick, "chain": chain, "zip_longest": zip_longest}
        exec(compile(self.source(), self.cause or "natural", "exec"), names)

        def answer(text: str) -> str | None:
            nonlocal ticks
            ticks = 0
            try:
                return str(names["solve"](text))
            except NoAnswerError:
                return TIMEOUT
            except (IndexError, ValueError, KeyError):
                return None

        return answer


def _q(cause: str, *edits: Edit) -> Natural:
    return Natural(STYLES[0], cause, edits)


def _s(cause: str, *edits: Edit) -> Natural:
    return Natural(STYLES[1], cause, edits)


def _g(cause: str, *edits: Edit) -> Natural:
    return Natural(STYLES[2], cause, edits)


def _r(cause: str, *edits: Edit) -> Natural:
    return Natural(STYLES[3], cause, edits)


def _t(cause: str, *edits: Edit) -> Natural:
    return Natural(STYLES[4], cause, edits)


_WON = ("            one.extend(a + b)\n        else:\n            two.extend(a + b)", "")
_POT = "deck1 + pot1 + pot2", "deck2 + pot1 + pot2"


def _won(one: str, two: str) -> Edit:
    return _WON[0], f"            {one}\n        else:\n            {two}"


def _all_won(cards: str) -> Edit:
    return _won(f"one.extend({cards})", f"two.extend({cards})")


_LAY = "            for _ in range(4):\n                a.append(one.popleft())\n                b.append(two.popleft())\n"
_SHORT = "if len(one) < 4 or len(two) < 4:"
_SHORT_S = "if len(deck1) < 4 or len(deck2) < 4:"
_FIGHT = "        while a[-1] == b[-1]:"
_END_Q = '    return f"1 {rounds}" if one else f"2 {rounds}"\n'

NATURAL: Final = (
    # Who wins takes his own cards up first.
    _q("3.WINNER_FIRST.DRAW.DRAW.HIGH", ("two.extend(a + b)", "two.extend(b + a)")),
    # The winner's cards on top of the loser's, as in another puzzle.
    _q("3.LOSER_FIRST.DRAW.DRAW.HIGH", ("one.extend(a + b)", "one.extend(b + a)")),
    # Player 2's cards first, as if the last pot were the first.
    _q("3.PLAYER_2_FIRST.DRAW.DRAW.HIGH", _all_won("b + a")),
    # Pairs as they lie on the table.
    _q("3.AS_DEALT.DRAW.DRAW.HIGH", _all_won("chain(*zip(a, b))")),
    # The first character is the value.
    _q("codingame+10-as-1", ("ranks.index(word[:-1])", '"23456789TJQKA".find(word[0])')),
    # Three cards in all for a war.
    _q("2.PLAYER_1_FIRST.DRAW.DRAW.HIGH", ("< 4", "< 3"), ("range(4)", "range(3)")),
    # One card face down, as the children's rules have it.
    _q("1.PLAYER_1_FIRST.DRAW.DRAW.HIGH", ("< 4", "< 2"), ("range(4)", "range(2)")),
    # <= for <.
    _q("codingame+needs-one-more", ("len(one) < 4 or len(two) < 4", "len(one) <= 4 or len(two) <= 4")),
    # Each battle counts.
    _q("codingame+counts-battles", (_LAY, "            rounds += 1\n" + _LAY)),
    _q("codingame+one-too-many", ("rounds = 0", "rounds = 1")),
    _q(
        "codingame+one-too-few",
        ('f"1 {rounds}" if one else f"2 {rounds}"', 'f"1 {rounds - 1}" if one else f"2 {rounds - 1}"'),
    ),
    # A war is counted by nobody.
    _q(
        "codingame+forgets-wars",
        ("        rounds += 1\n", ""),
        ("        if a[-1] > b[-1]:", "        rounds += len(a) == 1\n        if a[-1] > b[-1]:"),
    ),
    # One war is fought, no second.
    _q("codingame+second-tie-to-2", (_FIGHT, "        if a[-1] == b[-1]:")),
    _q(
        "codingame+second-tie-to-1",
        (_FIGHT, "        if a[-1] == b[-1]:"),
        ("if a[-1] > b[-1]", "if a[-1] >= b[-1]"),
    ),
    # The deck is a stack: append and pop.
    _q("codingame+stack", ("popleft()", "pop()")),
    _q("codingame+won-on-top-each", _won("one.extendleft(a + b)", "two.extendleft(a + b)")),
    _q("codingame+won-on-top", _won("one = deque(a + b + [*one])", "two = deque(a + b + [*two])")),
    _q("codingame+lowest-first", _all_won("sorted(a + b)")),
    _q("codingame+highest-first", _all_won("sorted(a + b, reverse=True)")),
    _q("codingame+table-reversed", _all_won("(a + b)[::-1]")),
    _q("codingame+sides-reversed", _all_won("a[::-1] + b[::-1]")),
    # Each war begins with an empty table.
    _q("codingame+loses-before-war", (_LAY, "            a, b = [], []\n" + _LAY)),
    _q("codingame+loses-before-last-tie", (_LAY, "            a, b = [a[-1]], [b[-1]]\n" + _LAY)),
    _q("codingame+loses-all-but-last-pair", _all_won("[a[-1], b[-1]]")),
    # Cards laid face down are thrown out of the deck.
    _q(
        "codingame+loses-face-down",
        (
            _LAY,
            "            for _ in range(3):\n                one.popleft()\n                two.popleft()\n            a.append(one.popleft())\n            b.append(two.popleft())\n",
        ),
    ),
    _q("codingame+loses-first-pair", _all_won("(a[1:] or a) + (b[1:] or b)")),
    # The cards that began the war are compared again.
    _q(
        "codingame+wars-to-2",
        (_FIGHT, "        tied = a[-1] == b[-1]\n        while tied:\n            tied = False"),
        ("if a[-1] > b[-1]", "if a[0] > b[0]"),
    ),
    _q(
        "codingame+wars-to-1",
        (_FIGHT, "        tied = a[-1] == b[-1]\n        while tied:\n            tied = False"),
        ("if a[-1] > b[-1]", "if a[0] >= b[0]"),
    ),
    # Face up first, then three face down on top.
    _q(
        "codingame+war-first-card",
        (_FIGHT, "        while a[-4 if len(a) > 1 else 0] == b[-4 if len(b) > 1 else 0]:"),
        ("if a[-1] > b[-1]", "if a[-4 if len(a) > 1 else 0] > b[-4 if len(b) > 1 else 0]"),
    ),
    _q(
        "codingame+war-card-before-last",
        (_FIGHT, "        while a[-2 if len(a) > 1 else 0] == b[-2 if len(b) > 1 else 0]:"),
        ("if a[-1] > b[-1]", "if a[-2 if len(a) > 1 else 0] > b[-2 if len(b) > 1 else 0]"),
    ),
    # Ties are no wars.
    _q(
        "codingame+ties-returned",
        (
            _FIGHT,
            "        if a == b:\n            one.extend(a)\n            two.extend(b)\n            continue\n"
            + _FIGHT,
        ),
    ),
    _q(
        "codingame+ties-thrown-away",
        (_FIGHT, "        if a == b:\n            continue\n" + _FIGHT),
        (_END_Q, '    return f"1 {rounds}" if one else f"2 {rounds}" if two else "PAT"\n'),
    ),
    _q("codingame+ties-to-1", (_FIGHT, "        while False:"), ("if a[-1] > b[-1]", "if a[-1] >= b[-1]")),
    _q("codingame+ties-to-2", (_FIGHT, "        while False:")),
    # Too many rounds are a draw.
    _q(
        "codingame+stops-at-1000-drawn",
        (
            "        rounds += 1\n",
            '        rounds += 1\n        if rounds > 1000:\n            return "PAT"\n',
        ),
    ),
    _q(
        "codingame+stops-at-400-drawn",
        (
            "        rounds += 1\n",
            '        if rounds == 400:\n            return "PAT"\n        rounds += 1\n',
        ),
    ),
    _q("codingame+stops-at-500-player-1", ("while one and two:", "while one and two and rounds < 500:")),
    _q(
        "codingame+stops-at-700-more",
        ("while one and two:", "while one and two and rounds < 700:"),
        ('if one else f"2', 'if len(one) > len(two) else "PAT" if len(one) == len(two) else f"2'),
    ),
    # Who cannot pay has lost.
    _q(
        "3.PLAYER_1_FIRST.LOSES.PLAYER_2.HIGH",
        ('return "PAT"', 'return f"1 {rounds}" if len(one) > len(two) else f"2 {rounds}"'),
    ),
    _q("codingame+winner-swapped", ('if one else f"2', 'if two else f"2')),
    _q("3.PLAYER_1_FIRST.DRAW.DRAW.ACE_LOW", ('["2", "3"', '["A", "2", "3"'), ('"K", "A"]', '"K"]')),
    _q("codingame+numbers-as-text", ("ranks.index(word[:-1])", "word[:-1]")),
    _q("codingame+king-below-queen", ('"J", "Q", "K"', '"J", "K", "Q"')),
    _q("codingame+letters-a-j-k-q", ('"J", "Q", "K", "A"', '"A", "J", "K", "Q"')),
    _q("codingame+suits-break-ties", ("ranks.index(word[:-1])", "(ranks.index(word[:-1]), word[-1])")),
    _q("codingame+last-card-2-left-out", ("words[n + 2 :]", "words[n + 2 : -1]")),
    _q(
        "codingame+both-upside-down",
        ("words[1 : n + 1]", "words[n:0:-1]"),
        ("words[n + 2 :]", "words[: n + 1 : -1]"),
    ),
    _q("3.PLAYER_1_FIRST.DRAW.DRAW.LOW_WINS", ("if a[-1] > b[-1]", "if a[-1] < b[-1]")),
    # In lists cut into slices no card is missed.
    _s("codingame+needs-one-fewer-last", (_SHORT_S, "if len(deck1) < 3 or len(deck2) < 3:")),
    _s("codingame+checks-player-1", (_SHORT_S, "if len(deck1) < 4:")),
    _s("codingame+checks-player-2", (_SHORT_S, "if len(deck2) < 4:")),
    _s("codingame+checks-both-short", (_SHORT_S, "if len(deck1) < 4 and len(deck2) < 4:")),
    _s("codingame+needs-any-card", (_SHORT_S, "if not deck1 or not deck2:")),
    _s("codingame+king-as-0-ace-as-1", ("return VALUES[card[:-1]]", "return VALUES[card[:-1]] % 13")),
    _s("codingame+ace-as-11", ('"A": 14', '"A": 11')),
    _s("codingame+pictures-as-ten", ('"J": 11, "Q": 12, "K": 13', '"J": 10, "Q": 10, "K": 10')),
    _s(
        "codingame+second-war-one-card",
        (
            "            pot1 += deck1[:4]\n            pot2 += deck2[:4]\n            deck1, deck2 = deck1[4:], deck2[4:]\n",
            "            lay = 4 if len(pot1) == 1 else 1\n            pot1 += deck1[:lay]\n            pot2 += deck2[:lay]\n            deck1, deck2 = deck1[lay:], deck2[lay:]\n",
        ),
        (_SHORT_S, "if min(len(deck1), len(deck2)) < (4 if len(pot1) == 1 else 1):"),
    ),
    _s("codingame+second-tie-ends-it", (_SHORT_S, "if len(deck1) < 4 or len(deck2) < 4 or len(pot1) > 1:")),
    _s(
        "codingame+last-cards-left-out",
        (
            "return [value(lines.pop(0)) for _ in range(number)]",
            "return [value(lines.pop(0)) for _ in range(number)][:-1]",
        ),
    ),
    # Two mistakes.
    _s(
        "3.WINNER_FIRST.DRAW.DRAW.HIGH+one-too-many",
        ("deck2 + pot1 + pot2", "deck2 + pot2 + pot1"),
        ("turn = 0", "turn = 1"),
    ),
    _s(
        "2.PLAYER_1_FIRST.DRAW.DRAW.HIGH+counts-battles",
        ("< 4", "< 3"),
        ("[:4]", "[:3]"),
        ("[4:]", "[3:]"),
        ("            pot1 += ", "            turn += 1\n            pot1 += "),
    ),
    _s(
        "codingame+10-as-1+loses-all-but-last-pair",
        ("VALUES[card[:-1]]", "VALUES.get(card[0], 1)"),
        ("deck1 + pot1 + pot2", "deck1 + [card1, card2]"),
        ("deck2 + pot1 + pot2", "deck2 + [card1, card2]"),
    ),
    _s(
        "3.LOSER_FIRST.DRAW.DRAW.HIGH+needs-one-fewer-last",
        ("deck1 + pot1 + pot2", "deck1 + pot2 + pot1"),
        (_SHORT_S, "if len(deck1) < 3 or len(deck2) < 3:"),
    ),
    # Golf, with the turns printed to look at them.
    _g(
        "1.WINNER_FIRST.LOSES.PLAYER_2.HIGH",
        ("p1.extend(s2 + s1)", "p1.extend(s1 + s2)"),
        ("p2.extend(s1 + s2)", "p2.extend(s2 + s1)"),
    ),
    _g("1.PLAYER_1_FIRST.LOSES.PLAYER_2.HIGH", ("p1.extend(s2 + s1)", "p1.extend(s1 + s2)")),
    _g(
        "1.LOSER_FIRST.LOSES.PLAYER_2.HIGH+table-reversed",
        ("p1.extend(s2 + s1)", "p1.extend(reversed(s2 + s1))"),
        ("p2.extend(s1 + s2)", "p2.extend(reversed(s1 + s2))"),
    ),
    _g("code-golf+short-to-2", ("{1 if len(p1) > len(p2) else 2}", "2")),
    _g("0.LOSER_FIRST.LOSES.PLAYER_2.HIGH", ("< 2", "< 1"), ("range(2)", "range(1)")),
    _g("3.LOSER_FIRST.LOSES.PLAYER_2.HIGH", ("< 2", "< 4"), ("range(2)", "range(4)")),
    _g("code-golf+hexadecimal-as-letters", ("int(c, 16)", '"23456789TJQKA".find(c)')),
    _g(
        "code-golf+dealt-alternately",
        (
            "    turns = 0\n",
            "    whole = [*p1, *p2]\n    p1, p2 = deque(whole[::2]), deque(whole[1::2])\n    turns = 0\n",
        ),
    ),
    _g("code-golf+letters-as-text", ("int(c, 16)", "c.translate({65: 84, 66: 74, 67: 81, 68: 75, 69: 65})")),
    _g(
        "code-golf+each-war-apart",
        (
            "p1.extend(s2 + s1)",
            "p1.extend(chain(s2[:1], s1[:1], *(s2[i : i + 2] + s1[i : i + 2] for i in range(1, len(s1), 2))))",
        ),
        (
            "p2.extend(s1 + s2)",
            "p2.extend(chain(s1[:1], s2[:1], *(s1[i : i + 2] + s2[i : i + 2] for i in range(1, len(s1), 2))))",
        ),
    ),
    # The Ruby program of source 1, once more in Python.
    _r(
        "1.WINNER_ALTERNATING.LOSES.DRAW.HIGH",
        ("zip(stack1, stack2)", "(zip(stack1, stack2) if winner % 9 == 1 else zip(stack2, stack1))"),
    ),
    _r(
        "1.PLAYER_1_FIRST.LOSES.DRAW.HIGH",
        ("[card for pair in zip(stack1, stack2) for card in pair]", "stack1 + stack2"),
    ),
    _r("programming-challenges+one-too-many", ("turns = 0", "turns = 1")),
    _r("programming-challenges+stack", ("pop(0)", "pop()")),
    _r(
        "programming-challenges+suits-break-ties",
        (".index(card[0])", '.index(card[0]) * 4 + "cdhs".index(card[1])'),
    ),
    _r(
        "programming-challenges+counts-battles",
        (
            "    def war(stack1, stack2):\n",
            "    def war(stack1, stack2):\n        nonlocal turns\n        turns += len(deck1) > 1 and len(deck2) > 1\n",
        ),
    ),
    _r(
        "programming-challenges+table-reversed",
        (
            "(deck1 if winner == 1 else deck2).extend(won)",
            "(deck1 if winner == 1 else deck2).extend(won[::-1])",
        ),
    ),
    _r(
        "programming-challenges+won-on-top",
        ("(deck1 if winner == 1 else deck2).extend(won)", "(deck1 if winner == 1 else deck2)[:0] = won"),
    ),
    _r("0.AS_DEALT.LOSES.DRAW.HIGH", ("range(2)", "range(1)")),
    # Stealing.
    _t(
        "whats-in-a-game-steal+steals-from-bottom",
        (
            "one += two[:steal]\n                del two[:steal]",
            "one += two[-steal:][::-1]\n                del two[-steal:]",
        ),
        (
            "two += one[:steal]\n                del one[:steal]",
            "two += one[-steal:][::-1]\n                del one[-steal:]",
        ),
    ),
    _t(
        "whats-in-a-game-steal+steals-one-more",
        ("4 - len(one)", "5 - len(one)"),
        ("4 - len(two)", "5 - len(two)"),
    ),
    _t(
        "whats-in-a-game-steal+steals-onto-top",
        ("one += two[:steal]", "one[:0] = two[:steal]"),
        ("two += one[:steal]", "two[:0] = one[:steal]"),
    ),
    _t("3.WINNER_FIRST.STEAL.DRAW.HIGH", ("one += b + a", "one += a + b"), ("two += a + b", "two += b + a")),
    # No words for these.
    _q(
        "", ("            one.extend(a + b)\n", "            one.extend(a + b)\n            one.rotate(-1)\n")
    ),
    _q("", ("if a[-1] > b[-1]", "if sum(a) > sum(b)")),
    _s(
        "",
        (
            "            deck1 = deck1 + pot1 + pot2",
            "            deck1 = deck1[1:] + deck1[:1] + pot1 + pot2",
        ),
    ),
    _r("", ("won = [card", "won = [max(stack1 + stack2)] if len(stack1) > 1 else [card")),
    _q("", ("while a[-1] == b[-1]", "while abs(a[-1] - b[-1]) < 2 and a[0] == b[0]")),
)
