"""The Rules page."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import groupby
from typing import Final

import streamlit as st

from dashboard import ui
from dashboard.cache import answers
from dashboard.charts import PLAYER_1
from dashboard.components import Width, width
from dashboard.examples import CONTRADICTIONS, FAMOUS, OPENING, Contradiction
from dashboard.files import Card, rule_lines
from dashboard.urls import RULE_ANSWERS, CompareScreen, GameScreen, RulesScreen, SimulateScreen
from engine import PRESETS, Preset, diagnose, rules_called
from engine.cards import STANDARD_PACK, Deal
from engine.formats import INPUT_OF
from engine.library import asked_by, endless_deal, saved_answer
from engine.numbers import capital, count, number_words, off, percent, plural, plus_minus, within_points
from engine.rules import PLAYABLE, RULE_GROUPS, SETTLED, Silence, description_of, rules_name
from engine.wording import GLOSSARY, Part, listed, plain, rules_in_words

# Cards in a line of text.

_RANKS: Final = "57Q"
_FACE_DOWN: Final = "▮"
_NONE: Final = "▯"
_SAID: Final = {_FACE_DOWN: "one face down", 3 * _FACE_DOWN: "three face down", _NONE: ""}

_BOX: Final = (
    "display:inline-flex;align-items:center;justify-content:center;box-sizing:border-box;"
    "width:26px;height:36px;border-radius:3px;"
)
_PAPER: Final = f"{_BOX}border:1px solid #8A8780;background:#FFFEFB;color:#23221F;"
_FACE: Final = f"{_PAPER}font:600 17px Source Serif,serif"
_BACK: Final = f"{_PAPER}background:{PLAYER_1} content-box;padding:2px"
_EMPTY: Final = f"{_BOX}border:1px dashed #8A8780"
_TOGETHER: Final = "display:inline-flex;gap:6px"
_OVER: Final = ";margin-left:-18px"


def _card_line(line: str) -> str:
    """Return words and cards as HTML: a rank stands for a card face up, `▮` for one face down, `▯` for none.

    Cards that stand together lie one over the other.

    >>> _card_line("no card ▯").count("<span"), _card_line("7 ▮▮▮ Q").count("margin-left")
    (4, 2)
    """
    parts = [(cards, list(words)) for cards, words in groupby(line.split(), {*_RANKS, *_SAID}.__contains__)]
    said = " ".join(filter(None, (_SAID.get(word, word) for word in line.split())))
    drawn = "".join(
        f'<span style="{_TOGETHER}">{"".join(_cards(word) for word in words)}</span>'
        if cards
        else f"<span>{' '.join(words)}</span>"
        for cards, words in parts
    )
    style = "display:flex;flex-wrap:wrap;align-items:center;gap:6px;margin:0"
    return f'<p role="img" aria-label="{said}" style="{style}">{drawn}</p>'


def _cards(signs: str) -> str:
    looks = {_FACE_DOWN: _BACK, _NONE: _EMPTY}
    drawn = ""
    for place, sign in enumerate(signs):
        over = _OVER if place else ""
        drawn += f'<span style="{looks.get(sign, _FACE)}{over}">{sign if sign in _RANKS else ""}</span>'
    return f'<span style="display:inline-flex">{drawn}</span>'


# The three questions in which rule sets differ, and the rule sets by their answers.


def _written(name: str, question: str) -> str:
    """Return the saved answer to a question by a rule set, without its unit."""
    asked = asked_by(name)[question]
    value = saved_answer(asked).value
    assert value is not None
    return asked.written(value.value)


LABELS: Final = {
    "one-down": "One",
    "three-down": "Three",
    "losers-first": "Loser’s",
    "winners-first": "Winner’s",
    "player-1s-first": "Player 1’s",
    "as-dealt": "As dealt",
    "shuffled": "Shuffled",
    "other-pickup": "Other order",
    "short-loses": "You lose",
    "last-card": "Play your last card",
    "other-shortfall": "Other rule",
}
POINTS: Final = {
    "face_down": (
        "Face down in a war: one or three?",
        "7 ▮ Q or 7 ▮▮▮ Q",
        f"Three cards shorten the game: the median is {_written('whats-in-a-game', 'length')} rounds, "
        f"with one card {_written('code-golf', 'length')}.",
    ),
    "pickup": (
        "Whose cards are picked up first?",
        "Q 5 to the deck as 5 Q or Q 5",
        "Matters most: it decides whether a game can go on for ever.",
    ),
    "shortfall": (
        "Short of cards in a war?",
        "7 ▮ ▯ no card left to turn up",
        "This rule ends 1 game in 4 by Code golf’s rules.",
    ),
}
"""The questions by the rule they are about: what is asked, its cards, and what the answer changes."""

MOST_COMPARED: Final = 8


def never_ends(name: str) -> str:
    """Return how often games never end by a rule set: a share, or what is known if none of a run did."""
    if not PLAYABLE[name].deterministic:
        return "no"
    answer = saved_answer(asked_by(name)["for-ever"])
    if answer.endless and answer.value is not None:
        return ui.together(percent(answer.value))
    return "none known" if endless_deal(PLAYABLE[name], STANDARD_PACK) is None else "only deals built for it"


COLUMNS: Final = {"face_down": "Face down", "pickup": "Picks up", "shortfall": "Short in a war"}
LENGTH: Final = "Median length"


def rule_sets_table(shown: Iterable[str]) -> list[dict[str, str]]:
    """Return a row per rule set, as Markdown, by group; slanted is what its source does not say."""
    rows = []
    for group, names in RULE_GROUPS.items():
        members = [_row_of(name) for name in names if name in shown]
        if members:
            rows += [dict.fromkeys(members[0], "") | {"Rule set": f"**{group}**"}, *members]
    return rows


def _row_of(name: str) -> dict[str, str]:
    rules, same = PLAYABLE[name], twins(name)
    is_first = name == next(other for other in PLAYABLE if PLAYABLE[other] == rules)
    plays = "" if is_first else f" :gray[plays as {ui.rules_title(same[0])}]"
    cells = {"Rule set": f"{ui.way_to(RulesScreen(rule_set=name), ui.rules_title(name), ui.RULES)}{plays}"}
    for rule, column in COLUMNS.items():
        words = number_words(rules.face_down) if rule == "face_down" else rules.description(rule).cell
        cells[column] = f"*{words}*" if rule in PRESETS[name].left_open else words
    length = f"{_written(name, 'length')}\N{NO-BREAK SPACE}rounds"
    return {**cells, "Never ends": never_ends(name), LENGTH: length}


def on_lines(rows: Iterable[dict[str, str]]) -> str:
    """Return the table for a phone: each rule set with its length, and its rules under it."""
    lines = []
    for name, down, picks, short, _, length in (row.values() for row in rows):
        rules = ui.note(f"{down} down · {picks} · {short}")
        lines.append(f"{name} · {length}  \n{rules}" if length else name)  # a group's row has its name alone
    return "\n\n".join(lines)


def twins(name: str) -> tuple[str, ...]:
    """Return the presets with exactly the same rules.

    >>> twins("code-golf")
    ('codeforces-546c',)
    """
    return tuple(other for other in PLAYABLE if other != name and PLAYABLE[other] == PLAYABLE[name])


# All rule sets: three questions, one table, and research in folds.

TITLE: Final = "War has no single set of rules."
DIFFERENCES: Final = f"{len(PLAYABLE)} published rule sets differ in three points."


def page() -> None:
    """Draw the page for the address it was opened with."""
    ui.leave()
    if not ui.frame.opens(ui.RULES):
        return
    screen = ui.RULES.current()
    if screen.rule_set:
        _one_rule_set(screen)
    else:
        _all_rule_sets(screen)


def _all_rule_sets(screen: RulesScreen) -> None:
    agree = "Nearly all rules agree: the higher card wins, and equal cards go to war."
    ui.frame.verdict_row(ui.RULES, TITLE, agree, DIFFERENCES)
    containers = ui.frame.side_by_side(len(POINTS), fits=width() is Width.WIDE)
    for container, rule in zip(containers, POINTS, strict=True):
        with container:
            _question(screen, rule)
    _table(screen)
    ui.folded(f"Glossary: {len(GLOSSARY)} words", "glossary", _glossary)
    ui.folded(f"What the sources leave open: {len(left_open())} gaps, and what we chose", "gaps", _gaps)
    st.header("For puzzle setters", anchor=False)
    _compared(screen)
    ui.folded("Test suites that catch known mistakes", "suites", _all_suites)
    label = f"Where a program contradicts its own text: {len(CONTRADICTIONS)} sources"
    ui.folded(label, "contradictions", partial(_contradictions, CONTRADICTIONS))


def _question(screen: RulesScreen, rule: str) -> None:
    asks, cards, finding = POINTS[rule]
    st.header(asks, anchor=False)
    st.html(_card_line(cards))
    names = [*RULE_ANSWERS[rule]]
    others = tuple(name for name in screen.answers if name not in names)
    fits = {name: len(RulesScreen(answers=(name,)).rule_sets) for name in names}
    # `bound` would look for a whole list among the options: it is not given them.
    pills = partial(st.pills, options=names, selection_mode="multi", wrap=True, label_visibility="collapsed")
    ui.bound(
        pills,
        ui.RULES,
        rule,
        [name for name in names if name in screen.answers],
        lambda chosen: {"answers": (*others, *chosen)},
        label=asks,
        format_func=lambda name: f"{LABELS[name]} {fits[name]}",
    )
    ui.remark(finding)


def _in_brief(answer: str) -> str:
    value = next(answers[answer] for answers in RULE_ANSWERS.values() if answer in answers)
    return LABELS[answer].lower() if value is None else description_of(value).brief


def _table(screen: RulesScreen) -> None:
    shown, every = screen.rule_sets, len(PLAYABLE)
    title = f"{every} rule sets, {len({*PLAYABLE.values()})} different games"
    if screen.answers:
        chosen = ", ".join(_in_brief(name) for name in screen.answers)
        title = f"{len(shown)} of {every} rule sets: {chosen}"
    counts = [saved_answer(asked_by(name)["for-ever"]) for name in PLAYABLE]
    shares = [one.value for one in counts if one.endless and one.value is not None]
    deals = f"at least {min(one.games for one in counts):,} deals ({within_points(*shares)} at most)."
    numbers = f"“Never ends” is the share of games that never end, from {deals}"
    numbers = "Rounds: median length of a game." if width() is Width.SMALL else numbers
    ours = f"{numbers} *Italics*: our choice where the source does not say."
    ui.frame.heading(title if shown else "No published rule set does both", ours)
    if screen.answers:
        with st.container(horizontal=True):
            st.button(f"Show all {every}", key="show_all", on_click=partial(ui.RULES.change, answers=()))
            different = [*{PLAYABLE[name]: name for name in shown}.values()]
            if len(different) > 1:
                compared = CompareScreen(rule_sets=tuple(different[:MOST_COMPARED]))
                st.button("Compare these", key="compare", on_click=partial(ui.COMPARE.go, compared))
    rows = rule_sets_table(shown)
    if rows and width() is Width.SMALL:
        st.markdown(on_lines(rows))
    elif rows:
        with st.container(key="presets"):
            ui.table(rows)


def _glossary() -> None:
    entries = [f"**{term.word}.** :gray[{term.meaning}]" for term in GLOSSARY]
    for number, column in enumerate(st.columns(3, gap="large")):
        column.markdown("\n\n".join(entries[number::3]))


def left_open() -> list[tuple[Preset, Silence]]:
    """Return all that sources leave open; what two presets of one source share stands with the first."""
    gaps: dict[Silence, tuple[Preset, Silence]] = {}
    for preset in PRESETS.values():
        for silence in preset.silences:
            gaps.setdefault(silence, (preset, silence))
    return list(gaps.values())


def _gaps() -> None:
    rows = []
    for preset, silence in left_open():
        source = f"**{ui.rules_title(preset.name)}** {silence.open}"
        way = ui.way_to(GameScreen(rule_set=preset.name, given=Deal.parse(silence.deal)), silence.deal)
        rows.append({"The source": source, "Our choice": ui.together(silence.ours), "Example deal": way})
    ui.table(rows)


def _all_suites() -> None:
    """Draw how many deals catch all mistakes that the judge of a rule set can see."""
    rows = []
    for name in filter(INPUT_OF.__contains__, PLAYABLE):
        published, smallest = diagnose.stored_suites(name)
        way = ui.way_to(RulesScreen(rule_set=name), ui.rules_title(name), ui.RULES)
        catches = f"{published.catches:,} of {len(published.caught):,} mistakes"
        fewest = f"{len(smallest.deals):,}"
        rows.append({"Rule set": way, "Published deals catch": catches, "Our deals that catch all": fewest})
    ui.table(rows)


# A single rule set: its rules, what they come to, the rule sets closest to it.


def _one_rule_set(screen: RulesScreen) -> None:
    name = screen.rule_set
    back = partial(ui.RULES.show, RulesScreen())
    ui.frame.quiet_button("All rule sets", "all_rule_sets", back, icon="arrow_back")
    ui.frame.verdict_row(ui.RULES, ui.rules_title(name), ui.from_whom(name), beside=partial(_ways, name))
    left, right = st.columns(2, gap="large")
    with left:
        st.header("The rules", anchor=False)
        chosen = dict.fromkeys(PRESETS[name].left_open, " :gray-badge[our choice]")
        rules = rules_in_words(PLAYABLE[name])
        st.markdown("\n\n".join(f"{ui.marked(words)}{chosen.get(rule, '')}" for rule, words in rules.items()))
        if chosen:
            ui.remark("Our choice: the source does not say.")
    with right:
        st.header("What that means", anchor=False)
        ui.table(meaning_table(name))
    about = "Each row has the smallest deal that ends differently. Click a result to watch that deal."
    ui.frame.heading("Closest rule sets", about)
    with ui.frame.if_answered("closest"):
        _closest(name)
    st.header("For puzzle setters", anchor=False)
    _compared(screen)
    if name in INPUT_OF:
        ui.folded("Deals that catch mistakes", "suite", partial(_suite, name))
    mine = [one for one in CONTRADICTIONS if one.preset == name]
    if mine:
        ui.folded("Where its program contradicts its text", "contradictions", partial(_contradictions, mine))


def _ways(name: str) -> None:
    """Draw the ways to a game and to many games by a rule set."""
    with st.container(horizontal=True):
        ui.frame.primary_button("Play a game", "play", partial(ui.GAME.go, a_deal(name)), icon="play_arrow")
        st.button("Simulate", key="simulate", on_click=partial(ui.SIMULATE.go, SimulateScreen(rule_set=name)))


def a_deal(name: str) -> GameScreen:
    """Return the screen that shows a rule set at work: a famous deal of its own, or the best known one."""
    famous = next((famous for famous in FAMOUS if famous.screen.rule_set == name), None)
    return famous.screen if famous else GameScreen(rule_set=name, given=OPENING.screen.deal)


def meaning_table(name: str) -> list[dict[str, str]]:
    """Return four numbers of a rule set, as saved with the questions."""
    fair, ever = (saved_answer(asked_by(name)[question]) for question in ("fair", "for-ever"))
    assert fair.value is not None
    built = "" if endless_deal(PLAYABLE[name], STANDARD_PACK) is None else "; deals built for it do"
    cells = {
        "Player 1 wins": ui.together(f"{percent(fair.value)} {plus_minus(100 * off(fair.value))}"),
        LENGTH: f"{_written(name, 'length')} rounds",
        "1 game in 20 lasts over": f"{_written(name, 'long')} rounds",
        "Never ends": never_ends(name) if ever.endless else f"none of {ever.games:,}{built}",
    }
    of = f"Of {ever.games:,} shuffled deals"
    return [{of: what, ui.rules_title(name): words} for what, words in cells.items()]


def neighbours(name: str, most: int = 3) -> tuple[str, ...]:
    """Return the presets next to a rule set, those that differ in the fewest rules first.

    >>> neighbours("code-golf", 2)
    ('programming-challenges', 'whats-in-a-game')
    """
    rules = PLAYABLE[name]
    others = [other for other in SETTLED if PLAYABLE[other] != rules]
    return tuple(sorted(others, key=lambda other: len(rules.differing(PLAYABLE[other])))[:most])


def _closest(name: str) -> None:
    rules, title = PLAYABLE[name], ui.rules_title(name)
    same = [ui.rules_title(twin) for twin in twins(name)]
    if same:
        st.markdown(f"{listed(same)} {plural(len(same), 'has', 'have')} the same rules.")
    if not rules.deterministic:
        st.markdown("It shuffles, so no single deal shows a difference. Compare counts games instead.")
        return
    rows = []
    near = {other: PLAYABLE[other] for other in neighbours(name)}
    with _looking_for((diagnose.Program(rules), diagnose.Program(others), "any") for others in near.values()):
        for other, others in near.items():
            difference = answers.difference(diagnose.Program(rules), diagnose.Program(others))
            if difference is not None:
                words = ", ".join(others.description(rule).brief for rule in others.differing(rules))
                first, second = _results(difference)
                row = {"Rule set": ui.rules_title(other), "Difference": words, DEAL: _deal(difference)}
                rows.append({**row, title: first, "The other": second})
    ui.table(rows)


# Rule sets compared by their smallest deals; each result leads to its game.

ASPECTS: Final = {"winner": "Who wins", "rounds": "How long it takes", "end": "Whether it ends"}
DIFFER: Final = "They differ in"
DEAL: Final = "Smallest deal"


def _compared(screen: RulesScreen) -> None:
    """Draw the fold with two rule sets to compare; open where a link brought two."""
    with st.expander("Smallest deal on which two rule sets differ", expanded=bool(screen.one), key="two"):
        ui.remark("War Room tries all deals of up to seven cards, then larger ones, then random ones.")
        left, right = st.columns(2, gap="medium")

        def titled(name: str) -> str:
            return ui.rules_title(name) if name else "Choose a rule set"

        for column, field, label in ((left, "one", "One rule set"), (right, "other", "The other")):
            with column:
                ui.choice(st.selectbox, ui.RULES, field, label, SETTLED, format_func=titled)
        if screen.one and screen.other:
            with ui.frame.if_answered("two"):
                _two(screen.one, screen.other)


def _two(one: str, other: str) -> None:
    rules, others = rules_called(one), rules_called(other)
    if rules == others:
        st.markdown("These two rule sets have the same rules: every deal ends the same way.")
        return
    differences, missing = _smallest(diagnose.Program(rules), diagnose.Program(others), tuple(ASPECTS))
    ui.table([_row(difference, (ui.rules_title(one), ui.rules_title(other))) for difference in differences])
    if missing:
        ui.remark(f"No deal was found on which the rule sets differ in {' or '.join(missing)}.")


def _smallest(
    one: diagnose.Program, other: diagnose.Program, aspects: tuple[str, ...]
) -> tuple[list[diagnose.Disagreement], list[str]]:
    """Return the smallest differences of two programs, and in what none was found."""
    with _looking_for([(one, other, aspect) for aspect in aspects]):
        answers.prepare_differences(one, other, aspects)
        found = {aspect: answers.difference(one, other, aspect) for aspect in aspects}
    differences = [difference for difference in found.values() if difference is not None]
    return differences, [ASPECTS[aspect].lower() for aspect in aspects if found[aspect] is None]


def _looking_for(
    asked: Iterable[tuple[diagnose.Program, diagnose.Program, str]],
) -> AbstractContextManager[object]:
    """Show that a search runs, unless all is in the data file."""
    return nullcontext() if all(diagnose.is_stored(*what) for what in asked) else st.spinner("Searching")


def _row(difference: diagnose.Disagreement, titles: Sequence[str]) -> dict[str, str]:
    ends = dict(zip(titles, _results(difference), strict=True))
    return {DIFFER: ASPECTS[difference.aspect], DEAL: _deal(difference), **ends}


def _deal(difference: diagnose.Disagreement) -> str:
    smallest = "" if difference.proved else " :small[:gray[the smallest found]]"
    return f"{ui.deal_code(difference.deal)}{smallest}"


def _results(difference: diagnose.Disagreement) -> list[str]:
    """Return how both games end, each as the way to it; a program with mistakes has no game to open."""
    programs = zip((difference.one, difference.other), difference.ends, strict=True)
    return [
        _result(end, difference.deal, "" if program.mistakes else rules_name(program.rules))
        for program, end in programs
    ]


def _result(end: diagnose.End, deal: Deal, rule_set: str) -> str:
    if not rule_set:
        first, *rest = end.words
        return ui.marked((first._replace(text=capital(first.text)), *rest))
    return ui.way_to(GameScreen(rule_set=rule_set, given=deal), capital(plain(end.words)))


# What is for those who set puzzles: contradictions of the sources, deals that catch mistakes.


def _contradictions(contradictions: Iterable[Contradiction]) -> None:
    """Draw where the sources' programs do not do what their texts say."""
    for contradiction in contradictions:
        st.markdown(f"**{ui.rules_title(contradiction.preset)}.** {ui.together(contradiction.story)}")
        with ui.frame.if_answered(contradiction.preset):
            _contradiction(contradiction)


def _contradiction(contradiction: Contradiction) -> None:
    rules = PLAYABLE[contradiction.preset]
    titles = "The text", "The program"
    rows = []
    if contradiction.whats:
        program = diagnose.PUBLISHED[contradiction.preset]
        differences, _ = _smallest(diagnose.Program(rules), program, contradiction.whats)
        rows = [_row(difference, titles) for difference in differences]
    for seen in contradiction.seen:
        deal = Deal.parse(seen.deal)
        by_text = _result(answers.judged(deal, rules), deal, rules_name(rules))
        ends = dict(zip(titles, (by_text, _result(seen.end, deal, "")), strict=True))
        rows.append({DIFFER: ASPECTS[seen.what], DEAL: ui.deal_code(deal), **ends})
    ui.table(rows)


def _suite(name: str) -> None:
    """Draw what the published deals of a judge catch, and the fewest found that catch all."""
    published, smallest = diagnose.stored_suites(name)
    st.markdown(ui.together(published_words(published)))
    ui.table(suite_table(smallest))
    chosen = (
        "War Room picks from published deals, the smallest deals that show a mistake, and "
        f"{diagnose.SHUFFLED} shuffled deals. It stops after {diagnose.MOST_STEPS:,} steps. "
        "A longer search may find a smaller set."
    )
    ui.remark(chosen)
    label = f"{count(len(smallest.deals), 'deal').capitalize()} as files"
    holds = "A ZIP with inputs (1.in), expected outputs (1.out) and the mistakes each deal catches."
    ui.files(label, partial(diagnose.suite_files, smallest), f"war-cases-{name}", holds)


def published_words(published: diagnose.Suite) -> str:
    """Return how much the published deals catch, and what they see nothing of."""
    title, known = ui.rules_title(published.plan.name), len(published.caught)
    if not published.deals:
        return f"{title} publishes no deals with answers. Our deals reveal {known:,} known mistakes."
    caught = f"{published.catches:,} of the {known:,} known mistakes that a deal can show"
    share = f"{100 * published.catches / known:.0f} %"
    blind = f" They reveal nothing about: {', '.join(published.blind)}." if published.blind else ""
    return f"{title} publishes {count(len(published.deals), 'deal')}. They catch {caught} ({share}).{blind}"


def suite_table(suite: diagnose.Suite) -> list[dict[str, str]]:
    """Return a row for every deal, the way to its game, with how many mistakes it catches alone."""
    rows = []
    for place, deal in enumerate(suite.deals):
        size = f"{len(deal.deck_1)} + {len(deal.deck_2)} cards"
        way = ui.way_to(GameScreen(rule_set=suite.plan.name, given=deal), size)
        rows.append({"Deal": way, "Catches alone": f"{suite.catches_at(place):,} of {len(suite.caught):,}"})
    return rows


def preview(screen: RulesScreen) -> Card:
    """Return what is said of a link to a screen."""
    if not screen.rule_set:
        return Card((Part(TITLE),), DIFFERENCES, "The pick-up order matters most")
    title = (Part(f"{ui.rules_title(screen.rule_set)}: the rules in plain words"),)
    line = "What each rule set says and leaves open, and where two of them differ."
    foot = f"One of {len(PLAYABLE)} rule sets"
    return Card(title, line, foot, rule_lines(PLAYABLE[screen.rule_set]))
