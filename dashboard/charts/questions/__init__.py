"""The chart of the Questions page: a number beside the same number by other rules, and what was guessed."""
