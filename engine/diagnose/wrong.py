"""Models of programs that play wrongly: the law's own rounds, with something done to them in between.

Nothing here decides a round. Where a wrong program goes on from another position, the law plays on
from that position; where it ends a war too early, the law is asked how a war ends that needs one
card more. `engine.diagnose.mistakes` says in words what each model is.
"""

from collections.abc import Callable, Generator
from typing import Final

from engine.cards import Deal
from engine.game import (
    LIMIT,
    Beats,
    Cycle,
    Deck,
    Decks,
    Ending,
    Outcome,
    Reason,
    Round,
    Rounds,
    comparison,
    play,
    play_round,
    play_rounds,
)
from engine.rules import Order, Rules, Shortfall

ENDS_WARS: Final = (Shortfall.LOSES, Shortfall.DRAW)
"""Where a war that cannot be paid for ends the game; elsewhere a threshold one off has no one meaning."""

GHOST: Final = 0
"""The rank of a card that does not exist: below every other, as the ranks of the models must be."""

POSITIONS_KEPT: Final = 50_000
"""Positions in which a wrong program's game is watched for a repeat: 50 MB of 52 cards."""

Played = tuple[Round, Outcome | None]
Step = Callable[[int, Decks, Rules, Beats], Played]
"""A round as a wrong program plays it: as `engine.game.play_round`, which it asks."""


def rounds_of(deal: Deal, rules: Rules, playing: str, *, limit: int = LIMIT) -> Rounds[Ending]:
    """Return the rounds of a game as a program with a playing mistake plays it; none: as the law does."""
    if playing.startswith("queue-of-"):
        places, _, fate = playing.removeprefix("queue-of-").partition("-")
        return Rounds(_from_round_to_round(deal, rules, _short_queue(int(places), fate), limit))
    if playing and rules.shortfall in ENDS_WARS:
        if playing == "needs-one-more":
            return Rounds(_from_round_to_round(deal, rules, _needs_one_more, limit))
        if rules.order is Order.HIGH and GHOST not in (*deal.deck_1, *deal.deck_2):
            step = _needs_one_fewer_js if playing.endswith("-js") else _needs_one_fewer
            return Rounds(_from_round_to_round(deal, rules, step, limit))
    return play_rounds(deal, rules, limit=limit)


def _from_round_to_round(deal: Deal, rules: Rules, step: Step, limit: int) -> Generator[Round, None, Ending]:
    """Play on from whatever decks a round leaves, until the law or a repeat ends it."""
    decks: Decks = (deal.deck_1, deal.deck_2)
    beats = comparison(deal, rules.order)
    earlier: dict[Decks, int] = {}
    for number in range(1, limit + 1):
        if not all(decks):
            # The law says what an empty deck means: it plays no round and ends.
            return Ending(play(Deal(*decks), rules).outcome, decks)
        if decks in earlier:
            start = earlier[decks]
            return Ending(Outcome(0, Reason.CYCLE), decks, Cycle(start, number - start))
        if len(earlier) < POSITIONS_KEPT:
            earlier[decks] = number
        this, ended = step(number, decks, rules, beats)
        decks = this.decks
        yield this
        if ended is not None:
            return Ending(ended, decks)
    return Ending(Outcome(0, Reason.LIMIT), decks)


def _needs_one_more(number: int, decks: Decks, rules: Rules, beats: Beats) -> Played:
    """End the game at the first war for which a deck holds no card more than it needs."""
    this, ended = play_round(number, decks, rules, beats)
    cut = _first_unpaid(this, rules.need + 1)
    if cut is None:
        return this, ended
    laid_1 = sum(lay.cards_1 for lay in this.lays[:cut])
    laid_2 = sum(lay.cards_2 for lay in this.lays[:cut])
    left = decks[0][laid_1:], decks[1][laid_2:]
    # Two equal cards on top make a war of the very decks in question, for the law to settle.
    more = rules.changed(face_down=rules.face_down + 1)
    _, outcome = play_round(number, ((1, *left[0]), (1, *left[1])), more, beats)
    short = this._replace(
        lays=this.lays[:cut],
        cards_1=this.cards_1[:laid_1],
        cards_2=this.cards_2[:laid_2],
        winner=0,
        order=(),
        wars=cut,
        decks=left,
    )
    return short, outcome


def _first_unpaid(this: Round, need: int) -> int | None:
    """Return the first war of a round, from 1, that somebody with fewer than `need` cards had to pay."""
    size_1, size_2 = this.sizes
    for war in range(this.wars):
        size_1, size_2 = size_1 - this.lays[war].cards_1, size_2 - this.lays[war].cards_2
        if min(size_1, size_2) < need:
            return war + 1
    return None


def _needs_one_fewer(number: int, decks: Decks, rules: Rules, beats: Beats) -> Played:
    """Put the card that does not exist under the deck that lacks it, and let the law play the round again."""
    this, ended = play_round(number, decks, rules, beats)
    if ended is None or min(map(len, this.decks)) != rules.need - 1:
        return this, ended
    first, second = (
        deck + (GHOST,) * (len(left) == rules.need - 1) for deck, left in zip(decks, this.decks, strict=True)
    )
    again, ended = play_round(number, (first, second), rules, beats)
    return again._replace(before=decks), ended


def _needs_one_fewer_js(number: int, decks: Decks, rules: Rules, _: Beats) -> Played:
    """The same as source 3's program, in JavaScript: nothing is greater or less than `undefined`.

    Two of it are equal; with any other card player 2 takes the table, since player 1's card is not
    the greater one.
    """
    return _needs_one_fewer(number, decks, rules, lambda one, other: one > other > GHOST)


def _short_queue(places: int, fate: str) -> Step:
    """Leave only what the queues hold after each round."""

    def step(number: int, decks: Decks, rules: Rules, beats: Beats) -> Played:
        this, ended = play_round(number, decks, rules, beats)
        first, second = (_FATES[fate](deck, places) for deck in this.decks)
        return this._replace(decks=(first, second)), ended

    return step


_FATES: Final[dict[str, Callable[[Deck, int], Deck]]] = {
    "looks-empty": lambda deck, places: () if len(deck) >= places else deck,
    "loses-new": lambda deck, places: deck[:places],
    "loses-old": lambda deck, places: deck[max(0, len(deck) - places) :],
}
"""The cards left of a deck in a queue of so many places."""
