"""Lists that come as a file or as pasted text: the page that asks for one, and the file packed into its preview.

The file travels with the preview, so nothing is kept on the server until something is done with it.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from dataclasses import dataclass

from litestar import Response

from podium.app.desk import Seen
from podium.app.problems import status_of
from podium.app.words.errors import sentence
from podium.core.errors import FormatError, LimitExceeded, PodiumError
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit

UNPACKED = 25_000_000


@dataclass(frozen=True, slots=True)
class ListKind:
    """A kind of list that can be brought in: its page, what that says (to be translated), and which files it takes."""

    section: str
    template: str
    title: str
    note: str
    hint: str
    accept: str


@dataclass(frozen=True, slots=True)
class UploadPage:
    """The form for a file or a pasted text; `error` is why the one that was sent cannot be read."""

    url: str
    kind: ListKind
    error: str | None
    text: str


def upload_page(visit: Visit, seen: Seen, kind: ListKind, error: PodiumError | None = None) -> Response[str]:
    """The page that asks for a list; with `error`, once more."""
    said = sentence(error) if error else None
    context = UploadPage(f"{visit.url}/{kind.section}", kind, said, visit.form.secret("text"))
    status = status_of(error) if error else 200
    return page(visit, kind.template, context, seen=seen, nav=kind.section, status=status)


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
