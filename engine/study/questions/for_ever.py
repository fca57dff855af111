"""Questions about wars, and about the shortest and the endless games."""

from functools import partial

from engine.rules import Pickup, Shortfall
from engine.study.questions import values
from engine.study.questions.asked import PERCENT, AskedQuestion, Guess
from engine.study.questions.asked_by import OTHERWISE, AskedBy
from engine.study.questions.values import tallied
from engine.study.summary import EVERY, FINISHED

_SHORT = {
    Shortfall.LOSES: "A player who cannot pay for a war is out at once.",
    Shortfall.DRAW: "Where a player cannot pay for a war the game is drawn, and over at once.",
    Shortfall.LAST_CARD: "A player who is short for a war fights with the last card, and is out if it loses.",
    Shortfall.FEWER_DOWN: "Where one is short for a war both lay fewer cards, and who has none is out.",
    Shortfall.STEAL: "But who cannot pay for a war takes the missing cards from the other, and plays on.",
}


def wars(by: AskedBy) -> AskedQuestion:
    """Ask how many wars a game has."""
    return AskedQuestion(
        "wars",
        "War and for ever",
        "How many wars are there in a game?",
        Guess("Half of all games have at most how many wars?", "wars", by.up_to(100), 10),
        tallied(FINISHED, partial(values.level, unit="wars", level=0.5)),
        "Half of {of} have at most {} wars.",
        (
            "Two cards drawn from a whole pack are equal once in seventeen times.",
            "A game has many rounds, so it has many wars.",
            "A tie within a war counts as one more.",
        ),
        by.lengths,
        teaches="Many tries: a small chance a round becomes a large number over hundreds of rounds.",
        **by.as_they_are,
    )


def deep(by: AskedBy) -> AskedQuestion:
    """Ask how often a war goes three deep."""
    return AskedQuestion(
        "deep",
        "War and for ever",
        "How deep does a war go?",
        Guess("In how many games of a hundred are three ties met in one war?", "%", high=100, start=5),
        tallied(FINISHED, partial(values.at_least, unit="depth", least=3)),
        f"In {{}}{PERCENT} of {{of}} one war goes three deep or deeper.",
        (
            "After a tie the next two cards tie about once in seventeen times as well.",
            "Three ties in one war are rare.",
            "But a game has many wars, and each is another try.",
        ),
        by.lengths,
        teaches="Many tries again: what is rare in one war is not rare in a game that has many.",
        **by.as_they_are,
    )


def for_ever(by: AskedBy) -> AskedQuestion:
    """Ask how many games never end where cards are picked up by who sits where."""
    played = by if by.by_seats else by.with_pickup(Pickup.AS_DEALT)
    order = played.rules.pickup.said.brief
    picked_up = f"{'With' if order.endswith('first') else 'Picked up'} {order}"
    others = dict(played.orders())
    if by.rules != played.rules:
        others |= {by.rules.pickup.said.brief: by.rules}
    return AskedQuestion(
        "for-ever",
        "War and for ever",
        "Can a game of War go on for ever?",
        Guess(
            f"{picked_up}: how many games in a hundred never end?",
            "%",
            high=100,
            start=1,
        ),
        tallied(EVERY, values.endless),
        f"{picked_up}, {{}}{PERCENT} of {{of}} never end.",
        (
            "Where cards are picked up in a fixed order, the same position always leads to the same game.",
            "If one comes back it comes back for ever, which is proved by finding it twice.",
            "Shuffling what was won ends every game at last.",
        ),
        tuple(others.items()),
        teaches="Proof against limit: a position that comes back proves what no round limit can.",
        rule_set=by.rule_set,
        rules=played.rules,
        by=by.title if by.by_seats else f"{by.title}, but picked up {order}",
        usual=by.rule_set == OTHERWISE["for-ever"],
    )


def quick(by: AskedBy) -> AskedQuestion:
    """Ask how often it is over within 26 rounds."""
    return AskedQuestion(
        "quick",
        "War and for ever",
        "Can it be over within 26 rounds?",
        Guess("How many games in a hundred are over within 26 rounds?", "%", high=100, start=1),
        tallied(FINISHED, partial(values.at_most, unit="rounds", most=26)),
        f"{{}}{PERCENT} of {{of}} are over within 26 rounds.",
        (
            "Nobody has to win 26 plain rounds in a row: wars move several cards at once.",
            f"A war with {by.down} is won or lost with {2 * by.rules.need + 2} cards on the table.",
            _SHORT[by.rules.shortfall],
        ),
        (*by.downs, *by.orders()[:2]),
        teaches="Rare events: a chance this small takes very many games, or its interval says little.",
        **by.as_they_are,
    )
