"""Deals that every checked program plays: the known killers, the longest games, planned shapes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Self

from engine.cards import ACE, STANDARD_PACK, Deal, Pack, shuffled
from engine.game.judges import PUBLISHED, judge_answer
from engine.game.referee import play
from engine.rules import Rules

# Which deals a judge promises to give, and shuffled ones of these, small to large.

_FEWEST_SHUFFLED: Final = 4
"""Cards of the smallest shuffled deal: what two cards can show is soon shown."""


@dataclass(frozen=True, slots=True)
class DealShape:
    """The deals that a judge gives: which ranks, how many cards, whether the decks may be unequal."""

    lowest: int = 2
    highest: int = ACE
    copies: int = 4
    fewest: int = 2
    most: int = STANDARD_PACK.size
    uneven: bool = False

    @classmethod
    def whole(cls, pack: Pack) -> Self:
        """Return the shape of a whole pack dealt in halves, and no other deal."""
        lowest, highest = pack.rank_of(0), pack.rank_of(pack.size - 1)
        return cls(lowest, highest, pack.copies, pack.size, pack.size, uneven=pack.size % 2 == 1)

    def has(self, deal: Deal) -> bool:
        """Return whether the judge could give this deal."""
        size_1, size_2 = len(deal.deck_1), len(deal.deck_2)
        counts = Counter((*deal.deck_1, *deal.deck_2))
        fits = size_1 > 0 < size_2 and self.fewest <= deal.size <= self.most
        # Where no two cards are alike, their numbers have no gaps.
        highest = self.lowest + deal.size - 1 if self.copies == 1 else self.highest
        ranked = self.lowest <= min(counts, default=0) <= max(counts, default=0) <= highest
        return fits and (self.uneven or size_1 == size_2) and ranked and max(counts.values()) <= self.copies

    def told_by(self, deal: Deal) -> bool:
        """Return whether a deal identifies the judge: it could give it, and the deal has its lowest card."""
        return self.has(deal) and self.lowest in (*deal.deck_1, *deal.deck_2)

    def shuffled(self, place: int, games: int, *, seed: int, turn: int = 0) -> Deal:
        """Return shuffled deal number `place` of `number`, which grow from few cards to the most.

        turn: another one of as many cards for every number.
        """
        smallest = min(max(self.fewest, _FEWEST_SHUFFLED), self.most)
        grown = (self.most - smallest) * place**2 // max(games - 1, 1) ** 2
        size = smallest + grown // 2 * 2
        number = place + turn * games
        ranks = self._ranks(size, seed, number)
        cards = [rank for rank in ranks for _ in range(self.copies)]
        order = shuffled(len(cards), seed=seed, number=2 * number)
        dealt = tuple(cards[card] for card in order[:size])
        cut = (size + 1) // 2
        if self.uneven and self.fewest < self.most and place % 3 == 2:
            cut = 1 + order[0] * (size - 1) // len(cards)
        return Deal(dealt[:cut], dealt[cut:])

    def _ranks(self, size: int, seed: int, number: int) -> list[int]:
        """Return the ranks of a deal: so few in a small one that it has wars."""
        if self.copies == 1:
            return [*range(self.lowest, self.lowest + size)]
        every = self.highest - self.lowest + 1
        few = min(every, max(2, -(-size // self.copies) + 1))
        return [self.lowest + rank for rank in shuffled(every, seed=seed, number=2 * number + 1)[:few]]


SHAPES: Final = {
    "codingame": DealShape(uneven=True),
    "codeforces-546c": DealShape(lowest=1, highest=10, copies=1, most=10, uneven=True),
    "advent-of-code-22": DealShape(lowest=1, highest=50, copies=1, most=50),
    "pyanitsa": DealShape(lowest=0, highest=9, copies=1, fewest=10, most=10),
    "dailyprogrammer-320": DealShape(lowest=1, highest=13, uneven=True),
    "spoj-hs08war": DealShape(uneven=True),
    "spivey": DealShape(lowest=1, highest=52, copies=1),
}
"""The deals of judges that are not simply parts of a pack of 52 in equal decks."""


# Deals that between them catch every mistake we know, for each judge: few cards as far as these can.
#
# Chosen by `tests/helpers/killing.py`, and held by `tests/engine/check/test_killers.py`.

KILLERS: Final = {
    "codeforces-546c": ("3 1/2 4", "5 2 1 3/4 6", "4 6 9 5 7/2 8 3 10 1"),
    "pyanitsa": ("1 9 0 4 6/5 8 2 7 3",),
    "code-golf": (
        "QQ/KK",
        "KT/TT",
        "33T/5T5",
        "AJ2/JJA",
        "8KJK/8JKJ",
        "454J/554J",
        "87A7/778A",
        "T8K4J2JA8T825QQK2/464KA5KQTAAT84Q5J",
        "7J799K4A24AT27JT98Q35K9/KTJAQ558Q27A4T6QJ268834",
        "856226A8375Q3Q93AJ62JK48/8TT34TQ69AT4K7AJQ79KJ75K",
        "KQ27A768584393TJJTQ7T8A94/A337865JT2K264J9AK92Q6455",
    ),
    "codingame": (
        "QQ/KK",
        "T/9T9",
        "KK/TT",
        "62K/266",
        "A/9KAAK",
        "2/28877",
        "64/4996",
        "JT88/JJJT",
        "QTJQ/JJTJ",
        "5K666/Q6K55",
        "Q822J8A5564A3K99T7K9/AJ3Q2J4J65T88T436775AT9QQ6",
        "A2AA6JJ672KQ9529K69533K7T/487QTJ37T2348K4T5694A885Q",
    ),
    "programming-challenges": (
        "JAT/TAJ",
        "T5T5/5888",
        "454J/554J",
        "AKKQ/QAKA",
        "3663/A36A",
        "KQ27A768584393TJJTQ7T8A94/A337865JT2K264J9AK92Q6455",
    ),
    "programming-challenges-code": (
        "22/25",
        "JA/AA",
        "JAT/TAJ",
        "T5T5/5888",
        "8656/6855",
        "498428KKT82J3AA5K27Q77A4A/TJ9J62Q3435T695J7659Q68TK",
        "6K4TAT58A3J92T8827JQ2K964/3953QAQ9T3676KA7Q572K84JJ",
    ),
    "advent-of-code-22": (
        "5 3 1/2 4 6",
        "11 23 17 2 21 9 26 14 12 13 6 25 3 22 30/24 28 8 7 29 18 5 19 15 10 4 1 20 27 16",
        "25 3 27 44 18 46 9 13 1 35 39 16 8 17 11 29 28 30 43 40 4 26 23/"
        "5 14 45 10 20 36 6 42 15 31 34 24 19 41 12 33 38 22 2 32 7 21 37",
        "34 13 41 33 7 40 20 28 4 22 30 49 17 6 19 47 32 5 27 9 38 43 46 10 25/"
        "23 48 11 45 1 8 36 50 39 21 26 2 15 16 35 24 18 44 29 14 31 42 37 12 3",
    ),
    "spoj-hs08war": (
        "8T8/7TT",
        "8KT/KTT",
        "3J3A/3JAJ",
        "454J/554J",
        "8K88/Q8QK",
        "5T73A89A963J2K6T7A78594AT247J6/8K23QTQJJ438QQ4K5265",
    ),
    "dailyprogrammer-320": (
        "KK/QK",
        "QT8/TTQ",
        "4224888/8",
        "4455/JJ54",
        "5T52/T22T",
        "1 1 13 7/7 13 1 13",
        "1 11 7 10 4 4 12 8 13 2 8 8 10 10 7 5 3 2 10 5 1/13 6 7 12 1 5 13 3 8 6 13 4 12 6 6 1 4 3 11 11 5",
        "3 11 2 1 2 4 11 8 8 6 4 11 9 5 10 9 12 10 6 7 1 8 5 10 12 13 7 1 2 12 3 4 10/"
        "7 3 8 13 13 9 3 5 13 5 1 7 6 2 4 12 6",
    ),
}
"""Deals by rule set, each as one line, small to large."""

TELLING: Final = {
    "codingame": (
        "A26AAJJ672KQ9529K69573K7A/483QTJ37T2348K4T5649T885Q",
        "J9KTQ59766Q9T9J56/68KQTJJ8QK8855T",
        "3QJJA2K749Q86AQKT86KK25A/3JA764Q7649T39T59J784235",
    ),
    "code-golf": (
        "449/922",
        "TA6T458J3Q79848274JK562KJQ/2K234T959J3A9TQ867A765K3AQ",
        "7J799K4A24AT27JT98Q35K9/KTJAQ558Q27A4T6QJ268834",
    ),
    "programming-challenges": (
        "A9J2A3T986T965A676324K7/Q2A5QJT98QT44374QK3588K",
        "A8A4A83TQA9T235/8525993T8T24QQ3",
        "T958AJ65T686AT9K4QQ89K2473/3A342J826757QJ37K9JTK2AQ45",
    ),
    "programming-challenges-code": (
        "Q73A3A6598K76T99733/JJ8JTTA75J5KT9QQA85",
        "22/25",
        "6K4TAT58A3J92T8827JQ2K964/3953QAQ9T3676KA7Q572K84JJ",
    ),
    "whats-in-a-game": (
        "QK76495487Q8K973/956Q7K65633983KQ",
        "496T36QJ3QK58TTQ37K96Q7/452K275A9JK22JJ598A84TA",
        "2AAA99/292K9K",
    ),
    "whats-in-a-game-steal": (
        "6573TJ4Q57ATTK9T926J45JQ/K3947K8728Q9Q6J8A4326328",
        "844/338",
        "TA6T458J3Q79848274JK562KJQ/2K234T959J3A9TQ867A765K3AQ",
    ),
    "advent-of-code-22": (
        "34 13 41 33 7 40 20 28 4 22 30 49 17 6 19 47 32 5 27 9 38 43 46 10 25/"
        "23 48 11 45 1 8 36 50 39 21 26 2 15 16 35 24 18 44 29 14 31 42 37 12 3",
        "3 2 1/4 5 6",
        "2 1 3 10 9/7 5 6 8 4",
    ),
    "codeforces-546c": ("5 8 10 3 7/2 9 1 4 6", "2/1 3", "3 4/1 6 2 5"),
    "pyanitsa": ("8 1 4 5 9/2 0 3 7 6", "1 4 6 5 0/3 8 2 7 9", "1 3 5 7 9/2 4 6 8 0"),
    "spoj-hs08war": (
        "8Q379947A2KJ684QA3KJ4K82J3T72/TTT855AQ36K99A62654J5Q7",
        "924KKQK4A5T3AA857Q8K4T/68755387742Q99396A2T36",
        "5J285JQ592772/7792JQTT5QTQ8",
    ),
    "dailyprogrammer-320": (
        "3 3 2 1 2 4 13 8 8 6 4 11 5 5 10 9 12 10 6 7 1 8 5 10 12 11 7 1 6 12 3 4 10/"
        "7 11 8 13 13 9 3 9 13 5 1 7 2 2 4 12 6",
        "QT8/TTQ",
        "42Q/2QQ",
    ),
}
"""Three deals by rule set that tell most mistakes from one another: two that name most, and one that
catches what these miss. Chosen by `tests/helpers/killing.py --telling`, and held as the others are.
"""


# The longest games known that end, within what each judge gives: a program that gives up too soon fails them.
#
# Of `codeforces-546c` (at most 10 cards, all different) and `pyanitsa` every deal was played, by
# `tests/helpers/longest.py NAME`: no game that ends is longer. The others are the longest that were found:
# `advent-of-code-22` and `spivey` by `war hunt --rules NAME --pack 50x1` and `52x1 --seed 7 --seconds 200
# --workers 1`, of 151,519,232 and 132,038,656 shuffled deals; all others are the records of
# `engine/library/records.jsonl`, which say how each was found (dailyprogrammer-320 has its ranks from 1).

LONGEST: Final = {
    "code-golf": (5_122, "A42QQ9QJT5287374942KJQT876/JT7633AA55654K9K92T86KJA38"),
    "codingame": (7_385, "262T75Q6JA4894JT43594839K5/8TAK9AQ8275TQ672AJKK3637QJ"),
    "programming-challenges": (27_704, "6AA88JQ7K5567J65AQ9Q4T573J/87QT923TA2464KK3324KJT2899"),
    "programming-challenges-code": (26_400, "Q682K5J5A9K733368T78T95QKA/J863J64AJ79QT5227449QK2TA4"),
    "whats-in-a-game": (3_577, "J4K7T459T32J7J765Q86TA3KK8/86T95Q984KA42J7A3Q36922AQ5"),
    "whats-in-a-game-steal": (3_503, "38Q74Q795J6TJAK7K2TT392K5J/435AQJ882TA62736AK99485Q64"),
    "bicycle": (4_778, "84A459K536QT64562QTJ7TQ383/378KTJ4AAQ92K8K97J9267J52A"),
    "spoj-hs08war": (4_244, "JQK7997A2KJ684Q3A3382J3T75/TTT852AQ64K998K6A2654745QJ"),
    "dailyprogrammer-320": (
        2_950,
        "9 7 4 5 1 6 2 4 10 11 8 9 12 6 11 8 3 12 11 11 1 2 5 10 13 4/"
        "10 6 3 10 5 3 7 2 1 3 13 4 8 13 6 8 7 7 2 5 9 9 13 12 1 12",
    ),
    "codeforces-546c": (105, "3 8 5 6 4 10 1 7 2/9"),
    "pyanitsa": (417, "0 2 3 5 6/4 1 9 7 8"),
    "advent-of-code-22": (
        4_649,
        "45 10 14 15 9 23 19 6 5 49 27 42 36 22 43 7 33 47 40 3 41 32 1 37 12/"
        "46 48 25 24 30 39 44 11 18 28 20 13 4 2 31 29 38 34 16 26 35 50 8 17 21",
    ),
    "spivey": (
        4_010,
        "23 41 29 39 51 4 22 17 34 45 18 27 32 50 43 25 15 42 10 5 13 49 11 12 7 1/"
        "35 3 2 48 24 28 26 31 46 8 19 44 21 37 52 6 16 33 9 30 36 14 40 47 20 38",
    ),
}
"""The rounds of the game and its deal, by rule set."""


# What a program is checked by, and which deals it is run on, in which order.

MOST_TURNS: Final = 20
"""Shuffled deals of a size that are looked at for one that the judge would ask."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a program is checked by: the rules, how deals are written for it, how it answers."""

    rules: Rules
    name: str
    """The rules' name: whose published deals and shape of deals are taken."""
    judge: str
    """The judge whose form of answer it gives; empty where there is none, and only the deals matter."""
    input: str
    games: int = 200
    """Shuffled deals."""
    seed: int = 0
    shape: DealShape | None = None

    @property
    def deals(self) -> DealShape:
        """Return which deals it may be given."""
        return self.shape or SHAPES.get(self.name, DealShape())

    def expected(self, deal: Deal) -> str | None:
        """Return what the judge expects; None where it would not ask, as where the game never ends."""
        return _expected(deal, self.rules, self.judge) if self.deals.has(deal) else None

    def asks(self, deal: Deal) -> bool:
        """Return whether the judge would ask this deal."""
        if self.judge:
            return self.expected(deal) is not None
        return self.deals.has(deal) and play(deal, self.rules).cycle is None

    def ordered(self) -> Iterator[Deal]:
        """Yield the deals in the order in which they are run."""
        yield from self.published()
        yield from self.killers()
        yield from self.longest()
        yield from map(self._shuffled, range(self.games))

    def _shuffled(self, place: int) -> Deal:
        """Return a shuffled deal that the judge would ask, if one of several is such a one."""
        turns = range(MOST_TURNS)
        deals = (self.deals.shuffled(place, self.games, seed=self.seed, turn=turn) for turn in turns)
        return next(filter(self.asks, deals), None) or self.deals.shuffled(place, self.games, seed=self.seed)

    def published(self) -> list[Deal]:
        """Return the deals that the source publishes with their answers."""
        return [Deal.parse(line) for line in PUBLISHED.get(self.name, ())]

    def killers(self) -> list[Deal]:
        """Return the deals that between them catch every mistake we know for this judge."""
        return [Deal.parse(line) for line in KILLERS.get(self.name, ())]

    def longest(self) -> list[Deal]:
        """Return the deal of the longest game known that ends, for programs that give up too soon."""
        return [Deal.parse(line) for _, line in [LONGEST[self.name]]] if self.name in LONGEST else []

    def telling(self) -> list[Deal]:
        """Return the three deals that tell most of these mistakes from one another."""
        return [Deal.parse(line) for line in TELLING.get(self.name, ())]


@lru_cache(maxsize=4_096)
def _expected(deal: Deal, rules: Rules, judge: str) -> str | None:
    return judge_answer(play(deal, rules), judge)
