"""Tallies made by hand are those that games with the same numbers leave."""

import numpy as np
import pytest
from tallied import Games, compared, cut_off, drawn, endless, lost, summary, won

from engine.cards import Pack
from engine.game import Reason
from engine.kernels.codes import REASONS
from engine.kernels.tallies import OUTCOMES
from engine.rules import rules_called
from engine.simulation import Study
from engine.simulation.paired import Compared, tally
from engine.simulation.study import Comparison
from engine.simulation.tallies import outcomes_of, play, tally_records

SMALL = Pack(5, 2)


def by_hand(study: Study) -> list[Games]:
    """Return the games of a study, each by itself, with the numbers of their records."""
    records = play(study, 0, study.games)
    return [
        Games(
            outcome=OUTCOMES[outcome],
            rounds=int(record["rounds"]),
            extra=int(record["battles"] - record["rounds"]),
            wars=int(record["wars"]),
            depth=int(record["depth"]),
            reason=REASONS[int(record["reason"])],
            aces=int(record["aces"]),
            strength=int(record["strength"]),
        )
        for outcome, record in zip(outcomes_of(records), records, strict=True)
    ]


@pytest.mark.parametrize(
    ("name", "limit"), [("0.WINNER_FIRST.LOSES.DRAW.HIGH", 12), ("0.PLAYER_1_FIRST.LOSES.DRAW.HIGH", 1_000)]
)
def test_a_summary_by_hand_is_that_of_its_games(name: str, limit: int) -> None:
    # Without a card face down, plays are battles: nothing else is known of them by hand.
    study = Study(rules=rules_called(name), games=300, pack=SMALL, seed=5, limit=limit)
    games = by_hand(study)
    assert len({game.outcome for game in games}) >= 3
    ours, theirs = summary(*games, pack=SMALL), tally_records(study, 0, play(study, 0, 300))
    own = {"extremes", "sizes", "cycle_starts", "cycle_lengths", "firsts"}
    mine, real = ours.canonical(), theirs.canonical()
    assert {name: mine[name] for name in mine if name not in own} == {
        name: real[name] for name in real if name not in own
    }
    for name in ("rounds", "wars", "reasons", "parity", "aces", "strength"):
        assert np.array_equal(ours.firsts[name], theirs.firsts[name])


def test_a_comparison_by_hand_is_that_of_its_games() -> None:
    names = "0.WINNER_FIRST.LOSES.DRAW.HIGH", "0.PLAYER_1_FIRST.LOSES.DRAW.HIGH", "0.AS_DEALT.DRAW.DRAW.HIGH"
    comparison = Comparison(
        rule_sets=tuple(map(rules_called, names)), games=250, pack=SMALL, seed=4, limit=15
    )
    columns = zip(*map(by_hand, comparison.studies()), strict=True)
    ours, theirs = compared(*((1, ends) for ends in columns), pack=SMALL), tally(comparison, 0, 250)
    for name in ("changes", "examples"):
        assert np.array_equal(getattr(ours, name), getattr(theirs, name))
    assert ours.lengths == theirs.lengths


def test_games_alike_count_as_often_as_they_are() -> None:
    kinds = [won(3, rounds=9, wars=2, depth=1), lost(2, rounds=5_000), drawn(), endless(2), cut_off(4)]
    one_by_one = [kind for kind in kinds for _ in range(kind.times)]
    single = [Games(kind.outcome, 1, kind.rounds, wars=kind.wars, depth=kind.depth) for kind in one_by_one]
    together = summary(*kinds)
    assert together.canonical() == summary(*single).canonical()
    assert together.outcomes() == dict(zip(OUTCOMES, (3, 2, 1, 2, 4), strict=True))
    assert together.reasons[4, list(Reason).index(Reason.LIMIT)] == 4
    pairs = [(kind.times, (kind, won())) for kind in kinds]
    assert compared(*pairs).sha256() == compared(*((1, (kind, won())) for kind in single)).sha256()
    assert Compared.from_bytes(compared(*pairs).to_bytes()).sha256() == compared(*pairs).sha256()
