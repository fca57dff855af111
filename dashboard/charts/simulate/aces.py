"""Who wins, by how many of the best cards player 1 is dealt."""

from functools import partial
from typing import Final, assert_never

from dashboard.charts.parts.few import ENOUGH, all_decided, sure, too_few
from dashboard.charts.parts.panel import Panel, fitted, of_decided
from dashboard.charts.parts.written import percent
from dashboard.charts.simulate.win_share import WinShare, figure, table, win_share
from engine.cards import ACE, Pack, rank_name, shares
from engine.rules import NUMBERS, Order, number_words
from engine.study import Study
from engine.study.summary import Summary

_COURT: Final = {ACE: "ace", 13: "king", 12: "queen", 11: "jack"}

MOST_NAMED: Final = 8


def best_card(pack: Pack, order: Order) -> str:
    """Name one card of the best rank of a pack.

    >>> best_card(Pack(13, 4), Order.HIGH), best_card(Pack(13, 4), Order.ACE_LOW)
    ('ace', 'king')
    >>> best_card(Pack(52, 1), Order.LOW_WINS), best_card(Pack(13, 4), Order.LOW_WINS)
    ('1', '2')
    """
    best = _best_rank(pack, order)
    lettered = pack.ranks <= len(NUMBERS) + 2
    return _COURT[best] if lettered and best in _COURT else rank_name(best) if lettered else str(best)


def _best_rank(pack: Pack, order: Order) -> int:
    ranks = [pack.rank_of(place * pack.copies) for place in range(pack.ranks)]
    match order:
        case Order.HIGH | Order.LOWEST_BEATS_HIGHEST:
            return ranks[-1]
        case Order.LOW_WINS:
            return ranks[0]
        case Order.ACE_LOW:
            return max((rank for rank in ranks if rank != ACE), default=ACE)
        case _:
            assert_never(order)


def varies(study: Study) -> bool:
    """Say whether player 1 may be dealt more or fewer of the best cards."""
    dealt, best = shares(study.pack, study.hands), _best_rank(study.pack, study.rules.order)
    opened = {study.pack.rank_of(card) == best for card in dealt.open}
    return len(opened) > 1 and 0 < dealt.drawn_1 < len(dealt.open)


def aces(study: Study, summary: Summary) -> WinShare:
    """Work out what to draw: a point for 0, 1, 2, ... of the best cards."""
    best = best_card(study.pack, study.rules.order)
    copies = list(range(study.pack.copies + 1))
    return win_share(
        summary.aces,
        summary.firsts["aces"],
        [slice(number, number + 1) for number in copies],
        [float(number) for number in copies],
        [f"{number_words(number)} {best}{'' if number == 1 else 's'}" for number in copies],
        axis=f"{best}s dealt to player 1",
    )


def panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the win share by aces."""
    chart = aces(study, summary)
    title = _title(chart, best_card(study.pack, study.rules.order), study.pack.copies)
    if not all_decided(summary):
        first, told, rest = title.partition(" %,")
        wholes = (f"{first} % of decided games,{rest}", f"{first} % of decided,{rest}")
        title = fitted(*wholes, f"{first} % of decided games") if told else title
    note = of_decided(summary, "Whiskers: 95 %.")
    copies = range(study.pack.copies + 1)
    step = -(-len(copies) // MOST_NAMED)
    named = {float(number): str(number) for number in copies[::step]}
    draw = partial(figure, chart, reach=(-0.4, study.pack.copies + 0.4), named=named)
    alt = f"{title}: player 1’s share. {note}"
    return Panel("aces", title, note, alt, draw, table(chart, "dealt to player 1"))


def _title(chart: WinShare, best: str, copies: int) -> str:
    if not chart.games:
        return "No game has been won yet"
    known = [(name, share) for name, share in zip(chart.names, chart.shares(), strict=True) if sure(share)]
    if len(known) < 2:
        return too_few(f"{best}s’ worth", f"{ENOUGH} of each kind")
    (few, low), (many, high) = known[0], known[-1]
    if copies == 1:
        with_it = f"The {best} wins" if best in _COURT.values() else f"Card {best} wins"
        return f"{with_it} {percent(high, 0)}, without it {percent(low, 0)}"
    few = few.removesuffix(f" {best}s").removesuffix(f" {best}") if few != f"no {best}s" else "none"
    verb = "wins" if many == f"one {best}" else "win"
    return fitted(
        f"{many.capitalize()} {verb} {percent(high, 0)}, {few} {percent(low, 0)}",
        f"Most {best}s win {percent(high, 0)}, fewest {percent(low, 0)}",
    )
