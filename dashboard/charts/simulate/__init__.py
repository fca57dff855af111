"""The tallies of one study as charts."""
