"""A second referee, written from the rules' text and not from `engine.game`, to convict it.

It differs on purpose: every card is marked with who laid it and when, pick-ups are sorts by those
marks, decks are mutable deques, and a list holds every earlier position.
"""

from collections import deque
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from engine.cards import Deal, random_stream
from engine.rules import Rules


@dataclass
class Laid:
    """A card on the table: whose, its place among that player's, in which laying (0 opens the round)."""

    owner: int
    turn: int
    laying: int
    rank: int


class Naive:
    """One game; `result` has every field a game is compared by."""

    def __init__(
        self, deal: Deal, rules: Rules, *, seed: int = 0, number: int = 0, limit: int = 100_000
    ) -> None:
        self.rules = rules
        self.decks = {1: deque(deal.deck_1), 2: deque(deal.deck_2)}
        self.table: list[Laid] = []
        self.random = random_stream.words(random_stream.stream_key(random_stream.PLAYING, seed, number))
        ranks = sorted((*deal.deck_1, *deal.deck_2)) or [0]
        self.lowest, self.highest = ranks[0], ranks[-1]
        self.result: dict[str, Any] = dict.fromkeys(
            ("rounds", "battles", "plays", "wars", "depth", "steals", "stolen"), 0
        )
        self.result |= {"after_round_1": None, "cycle": None}
        self.starts: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        winner, reason = self._all_rounds(limit)
        self.result |= {
            "winner": winner,
            "reason": reason,
            "decks": self._position(),
            "sizes": tuple(len(deck) for deck in self._position()),
            "on_table": len(self.table),
        }

    def _position(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return tuple(self.decks[1]), tuple(self.decks[2])

    def _all_rounds(self, limit: int) -> tuple[int, str]:
        seen = set()
        while True:
            holders = [who for who in (1, 2) if self._plays_on(who)]
            if len(holders) < 2:
                reason = "deck_empty" if self.starts else "empty_start"
                return (holders or [0])[0], reason
            position = self._position()
            if position in seen and str(self.rules.pickup) not in ("RANDOM", "COIN_FLIP"):
                start = self.starts.index(position)
                self.result["cycle"] = (start + 1, len(self.starts) - start)
                return 0, "cycle"
            if len(self.starts) == limit:
                return 0, "limit"
            seen.add(position)
            self.starts.append(position)
            ended = self._one_round()
            if ended:
                return ended
            if self.result["rounds"] == 1:
                self.result["after_round_1"] = self._position()

    def _one_round(self) -> tuple[int, str] | None:
        self.result["rounds"] += 1
        self._lay(0, 1, 1)
        depth = 0
        while not (winner := self._taker()):
            depth += 1
            self.result["wars"] += 1
            self.result["depth"] = max(self.result["depth"], depth)
            ended = self._war(depth)
            if ended:
                return ended
        self._put(winner, self._picked_up(winner))
        self.table = []
        return None

    def _holds(self, who: int) -> int:
        return len(self.decks[who])

    def _plays_on(self, who: int) -> bool:
        return self._holds(who) > 0

    def _taker(self) -> int:
        """Return who takes the table, 0 in a tie."""
        if self._up(1) == self._up(2):
            return 0
        return 1 if self._strength(1) > self._strength(2) else 2

    def _put(self, winner: int, cards: list[Laid]) -> None:
        self.decks[winner].extend(laid.rank for laid in cards)

    def _lay(self, laying: int, *cards: int) -> None:
        self.result["battles"] += 1
        self.result["plays"] += max(cards)
        for owner, number in zip((1, 2), cards, strict=True):
            for _ in range(number):
                turn = sum(laid.owner == owner for laid in self.table)
                self.table.append(Laid(owner, turn, laying, self._draw(owner)))

    def _draw(self, owner: int) -> int:
        return self.decks[owner].popleft()

    def _up(self, owner: int) -> int:
        return [laid.rank for laid in self.table if laid.owner == owner][-1]

    def _strength(self, owner: int) -> float:
        mine, other = self._up(owner), self._up(3 - owner)
        match str(self.rules.order):
            case "ACE_LOW":
                return -1 if mine == 14 else mine
            case "LOW_WINS":
                return -mine
            case "LOWEST_BEATS_HIGHEST" if mine == self.lowest and other == self.highest:
                return float("inf")
        return mine

    def _war(self, laying: int) -> tuple[int, str] | None:
        """Lay the cards of one war, or say how the game ends."""
        need = self.rules.face_down + 1
        held = {who: self._counts(who) for who in (1, 2)}
        if held[1] >= need and held[2] >= need:
            self._lay(laying, need, need)
            return None
        if str(self.rules.shortfall) == "STEAL" and held[1] + held[2] >= 2 * need:
            self.result["steals"] += 1
            self._steal(1 if held[1] < need else 2, need)
            self._lay(laying, *(min(need, self._holds(who)) for who in (1, 2)))
            return None
        return self._short(laying, need, held)

    def _counts(self, who: int) -> int:
        """Return how many cards a player has when they are counted for a war."""
        return self._holds(who)

    def _steal(self, poor: int, need: int) -> None:
        while self._holds(poor) < need:
            self.decks[poor].append(self._draw(3 - poor))
            self.result["stolen"] += 1

    def _short(self, laying: int, need: int, held: dict[int, int]) -> tuple[int, str] | None:
        """Lay what there is for a war, or say how the game ends."""
        shortfall = str(self.rules.shortfall)
        if shortfall == "DRAW":
            return 0, "shortfall"
        if all(held.values()):
            if shortfall == "LAST_CARD":
                self._lay(laying, *(min(need, cards) for cards in held.values()))
                return None
            if shortfall == "FEWER_DOWN":
                self._lay(laying, *[min(held.values())] * 2)
                return None
        while held[1] and held[2]:  # one card each at a time, until somebody has none
            held = {who: cards - 1 for who, cards in held.items()}
        if held[1] or held[2]:
            return (1 if held[1] else 2), "shortfall"
        favoured = {"DRAW": 0, "PLAYER_1": 1, "PLAYER_2": 2}[str(self.rules.both_out)]
        return favoured, "shortfall" if favoured else "both_out"

    def _picked_up(self, winner: int) -> list[Laid]:
        pickup = str(self.rules.pickup)
        if pickup == "COIN_FLIP":
            pickup = ("LOSER_FIRST", "WINNER_FIRST")[random_stream.below(2, self.random)]
        if pickup == "RANDOM":
            cards = sorted(self.table, key=attrgetter("owner", "turn"))
            for left in range(len(cards), 1, -1):
                chosen = random_stream.below(left, self.random)
                cards[left - 1], cards[chosen] = cards[chosen], cards[left - 1]
            return cards
        seats = {"AS_DEALT": 1, "AS_PROGRAMMED": 1, "PLAYER_1_FIRST": 1, "PLAYER_2_FIRST": 2}
        first = seats.get(pickup, winner if pickup.startswith("WINNER") else 3 - winner)
        return sorted(self.table, key=lambda laid: self._place(laid, int(laid.owner != first), pickup))

    def _from_end(self, laid: Laid) -> int:
        """Return how many cards a player laid after one of theirs."""
        return sum(laid.owner == other.owner and other.turn > laid.turn for other in self.table)

    def _place(self, laid: Laid, second: int, pickup: str) -> tuple[int, ...]:
        """Return by what a card is picked up; `second`: whether the other player's cards go first."""
        if pickup.endswith("_REVERSED"):
            return self._from_end(laid), second
        if pickup == "AS_DEALT" or pickup.endswith("_ALTERNATING"):
            return laid.turn, second
        if pickup == "AS_PROGRAMMED":
            return laid.laying, second, laid.turn
        if pickup == "WINNER_INSIDE_OUT":
            return -laid.laying, second, laid.turn
        return second, laid.turn
