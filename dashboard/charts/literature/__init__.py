"""Charts of the Literature page: published figures beside ours."""
