"""The Questions page and its parts."""
