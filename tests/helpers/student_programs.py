"""More wrong programs, written from the sources' texts when the deals to ask and the ranking were settled.

Four other students' right programs, and what each got wrong in a hurry; told as in `natural_programs`.
"""

# ruff: noqa: E501  # lines of programs are kept as their writers have them

from typing import Final

from natural_programs import Edit, Natural, Style, suited_lines

from engine.formats import write

# Source 1's classes: a deck is drawn from its end.
CLASSES: Final = """
RANKS = "23456789TJQKA"

class Card:
    def __init__(self, text):
        self.rank = RANKS.index(text[0])
        self.suit = text[1]

class Deck:
    def __init__(self, cards):
        self.cards = cards

    def draw(self):
        return self.cards.pop() if self.cards else None

    def collect(self, stack):
        while stack:
            self.cards.insert(0, stack.pop(0))

    def empty(self):
        return not self.cards

class Game:
    def __init__(self, line1, line2):
        self.deck1 = Deck([Card(word) for word in line1.split()][::-1])
        self.deck2 = Deck([Card(word) for word in line2.split()][::-1])
        self.turns = 0

    def outcome(self, card1, card2):
        if card1.rank == card2.rank:
            return self.war()
        return self.deck1 if card1.rank > card2.rank else self.deck2

    def draw_both(self):
        card1, card2 = self.deck1.draw(), self.deck2.draw()
        if not card1 or not card2:
            return None
        self.stack += [card1, card2]
        return card1, card2

    def war(self):
        short = len(self.deck1.cards) < 2 or len(self.deck2.cards) < 2
        if short:
            sizes = len(self.deck1.cards), len(self.deck2.cards)
            self.over = "nobody" if sizes[0] == sizes[1] else "player1" if sizes[0] > sizes[1] else "player2"
            return None
        self.draw_both()
        return self.outcome(*self.draw_both())

    def combat(self):
        self.stack = []
        winner = self.outcome(*self.draw_both())
        if winner:
            winner.collect(self.stack)
        return winner

    def play(self):
        self.over = None
        while not self.deck1.empty() and not self.deck2.empty() and not self.over:
            tick()
            winner = self.combat()
            self.turns += 1
        name = self.over or ("player2" if self.deck1.empty() else "player1")
        return f"TURNS : {self.turns}\\nWINNER : {name}"

def solve(text):
    return Game(*text.split("\\n")).play()
"""

# Source 3's JavaScript, its < 3 mended to < 4.
SHIFTS: Final = """
def parse(a):
    cards = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    return cards.index(a[:-1])

def shift(deck):
    return deck.pop(0) if deck else None

def solve(text):
    lines = text.split()
    n = int(lines[0])
    deck1 = []
    for i in range(n):
        deck1.append(parse(lines[1 + i]))
    m = int(lines[n + 1])
    deck2 = []
    for i in range(m):
        deck2.append(parse(lines[n + 2 + i]))
    round = 1
    pot1 = []
    pot2 = []
    while True:
        tick()
        card1 = shift(deck1)
        card2 = shift(deck2)
        if card1 != card2:
            pot1.append(card1)
            pot2.append(card2)
            if card1 is not None and card2 is not None and card1 > card2:
                deck1 = deck1 + pot1 + pot2
            else:
                deck2 = deck2 + pot1 + pot2
            pot1 = []
            pot2 = []
            if len(deck2) == 0:
                return "1 %d" % round
            if len(deck1) == 0:
                return "2 %d" % round
            round += 1
        elif len(deck1) < 4 or len(deck2) < 4:
            return "PAT"
        else:
            pot1.append(card1)
            pot2.append(card2)
            for i in range(3):
                pot1.append(shift(deck1))
                pot2.append(shift(deck2))
"""

# Source 2 with strings, as one golfs it.
STRINGS: Final = """
def solve(text):
    a, b = text.split(", ")
    r = 0
    while a and b:
        tick()
        r += 1
        n = 1
        while a[n - 1 : n] == b[n - 1 : n] and n <= min(len(a), len(b)):
            n += 2
        if n > min(len(a), len(b)):
            return "player %d, %d rounds" % (1 if len(a) > len(b) else 2, r)
        s, t, a, b = a[:n], b[:n], a[n:], b[n:]
        if s[-1] > t[-1]:
            a += t + s
        else:
            b += s + t
    return "player %d, %d rounds" % (1 if a else 2, r)
"""

# Source 4's base rule, its stacks and its recursion.
STACKS: Final = """
def solve(text):
    deck1, deck2 = [[int(word) for word in line.split()] for line in text.split("\\n")]
    count = 0
    won = 0

    def compare(stack1, stack2):
        nonlocal won
        if stack1[-1] > stack2[-1]:
            deck1.extend(stack2)
            deck1.extend(stack1)
        elif stack2[-1] > stack1[-1]:
            deck2.extend(stack1)
            deck2.extend(stack2)
        else:
            if len(deck1) < 4 or len(deck2) < 4:
                won = 1 if len(deck1) > len(deck2) else 2
                return
            stack1 += deck1[:4]
            stack2 += deck2[:4]
            del deck1[:4]
            del deck2[:4]
            compare(stack1, stack2)

    while deck1 and deck2 and not won:
        tick()
        compare([deck1.pop(0)], [deck2.pop(0)])
        count += 1
    return f"player {won or (2 if not deck1 else 1)}, {count} rounds"
"""

STUDENT_STYLES: Final = (
    Style("classes", "programming-challenges", CLASSES, suited_lines),
    Style("shifts", "codingame", SHIFTS, lambda deal: write(deal, "codingame")),
    Style("strings", "code-golf", STRINGS, lambda deal: write(deal, "golf")),
    Style("stacks", "whats-in-a-game", STACKS, lambda deal: write(deal, "decimal")),
)


def _c(cause: str, *edits: Edit) -> Natural:
    return Natural(STUDENT_STYLES[0], cause, edits)


def _j(cause: str, *edits: Edit) -> Natural:
    return Natural(STUDENT_STYLES[1], cause, edits)


def _s(cause: str, *edits: Edit) -> Natural:
    return Natural(STUDENT_STYLES[2], cause, edits)


def _k(cause: str, *edits: Edit) -> Natural:
    return Natural(STUDENT_STYLES[3], cause, edits)


STUDENTS: Final = (
    # The lines are kept as they are read, and drawn from their end.
    _c(
        "programming-challenges+both-upside-down",
        ("line1.split()][::-1]", "line1.split()]"),
        ("line2.split()][::-1]", "line2.split()]"),
    ),
    _c("programming-challenges+deck-2-upside-down", ("line2.split()][::-1]", "line2.split()]")),
    # What is collected is popped from the end as well.
    _c("programming-challenges+table-reversed", ("stack.pop(0)", "stack.pop()")),
    # Won cards are pushed where they are drawn.
    _c(
        "programming-challenges+won-on-top-each",
        ("self.cards.insert(0, stack.pop(0))", "self.cards.append(stack.pop(0))"),
    ),
    # Higher or equal.
    _c(
        "programming-challenges+ties-to-1",
        ("if card1.rank == card2.rank:", "if False:"),
        ("card1.rank > card2.rank else", "card1.rank >= card2.rank else"),
    ),
    # Three cards face down, as at home.
    _c(
        "3.AS_DEALT.LOSES.DRAW.HIGH",
        ("cards) < 2", "cards) < 4"),
        (
            "        self.draw_both()\n        return",
            "        for _ in range(3):\n            self.draw_both()\n        return",
        ),
    ),
    # Only the last two cards are handed over.
    _c("programming-challenges+loses-all-but-last-pair", ("collect(self.stack)", "collect(self.stack[-2:])")),
    # In a war a new stack is made.
    _c(
        "programming-challenges+loses-before-war",
        (
            "        self.draw_both()\n        return",
            "        self.stack = []\n        self.draw_both()\n        return",
        ),
    ),
    # The winner of a war that cannot be paid for the wrong way round.
    _c("programming-challenges+short-swapped", ("sizes[0] > sizes[1]", "sizes[0] < sizes[1]")),
    _c("1.AS_DEALT.LOSES.DRAW.ACE_LOW", ('"23456789TJQKA"', '"A23456789TJQK"')),
    # The characters themselves.
    _c("programming-challenges+letters-as-text", ("RANKS.index(text[0])", "text[0]")),
    # As in Blackjack.
    _c(
        "programming-challenges+pictures-as-ten",
        ("RANKS.index(text[0])", "min(RANKS.index(text[0]), 8) + (text[0] == 'A')"),
    ),
    _c(
        "programming-challenges+counts-battles",
        (
            "        self.draw_both()\n        return",
            "        self.turns += 1\n        self.draw_both()\n        return",
        ),
    ),
    # The face-down cards, which came first, are compared.
    _c(
        "programming-challenges+war-first-card",
        (
            "        self.draw_both()\n        return self.outcome(*self.draw_both())",
            "        first = self.draw_both()\n        self.draw_both()\n        return self.outcome(*first)",
        ),
    ),
    # A war lays one player's cards, then the other's, as the blog's own code does.
    _c(
        "1.AS_PROGRAMMED.LOSES.DRAW.HIGH",
        (
            "        self.draw_both()\n        return self.outcome(*self.draw_both())",
            "        down = self.deck1.draw(), self.deck1.draw(), self.deck2.draw(), self.deck2.draw()\n        self.stack += down\n        return self.outcome(down[1], down[3])",
        ),
    ),
    # One for one, both times.
    _j("2.PLAYER_1_FIRST.DRAW.DRAW.HIGH+needs-one-more", ("range(3)", "range(2)")),
    # Counting from nought.
    _j("codingame+one-too-few", ("round = 1", "round = 0")),
    # As the source prints it.
    _j(
        "codingame+needs-one-fewer-js",
        ("len(deck1) < 4 or len(deck2) < 4", "len(deck1) < 3 or len(deck2) < 3"),
    ),
    # One deck is unshifted instead of pushed.
    _j(
        "codingame+deck-2-upside-down",
        ("deck2.append(parse(lines[n + 2 + i]))", "deck2.insert(0, parse(lines[n + 2 + i]))"),
    ),
    _j(
        "codingame+deck-1-upside-down",
        ("deck1.append(parse(lines[1 + i]))", "deck1.insert(0, parse(lines[1 + i]))"),
    ),
    # The winner alternates, his own card first.
    _j(
        "3.WINNER_ALTERNATING.DRAW.DRAW.HIGH",
        ("deck1 + pot1 + pot2", "deck1 + list(chain(*zip(pot1, pot2)))"),
        ("deck2 + pot1 + pot2", "deck2 + list(chain(*zip(pot2, pot1)))"),
    ),
    # The pots are emptied as soon as there is a war.
    _j(
        "codingame+loses-before-last-tie",
        (
            "            pot1.append(card1)\n            pot2.append(card2)\n            for",
            "            pot1 = [card1]\n            pot2 = [card2]\n            for",
        ),
    ),
    # Somebody's last round is not counted.
    _j(
        "codingame+one-too-many",
        ('return "1 %d" % round', 'return "1 %d" % (round + 1)'),
        ('return "2 %d" % round', 'return "2 %d" % (round + 1)'),
    ),
    # Ten is looked up by its first character, and is not there: nought.
    _j("codingame+10-as-1", ("cards.index(a[:-1])", "cards.index(a[0]) if a[0] in cards else -1")),
    # Who wins a war puts it on top.
    _j(
        "codingame+won-on-top",
        ("deck1 = deck1 + pot1 + pot2", "deck1 = pot1 + pot2 + deck1"),
        ("deck2 = deck2 + pot1 + pot2", "deck2 = pot1 + pot2 + deck2"),
    ),
    # After so many rounds it must be endless.
    _j(
        "codingame+stops-at-1000-drawn",
        (
            "            round += 1\n",
            '            round += 1\n            if round > 1000:\n                return "PAT"\n',
        ),
    ),
    _s(
        "code-golf+ties-to-1",
        ("a[n - 1 : n] == b[n - 1 : n] and n <= min(len(a), len(b))", "0"),
        ("s[-1] > t[-1]", "s[-1] >= t[-1]"),
    ),
    _s("code-golf+short-to-1", ("(1 if len(a) > len(b) else 2, r)", "(1, r)")),
    # True and False exchanged.
    _s(
        "code-golf+winner-swapped",
        ("(1 if len(a) > len(b) else 2, r)", "(2 if len(a) > len(b) else 1, r)"),
        ("(1 if a else 2, r)", "(2 if a else 1, r)"),
    ),
    # Who has one card left in a war plays it.
    _s(
        "1.LOSER_FIRST.LAST_CARD.PLAYER_2.HIGH",
        (
            '        while a[n - 1 : n] == b[n - 1 : n] and n <= min(len(a), len(b)):\n            n += 2\n        if n > min(len(a), len(b)):\n            return "player %d, %d rounds" % (1 if len(a) > len(b) else 2, r)\n        s, t, a, b = a[:n], b[:n], a[n:], b[n:]',
            '        s, t, a, b = a[:1], b[:1], a[1:], b[1:]\n        while s[-1] == t[-1]:\n            if not a or not b:\n                return "player %d, %d rounds" % (1 if a else 2, r)\n            s, t, a, b = s + a[:2], t + b[:2], a[2:], b[2:]',
        ),
    ),
    # The stacks are turned over with the winner's under.
    _s(
        "1.LOSER_FIRST.LOSES.PLAYER_2.HIGH+sides-reversed",
        ("a += t + s", "a += t[::-1] + s[::-1]"),
        ("b += s + t", "b += s[::-1] + t[::-1]"),
    ),
    # The card below is compared.
    _s(
        "code-golf+war-first-card",
        ("a[n - 1 : n] == b[n - 1 : n]", "a[n - 1 - (n > 1) :][:1] == b[n - 1 - (n > 1) :][:1]"),
        ("s[-1] > t[-1]", "s[-1 - (n > 1)] > t[-1 - (n > 1)]"),
    ),
    _s(
        "code-golf+stops-at-100-more",
        ("while a and b:", "while a and b and r < 100:"),
        ("(1 if a else 2, r)", "(1 if len(a) > len(b) else 2, r)"),
    ),
    # Card numbers from 1 to 52 taken modulo 13, as the source does, of ranks that are ranks already.
    _k("whats-in-a-game+king-as-0-ace-as-1", ("[int(word) for", "[int(word) % 13 for")),
    # Three cards, the last of which is turned.
    _k("2.LOSER_FIRST.LOSES.PLAYER_2.HIGH", ("< 4", "< 3"), ("[:4]", "[:3]")),
    # Each comparison counts.
    _k(
        "whats-in-a-game+counts-battles",
        (
            "            compare(stack1, stack2)\n\n",
            "            nonlocal count\n            count += 1\n            compare(stack1, stack2)\n\n",
        ),
    ),
    _k(
        "3.WINNER_FIRST.LOSES.PLAYER_2.HIGH",
        ("deck1.extend(stack2)\n            deck1.extend(stack1)", "deck1.extend(stack1 + stack2)"),
        ("deck2.extend(stack1)\n            deck2.extend(stack2)", "deck2.extend(stack2 + stack1)"),
    ),
    # Whoever won the war gets the cards of the war, and the first two stay on the table.
    _k(
        "whats-in-a-game+loses-first-pair",
        (
            "deck1.extend(stack2)\n            deck1.extend(stack1)",
            "deck1.extend((stack2[1:] or stack2) + (stack1[1:] or stack1))",
        ),
        (
            "deck2.extend(stack1)\n            deck2.extend(stack2)",
            "deck2.extend((stack1[1:] or stack1) + (stack2[1:] or stack2))",
        ),
    ),
    # The lists are text.
    _k("whats-in-a-game+decimals-as-text", ("[int(word) for", "[word for")),
    # No words for these.
    _j("", ('"Q", "K", "A"]', '"Q", "A", "K"]')),
    _j("", ("                pot2.append(shift(deck2))", "                shift(deck2)")),
    _s("", ("a += t + s", "a += min(s, t) + max(s, t)"), ("b += s + t", "b += min(s, t) + max(s, t)[::-1]")),
)
