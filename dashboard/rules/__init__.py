"""What the Rules page tells of the named rule sets."""
