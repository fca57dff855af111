"""The Simulate page and its parts."""
