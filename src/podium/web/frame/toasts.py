"""A sentence that waits in a cookie for the next page: what a form did, and the way back."""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass, field

from podium.app.words.language import _

TOAST_COOKIE = "podium_toast"
LASTS = 30
LONGEST = 300


@dataclass(frozen=True, slots=True)
class Toast:
    """What is shown for a moment; `undo` is an address to post to, `label` what that button says."""

    text: str
    kind: str = "done"
    undo: str | None = None
    label: str = field(default_factory=lambda: _("Undo"))


def toast_cookie(toast: Toast) -> str:
    """The toast as the value of a cookie."""
    text = toast.text if len(toast.text) <= LONGEST else toast.text[: LONGEST - 1] + "…"
    parts = json.dumps([text, toast.kind, toast.undo, toast.label])
    return base64.urlsafe_b64encode(parts.encode()).decode()


def toasts_in(cookie: str | None) -> tuple[Toast, ...]:
    """The toast that was packed; nothing where somebody tampered with it."""
    if not cookie:
        return ()
    try:
        text, kind, undo, label = json.loads(base64.urlsafe_b64decode(cookie))
    except (ValueError, TypeError, binascii.Error):
        return ()
    local = undo is None or (isinstance(undo, str) and is_local(undo))
    if not isinstance(text, str) or kind not in ("done", "info", "error") or not local or not isinstance(label, str):
        return ()
    return (Toast(text[:LONGEST], kind, undo, label),)


def is_local(address: str) -> bool:
    """Whether an address leads to a page of ours: a browser takes `//host` and `/\\host` for another server."""
    return address.startswith("/") and address[1:2] not in ("/", "\\") and address.isprintable() and "\\" not in address
