"""One claim opened: whose it is and by which rules, our figures beside it, and the run behind them."""

from functools import lru_cache, partial

import streamlit as st

from dashboard.address.screens import GameScreen, SimulateScreen
from dashboard.charts.literature import strip
from dashboard.charts.parts.theme import THEMES
from dashboard.components.chart_image.mount import Saved
from dashboard.exports.footer import of_lines, of_picture
from dashboard.shell.desk import GAME, LITERATURE, SIMULATE
from dashboard.shell.drawing import draw
from dashboard.shell.frame import heading, theme
from dashboard.shell.marks import pressable
from dashboard.shell.rule_set import rules_told
from engine.cards import Deal, Pack
from engine.literature.claim import SEED, PublishedClaim
from engine.literature.results import kept
from engine.literature.said import because, published_text
from engine.rules import PLAYABLE, rules_called, rules_name
from engine.words.brief import in_brief


@lru_cache(maxsize=256)
def rules_brief(code: str) -> str:
    """Name a rule set in a few words: by what it does, for the claims were made before its name was ours."""
    return in_brief(rules_called(code))


def opened(claim: PublishedClaim) -> None:
    """Draw a claim with everything that is known of it."""
    with st.container(border=True, key="opened"):
        left, right = st.columns([0.4, 0.6], gap="large")
        with left:
            heading(claim.claim, _whose(claim))
            if claim.url:
                st.markdown(f":small[[The source]({claim.url})]")
            if claim.runs:
                rules_told(rules_called(claim.runs[0]))
            with st.container(horizontal=True, vertical_alignment="center"):
                _ways(claim)
                st.button(
                    pressable("Close"),
                    key="close",
                    type="tertiary",
                    icon=":material/close:",
                    on_click=lambda: LITERATURE.change(claim=""),
                )
        with right:
            _ours(claim)


def _whose(claim: PublishedClaim) -> str:
    year = f", {claim.year}" if claim.year else ""
    pack = f"; a pack of {claim.pack}" if claim.pack != "13x4" else ""
    hands = f"; hands {claim.hands}" if claim.hands else ""
    games = f"; {claim.their_games:,} games" if claim.their_games else ""
    return f"{claim.source}{year}{games}{pack}{hands}. Published: {published_text(claim)}."


def _ours(claim: PublishedClaim) -> None:
    result = kept(claim)
    panel = strip.panel(claim, rules_brief)
    heading(panel.title, panel.note)
    why = because(claim, result, rules_brief)
    if why:
        st.markdown(f":small[{why}]")
    if strip.is_drawn(claim, result):
        whose = f"{claim.claim} ({_whose(claim)})"
        rules = " or ".join(rules_brief(code) for code in claim.runs)
        foot = of_lines(whose, rules, link=LITERATURE.whole_address())
        figure = panel.draw(THEMES[theme()])
        saved = partial(Saved, f"war-room-claim-{claim.name}", of_picture(foot, figure, panel.words))
        draw(panel, figure, saved=saved, titled=False)


def _ways(claim: PublishedClaim) -> None:
    """Draw the way to the run behind our figure, or to the deal that it is about."""
    if claim.runs and not claim.hands and not claim.limit:
        code = claim.runs[0]
        screen = SimulateScreen(
            rule_set=rules_name(rules_called(code)),
            pack=Pack.parse(claim.pack),
            games=claim.our_games,
            seed=SEED,
        )
        st.page_link(
            SIMULATE.page,
            label=pressable("Open the run"),
            icon=":material/bar_chart:",
            query_params=SIMULATE.params(screen),
        )
    for case in claim.cases[:1]:
        name = case.rules if case.rules in PLAYABLE else rules_called(case.rules).code
        params, _ = GAME.params_or_why(GameScreen(rule_set=name, given=Deal.parse(case.deal)))
        if params:
            st.page_link(
                GAME.page,
                label=pressable("Open the deal"),
                icon=":material/open_in_new:",
                query_params=params,
            )
