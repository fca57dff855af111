"""The Literature page: what others published, beside our figures."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Final

import streamlit as st

from dashboard import ui
from dashboard.charts import library
from dashboard.components import LinkRow, Width, rows, width
from dashboard.files import Card, of_lines
from dashboard.urls import GameScreen, LiteratureScreen, SimulateScreen
from engine.cards import STANDARD_PACK, Deal, Pack
from engine.library import ClaimVerdict, PublishedClaim, published
from engine.numbers import count
from engine.rules import PLAYABLE, rules_called, rules_name
from engine.wording import Part, in_brief, plain

# One claim opened: whose it is and by which rules, our figures beside it, and the run behind them.


@lru_cache(maxsize=256)
def rules_brief(code: str) -> str:
    """Name a rule set in a few words: by what it does, for the claims were made before its name was ours."""
    return in_brief(rules_called(code))


def opened(claim: PublishedClaim) -> None:
    """Draw a claim with everything that is known of it."""
    with st.container(border=True, key="opened"):
        left, right = st.columns([0.4, 0.6], gap="large")
        with left:
            ui.heading(claim.claim, _whose(claim))
            if claim.url:
                st.markdown(f":small[[The source]({claim.url})]")
            if claim.runs:
                ui.describe_rules(rules_called(claim.runs[0]))
            with st.container(horizontal=True, vertical_alignment="center"):
                _ways(claim)
                ui.quiet_button("Close", "close", lambda: ui.LITERATURE.change(claim=""), icon="close")
        with right:
            _ours(claim)


def _whose(claim: PublishedClaim) -> str:
    year = f", {claim.year}" if claim.year else ""
    games = f"; {claim.their_games:,} games" if claim.their_games else ""
    pack = f"; a pack of {claim.pack}" if claim.pack != STANDARD_PACK.text else ""
    hands = f"; hands {claim.hands}" if claim.hands else ""
    return f"{claim.source}{year}{games}{pack}{hands}. Published: {claim.shown_text}."


def _ours(claim: PublishedClaim) -> None:
    panel = library.panel(claim, rules_brief)
    ui.heading(panel.title, panel.note)
    why = published.because(claim, published.saved_result(claim), rules_brief)
    if why:
        st.markdown(f":small[{why}]")
    if library.is_drawn(claim):
        whose = f"{claim.claim} ({_whose(claim)})"
        rules = "; or ".join(rules_brief(code) for code in claim.runs)
        foot = of_lines(whose, rules, link=ui.LITERATURE.whole_address())
        ui.draw_alone(panel, f"war-room-claim-{claim.name}", foot, titled=False)


def _ways(claim: PublishedClaim) -> None:
    """Draw the way to the run behind our figure, or to the deal that it is about."""
    if claim.runs and not claim.hands and not claim.limit:
        code = claim.runs[0]
        screen = SimulateScreen(
            rule_set=rules_name(rules_called(code)),
            pack=Pack.parse(claim.pack),
            games=claim.our_games,
            seed=published.SEED,
        )
        ui.link_to(ui.SIMULATE, screen, "Open the run", icon=":material/bar_chart:")
    for case in claim.cases[:1]:
        name = case.rules if case.rules in PLAYABLE else rules_called(case.rules).code
        ui.link_to(ui.GAME, GameScreen(rule_set=name, given=Deal.parse(case.deal)), "Open the deal")


# The Literature page: what others published about War, each figure beside ours.

AT_FIRST: Final = {Width.SMALL: 6, Width.MEDIUM: 25, Width.WIDE: 25}
_ALL = "all claims"


def page() -> None:
    """Draw the page for the address it was opened with."""
    ui.leave()
    if not ui.opens(ui.LITERATURE):
        return
    screen = ui.LITERATURE.current()
    chosen = library.selected(
        screen.verdict, screen.words, screen.source, screen.rules, by_verdict=screen.by_verdict
    )
    tables = [library.sheet(chosen, rules_brief)]
    ui.verdict_row(
        ui.LITERATURE, *published.headline(), beside=partial(ui.charts.tables, tables, "war-literature")
    )
    ui.records_or_published(ui.LITERATURE)
    verdicts = library.choices()
    shown = {"format_func": lambda one: verdicts.get(one, one), "label_visibility": "collapsed"}
    pills = partial(st.pills, wrap=True, required=True)
    ui.choice(pills, ui.LITERATURE, "verdict", "Verdict", [*verdicts], **shown)
    if screen.claim:
        opened(published.claim_called(screen.claim))
    _table(screen, chosen)
    if screen.source or screen.rules or screen.words or screen.by_verdict:  # a link to some of them
        st.session_state.setdefault("claims_search", True)
    ui.folded("Search by words, source or rules", "claims_search", partial(_search, screen))
    ui.folded("When do two figures agree?", "when_agree", partial(st.markdown, published.HOW))
    if chosen:
        tip = "One object per line, as war literature --json prints it."
        lines = partial(published.json_lines, chosen)
        ui.charts.save_button("These claims (JSON)", lines, "war-literature.jsonl", "json", tip)


def _search(screen: LiteratureScreen) -> None:
    """Draw what narrows the claims down: words, the source, the rule set, and their order."""
    words, source, rules, order = st.columns([0.3, 0.24, 0.28, 0.18], vertical_alignment="center")
    with words:
        hints = {"placeholder": "aces, Norvig, 52 cards", "icon": ":material/search:"}
        box = partial(st.text_input, "Words", label_visibility="collapsed", **hints)
        ui.bound(box, ui.LITERATURE, "words", screen.words, lambda text: {"words": text or ""})
    with source:
        _one_of("source", "Source", library.sources(), "Every source", str)
    with rules:
        _one_of("rules", "Rule set", library.rule_sets(), "Every rule set", rules_brief)
    with order:
        toggle = partial(st.toggle, "By verdict")
        ui.bound(toggle, ui.LITERATURE, "by_verdict", screen.by_verdict, lambda on: {"by_verdict": on})


def _one_of(name: str, label: str, options: Sequence[str], every: str, shown: Callable[[str], str]) -> None:
    """Draw the choice of one of several, or of any."""
    hidden = {"format_func": lambda one: shown(one) if one else every, "label_visibility": "collapsed"}
    ui.choice(st.selectbox, ui.LITERATURE, name, label, ["", *options], **hidden)


def _table(screen: LiteratureScreen, chosen: Sequence[PublishedClaim]) -> None:
    ui.remark(library.line_of(chosen))
    shown = chosen if st.session_state.get(_ALL) else chosen[: AT_FIRST[width()]]
    columns = len(library.HEADINGS) - (screen.verdict != ClaimVerdict.DISAGREES)  # they say why they differ
    if width() is Width.SMALL:  # at once, where a table of ours would come later and move what is below it
        st.markdown("\n\n".join(_on_lines(screen, claim) for claim in shown))
    elif shown:
        rows(
            library.HEADINGS[:columns],
            [
                LinkRow(claim.name, library.cells(claim, rules_brief)[:columns], _query(screen, claim))
                for claim in shown
            ],
            key="claims",
            label="Published figures",
            on_press=lambda name: ui.LITERATURE.change(claim=name),
        )
    if len(shown) < len(chosen):
        show_all = partial(st.session_state.update, {_ALL: True})
        ui.quiet_button(f"Show all {len(chosen)}", "show_all", show_all)


def _on_lines(screen: LiteratureScreen, claim: PublishedClaim) -> str:
    """Return a claim for a phone: what it says, whose it is, both figures, how they compare and why."""
    (_, _, whose), figure, ours, verdict, why = library.cells(claim, rules_brief)
    says = claim.claim
    if claim.name != screen.claim:
        says = ui.way_to(screen.changed(claim=claim.name), says, ui.LITERATURE)
    compared = f"published {plain(figure)} · ours **{plain(ours)}**"
    lines = (
        f"**{says}**",
        ui.note(whose.text),
        ui.together(compared),
        ui.note(f"{plain(verdict)}. {plain(why)}".strip()),
    )
    return "  \n".join(lines)


def _query(screen: LiteratureScreen, claim: PublishedClaim) -> str | None:
    """Return the address of a claim that is opened, but not of the one that is."""
    return None if claim.name == screen.claim else ui.LITERATURE.query(screen.changed(claim=claim.name))


def preview(screen: LiteratureScreen) -> Card:
    """Return what is said of a link to a screen."""
    if not screen.claim:
        title, line = published.headline()
        every = published.claims().values()
        wrong = [one.claim for one in every if published.saved_verdict(one) is ClaimVerdict.DISAGREES]
        foot = f"{count(len({one.source for one in every}), 'source')}"
        return Card((Part(title),), line, foot, wrong)
    claim = published.claim_called(screen.claim)
    ours = published.compared(claim, published.saved_result(claim))
    return Card((Part(claim.claim),), f"{ours.rstrip('.')}.", claim.source)
