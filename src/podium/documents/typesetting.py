"""What typst sets: documents as PDF, with one template for each kind of sheet and one layout for all, and the picture
of an event for where its address is shared."""

from __future__ import annotations

import json
import re
import threading
from collections import OrderedDict
from dataclasses import asdict, is_dataclass, replace
from enum import Enum
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from podium.app.documents.document import Document
from podium.app.event.attachments import UploadedPicture
from podium.app.server.overload import Busy
from podium.app.story.share_card import ShareCard
from podium.core.errors import NotInstalled

if TYPE_CHECKING:
    import typst

TEMPLATES = Path(__file__).with_name("templates")
FONTS = Path(__file__).with_name("fonts")
LAYOUT = "layout.typ"
DATA = "data.json"
AT_ONCE = 2
PATIENCE = 20.0  # seconds that somebody waits for those before
COME_BACK = 5  # seconds after which it is worth asking again
SHARE_CARD = Path(__file__).with_name("share_card.typ")
BRAND = Path(__file__).parents[1] / "web" / "static" / "logo.svg"
MOST_KEPT = 64  # pictures in memory
LONGEST = 120  # characters of a line of a picture: what is longer is cut


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
    typst = _typst()
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
        "code": _put_code(room, document.address),
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


def _put_code(room: Path, address: str) -> str:
    """Put the code of an address into the folder, likewise."""
    if address:
        import segno

        segno.make(address, error="m", micro=False).save(str(room / "code.svg"), border=1)
    return "code.svg" if address else ""


def _typst() -> Any:
    """The library: half the weight of the program, and most of what it does needs none of it."""
    try:
        import typst
    except ModuleNotFoundError:
        raise NotInstalled("typst") from None
    return typst


@cache
def fonts() -> typst.Fonts:
    """The letters that Podium brings, then those of the system for scripts that they lack; looked for once."""
    found: typst.Fonts = _typst().Fonts(font_paths=[FONTS])
    return found


def _plain(value: object) -> object:
    """A value of ours as JSON has it."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(type(value).__name__)


class ShareCards:
    """Makes pictures one at a time, and keeps the latest: one that says the same is not made again."""

    def __init__(self) -> None:
        self._kept: OrderedDict[ShareCard, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def __call__(self, card: ShareCard, logo: UploadedPicture | None) -> bytes:
        """The picture of `card` as PNG, 1200 by 630 pixels."""
        with self._lock:
            if card not in self._kept:
                self._kept[card] = draw(card, logo)
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(card)
            return self._kept[card]


def draw(card: ShareCard, logo: UploadedPicture | None) -> bytes:
    """The picture, made now."""
    typst = _typst()
    inputs = {
        "name": _cut(card.name),
        "format": _cut(card.format),
        "where": _cut(card.where),
        "standing": _cut(card.standing),
        "places": json.dumps([_cut(place) for place in card.places]),
    }
    with TemporaryDirectory(prefix="podium-") as folder:  # typst reads pictures from files alone
        room = Path(folder)
        for name, file in ((SHARE_CARD.name, SHARE_CARD), ("brand.svg", BRAND)):
            (room / name).write_bytes(file.read_bytes())
        if logo is not None:
            inputs["logo"] = _put(room, "logo", logo)
        try:
            # Letters that its own fonts lack are taken from those of the system, where there are some.
            made = typst.compile(room / SHARE_CARD.name, root=room, format="png", ppi=72, sys_inputs=inputs)
        except typst.TypstError:
            if logo is None:
                raise
            return draw(card, None)  # a picture that browsers show and typst does not
    assert isinstance(made, bytes)
    return made


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


PIECES = BRAND.with_name("pieces.svg")
_VARIABLE = re.compile(r"var\([^,]+, ([^)]+)\)")
BOARD = '#set page(width: 640pt, height: 640pt, margin: 0pt)\n#image("board.svg", width: 100%)'


def board_picture(svg: str) -> bytes:
    """A board as PNG, 640 by 640 pixels; `svg` uses pieces (`#wn`) that are not in it, and they are put there."""
    typst = _typst()
    pieces = _VARIABLE.sub(r"\1", PIECES.read_text(encoding="utf-8")).partition(">")[2].rpartition("</svg>")[0]
    whole = svg.replace("</desc>", f"</desc><defs>{pieces}</defs>", 1)
    with TemporaryDirectory(prefix="podium-") as folder:
        room = Path(folder)
        (room / "board.svg").write_text(whole, encoding="utf-8")
        (room / "board.typ").write_text(BOARD, encoding="utf-8")
        made = typst.compile(room / "board.typ", root=room, font_paths=fonts(), format="png", ppi=72)
    assert isinstance(made, bytes)
    return made
