"""A file that travels with a page between its preview and what is done with it: nothing is kept on the server."""

from __future__ import annotations

import base64
import binascii
import zlib

from podium.core.errors import FormatError, LimitExceeded

UNPACKED = 25_000_000


def packed(content: bytes) -> str:
    """The file as a hidden field holds it."""
    return base64.b64encode(zlib.compress(content)).decode()


def unpacked(text: str) -> bytes:
    """The file that a preview kept; raises FormatError for what we did not pack, or what would burst."""
    try:
        inflater = zlib.decompressobj()
        content = inflater.decompress(base64.b64decode(text, validate=True), UNPACKED)
    except (zlib.error, binascii.Error, ValueError):
        raise FormatError(0, 0, "list-empty") from None
    if inflater.unconsumed_tail:
        raise LimitExceeded(0, 0, "file-too-large", most=UNPACKED, value=UNPACKED)
    return content
