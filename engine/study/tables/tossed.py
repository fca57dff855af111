"""Player 1's share of the decided games beside what a fair coin would do."""

import pandas as pd

from engine.cards import shares
from engine.study.coin import CoinTest, coin_band, coin_test
from engine.study.study import Study
from engine.study.summary import Summary
from engine.study.tables.columns import decided_games, share_columns


def may_be_even(study: Study) -> bool:
    """Say whether it is a question at all if both players win as often: of unequal hands it is none."""
    return study.hands is None or shares(study.pack, study.hands).alike(study.pack)


def answered(summary: Summary) -> CoinTest | None:
    """Test player 1's share of the decided games; None while there are none."""
    games = decided_games(summary)
    return coin_test(summary.outcomes()["player_1"], games) if games else None


def table(test: CoinTest | None) -> pd.DataFrame:
    """Return the test as one row, or none."""
    if test is None:
        return pd.DataFrame(columns=["player 1 wins", "decided games", "share", "share low", "share high"])
    low, high = coin_band(test.games)
    return pd.DataFrame(
        {
            "player 1 wins": [test.wins],
            "decided games": [test.games],
            **share_columns([test.share]),
            "fair coin low": [low],
            "fair coin high": [high],
            "p-value": [test.p],
            "log10 of p-value": [test.log10_p],
        }
    )
