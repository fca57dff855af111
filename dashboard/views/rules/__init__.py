"""The Rules page and its parts."""
