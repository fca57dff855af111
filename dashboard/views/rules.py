"""The Rules page."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Final

import streamlit as st

from dashboard.cache import answers
from dashboard.examples.deals import FAMOUS, OPENING
from dashboard.examples.facts import CONTRADICTIONS, Contradiction
from dashboard.ui.charts import files, game_link, way_to
from dashboard.ui.controls import choice, describe_rules, from_whom
from dashboard.ui.frame import heading, if_answered, opens, table, verdict_row
from dashboard.ui.marks import capital, deal_code, marked, note, rules_title, together
from dashboard.ui.preview import Preview, rule_lines, text_preview
from dashboard.ui.state import RULES, leave
from dashboard.urls.screens import GameScreen, RulesScreen
from engine.cards import Deal
from engine.diagnose import (
    MOST_STEPS,
    PUBLISHED,
    SHUFFLED,
    Disagreement,
    End,
    Program,
    Suite,
    is_stored,
    stored_suites,
    suite_files,
)
from engine.formats.write import INPUT_OF
from engine.numbers import count
from engine.rules import (
    PLAYABLE,
    PRESETS,
    RULES_SAID,
    SETTLED,
    Order,
    Preset,
    Rules,
    Shortfall,
    Silence,
    rules_called,
)
from engine.wording.glossary import GLOSSARY
from engine.wording.sentences import (
    Part,
    rules_in_words,
)

# The rule sets side by side: the table of the Rules page, and which of them are next to each other.

COLUMNS: Final = {name: said.heading for name, said in RULES_SAID.items() if said.heading}
"""All but the order of the ranks, which nearly all agree on: it stands beside those that do not."""


def presets_table(chosen: str) -> list[dict[str, str]]:
    """Return a row for every preset that plays cards, as Markdown; grey is what its source leaves open."""
    rows = []
    for name, rules in PLAYABLE.items():
        # The title is the link: no column more, so that a phone shows the whole table.
        way = way_to(a_deal(name), PRESETS[name].title)
        title = f"**{way}**" if name == chosen else way
        cells = {heading: _cell(name, rules, rule) for rule, heading in COLUMNS.items()}
        rows.append({"Rule set": f"{title}{_order(rules)}", **cells})
    return rows


def _cell(name: str, rules: Rules, rule: str) -> str:
    if rule == "both_out" and rules.shortfall is Shortfall.DRAW:
        return "–"  # whoever is short, the game is drawn
    words = rules.said(rule).cell
    return f":gray[*{words}*]" if rule in PRESETS[name].left_open else words


def _order(rules: Rules) -> str:
    """Say which card wins where it is not the higher one, aces high."""
    return "" if rules.order is Order.HIGH else f", {rules.order.said.brief}"


def a_deal(name: str) -> GameScreen:
    """Return the screen that shows a rule set at work: a famous deal of its own, or the best known one."""
    famous = next((famous for famous in FAMOUS if famous.screen.rule_set == name), None)
    return famous.screen if famous else GameScreen(rule_set=name, given=OPENING.screen.deal)


def in_words(name: str) -> str:
    """Return a rule set in sentences, with its source, as Markdown of our own words."""
    about = PRESETS[name]
    sentences = " ".join(marked(sentence) for sentence in rules_in_words(PLAYABLE[name]).values())
    return f"**{about.title}.** {sentences} {note(from_whom(name))}"


def neighbours(name: str, most: int = 3) -> tuple[str, ...]:
    """Return the presets next to a rule set, those that differ in the fewest rules first.

    >>> neighbours("code-golf", 2)
    ('programming-challenges', 'whats-in-a-game')
    """
    rules = PLAYABLE[name]
    others = [other for other in SETTLED if PLAYABLE[other] != rules]
    return tuple(sorted(others, key=lambda other: len(rules.apart(PLAYABLE[other])))[:most])


def twins(name: str) -> tuple[str, ...]:
    """Return the presets with exactly the same rules.

    >>> twins("code-golf")
    ('codeforces-546c',)
    """
    return tuple(other for other in PLAYABLE if other != name and PLAYABLE[other] == PLAYABLE[name])


def apart_words(one: Rules, other: Rules) -> str:
    """Say in which rules the second rule set differs from the first, and how.

    >>> apart_words(PLAYABLE["code-golf"], PLAYABLE["advent-of-code-22"])
    'winner’s cards first instead of loser’s cards first'
    """
    return "; ".join(
        f"{other.said(rule).brief} instead of {one.said(rule).brief}" for rule in other.apart(one)
    )


# Rule sets told apart by their smallest deals, each with the way to both games.

WHATS: Final = {"winner": "Who wins", "rounds": "How long it takes", "end": "Whether it ends"}
DIFFER: Final = "They differ in"
DEAL: Final = "Smallest deal"
LOOKING: Final = "Looking for the smallest deals"

Titles = tuple[str, str]
Row = dict[str, str]
Ways = dict[tuple[Deal, Rules], str]
"""Games that can be opened, each with the words of its link."""


def two(one: str, other: str) -> None:
    """Draw the smallest deals on which two rule sets differ: in the winner, in the length, in the end."""
    rules, others = rules_called(one), rules_called(other)
    if rules == others:
        st.markdown("These two have the same rules: they play every deal alike.")
        return
    st.markdown(note(f"{rules_title(other)}: {apart_words(rules, others)}."))
    with if_answered("two"):
        _two(rules, others, (rules_title(one), rules_title(other)))


def _two(rules: Rules, others: Rules, titles: Titles) -> None:
    differences, missing = _smallest(Program(rules), Program(others), tuple(WHATS))
    if differences:
        table([_row(difference, titles) for difference in differences])
    if missing:
        st.markdown(note(f"No deal was found on which they differ in {' or '.join(missing)}."))
    _draw_ways(_ways(differences, titles))


def _smallest(one: Program, other: Program, whats: tuple[str, ...]) -> tuple[list[Disagreement], list[str]]:
    """Return the smallest differences of two programs, and in what none was found."""
    with _looking_for([(one, other, what) for what in whats]):
        answers.prepare_differences(one, other, whats)
        looked_for = {what: answers.difference(one, other, what) for what in whats}
    differences = [difference for difference in looked_for.values() if difference is not None]
    return differences, [WHATS[what].lower() for what, none in looked_for.items() if none is None]


def _looking_for(asked: Iterable[tuple[Program, Program, str]]) -> AbstractContextManager[object]:
    """Say that something is looked for, if any of it is not kept."""
    return nullcontext() if all(is_stored(*what) for what in asked) else st.spinner(LOOKING)


def _row(difference: Disagreement, titles: Titles) -> Row:
    ends = {title: _said(end) for title, end in zip(titles, difference.ends, strict=True)}
    return {DIFFER: WHATS[difference.aspect], DEAL: _deal(difference), **ends}


def _deal(difference: Disagreement) -> str:
    smallest = "" if difference.proved else " :small[:gray[the smallest found]]"
    return f"{deal_code(difference.deal)}{smallest}"


def _said(end: End) -> str:
    return marked(capital(end.words))


def _ways(differences: Iterable[Disagreement], titles: Titles) -> Ways:
    """Name both games of each deal; a program with mistakes plays by no rules we could open."""
    ways: Ways = {}
    for difference in differences:
        for program, title in zip((difference.one, difference.other), titles, strict=True):
            if not program.mistakes:
                name = title.replace("The ", "the ", 1)
                ways.setdefault((difference.deal, program.rules), f"{difference.deal.text} by {name}")
    return ways


def _draw_ways(ways: Ways) -> None:
    with st.container(horizontal=True):
        for (deal, rules), label in ways.items():
            game_link(rules, deal, label=label)


def next_to(name: str) -> None:
    """Draw the presets next to one, and the smallest deal on which each plays otherwise."""
    rules, title = PLAYABLE[name], PRESETS[name].title
    same = [PRESETS[twin].title for twin in twins(name)]
    if same:
        st.markdown(f"{', '.join(same)} {'has' if len(same) == 1 else 'have'} the same rules.")
    if not rules.deterministic:
        st.markdown("It leaves games to chance, so no deal tells it from others: Compare counts games.")
        return
    with _looking_for((Program(rules), Program(PLAYABLE[other]), "any") for other in neighbours(name)):
        differences = list(_from_neighbours(name))
    rows = [
        {
            "Next to it": f"{PRESETS[other].title}: {apart_words(rules, PLAYABLE[other])}",
            DEAL: _deal(difference),
            title: _said(difference.ends[0]),
            "The other": _said(difference.ends[1]),
        }
        for other, difference in differences
    ]
    table(rows)
    for other, difference in differences:
        _draw_ways(_ways([difference], (title, PRESETS[other].title)))


def _from_neighbours(name: str) -> Iterator[tuple[str, Disagreement]]:
    for other in neighbours(name):
        difference = answers.difference(Program(PLAYABLE[name]), Program(PLAYABLE[other]))
        if difference is not None:
            yield other, difference


def contradictions() -> None:
    """Draw where the sources' programs do not do what their texts say."""
    heading(
        "Where a source’s program contradicts its text",
        "The smallest deals that show it: how they end as we play the text, and by the program itself.",
    )
    for contradiction in CONTRADICTIONS:
        story = together(contradiction.story)
        st.markdown(f"**{PRESETS[contradiction.preset].title}.** {story}")
        with if_answered(contradiction.preset):
            _contradiction(contradiction)


def _contradiction(contradiction: Contradiction) -> None:
    rules = PLAYABLE[contradiction.preset]
    text, program = titles = "The text", "The program"
    differences: list[Disagreement] = []
    if contradiction.whats:
        differences, _ = _smallest(Program(rules), PUBLISHED[contradiction.preset], contradiction.whats)
    rows = [_row(difference, titles) for difference in differences]
    ways = _ways(differences, titles)
    for seen in contradiction.seen:
        deal = Deal.parse(seen.deal)
        by_text = answers.judged(deal, rules)
        ends = {text: _said(by_text), program: _said(seen.end)}
        rows.append({DIFFER: WHATS[seen.what], DEAL: deal_code(deal), **ends})
        ways.setdefault((deal, rules), f"{deal.text} by the text")
    table(rows)
    _draw_ways(ways)


# What the sources leave open, what we chose there and why, each with a deal that shows it.


def silences() -> None:
    """Draw what the sources leave open, what we chose, and a deal that shows it."""
    heading(
        "Where a source is silent",
        "What it leaves open, what we chose and why. The deal opens in the Game page, by our choice.",
    )
    table(silences_table())


def left_open() -> list[tuple[Preset, Silence]]:
    """Return all that sources leave open; what two presets of one source share is told of the first."""
    told: dict[int, tuple[Preset, Silence]] = {}
    for preset in PRESETS.values():
        for silence in preset.silences:
            # By identity: two sources that happen to leave the same open are two rows.
            told.setdefault(id(silence), (preset, silence))
    return list(told.values())


def silences_table() -> list[dict[str, str]]:
    """Return a row for each thing left open, as Markdown of our own words."""
    rows = []
    for preset, silence in left_open():
        screen = GameScreen(rule_set=preset.name, given=Deal.parse(silence.deal))
        source = f"**{preset.title}** {silence.open}"
        way = way_to(screen, silence.deal)
        rows.append({"The source": source, "Our choice": together(silence.ours), "A deal": way})
    return rows


# Deals that catch mistakes: what a judge's published ones see, and the fewest that see all, to take home.

BOUNDED: Final = (
    f"Looked for among the published deals, the smallest that tell one mistake and {SHUFFLED} shuffled ones, "
    f"in at most {MOST_STEPS:,} steps: a longer search may find fewer."
)


def suites(name: str) -> None:
    """Draw what the published deals of a judge catch, and the fewest that catch all; he may be none."""
    if name not in INPUT_OF:
        return
    heading(
        "Deals that catch mistakes",
        "What the published ones see of wrong rules and slips, one at a time; the fewest found that see all.",
    )
    published, smallest = stored_suites(name)
    st.markdown(together(published_words(published)))
    table(suite_table(smallest))
    st.markdown(note(BOUNDED))
    files(
        f"{count(len(smallest.deals), 'deal').capitalize()} as files",
        partial(suite_files, smallest),
        f"war-cases-{name}",
        "What the judge gives as 1.in and expects as 1.out, and which deal catches which mistake; in a ZIP.",
    )


def published_words(published: Suite) -> str:
    """Say how much the published deals catch, and what they see nothing of."""
    title, known = PRESETS[published.plan.name].title, len(published.caught)
    if not published.deals:
        return f"{title} publishes no deals with answers. Some deal brings out {known:,} mistakes we know."
    caught = f"{published.catches:,} of the {known:,} mistakes we know that some deal brings out"
    share = f"{100 * published.catches / known:.0f} %"
    blind = f" They see nothing of: {', '.join(published.blind)}." if published.blind else ""
    return f"{title} publishes {count(len(published.deals), 'deal')}. They catch {caught} ({share}).{blind}"


def suite_table(suite: Suite) -> list[dict[str, str]]:
    """Return a row for every deal, the way to its game, with how many mistakes it catches alone."""
    rows = []
    for place, deal in enumerate(suite.deals):
        way = way_to(GameScreen(rule_set=suite.plan.name, given=deal), size_of(deal))
        rows.append({"Deal": way, "Catches alone": f"{suite.catches_at(place):,} of {len(suite.caught):,}"})
    return rows


def size_of(deal: Deal) -> str:
    """Say how large a deal is: written out it would be wider than a phone."""
    return f"{len(deal.deck_1)} and {count(len(deal.deck_2), 'card')}"


# The Rules page: every rule set side by side, in words, and told apart by the smallest deals.


def page() -> None:
    """Draw the page for the address it was opened with."""
    leave()
    if not opens(RULES):
        return
    screen = RULES.current()
    verdict_row(
        RULES,
        f"{len(PLAYABLE)} named rule sets, {len(set(PLAYABLE.values()))} different games.",
        "Nobody writes the house rules down, and they decide everything. Below, each is told by a deal.",
    )
    _side_by_side(screen)
    _in_words(screen)
    _any_two(screen)
    contradictions()
    silences()
    _words()


def _side_by_side(screen: RulesScreen) -> None:
    with st.container(key="presets"):
        table(presets_table(screen.rule_set))
    st.markdown(
        note(
            "A name opens a deal played by these rules. Aces are high unless it is said. "
            "Grey and slanting: the source does not say, and this is what we chose."
        )
    )
    with st.expander("Every rule set in words, with its source"):
        _in_columns(2, map(in_words, PLAYABLE))


def _words() -> None:
    heading("Words", "Each is explained where it first stands on a page: point at its sign, or tap it.")
    _in_columns(3, (f"**{term.word}.** :gray[{term.meaning}]" for term in GLOSSARY))


def _in_columns(count: int, paragraphs: Iterable[str]) -> None:
    """Draw paragraphs, Markdown of our own, down one column after the other."""
    told = list(paragraphs)
    for number, column in enumerate(st.columns(count, gap="large")):
        its = (text for place, text in enumerate(told) if count * place // len(told) == number)
        column.markdown("\n\n".join(its))


def _in_words(screen: RulesScreen) -> None:
    rail, main = st.columns([0.32, 0.68], gap="large")
    with rail:
        choice(st.selectbox, RULES, "rule_set", "Rule set", [*PLAYABLE], format_func=rules_title)
        describe_rules(PLAYABLE[screen.rule_set])
        st.markdown(note(from_whom(screen.rule_set)))
        example = a_deal(screen.rule_set)
        game_link(example.rules, example.deal, example.round, label="A deal to open")
    with main:
        heading(
            f"What sets {PRESETS[screen.rule_set].title} apart",
            "The named rule sets next to it, each with the smallest deal on which it plays otherwise.",
        )
        with if_answered("next_to"):
            next_to(screen.rule_set)
        suites(screen.rule_set)


def _any_two(screen: RulesScreen) -> None:
    heading(
        "The smallest deal that tells two rule sets apart",
        "Every deal of up to seven cards is tried, then larger ones of few ranks, then deals by chance.",
    )
    left, right = st.columns(2, gap="medium")
    with left:
        choice(st.selectbox, RULES, "one", "One rule set", SETTLED, format_func=rules_title)
    with right:
        choice(st.selectbox, RULES, "other", "The other", SETTLED, format_func=rules_title)
    two(screen.one, screen.other)


def preview(screen: RulesScreen) -> Preview:
    """Return what is said of a link to a screen."""
    title = (Part(f"{rules_title(screen.rule_set)}: the rules in plain words"),)
    line = "What each rule set says, leaves open, and where two of them part."
    return text_preview(title, line, f"One of {len(PLAYABLE)} rule sets", rule_lines(screen.rules))
