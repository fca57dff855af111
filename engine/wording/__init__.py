"""Rules, games and verdicts in sentences, and in a few words."""
