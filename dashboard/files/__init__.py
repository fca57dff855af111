"""Files to take home that need charts: the report. Whole bytes, no Streamlit."""
