"""Spans of game numbers: which games of a study are done, as (first, one past the last) in order."""

Span = tuple[int, int]
Spans = tuple[Span, ...]
"""In order, apart from each other, none empty."""


def count(spans: Spans) -> int:
    """Return how many games lie in the spans."""
    return sum(end - first for first, end in spans)


def joined(spans: Spans, added: Span) -> Spans:
    """Return the spans with one more, which may touch others but must not overlap them.

    >>> joined(((0, 10), (20, 30)), (10, 20))
    ((0, 30),)
    """
    first, end = added
    before = [span for span in spans if span[1] <= first]
    after = [span for span in spans if span[0] >= end]
    if first >= end or len(before) + len(after) != len(spans):
        raise ValueError(f"span {added} is empty or overlaps {spans}: a game counts once")
    if before and before[-1][1] == first:
        first = before.pop()[0]
    if after and after[0][0] == end:
        end = after.pop(0)[1]
    return (*before, (first, end), *after)


def gap(spans: Spans, games: int, longest: int) -> Span | None:
    """Return the first games below `games` that lie in no span, at most `longest` of them.

    >>> gap(((0, 10), (20, 30)), 40, 100), gap(((0, 40),), 40, 100)
    ((10, 20), None)
    """
    first = 0
    for span in spans:
        if span[0] > first:
            return first, min(span[0], first + longest, games)
        first = span[1]
    return (first, min(first + longest, games)) if first < games else None


def are_sound(spans: Spans, games: int) -> bool:
    """Say whether the spans are in order, apart, not empty, and below `games`.

    >>> are_sound(((0, 10), (20, 30)), 30)
    True
    >>> bad = [((0, 10), (20, 31)), ((0, 10), (10, 20)), ((0, 10), (5, 20)), ((5, 5),), ((-1, 5),), ((9, 2),)]
    >>> [are_sound(spans, 30) for spans in bad]
    [False, False, False, False, False, False]
    """
    edges = [edge for span in spans for edge in span]
    in_order = all(low < high for low, high in zip(edges[::2], edges[1::2], strict=True))
    apart = all(end < first for end, first in zip(edges[1::2], edges[2::2], strict=False))
    return in_order and apart and (not edges or (edges[0] >= 0 and edges[-1] <= games))
