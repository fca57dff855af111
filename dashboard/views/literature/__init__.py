"""The Literature page."""
