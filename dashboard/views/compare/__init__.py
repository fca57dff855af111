"""The Compare page and its parts."""
