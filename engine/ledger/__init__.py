"""Finished games on the disk, so that nothing that was played is played again."""
