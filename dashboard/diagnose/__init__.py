"""What the Diagnose page asks and answers."""
