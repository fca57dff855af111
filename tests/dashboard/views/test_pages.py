"""The Game page without a browser: controls, verdict, pastes, links."""

from contextlib import suppress
from typing import Any, Final
from unittest.mock import Mock

import pytest
from approved import Reviewed
from apps import at_address, behind, label_of, labelled, opened_at, shown_text, switch_page, verdict
from streamlit.testing.v1 import AppTest

from dashboard.urls import GAME, SIMULATE, GameScreen, LinkError, SimulateScreen, View, to_query
from dashboard.views.game.sections import usual_length
from engine import Deal, Pack, play
from engine.rules import PLAYABLE, Pickup


def opened(screen: GameScreen | None = None, **params: str) -> AppTest:
    return opened_at("game", GAME.to_params(screen) if screen else params)


def choose_source(app: AppTest, source: str) -> AppTest:
    return app.segmented_control(key="source").set_value(source).run()


def paste(app: AppTest, text: str) -> AppTest:
    choose_source(app, "Paste")
    app.text_area(key="paste_text").set_value(text).run()
    return app


def test_a_browser_that_is_behind_undoes_no_random_deal_and_no_swap() -> None:
    for screen in (None, GameScreen(seed=7)):
        app = behind(opened(screen), "random_deal")
        dealt = app.session_state["game screen"]
        assert dealt.given is None
        assert dealt.seed != 7
        assert labelled(app.segmented_control, "Deal").value == "Random"
        assert labelled(app.text_input, "Seed").value == str(dealt.seed)
    given = GameScreen(given=Deal.parse("234/567"))
    app = behind(choose_source(opened(given), "Paste"), "swap")
    assert app.session_state["game screen"].given == given.deal.swapped()
    assert app.text_area[0].value == given.deal.swapped().text
    assert behind(app, "random_deal").session_state["game screen"].given is None


def test_what_a_changed_rule_does_to_the_game_is_said_where_it_is_changed() -> None:
    app = opened().button(key="change_rule").click().run()
    assert "Now" not in shown_text(app)
    app.selectbox(key="rule_pickup").set_value(Pickup.PLAYER_1_FIRST).run()
    line = "Now the game :violet[never ends]; by Bicycle’s rules :blue[player 1] wins after 498 rounds."
    assert line in shown_text(app)
    app.button(key="rule_back").click().run()
    app.number_input(key="rule_face_down").set_value(2).run()
    assert "; by Bicycle’s rules :blue[player 1] wins after 498 rounds." in shown_text(app)
    assert app.session_state["game screen"].rule_set == "2.LOSER_FIRST.LAST_CARD.DRAW.HIGH"
    app.number_input(key="rule_face_down").set_value(1).run()
    assert app.session_state["game screen"].rule_set == "bicycle"
    assert "; by Bicycle’s rules" not in shown_text(app)
    app.radio(key="rules Programming puzzles").set_value("codingame").run()
    app.number_input[0].set_value(2).run()
    assert "; by CodinGame’s rules " in shown_text(app)
    assert "; by Bicycle’s rules" not in shown_text(app)


def test_several_pasted_deals_can_be_chosen() -> None:
    app = paste(opened(), "AKQ/KQJ\n23/4")
    app.selectbox(key="paste_choice").set_value(1).run()
    assert app.session_state["game screen"].given == Deal.parse("23/4")
    assert "never ends" in verdict(app)
    before = app._tree.get_widget_states()
    paste(app, "AKQ/KQJ\n34/5")
    app._run(before)  # what a browser says that has not heard of the other paste


def test_a_link_may_have_1_900_characters() -> None:
    ranks = [(place * 389 + 17) % 900 + 20 for place in range(4_000)]  # of no order: nothing to compress
    screens = (GameScreen(given=Deal(tuple(ranks[:n:2]), tuple(ranks[1:n:2]))) for n in range(450, 4_000))
    longest = 0
    with suppress(LinkError):
        for screen in screens:
            longest = len(to_query(GAME.to_params(screen)))
    assert 1_880 < longest <= 1_900


@pytest.mark.parametrize("change", [{"round": "230"}, {"check": "aaaaaaaa"}, {"v": "9"}, {"rules": "x"}])
def test_a_damaged_link_shows_why_and_no_game(change: dict[str, str]) -> None:
    params = GAME.to_params(GameScreen(given=Deal.parse("AKQ/KQJ")))
    app = opened(None, **{**params, **change})
    assert verdict(app) == "This link cannot be opened."
    assert len(app.title) == 1
    app.button[0].click().run()
    assert "498 rounds" in verdict(app)


@pytest.mark.parametrize("deal", ["/", "/AK", "AK/", "2/2", "23/4", "2222/22222"])
@pytest.mark.parametrize("view", View)
def test_the_smallest_deals_have_a_page(deal: str, view: View) -> None:
    app = opened(GameScreen(rule_set="codingame", given=Deal.parse(deal), view=view))
    assert app.title[0].value
    assert not app.error


def test_a_judges_input_is_played_by_its_own_rules_with_one_press_back() -> None:
    app = paste(opened(), "2\n8C\nKD\n2\n8D\n2D\nPAT")
    assert "Answer in the pasted text: “PAT”" in shown_text(app)
    assert verdict(app) == "By CodinGame’s rules the game is drawn after 1 round."
    assert label_of(app.button(key="own_rules")) == "Keep Bicycle’s rules"
    app.button(key="own_rules").click().run()
    assert verdict(app).startswith("By Bicycle’s rules")
    assert label_of(app.button(key="own_rules")) == "Play by CodinGame’s rules"
    app.button(key="random_deal").click().run()
    assert "Answer in the pasted text" not in shown_text(app)


UNREAD: Final = (
    *("2\rAD\r1S\r2\rKH\rJC", "A K 1 / 2 3 4", "2\nAD\nQX\n2\nKH\nJC", "AKX/KQJ", "Ad 10X/Kh Jc"),
    # Hex digits, in which A is a ten; and a long line.
    *("DE1/EB2", "2 3 4 5 6 7 8 9 T X 2 3 4 5 6 7 8 9 T J / A"),
)


def test_a_card_that_cannot_be_read_is_shown_with_what_it_may_be(reviewed: Reviewed) -> None:
    shown = []
    for text in UNREAD:
        app = paste(opened(), text)
        assert "498 rounds" in verdict(app)
        assert "This is still the previous deal." in shown_text(app)
        assert app.button(key="paste_play").disabled
        repairs = [button for button in app.button if str(button.key).startswith("repair")]
        shown += [
            repr(text),
            "\n".join(line.value for line in app.text),
            f"offers {[button.label for button in repairs]}",
        ]
        if repairs:
            repairs[0].click().run()
            shown.append(f"plays {app.session_state['game screen'].given.text}")
            assert "This is still the previous deal." not in shown_text(app)
    reviewed("\n".join(shown))


def test_a_guess_is_asked_before_the_game_is_shown() -> None:
    app = opened()
    app.button(key="guess_first").click().run()
    assert "rounds" not in shown_text(app)
    winner = play(app.session_state["game screen"].deal, PLAYABLE["bicycle"]).outcome.winner
    app.button(key=f"guess_{winner}").click().run()
    app.button(key="skip").click().run()
    assert f"player {winner}" in verdict(app)
    assert "You were right." in shown_text(app)
    app.button(key="swap").click().run()
    assert "You " not in shown_text(app)


def test_a_game_is_long_or_short_beside_half_of_all_games() -> None:
    def said(rounds: int, cycle: bool = False, **screen: Any) -> str:
        asked = GameScreen(seed=1, **screen)
        return usual_length(asked, Mock(deal=asked.deal, rounds=rounds, cycle=cycle))

    usual = "half of all games end by round 232."
    lengths = [f"A short game: {usual}", *[usual.capitalize()] * 2, f"A long game: {usual}"]
    assert [said(rounds) for rounds in (154, 155, 348, 349)] == lengths
    assert "of finished games" in said(232, rule_set="programming-challenges")
    others: tuple[dict[str, Any], ...] = {"pack": Pack(8, 4)}, {"rule_set": "4.LOSER_FIRST.LOSES.DRAW.HIGH"}
    assert [said(9, cycle=True), *(said(9, **screen) for screen in others)] == [""] * 3


def test_a_chosen_rule_set_goes_along_to_every_page_and_that_of_a_link_wins() -> None:
    app = opened()
    assert app.session_state["game screen"].rule_set == "bicycle"
    app.radio(key="rules Programming puzzles").set_value("codingame").run()

    def visited(page: str, params: dict[str, str]) -> str:
        switch_page(at_address(app, params), page).run()
        return str(app.session_state[f"{page} screen"].choice)

    chosen = {page: visited(page, {}) for page in ("simulate", "compare", "questions", "packs")}
    assert chosen == dict.fromkeys(chosen, "codingame")
    assert [visited(page, {}) for page in ("records", "diagnose")] == ["", ""]
    assert visited("simulate", SIMULATE.to_params(SimulateScreen(rule_set="norvig"))) == "norvig"
    assert visited("packs", {}) == "codingame"  # counted where the deal settles the game
    assert visited("game", {}) == "norvig"
