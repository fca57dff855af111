"""What others published, beside ours: how figures are measured, and what verdicts rest on."""

import json
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from itertools import permutations
from math import inf, sqrt
from typing import Any

import claim_figures
import numpy as np
import pytest
from quick import quick
from syrupy.assertion import SnapshotAssertion

from engine.cards import STANDARD_PACK, Deal, Hands, Pack, deal_cards
from engine.game import Reason
from engine.kernels import Results, decide
from engine.kernels.codes import DECK_EMPTY
from engine.library import published
from engine.library.published import Figure, Footing, PublishedClaim, Result, claim_called, claims
from engine.rules import PLAYABLE, rules_called
from engine.simulation import Study
from engine.simulation import play as play_records
from engine.simulation.tallies import Summary, tally

STUDY = Study(rules=PLAYABLE["norvig"], games=3_000, seed=7)
MEAN = Figure(100.0, 99.0, 101.0, 98.0, 102.0)
AWAY = Figure(200.0, 199.0, 201.0, 198.0, 202.0)


@cache
def tallies() -> Summary:
    return tally(STUDY, 0, STUDY.games)


claim = partial(
    PublishedClaim, name="x", source="X", claim="X", figure="mean rounds", runs=("norvig",), published=100.0
)


def result(*figures: Figure, **fields: Any) -> Result:
    return Result(name="x", figures=dict(zip(("norvig", "kbwar", "jouets"), figures, strict=False)), **fields)


# The claims as they are: what is said of each is in the approval file of `war literature`.


def test_every_claim_is_compared_or_says_why_not() -> None:
    assert set(published.results()) == set(claims())
    for one in claims().values():
        assert one.claim[-1] != "."
        assert "[" not in one.claim
        assert one.note.endswith(".") or one.standing is not Footing.CANNOT
        assert one.unsaid or one.standing is not Footing.UNSTATED
        come, result = published.saved_verdict(one), published.saved_result(one)
        if come is published.ClaimVerdict.AGREES:
            hits = [published.hits(one, figure) for figure in result.figures.values()]
            assert all(number is None or number >= published.ENOUGH == 400 for number in hits)
        elif come is published.ClaimVerdict.TOO_FEW:
            assert one.figure in ("shortest rounds", "longest rounds")
        assert claim_figures.is_of(one, result), one.name
        for figure in (*result.figures.values(), *result.units.values()):
            assert -inf < figure.low <= figure.value <= figure.high < inf, one.name
            assert figure.theirs_low <= figure.theirs_high, one.name


def test_all_figures_of_a_source_are_of_as_many_games_of_ours() -> None:
    games: dict[str, set[int]] = {}
    for one in claims().values():
        if one.standing is Footing.STATED and one.kind in claim_figures.MEASURES and not one.limit:
            games.setdefault(one.source, set()).add(one.our_games)
    assert len(games) > 8
    assert [source for source, numbers in games.items() if len(numbers) > 1] == []


def test_claims_as_json(war: Any, snapshot: SnapshotAssertion) -> None:
    rows = [json.loads(line) for line in war("literature", "--json")[1].splitlines()]
    assert [row["name"] for row in rows] == [*claims()]
    reasons = {row["name"]: row["because"] for row in rows if row["because"] != claims()[row["name"]].note}
    assert [next(row for row in rows if row["name"] == "norvig-mean"), reasons] == snapshot


def test_noughts_are_rounding_only_where_all_whole_numbers_of_a_source_end_in_one() -> None:
    assert published.rounded_to("tgvoskuilen/War-Simulator") == 1
    assert sum(1 for source in {one.source for one in claims().values()} if published.rounded_to(source)) == 1
    assert claim_called("tgvoskuilen-99").rounding_range == (1_745, 1_755)
    assert claim_called("jouets-52-short-end").rounding_range == (69.5, 70.5)
    assert claim_called("glesica-150").rounding_range == (0.345, 0.355)


def test_a_claim_says_which_games_are_behind_it_and_wrong_ones_are_refused() -> None:
    study = claim_figures.study_of(claim_called("riddler-four-aces-1"), "jouets")
    assert (study.hands, study.seed) == (Hands.parse("AAAA/*"), published.SEED)
    assert claim_figures.study_of(claim_called("wimpy-5000"), "jouets").limit == 5_000
    with pytest.raises(ValueError, match="claim 'nothing' is unknown: run “war literature” for the list"):
        claim_called("nothing")
    with pytest.raises(ValueError, match="rule set 'nothing' is unknown"):
        claim(runs=("nothing",))


# Verdicts and words on both sides of what decides between them.


def test_a_figure_is_as_exact_as_it_is_written(snapshot: SnapshotAssertion) -> None:
    of_tens = ("1,750", "178.0", "80 %", "1 in 7,300", "440 to 445")
    rounded = {text: published.range_of(text, 1) for text in of_tens}
    output = {text: published.range_of(text) for text in ("334", "1,750", "about 35 %", "a third")}
    assert {"of tens": rounded, "of ones": output} == snapshot


def test_figures_meet_within_three_standard_errors_of_both_and_extremes_within_their_range() -> None:
    for theirs, output, same in (
        *((100.0, "", True), (103.5, "103 to 104", True), (106.0, "", False), (94.0, "94", False)),
        (106.0, "101 to 111", True),
    ):
        assert published.meets(claim(published=theirs, published_text=output), MEAN) is same, theirs
    longest = Figure(90.0, 90.0, 90.0, 65.0, 125.0)
    for extreme, same in ((70, True), (65, True), (64, False), (125, True), (126, False)):
        assert published.meets(claim(figure="longest rounds", published=extreme), longest) is same, extreme


RARE = claim(unit="share", figure="share-wars 0", published=0.0004)
OFTEN = claim(unit="share", figure="share-wars 0", published=0.9996)
DEEP = claim(unit="x", figure="fought-depth 4", published=0.003, our_games=100_000)
EXTREME = claim(figure="longest rounds", their_games=1_000, our_games=8_000)
UNSTATED = claim(standing=Footing.UNSTATED, unsaid="the order", runs=("norvig", "kbwar"), unit="turns")
ONE = claim(standing=Footing.UNSTATED, unsaid="the order", note="A note.")
SIDES: list[tuple[PublishedClaim, Result]] = [
    *((claim(), result(MEAN)), (claim(), result(AWAY)), (claim(), result(AWAY, units={"plays": MEAN}))),
    (claim(), Result(name="x", value_text="14 of 14 equal", holds=True)),
    (claim(), Result(name="x", value_text="PAT", holds=False)),
    (claim(published=1414), result(Figure(292.0, 291.5, 292.5, 0, 0))),
    (claim(published=441.4), result(Figure(292.0, 291.6, 292.4, 0, 0))),
    (claim(published=1.0, published_text="over 1"), result(Figure(292.81, 292.6, 293.02, 0, 0))),
    *((claim(standing=Footing.OWN), result(MEAN)), (claim(standing=Footing.OWN), result(AWAY))),
    (claim(standing=Footing.CANNOT, published=None), result()),
    (claim(figure="median rounds"), result(Figure(224, 223, 224, 0, 0))),
    (claim(figure="median rounds"), result(Figure(224, 224, 224, 0, 0))),
    (EXTREME, result(Figure(90, 90, 90, 80, 120))),
    (replace(EXTREME, our_games=400_000), result(Figure(5_240, 5_240, 5_240, 4_472.2, 6_992.1))),
    (RARE, result(Figure(0.000399, 0.00036, 0.00044, 0.000399, 0.000399))),
    (RARE, result(Figure(0.0004, 0.00036, 0.00044, 0.000399, 0.000399))),
    (OFTEN, result(Figure(0.9997, 0.9996, 0.9998, 0.9997, 0.9997))),
    (DEEP, result(Figure(0.003, 0.0027, 0.0033, 0.003, 0.003))),
    (claim(unit="share", published=0.809), result(Figure(0.8082, 0.8065, 0.8099, 0, 0))),
    (claim(unit="share", published=0.8), result(Figure(0.5, 0.4999995, 0.5000005, 0, 0))),
    (
        claim(unit="share", published=1 / 7300, published_text="1 in 7,300"),
        result(Figure(1.4e-5, 1.08e-5, 1.82e-5, 0, 0)),
    ),
    *((RARE, result(Figure(0.0, 0.0, 1e-6, 0, 0))), (RARE, result(Figure(0.001, 0.0009, 0.0011, 0, 0)))),
    *((RARE, result(Figure(0.00099, 0.0009, 0.0011, 0, 0))), (UNSTATED, result(AWAY, MEAN))),
    *((UNSTATED, result(AWAY, AWAY)), (UNSTATED, result(AWAY, AWAY, units={"plays": MEAN, "rounds": AWAY}))),
    (UNSTATED, result(Figure(180, 179, 181, 0, 0), Figure(205, 204, 206, 0, 0))),
    *((UNSTATED, result(Figure(180.1, 179, 181, 0, 0), Figure(182.3, 181, 183, 0, 0))), (ONE, result(MEAN))),
    (ONE, result(AWAY)),
]


def test_what_is_said_of_a_claim(snapshot: SnapshotAssertion) -> None:
    output = []
    for one, side in SIDES:
        ours = " ".join(published.ours_text(one, side)).strip()
        come, compared = published.verdict(one, side), published.compared(one, side)
        output.append(f"{one.text or '-'} | {ours} | {come} | {compared}")
        output += [f"    {why}"] if (why := published.because(one, side, str.upper)) else []
    assert output == snapshot


# Our side: how figures are measured (`claim_figures`).


FIGURES: dict[str, Callable[[Results], Any]] = {
    "mean rounds": lambda of: of["rounds"].mean(),
    "mean plays": lambda of: of["plays"].mean(),
    "mean wars": lambda of: of["wars"].mean(),
    "mean fought": lambda of: (of["wars"] - (of["reason"] != DECK_EMPTY)).mean(),
    "deviation plays": lambda of: of["plays"].std(ddof=1),
    "median battles": lambda of: np.sort(of["battles"])[1_499],
    "quantile rounds 0.95": lambda of: np.sort(of["rounds"])[2_849],
    "mode rounds": lambda of: np.bincount(of["rounds"]).argmax(),
    "shortest rounds": lambda of: of["rounds"].min(),
    "longest rounds": lambda of: of["rounds"].max(),
    "share player_1": lambda of: (of["winner"] == 1).mean(),
    "share-within 10 100": lambda of: ((of["rounds"] >= 10) & (of["rounds"] <= 100)).mean(),
    "share-odd": lambda of: (of["rounds"] % 2).mean(),
    "share-depth 2": lambda of: (of["depth"] >= 2).mean(),
    "share-wars 9": lambda of: (of["wars"] == 9).mean(),
}


@pytest.mark.parametrize("text", FIGURES)
def test_a_figure_is_that_of_the_games(text: str) -> None:
    figure = claim_figures.figure_of(text, tallies(), STUDY, 1_000)
    assert figure.value == pytest.approx(FIGURES[text](play_records(STUDY, 0, STUDY.games)))
    assert figure.low <= figure.value <= figure.high
    assert figure.theirs_low < figure.theirs_high
    assert text.split()[0] in claim_figures.MEASURES


def test_games_that_are_cut_off_or_endless_reach_the_limit() -> None:
    study = Study(rules=rules_called("3.AS_DEALT.FEWER_DOWN.DRAW.HIGH"), games=300, seed=7, limit=500)
    figure = claim_figures.figure_of("share-cut", tally(study, 0, 300), study, None)
    assert figure.value == (play_records(study, 0, 300)["winner"] == 0).mean() > 0.1


@pytest.mark.parametrize("text", ["shortest rounds", "longest rounds"])
def test_extremes_of_other_samples_lie_in_their_range(text: str) -> None:
    figure, inside = claim_figures.figure_of(text, tallies(), STUDY, 1_000), 0
    for seed in range(40):
        summary = tally(Study(rules=STUDY.rules, games=1_000, seed=seed), 0, 1_000)
        value = claim_figures.figure_of(text, summary, STUDY, None).value
        inside += figure.theirs_low <= value <= figure.theirs_high
    assert inside >= 38


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
    assert claim_figures.played_out(pack, down)[0] * orders.total() == ends[Reason.DECK_EMPTY] > 0


def test_norvigs_figures_are_of_games_that_are_not_over_or_not_tied() -> None:
    ends = claim_figures.played_out(STANDARD_PACK, 3)
    assert float(1 / (ends[0] + ends[1])) == pytest.approx(1 / 1.5476119509914642e-05)
    assert float(1 / (ends[2] + ends[3] + ends[4])) == pytest.approx(150_802.13870167118)


QUICKLY = ["flawless", "small-sweeps", "spivey-cycle", "won-in-26-plays", "tied-whole-game"]
QUICK = [name for name, one in claims().items() if one.figure.removeprefix("exact ") in ("cases", *QUICKLY)]


COMPUTED = [name for name, one in claims().items() if one.standing is not Footing.CANNOT]


@pytest.mark.parametrize("name", quick(COMPUTED, lambda name: name in QUICK))
def test_our_side_of_a_claim_is_computed_again(name: str) -> None:
    one = claim_called(name)
    assert claim_figures.recomputed(one, claim_figures.played_here) == published.saved_result(one)


# The note on a published share


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
