"""The server around the pages: who is let in, under which policies, and how it ends."""
