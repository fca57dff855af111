"""The names, colours and hatching of outcomes, in every chart alike."""

from collections.abc import Mapping
from typing import Final

from dashboard.charts.parts.theme import DRAWN, PLAYER_1, PLAYER_2, Fill, Theme
from dashboard.charts.parts.written import percent
from engine.study.estimates import Estimate, share
from engine.study.tables.endings import OUTCOME_NAMES

EACH: Final = "each player about"
"""What is said of both players' wins where nothing tells them apart."""


def shares_said(shares: Mapping[str, Estimate], *, even: bool) -> str:
    """Write the share of each outcome; of `even` wins one for both.

    >>> from engine.study.estimates import share
    >>> several = {"player_1": share(490, 1000), "player_2": share(500, 1000), "draw": share(10, 1000)}
    >>> shares_said(several, even=True), shares_said(several, even=False)
    ('each player about 50 %, drawn 1.0 %', 'player 1 49 %, player 2 50 %, drawn 1.0 %')
    """
    said = {OUTCOME_NAMES[name]: percent(seen) for name, seen in shares.items()}
    if even:
        both = [shares[name] for name in ("player_1", "player_2")]
        half = share(round(sum(one.value * one.games for one in both)), 2 * both[0].games)
        for name in ("player_1", "player_2"):
            del said[OUTCOME_NAMES[name]]
        said = {EACH: percent(half), **said}
    return ", ".join(f"{name} {seen}" for name, seen in said.items())


def outcome_colours(theme: Theme) -> dict[str, str]:
    """Return the shade in which each outcome is written."""
    players = {"player_1": theme.player_1_text, "player_2": theme.player_2_text}
    return players | {"draw": theme.muted, "endless": theme.endless_text, "limit": theme.muted}


def outcome_marker(outcome: str, theme: Theme) -> Fill:
    """Return the fill of an outcome's bars; a pattern's colours are taken from one mark alone."""
    fills = {
        "player_1": PLAYER_1,
        "player_2": PLAYER_2,
        "draw": DRAWN,
        "endless": theme.endless_ground,
        "limit": theme.grid,
    }
    crossed = {"shape": "x", "fgcolor": theme.muted, "bgcolor": theme.grid}
    patterns = {"endless": hatching(theme), "limit": hatching(theme) | crossed}
    marker = {"color": fills[outcome], "line": {"width": 1, "color": theme.paper}}
    return marker | ({"pattern": patterns[outcome]} if outcome in patterns else {})


def hatching(theme: Theme) -> Fill:
    """Return the pattern of what never ends."""
    return {
        "shape": "/",
        "size": 7,
        "solidity": 0.22,
        "fgcolor": theme.endless_text,
        "bgcolor": theme.endless_ground,
    }
