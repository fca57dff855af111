"""Plain data in one fixed form of text, and the hash by which equal data are known."""

import hashlib
import json
from typing import Any


def canonical_json(data: Any) -> str:
    """Return plain data as one line of JSON: equal data, equal text.

    >>> canonical_json({"seed": 7, "games": 10}) == canonical_json({"games": 10, "seed": 7})
    True
    """
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def canonical_sha256(data: Any) -> str:
    """Return the hash of plain data in that form."""
    return hashlib.sha256(canonical_json(data).encode()).hexdigest()
