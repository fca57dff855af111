"""The Diagnose page and its parts."""
