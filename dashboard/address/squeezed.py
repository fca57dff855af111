"""A long text as a short one that an address can carry."""

import base64
import binascii
import zlib
from typing import Final

LONGEST: Final = 65_536
"""Bytes of the longest text that is squeezed or comes back."""

_SIGNS: Final = b"-."


def squeezed(text: str) -> str:
    """Return a text in as few letters, digits, dashes and dots as it goes; nothing for nothing.

    >>> unsqueezed(squeezed("Round 1: A K"))
    'Round 1: A K'
    """
    if not text:
        return ""
    packed = zlib.compress(text.encode(), 9)
    return base64.b64encode(packed, _SIGNS).decode().rstrip("=")


def unsqueezed(text: str) -> str:
    """Return what was squeezed. Raises `ValueError` for what was not, and for more than `LONGEST`."""
    if not text:
        return ""
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), _SIGNS, validate=True)
        reader = zlib.decompressobj()
        whole = reader.decompress(packed, LONGEST)
    except (binascii.Error, ValueError, zlib.error):
        raise ValueError("a squeezed text is damaged: ask for the link again") from None
    if not reader.eof:
        raise ValueError(
            f"a squeezed text is cut off or longer than {LONGEST:,} bytes: ask for the link again"
        )
    return whole.decode()
