"""Rules, games and verdicts in sentences, and the words of ours that a stranger may not know."""

import csv
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, NamedTuple, assert_never

from engine.cards import LETTERS, Hands, Pack, rank_name, shares
from engine.game import Game, Reason
from engine.numbers import capital, count, number_words, plural
from engine.rules import PLAYABLE, PRESETS, RULE_NAMES, USUAL_RULES, Rules, Value, description_of

# Cards and hands in words: `two queens`, `four aces against the other 48`.

_COURT: Final = {"A": "an ace", "K": "a king", "Q": "a queen", "J": "a jack"}


def cards_in_words(rank: str, number: int = 1) -> str:
    """Name some cards of a rank, as it is printed on a card.

    >>> cards_in_words("A"), cards_in_words("Q", 2), cards_in_words("9", 3)
    ('an ace', 'two queens', 'three 9s')
    >>> cards_in_words("8"), cards_in_words("11"), cards_in_words("18"), cards_in_words("10")
    ('an 8', 'an 11', 'an 18', 'a 10')
    """
    if number > 1:
        return f"{number_words(number)} {_COURT[rank].split()[1] if rank in _COURT else rank}s"
    return _COURT.get(rank, f"an {rank}" if rank[0] == "8" or rank in ("11", "18") else f"a {rank}")


def listed(names: Iterable[str]) -> str:
    """List some things, the last behind an "and".

    >>> listed(["a king"]), listed(["an ace", "two kings", "a 9"])
    ('a king', 'an ace, two kings and a 9')
    """
    *others, last = names
    return " and ".join(filter(None, (", ".join(others), last)))


def hands_in_words(pack: Pack, hands: Hands) -> str:
    """Return what the players hold, in words. Raises `ValueError` for hands that the pack cannot deal.

    >>> hands_in_words(Pack(13, 4), Hands.parse("AAAA?{22}/*"))
    'four aces and 22 more cards against the other 26'
    >>> hands_in_words(Pack(13, 4), Hands.parse("A?{25}/A?{25}"))
    'an ace and 25 more cards each'
    """
    dealt = shares(pack, hands)
    written = dealt.hands(pack)
    decimal = pack.ranks > len(LETTERS)

    def named(known: tuple[int, ...], drawn: int) -> str:
        ranks = Counter(str(rank) if decimal else rank_name(rank) for rank in known)
        names = [cards_in_words(rank, number) for rank, number in ranks.items()]
        if drawn:
            more = " more" if names else ""
            names.append(f"{number_words(drawn)}{more} {plural(drawn, 'card')}")
        return listed(names)

    first, second = (named(hand.known, hand.drawn or 0) for hand in (written.hand_1, written.hand_2))
    if dealt.alike(pack):
        return f"{first} each"
    if dealt.cards == pack.size and not dealt.known_2:
        second = f"the other {number_words(dealt.drawn_2)}"
    return f"{first} against {second}"


# Rules in a few words, for the rows and axes of charts; full sentences are in `engine.wording.sentences`.


@lru_cache(256)
def in_brief(rules: Rules) -> str:
    """Return what sets rules apart: their pick-up order, and whatever else is not as usual.

    >>> in_brief(Rules())
    'loser’s cards first'
    >>> in_brief(PLAYABLE["codingame"])
    '3 cards face down, player 1’s cards first, a draw if a player is short of cards'
    """
    shown = {"pickup", *rules.differing(Rules())}
    return ", ".join(rules.description(name).brief for name in RULE_NAMES if name in shown)


def called(name: str) -> str:
    """Return what a rule set is called: a preset's title, or what sets its rules apart.

    >>> called("codingame"), called("1.LOSER_FIRST.LOSES.DRAW.HIGH")
    ('CodinGame', 'loser’s cards first')
    """
    return PRESETS[name].title if name in PRESETS else in_brief(Rules.parse(name))


@lru_cache(1024)  # every choice of a rule set names them all, each time a page is drawn
def named(name: str, near: tuple[str, ...] = (USUAL_RULES,)) -> tuple[str, str]:
    """Return the title of a rule set and its rules in a few words, by a preset's name or a rule code.

    A code is called after what it changes in the nearest preset that is not the same; of equally near
    ones the first of `near`, names of presets, is taken.

    >>> named("code-golf")
    ('Code golf', 'loser’s cards first')
    >>> named("2.LOSER_FIRST.LOSES.DRAW.HIGH")
    ('2 cards face down', 'all other rules as in Code golf')
    """
    if name in PRESETS:
        return PRESETS[name].title, in_brief(PRESETS[name].playable)
    rules = Rules.parse(name)
    # A code, not a name, was asked for: said as a change even where another preset has these rules.
    others = [other for other in (*near, USUAL_RULES, *PLAYABLE) if PLAYABLE.get(other, rules) != rules]
    closest = min(others, key=lambda other: len(rules.differing(PLAYABLE[other])))
    words = ", ".join(rules.description(rule).brief for rule in rules.differing(PLAYABLE[closest]))
    return capital(words), f"all other rules as in {PRESETS[closest].title}"


def rules_of(name: str) -> str:
    """Return whose rules a rule set is, by a preset's name; `the changed rules` by the code of one without.

    >>> rules_of("bicycle"), rules_of("whats-in-a-game"), rules_of("2.RANDOM.LOSES.DRAW.HIGH")
    ('Bicycle’s rules', 'the rules of “What’s in a game”', 'the changed rules')
    >>> rules_of("programming-challenges-code")
    'Programming Challenges’ rules (as its program plays)'
    """
    if name not in PRESETS:
        return "the changed rules"
    title, *more = PRESETS[name].title.partition(" (")
    whose = (
        f"the rules of “{title}”" if "’" in title else f"{title}{'’' if title.endswith('s') else '’s'} rules"
    )
    return "".join((whose, *more))


# The game in plain words: rules a twelve-year-old understands, and the verdict on a game.
#
# Words only; nothing is decided here. A sentence is a tuple of parts, each with what it is about, so
# that a page can set the deciding words bold or in a player's colour and a terminal can print the
# text alone.

About = Literal["", "key", "aside", "player 1", "player 2", "endless"]


class Part(NamedTuple):
    """A piece of a sentence; `about` says what it names: the deciding words, what is said in passing, a
    player, an endless game.
    """

    text: str
    about: About = ""


Sentence = tuple[Part, ...]


def plain(parts: Sentence) -> str:
    """Return a sentence as text."""
    return "".join(part.text for part in parts)


def sentence(marked: str) -> Sentence:
    """Split a sentence in which `*` surrounds the deciding words.

    >>> sentence("The *lower* card wins.")[1]
    Part(text='lower', about='key')
    """
    return tuple(
        Part(text, "key" if place % 2 else "") for place, text in enumerate(marked.split("*")) if text
    )


def rules_in_words(rules: Rules) -> dict[str, Sentence]:
    """Return one plain sentence for each rule, by field name.

    >>> plain(rules_in_words(Rules())["shortfall"])
    'A player who cannot finish a war loses.'
    """
    return {name: sentence(rules.description(name).sentence) for name in RULE_NAMES}


def value_in_words(value: int | Value) -> str:
    """Return one value of a rule as a plain sentence; a number is one of cards face down.

    >>> value_in_words(1)
    'In a war, each player lays one card face down, then one up.'
    """
    return plain(sentence(description_of(value).sentence))


def player(number: int, *, capital: bool = False) -> Part:
    """Name a player, as a part that can take that player's colour."""
    return Part(f"{'P' if capital else 'p'}layer {number}", "player 1" if number == 1 else "player 2")


def verdict(game: Game) -> Sentence:
    """Return the verdict in one sentence: the winner, or that it never ends."""
    rounds = count(game.rounds, "round")
    after = f"after {rounds} and {count(game.wars, 'war')}" if game.wars else f"after {rounds}"
    several = game.depth > 1 and game.rounds > 1
    deepest = f", with up to {game.depth} wars in one round" if several else ""
    winner = game.outcome.winner
    match game.outcome.reason:
        case Reason.EMPTY_START if winner:
            return player(winner, capital=True), Part(" wins: the other deck is empty from the start.")
        case Reason.EMPTY_START:
            return (Part("Drawn: both decks are empty from the start."),)
        case Reason.CYCLE:
            assert game.cycle is not None
            since = f"from round {game.cycle.start:,} on, " if game.cycle.start > 1 else ""
            # A round changes both sizes, so it is never one round that repeats.
            repeats = f": {since}the same {game.cycle.length:,} rounds repeat for ever."
            return Part("This game "), Part("never ends", "endless"), Part(repeats)
        case Reason.LIMIT:
            return (Part(f"Stopped after {rounds}: nobody has won yet."),)
        case Reason.DECK_EMPTY | Reason.SHORTFALL if winner:
            return player(winner, capital=True), Part(f" wins {after}{deepest}.")
        case Reason.DECK_EMPTY | Reason.SHORTFALL | Reason.BOTH_OUT:
            return (Part(f"Drawn {after}{deepest}."),)
        case _:
            assert_never(game.outcome.reason)


def because(game: Game) -> Sentence:
    """Return why it ended so: the second line under a verdict. Empty where the verdict says it all."""
    size_1, size_2 = game.sizes
    need = game.rules.need
    match game.outcome.reason:
        case Reason.CYCLE:
            assert game.cycle is not None
            start, back = game.cycle.start, game.cycle.start + game.cycle.length
            return (
                Part(f"Proof: the position before round {back:,} is the same as before round {start:,}."),
            )
        case Reason.LIMIT:
            return (Part("The game reached the round limit. Whether it would end is not known."),)
        case Reason.BOTH_OUT:
            return (Part("Both players ran out of cards in the same war."),)
        case Reason.SHORTFALL if size_1 < need and size_2 < need and size_1 == size_2:
            return (Part("Both players ran out of cards in the same war. The rules say who wins then."),)
        case Reason.SHORTFALL if game.outcome.winner:
            loser = 3 - game.outcome.winner
            return player(loser, capital=True), Part(" had too few cards left for the last war.")
        case Reason.SHORTFALL if size_1 < need and size_2 < need:
            return (Part("Neither player could finish the last war."),)
        case Reason.SHORTFALL:
            return player(1 if size_1 < need else 2, capital=True), Part(" could not finish the last war.")
        case Reason.DECK_EMPTY:
            return player(3 - game.outcome.winner, capital=True), Part(" has no cards left.")
        case Reason.EMPTY_START:
            return ()
        case _:
            assert_never(game.outcome.reason)


REASON_WORDS: Final = {
    Reason.DECK_EMPTY: "deck empty",
    Reason.SHORTFALL: "too few cards for a war",
    Reason.BOTH_OUT: "both out in the same war",
    Reason.CYCLE: "the same rounds repeat",
    Reason.LIMIT: "stopped by the round limit",
    Reason.EMPTY_START: "empty from the start",
}
"""Why a game ended, in a few words for a table."""


# The glossary: each term is explained in a sentence or two.


class Term(NamedTuple):
    """A word and what it means: a row of `glossary.csv`."""

    word: str
    meaning: str
    written: str
    """How it stands in a sentence: a regular expression of whole words."""


with Path(__file__).with_name("glossary.csv").open(encoding="utf-8", newline="") as _file:
    GLOSSARY: Final = tuple(Term(**row) for row in csv.DictReader(_file))


@lru_cache(maxsize=1024)
def explained(text: str) -> tuple[Term, ...]:
    """Return the terms that stand in a text of ours, in the order of the glossary.

    >>> [term.word for term in explained("In 3 % of games a war is two deep.")]
    ['War', 'Depth']
    """
    return tuple(
        term for term in GLOSSARY if re.search(rf"(?<![\w-])(?:{term.written})(?![\w-])", text, re.IGNORECASE)
    )
