"""The pages, one thin file each: controls, then the engine, then charts."""
