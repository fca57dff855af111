"""The server around the pages: who is let in, and under which policies."""
