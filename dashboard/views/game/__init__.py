"""The Game page: one deal, watched, told and explained."""

from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.cache import Key
from dashboard.cache import games as cache_games
from dashboard.charts.game import chance, charts
from dashboard.components import LinkRow, Width, is_embedded, rows, width
from dashboard.files import Card, footer, rule_lines
from dashboard import ui
from dashboard.urls import GameScreen, View
from dashboard.views.game import dealing, sections
from engine.game import Game
from engine.numbers import count, number_words
from engine.rules import RULE_GROUPS
from engine.wording import Part, Sentence, plain, rules_of

# The Game page: a sentence, the evidence, the table.

NOT_DRAWN: Final = "It is drawn when the game has been played."
OTHER_RULES: Final = "The same cards by other rules"
ROUNDS: Final = "Round by round"
SEEN_WITHIN: Final = 6  # seconds in which the game of a guess plays itself
_SENT: Final = "replay_sent"
"""The replay that the visitor has, and of which game: it stays while another stretch of it is fetched."""


def page() -> None:
    """Draw the page for the address it was opened with."""
    ui.leave()
    if not ui.opens(ui.GAME, on_new=dealing.follow_screen):
        return
    screen = ui.GAME.current()
    key = cache_games.key_of(screen)
    cache_games.wait_shortly(key, screen.round)
    waiting = _awaited(screen)
    game = cache_games.played_decided(key)
    if game is not None and not 1 <= screen.round <= max(game.rounds, 1):
        rounds = count(game.rounds, "round")
        line = f"The link points at round {screen.round:,}, but this game has {rounds}. Ask for it again."
        ui.closed(ui.GAME, line)
        return
    if is_embedded():
        sections.framed(screen, key)
    else:
        _whole(screen, key, game)
    if waiting:
        _wait(waiting)


def _whole(screen: GameScreen, key: Key, game: Game | None) -> None:
    """Draw all that is said of a game, which may still be played, or of which something is still awaited."""
    if dealing.guess_of(screen) == 0:
        line = f"By {rules_of(screen.rule_set)}, with these cards. Nobody chooses anything: the cards decide."
        ui.verdict_row(ui.GAME, "Who wins this deal?", line)
        dealing.ask_who_wins(screen)
        return
    if game is not None and dealing.is_unseen(screen, game.rounds):
        _seen_first(screen, key, game)
        return
    lost = cache_games.played_lost(key, screen.round)
    container = _verdict(screen, key, game, lost=lost is not None)
    dealing.whose_rules(screen)
    if lost is not None:
        ui.unanswered(lost, "game")
    if game is not None:
        sections.records_beaten(screen, key, game)
    containers = ui.beside_rail(ui.rules_title(screen.rule_set), dealing.asked(screen), container)
    with containers.rules:
        ui.rule_set(ui.GAME, effect=partial(_effect, screen, key))
    with containers.given:
        dealing.deal_source(screen)
    with containers.main:
        _board(screen, key)
        _hands(screen, key)
        with containers.action if width() is Width.WIDE else st.container(horizontal=True):
            dealing.other_deals(screen)
        _more(screen, key, game)
        dealing.decks_in_full(screen)
        if game is not None:
            ui.printed_below(*footer.of_game(game, "", stream=sections.stream_words(screen))[:2])


def _seen_first(screen: GameScreen, key: Key, game: Game) -> None:
    """Play the game of a guess before anything is said of it."""
    line = f"By {rules_of(screen.rule_set)}: {count(game.rounds, 'round')} in {SEEN_WITHIN} seconds."
    sections.known_chances(key, game)  # computed meanwhile
    ui.verdict_row(ui.GAME, f"You said player {dealing.guess_of(screen)}.", line)
    _board(screen, key, within=SEEN_WITHIN)
    st.button("Skip", key="skip", on_click=dealing.skip)


def _awaited(screen: GameScreen) -> tuple[str, ...]:
    """Name the answers that the page still waits for."""
    key = cache_games.key_of(screen)
    games = ("games",) if cache_games.open_tasks(key, screen.round) else ()
    if screen.view is not View.CHANCE and not is_embedded():
        return games
    return (*games, *cache_games.awaited(key, cache_games.played_decided(key)))


def _wait(waiting: tuple[str, ...]) -> None:
    """Draw the page again when something that it was drawn without is there: all games, or a chance."""

    def refresh() -> None:
        ui.leave()  # a click while a game is played runs this section of the page alone
        if _awaited(ui.GAME.current()) != waiting:
            st.rerun()

    ui.poll(refresh, ui.OFTEN, first=lambda: None)


WELCOME: Final = "In War the higher card takes both; nobody chooses anything."


def _verdict(screen: GameScreen, key: Key, game: Game | None, *, lost: bool) -> DeltaGenerator:
    opening = screen.rule_set == ui.GAME.opening.rule_set and screen.given == ui.GAME.opening.given
    welcome = WELCOME if opening and not dealing.unread() else ""
    by_chance = f"The winner shuffles the cards won. This is game {screen.game:,} of seed {screen.seed:,}."
    if screen.rules.deterministic:
        by_chance = ""
    if game is None:
        title = "This game is still being played."
        limit = f"{cache_games.DECIDED_HERE:,} rounds"
        line = f"It is longer than {limit}. You can use everything else meanwhile."
        if lost:
            title, line = "This game was not played to its end.", "Other deals and rules can be chosen here."
        return ui.verdict_row(ui.GAME, title, welcome, line, by_chance)
    guess, right = dealing.guess_of(screen), ""
    if guess:
        right = chance.guessed(guess, game.outcome.winner, sections.known_chances(key, game))
    words = (right, ui.marked(charts.why(game, screen.rule_set)), sections.usual_length(screen, game))
    return ui.verdict_row(
        ui.GAME,
        ui.marked(charts.headline(game, screen.rule_set)),
        welcome,
        dealing.unread() or " ".join(filter(None, words)),
        by_chance,
        said=_expected(screen, key),
        beside=partial(sections.menu, screen, key, game),
        sections=partial(sections.sections_of, key, game),
        shared=sections.shared(screen, key, game),
    )


def _expected(screen: GameScreen, key: Key) -> str | None:
    """Say which rule sets give the answer that a paste expects; None where it expects none."""
    answer = dealing.expected(screen)
    if not answer:
        return None
    games = cache_games.under_every_preset(key)
    decided = {name: game for name, game in games.items() if game is not None}
    return charts.expectation(answer, decided) if len(decided) == len(games) else None


def _effect(screen: GameScreen, key: Key, before: str) -> str:
    """Say what a changed rule did to this game."""
    now = cache_games.played_decided(key)
    former = cache_games.played_decided(cache_games.key_of(replace(screen, rule_set=before)))
    if now is None or former is None:
        return "This game is still being played."
    return ui.marked(charts.effect(now, former, before))


def _hands(screen: GameScreen, key: Key) -> None:
    whole = cache_games.chart_data(key)
    if whole is None or not whole.sizes.is_drawn:
        ui.finding(charts.HANDS, whole.title if whole else NOT_DRAWN)
        return
    panel = charts.sizes_panel(whole.sizes, whole.title, whole.note, shown=screen.round)
    sections.draw_chart(screen, panel, sections.open_round)


def _board(screen: GameScreen, key: Key, *, within: float = 0) -> None:
    """Draw the replay: the game, or of a long one the stretch in which the round on the table is."""
    replay = cache_games.board_payload(key, screen.round)
    if replay is None:
        whose, replay = st.session_state.get(_SENT, (None, None))
        if replay is None or whose != key:
            return
    st.session_state[_SENT] = key, replay
    if replay["last"]:
        sections.draw_board(replay, screen.round, within=within)


TABS: Final = {
    View.OTHER_RULES: ("Other rules", "Other rules"),
    View.CHANCE: ("Chance of winning", "Chance"),
    View.ACES: ("Aces held", "Aces"),
    View.ROUNDS: ("Round by round", "Rounds"),
}
"""What is open below the charts: its name, and that on a phone."""


def _more(screen: GameScreen, key: Key, game: Game | None) -> None:
    """Draw the row of what else there is, and the one that is open: only that is computed."""
    small = width() is Width.SMALL
    ui.bound(
        st.segmented_control,
        ui.GAME,
        "view",
        View.ACES if screen.view is View.HOLDERS else screen.view,
        lambda view: {"view": view, "jump": False},
        label="More about this game",
        options=[*TABS],
        format_func=lambda view: TABS[view][small],
        required=True,
        label_visibility="collapsed",
    )
    match screen.view:
        case View.OTHER_RULES:
            _other_rules(screen, key, game)
        case View.CHANCE:
            sections.chance_to_win(screen, key, game)
        case View.ROUNDS:
            _rounds(screen, key)
        case _:
            _aces(screen, key)


def _other_rules(screen: GameScreen, key: Key, game: Game | None) -> None:
    games = cache_games.under_every_preset(key)
    there = {name: game for name, game in games.items() if game is not None}
    if len(there) < len(games):
        missing = number_words(len(games) - len(there))
        sentence = f"By {missing} of the rule sets the game is still being played."
    else:
        sentence = ui.marked(charts.verdicts_compared(there))
    ui.finding(OTHER_RULES, sentence)
    listed = {screen.rule_set, *ui.listed_rules(screen.rule_set)}
    cells = charts.verdict_rows(games, game, screen.rule_set)
    table = [_row(screen, name, row) for name, row in cells.items() if name in listed]

    def choose(name: str) -> None:
        ui.GAME.change(rule_set=name)

    rows(charts.VERDICT, table, key="rule_sets", label=OTHER_RULES, on_press=choose)
    ui.show_all_rules("table", len(games))


def _row(screen: GameScreen, name: str, cells: tuple[Sentence, ...]) -> LinkRow:
    """Return the row of a rule set, which opens its game: all but that of the game on the table."""
    group = next((group for group, names in RULE_GROUPS.items() if name in names), "")
    query = ui.GAME.query(screen.changed(rule_set=name)) if name != screen.rule_set else None
    return LinkRow(name, cells, query, group=group)


def _aces(screen: GameScreen, key: Key) -> None:
    """Draw how many aces player 1 holds, or, switched on, which player holds each card."""
    whole = cache_games.chart_data(key)
    if whole is None or not whole.sizes.game.rounds:
        ui.finding("Aces held", whole.title if whole else NOT_DRAWN)
        return
    every = screen.view is View.HOLDERS
    panel = charts.holders_panel(whole.holders) if every else charts.aces_panel(whole.aces)
    sections.draw_chart(screen, panel)
    ui.bound(
        st.toggle,
        ui.GAME,
        "every_card",
        every,
        lambda on: {"view": View.HOLDERS if on else View.ACES, "jump": False},
        label=f"All {screen.deal.size:,} cards",
    )


def _rounds(screen: GameScreen, key: Key) -> None:
    table, game = cache_games.rounds_of(key, screen.round), cache_games.played_decided(key)
    if table is None or game is None:
        ui.finding(ROUNDS, "The rounds are listed when they have been played.")
        return
    shown = charts.around(table, screen.round)
    sentence = "The cards that each player laid, who took them, and in which order."
    if len(shown) < game.rounds:
        first, last = shown["round"].iloc[0], shown["round"].iloc[-1]
        more = "" if len(shown) == len(table) else f" The download has {len(table):,}."
        sentence = f"Rounds {first:,} to {last:,} of {game.rounds:,}, around the one on the table.{more}"
    ui.finding(ROUNDS, sentence)
    st.dataframe(shown, hide_index=True, height=380)


def preview(screen: GameScreen) -> Card:
    """Return what is said of a link to a screen."""
    game = cache_games.played_decided(cache_games.key_of(screen))
    foot = count(screen.deal.size, "card")
    if game is None:
        line = "It is played when the link is opened."
        return Card((Part(f"By {rules_of(screen.rule_set)} a long game of War"),), line, foot)
    line = plain(charts.why(game, screen.rule_set))
    return Card(charts.headline(game, screen.rule_set), line, foot, rule_lines(screen.rules))
