"""The terminal: what `war` can be asked, and what it answers, for people and as JSON."""
