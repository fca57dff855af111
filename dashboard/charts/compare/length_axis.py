"""A logarithmic axis of lengths as charts have it."""

from dashboard.charts.parts.axes import NARROWEST, named_axis, with_room
from dashboard.charts.parts.theme import Axis
from engine.study.tables.compared.length_axis import LengthAxis


def drawn_axis(axis: LengthAxis, *, room: float = 0.0, pixels: float = NARROWEST) -> Axis:
    """Return the axis of a figure; `room` is left free at either end, in parts of the whole.

    `pixels` are those of the axis on the narrowest phone.
    """
    start, end = axis.at(axis.low), axis.at(axis.high)
    spare = room * axis.wide
    names = {axis.at(tick): f"{tick:,}" for tick in axis.ticks()}
    return named_axis(start - spare, end + spare, with_room(names, end - start + 2 * spare, pixels))
