"""What others published, beside ours: how figures are measured, and what verdicts rest on."""

import json
import os
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import permutations
from math import sqrt
from pathlib import Path
from typing import Any

import claim_figures
import numpy as np
import pytest
from claim_figures import (
    EXACTLY,
    MEASURES,
    add_missing,
    answers,
    figure_of,
    is_of,
    is_sound,
    played_out,
    recomputed,
    study_of,
    sweep,
)

from engine.cards import STANDARD_PACK, Deal, Hands, Pack, deal_cards
from engine.cards.random_stream import words
from engine.diagnose import MISTAKES
from engine.diagnose.playing import FaultyGame, play_faulty
from engine.game import Reason, play, play_rounds
from engine.jobs.scheduler import play_to_the_end
from engine.kernels import Records, decide
from engine.kernels.codes import BOTH_OUT, DECK_EMPTY, SHORTFALL
from engine.library.claim_results import (
    ENOUGH,
    HOW,
    OTHERS,
    Z_APART,
    ClaimVerdict,
    Figure,
    Result,
    because,
    compared,
    counts,
    giving,
    headline,
    hits,
    kept,
    meets,
    ours_text,
    published_text,
    results,
    results_in,
    units_giving,
    verdict,
)
from engine.library.claims import (
    RULE,
    SEED,
    ClaimedAnswer,
    Footing,
    PublishedClaim,
    between,
    claim_called,
    claims,
    rounded_to,
)
from engine.rules import PLAYABLE, rules_called
from engine.simulation import Study
from engine.simulation.tallies import Summary, tally
from engine.simulation.tallies import play as play_records

STUDY = Study(rules=PLAYABLE["norvig"], games=3_000, seed=7)
MEAN = Figure(100.0, 99.0, 101.0, 98.0, 102.0)


@cache
def tallies() -> Summary:
    return tally(STUDY, 0, STUDY.games)


@cache
def played() -> Records:
    return play_records(STUDY, 0, STUDY.games)


def claim(**fields: Any) -> PublishedClaim:
    usual: dict[str, Any] = {
        "name": "x",
        "source": "X",
        "claim": "X",
        "figure": "mean rounds",
        "runs": ("norvig",),
        "published": 100.0,
    }
    return PublishedClaim(**usual | fields)


def result(*figures: Figure, **fields: Any) -> Result:
    return Result(name="x", figures=dict(zip(("norvig", "kbwar", "jouets"), figures, strict=False)), **fields)


def test_there_are_so_many_claims_and_all_are_compared_or_say_why_not() -> None:
    assert len(claims()) == 110
    assert set(results()) <= set(claims())
    assert counts()[ClaimVerdict.NOT_YET] == 0
    for one in claims().values():
        assert one.claim[-1] != "."
        assert "[" not in one.claim
        if one.standing is Footing.CANNOT:
            assert one.note.endswith(".")
        if one.standing is Footing.UNSTATED:
            assert one.unsaid


def test_the_headline_is_counted() -> None:
    every = counts()
    assert sum(every.values()) == 110
    agree, disagree = every[ClaimVerdict.AGREES], every[ClaimVerdict.DISAGREES]
    assert headline() == (
        f"{agree} of 110 published figures agree with ours; {disagree} do not.",
        f"The other {110 - agree - disagree} leave a rule unsaid, "
        "are too rare for our games, come near or cannot be recomputed.",
    )
    assert [every[come] > 0 for come in OTHERS] == [True, False, True, True, False, True]
    assert "no more than three standard errors" in HOW
    assert HOW.endswith(RULE)
    assert Z_APART == 3


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("mean rounds", lambda of: of["rounds"].mean()),
        ("mean plays", lambda of: of["plays"].mean()),
        ("mean wars", lambda of: of["wars"].mean()),
        ("mean fought", lambda of: (of["wars"] - (of["reason"] != DECK_EMPTY)).mean()),
        ("deviation plays", lambda of: of["plays"].std(ddof=1)),
        ("median battles", lambda of: np.sort(of["battles"])[1_499]),
        ("quantile rounds 0.95", lambda of: np.sort(of["rounds"])[2_849]),
        ("mode rounds", lambda of: np.bincount(of["rounds"]).argmax()),
        ("shortest rounds", lambda of: of["rounds"].min()),
        ("longest rounds", lambda of: of["rounds"].max()),
        ("share player_1", lambda of: (of["winner"] == 1).mean()),
        ("share-within 10 100", lambda of: ((of["rounds"] >= 10) & (of["rounds"] <= 100)).mean()),
        ("share-odd", lambda of: (of["rounds"] % 2).mean()),
        ("share-depth 2", lambda of: (of["depth"] >= 2).mean()),
        ("share-wars 9", lambda of: (of["wars"] == 9).mean()),
    ],
)
def test_a_figure_is_that_of_the_games(text: str, value: Callable[[Records], float]) -> None:
    figure = figure_of(text, tallies(), STUDY, 1_000)
    assert figure.value == pytest.approx(value(played()))
    assert figure.low <= figure.value <= figure.high
    assert figure.told_low < figure.told_high
    assert text.split()[0] in MEASURES


def test_who_is_dealt_aces_is_either_player() -> None:
    four = played()["aces"] == 4, played()["aces"] == 0
    won = (four[0] & (played()["winner"] == 1)).sum() + (four[1] & (played()["winner"] == 2)).sum()
    assert figure_of("wins-aces 4", tallies(), STUDY, None).value == won / (four[0] | four[1]).sum()


def test_the_stronger_hand_is_that_of_more_than_half_the_strength() -> None:
    half = sum(4 * place for place in range(13)) // 2
    unequal = (played()["strength"] != half) & (played()["winner"] > 0)
    stronger = np.where(played()["strength"] > half, 1, 2)
    share = (played()["winner"] == stronger)[unequal].mean()
    assert share > 0.55
    assert figure_of("stronger-wins", tallies(), STUDY, None).value == pytest.approx(share)


def test_games_that_are_cut_off_or_endless_reach_the_limit() -> None:
    study = Study(rules=rules_called("3.AS_DEALT.FEWER_DOWN.DRAW.HIGH"), games=300, seed=7, limit=500)
    figure = figure_of("share-cut", tally(study, 0, 300), study, None)
    records = play_records(study, 0, 300)
    assert figure.value == (records["winner"] == 0).mean() > 0.1


def test_extremes_of_other_samples_lie_in_their_range() -> None:
    inside = {"shortest rounds": 0, "longest rounds": 0}
    for seed in range(40):
        summary = tally(Study(rules=STUDY.rules, games=1_000, seed=seed), 0, 1_000)
        for text in inside:
            value = figure_of(text, summary, STUDY, None).value
            figure = figure_of(text, tallies(), STUDY, 1_000)
            inside[text] += figure.told_low <= value <= figure.told_high
    assert min(inside.values()) >= 38


def test_fought_wars_leave_out_a_last_tie_that_nobody_can_pay_for() -> None:
    study = Study(rules=PLAYABLE["kbwar"], games=60, seed=3)
    counted = {1: 0, 2: 0}
    for number in range(study.games):
        deal = deal_cards(study.pack, seed=3, number=number)
        rounds = play_rounds(deal, study.rules, seed=3, number=number)
        depths = [this.wars for this in rounds]
        depths[-1] -= rounds.ending.outcome.reason in (Reason.SHORTFALL, Reason.BOTH_OUT)
        for depth in counted:
            counted[depth] += depths.count(depth)
    for depth, wars in counted.items():
        assert claim_figures.fought_depth(study, depth, None).value == pytest.approx(wars / 60)


def test_the_loser_never_held_so_many_cards() -> None:
    study = Study(rules=PLAYABLE["kbwar"], games=60, seed=3)
    never = 0
    for number in range(study.games):
        deal = deal_cards(study.pack, seed=3, number=number)
        rounds = [*play_rounds(deal, study.rules, seed=3, number=number)]
        game = play(deal, study.rules, seed=3, number=number)
        loser = 2 - game.outcome.winner
        never += max(sizes[loser] for sizes in (*(this.sizes for this in rounds), game.sizes)) < 30
    assert claim_figures.loser_never(study, 30, None).value == pytest.approx(never / 60)


@pytest.mark.parametrize(("text", "down"), [("3x2", 1), ("2x4", 1), ("4x2", 0)])
def test_what_player_1_wins_without_a_loss_is_counted_right(text: str, down: int) -> None:
    pack, rules = Pack.parse(text), rules_called(f"{down}.RANDOM.LOSES.DRAW.HIGH")
    half = pack.size // 2
    orders = Counter(permutations(pack.rank_of(card) for card in range(pack.size)))
    ends = Counter[Reason]()
    for order, ways in orders.items():
        game = decide(Deal(order[:half], order[half:]), rules)
        if game.outcome.winner == 1 and game.decks[1] == () and game.plays == half:
            ends[game.outcome.reason] += ways
    assert played_out(pack, down)[0] * orders.total() == ends[Reason.DECK_EMPTY] > 0


def test_norvigs_figures_are_of_games_that_are_not_over_or_not_tied() -> None:
    ends = played_out(STANDARD_PACK, 3)
    assert float(1 / (ends[0] + ends[1])) == pytest.approx(1 / 1.5476119509914642e-05)
    assert float(1 / (ends[2] + ends[3] + ends[4])) == pytest.approx(150_802.13870167118)
    quick, tie = claim_called("norvig-26-plays"), claim_called("norvig-tie")
    assert ours_text(quick, kept(quick)) == ("1 in 92,356.1", "")
    assert ours_text(tie, kept(tie)) == ("1 in 320,425,113", "")
    assert verdict(quick, kept(quick)) is verdict(tie, kept(tie)) is ClaimVerdict.DISAGREES


def test_of_something_rare_it_takes_400_hits_to_agree() -> None:
    rare = claim(unit="share", figure="share-wars 0", published=0.0004, our_games=1_000_000)
    near = Figure(0.000399, 0.00036, 0.00044, 0.000399, 0.000399)
    assert meets(rare, near)
    assert meets(rare, Figure(0.0004, *near[1:]))
    assert verdict(rare, result(near)) is ClaimVerdict.TOO_FEW
    assert verdict(rare, result(Figure(0.0004, *near[1:]))) is ClaimVerdict.AGREES
    assert because(rare, result(near), str) == (
        "Our 1,000,000 games have 399 hits. It takes 400 to say that figures agree."
    )
    assert compared(rare, result(near)) == "Ours: 1 in 2,506. Too few games to say"
    assert giving(rare, result(near)) == []
    often = claim(unit="share", figure="share-wars 0", published=0.9996)
    assert verdict(often, result(Figure(0.9997, 0.9996, 0.9998, 0.9997, 0.9997))) is ClaimVerdict.TOO_FEW
    depth = claim(unit="x", figure="fought-depth 4", published=0.003, our_games=100_000)
    assert verdict(depth, result(Figure(0.003, 0.0027, 0.0033, 0.003, 0.003))) is ClaimVerdict.TOO_FEW
    longest = claim(figure="longest rounds", their_games=1_000, our_games=8_000)
    told = result(Figure(90, 90, 90, 80, 120))
    assert verdict(longest, told) is ClaimVerdict.TOO_FEW
    assert because(longest, told, str).startswith(
        "Our 8,000 games make 8 samples as large as theirs, each with one such game."
    )


def test_no_claim_agrees_on_fewer_hits() -> None:
    agreeing = [one for one in claims().values() if verdict(one, kept(one)) is ClaimVerdict.AGREES]
    assert len(agreeing) > 50
    for one in agreeing:
        for figure in kept(one).figures.values():
            assert (number := hits(one, figure)) is None or number >= ENOUGH == 400
    few = {one.figure for one in claims().values() if verdict(one, kept(one)) is ClaimVerdict.TOO_FEW}
    assert few == {"shortest rounds", "longest rounds"}


@pytest.mark.parametrize("text", ["3x2", "2x3", "4x1", "6x1", "2x2"])
def test_a_sweep_is_counted_right(text: str) -> None:
    pack = Pack.parse(text)
    cards = [pack.rank_of(card) for card in range(pack.size)]
    orders = [*permutations(cards)]
    half = pack.size // 2
    swept = sum(
        all(one > other for one, other in zip(order[:half], order[half:], strict=True)) for order in orders
    )
    assert sweep(pack) * len(orders) == swept


def test_answers_are_the_judges_and_one_that_is_not_is_seen() -> None:
    right, wrong = (
        ClaimedAnswer(rules="codingame", deal="AKQ/KQJ", answer=answer) for answer in ("1 3", "2 3")
    )
    assert answers((right,)) == ("1 3", None, True)
    assert answers((right, wrong)) == ("1 3; 1 3", None, False)
    assert answers((right,) * 4).said == "4 of 4 equal"


QUICKLY = [
    *("exact flawless", "exact small-sweeps", "exact spivey-cycle"),
    *("exact won-in-26-plays", "exact tied-whole-game"),
]
QUICK = [name for name, one in claims().items() if one.figure == "cases" or one.figure in QUICKLY]


@cache
def tallied(study: Study) -> Summary:
    workers = os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as executor:
        summary: Summary = play_to_the_end(study, executor, workers=workers).summary
    return summary


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
        for name, one in claims().items()
        if one.standing is not Footing.CANNOT
    ],
)
def test_our_side_of_a_claim_is_computed_again(name: str) -> None:
    assert recomputed(claim_called(name), tallied) == kept(claim_called(name))


def test_every_way_to_work_something_out_is_used() -> None:
    used = {one.figure.removeprefix("exact ") for one in claims().values() if one.figure.startswith("exact")}
    assert used == set(EXACTLY)


@pytest.mark.parametrize(
    ("published", "said", "same"),
    [
        (100.0, "", True),
        (103.5, "103 to 104", True),
        (106.0, "", False),
        (94.0, "94", False),
        (106.0, "101 to 111", True),
    ],
)
def test_figures_meet_within_three_standard_errors_of_both(published: float, said: str, same: bool) -> None:
    assert meets(claim(published=published, said=said), MEAN) is same


@pytest.mark.parametrize(
    ("text", "rounded", "low", "high"),
    [
        ("334", 0, 333.5, 334.5),
        ("1,750", 0, 1_749.5, 1_750.5),
        ("1,750", 1, 1_745, 1_755),
        ("178.0", 1, 177.95, 178.05),
        ("80 %", 1, 0.795, 0.805),
        ("about 35 %", 0, 0.345, 0.355),
        ("1 in 7,300", 1, 1 / 7_300.5, 1 / 7_299.5),
        ("about 1 in 6", 0, 1 / 6.5, 1 / 5.5),
        ("a third", 0, 1 / 3.5, 1 / 2.5),
        ("440 to 445", 1, 440, 445),
        ("about 277", 0, 276.5, 277.5),
    ],
)
def test_a_figure_is_as_exact_as_it_is_written(text: str, rounded: int, low: float, high: float) -> None:
    assert between(text, rounded) == pytest.approx((low, high), rel=1e-12)


def test_noughts_are_rounding_only_where_all_whole_numbers_of_a_source_end_in_one() -> None:
    assert rounded_to("tgvoskuilen/War-Simulator") == 1
    assert {claim.source for claim in claims().values() if rounded_to(claim.source)} == {
        "tgvoskuilen/War-Simulator"
    }
    assert claim_called("tgvoskuilen-99").between == (1_745, 1_755)
    assert claim_called("jouets-52-short-end").between == (69.5, 70.5)
    assert claim_called("glesica-150").between == (0.345, 0.355)


def test_about_35_per_cent_is_not_36_and_a_half() -> None:
    asked = claim_called("glesica-150")
    assert verdict(asked, kept(asked)) is ClaimVerdict.DISAGREES


def test_all_figures_of_a_source_are_of_as_many_games_of_ours() -> None:
    games: dict[str, set[int]] = {}
    for one in claims().values():
        if one.standing is Footing.STATED and one.figure.split()[0] in MEASURES and not one.limit:
            games.setdefault(one.source, set()).add(one.our_games)
    assert len(games) > 8
    assert [source for source, numbers in games.items() if len(numbers) > 1] == []


def test_a_pile_of_cards_won_is_that_of_a_program_with_one() -> None:
    """The program of Diagnose that turns its pile over plays the same games, in a kernel of its own."""
    study = Study(rules=rules_called("3.AS_DEALT.LOSES.DRAW.HIGH"), games=60, seed=5, limit=300)
    odd = MISTAKES["won-pile-turned"].fault
    deals = [deal_cards(study.pack, seed=5, number=number) for number in range(study.games)]
    games = play_faulty([FaultyGame(deal, study.rules, odd, 301) for deal in deals])
    told = []
    for deal, game in zip(deals, games, strict=True):
        hands = claim_figures.DeckAndPile(deal.deck_1, None), claim_figures.DeckAndPile(deal.deck_2, None)
        taken = claim_figures.turns(hands, study.rules.need, study.limit)
        told.append(taken)
        if game["reason"] in (DECK_EMPTY, SHORTFALL, BOTH_OUT):
            assert taken == game["rounds"] - (game["reason"] != DECK_EMPTY)
        else:
            assert taken == claim_figures.UNDECIDED
    ended = [taken for taken in told if taken != claim_figures.UNDECIDED]
    assert 20 < len(ended) < 60
    assert claim_figures.mean_turns(study, 0, None).value == pytest.approx(np.mean(ended))
    assert claim_figures.undecided(study, 0, None).value == (60 - len(ended)) / len(ended)


def test_a_shuffled_pile_holds_the_cards_won_and_leaves_no_game_undecided() -> None:
    hand = claim_figures.DeckAndPile((), words(5))
    hand.won = [2, 3, 4, 5, 6, 7, 8, 9]
    drawn = [hand.draw() for _ in range(8)]
    assert sorted(drawn) == [2, 3, 4, 5, 6, 7, 8, 9]
    assert drawn not in ([9, 8, 7, 6, 5, 4, 3, 2], sorted(drawn))
    study = Study(rules=rules_called("3.AS_DEALT.LOSES.DRAW.HIGH"), games=60, seed=5, limit=10_000)
    assert claim_figures.undecided(study, 1, None).value == 0
    assert 150 < claim_figures.mean_turns(study, 1, None).value < 330


@pytest.mark.parametrize(
    ("published", "same"),
    [(70, True), (120, True), (60, False), (130, False), (65, True), (125, True), (64, False), (126, False)],
)
def test_an_extreme_meets_the_range_of_a_sample(published: float, same: bool) -> None:
    longest = Figure(90.0, 90.0, 90.0, 65.0, 125.0)
    assert meets(claim(figure="longest rounds", published=published), longest) is same


AWAY = Figure(200.0, 199.0, 201.0, 198.0, 202.0)


@pytest.mark.parametrize(
    ("fields", "side", "come"),
    [
        ({}, result(MEAN), ClaimVerdict.AGREES),
        ({}, result(AWAY), ClaimVerdict.DISAGREES),
        ({}, result(AWAY, units={"plays": MEAN}), ClaimVerdict.UNIT_DIFFERS),
        ({"standing": Footing.OWN}, result(MEAN), ClaimVerdict.AGREES),
        ({"standing": Footing.OWN}, result(AWAY), ClaimVerdict.NEAR),
        ({"standing": Footing.UNSTATED}, result(MEAN), ClaimVerdict.UNSTATED),
        ({"standing": Footing.CANNOT}, result(), ClaimVerdict.CANNOT),
        ({}, result(), ClaimVerdict.NOT_YET),
        ({}, Result(name="x", said="14 of 14 equal", holds=True), ClaimVerdict.AGREES),
        ({}, Result(name="x", said="PAT", holds=False), ClaimVerdict.DISAGREES),
    ],
)
def test_a_verdict_follows_from_both_figures(
    fields: dict[str, Any], side: Result, come: ClaimVerdict
) -> None:
    assert verdict(claim(**fields), side) is come


def test_which_rule_sets_and_units_would_give_a_figure_is_told() -> None:
    asked = claim(standing=Footing.UNSTATED, unsaid="the order", runs=("norvig", "kbwar"), unit="turns")
    title: Callable[[str], str] = str.upper
    side = result(AWAY, MEAN)
    assert giving(asked, side) == ["kbwar"]
    assert because(asked, side, title) == (
        "It leaves unsaid the order. Of the 2 rule sets tried it is given by “KBWAR”."
    )
    assert because(asked, result(AWAY, AWAY), title) == (
        "It leaves unsaid the order. None of the 2 rule sets tried gives it."
    )
    in_plays = result(AWAY, AWAY, units={"plays": MEAN, "rounds": AWAY})
    assert units_giving(asked, in_plays) == ["plays"]
    assert because(asked, in_plays, title) == (
        "It leaves unsaid the order. None of the 2 rule sets tried gives it, "
        "but counted in plays “NORVIG” would."
    )
    one = claim(standing=Footing.UNSTATED, unsaid="the order", note="A note.")
    assert because(one, result(MEAN), title) == "It leaves unsaid the order. It is given by “NORVIG”. A note."
    assert because(one, result(AWAY), title) == (
        "It leaves unsaid the order. It is not given by “NORVIG”. A note."
    )
    assert because(claim(), result(AWAY, units={"plays": MEAN}), title) == "It would agree in plays."
    assert because(claim(), result(), title) == "The engine has not computed it yet."


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"published": 441.4}, "441.4"),
        ({"published": 1414}, "1,414"),
        ({"published": 0.809, "unit": "share"}, "80.9 %"),
        ({"published": 0.8, "unit": "share"}, "80 %"),
        ({"published": 1 / 7300, "said": "1 in 7,300", "unit": "share"}, "1 in 7,300"),
        ({"published": 1.0, "said": "over 1"}, "over 1"),
        ({"published": None}, "-"),
    ],
)
def test_a_published_figure_is_written_as_it_was(fields: dict[str, Any], text: str) -> None:
    assert published_text(claim(**fields)) == text


@pytest.mark.parametrize(
    ("fields", "figures", "text"),
    [
        ({}, [Figure(292.81, 292.6, 293.02, 0, 0)], ("292.8", "± 0.3")),
        ({"figure": "median rounds"}, [Figure(224, 223, 224, 0, 0)], ("224", "223 to 224")),
        ({"figure": "median rounds"}, [Figure(224, 224, 224, 0, 0)], ("224", "")),
        (
            {"figure": "longest rounds", "their_games": 1_000},
            [Figure(5_240, 5_240, 5_240, 4_472.2, 6_992.1)],
            ("5,240", "4,472 to 6,992 in 1,000 games"),
        ),
        ({"unit": "share"}, [Figure(0.8082, 0.8065, 0.8099, 0, 0)], ("80.8 %", "± 0.2")),
        (
            {"unit": "share"},
            [Figure(1.4e-5, 1.08e-5, 1.82e-5, 0, 0)],
            ("1 in 71,429", "1 in 92,593 to 54,945"),
        ),
        ({"unit": "share"}, [Figure(0.0, 0.0, 1e-6, 0, 0)], ("under 1 in 1,000,000", "")),
        ({"unit": "share"}, [Figure(0.001, 0.0009, 0.0011, 0, 0)], ("0.10 %", "± 0.01")),
        ({"unit": "share"}, [Figure(0.00099, 0.0009, 0.0011, 0, 0)], ("1 in 1,010", "1 in 1,111 to 909")),
        ({"unit": "share"}, [Figure(0.5, 0.4999995, 0.5000005, 0, 0)], ("50.0000 %", "± 0.00005")),
        ({}, [Figure(292.0, 291.5, 292.5, 0, 0)], ("292", "± 0.5")),
        ({}, [Figure(292.0, 291.6, 292.4, 0, 0)], ("292.0", "± 0.4")),
        (
            {"standing": Footing.UNSTATED, "unsaid": "x", "runs": ("norvig", "kbwar")},
            [Figure(180, 179, 181, 0, 0), Figure(205, 204, 206, 0, 0)],
            ("180 to 205", "by 2 rule sets"),
        ),
        (
            {"standing": Footing.UNSTATED, "unsaid": "x", "runs": ("norvig", "kbwar")},
            [Figure(180.1, 179, 181, 0, 0), Figure(182.3, 181, 183, 0, 0)],
            ("180.1 to 182.3", "by 2 rule sets"),
        ),
        ({}, [], ("-", "")),
    ],
)
def test_ours_is_written_with_how_sure_it_is(
    fields: dict[str, Any], figures: list[Figure], text: tuple[str, str]
) -> None:
    assert ours_text(claim(**fields), result(*figures)) == text


@pytest.mark.parametrize(
    ("fields", "side", "line"),
    [
        ({}, result(MEAN), "Ours: 100 ± 1 rounds. They agree"),
        ({}, result(AWAY), "Ours: 200 ± 1 rounds. They do not agree"),
        ({"standing": Footing.UNSTATED}, result(MEAN), "Ours: 100 ± 1 rounds"),
        ({"standing": Footing.CANNOT}, result(), "Not recomputed"),
        ({}, Result(name="x", said="1 3", holds=True), "Ours: 1 3. They agree"),
    ],
)
def test_how_ours_compares_is_one_line(fields: dict[str, Any], side: Result, line: str) -> None:
    assert compared(claim(**fields), side) == line


def test_the_terminal_lists_every_claim(war: Any) -> None:
    code, out, err = war("literature")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == headline()[0]
    code, out, _ = war("literature", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["name"] for row in rows] == [*claims()]
    norvig = next(row for row in rows if row["name"] == "norvig-mean")
    assert (norvig["published"], norvig["unit"], norvig["verdict"]) == ("294", "plays", "agrees")


def test_the_terminal_reads_our_figures_and_computes_none(war: Any) -> None:
    assert war("literature", "--recompute", "flawless") == (
        2,
        "",
        "war: unrecognized arguments: --recompute flawless\n",
    )


@pytest.mark.parametrize(
    ("there", "played"),
    [(["norvig"], False), (["bicycle"], True), (["norvig", "bicycle"], True), ([], True)],
    ids=str,
)
def test_a_claim_whose_rule_sets_have_changed_is_computed_again_in_its_place(
    tmp_path: Path, there: list[str], played: bool
) -> None:
    file = tmp_path / "results.jsonl"
    lines: list[dict[str, Any]] = [
        {"name": "flawless", "said": "saved", "holds": True},
        {"name": "norvig-mean", "figures": dict.fromkeys(there, MEAN)},
        {"name": "quit-30", "said": "saved too", "holds": True},
    ]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    mean = replace(claim_called("norvig-mean"), runs=("norvig",), our_games=1_000)
    add_missing(file, [claim_called("flawless"), mean])
    now = results_in(file)
    assert [*now] == [line["name"] for line in lines]
    assert ([*now[mean.name].figures], now[mean.name].figures["norvig"] != MEAN) == (["norvig"], played)
    assert (now["flawless"].said, now["quit-30"].said) == ("saved", "saved too")


def test_all_saved_results_are_sound_and_by_the_rule_sets_of_their_claim() -> None:
    assert [name for name, claim in claims().items() if not is_of(claim, kept(claim))] == []
    figures = [
        figure for one in results().values() for figure in (*one.figures.values(), *one.units.values())
    ]
    assert len(figures) > 100
    assert [figure for figure in figures if not is_sound(figure)] == []
    for wrong in ((5, 6, 7, 4, 6), (5, 4, 7, 8, 6), (5, 4, float("inf"), 4, 6)):
        assert not is_sound(Figure(*wrong))


def test_a_claim_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="claim 'nothing' is unknown: war literature lists them"):
        claim_called("nothing")
    with pytest.raises(ValueError, match="rule set 'nothing' is unknown"):
        claim(runs=("nothing",))


def test_a_claim_says_which_games_are_behind_it() -> None:
    study = study_of(claim_called("riddler-four-aces-1"), "jouets")
    assert (study.hands, study.seed) == (Hands.parse("AAAA/*"), SEED)
    assert study_of(claim_called("wimpy-5000"), "jouets").limit == 5_000


def most_held_by_the_loser(deal: Deal) -> int:
    """Play with three cards down, the winner's first, where a last card stays face up for whoever has none.

    Returns how many cards the loser held at the most, 0 where nobody loses.
    """
    decks = [deque(deal.deck_1), deque(deal.deck_2)]
    most = [len(deck) for deck in decks]
    while all(decks):
        table = [[deck.popleft()] for deck in decks]
        while table[0][-1] == table[1][-1]:
            if not any(decks):
                return 0
            for laid, deck in zip(table, decks, strict=True):
                laid += [deck.popleft() for _ in range(min(4, len(deck)))]
        winner = 0 if table[0][-1] > table[1][-1] else 1
        decks[winner].extend((*table[winner], *table[1 - winner]))
        most = [max(held, len(deck)) for held, deck in zip(most, decks, strict=True)]
    return most[0] if not decks[0] else most[1]


@pytest.mark.slow
def test_a_last_card_that_stays_up_is_not_what_the_published_share_was_made_with() -> None:
    games = 20_000
    deals = (deal_cards(Pack(13, 4), seed=7, number=number) for number in range(games))
    few = sum(most_held_by_the_loser(deal) < 30 for deal in deals)
    error = sqrt(0.33 * 0.67 / games)
    assert few / games + 2 * error < 0.328 < 0.33208 - error
    assert "fewer than 32.8 %" in claims()["quit-30"].note
    assert verdict(claims()["quit-30"], kept(claims()["quit-30"])) is ClaimVerdict.AGREES
