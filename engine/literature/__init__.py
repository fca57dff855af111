"""What others published about War, each claim beside the figure that the engine computes for it."""
