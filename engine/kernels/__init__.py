"""Games by the million: what `engine.game` plays, compiled.

`play_numbers` plays games of a study by their numbers, `play_rows` given deals of one size,
`play_orders` one deal's cards in many orders; a call holds no lock but cannot be interrupted: ask for
blocks of 50 to 250 ms.
"""

from engine.kernels import codes, faulty, tallies
from engine.kernels.cache import EntryPoint, at_once
from engine.kernels.calls import Deals, Kernel, Terms, draw_words, mixed
from engine.kernels.codes import (
    AS_BOTH, CYCLE, FACE_DOWN, HIGHEST_FIRST, LAW, LIMIT, LISTS, LOWEST_FIRST, ONE_BEFORE, REASON_CODES,
    REASONS, RESULT, RUNS_OUT, SUMS, PlayFault, strengths,
)
from engine.kernels.follow import Course, decide
from engine.kernels.patterns import PatternSlots, go_through
from engine.kernels.play import (
    Kernels, Results, by_rules, cost, for_a_page, load, missing, play_a_round, play_numbers, play_orders,
    play_rows, warm,
)
from engine.kernels.scalar import GRID_ROUNDS, first_with_size, last_cards, sizes_by_round
from engine.kernels.tallies import (
    BINS, DRAW, ENDLESS, EXACT_BELOW, EXTREMES, NO_GAME, OUTCOMES, PER_OCTAVE, UNITS,
)
