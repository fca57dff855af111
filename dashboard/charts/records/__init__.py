"""The charts of the Records page: how an endless deal is built, in three pictures."""
