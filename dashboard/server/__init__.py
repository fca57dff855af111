"""The server around the pages: its gate, the previews of links, how it ends."""
