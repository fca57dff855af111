"""The Records page and its parts."""
