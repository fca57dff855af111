"""The hunt for records: settled by seed and turn alone, whoever takes the turns and in which order."""

from dataclasses import replace

import pytest

from engine.cards import Deal, deal_cards
from engine.library import hunt as hunting
from engine.library.hunt import Catch, Hunt, joined, record_of, take_turn
from engine.library.records import COMEBACK, CYCLE_OF, FEATS, LONGEST, QUICKEST, Feat, exchanged, figure_of
from engine.rules import PLAYABLE


@pytest.fixture(autouse=True)
def _short_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hunting, "SHUFFLED", 300)
    monkeypatch.setattr(hunting, "TRIED", 32)
    monkeypatch.setattr(hunting, "PATIENCE", 3)


@pytest.mark.parametrize(
    "feat", FEATS.values(), ids=lambda feat: feat.name if isinstance(feat, Feat) else feat
)
@pytest.mark.parametrize("name", ["code-golf", "codingame", "jouets"])
def test_what_a_hunt_finds_is_played_again_with_its_figure(name: str, feat: Feat) -> None:
    hunt = Hunt(PLAYABLE[name], feat, seed=5)
    catch = joined(hunt, (take_turn(hunt, turn) for turn in range(2)))
    if catch.figure is None:
        assert feat.cycles
        assert name != "codingame"
        return
    record = record_of(hunt, catch, by="somebody", date="2026-11-22")
    assert record.measured() == record.figure == catch.figure
    deal = deal_cards(hunt.pack, seed=5, number=record.game)
    assert exchanged(deal, record.exchanges).text == record.deal
    assert (record.turns, record.how) == (2, "exchanged" if record.exchanges else "shuffled")


@pytest.mark.parametrize(
    "feat", [LONGEST, QUICKEST, COMEBACK], ids=lambda feat: feat.name if isinstance(feat, Feat) else feat
)
def test_the_best_of_a_turn_is_the_best_of_its_games_one_by_one(feat: Feat) -> None:
    rules = PLAYABLE["code-golf"]
    hunt = Hunt(rules, feat, seed=1)
    figures = {
        number: figure
        for number in range(300, 600)
        if (figure := figure_of(feat, deal_cards(hunt.pack, seed=1, number=number), rules)) is not None
    }
    wanted = (min if feat.least else max)(figures.values())
    catch = take_turn(hunt, 1)
    assert catch.figure == wanted
    assert catch.game == min(number for number, figure in figures.items() if figure == wanted)
    assert (catch.games, catch.shuffled) == (300, 300)


def test_turns_add_up_in_any_order_and_can_be_gone_on_with() -> None:
    hunt = Hunt(PLAYABLE["codingame"], LONGEST, seed=9)
    first = take_turn(hunt, 0)
    later = [take_turn(hunt, turn, first.edge) for turn in (1, 2, 3)]
    at_once = joined(hunt, [first, *later])
    assert joined(hunt, [joined(hunt, [first, later[0]]), *later[1:]]) == at_once
    assert joined(hunt, [later[2], later[0], first, later[1]]) == at_once
    assert at_once.turns == 4


def test_cards_are_exchanged_only_in_orders_that_favour_a_player() -> None:
    assert {name for name, rules in PLAYABLE.items() if Hunt(rules, LONGEST).exchanging} == {
        "programming-challenges",
        "programming-challenges-code",
        "codingame",
        "pyanitsa",
    }
    hunt = Hunt(PLAYABLE["codingame"], LONGEST, seed=2)
    catch = next(catch for turn in range(20) if (catch := take_turn(hunt, turn)).exchanges)
    start = figure_of(LONGEST, deal_cards(hunt.pack, seed=2, number=catch.game), hunt.rules)
    assert start is not None
    assert catch.figure is not None
    assert catch.figure > start
    assert catch.games > 300


def test_the_longest_to_expect_grows_by_the_fold_for_every_factor_e() -> None:
    catch = Catch(games=1000, edge=100, beyond=20, excess=20 * 50)
    assert catch.fold == 50
    expected = 100 + 50 * (2.9957 + 0.5772)
    assert catch.expected() == pytest.approx(expected, abs=0.01)
    more = replace(catch, beyond=200, excess=200 * 50).expected()
    assert more == pytest.approx(expected + 50 * 2.302585, abs=0.01)
    assert Catch(games=10).expected() is None


def test_a_hunt_that_found_nothing_says_so() -> None:
    hunt = Hunt(PLAYABLE["code-golf"], CYCLE_OF)
    with pytest.raises(ValueError, match="no game of 300 has a longest cycle"):
        record_of(hunt, take_turn(hunt, 0))


def test_exchanges_count_places_through_both_decks() -> None:
    deal = Deal.parse("23/456")
    assert exchanged(deal, "").text == "23/456"
    assert exchanged(deal, "1-4 0-1").text == "62/453"
