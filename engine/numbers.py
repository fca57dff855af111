"""Numbers in words: counts with their nouns, and estimates in the digits that their interval allows."""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor, inf, isinf, log10
from typing import Final, NamedTuple

# Counts in words.

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_words(number: int) -> str:
    """Return a small number as a word, a larger one in digits.

    >>> number_words(0), number_words(10), number_words(1312)
    ('no', 'ten', '1,312')
    """
    return NUMBERS[number] if number < len(NUMBERS) else f"{number:,}"


def capital(words: str) -> str:
    """Return words with a capital letter first, the others left as they are."""
    return words[:1].upper() + words[1:]


def plural(number: int | str, noun: str, several: str = "") -> str:
    """Return the noun of a number, which may be written out; it takes an s unless `several` is given.

    >>> plural(1, "war"), plural("1.0", "round"), plural("1", "is", "are")
    ('war', 'rounds', 'is')
    """
    return noun if str(number) == "1" else several or f"{noun}s"


def count(number: int, noun: str, several: str = "") -> str:
    """Write a number with its noun.

    >>> count(1, "war"), count(1312, "round"), count(1, "game lies", "games lie")
    ('1 war', '1,312 rounds', '1 game lies')
    """
    return f"{number:,} {plural(number, noun, several)}"


def span(low: str, high: str) -> str:
    """Write a range by its ends, which are written out; of equal ends the one value.

    >>> span("80", "1,312"), span("80", "80")
    ('80 to 1,312', '80')
    """
    return low if low == high else f"{low} to {high}"


def ordinal(number: int) -> str:
    """Write an ordinal number.

    >>> [ordinal(number) for number in (1, 2, 13, 22, 1000)]
    ['1st', '2nd', '13th', '22nd', '1,000th']
    """
    teens = number % 100 // 10 == 1
    return f"{number:,}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def two_digits(value: float) -> int:
    """Round a number of games to two significant digits.

    >>> two_digits(1962218), two_digits(84), two_digits(2.5)
    (2000000, 84, 2)
    """
    step: int = 10 ** max(floor(log10(value)) - 1, 0)
    return round(value / step) * step


# Fractions of counts that are complete.

READABLE: Final = 10_000  # the largest denominator of a fraction that is written as one


def fraction_of_rounds(mean: Fraction) -> str:
    """Write a mean length as a fraction, or to a hundredth where its denominator is long.

    >>> fraction_of_rounds(Fraction(41, 14)), fraction_of_rounds(Fraction(63598081, 4149658))
    ('41/14', '15.33')
    """
    return str(mean) if mean.denominator <= READABLE else f"{float(mean):,.2f}"


# Ends of intervals are rounded outward: what is written holds at least what was computed.


def down(value: float, digits: int) -> float:
    """Round down to a number of decimals, but for the last digit of a float.

    >>> down(0.3827, 2), down(0.3, 1), down(1234.5, -2)
    (0.38, 0.3, 1200.0)
    """
    return value if isinf(value) else floor(value * 10.0**digits + 1e-6) / 10.0**digits


def up(value: float, digits: int) -> float:
    """Round up to a number of decimals, but for the last digit of a float.

    >>> up(0.3827, 2), up(0.3, 1), up(1234.5, -2)
    (0.39, 0.3, 1300.0)
    """
    return value if isinf(value) else ceil(value * 10.0**digits - 1e-6) / 10.0**digits


ONE_DIGIT: Final = 1
SOME_TWO: Final = 5
"""Two digits for numbers that begin with 1 to 4: one alone could be off by as much as by half."""
TWO_DIGITS: Final = 10


def decimals_of(value: float, two_below: int = SOME_TWO) -> int:
    """Return the decimals that leave one significant digit, or two where the first is below `two_below`.

    >>> [decimals_of(0.31, two_below) for two_below in (ONE_DIGIT, SOME_TWO, TWO_DIGITS)]
    [1, 2, 2]
    >>> decimals_of(0.71), decimals_of(11.35), decimals_of(0.0), decimals_of(inf)
    (1, 0, 0, 0)
    """
    if not 0 < value < inf:
        return 0
    power = floor(log10(value))
    return min(max((value < two_below * 10.0**power) - power, 0), 9)


def plus_minus(margin: float, two_below: int = SOME_TWO) -> str:
    """Write how far a value may be off, rounded up, in the digits of `decimals_of`.

    >>> plus_minus(8.74), plus_minus(0.31), plus_minus(0.0138), plus_minus(1234.0), plus_minus(0.0)
    ('± 9', '± 0.31', '± 0.014', '± 1,234', '± 0')
    >>> plus_minus(0.3649, TWO_DIGITS), plus_minus(0.3649, ONE_DIGIT), plus_minus(inf)
    ('± 0.37', '± 0.4', '± ?')
    """
    digits = decimals_of(margin, two_below)
    return "± ?" if margin == inf else f"± {up(margin, digits):,.{digits}f}"


# Estimates, which are values between the ends of their intervals.


class Estimate(NamedTuple):
    """A value between the ends of its interval, from `games` games. An end that is infinite is open."""

    value: float
    low: float
    high: float
    games: int

    def scaled(self, factor: float) -> "Estimate":
        """Return it in another unit."""
        return Estimate(factor * self.value, factor * self.low, factor * self.high, self.games)


FINEST: Final = 0.001  # the finest share that a label of a few letters tells from none


def widest(estimates: Iterable[Estimate]) -> float:
    """Return the width of the widest interval, 0 where there is none."""
    return max((estimate.high - estimate.low for estimate in estimates), default=0.0)


def half_width(estimate: Estimate) -> float:
    """Return half the width of an interval."""
    return (estimate.high - estimate.low) / 2


def off(estimate: Estimate) -> float:
    """Return how far a value may be off, to the side where that is farther."""
    return max(estimate.high - estimate.value, estimate.value - estimate.low)


def decimals(*shares: Estimate) -> int:
    """Return the decimals of a percentage that the widest of some intervals allows."""
    # 0.95 and more of a power of ten is rounded up to it.
    return min(max(-floor(log10(max(50 * widest(shares), 1e-9) / 0.95)), 0), 6)


def bound(share: Estimate, two_below: int = 2) -> str:
    """Write in percent the bound that is known of a share that is none or all of the games.

    >>> from engine.simulation import share
    >>> bound(share(0, 100_000)), bound(share(100_000, 100_000)), bound(share(0, 6), TWO_DIGITS)
    ('under 0.004', 'over 99.996', 'under 46')
    """
    beyond = 100 * (1 - share.low if share.value else share.high)
    digits = decimals_of(beyond, two_below)
    end = up(beyond, digits)
    return f"over {100 - end:.{digits}f}" if share.value else f"under {end:.{digits}f}"


def percent(share: Estimate, digits: int | None = None) -> str:
    """Write a share with the digits its interval allows; of none or of all games by the bound that is known.

    `digits` are those of other shares that stand beside it. No share that was seen is rounded to none, and
    none that can fail to all.

    >>> from engine.simulation import share
    >>> percent(share(30_710, 100_000)), percent(share(9_999, 10_000)), percent(share(0, 6))
    ('30.7 %', '99.99 %', 'under 46 %')
    """
    if share.value in (0, 1):
        return f"{bound(share)} %"
    value = 100 * share.value
    digits = decimals(share) if digits is None else digits
    while f"{value:.{digits}f}" in (f"{0:.{digits}f}", f"{100:.{digits}f}"):
        digits += 1
    return f"{value:.{digits}f} %"


FEW: Final = 1_000  # games below which a sentence counts them rather than say how many of 100


def of_100(share: Estimate, few: int = FEW) -> str:
    """Write a share of games for a sentence: how many of 100, of fewer than `few` games how many of them.

    >>> from engine.simulation import share
    >>> seen = ((42_200, 100_000), (420, 1_000), (7, 40), (3, 10_000))
    >>> [of_100(share(*each)) for each in seen]
    ['42 of 100', 'about 42 of 100', '7 of 40', 'fewer than 1 of 100']
    >>> of_100(share(0, 2_000)), of_100(share(99_990, 100_000)), of_100(share(40, 400), few=100)
    ('none of 2,000', 'more than 99 of 100', 'about 10 of 100')
    >>> of_100(share(40, 40))
    'all 40'
    """
    seen = round(share.value * share.games)
    if not seen:
        return f"none of {share.games:,}"
    if seen == share.games:
        return {1: "the only", 2: "both"}.get(seen, f"all {seen:,}")
    if share.games < few:
        return f"{seen:,} of {share.games:,}"
    if share.value < 0.01:
        return "fewer than 1 of 100"
    if share.value > 0.99:
        return "more than 99 of 100"
    return f"{'about ' if half_width(share) > 0.01 else ''}{100 * share.value:.0f} of 100"


def of_games(share: Estimate, one: str, several: str, few: int = FEW) -> str:
    """Write a share of games with what is said of them.

    >>> from engine.simulation import share
    >>> of_games(share(1, 1), "game never ends", "games never end")
    'the only game never ends'
    """
    return f"{of_100(share, few)} {plural(share.games, one, several)}"


def brief(share: Estimate, digits: int | None = None) -> str:
    """Write a share as labels side by side have room for: to a tenth of a percent at the finest.

    >>> from engine.simulation import share
    >>> brief(share(307_104, 10**6)), brief(share(5, 10**6)), brief(share(10**6, 10**6)), brief(share(0, 6))
    ('30.7 %', '< 0.1 %', '> 99.9 %', 'under 46 %')
    >>> brief(share(6, 6)), brief(share(999_996, 10**6))
    ('over 54 %', '> 99.9 %')
    """
    few, most = (share.high, share.low) if share.value in (0, 1) else (share.value, share.value)
    if few < FINEST / 2 or (share.value == 0 and few < FINEST):
        return "< 0.1 %"
    if most > 1 - FINEST / 2 or (share.value == 1 and most > 1 - FINEST):
        return "> 99.9 %"
    return percent(share, min(decimals(share) if digits is None else digits, 1))


def percent_range(share: Estimate) -> str:
    """Write the interval of a share in the digits of the share, rounded outward.

    >>> from engine.simulation import share
    >>> percent_range(share(30_710, 100_000))
    '30.4 to 31.0 %'
    """
    digits = decimals(share)
    low, high = down(100 * share.low, digits), up(100 * share.high, digits)
    return f"{span(f'{low:.{digits}f}', f'{high:.{digits}f}')} %"


def counted(games: int, share: Estimate) -> str:
    """Write games with their share and its interval, as hover texts do.

    >>> from engine.simulation import share
    >>> counted(307, share(307, 1000))
    '307 games, 31 % (27 to 34 %)'
    """
    interval = f" ({percent_range(share)})" if games else ""
    return f"{count(games, 'game')}, {percent(share)}{interval}"


def within_points(*shares: Estimate) -> str:
    """Write in points how far some shares may be off at most.

    >>> from engine.simulation import share
    >>> within_points(share(300, 1000), share(30_000, 100_000))
    '± 3.0 points'
    """
    return f"{plus_minus(100 * max(map(off, shares), default=0.0))} points"


def length_range(length: Estimate) -> str:
    """Write the interval of a length, whose ends are whole or open.

    >>> [length_range(Estimate(9, *ends, 50)) for ends in ((7, 1200), (7, inf), (-inf, inf))]
    ['7 to 1,200', '7 or more', 'too few games to tell']
    """
    if length.low == -inf:
        return "too few games to tell" if length.high == inf else f"{length.high:,.0f} or less"
    least = f"{length.low:,.0f}"
    return f"{least} or more" if length.high == inf else span(least, f"{length.high:,.0f}")


def number(mean: Estimate) -> str:
    """Write a mean with the digits that `plus_minus` writes its interval with.

    >>> number(Estimate(1699.2, 1690.0, 1708.4, 100)), number(Estimate(16.926, 16.90, 16.95, 100))
    ('1,699', '16.926')
    """
    return f"{mean.value:,.{decimals_of(off(mean))}f}"


def number_within(mean: Estimate) -> str:
    """Write a mean and how far it may be off, its own rounding included; nothing where any way.

    >>> number_within(Estimate(1699.2, 1690.0, 1708.4, 100)), number_within(Estimate(7, 1, 13, 2))
    ('1,699 ± 10', '7 ± 6')
    >>> number_within(Estimate(7, -2, 16, 2)), number_within(Estimate(7, -inf, inf, 1))
    ('', '')
    """
    margin = off(mean)
    if margin >= abs(mean.value):
        return ""
    digits = decimals_of(margin)
    margin += abs(round(mean.value, digits) - mean.value)
    return f"{mean.value:,.{digits}f} ± {up(margin, digits):,.{digits}f}"


# Differences, with their sign.


def signed(value: float, margin: float) -> str:
    """Write a difference with its sign and the digits its interval allows.

    >>> signed(-19.32, 0.31), signed(1405.2, 12.2), signed(0.0, 0.3)
    ('−19.32', '+1,405', '0.00')
    """
    written = f"{abs(value):,.{decimals_of(margin)}f}"
    if not float(written.replace(",", "")):
        return written
    return f"{'−' if value < 0 else '+'}{written}"


def ends(difference: Estimate, margin: float) -> str:
    """Write both ends of a difference's interval, rounded outward."""
    digits = decimals_of(margin)
    low, high = down(difference.low, digits), up(difference.high, digits)
    return f"{signed(low, margin)} to {signed(high, margin)}"
