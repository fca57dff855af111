"""What every page has: its state, its frame, its controls, its runs."""
