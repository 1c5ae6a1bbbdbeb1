"""Bytes as web push writes them: base64 for addresses, without padding."""

from __future__ import annotations

import base64
import binascii


def encoded(content: bytes) -> str:
    """The bytes as text.

    >>> encoded(b"podium!")
    'cG9kaXVtIQ'
    """
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of a text; raises ValueError.

    >>> decoded("cG9kaXVtIQ")
    b'podium!'
    """
    padded = text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4)
    try:
        return base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError):
        raise ValueError from None
