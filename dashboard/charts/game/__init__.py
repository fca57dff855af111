"""One game as charts and tables."""
