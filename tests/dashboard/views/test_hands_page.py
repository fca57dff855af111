"""Hands on the pages: in the one choice with the pack, in links, in what is said of games that they start."""

from approved import Reviewed
from chart_text import lines

from dashboard.examples.deals import famous_hands
from dashboard.ui.controls import typed_deal
from dashboard.urls.screens import CompareScreen, SimulateScreen
from dashboard.views.simulate import followed_games, game_with_deck
from engine.cards import STANDARD_PACK, Hands, Pack, deal_cards, shares
from engine.wording.sentences import hands_in_words

ACES = Hands.parse("AAAA/*")
SIMULATED = SimulateScreen(rule_set="code-golf", games=3_000, seed=31, hands=ACES)
COMPARED = CompareScreen(rule_sets=("code-golf", "codingame"), games=300, seed=31, hands=ACES)


def test_a_game_of_hands_is_the_game_of_the_study() -> None:
    screen = SIMULATED.game(17)
    assert screen.deal == deal_cards(STANDARD_PACK, seed=31, number=17, hands=ACES)
    assert screen.deal.deck_1 == (14,) * 4
    assert SIMULATED.job.hands == COMPARED.job.hands == ACES
    assert COMPARED.game(5, 1).deal == deal_cards(STANDARD_PACK, seed=31, number=5, hands=ACES)
    pasted = screen.changed(given=screen.deal)
    assert pasted.changed(hands=None).given is None  # other hands are dealt, whatever deal was given


def test_what_one_field_takes_and_refuses(reviewed: Reviewed) -> None:
    shown = {}
    for text in ("8x4", "AAAA/*", " 8x4 AAAA ?{12}/*", " ?{20}/?{32} ", "", "AAAA", "13x", "0x4 A/*", "AZ/*"):
        try:
            taken = typed_deal(text, STANDARD_PACK)
            shown[repr(text)] = f"pack {taken['pack'].text}, hands {taken['hands'] and taken['hands'].text}"
        except ValueError as refused:
            shown[repr(text)] = f"refused: {refused}"
    reviewed(lines(shown))


def test_famous_hands_go_by_their_names_and_can_be_dealt() -> None:
    assert {hands.text: name for hands, name in famous_hands(STANDARD_PACK).items()} == {
        "AAAA/*": "Four aces against the rest",
        "KKKKQQQQJJJJ/*": "All the pictures against the rest",
        "A?{25}/A?{25}": "One ace each",
        "?{20}/*": "20 cards against 32",
    }
    for pack in map(Pack.parse, ("1x2", "2x1", "8x4", "9x4", "6x6", "13x1", "52x1", "13x8", "2x10")):
        for hands in famous_hands(pack):
            assert shares(pack, hands).cards == pack.size


def test_hands_in_words(reviewed: Reviewed) -> None:
    several = (
        *("AAAA/*", "*/AAAA", "AAAA?{22}/?{26}", "AKQJ?{22}/?{26}", "?{20}/?{32}", "A?/K", "?/?{3}", "A*/2"),
        "AA?/AA?",
    )
    words = {text: hands_in_words(STANDARD_PACK, Hands.parse(text)) for text in several}
    words["52x1"] = hands_in_words(Pack(52, 1), Hands.parse("14 13 ?{3}/11 *"))
    reviewed(lines(words))


def test_a_click_on_a_deck_size_opens_a_game_of_these_hands() -> None:
    game = game_with_deck(SIMULATED, 0, 4)
    assert game is not None
    assert game.hands == ACES
    assert game.game == followed_games(SIMULATED.job)[0]
    assert game_with_deck(SIMULATED, 0, 26) is None
