"""Games by the million: what `engine.game` plays, compiled.

`play_numbers` plays games of a study by their numbers, `play_rows` given deals of one size,
`play_orders` one deal's cards in many orders; a call holds no lock but cannot be interrupted: ask for
blocks of 50 to 250 ms.
"""

from engine.kernels.cache import at_once
from engine.kernels.calls import Kernel, Terms
from engine.kernels.follow import Course, decide
from engine.kernels.play import (
    Records,
    by_rules,
    for_a_page,
    load,
    missing,
    play_a_round,
    play_numbers,
    play_orders,
    play_rows,
    warm,
)
