"""Several rule sets on the same deals as charts and tables."""
