"""Common questions about War, asked by any rule set: how long, who wins, for ever."""

import tomllib
from collections.abc import Callable, Iterator
from functools import cache, partial
from math import floor
from pathlib import Path
from typing import Any, Final

from engine.cards import STANDARD_PACK
from engine.library import question_answers as answers
from engine.library.question_answers import AskedBy, AskedQuestion, CountedAnswer, Others, Settled, tallied
from engine.library.records import endless_deal
from engine.numbers import capital, count, half_width, number_words, plural
from engine.rules import PLAYABLE, Order, Shortfall, rules_called, rules_name
from engine.simulation import EVERY, FINISHED, WON, Study, coin_test, even, fair_by_symmetry, mean_length

# The texts of questions: `questions.toml`, and what the names in braces there stand for.

_TEXTS: Final = tomllib.loads(Path(__file__).with_name("questions.toml").read_text("utf-8"))

_BEST: Final = {
    Order.HIGH: "ace",
    Order.ACE_LOW: "king",
    Order.LOW_WINS: "two",
    Order.LOWEST_BEATS_HIGHEST: "ace",
}
_UNPAID: Final = {
    Shortfall.LOSES: "a player short of cards loses",
    Shortfall.DRAW: "the game is drawn",
    Shortfall.LAST_CARD: "a player short of cards fights with the last card",
    Shortfall.FEWER_DOWN: "both lay fewer cards",
}
"""What happens to who is short for a war where nothing is stolen."""
_SHORT: Final = {
    Shortfall.LOSES: "A player who cannot finish a war is out at once.",
    Shortfall.DRAW: "If a player cannot finish a war, the game is drawn and over at once.",
    Shortfall.LAST_CARD: "A player short of cards fights with the last card, and is out if that card loses.",
    Shortfall.FEWER_DOWN: "If a player is short of cards, both lay fewer. A player without cards is out.",
    Shortfall.STEAL: "But a player short of cards takes the missing ones from the other deck and plays on.",
}


def _words(by: AskedBy) -> dict[str, str]:
    """Return what the names in braces stand for by some rules; `number` and `of` stay, for the answer."""
    rules, best = by.rules, _BEST[by.rules.order]
    cards, order = rules.face_down, rules.pickup.description.brief
    low_wins, shuffles = best == "two", "" if rules.deterministic else " and the shuffles"
    alike = (
        "These rules treat both players alike, so each wins equally often: any difference here is chance."
        if fair_by_symmetry(rules, STANDARD_PACK)
        else "These rules treat the players differently: a deal and its mirror image may end differently."
    )
    return {
        "number": "{number}",
        "of": "{of}",
        "best": best,
        "a_best": f"{'an' if best == 'ace' else 'a'} {best}",
        "all_best": 4 * {"ace": "A", "king": "K", "two": "2"}[best],
        "worst": "an ace" if low_wins else "a two",
        "second": "a king" if low_wins else "a three",
        "war": "a war or to a two" if rules.order is Order.LOWEST_BEATS_HIGHEST else "a war",
        "won_back": "a war or with a two" if rules.order is Order.LOWEST_BEATS_HIGHEST else "a war",
        "down": f"{number_words(cards)} {plural(cards, 'card')} face down",
        "on_table": str(2 * rules.need + 2),
        "order": order,
        "rest": f"the order of the cards{shuffles}",
        "alike": alike,
        "without": _UNPAID[_without_stealing(by).rules.shortfall],
        "when_short": _SHORT[rules.shortfall],
    }


def _without_stealing(by: AskedBy) -> AskedBy:
    """Return the same rules without stealing."""
    own = by.rules.shortfall
    return by.with_shortfall(Shortfall.LOSES if own is Shortfall.STEAL else own)


def _unwon(by: AskedBy) -> str:
    """Return a sentence if many games have no winner by these rules, else nothing."""
    ends = []
    if by.rules.shortfall is Shortfall.DRAW:
        ends.append("are drawn")
    if by.by_seats:
        ends.append("never end")
    return f"Many of these games {' or '.join(ends)}, so nobody wins them." if ends else ""


# What is said before a number and after its interval.

SUCH: Final = EVERY._replace(noun="matching game")
"""All games with the deal in question, won or not."""
RARE: Final = 0.01
UNSURE: Final = 0.15
"""Half width of an interval beyond which no answer is yes or no: that of about forty games."""
UNLIKELY: Final = 0.01  # the p-value below which a coin is no longer believed


def _how_often(_: AskedBy, answer: CountedAnswer) -> str:
    """Return whether something happens at all, and if seldom."""
    value = answer.value.value if answer.value else 0.0
    return "Not in these games." if not value else "Yes." if value >= RARE else "Yes, but rarely."


def _if_precise(words: Callable[[CountedAnswer], str]) -> Callable[[AskedBy, CountedAnswer], str]:
    """Return what says yes or no, but of too few games that nothing is known."""

    def answered(_: AskedBy, answer: CountedAnswer) -> str:
        return words(answer) if answer.value and half_width(answer.value) <= UNSURE else "Not known."

    return answered


@_if_precise
def _whether_it_wins(answer: CountedAnswer) -> str:
    """Return whether something decides who wins: nearly always, usually, more often than not, or not."""
    steps = {0.9: "Yes.", 0.7: "Yes, usually.", 0.5: "More often than not."}
    value = answer.value.value if answer.value else 0.0
    return next((words for least, words in steps.items() if value > least), "No.")


@_if_precise
def _half_is_possible(answer: CountedAnswer) -> str:
    """Return whether a share may be one half."""
    value = answer.value
    return "Yes." if value is not None and value.low <= answers.HALF <= value.high else "No."


def _at_the_deal(_: AskedBy, answer: CountedAnswer) -> str:
    if answer.beside is None:
        return ""
    low, high = 100 * answer.beside.low, 100 * answer.beside.high
    return f"At the deal the hands decide {low:.0f} to {high:.0f}{answers.PERCENT} of the result."


def _built_ones(by: AskedBy, answer: CountedAnswer) -> str:
    """Return how many games never ended; if none did, whether a deal that never ends was built."""
    if answer.endless or endless_deal(by.rules, STANDARD_PACK) is None:
        return answers.never_ends(by, answer)
    return "None of these shuffled games goes on for ever, but a specially built deal does."


def _whether_for_ever(by: AskedBy, answer: CountedAnswer) -> str:
    if answer.endless:
        return "Yes, often."
    if not by.rules.deterministic:
        return "No."
    return "Not known." if endless_deal(by.rules, STANDARD_PACK) is None else "Yes."


def _none_endless(by: AskedBy) -> str:
    """Return the answer where no game was endless."""
    if not by.rules.deterministic:
        return "Every game ends eventually."
    if endless_deal(by.rules, STANDARD_PACK) is None:
        return "No shuffled game went on for ever."
    return "A game of War can go on for ever."


def _is_even(answer: CountedAnswer) -> bool:
    value = answer.value
    won = round(value.value * value.games) if value else 0
    return value is not None and even({"player_1": won, "player_2": value.games - won})


def _as_even(by: AskedBy, answer: CountedAnswer) -> str:
    """Return whether the wins may be equal, how many games nobody wins, and how many never end."""
    value = answer.value
    tied = answer.games - value.games - answer.endless if value else 0
    drawn = f" {count(tied, 'game is drawn', 'games are drawn')}." if tied else ""
    half = f"50{answers.PERCENT} lies within the margin of error. " if _is_even(answer) else ""
    return f"{half}{answers.never_ends(by, answer)}{drawn}"


def _before_the_deal(by: AskedBy, answer: CountedAnswer) -> str:
    """Return whether the winner is a coin toss for those who know no card: proved, or tested."""
    if answer.beside is None:
        return ""
    won, games = answer.beside.value, answer.beside.games
    wins = f"Player 1 wins {100 * won:.1f}{answers.PERCENT} of {count(games, WON.noun)}"
    if fair_by_symmetry(by.rules, STANDARD_PACK):
        return f"Before the deal it is a coin toss: the rules treat both players alike. {wins}."
    test = coin_test(round(won * games), games)
    if test.p > UNLIKELY:
        return f"Before the deal we found no difference from a coin toss. {wins}."
    runs = f"{10 ** min(floor(-test.log10_p), 9):,}"
    return (
        f"Even before the deal the game is not fair. {wins}. "
        f"A fair coin is this far from 50{answers.PERCENT} in fewer than 1 of {runs} runs."
    )


# What settles each question, under the names of their texts.


def _lengths(by: AskedBy) -> Others:
    """Return what changes lengths: the fewest and the most face down, and the pick-up order."""
    return (*by.fewest_and_most_down, *by.orders())


def _downs_and_orders(by: AskedBy) -> Others:
    return (*by.downs, *by.orders()[:2])


_SETTLED: Final = {
    "length": Settled(tallied(FINISHED, partial(answers.level, unit="rounds", level=0.5)), _lengths),
    "long": Settled(tallied(FINISHED, partial(answers.level, unit="rounds", level=0.95)), _lengths),
    "soon": Settled(answers.HALF_DECIDED, lambda by: by.fewest_and_most_down, adds=_at_the_deal),
    "odd": Settled(tallied(FINISHED, answers.odd), _downs_and_orders, yes_or_no=_half_is_possible),
    "steal": Settled(
        tallied(FINISHED, lambda whole, summary: mean_length(summary, "rounds", whole)),
        lambda by: (("without stealing", _without_stealing(by).rules),),
        yes_or_no=lambda *_: "No.",
    ),
    "fair": Settled(
        tallied(WON, answers.won_by_player_1),
        lambda by: by.orders(),
        adds=_as_even,
        yes_or_no=_if_precise(lambda answer: "Yes." if _is_even(answer) else "No."),
    ),
    # Not at all of a coin: the fourth source's "Version 2" tosses one.
    "coin": Settled(
        answers.DECIDED_AT_THE_DEAL,
        lambda by: by.fewest_and_most_down,
        adds=_before_the_deal,
        yes_or_no=lambda *_: "Yes.",
    ),
    "aces": Settled(tallied(SUCH, answers.with_all_aces), _lengths, yes_or_no=_whether_it_wins),
    "four-aces": Settled(
        tallied(EVERY, answers.won_by_player_1), lambda by: by.downs, yes_or_no=_whether_it_wins
    ),
    "stronger": Settled(tallied(SUCH, answers.stronger), _lengths, yes_or_no=_whether_it_wins),
    "wars": Settled(tallied(FINISHED, partial(answers.level, unit="wars", level=0.5)), _lengths),
    "deep": Settled(
        tallied(FINISHED, partial(answers.share_within, unit="depth", lengths=slice(3, None))), _lengths
    ),
    "for-ever": Settled(
        tallied(EVERY, answers.endless),
        lambda by: by.orders(),
        adds=_built_ones,
        yes_or_no=_whether_for_ever,
        none=_none_endless,
    ),
    "quick": Settled(
        tallied(FINISHED, partial(answers.share_within, unit="rounds", lengths=slice(27))),
        _downs_and_orders,
        yes_or_no=_how_often,
        none=lambda _: "Each of them lasts more than 26 rounds.",
    ),
}


def _asked(by: AskedBy, name: str) -> AskedQuestion:
    """Return a question asked by a rule set; the one about stealing by the same rules with stealing."""
    texts, settled, words = _TEXTS[name], _SETTLED[name], _words(by)
    why = [_filled(reason, words) for reason in texts["why"]]
    if texts.get("nobody") and _unwon(by):
        why[-1] = _unwon(by)
    return AskedQuestion(
        by.with_shortfall(Shortfall.STEAL) if name == "steal" else by,
        _filled(texts["asks"], words),
        _guess(by, words, **texts["guess"]),
        settled,
        _filled(texts["answer"], words),
        tuple(why),
        settled.others(by),
        teaches=_filled(texts["teaches"], words),
        name=name,
        group=texts["group"],
        hands=_filled(texts.get("hands", ""), words),
    )


def _filled(text: str, words: dict[str, str]) -> str:
    return capital(text.format(**words))


def _guess(
    by: AskedBy, words: dict[str, str], prompt: str, start: int, unit: Any = "%", **given: Any
) -> answers.Guess:
    """Return the guesses at a number; `high` and `step` of lengths as they are by the usual rules."""
    high, step = given.get("high", 100), given.get("step", 1)
    if unit != "%":
        high = by.up_to(high)
    if unit == "rounds":
        step = by.up_to(step)
    return answers.Guess(_filled(prompt, words), unit, high, start, step, given.get("hint", ""))


@cache
def asked_by(rule_set: str) -> dict[str, AskedQuestion]:
    """Return the questions by their names, asked by a rule set; with no name each by its usual one.

    rule_set: a name, or a code. Raises `ValueError` for rules that are unknown or play no cards.
    """
    if not rule_set:
        usual = asked_by(answers.USUAL)
        return {name: asked_by(answers.usual_for(name))[name] for name in usual}
    rules = rules_called(rule_set)
    by = AskedBy(rule_set if rule_set in PLAYABLE else rules_name(rules), rules)
    return {name: _asked(by, name) for name in _TEXTS}


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
