"""Names at the ends of lines: one below the other, none over another, none too long."""

from dashboard.charts.parts.bar_labels import moved_apart


def stacked(heights: list[float], gap: float, top: float) -> list[float]:
    """Move heights apart to at least `gap`, in their order, within 0 and `top` as far as there is room.

    >>> stacked([0, 0, 100], 15, 180)
    [15, 0, 100]
    >>> stacked([180, 178], 15, 180)
    [180, 165]
    """
    order = sorted(range(len(heights)), key=lambda place: (heights[place], -place))
    moved = moved_apart([heights[place] for place in order], [gap] * len(order), top + gap)
    return [height for _, height in sorted(zip(order, moved, strict=True))]


def cut(text: str, most: int) -> str:
    """Return a text of at most so many characters.

    >>> cut("Programming Challenges", 12)
    'Programming…'
    """
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
