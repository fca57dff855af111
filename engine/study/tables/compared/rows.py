"""Rule sets one below the other, as the tables of a comparison name them."""

from dataclasses import dataclass

from engine.words.brief import named


@dataclass(frozen=True, slots=True)
class Row:
    """One rule set of a comparison."""

    letter: str
    """Its name where there is no room for the full one."""
    name: str
    beside: str
    """Its rules in a few words."""

    @property
    def heading(self) -> str:
        """The letter and the name."""
        return f"{self.letter} {self.name}"


Rows = tuple[Row, ...]
"""The rule sets of a comparison, in their order."""


def rows_of(names: tuple[str, ...]) -> Rows:
    """Return a row for each rule set, by its preset's name or its code.

    >>> rows_of(("code-golf",))
    (Row(letter='A', name='Code golf', beside='loser’s cards first'),)
    """
    return tuple(
        Row(letter, *named(name, names)) for letter, name in zip("ABCDEFGHIJKL", names, strict=False)
    )
