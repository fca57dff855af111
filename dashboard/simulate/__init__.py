"""What the Simulate page shows of a run."""
