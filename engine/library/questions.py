"""Common questions about War, asked by any named rule set: how long, who wins, for ever."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from math import floor
from typing import Final

from engine.cards import STANDARD_PACK
from engine.library import question_answers as answers
from engine.library.question_answers import PERCENT, AskedBy, AskedQuestion, CountedAnswer, Guess, tallied
from engine.library.records import endless_deal
from engine.numbers import count
from engine.rules import PLAYABLE, PRESETS, Rules, Shortfall
from engine.simulation.estimates import coin_test, even, fair_by_symmetry
from engine.simulation.study import Study
from engine.simulation.tallies import EVERY, FINISHED, WON

# Questions about lengths.

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
        by,
        "How long does a game of War last?",
        by.rounds_guess("Half of all games are over within how many rounds?", 1_200, 300, 10),
        tallied(FINISHED, partial(answers.level, unit="rounds", level=0.5)),
        "Half of {of} are over within {} rounds.",
        (
            "Cards go to and fro for a long time: the player ahead has a deck that is only a little better.",
            f"{by.a_best.capitalize()}, once lost, comes back only by {by.war}.",
            "So most games are short, and a few are very long.",
        ),
        by.lengths,
        teaches="Median and mean: half of the games are within the median; long ones pull the mean up.",
    )


def long(by: AskedBy) -> AskedQuestion:
    """Ask for the tail."""
    return AskedQuestion(
        by,
        "How long are the longest games?",
        by.rounds_guess("One game in twenty takes more than how many rounds?", 3_000, 500, 20),
        tallied(FINISHED, partial(answers.level, unit="rounds", level=0.95)),
        "Of {of}, one in twenty takes more than {} rounds.",
        (
            "While both players hold good cards, nobody gets away from the other.",
            "How long it has gone on hardly tells how long it still will.",
            "Such waiting has a long tail, so the mean lies above the median.",
        ),
        by.lengths,
        teaches="Tails: no mean tells how often a game takes very long.",
    )


def odd(by: AskedBy) -> AskedQuestion:
    """Ask for odd lengths."""
    return AskedQuestion(
        by,
        "Are odd and even lengths equally common?",
        Guess.percent("How many games in a hundred take an odd number of rounds?", 50),
        tallied(FINISHED, answers.odd),
        f"{{}}{PERCENT} of {{of}} take an odd number of rounds.",
        (
            f"With {by.down} every round, a war too, moves an odd number of cards.",
            "Twenty-six cards are gained by an even number of such rounds.",
            "Only a war that one player cannot pay in full breaks this.",
        ),
        (*by.downs, *by.orders()[:2]),
        teaches="Parity: steps of two give even totals, and every exception points to its cause.",
        yes_or_no=answers.half_is_possible,
    )


def steal(by: AskedBy) -> AskedQuestion:
    """Ask what stealing does to the mean."""
    own = by.rules.shortfall
    without = Shortfall.LOSES if own is Shortfall.STEAL else own
    return AskedQuestion(
        by.with_shortfall(Shortfall.STEAL),
        "Does stealing make the game shorter?",
        by.rounds_guess("How many rounds does a game with stealing take on average?", 600, 150, 5),
        tallied(FINISHED, partial(answers.average, unit="rounds")),
        "With stealing, the mean of {of} is {} rounds.",
        (
            "A player short of cards for a war takes the missing ones from the other and fights on.",
            f"Without stealing, {_UNPAID[without]}.",
            "So games last longer with it, not shorter, as the same deals by both rules show.",
        ),
        (("without stealing", by.with_shortfall(without).rules),),
        teaches="Paired comparison: both rules play the same deals, so the luck of the deal cancels out.",
        yes_or_no=lambda _: "No.",
    )


def soon(by: AskedBy) -> AskedQuestion:
    """Ask how soon the result is decided."""
    return AskedQuestion(
        by,
        "How soon is the winner clear?",
        by.rounds_guess(
            "Before which round is half of the result decided?",
            1_200,
            300,
            10,
            hint="It is decided when the same player wins, however both hands are shuffled.",
        ),
        answers.HALF_DECIDED,
        "Half of the result is decided before round {}.",
        (
            "Games are stopped before a round, both hands shuffled, and each is played on six times over.",
            "Where the cards held settle it, the same player wins each time; "
            "where they say nothing, it goes as between any two hands.",
            "At the deal both hold about as good cards; these gather with one player only round by round.",
        ),
        by.fewest_and_most_down,
        teaches="Prediction in time: the result is open at first and settled later; a curve shows when.",
        adds=_at_the_deal,
    )


def _at_the_deal(answer: CountedAnswer) -> str:
    if answer.beside is None:
        return ""
    low, high = 100 * answer.beside.low, 100 * answer.beside.high
    return f"At the deal {low:.0f} to {high:.0f}{PERCENT} of it is decided."


# Questions about wars, and about the shortest and the endless games.


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
        by,
        "How many wars are there in a game?",
        Guess("Half of all games have at most how many wars?", "wars", by.up_to(100), 10),
        tallied(FINISHED, partial(answers.level, unit="wars", level=0.5)),
        "Half of {of} have at most {} wars.",
        (
            "Two cards drawn from a whole pack are equal once in seventeen times.",
            "A game has many rounds, so it has many wars.",
            "A tie within a war counts as one more.",
        ),
        by.lengths,
        teaches="Many tries: a small chance per round becomes a large number over hundreds of rounds.",
    )


def deep(by: AskedBy) -> AskedQuestion:
    """Ask how often a war goes three deep."""
    return AskedQuestion(
        by,
        "How often is there a triple war?",
        Guess.percent("How many games in a hundred have three ties in one war?", 5),
        tallied(FINISHED, partial(answers.share_within, unit="depth", lengths=slice(3, None))),
        f"In {{}}{PERCENT} of {{of}} there is a triple war or longer.",
        (
            "After a tie the next two cards tie about once in seventeen times as well.",
            "Three ties in one war are rare.",
            "But a game has many wars, and each is another try.",
        ),
        by.lengths,
        teaches="Many tries again: an event that is rare in one war is not rare in a game with many wars.",
    )


def for_ever(by: AskedBy) -> AskedQuestion:
    """Ask how many games never end."""
    order = by.rules.pickup.said.brief
    picked_up = f"{'With' if order.endswith('cards first') else 'Picked up'} {order}"
    return AskedQuestion(
        by,
        "Can a game go on for ever?",
        Guess.percent(f"{picked_up}: how many games in a hundred never end?", 1),
        tallied(EVERY, answers.endless),
        f"{{}}{PERCENT} of {{of}} never end.",
        (
            "Where cards are picked up in a fixed order, the same position always leads to the same game.",
            "A position that comes back once comes back for ever; finding it twice proves this.",
            "If the winner shuffles the cards won, every game ends eventually.",
        ),
        by.orders(),
        teaches="Proof against limit: a position that comes back proves what no round limit can.",
        adds=partial(_built_ones, by.rules),
        yes_or_no=partial(_whether_for_ever, by.rules),
        none=partial(_none_endless, by.rules),
    )


def _built_ones(rules: Rules, answer: CountedAnswer) -> str:
    """Return how many games never ended; if none did, whether a deal that never ends was built."""
    if answer.endless or endless_deal(rules, STANDARD_PACK) is None:
        return answers.never_ends(answer)
    return "None of them goes on for ever; a deal built for it does."


def _whether_for_ever(rules: Rules, answer: CountedAnswer) -> str:
    if answer.endless:
        return "Yes, often."
    if not rules.deterministic:
        return "No."
    return "Not known." if endless_deal(rules, STANDARD_PACK) is None else "Yes."


def _none_endless(rules: Rules) -> str:
    """Return the answer where no game was endless."""
    if not rules.deterministic:
        return "Every game ends eventually."
    if endless_deal(rules, STANDARD_PACK) is None:
        return "No shuffled game did."
    return "A game of War can go on for ever."


def quick(by: AskedBy) -> AskedQuestion:
    """Ask how often it is over within 26 rounds."""
    return AskedQuestion(
        by,
        "Can it be over within 26 rounds?",
        Guess.percent("How many games in a hundred are over within 26 rounds?", 1),
        tallied(FINISHED, partial(answers.share_within, unit="rounds", lengths=slice(27))),
        f"{{}}{PERCENT} of {{of}} are over within 26 rounds.",
        (
            "Nobody has to win 26 plain rounds in a row: wars move several cards at once.",
            f"A war with {by.down} is won or lost with {2 * by.rules.need + 2} cards on the table.",
            _SHORT[by.rules.shortfall],
        ),
        (*by.downs, *by.orders()[:2]),
        teaches="Rare events: a chance this small takes very many games, or its interval says little.",
        yes_or_no=answers.how_often,
    )


# Questions about who wins.

SUCH = replace(EVERY, named="games", noun="such game")
"""All games with the deal in question, won or not."""
UNLIKELY = 0.01
"""The p-value below which a coin is no longer believed."""


def fair(by: AskedBy) -> AskedQuestion:
    """Ask for player 1's share of the wins."""
    alike = fair_by_symmetry(by.rules, STANDARD_PACK)
    return AskedQuestion(
        by,
        "Is it fair?",
        Guess.percent("Of a hundred games with a winner, how many does player 1 win?", 50),
        tallied(WON, answers.won_by_player_1),
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
        teaches="Sampling error: fair is not exactly half; four times as many games halve the interval.",
        yes_or_no=_whether_even,
    )


def _is_even(answer: CountedAnswer) -> bool:
    value = answer.value
    won = round(value.value * value.games) if value else 0
    return value is not None and even({"player_1": won, "player_2": value.games - won})


def _whether_even(answer: CountedAnswer) -> str:
    return "Yes." if _is_even(answer) else "No."


def _as_even(answer: CountedAnswer) -> str:
    """Return whether the wins may be equal, how many games nobody wins, and how many never end."""
    value = answer.value
    tied = answer.games - value.games - answer.endless if value else 0
    drawn = f" {count(tied, 'game is drawn', 'games are drawn')}." if tied else ""
    return f"{'Equal wins are possible. ' if _is_even(answer) else ''}{answers.never_ends(answer)}{drawn}"


def coin(by: AskedBy) -> AskedQuestion:
    """Ask how far the cards settle who wins: not at all of a coin, the fourth source's "Version 2"."""
    rest = "the order of the cards" if by.rules.deterministic else "the order of the cards and the shuffles"
    return AskedQuestion(
        by,
        "Is it pure luck?",
        Guess.percent(
            "How much of the result do the dealt hands decide?",
            50,
            hint=f"0{PERCENT}: nothing, as by the toss of a coin. 100{PERCENT}: all of it.",
        ),
        answers.DECIDED_AT_THE_DEAL,
        f"The hands settle {{}}{PERCENT} of who wins, {rest} the rest.",
        (
            "A program published in 2008 has a Version 2 that tosses a coin instead of playing.",
            "To tell the two apart, games are begun six times over, both hands shuffled each time: "
            "where the cards held settle it, the same player wins each time, and with a coin anybody.",
            f"The rest lies in {rest}, which nobody knows before the game.",
        ),
        by.fewest_and_most_down,
        teaches="Chance and knowledge: a coin toss without knowledge, less so for those who know the cards.",
        adds=partial(_before_the_deal, by),
        yes_or_no=lambda _: "Yes.",
    )


def _before_the_deal(by: AskedBy, answer: CountedAnswer) -> str:
    """Return whether the winner is a coin toss for those who know no card: proved, or tested."""
    if answer.beside is None:
        return ""
    won, games = answer.beside.value, answer.beside.games
    wins = f"player 1 wins {100 * won:.1f}{PERCENT} of {count(games, WON.noun)}"
    if fair_by_symmetry(by.rules, STANDARD_PACK):
        return f"Before the deal it is a coin toss, as the rules treat both players alike: {wins}."
    test = coin_test(round(won * games), games)
    if test.p > UNLIKELY:
        return f"Before the deal it may be a coin: {wins}."
    runs = f"{10 ** min(floor(-test.log10_p), 9):,}"
    return (
        f"Even before the deal it is no fair coin: {wins}, "
        f"and a coin strays so far in fewer than one of {runs} such runs."
    )


def _unwon(by: AskedBy) -> str:
    """Return a sentence if many games have no winner by these rules, else nothing."""
    ends = [*["are drawn"][by.rules.shortfall is not Shortfall.DRAW :], *["never end"][not by.by_seats :]]
    return f"Nobody wins many of these games: they {' or '.join(ends)}." if ends else ""


def aces(by: AskedBy) -> AskedQuestion:
    """Ask how often all of the best cards win."""
    best = f"{by.best}s"
    return AskedQuestion(
        by,
        f"Do the four {best} decide it?",
        Guess.percent(f"How often does a player with all four {best} win?", 70),
        tallied(SUCH, answers.with_all_aces),
        f"A player with all four {best} wins {{}}{PERCENT} of {{of}}.",
        (
            f"{by.a_best.capitalize()} is lost only by {by.war}.",
            "Who holds all of them can hardly run out of cards, and takes the best of the other’s.",
            _unwon(by) or "Still a few wars can turn it.",
        ),
        by.lengths,
        teaches=f"Conditioning: only games with all four {best} in one hand count, won or not.",
        yes_or_no=answers.whether_it_wins,
    )


def four_aces(by: AskedBy) -> AskedQuestion:
    """Ask how often the four best cards beat all the others."""
    best = f"{by.best}s"
    return AskedQuestion(
        by,
        f"Can four {best} beat the other 48 cards?",
        Guess.percent(f"Four {best} against the other 48 cards: how often do the {best} win?", 50),
        tallied(EVERY, answers.won_by_player_1),
        f"Against the other 48 cards, four {best} alone win {{}}{PERCENT} of {{of}}.",
        (
            f"{by.a_best.capitalize()} is lost only by {by.war}: nearly every round feeds the {best}.",
            "They are in danger in wars: at first there are hardly cards to pay for one.",
            _unwon(by) or "How many cards go face down changes it: see the other dots.",
        ),
        by.downs,
        teaches=f"An experiment: we set one thing, who holds the {best}, and leave the rest to chance.",
        hands=f"{by.all_best}/*",
        yes_or_no=answers.whether_it_wins,
    )


def stronger(by: AskedBy) -> AskedQuestion:
    """Ask how often the deck wins that has the better cards."""
    low_wins = by.best == "two"
    worst, second, best = ("an ace", "a king", "a two") if low_wins else ("a two", "a three", "an ace")
    return AskedQuestion(
        by,
        "Does the stronger hand win?",
        Guess.percent("How often does the hand with the better cards win?", 70),
        tallied(SUCH, answers.stronger),
        f"The stronger hand wins {{}}{PERCENT} of {{of}}.",
        (
            f"Count {worst} as 0, {second} as 1, up to 12 for {best}: the stronger deck has the larger sum.",
            "Much of what decides lies in the few best cards.",
            _unwon(by) or "The rest is the order in which the cards meet.",
        ),
        by.lengths,
        teaches="Prediction: a forecast before the game beats a coin, but is still often wrong.",
        yes_or_no=answers.whether_it_wins,
    )


# The questions in the order in which a page lists them, by group and name.

_ASKED: Final = {
    "How long": {"length": length, "long": long, "soon": soon, "odd": odd, "steal": steal},
    "Who wins": {"fair": fair, "coin": coin, "aces": aces, "four-aces": four_aces, "stronger": stronger},
    "Wars, and games that never end": {"wars": wars, "deep": deep, "for-ever": for_ever, "quick": quick},
}


@cache
def asked_by(rule_set: str) -> dict[str, AskedQuestion]:
    """Return the questions by their names, asked by a named rule set; with no name each by its usual one.

    Raises `ValueError` for a rule set that has no name or plays no cards.
    """
    if not rule_set:
        usual = asked_by(answers.USUAL)
        return {name: asked_by(answers.usual_for(name))[name] for name in usual}
    if rule_set not in PLAYABLE:
        if rule_set in PRESETS:
            PRESETS[rule_set].playable  # noqa: B018, raises and says why
        raise ValueError(f"rule set {rule_set[:60]!r} has no name: take one of {', '.join(PLAYABLE)}")
    by, questions = AskedBy(rule_set, PLAYABLE[rule_set]), dict[str, AskedQuestion]()
    for group, asked in _ASKED.items():
        for name, asks in asked.items():
            questions[name] = replace(asks(by), name=name, group=group)
    return questions


QUESTIONS: Final = asked_by("")

LESSON: Final = {"length": 10, "fair": 8, "aces": 9, "steal": 8, "for-ever": 10}
"""A lesson: which questions in which order, and how many minutes each takes."""


def runs_to_save() -> Iterator[tuple[Study, dict[str, AskedQuestion]]]:
    """Yield every run that settles a question, with as many games as any of its questions needs."""
    runs: dict[str, tuple[Study, dict[str, AskedQuestion]]] = {}
    for rule_set in PLAYABLE:
        for question in asked_by(rule_set).values():
            for rules in (question.rules, *(rules for _, rules in question.others)):
                study = question.study(rules)
                run = answers.run_key(study)
                before, asked = runs.get(run, (study, {}))
                larger = max(before, study, key=lambda one: one.games)
                runs[run] = larger, {**asked, question.name: question}
    yield from runs.values()
