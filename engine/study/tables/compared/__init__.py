"""The tables of a comparison: rule sets on the same deals."""
