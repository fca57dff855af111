"""What a link says before it is opened: the verdict and a card, from what is kept. No run is started."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from dashboard.cache import answers as counts
from dashboard.cache import games
from dashboard.cache.answers import QUESTIONS as ASKED_OF_WORKERS
from dashboard.charts.compare.charts import headline as compared
from dashboard.charts.compare.charts import sweep_headline
from dashboard.charts.packs.counts import headline as packs_headline
from dashboard.charts.packs.counts import shares
from dashboard.charts.simulate.charts import headline as simulated
from dashboard.examples.facts import EXAMPLES
from dashboard.files.card import Card, in_percent
from dashboard.ui.marks import rules_title
from dashboard.ui.state import (
    COMPARE,
    DIAGNOSE,
    GAME,
    LITERATURE,
    PACKS,
    QUESTIONS,
    RECORDS,
    RULES,
    SIMULATE,
    Desk,
)
from dashboard.urls.codecs import named_judge, question
from dashboard.urls.links import LinkError
from dashboard.urls.screens import (
    AskedCase,
    CompareScreen,
    DiagnoseScreen,
    GameScreen,
    LiteratureScreen,
    PacksScreen,
    QuestionsScreen,
    RecordsScreen,
    RulesScreen,
    SimulateScreen,
)
from engine.diagnose import diagnose
from engine.jobs.runs import runs
from engine.library import saved_answer as answered
from engine.library.claim_results import ClaimVerdict, saved_result
from engine.library.claim_results import compared as ours_beside
from engine.library.claim_results import headline as literature_headline
from engine.library.claim_results import verdict as verdict_on
from engine.library.claims import claim_called, claims
from engine.rules import PLAYABLE, Rules
from engine.simulation.exact import arrangements
from engine.simulation.paired import Compared
from engine.simulation.tallies import Summary
from engine.tables.compared import compare_shares
from engine.tables.compared_lengths import rows_of
from engine.tables.outcomes import outcome_bar
from engine.wording.sentences import (
    Part,
    Sentence,
    because,
    count,
    hands_in_words,
    plain,
    rules_in_words,
    verdict,
)


@dataclass(frozen=True)
class Preview:
    """What is told of a link."""

    title: str
    about: str
    card: Card
    screen: Hashable = None
    """What the link leads to, however it is written."""


def preview(page: str, params: Mapping[str, Sequence[str]]) -> Preview:
    """Return what is told of the link to a page. Raises `LinkError` for a damaged one."""
    desk, told = _TOLD[page]
    try:
        return _of(told, desk.read(params) or desk.opening)
    except LinkError:
        # The page at this path passes a link of the Game page's on.
        with suppress(LinkError):
            return _of(_game, GAME.read(params) or GAME.opening)
        raise


def _of(told: Callable[[Any], Preview], screen: Hashable) -> Preview:
    return replace(told(screen), screen=screen)


def _with_card(card: Card) -> Preview:
    return Preview(plain(card.title), f"{card.line} {card.foot}.".strip(), card)


def _told(title: Sentence, line: str, foot: str, lines: Sequence[str] = ()) -> Preview:
    return _with_card(Card(title, line, foot, lines=lines))


def _game(screen: GameScreen) -> Preview:
    key = games.key_of(screen)
    game = games.played_decided(key)
    foot = f"{count(screen.deal.size, 'card')} by the rules of {rules_title(screen.rule_set)}"
    if game is None:
        return _told((Part("A long game of War"),), "It is played when the link is opened.", foot)
    return _told(verdict(game), plain(because(game)), foot, _in_words(screen.rules))


def _simulate(screen: SimulateScreen) -> Preview:
    run = runs().get(screen.job)
    foot = f"By the rules of {rules_title(screen.rule_set)}"
    if screen.hands is not None:
        foot += f", {hands_in_words(screen.pack, screen.hands)}"
    summary = run.summary
    if not isinstance(summary, Summary) or not summary.games:
        title: Sentence = (Part(f"{count(screen.games, 'game')} of War"),)
        return _told(title, "They are played on the page.", foot, _in_words(screen.rules))
    title, line = simulated(screen.job, summary)
    bars = {"": in_percent(outcome_bar(screen.job, summary).shares)}
    return _with_card(Card(title, plain(line), foot, bars))


def _compare(screen: CompareScreen) -> Preview:
    run = runs().get(screen.job)
    rows = rows_of(screen.names)
    foot = _some_of([row.name for row in rows])
    tallies = run.summary
    if not isinstance(tallies, Compared) or not tallies.games:
        title: Sentence = (Part(f"{len(rows)} rule sets on the same {count(screen.games, 'deal')}"),)
        return _told(title, "They are played on the page.", foot, [row.heading for row in rows])
    if screen.swept is not None:
        title, line = sweep_headline(screen.swept, tallies)
    else:
        title, line = compared(screen.job, tallies, screen.names, unit=screen.unit.value)

    chart = compare_shares(tallies, rows)
    bars = {row.heading: in_percent(chart.shares(place)) for place, row in enumerate(chart.rows)}
    return _with_card(Card(title, plain(line), foot, bars))


def _some_of(names: Sequence[str]) -> str:
    """Name some of many.

    >>> _some_of(["A", "B"]), _some_of(["A", "B", "C", "D"])
    ('A, B', 'A, B and 2 more')
    """
    return ", ".join(names) if len(names) < 4 else f"{', '.join(names[:2])} and {len(names) - 2} more"


def _diagnose(screen: DiagnoseScreen) -> Preview:
    cases = question(screen)
    foot = f"{count(len(screen.cases), 'test case')}" if screen.cases else "Paste yours"
    diagnosis = ASKED_OF_WORKERS.answered(diagnose, cases, judge=named_judge(screen)) if cases else None
    line = "The rule that a program got wrong, and the round in which it shows."
    if diagnosis is None:
        case = screen.shown or EXAMPLES["golf"].screen.cases[0]
        return _told((Part("Why does my program lose at War?"),), line, foot, _case(case))
    chosen = (one for one in diagnosis.explanations if one.program.code == screen.program)
    shown = next(chosen, next(iter(diagnosis.explanations), None))
    if diagnosis.right_outcome and diagnosis.wrong_form:
        title: Sentence = _typeset(diagnosis.form_words)
    elif diagnosis.right:
        title = (Part("This program gives what the judge expects."),)
    elif shown is None:
        title = (Part("No rule set we know gives these answers."),)
    else:
        title = _typeset(shown.sentence)
    judge = f"The judge’s rules: {rules_title(diagnosis.judge.name)}."
    return _told(title, judge, foot)


def _typeset(words: Sentence) -> Sentence:
    return tuple(replace(part, text=part.text.replace("'", "’")) for part in words)


def _case(case: AskedCase) -> list[str]:
    """Say what is asked about a deal; of what was pasted as much as there is room for."""
    said = {"The judge expects": case.expected, "The program says": case.got}
    pasted = [f"{who}: {' '.join(text[:80].split())}" for who, text in said.items() if text.strip()]
    return [case.deal.text.replace("/", " / "), *pasted]


def _rules(screen: RulesScreen) -> Preview:
    title = (Part(f"{rules_title(screen.rule_set)}: the rules in plain words"),)
    line = "What each rule set says, leaves open, and where two of them part."
    return _told(title, line, f"One of {len(PLAYABLE)} rule sets", _in_words(screen.rules))


def _in_words(rules: Rules) -> list[str]:
    return [plain(_typeset(words)) for words in rules_in_words(rules).values()]


def _packs(screen: PacksScreen) -> Preview:
    counted = counts.known(screen.pack, screen.rules)
    rules = rules_title(screen.rule_set)
    if counted is None:
        deals = count(arrangements(screen.pack), "deal")
        return _told((Part(f"All {deals} of a pack of {screen.pack.text}"),), "Counted, not sampled.", rules)
    title, about = packs_headline(counted, rules)
    return _with_card(Card(title, plain(about), rules, {"": shares(counted)}))


def _records(_: RecordsScreen) -> Preview:
    title: Sentence = (Part("This deal of an ordinary pack "), Part("never ends", "endless"), Part("."))
    line = "The longest, quickest and strangest games of War, and how they were found."
    foot = "52 cards by the rules of Code golf"
    return _told(title, line, foot)


def _literature(screen: LiteratureScreen) -> Preview:
    if not screen.claim:
        title, line = literature_headline()
        every = claims().values()
        wrong = [one.claim for one in every if verdict_on(one, saved_result(one)) is ClaimVerdict.DISAGREES]
        foot = f"{count(len({one.source for one in every}), 'source')}"
        return _told((Part(title),), line, foot, wrong)
    claim = claim_called(screen.claim)
    ours = ours_beside(claim, saved_result(claim))
    return _told((Part(claim.claim),), f"{ours.rstrip('.')}.", claim.source)


def _questions(screen: QuestionsScreen) -> Preview:
    rules = rules_title(screen.shown_rule_set)
    if not screen.asked:
        line = "Guess first; then a number, how sure it is, and why."
        asked = [question.asks for question in screen.questions.values()]
        return _told((Part(f"{len(screen.questions)} questions people ask about War"),), line, rules, asked)
    question = screen.question
    if not screen.answered:
        return _told((Part(question.asks),), question.guess.prompt, rules)
    answer = answered(question)
    return _told((Part(question.sentence(answer)),), question.sure(answer), rules)


_TOLD: Final[dict[str, tuple[Desk[Any], Callable[[Any], Preview]]]] = {
    "": (GAME, _game),
    "simulate": (SIMULATE, _simulate),
    "compare": (COMPARE, _compare),
    "diagnose": (DIAGNOSE, _diagnose),
    "questions": (QUESTIONS, _questions),
    "rules": (RULES, _rules),
    "packs": (PACKS, _packs),
    "records": (RECORDS, _records),
    "literature": (LITERATURE, _literature),
}

PAGES: Final = tuple(_TOLD)
"""The pages by their paths."""
