"""What every page has: its desk, its frame, its controls, its runs."""
