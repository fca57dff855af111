"""A readable twin of the compiled games with a mistake: the naive referee, playing as its words say.

It knows mistakes by their names in the catalogue only, and none of the kernel's codes.
"""

from collections import deque
from dataclasses import replace

from naive import Laid, Naive

from engine.cards import Deal
from engine.rules import Pickup, Rules

GHOST = 0  # the rank of a card that does not exist


class Mistaken(Naive):
    """One game of a program with one mistake."""

    def __init__(self, deal: Deal, rules: Rules, mistake: str, *, limit: int) -> None:
        self.mistake, self.size = mistake, deal.size
        # Cards won, of a program that keeps them apart.
        self.won: dict[int, deque[int]] = {1: deque(), 2: deque()}
        # Of this round: how many wars, whether cards that do not exist have been laid, who takes the table.
        self.wars, self.lent, self.taker = 0, False, 0
        self.left = [0, 0, 0]  # cards that each has still to lay in this war
        super().__init__(deal, rules, limit=limit)
        self.result["sizes"] = self._holds(1), self._holds(2)

    def _all_rounds(self, limit: int) -> tuple[int, str]:
        winner, reason = super()._all_rounds(limit)
        if reason == "empty_start" and self.mistake == "ends-with-one-card":
            reason = "deck_empty"
        if reason == "deck_empty" and self.mistake.endswith(("looks-empty", "-one-card", "-card-loses")):
            winner = winner or 2
        if self.mistake.endswith(f"-if-{winner}-wins") and self.starts:
            for unit in ("rounds", "plays"):
                self.result[unit] += 1 if "many" in self.mistake else -1
        return winner, reason

    def _plays_on(self, who: int) -> bool:
        return self._holds(who) > (self.mistake == "ends-with-one-card")

    def _position(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        between = -self._opening()  # how the next round opens goes with the decks
        one, two = ((*self.decks[who], between, *self.won[who]) for who in (1, 2))
        if self.mistake == "repeats-cards":
            one, two = ((*sorted(deck),) for deck in (one, two))
        if self.mistake == "repeats-sizes":
            one, two = (len(one),), (len(two),)
        if self.mistake == "repeats-top-cards":
            one, two = one[:1], two[:1]
        if self.mistake == "repeats-anything":
            one = two = ()
        return one, () if self.mistake == "repeats-deck-1" else two

    def _holds(self, who: int) -> int:
        return len(self.decks[who]) + len(self.won[who])

    def _is_stack(self, who: int) -> bool:
        return self.mistake in ("stack", f"stack-{who}", "from-below")

    def _draw(self, owner: int) -> int:
        if not self.decks[owner]:
            self.decks[owner], self.won[owner] = self.won[owner], deque()
            if self.mistake == "won-pile-turned":
                self.decks[owner].reverse()
        self.left[owner] -= 1
        below = self.mistake == "face-down-from-below" and self.left[owner] > 0
        return self.decks[owner].pop() if below or self._is_stack(owner) else self.decks[owner].popleft()

    def _one_round(self) -> tuple[int, str] | None:
        opening, plays = self._opening(), self.result["plays"]
        self.wars, self.lent, self.taker, self.unpaid, self.opening = 0, False, 0, False, opening
        held = {who: self._holds(who) for who in (1, 2)}
        if min(held.values()) < opening:
            return self._short(0, opening, held)
        ended = super()._one_round()
        if self.mistake == "counts-finished" and ended:
            self.result["plays"] = plays - min(self._holds(1), self._holds(2))
        if self.mistake.startswith("war-after-win-of-1") and not ended and self.taker == 1:
            ended = self._war_for_nothing()
        if self.mistake == "short-war-drawn-to-2" and self.unpaid and not (self._holds(1) and self._holds(2)):
            ended = 0, "shortfall"
        if self.mistake == "won-pile-first" and not (ended or all(self.decks.values())):
            for who in (1, 2):
                self.decks[who].extendleft(reversed(self.won[who]))
                self.won[who].clear()
        if self.mistake.startswith("counts-wins-of-"):
            self.result["rounds"] -= self.taker != int(self.mistake[-1])
        if ended is None and self.wars:
            self.result["rounds"] += {"forgets-wars": -1, "wars-count-twice": 1}.get(self.mistake, 0)
        return ended

    def _opening(self) -> int:
        """Return how many cards each player lays first in a round, of which the last are compared."""
        match self.mistake:
            case "war-after-win-of-1" if self.taker == 1:
                return 1 + self.rules.face_down
            case "place-not-reset" | "index-not-reset":
                rounds = self.result["rounds"] * (self.mistake == "index-not-reset")
                return int(1 + rounds + (self.rules.face_down + 1) * self.result["wars"])
        return 1

    def _lay(self, laying: int, *cards: int) -> None:
        self.left = [0, *cards] if laying else [0, 0, 0]
        super()._lay(laying, *(cards if laying else [self.opening] * 2))

    def _war_for_nothing(self) -> tuple[int, str] | None:
        need, held = self.rules.face_down + 1, {who: self._holds(who) for who in (1, 2)}
        if min(held.values()) < need:
            return self._short(1, need, held)
        if self.mistake.endswith("-lost"):
            for who in (1, 2) * need:
                self._draw(who)
        return None

    # What is compared, and what becomes of ties

    def _laid_in(self, laying: int, owner: int) -> list[Laid]:
        return [laid for laid in self.table if (laid.owner, laid.laying) == (owner, laying)]

    def _up(self, owner: int) -> int:
        cards = self._laid_in(self.wars, owner)
        place = {"war-first-card": 0, "war-card-before-last": -2}.get(self.mistake.removesuffix(f"-{owner}"))
        if self.wars and len(cards) > 1 and place is not None:
            return cards[place].rank
        if self.wars and self.mistake == "war-first-difference" and super()._up(1) != super()._up(2):
            mine, other = ([laid for laid in self.table if laid.owner == who] for who in (owner, 3 - owner))
            return next((a.rank for a, b in zip(mine, other) if a.rank != b.rank), mine[-1].rank)  # noqa: B905
        up = super()._up(owner)
        return self._laid_in(0, owner)[0].rank if self.mistake == f"war-old-card-of-{owner}" else up

    def _taker(self) -> int:
        if not self.table:
            return 1  # the tie is over, and there is nothing to take
        if self.wars and self.mistake == "war-tied-cards":
            return 0
        if self.mistake == "needs-card-in-hand" and not (self._holds(1) and self._holds(2)):
            return 0
        taker = super()._taker()
        if taker and self.mistake == "forgets-lowest-wins":
            self.result["rounds"] -= self._up(taker) < self._up(3 - taker)
        if self.mistake[-1].isdigit() and self.unpaid and not (taker and self.mistake.startswith("needs-")):
            return int(self.mistake[-1])
        if self.mistake == "short-war-to-longer" and self.unpaid:
            return 1 if self._holds(1) > self.rules.face_down else 2
        if taker and self.wars and self.mistake in ("wars-to-1", "wars-to-2"):
            return int(self.mistake[-1])
        if self.mistake.startswith(("lowest-beats-", "sums-to-")):
            taker = self._taker_of_lowest(taker)
        if self.wars and self.mistake == "war-lower-card":
            return 3 - taker if taker else 0
        if self.wars and self.mistake == "war-sums":
            one, two = (sum(laid.rank for laid in self._laid_in(self.wars, who)) for who in (1, 2))
            return 1 if one > two else 2 if two > one else 0
        if taker and self.mistake == "needs-one-fewer-js" and GHOST in (self._up(1), self._up(2)):
            return 2
        tie = "second-tie" if self.wars else "ties"
        if taker == 0 and self.mistake in (f"{tie}-to-1", f"{tie}-to-2", "ties-to-1", "ties-to-2"):
            # A tie that nobody fights is counted as a war all the same.
            self.result["wars"] += 1
            self.result["depth"] = max(self.result["depth"], self.wars + 1)
            return int(self.mistake[-1])
        return taker

    def _taker_of_lowest(self, taker: int) -> int:
        ups = self._up(1), self._up(2)
        if self.mistake == "sums-to-9" and self.lowest not in ups and self.highest not in ups:
            return 3 - taker if taker and sum(ups) == 9 else taker
        if self.lowest not in ups or ups[0] == ups[1] or self.mistake == "sums-to-9":
            return taker
        owner = 1 + ups.index(self.lowest)
        if self.mistake == "lowest-beats-all":
            return owner
        return taker if self.highest not in ups or str(owner) == self.mistake[-1] else 3 - owner

    # Wars

    def _war(self, laying: int) -> tuple[int, str] | None:
        match self.mistake.removeprefix("ties-" if laying == 1 else "second-tie-"):
            case "returned":
                for laid in self.table:
                    self.decks[laid.owner].append(laid.rank)
                self.table = []
                return None
            case "thrown-away":
                self.table = []
                return None
            case "end-it" | "ends-it":
                return 0, "shortfall"
        self.wars = laying
        need = self.rules.face_down + 1
        if self.mistake == "second-war-one-card" and laying > 1:
            rules, self.rules = self.rules, replace(self.rules, face_down=0)
            ended = super()._war(laying)
            self.rules = rules
            return ended
        if self.mistake == "as-many-as-both" and 0 < min(self._holds(1), self._holds(2)) < need:
            self._lay(laying, *[min(self._holds(1), self._holds(2))] * 2)
            return None
        if self.mistake.startswith(("needs-", "checks-")):
            return self._war_at_a_wrong_threshold(laying, need)
        ended = super()._war(laying)
        if not ended or not self.mistake.startswith("short-war-"):
            return ended
        self.unpaid = True
        if self.mistake == "short-war-thrown-away":
            self.table = []
        return None

    def _counts(self, who: int) -> int:
        """Look at the decks, maybe without what was won, which is there when cards are laid."""
        return len(self.decks[who]) if self.mistake == "won-pile-not-counted" else self._holds(who)

    def _war_at_a_wrong_threshold(self, laying: int, need: int) -> tuple[int, str] | None:
        held = {who: self._holds(who) for who in (1, 2)}
        lacks = {who: need - cards for who, cards in held.items()}
        match self.mistake:
            case "needs-one-more" | "needs-card-in-hand":
                short = max(lacks.values()) > -1
            case "needs-one-fewer-last":
                short = max(lacks.values()) > 1 or not all(held.values())
            case "needs-any-card":
                short = not all(held.values())
            case "needs-no-card" if not any(held.values()):
                return 0, "both_out"
            case "needs-no-card" | "needs-no-card-tie-to-2":
                self.unpaid, short = max(lacks.values()) > 0, False
            case "checks-player-1" | "checks-player-2":
                short = lacks[int(self.mistake[-1])] > 0
            case "checks-both-short":
                short = min(lacks.values()) > 0
            case "needs-one-fewer-loses" if max(lacks.values()) == 1:
                return 2 if lacks[1] == 1 else 1, "shortfall"
            case _:
                if max(lacks.values()) == 1 and not self.lent and self.mistake != "needs-one-fewer-loses":
                    self.lent = True
                    for who in (1, 2):
                        self.decks[who].extend([GHOST] * max(lacks[who], 0))
                    held = {who: self._holds(who) for who in (1, 2)}
                short = min(held.values()) < need
        if not short:
            self._lay(laying, *(min(need, cards) for cards in held.values()))
            return None
        if self.mistake.startswith("checks-player") and str(self.rules.shortfall) != "DRAW":
            return 3 - int(self.mistake[-1]), "shortfall"
        return self._short(laying, need, held)

    def _short(self, laying: int, need: int, held: dict[int, int]) -> tuple[int, str] | None:
        if self.mistake == "decks-compared":
            on_table = {who: [laid.rank for laid in self.table if laid.owner == who] for who in (1, 2)}
            both = zip(*([*map(self._worth, [*on_table[who], *self.decks[who]])] for who in (1, 2)))  # noqa: B905
            for one, other in both:
                if one != other:
                    return 1 if one > other else 2, "shortfall"
        return super()._short(laying, need, held)

    def _steal(self, poor: int, need: int) -> None:
        lacks = need - self._counts(poor)
        self._move(poor, {"steals-one-more": lacks + 1, "steals-whole-war": need}.get(self.mistake, lacks))

    def _move(self, poor: int, number: int) -> None:
        rich, stolen = 3 - poor, []
        for _ in range(min(number, self._holds(rich))):
            bottom = self.mistake == "steals-from-bottom"
            stolen.append(self.decks[rich].pop() if bottom else self._draw(rich))
        self.result["stolen"] += len(stolen)
        if self.mistake == "steals-onto-top":
            self.decks[poor].extendleft(reversed(stolen))
        else:
            (self.won if self.mistake.startswith("won-pile") else self.decks)[poor].extend(stolen)

    # Picking up

    def _picked_up(self, winner: int) -> list[Laid]:
        if not self.table:
            return []
        kept = [laid for laid in self._in_order(winner) if self._keeps(laid, winner)]
        if self.mistake == f"next-cards-of-{3 - winner}":
            following = dict(enumerate(self.decks[3 - winner]))
            own = [one for one in kept if one.owner == winner or one.turn in following]
            kept = [one if one.owner == winner else replace(one, rank=following[one.turn]) for one in own]
        by_strength = {"lowest-first": 1, "highest-first": -1}.get(self.mistake)
        if by_strength:
            kept.sort(key=lambda laid: by_strength * self._worth(laid.rank))
        return kept

    def _worth(self, rank: int) -> int:
        match str(self.rules.order):
            case "LOW_WINS":
                return -rank
            case "ACE_LOW":
                return -1 if rank == 14 else rank
        return rank

    def _in_order(self, winner: int) -> list[Laid]:
        judges, self.winner = self.rules, winner
        if self.mistake.startswith("after-wars-") and self.wars:
            pickup = self.mistake.removeprefix("after-wars-").upper().replace("-", "_")
            self.rules = replace(judges, pickup=Pickup(pickup))
        cards = super()._picked_up(winner)
        self.rules = judges
        return cards[::-1] if self.mistake in ("table-reversed", f"table-reversed-{winner}") else cards

    def _place(self, laid: Laid, second: int, pickup: str) -> tuple[int, ...]:
        won = laid.owner == self.winner
        turned = {"losers-cards-reversed": not won, "winners-cards-reversed": won, "sides-reversed": True}
        if turned.get(self.mistake):
            return super()._place(replace(laid, turn=self._from_end(laid)), second, pickup)
        match self.mistake:
            case "opening-last" | "opening-first":
                return (laid.laying == 0) == (self.mistake == "opening-last"), second, laid.turn
            case "sides-opening-last":
                return second, laid.laying == 0, laid.turn
            case "last-pair-first":
                return self._from_end(laid) != 0, *super()._place(laid, second, pickup)
            case "deciding-winner-first" if not self._from_end(laid):
                return super()._place(laid, laid.owner != self.winner, pickup)
            case "sides-last-first":
                return second, self._from_end(laid) != 0, laid.turn
            case "sides-battles-back":
                own = self._laid_in(laid.laying, laid.owner)
                return second, (laid is not own[-1]) - laid.laying, laid.turn
            case "sides-newest-war-first":
                return second, -laid.laying, laid.turn
            case "newest-war-first":
                return -laid.laying, second, laid.turn
            case "each-war-apart":
                return laid.laying, second, laid.turn
        return super()._place(laid, second, pickup)

    def _keeps(self, laid: Laid, winner: int) -> bool:
        """Say whether a card goes to the winner."""
        if self.mistake == "loses-own-cards":
            return laid.owner != winner
        if not self.wars:
            return True
        mine = [other for other in self.table if other.owner == laid.owner]
        war = [other for other in mine if other.laying == self.wars]
        match self.mistake:
            case "loses-first-pair":
                return laid.laying > 0
            case "loses-tied-cards":
                return laid.laying == self.wars or laid is not self._laid_in(laid.laying, laid.owner)[-1]
            case "loses-face-down":
                return laid is [other for other in mine if other.laying == laid.laying][-1]
            case "loses-all-but-last-pair":
                return laid is mine[-1]
            case "loses-first-of-war" | "loses-last-of-war":
                own = self._laid_in(laid.laying, laid.owner)
                return not laid.laying or laid is not own[0 if "first" in self.mistake else -1]
            case "loses-before-war":
                return laid in war
            case "loses-earlier-wars":
                return self.wars == 1 or laid in war
            case "loses-before-last-tie":
                return self.wars == 1 or laid in war or laid is mine[-len(war) - 1]
        return True

    def _put(self, winner: int, cards: list[Laid]) -> None:
        self.taker = winner
        if self.mistake == "last-card-loses" and not (self._holds(1) and self._holds(2)):
            return
        ranks, deck = [laid.rank for laid in cards], self.decks[winner]
        if self.mistake == f"cards-back-for-{winner}":
            for laid in self.table:
                self.decks[laid.owner].append(laid.rank)
            return
        match self.mistake:
            case "own-cards-on-top":
                deck.extendleft([laid.rank for laid in self.table if laid.owner == winner][::-1])
                deck.extend([laid.rank for laid in cards if laid.owner != winner])
            case "won-on-top" | "from-below":
                deck.extendleft(reversed(ranks))
            case "won-on-top-each":
                deck.extendleft(ranks)
            case "won-pile-turned" | "won-pile-not-counted" | "won-pile-first":
                self.won[winner].extend(ranks)
            case _:
                deck.extend(ranks)
        if self.mistake.startswith("queue-of-"):
            _, _, places, fate = self.mistake.split("-", 3)
            for full in self.decks.values():
                self._fit(full, self.size if places == "all" else int(places), fate)

    @staticmethod
    def _fit(deck: deque[int], places: int, fate: str) -> None:
        if fate == "looks-empty":
            if len(deck) >= places:
                deck.clear()
            return
        while len(deck) > places:
            (deck.pop if fate == "loses-new" else deck.popleft)()
