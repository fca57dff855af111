"""Questions about who wins."""

from dataclasses import replace
from functools import partial
from math import floor

from engine.cards import STANDARD_PACK
from engine.rules import Shortfall, count
from engine.study.coin import coin_test, even, fair_by_symmetry
from engine.study.questions import values
from engine.study.questions.asked import PERCENT, AskedQuestion, Guess, never_ends
from engine.study.questions.asked_by import AskedBy
from engine.study.questions.values import CountedAnswer, tallied
from engine.study.summary import EVERY, WON

SUCH = replace(EVERY, named="games", noun="such game")
"""Every game that is dealt as the question says, whoever wins it and whether anybody does."""
UNLIKELY = 0.01
"""The p-value below which a coin is no longer believed."""


def fair(by: AskedBy) -> AskedQuestion:
    """Ask for player 1's share of the wins."""
    alike = fair_by_symmetry(by.rules, STANDARD_PACK)
    return AskedQuestion(
        "fair",
        "Who wins",
        "Is it fair?",
        Guess("In how many won games of a hundred does player 1 win?", "%", high=100, start=50),
        tallied(WON, partial(values.won_by, player=0)),
        f"Player 1 wins {{}}{PERCENT} of {{of}}.",
        (
            "A deal and the same deal with the decks swapped are equally likely.",
            "These rules treat both players alike, so each wins as often: any difference here is chance."
            if alike
            else "These rules look at who sits where: a deal and its mirror image may go differently.",
            "Rules that always pick up the same player’s cards first need not be fair.",
        ),
        by.orders(),
        adds=_as_even,
        teaches="Sampling error: fair is not exactly half; four times the games halve the interval.",
        **by.as_they_are,
    )


def _as_even(answer: CountedAnswer) -> str:
    """Say whether that is even as far as the games tell, and how many never ended."""
    value = answer.value
    won = round(value.value * value.games) if value else 0
    tells = value is None or not even({"player_1": won, "player_2": value.games - won})
    return f"{'' if tells else 'Nothing tells that from even. '}{never_ends(answer)}"


def coin(by: AskedBy) -> AskedQuestion:
    """Ask how far the cards settle who wins: not at all of a coin, the fourth source's "Version 2"."""
    rest = "the order of the cards" if by.rules.deterministic else "the order of the cards and the shuffles"
    return AskedQuestion(
        "coin",
        "Who wins",
        "Is it only a coin?",
        Guess(
            "How much of who wins is settled by who is dealt which cards?",
            "%",
            high=100,
            start=50,
            hint=f"0{PERCENT}: nothing, as by the toss of a coin. 100{PERCENT}: all of it.",
        ),
        values.DECIDED_AT_THE_DEAL,
        f"Who is dealt which cards settles {{}}{PERCENT} of who wins; of a coin’s toss it settles nothing.",
        (
            "A program published in 2008 has a Version 2 that tosses a coin instead of playing.",
            "To tell the two apart, games are begun six times over, both hands shuffled each time: "
            "where the cards held settle it, the same player wins each time, and with a coin anybody.",
            f"The rest lies in {rest}, which nobody knows before the game.",
        ),
        by.fewest_and_most_down,
        teaches="Chance and knowledge: who knows nothing sees a coin, who knows the cards sees less of one.",
        adds=partial(_before_the_deal, by),
        **by.as_they_are,
    )


def _before_the_deal(by: AskedBy, answer: CountedAnswer) -> str:
    """Say whether it is a coin to those who know no card: proved, or tested."""
    if answer.beside is None:
        return ""
    won, games = answer.beside.value, answer.beside.games
    wins = f"player 1 wins {100 * won:.1f}{PERCENT} of {count(games, WON.noun)}"
    if fair_by_symmetry(by.rules, STANDARD_PACK):
        return f"Before the deal it is a coin, as both players are treated alike: {wins}."
    test = coin_test(round(won * games), games)
    if test.p > UNLIKELY:
        return f"Before the deal it may be a coin: {wins}."
    runs = f"{10 ** min(floor(-test.log10_p), 9):,}"
    return (
        f"Even before the deal it is no fair coin: {wins}, "
        f"and a coin strays so far in fewer than one of {runs} such runs."
    )


def _unwon(by: AskedBy) -> str:
    """Say that nobody wins many games, by rules where that is so; else nothing."""
    ends = [*["are drawn"][by.rules.shortfall is not Shortfall.DRAW :], *["never end"][not by.by_seats :]]
    return f"Nobody wins many of these games: they {' or '.join(ends)}." if ends else ""


def aces(by: AskedBy) -> AskedQuestion:
    """Ask how often all of the best cards win."""
    best = f"{by.best}s"
    return AskedQuestion(
        "aces",
        "Who wins",
        f"Do the {best} decide?",
        Guess(f"How often does the player win who is dealt all four {best}?", "%", high=100, start=70),
        tallied(SUCH, values.with_all_aces),
        f"A player with all four {best} wins {{}}{PERCENT} of {{of}}.",
        (
            f"{by.a_best.capitalize()} is lost only by {by.war}.",
            "Who holds all of them can hardly run out of cards, and takes the best of the other’s.",
            _unwon(by) or "Still a few wars can turn it.",
        ),
        by.lengths,
        teaches=f"Conditioning: only games with all four {best} in one hand count, won or not.",
        **by.as_they_are,
    )


def four_aces(by: AskedBy) -> AskedQuestion:
    """Ask how often the four best cards beat all the others."""
    best = f"{by.best}s"
    return AskedQuestion(
        "four-aces",
        "Who wins",
        f"Do four {best} beat all the other cards?",
        Guess(
            f"Four {best} against the other 48 cards: how often do the {best} win?",
            "%",
            high=100,
            start=50,
        ),
        tallied(EVERY, partial(values.won_by, player=0)),
        f"Against the other 48 cards, four {best} alone win {{}}{PERCENT} of {{of}}.",
        (
            f"{by.a_best.capitalize()} is lost only by {by.war}: nearly every round feeds the {best}.",
            "They are in danger in wars: at first there are hardly cards to pay for one.",
            _unwon(by) or "How many cards go face down changes it: see the other dots.",
        ),
        by.downs,
        teaches=f"An experiment: one thing is set, who holds the {best}, and chance does everything else.",
        hands=f"{by.all_best}/*",
        **by.as_they_are,
    )


def stronger(by: AskedBy) -> AskedQuestion:
    """Ask how often the deck wins that has the better cards."""
    low_wins = by.best == "two"
    worst, second, best = ("an ace", "a king", "a two") if low_wins else ("a two", "a three", "an ace")
    return AskedQuestion(
        "stronger",
        "Who wins",
        "Does the stronger deck win?",
        Guess("How often does the deck with the better cards win?", "%", high=100, start=70),
        tallied(SUCH, values.stronger),
        f"The stronger deck wins {{}}{PERCENT} of {{of}}.",
        (
            f"Count {worst} as 0, {second} as 1, up to 12 for {best}: the stronger deck has the larger sum.",
            "Much of what decides lies in the few best cards.",
            _unwon(by) or "The rest is the order in which the cards meet.",
        ),
        by.lengths,
        teaches="Prediction: what is known before the game beats a coin, and is still often wrong.",
        **by.as_they_are,
    )
