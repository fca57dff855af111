"""Tasks that pages give to the engine, and their cached answers."""
