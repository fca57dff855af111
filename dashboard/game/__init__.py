"""What the Game page chooses, plays and tells."""
