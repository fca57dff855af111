"""Tallies and games as tables, and these as files: the only rooms of the engine that know pandas."""
