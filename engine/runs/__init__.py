"""Runs of many games outside of any page: queued, played, watched, stopped, gone on with."""
