"""The Game page and its parts."""
