"""Charts of the Small packs page: every deal counted, and the whole game as a graph."""
