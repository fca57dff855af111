"""What we chose to show first: famous deals, facts, examples, contradictions, each with its screen."""
