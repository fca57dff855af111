"""Deals that between them catch every mistake we know, for each judge."""

from typing import Final

KILLERS: Final[dict[str, tuple[str, ...]]] = {}
