"""Many games: studies and comparisons, how they are played, their tallies, and estimates from these."""

from engine.simulation.study import FOLLOWED, MOST_GAMES, TALLIES_VERSION, USUAL_GAMES, Study
