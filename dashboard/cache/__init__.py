"""What pages ask the engine, kept for the next rerun."""
