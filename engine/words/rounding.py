"""Ends of intervals are rounded outward: what is written holds at least what was computed."""

from math import ceil, floor, isinf, log10


def down(value: float, digits: int) -> float:
    """Round down to so many decimals, but for the last digit of a float.

    >>> down(0.3827, 2), down(0.3, 1), down(1234.5, -2)
    (0.38, 0.3, 1200.0)
    """
    return value if isinf(value) else floor(value * 10.0**digits + 1e-6) / 10.0**digits


def up(value: float, digits: int) -> float:
    """Round up to so many decimals, but for the last digit of a float.

    >>> up(0.3827, 2), up(0.3, 1), up(1234.5, -2)
    (0.39, 0.3, 1300.0)
    """
    return value if isinf(value) else ceil(value * 10.0**digits - 1e-6) / 10.0**digits


def leading(value: float, least: int) -> int:
    """Return the decimals that leave a number one digit that counts, or two where it begins below `least`.

    >>> leading(0.0038, 2), leading(11.35, 2), leading(0.31, 5), leading(0.999, 5)
    (3, 0, 2, 1)
    """
    power = floor(log10(value))
    return (value < least * 10.0**power) - power
