"""The server around the pages: who is let in and where, under which policies, what is told of a link."""
