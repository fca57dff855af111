"""The Small packs page."""
