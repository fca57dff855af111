"""Stories told to visitors: curated data, each with the screen that shows it."""
