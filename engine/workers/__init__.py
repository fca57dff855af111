"""Processes that play: on this machine, or in a Dask cluster."""
