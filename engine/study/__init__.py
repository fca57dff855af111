"""What to simulate, and what is left of it: studies, comparisons, tallies, estimates."""

from engine.study.study import FOLLOWED, MOST_GAMES, TALLIES_VERSION, Study

__all__ = ["FOLLOWED", "MOST_GAMES", "TALLIES_VERSION", "Study"]
