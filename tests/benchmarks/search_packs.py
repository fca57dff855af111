"""Search shuffled deals of each pack that Records lists for endless ones, and keep the longest cycles.

    nice python tests/benchmarks/search_packs.py [--deals N] [--seed S] [--write] [PACK ...]

One process. A pack and its rules make one search: those of the table of packs, and the named rule sets by
which no deal of 52 cards is known that never ends. Deals are told by seed and number, so a search can be
done again. `--write` takes what was found into `shuffled.jsonl` and
`endless.jsonl` in `engine/library`; a search that is there already, with at least as many deals, is not
done again.
"""

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine import library as home
from engine.cards import STANDARD_PACK, Pack, deal_cards
from engine.kernels import Results, play_numbers
from engine.kernels.calls import Terms
from engine.kernels.codes import CYCLE
from engine.library.records import (
    CYCLE_OF,
    EndlessDeal,
    ShuffledDeals,
    best,
    endless_deals,
    evidence,
    shuffled_deals,
)
from engine.rules import PLAYABLE, Pickup, Rules

HOME = Path(home.__file__).parent
AT_ONCE = 100_000  # deals played at once
LOOKED_AT = 2_000
"""Endless games whose wars before the cycle are counted at once, those with the longest cycles first."""
USUAL_DOWN = 1  # cards face down where wars are not listed: for the rounds before a cycle without one


def listed() -> Iterator[tuple[Pack, Rules]]:
    """Yield every pack that Records lists, with each of the rules it is listed by."""
    for row in evidence():
        pack, pickup = Pack.parse(row.pack), Pickup(row.pickup)
        if row.face_down is not None:
            yield pack, Rules(face_down=row.face_down, pickup=pickup)
        elif pack.copies < 4:
            yield pack, Rules(face_down=USUAL_DOWN, pickup=pickup)
    for rules in PLAYABLE.values():
        if rules.deterministic and best(CYCLE_OF, rules) is None:
            yield STANDARD_PACK, rules


def search(pack: Pack, rules: Rules, *, seed: int, deals: int) -> tuple[ShuffledDeals, list[EndlessDeal]]:
    """Play shuffled deals; return what was searched, and the longest cycles without wars and with some."""
    found = [
        _endless(pack, rules, seed, first, min(first + AT_ONCE, deals)) for first in range(0, deals, AT_ONCE)
    ]
    games, results = map(np.concatenate, zip(*found, strict=True))
    searched = ShuffledDeals(pack=pack.text, rules=rules.code, seed=seed, deals=deals, endless=len(games))
    return searched, _longest(pack, rules, seed, games, results)


def _longest(
    pack: Pack, rules: Rules, seed: int, games: NDArray[np.uint64], results: Results
) -> list[EndlessDeal]:
    """Return the longest cycle without wars and the longest with some, of two as long the earlier game."""
    order = np.argsort(-results["cycle_length"], kind="stable")
    longest: dict[bool, EndlessDeal] = {}
    while len(order) and len(longest) < 2:
        some, order = order[:LOOKED_AT], order[LOOKED_AT:]
        wars = results["wars"][some] - _wars_before(pack, rules, seed, games[some], results[some])
        for warlike in {False, True} - {*longest}:
            places = np.flatnonzero((wars > 0) == warlike)
            if len(places):
                at = int(some[places[0]])
                longest[warlike] = _kept(pack, rules, seed, int(games[at]), results[at], int(wars[places[0]]))
    return [longest[warlike] for warlike in sorted(longest)]


def _endless(pack: Pack, rules: Rules, seed: int, first: int, end: int) -> tuple[NDArray[np.uint64], Results]:
    """Return the numbers of those of some games that never end, and what is known of each."""
    numbers = np.arange(first, end, dtype=np.uint64)
    results = play_numbers(rules, pack, numbers=numbers, terms=Terms(seed=seed, cycles=True))
    endless = results["reason"] == CYCLE
    return numbers[endless], results[endless]


def _wars_before(
    pack: Pack, rules: Rules, seed: int, games: NDArray[np.uint64], results: Results
) -> NDArray[np.int64]:
    """Return the wars of each game before its cycle: of games cut off where theirs begins."""
    before = np.zeros(len(games), np.int64)
    some = results["wars"] > 0
    for start in np.unique(results["cycle_start"][some]):
        mine = some & (results["cycle_start"] == start)
        terms = Terms(seed=seed, limit=int(start) - 1)
        before[mine] = play_numbers(rules, pack, numbers=games[mine], terms=terms)["wars"]
    return before


def _kept(pack: Pack, rules: Rules, seed: int, game: int, result: np.void, wars: int) -> EndlessDeal:
    return EndlessDeal(
        rules=rules.code,
        pack=pack.text,
        deal=deal_cards(pack, seed=seed, number=game).text,
        start=int(result["cycle_start"]),
        length=int(result["cycle_length"]),
        wars=wars,
        how="shuffled",
        note=f"game {game} of seed {seed}",
    )


def _lines(rows: Iterable[ShuffledDeals | EndlessDeal]) -> list[str]:
    return [json.dumps({name: value for name, value in asdict(row).items() if value != ""}) for row in rows]


def _write(name: str, lines: list[str]) -> None:
    part = HOME / f"{name}.part"
    part.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    part.replace(HOME / name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("packs", nargs="*", metavar="PACK")
    parser.add_argument("--deals", type=int, default=10**6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    done = {(row.pack, row.rules): row for row in shuffled_deals()}
    kept = list(endless_deals())
    for pack, rules in listed():
        if options.packs and pack.text not in options.packs:
            continue
        before = done.get((pack.text, rules.code))
        if options.write and before is not None and before.deals >= options.deals:
            continue
        searched, longest = search(pack, rules, seed=options.seed, deals=options.deals)
        print("\n".join(_lines([searched, *longest])), flush=True)
        this = pack.text, rules.code, "shuffled"
        kept = [deal for deal in kept if (deal.pack, deal.rules, deal.how) != this]
        kept += longest
        done[pack.text, rules.code] = searched
        if options.write:
            _write("shuffled.jsonl", _lines(done.values()))
            _write("endless.jsonl", _lines(kept))


if __name__ == "__main__":
    main()
