"""What the Compare page shows: its facts, rail, tables, words and charts."""
