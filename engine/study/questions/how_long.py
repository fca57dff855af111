"""Questions about lengths."""

from functools import partial

from engine.rules import Shortfall
from engine.study.questions import values
from engine.study.questions.asked import PERCENT, AskedQuestion, Guess
from engine.study.questions.asked_by import OTHERWISE, AskedBy
from engine.study.questions.values import CountedAnswer, tallied
from engine.study.summary import FINISHED

_UNPAID = {
    Shortfall.LOSES: "who is short loses",
    Shortfall.DRAW: "the game is drawn there",
    Shortfall.LAST_CARD: "who is short fights with the last card",
    Shortfall.FEWER_DOWN: "both lay fewer cards",
}
"""What happens to who is short for a war where nothing is stolen."""


def length(by: AskedBy) -> AskedQuestion:
    """Ask for the median."""
    return AskedQuestion(
        "length",
        "How long",
        "How long does a game of War last?",
        Guess(
            "Half of all games are over within how many rounds?", "rounds", by.up_to(1_200), 300, by.up_to(10)
        ),
        tallied(FINISHED, partial(values.level, unit="rounds", level=0.5)),
        "Half of {of} are over within {} rounds.",
        (
            "Cards go to and fro for a long time: whoever is ahead has a deck that is only a little better.",
            f"{by.a_best.capitalize()}, once lost, comes back only by {by.war}.",
            "So most games are short, and a few are very long.",
        ),
        by.lengths,
        teaches="Median and mean: half of the games are within the median; long ones pull the mean up.",
        **by.as_they_are,
    )


def long(by: AskedBy) -> AskedQuestion:
    """Ask for the tail."""
    return AskedQuestion(
        "long",
        "How long",
        "How long can it take when it takes long?",
        Guess(
            "One game in twenty takes more than how many rounds?",
            "rounds",
            by.up_to(3_000),
            500,
            by.up_to(20),
        ),
        tallied(FINISHED, partial(values.level, unit="rounds", level=0.95)),
        "One in twenty of {of} takes more than {} rounds.",
        (
            "While both players hold good cards, nobody gets away from the other.",
            "How long it has gone on hardly tells how long it still will.",
            "Such waiting has a long tail, so the mean lies above the median.",
        ),
        by.lengths,
        teaches="Tails: how often it takes very long is a question of its own, which no mean answers.",
        **by.as_they_are,
    )


def odd(by: AskedBy) -> AskedQuestion:
    """Ask for odd lengths."""
    return AskedQuestion(
        "odd",
        "How long",
        "Are odd lengths as common as even ones?",
        Guess("How many games in a hundred take an odd number of rounds?", "%", high=100, start=50),
        tallied(FINISHED, values.odd),
        f"{{}}{PERCENT} of {{of}} take an odd number of rounds.",
        (
            f"With {by.down} every round, a war too, moves an odd number of cards.",
            "Twenty-six cards are gained by an even number of such rounds.",
            "Only a war that one player cannot pay in full breaks this.",
        ),
        (*by.downs, *by.orders()[:2]),
        teaches="Parity: what goes by twos comes out even, and every exception points at its cause.",
        **by.as_they_are,
    )


def steal(by: AskedBy) -> AskedQuestion:
    """Ask what stealing does to the mean."""
    own = by.rules.shortfall
    without = Shortfall.LOSES if own is Shortfall.STEAL else own
    stealing = by.with_shortfall(Shortfall.STEAL)
    return AskedQuestion(
        "steal",
        "How long",
        "Does stealing make the game shorter?",
        Guess(
            "How many rounds does a game with stealing take on average?",
            "rounds",
            by.up_to(600),
            150,
            by.up_to(5),
        ),
        tallied(FINISHED, partial(values.average, unit="rounds")),
        "With stealing, the mean of {of} is {} rounds.",
        (
            "Who is short for a war takes the missing cards from the other and fights on.",
            f"Without stealing, {_UNPAID[without]}.",
            "So games last longer with it, not shorter, as the same deals by both rules show.",
        ),
        (("without stealing", by.with_shortfall(without).rules),),
        teaches="Paired comparison: both rules play the same deals, so luck of the deal falls out.",
        rule_set=by.rule_set,
        rules=stealing.rules,
        by=by.title if own is Shortfall.STEAL else f"{by.title}, with stealing",
        usual=by.rule_set == OTHERWISE["steal"],
    )


def soon(by: AskedBy) -> AskedQuestion:
    """Ask how soon the result is decided."""
    return AskedQuestion(
        "soon",
        "How long",
        "How soon is it decided?",
        Guess(
            "Before which round is half of the result decided?",
            "rounds",
            by.up_to(1_200),
            300,
            by.up_to(10),
            hint="It is decided when the same player wins, however both hands are shuffled.",
        ),
        values.HALF_DECIDED,
        "Half of the result is decided before round {}.",
        (
            "Games are stopped before a round, both hands shuffled, and each is played on six times over.",
            "Where the cards held settle it, the same player wins each time; "
            "where they say nothing, it goes as between any two hands.",
            "At the deal both hold about as good cards; these gather with one player only round by round.",
        ),
        by.fewest_and_most_down,
        teaches="Prediction in time: what is open at first is settled later, and a curve shows when.",
        adds=_at_the_deal,
        **by.as_they_are,
    )


def _at_the_deal(answer: CountedAnswer) -> str:
    if answer.beside is None:
        return ""
    low, high = 100 * answer.beside.low, 100 * answer.beside.high
    return f"At the deal {low:.0f} to {high:.0f}{PERCENT} of it is decided."
