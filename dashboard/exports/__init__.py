"""What can be taken home: tallies and games as tables, and a report. Whole bytes, no Streamlit."""
