"""The names, colours and hatching of outcomes, in every chart alike."""

from dashboard.charts.parts.theme import DRAWN, PLAYER_1, PLAYER_2, Fill, Theme


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
