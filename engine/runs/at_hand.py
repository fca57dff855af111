"""A few things kept at hand by name, up to so many bytes; those not asked for the longest go first."""

import pickle
from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Values by name. Not for several threads at once.

    >>> kept = Kept(1_500)
    >>> kept.put("one", "1" * 600)
    >>> kept.put("one", "one" * 200)
    >>> kept.put("two", "2" * 600)
    >>> kept.get("one")[:3]
    'one'
    >>> kept.put("three", "3" * 600)
    >>> kept.get("one")[:3], kept.get("two")
    ('one', None)
    """

    def __init__(self, most: int) -> None:
        self._left = most
        self._values: OrderedDict[str, tuple[T, int]] = OrderedDict()

    def get(self, name: str) -> T | None:
        """Return a value if it is still there."""
        if name not in self._values:
            return None
        self._values.move_to_end(name)
        return self._values[name][0]

    def put(self, name: str, value: T) -> None:
        """Keep a value, the last one put even if it alone is too large."""
        self.drop(name)
        size = len(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))  # what arrays take, nearly
        self._values[name] = value, size
        self._left -= size
        while self._left < 0 and len(self._values) > 1:
            self.drop(next(iter(self._values)))

    def drop(self, name: str) -> None:
        """Let a value go."""
        if name in self._values:
            _, size = self._values.pop(name)
            self._left += size
