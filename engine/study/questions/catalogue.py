"""The questions, in the order in which a page lists them."""

from functools import partial
from typing import Final

from engine.rules import rules_called
from engine.study.questions import values
from engine.study.questions.asked import USUAL, AskedQuestion, Guess

_FACE_DOWN: Final = tuple(
    (f"{cards} face down" if cards else "none face down", rules_called(USUAL).changed(face_down=cards).code)
    for cards in range(5)
    if cards != rules_called(USUAL).face_down
)
_ORDERS: Final = (
    ("the winner’s cards first", "advent-of-code-22"),
    ("the cards shuffled first", "norvig"),
    ("three face down, player 1’s cards first", "codingame"),
    ("as Programming Challenges has it", "programming-challenges"),
)
_ENDED: Final = "all games", "the games that end"
_WON: Final = "all games", "the games that somebody wins"
_PLAYED: Final = "all games", "all games"


_ALL: Final = (
    AskedQuestion(
        "length",
        "How long",
        "How long does a game of War last?",
        Guess("Half of all games are over within how many rounds?", "rounds", high=1_200, start=300, step=10),
        partial(values.level, unit="rounds", level=0.5),
        "Half of {of} are over within {} rounds.",
        _ENDED,
        (
            "Cards go to and fro for a long time: whoever is ahead has a deck that is only a little better.",
            "An ace, once lost, comes back only by a war.",
            "So most games are short, and a few are very long.",
        ),
        (*_FACE_DOWN[:1], *_FACE_DOWN[-1:], *_ORDERS),
        teaches="Median and mean: half of the games are within the median; long ones pull the mean up.",
        chart="lengths",
    ),
    AskedQuestion(
        "long",
        "How long",
        "How long can it take when it takes long?",
        Guess(
            "One game in twenty takes more than how many rounds?", "rounds", high=3_000, start=500, step=20
        ),
        partial(values.level, unit="rounds", level=0.95),
        "One in twenty of {of} takes more than {} rounds.",
        _ENDED,
        (
            "While both players hold high cards, nobody gets away from the other.",
            "How long it has gone on hardly tells how long it still will.",
            "Such waiting has a long tail, so the mean lies far above the median.",
        ),
        (*_FACE_DOWN[:1], *_FACE_DOWN[-1:], *_ORDERS),
        teaches="Tails: how often it takes very long is a question of its own, which no mean answers.",
        chart="survival",
    ),
    AskedQuestion(
        "odd",
        "How long",
        "Are odd lengths as common as even ones?",
        Guess("How many games in a hundred end after an odd number of rounds?", "%", high=100, start=50),
        values.odd,
        "{}\N{NO-BREAK SPACE}% of {of} end after an odd number of rounds.",
        _ENDED,
        (
            "With one card face down every round, a war too, moves an odd number of cards.",
            "Twenty-six cards are gained by an even number of such rounds.",
            "Only a war that one player cannot pay in full breaks this.",
        ),
        (*_FACE_DOWN, *_ORDERS[:2]),
        teaches="Parity: what goes by twos comes out even, and every exception points at its cause.",
        chart="parity",
    ),
    AskedQuestion(
        "steal",
        "How long",
        "Does stealing make the game shorter?",
        Guess(
            "How many rounds does a game with stealing take on average?",
            "rounds",
            high=500,
            start=150,
            step=5,
        ),
        partial(values.average, unit="rounds"),
        "With stealing, the mean of {of} is {} rounds.",
        _ENDED,
        (
            "Who is short for a war does not lose but takes the missing cards from the other.",
            "That keeps games going that would have been over.",
            "Compare the same rules without stealing.",
        ),
        (("without stealing", "whats-in-a-game"),),
        teaches="Paired comparison: both rules play the same deals, so luck of the deal falls out.",
        usual="whats-in-a-game-steal",
    ),
    AskedQuestion(
        "fair",
        "Who wins",
        "Is it fair?",
        Guess("In how many games of a hundred does player 1 win?", "%", high=100, start=50),
        partial(values.won_by, player=0),
        "Player 1 wins {}\N{NO-BREAK SPACE}% of {of}.",
        _WON,
        (
            "A deal and the same deal with the decks swapped are equally likely.",
            "Under rules that treat both alike each wins as often, and what is seen beside a half is chance.",
            "Rules that pick up player 1’s cards first need not be fair.",
        ),
        _ORDERS,
        teaches="Sampling error: fair is not exactly half; four times the games halve the interval.",
        chart="coin",
    ),
    AskedQuestion(
        "aces",
        "Who wins",
        "Do the aces decide?",
        Guess("How often does the player win who is dealt all four aces?", "%", high=100, start=70),
        values.with_all_aces,
        "All four aces win {}\N{NO-BREAK SPACE}% of {of}.",
        ("the games in which somebody has them", "the games in which somebody has them"),
        (
            "An ace loses only a war.",
            "Who holds all of them can hardly run out of cards, and takes the best of the other’s.",
            "Still a few wars can turn it.",
        ),
        (*_FACE_DOWN[:1], *_FACE_DOWN[-1:], *_ORDERS),
        teaches="Conditioning: only games with all four aces in one hand count; a share names its whole.",
        chart="aces",
    ),
    AskedQuestion(
        "four-aces",
        "Who wins",
        "Do four aces beat all the other cards?",
        Guess("Four aces against the other 48 cards: how often do the aces win?", "%", high=100, start=50),
        partial(values.won_by, player=0),
        "Four aces alone win {}\N{NO-BREAK SPACE}% of {of} against the other 48 cards.",
        _WON,
        (
            "No single card beats an ace, so every plain round feeds the aces.",
            "They are in danger in wars alone: at first there are hardly cards to pay for one.",
            "How many cards go face down matters, but not in one direction only.",
        ),
        _FACE_DOWN,
        teaches="An experiment: one thing is set, who holds the aces, and chance does everything else.",
        hands="AAAA/*",
    ),
    AskedQuestion(
        "stronger",
        "Who wins",
        "Does the stronger deck win?",
        Guess("How often does the deck with the better cards win?", "%", high=100, start=70),
        values.stronger,
        "The stronger deck wins {}\N{NO-BREAK SPACE}% of {of}.",
        ("the games in which one is stronger", "the games in which one is stronger"),
        (
            "Count a two as 0, a three as 1, up to 12 for an ace: the stronger deck has the larger sum.",
            "Much of what decides lies in the few highest cards.",
            "The rest is the order in which the cards meet.",
        ),
        (*_FACE_DOWN[:1], *_FACE_DOWN[-1:], *_ORDERS),
        teaches="Prediction: what is known before the game beats a coin, and is still often wrong.",
        chart="strength",
    ),
    AskedQuestion(
        "wars",
        "War and for ever",
        "How many wars are there in a game?",
        Guess("Half of all games have at most how many wars?", "wars", high=100, start=10),
        partial(values.level, unit="wars", level=0.5),
        "Half of {of} have at most {} wars.",
        _ENDED,
        (
            "Two cards drawn from a whole pack are equal once in seventeen times.",
            "A game has many rounds, so it has many wars.",
            "When one player holds few cards, equal ones get rarer.",
        ),
        (*_FACE_DOWN[:1], *_FACE_DOWN[-1:], *_ORDERS),
        teaches="Many tries: a small chance a round becomes a large number over hundreds of rounds.",
        chart="wars",
    ),
    AskedQuestion(
        "deep",
        "War and for ever",
        "How deep does a war go?",
        Guess("In how many games of a hundred are three ties met in one war?", "%", high=100, start=5),
        partial(values.at_least, unit="depth", least=3),
        "In {}\N{NO-BREAK SPACE}% of {of} one war goes three deep or deeper.",
        _ENDED,
        (
            "After a tie the next two cards tie about once in seventeen times as well.",
            "Three ties in one war are rare.",
            "But a game has many wars, and each is another try.",
        ),
        (*_FACE_DOWN[:1], *_FACE_DOWN[-1:], *_ORDERS),
        teaches="Many tries again: what is rare in one war is not rare in a game that has many.",
        chart="depth",
    ),
    AskedQuestion(
        "for-ever",
        "War and for ever",
        "Can a game of War go on for ever?",
        Guess(
            "Picked up in the order of the deal: how many games in a hundred never end?",
            "%",
            high=100,
            start=1,
        ),
        values.endless,
        "Picked up in the order of the deal, {}\N{NO-BREAK SPACE}% of {of} never end.",
        _PLAYED,
        (
            "Where cards are picked up in a fixed order, the same position always leads to the same game.",
            "If one comes back it comes back for ever, which is proved by finding it twice.",
            "Shuffling what was won ends every game at last.",
        ),
        (
            ("the loser’s cards first", "code-golf"),
            ("the winner’s cards first", "advent-of-code-22"),
            ("player 1’s cards first, three face down", "codingame"),
            ("the cards shuffled first", "norvig"),
        ),
        teaches="Proof against limit: a position that comes back proves what no round limit can.",
        usual="programming-challenges",
        chart="outcomes",
    ),
    AskedQuestion(
        "quick",
        "War and for ever",
        "Can it be over within 26 rounds?",
        Guess("How many games in a hundred are over within 26 rounds?", "%", high=100, start=1),
        partial(values.at_most, unit="rounds", most=26),
        "{}\N{NO-BREAK SPACE}% of {of} are over within 26 rounds.",
        _ENDED,
        (
            "Nobody has to win 26 plain rounds in a row: wars move several cards at once.",
            "A player who cannot pay for a war is out at once.",
            "The more cards a war costs, the sooner that happens.",
        ),
        (*_FACE_DOWN, *_ORDERS[:2]),
        teaches="Rare events: a chance this small takes very many games, or its interval says little.",
    ),
)

QUESTIONS: Final = {question.name: question for question in _ALL}

LESSON: Final = {"length": 10, "fair": 8, "aces": 9, "steal": 8, "for-ever": 10}
"""A lesson: which questions in which order, and how many minutes each takes."""
