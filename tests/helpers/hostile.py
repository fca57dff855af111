"""Texts that mean harm wherever they are taken for more than text: of every kind, each with a mark."""

import json
from pathlib import Path
from typing import Final

MARK: Final = "q7z"  # in every one of them, and in nothing that War Room says by itself

_LINES: Final = (Path(__file__).parent / "programs" / "hostile.txt").read_text(encoding="ascii").splitlines()
PAYLOADS: Final = tuple(str(json.loads(line)) for line in _LINES if not line.startswith("#"))
