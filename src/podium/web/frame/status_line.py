"""A sentence that waits in a cookie for the next page: what a form did, and the way back."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field

from podium.app.words.language import _

STATUS_COOKIE = "podium_status"
LASTS = 30
LONGEST = 300


@dataclass(frozen=True, slots=True)
class StatusLine:
    """What was done last; `undo` is an address to post to, `label` what that button says."""

    text: str
    kind: str = "done"
    undo: str | None = None
    label: str = field(default_factory=lambda: _("Undo"))


def status_cookie(line: StatusLine) -> str:
    """The line as the value of a cookie."""
    text = line.text if len(line.text) <= LONGEST else line.text[: LONGEST - 1] + "…"
    parts = json.dumps([text, line.kind, line.undo, line.label])
    return base64.urlsafe_b64encode(parts.encode()).decode()


def status_lines_in(cookie: str | None) -> tuple[StatusLine, ...]:
    """The line that was packed; nothing where somebody tampered with it."""
    if not cookie:
        return ()
    try:
        text, kind, undo, label = json.loads(base64.urlsafe_b64decode(cookie))
    except (ValueError, TypeError, RecursionError):
        return ()
    local = undo is None or (isinstance(undo, str) and is_local(undo))
    if not _is_text(text) or kind not in ("done", "info", "error") or not local or not _is_text(label):
        return ()
    return (StatusLine(text[:LONGEST], kind, undo, label),)


def _is_text(value: object) -> bool:
    """Whether something is text that a page can show: half of a pair of surrogates cannot be sent."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def is_local(address: str) -> bool:
    """Whether an address leads to a page of ours: a browser takes `//host` and `/\\host` for another server."""
    return address.startswith("/") and address[1:2] not in ("/", "\\") and address.isprintable() and "\\" not in address
