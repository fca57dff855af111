"""`war chance`: how a game stood round by round, as JSON or for human eyes."""

import argparse
import json
from typing import Any, Final

from engine import kernels
from engine.cards import Deal, deal_cards
from engine.kernels import Course
from engine.study.chance import GAMES, Chance, Point, chances
from engine.study.turning import Turn, turns
from engine.terminal.chosen import chosen_rules, name_of
from engine.terminal.study_data import estimate_data
from engine.words.rounding import down, up
from engine.words.sentences import count

_WINNERS: Final = {"player_1": 1, "player_2": 2, "nobody": 0}


def chance_command(options: argparse.Namespace) -> None:
    """Do `war chance`. Raises `ValueError` in one sentence for a deal that cannot be read."""
    rules = chosen_rules(options)
    if options.deal is None:
        deal = deal_cards(options.pack, seed=options.seed, number=options.game, hands=options.hands)
    else:
        deal = Deal.parse(options.deal)
    game = kernels.decide(deal, rules, seed=options.seed, number=options.game)
    course = Course(game, options.seed, options.game)
    data = chance_data(course, chances(course), turns(course), name_of(rules, options))
    print(json.dumps(data) if options.json else chance_text(data))


def chance_data(
    course: Course, points: tuple[Point, ...], turned: tuple[Turn, ...], rules: str
) -> dict[str, Any]:
    """Return the chance in the course of a game as JSON-ready data.

    `cards`: with what each player holds known; `counts`: with only how many. The last point is the end.
    Of endless games and those cut off the winner is nobody.
    """
    game = course.game
    text = game.deal.deck_text
    return {
        "deal": game.deal.text,
        "rules": rules,
        "seed": course.seed,
        "game": course.number,
        "winner": game.outcome.winner or None,
        "rounds": game.rounds,
        "points": [
            {"round": point.round, "cards": _chance(point.cards), "counts": _chance(point.counts)}
            for point in points
        ],
        "turns": [
            {
                "round": turn.round,
                "lost": {f"player_{player}": text(lost) for player, lost in enumerate(turn.lost, 1)},
                "before": _chance(turn.before),
                "after": _chance(turn.after),
            }
            for turn in turned
        ],
    }


def _chance(chance: Chance) -> dict[str, Any]:
    return {
        "games": chance.games,
        **{
            name: {"won": chance.won_by(player), **estimate_data(chance.share_of(player))}
            for name, player in _WINNERS.items()
        },
    }


def chance_text(data: dict[str, Any]) -> str:
    """Return the chance in the course of a game as a table for reading."""
    lines = [
        f"{data['deal']}  ({data['rules']})",
        f"player 1's chance if both decks were shuffled before a round: {GAMES} games each",
        "",
        f"  {'round':>9}{'cards known':>13}{'95 % interval':>18}{'only how many':>15}{'nobody':>9}",
    ]
    for point in data["points"]:
        mine = point["cards"]["player_1"]
        low, high = mine["interval"]
        ends = f"{down(100 * low, 0):.0f}% to {up(100 * high, 0):.0f}%"
        others = point["counts"]["player_1"]["value"], point["cards"]["nobody"]["value"]
        name = "end" if point["round"] > data["rounds"] else f"{point['round']:,}"
        lines.append(f"  {name:>9}{mine['value']:>13.0%}{ends:>18}{others[0]:>15.0%}{others[1]:>9.0%}")
    if not data["turns"]:
        return "\n".join([*lines, "", "  no round turned it by five points"])
    lines += ["", f"  {count(len(data['turns']), 'round')} turned it:"]
    return "\n".join([*lines, *map(_turn_line, data["turns"])])


def _turn_line(turn: dict[str, Any]) -> str:
    before, after = (turn[when]["player_1"]["value"] for when in ("before", "after"))
    lost = [f"{name.replace('_', ' ')} loses {cards}" for name, cards in turn["lost"].items() if cards]
    return (
        f"  {turn['round']:>9,}{before:>13.0%} to {after:<4.0%} {', '.join(lost) or 'no card changes hands'}"
    )
