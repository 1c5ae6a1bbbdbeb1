"""Documents as PDF, set by typst: one template for each kind of sheet, one layout for all."""

from __future__ import annotations

import json
import threading
from dataclasses import asdict, is_dataclass, replace
from enum import Enum
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from podium.app.documents.document import Document
from podium.app.event.attachments import UploadedPicture
from podium.app.server.overload import Busy

if TYPE_CHECKING:
    import typst

TEMPLATES = Path(__file__).with_name("templates")
FONTS = Path(__file__).with_name("fonts")
LAYOUT = "layout.typ"
DATA = "data.json"
AT_ONCE = 2
PATIENCE = 20.0  # seconds that somebody waits for those before
COME_BACK = 5  # seconds after which it is worth asking again


class Typesetter:
    """Sets documents, few at once: each takes a processor for as long as it lasts."""

    def __init__(self) -> None:
        self._turns = threading.BoundedSemaphore(AT_ONCE)

    def __call__(self, document: Document, logo: UploadedPicture | None) -> bytes:
        """The document as PDF; raises Busy where too many others are being set."""
        if not self._turns.acquire(timeout=PATIENCE):
            raise Busy(COME_BACK)
        try:
            return typeset(document, logo)
        finally:
            self._turns.release()


def typeset(document: Document, logo: UploadedPicture | None) -> bytes:
    """The document as PDF, made now."""
    made = compiled(document, logo, format="pdf")
    assert isinstance(made, bytes)
    return made


def compiled(document: Document, logo: UploadedPicture | None, **how: Any) -> bytes | list[bytes]:
    """The document as typst makes it: `how` is what `typst.compile` is told besides."""
    import typst  # half the weight of the program, and most of what it does needs none of it

    with TemporaryDirectory(prefix="podium-") as folder:  # typst reads from files alone
        room = Path(folder)
        main = fill(room, document, logo)
        try:
            made: bytes | list[bytes] = typst.compile(main, root=room, font_paths=fonts(), **how)
            return made
        except typst.TypstError:  # a picture that browsers show and typst does not
            if logo is None and document.content.background is None:
                raise
    if document.content.background is not None:
        return compiled(replace(document, content=replace(document.content, background=None)), logo, **how)
    return compiled(document, None, **how)


def fill(room: Path, document: Document, logo: UploadedPicture | None) -> Path:
    """Put all that a document is made of into a folder; what is to be compiled there."""
    file = f"{document.template}.typ"
    for name in (LAYOUT, file):
        (room / name).write_bytes((TEMPLATES / name).read_bytes())
    for name, svg in document.content.pictures.items():
        (room / name).write_text(svg, encoding="utf-8")
    content = document.content
    data = {
        **{name: getattr(document, name) for name in ("title", "event", "where", "printed", "page", "paper")},
        "language": document.language.split("-")[0],
        "note": content.note,
        "round": content.round,
        "wide": content.wide,
        "logo": _put(room, "logo", logo),
        "background": _put(room, "background", content.background),
        "parts": content.parts,
    }
    (room / DATA).write_text(json.dumps(data, default=_plain, ensure_ascii=False), encoding="utf-8")
    return room / file


def _put(room: Path, name: str, picture: UploadedPicture | None) -> str:
    """Put a picture into the folder; what it is called there, empty for none."""
    if picture is None:
        return ""
    file = f"{name}.{picture.media_type.removeprefix('image/')}"
    (room / file).write_bytes(picture.content)
    return file


@cache
def fonts() -> typst.Fonts:
    """The letters that Podium brings, then those of the system for scripts that they lack; looked for once."""
    import typst

    return typst.Fonts(font_paths=[FONTS])


def _plain(value: object) -> object:
    """A value of ours as JSON has it."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(type(value).__name__)
