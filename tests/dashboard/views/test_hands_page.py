"""Hands on the pages: in the one choice with the pack, in links, in what is said of games that they start."""

from dataclasses import replace
from functools import cache
from urllib.parse import parse_qs

import numpy as np
import pytest
from apps import labelled, opened_at, said, when_over

from dashboard.charts.compare.charts import headline as compared_headline
from dashboard.charts.simulate import decks
from dashboard.charts.simulate import hands as simulate_hands
from dashboard.charts.simulate.charts import headline, simulate_panels
from dashboard.charts.simulate.outcomes import sentences
from dashboard.charts.style import THEMES
from dashboard.examples.deals import famous_hands
from dashboard.files.footer import in_words
from dashboard.ui.controls import typed_deal
from dashboard.ui.preview import preview
from dashboard.urls import COMPARE, GAME, SIMULATE
from dashboard.urls.links import Codec, LinkError, to_query
from dashboard.urls.screens import CompareScreen, GameScreen, RunScreen, Screen, SimulateScreen
from dashboard.views.game.dealing import asked
from dashboard.views.simulate import followed_games, game_with_deck
from engine.cards import STANDARD_PACK, Hands, Pack, deal_cards, shares
from engine.kernels import Terms, play_numbers
from engine.rules import PLAYABLE, Order
from engine.simulation import Study, paired
from engine.simulation.tallies import Summary, tally
from engine.tables import decks as fan_table
from engine.tables import outcomes as dealt_table
from engine.tables.files import tallies_table
from engine.wording.sentences import hands_in_words, plain

ACES = Hands.parse("AAAA/*")
SIMULATED = SimulateScreen(rule_set="code-golf", games=3_000, seed=31, hands=ACES)
COMPARED = CompareScreen(rule_sets=("code-golf", "codingame"), games=300, seed=31, hands=ACES)


@cache
def tallied(hands: str, rules: str = "code-golf") -> tuple[Study, Summary]:
    study = Study(rules=PLAYABLE[rules], games=3_000, seed=31, followed=3_000, hands=Hands.parse(hands))
    return study, tally(study, 0, study.games)


@pytest.mark.parametrize(
    ("codec", "screen"),
    [
        (GAME, GameScreen(hands=Hands.parse("AAAA?{22}/*"), seed=3, game=9)),
        (GAME, GameScreen(hands=Hands.parse("52 51 ?{24}/*"), pack=Pack(52, 1))),
        (SIMULATE, SIMULATED),
        (COMPARE, COMPARED),
        (COMPARE, CompareScreen(rule_sets=("code-golf",), sweep="face_down", hands=ACES)),
    ],
)
def test_a_link_carries_the_hands(codec: Codec[Screen], screen: Screen) -> None:
    query = to_query(codec.to_params(screen))
    assert codec.from_params(parse_qs(query, strict_parsing=True)) == screen
    assert parse_qs(query)["hands"] == [screen.hands.text]  # type: ignore[attr-defined]
    assert "hands" not in codec.to_params(screen.changed(hands=None))


@pytest.mark.parametrize("hands", ["AAAAA/*", "AAAA", "*/*", "AXA/*"])
@pytest.mark.parametrize(
    ("codec", "screen"), [(GAME, GameScreen()), (SIMULATE, SIMULATED), (COMPARE, COMPARED)]
)
def test_a_link_with_hands_that_cannot_be_dealt_is_refused(
    codec: Codec[Screen], screen: Screen, hands: str
) -> None:
    params = {**codec.to_params(screen), "hands": hands}
    del params["check"]
    params["check"] = codec.checksum(params)
    with pytest.raises(LinkError, match=r"War Room cannot show it: .+\.$"):
        codec.from_params({name: [value] for name, value in params.items()})


def test_a_game_of_hands_is_the_game_of_the_study() -> None:
    screen = SIMULATED.game(17)
    assert screen.deal == deal_cards(STANDARD_PACK, seed=31, number=17, hands=ACES)
    assert screen.deal.deck_1 == (14,) * 4
    assert SIMULATED.job.hands == COMPARED.job.hands == ACES
    assert COMPARED.game(5, 1).deal == deal_cards(STANDARD_PACK, seed=31, number=5, hands=ACES)
    pasted = screen.changed(given=screen.deal)
    assert pasted.changed(hands=None).given is None  # other hands are dealt, whatever deal was given


@pytest.mark.parametrize(
    ("text", "pack", "hands"),
    [
        ("8x4", "8x4", None),
        ("AAAA/*", "13x4", "AAAA/*"),
        ("8x4 AAAA ?{12}/*", "8x4", "AAAA?{12}/*"),
        (" ?{20}/?{32} ", "13x4", "?{20}/?{32}"),
    ],
)
def test_one_field_takes_a_pack_or_hands_or_both(text: str, pack: str, hands: str | None) -> None:
    assert typed_deal(text, STANDARD_PACK) == {
        "pack": Pack.parse(pack),
        "hands": Hands.parse(hands) if hands else None,
    }


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'' is no pack and no hands: write ranks x copies, such as 13x4, or hands, such as AAAA/* or"),
        ("AAAA", "'AAAA' is no pack and no hands: write"),
        ("13x", "'13x' is no pack: write ranks x copies, such as 13x4"),
        ("0x4 A/*", "a pack of 0 x 4 has no cards"),
        ("AZ/*", "column 2: 'Z' is no rank: write letters"),
    ],
)
def test_what_the_field_does_not_take_it_refuses_with_the_repair(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as refused:
        typed_deal(text, STANDARD_PACK)
    assert str(refused.value).startswith(why)


@pytest.mark.parametrize("screen", [GameScreen(), SIMULATED, COMPARED])
def test_hands_that_the_pack_does_not_have_are_no_screen(screen: Screen) -> None:
    with pytest.raises(ValueError, match="hands 'AAAAA/\\*' hold A 5 times: the pack of 13x4 has 4"):
        screen.changed(**typed_deal("AAAAA/*", STANDARD_PACK))


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


@pytest.mark.parametrize(
    ("pack", "hands", "words"),
    [
        ("13x4", "AAAA/*", "four aces against the other 48"),
        ("13x4", "*/AAAA", "48 cards against four aces"),
        ("13x4", "AAAA?{22}/?{26}", "four aces and 22 more cards against the other 26"),
        ("13x4", "AKQJ?{22}/?{26}", "an ace, a king, a queen, a jack and 22 more cards against the other 26"),
        ("13x4", "?{20}/?{32}", "20 cards against the other 32"),
        ("13x4", "A?/K", "an ace and one more card against a king"),
        ("13x4", "?/?{3}", "one card against three cards"),
        ("13x4", "A*/2", "an ace and 50 more cards against a 2"),
        ("52x1", "14 13 ?{3}/11 *", "a 14, a 13 and three more cards against an 11 and 46 more cards"),
        ("13x4", "AA?/AA?", "two aces and one more card each"),
    ],
)
def test_hands_in_words(pack: str, hands: str, words: str) -> None:
    assert hands_in_words(Pack.parse(pack), Hands.parse(hands)) == words


def test_simulate_says_whose_hands_they_are() -> None:
    study, summary = tallied("AAAA/*")
    title, sure = map(plain, headline(study, summary))
    assert title.startswith("Player 1 wins")
    assert sure.startswith("3,000 random deals of 52 cards, four aces against the other 48; every share is")
    cards = in_words(study, 3_000)["Cards"]
    assert cards == "52 cards, 4 of each of 13 ranks: four aces against the other 48 (AAAA/*)"
    assert set(tallies_table(study, summary)["pack"]) == {"13x4 AAAA/*"}
    params = {name: [value] for name, value in SIMULATE.to_params(SIMULATED.changed(seed=32)).items()}
    about = preview("simulate", params).about
    assert about.endswith("By the rules of Code golf, four aces against the other 48.")


def test_compare_says_whose_hands_they_are() -> None:
    compared = paired.tally(COMPARED.job, 0, 300)
    _, sure = compared_headline(COMPARED.job, compared, COMPARED.names)
    assert "the same 300 deals of four aces against the other 48 under both rule sets." in plain(sure)


@pytest.mark.parametrize(
    ("hands", "left_out"),
    [
        ("AAAA/*", {"aces", "strength", "coin"}),
        ("AAAA?{22}/*", {"aces", "coin"}),
        ("?{20}/?{32}", {"coin"}),
        ("KKKK?{10}/AAAA*", {"aces", "coin"}),
        ("A?{25}/A?{25}", set()),
        ("AA/KK", {"aces", "strength", "coin"}),
        ("?{26}/?{26}", set()),
    ],
)
def test_charts_that_hands_leave_nothing_to_tell_are_left_out(hands: str, left_out: set[str]) -> None:
    study = Study(rules=PLAYABLE["code-golf"], games=200, seed=1, hands=Hands.parse(hands), followed=200)
    summary = tally(study, 0, 200)
    plain_study = Study(rules=PLAYABLE["code-golf"], games=200, seed=1, followed=200)
    every = {panel.name for panel in simulate_panels(plain_study, tally(plain_study, 0, 200))}
    panels = simulate_panels(study, summary)
    assert {"aces", "strength", "coin"} <= every
    assert every - {panel.name for panel in panels} == left_out
    for panel in panels:
        panel.draw(THEMES["light"])


def test_by_proof_only_hands_that_are_alike_make_a_coin() -> None:
    alike, games = tallied("A?{25}/A?{25}")
    assert "By proof it is one" in " ".join(map(plain, sentences(alike, games)))
    apart, others = tallied("?{20}/?{32}")
    assert "By proof" not in " ".join(map(plain, sentences(apart, others)))


def test_who_is_ahead_is_said_of_unequal_hands_alone() -> None:
    study, summary = tallied("?{5}/?{47}", "codingame")
    assert decks.fan_panel(study, summary).title == "By round 1,000 player 1 mostly holds 27 or more"
    blind = replace(study, rules=PLAYABLE["code-golf"])
    assert decks.fan_panel(blind, summary).title == "By round 1,000 player 1 mostly holds 27 or more"
    alike = replace(blind, hands=Hands.parse("A?{4}/A?{4}"), pack=STANDARD_PACK)
    assert decks.fan_panel(alike, summary).title.startswith("After 1,000 rounds, ")


def test_cards_that_lie_aside_are_on_no_axis() -> None:
    chart = fan_table.fan(*tallied("AAAA?/KKKK?"))
    assert chart.cards == 10
    assert chart.quantiles[0.5][0] == 5


def test_a_hand_above_the_mean_is_not_called_the_stronger_deck() -> None:
    alike, games = tallied("A?{25}/A?{25}")
    assert simulate_hands.strength_panel(alike, games).title.startswith("The stronger deck wins ")
    for text in ("?{20}/?{32}", "AAAA?{22}/*", "A?{5}/A?{5}"):
        study, summary = tallied(text)
        panel = simulate_hands.strength_panel(study, summary)
        title = panel.title
        tallied_strength = summary.strength[:, int(dealt_table.mean_strength(study)) + 1 :]
        won, decided = tallied_strength[0].sum(), tallied_strength[:2].sum()
        assert title == f"A hand above the mean wins {100 * won / decided:.0f} % of decided games" or (
            title.startswith("A hand above the mean wins ")
            and float(title.split()[6]) == pytest.approx(100 * won / decided, abs=0.51)
        )
        assert "above the mean hand" in panel.table.columns
        assert dealt_table.strength(study, summary).axis == "points above the mean hand"


@pytest.mark.parametrize("order", [Order.HIGH, Order.ACE_LOW, Order.LOW_WINS])
@pytest.mark.parametrize("hands", ["AAAA?{22}/*", "?{20}/?{32}", "KQ2?{10}/AAAA?{5}"])
def test_the_strength_of_hands_is_spread_as_its_formula_says(hands: str, order: Order) -> None:
    rules = PLAYABLE["code-golf"].changed(order=order)
    study = Study(rules=rules, games=2_000, seed=8, hands=Hands.parse(hands))
    numbers = np.arange(2_000, dtype=np.uint64)
    records = play_numbers(
        rules, study.pack, numbers=numbers, terms=Terms(seed=8, limit=300), hands=study.hands
    )
    error = dealt_table.deviation(study) / 2_000**0.5
    assert records["strength"].mean() == pytest.approx(dealt_table.mean_strength(study), abs=4 * error)
    assert records["strength"].std() == pytest.approx(dealt_table.deviation(study), rel=0.08)
    assert dealt_table.best_vary(study) == (len(set(records["aces"].tolist())) > 1)


def test_a_click_on_a_deck_size_opens_a_game_of_these_hands() -> None:
    game = game_with_deck(SIMULATED, 0, 4)
    assert game is not None
    assert game.hands == ACES
    assert game.game == followed_games(SIMULATED.job)[0]
    assert game_with_deck(SIMULATED, 0, 26) is None


@pytest.mark.parametrize(
    ("screen", "codec", "view"),
    [
        (GameScreen(seed=3), GAME, "game"),
        (SimulateScreen(rule_set="code-golf", games=2_000_000, seed=33), SIMULATE, "simulate"),
        (CompareScreen(rule_sets=("code-golf", "codingame"), games=2_000_000, seed=33), COMPARE, "compare"),
    ],
    ids=["game", "simulate", "compare"],
)
def test_hands_are_chosen_or_typed_where_the_pack_is(
    screen: RunScreen | GameScreen, codec: Codec[Screen], view: str
) -> None:
    app = opened_at(view, codec.to_params(screen))
    box = labelled(app.selectbox, "Pack or hands")
    assert "Four aces against the rest" in box.options
    box.set_value("13x4 AAAA/*").run()
    assert app.query_params["hands"] == "AAAA/*"
    assert labelled(app.selectbox, "Pack or hands").value == "13x4 AAAA/*"
    labelled(app.selectbox, "Pack or hands").set_value("8x4").run()
    assert "hands" not in app.query_params
    assert app.query_params["pack"] == "8x4"


def test_where_the_rail_is_folded_its_line_names_the_hands() -> None:
    screen = GameScreen(rule_set="code-golf", hands=ACES, seed=3, game=5)
    assert asked(screen) == "**Code golf**: deal 5 of seed 3, four aces against the other 48"
    assert asked(screen.changed(hands=None)) == "**Code golf**: deal 5 of seed 3"


def test_a_run_of_hands_is_played_and_told() -> None:
    app = when_over(opened_at("simulate", SIMULATE.to_params(SIMULATED)), SIMULATED.job)
    assert "3,000 random deals of 52 cards, four aces against the other 48" in said(app)
