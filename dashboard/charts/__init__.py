"""Charts as pure functions: a game or a summary -> a record of what is drawn -> a figure. No Streamlit."""
