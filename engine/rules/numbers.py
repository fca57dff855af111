"""Numbers in words: the one place where how many there are meets the noun that says of what."""

from typing import Final

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_words(number: int) -> str:
    """Return a small number as a word, a larger one in digits.

    >>> number_words(0), number_words(10), number_words(1312)
    ('no', 'ten', '1,312')
    """
    return NUMBERS[number] if number < len(NUMBERS) else f"{number:,}"


def count(number: int, noun: str, several: str = "") -> str:
    """Write a number with its noun, which takes an s where there are several unless told otherwise.

    >>> count(1, "war"), count(1312, "round"), count(1, "game lies", "games lie")
    ('1 war', '1,312 rounds', '1 game lies')
    """
    return f"{number:,} {noun if number == 1 else several or f'{noun}s'}"


def ordinal(number: int) -> str:
    """Write the place in a row.

    >>> [ordinal(number) for number in (1, 2, 13, 22, 1000)]
    ['1st', '2nd', '13th', '22nd', '1,000th']
    """
    teens = number % 100 // 10 == 1
    return f"{number:,}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
