"""The Simulate page in words and panels: two sentences, then the charts in their order."""

from dataclasses import dataclass
from itertools import product
from typing import Final

from dashboard.charts import marks
from dashboard.charts.chart import Panel
from dashboard.charts.simulate import decks, hands, outcomes, wars
from dashboard.charts.simulate import lengths as simulate_lengths
from engine.numbers import count, decimals, percent, within_points
from engine.simulation import Study
from engine.simulation.coin import FEW, even
from engine.simulation.estimates import share
from engine.simulation.tallies import Summary
from engine.tables.bars import Unit
from engine.tables.outcomes import best_vary, may_be_even, strengths_vary
from engine.wording.sentences import About, Part, Sentence, hands_in_words, plain, player

LONGEST_HEADLINE: Final = 70


def simulate_panels(
    study: Study, summary: Summary, *, unit: Unit = "rounds", log: bool = False
) -> tuple[Panel, ...]:
    """Return the panels of a study in page order; the first is the outcome bar, which takes a whole row.

    `unit` is what lengths are counted in, `log` whether their axis is logarithmic.
    """
    return (
        outcomes.outcome_bar_panel(study, summary),
        marks.panel(study, summary, unit=unit, log=log).counted_in(unit),
        simulate_lengths.survival_panel(study, summary, unit=unit, log=log).counted_in(unit),
        decks.fan_panel(study, summary),
        wars.depth_panel(summary),
        wars.wars_panel(study, summary),
        *_by_hand(study, summary),
        simulate_lengths.parity_panel(summary),
        *([outcomes.coin_panel(study, summary)] if may_be_even(study) else []),
        *simulate_lengths.panels(study, summary, log=log),
    )


def _by_hand(study: Study, summary: Summary) -> list[Panel]:
    """Return the panels that tell games apart by what player 1 is dealt: of hands, where that varies."""
    best = [hands.aces_panel(study, summary)] if best_vary(study) else []
    return [*best, *([hands.strength_panel(study, summary)] if strengths_vary(study) else [])]


_EACH: Final = "each"
"""Stands for both players where neither can be told to win more."""


def headline(study: Study, summary: Summary, *, running: bool = False) -> tuple[Sentence, Sentence]:
    """Say how the games ended, the most striking share first, and how sure that is.

    The first sentence has at most `LONGEST_HEADLINE` characters. A summary of fewer games than the
    study is of a run that goes on (`running`) or was stopped.
    """
    if summary.games == 1:
        return _only(summary), _sure(study, summary, running=running)
    seen = {name: games for name, games in summary.outcomes().items() if games}
    return _shares(seen, summary.games), _sure(study, summary, running=running)


def _only(summary: Summary) -> Sentence:
    outcome = next(name for name, games in summary.outcomes().items() if games)
    if outcome in _NOBODY:
        return (Part(f"The one game played {_NOBODY[outcome].one}.", _NOBODY[outcome].about),)
    winner = player(1 if outcome == "player_1" else 2, capital=True)
    return winner, Part(" wins the one game played.")


def _shares(seen: dict[str, int], games: int) -> Sentence:
    """Say the shares, the most first, in the fullest words that fit.

    Wins of both players that the games cannot tell apart are said as even.
    """
    shares = {name: share(number, games) for name, number in seen.items()}
    digits = decimals(*shares.values())
    won = [seen.get(f"player_{number}", 0) for number in (1, 2)]
    if even(seen):
        shares = {name: one for name, one in shares.items() if name in _NOBODY}
        shares[_EACH] = share(sum(won), 2 * games)
    ranked = sorted(shares, key=lambda name: -shares[name].value)
    sentence: Sentence = ()
    # Shorter words are better than fewer digits, and these than leaving out the rarest outcome.
    for kept, fewer, short in product(range(len(ranked), 0, -1), range(digits, -1, -1), (False, True)):
        said = {
            name: f"{seen[name]:,}" if games <= FEW else percent(shares[name], fewer)
            for name in ranked[:kept]
        }
        sentence = _told(said, seen, games, short=short)
        if len(plain(sentence)) <= LONGEST_HEADLINE:
            break
    return sentence


def _told(said: dict[str, str], seen: dict[str, int], games: int, *, short: bool) -> Sentence:
    """Put shares into words: wins side by side, what nobody won side by side, the larger group first."""
    nobody: list[Part] = []
    players: list[Part] = []
    leads = next(iter(said))
    of_games = "" if short else f" of {games:,} games" if games <= FEW else " of games"
    for name, amount in said.items():
        of = of_games if name == leads else ""
        if name in _NOBODY:
            words = _NOBODY[name]
            does = words.short if short else words.one if games <= FEW and seen[name] == 1 else words.several
            start = amount.capitalize() if name == leads else amount
            nobody += [*([Part(", ")] if nobody else []), Part(f"{start}{of} {does}", words.about)]
        elif name == _EACH:
            who = "Each" if name == leads else "each"
            players.append(Part(f"{who} player wins about {amount}{of}"))
        else:
            named = player(1 if name == "player_1" else 2, capital=name == leads)
            verb = "" if players else " wins"
            players += [*([Part(", ")] if players else []), named, Part(f"{verb} {amount}{of}")]
    first, second = (nobody, players) if leads in _NOBODY else (players, nobody)
    return (*first, *([Part("; ")] if second else []), *second, Part("."))


@dataclass(frozen=True)
class _Words:
    one: str
    several: str
    short: str
    about: About = ""


_NOBODY: Final = {
    "draw": _Words("is drawn", "are drawn", "drawn"),
    "endless": _Words("never ends", "never end", "never end", "endless"),
    "limit": _Words("was cut off", "were cut off", "cut off"),
}


def _sure(study: Study, summary: Summary, *, running: bool) -> Sentence:
    """Say how many games stand behind it and how good the shares are."""
    games = summary.games
    cards = count(study.pack.size, "card")
    if study.hands is not None:
        cards += f", {hands_in_words(study.pack, study.hands)}"
    shares = (share(seen, games) for seen in summary.outcomes().values())
    good = f"good to {within_points(*shares)} (95 %)"
    proved = " Endless is proved, not guessed from a limit." if summary.outcomes()["endless"] else ""
    deals = f"{games:,} random deal{'' if games == 1 else 's'} of {cards}"
    if games == 1:
        return (Part(f"{deals}: nothing can be told of others from it.{proved}"),)
    if games < study.games and not running:
        return (Part(f"Stopped at {count(games, 'game')}; the shares are of those, {good}.{proved}"),)
    far = " so far" if games < study.games else ""
    return (Part(f"{deals}{far}; every share is {good}.{proved}"),)
