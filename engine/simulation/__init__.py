"""Many games: studies and comparisons, how they are played, their tallies, and estimates from these."""

from engine.simulation import counting, estimates, paired, tallies
from engine.simulation.counting import Exact, Wrong, arrangements, begun, exact, gone_on
from engine.simulation.estimates import (
    Z_95, CoinTest, Estimate, PairedDifference, changed, coin_band, coin_test, even, evens,
    fair_by_symmetry, length_difference, mean_length, other_winner, quantile, ranks, share, share_difference,
)
from engine.simulation.game_graph import MOST_POSITIONS, Positions, RingKind, Split, position_count, positions
from engine.simulation.paired import LENGTHS_IN, Compared, Tallies
from engine.simulation.study import (
    COMPARED_VERSION, FOLLOWED, MOST_GAMES, TALLIES_VERSION, USUAL_GAMES, VARIED, Comparison, Study, Sweep,
    canonical_json, canonical_sha256, sweep, varied,
)
from engine.simulation.tallies import (
    EVERY, FINISHED, WON, Denominator, Ints, Summary, bin_of, bin_start, bytes_at_hand, outcome_words, play,
)
from engine.simulation.win_chance import (
    CHANCE_GAMES, DECIDED_GAMES, DECIDED_POINTS, ENDINGS, Chance, Decided, Point, TurningPoint, chances,
    decided, turning_points,
)
