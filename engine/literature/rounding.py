"""How exact a published figure claims to be: as exact as it is written, and no more."""

import re
from decimal import Decimal
from typing import Final

RULE: Final = (
    "A published figure may be off by half a unit of the last digit written: 441.4 by 0.05, 35 % by half a "
    "point; 1,750 by 5 if every whole number of its source ends in a nought. “1 in 6” is nearer to 6 than "
    "to 5 or 7. “About” widens nothing."
)

_NUMBER: Final = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?")
_THIRD: Final = "a third"

Between = tuple[float, float]


def written(published: float, *, share: bool) -> str:
    """Write a figure with every digit that it has, a share in per cent.

    >>> written(1414, share=False), written(0.2439, share=True)
    ('1,414', '24.39 %')
    """
    digits = Decimal(repr(published)) * (100 if share else 1)
    whole, _, part = f"{digits.normalize():f}".partition(".")
    return f"{int(whole):,}{'.' if part else ''}{part}{' %' if share else ''}"


def noughts(text: str) -> int | None:
    """Return how many noughts a whole number ends in; None for what is none, and for a range.

    >>> noughts("1,750"), noughts("441.4"), noughts("80 %"), noughts("440 to 445")
    (1, None, None, None)
    """
    digits = text.replace(",", "")
    return len(digits) - len(digits.rstrip("0") or digits) if digits.isdigit() else None


def between(text: str, rounded: int = 0) -> Between:
    """Return between what a figure lies that is written so.

    rounded: how many noughts every whole number of its source ends in.

    >>> between("441.4"), between("1,750"), between("1,750", 1), between("440 to 445")
    ((441.35, 441.45), (1749.5, 1750.5), (1745.0, 1755.0), (440.0, 445.0))
    >>> between("about 35 %"), between("1 in 4")
    ((0.345, 0.355), (0.2222222222222222, 0.2857142857142857))
    """
    if text == _THIRD:
        text = "1 in 3"
    numbers = [Decimal(number.replace(",", "")) for number in _NUMBER.findall(text)]
    if " to " in text:
        low, high = numbers
        return float(low), float(high)
    number = numbers[-1]
    last = number.as_tuple().exponent
    assert isinstance(last, int)
    if noughts(text) is not None:
        last += rounded
    low, high = (number + sign * Decimal(5).scaleb(last - 1) for sign in (-1, 1))
    if " in " in text:
        return float(1 / high), float(1 / low)
    return (float(low / 100), float(high / 100)) if text.endswith("%") else (float(low), float(high))
