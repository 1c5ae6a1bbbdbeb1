"""The pictures of documents in the docs: `make pictures`. Their PNG files, in docs/images, are committed.

    python scripts/document_pictures.py [LANGUAGE [FOLDER]]     in another language, elsewhere

The first sheet of each document of the showcase events, which are the same every time; set by typst, without a browser.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import typst

from podium.app.desk import Seen
from podium.app.documents.document import Wish
from podium.app.documents.kinds import document
from podium.app.event.attachments import UploadedPicture, uploaded_picture
from podium.app.formats.documents import DocumentName
from podium.app.showcase.events import create_showcase
from podium.bootstrap import opened
from podium.config import Config
from podium.core.ids import TournamentId
from podium.documents.typesetting import compiled

IMAGES = Path(__file__).parents[1] / "docs" / "images" / "documents"
PRINTED = datetime(2026, 4, 5, 12, 30, tzinfo=UTC)
PIXELS_PER_INCH = 60
FROM = {
    DocumentName.DOUBLES_SHEETS: "doubles",
    DocumentName.BRACKET: "cup",
    DocumentName.PRIZES: "junior",
    DocumentName.RECEIPTS: "junior",
    DocumentName.CERTIFICATES: "junior",
}
"""The showcase event that each is of; all others are of the Swiss."""
OTHERWISE = "spring"
ON_BACKGROUND = "certificates-on-background"
BACKGROUND = """
#set page(width: 297mm, height: 210mm, margin: 0pt, fill: rgb("#fbf7ec"))
#let squares(columns, rows) = grid(columns: columns * (11mm,), rows: rows * (10.5mm,),
  ..range(columns * rows).map(at => rect(width: 100%, height: 100%, stroke: none,
    fill: if calc.odd(calc.rem(at, columns) + calc.quo(at, columns)) { rgb("#2f5d8a") } else { rgb("#dbe6f0") })))
#for corner in (top, bottom) { place(corner + left, squares(27, 1)) }
#for side in (left, right) { place(top + side, squares(1, 20)) }
#place(center + horizon, circle(radius: 70mm, fill: gradient.radial(rgb("#f3e3b3"), rgb("#fbf7ec"))))
"""
"""A picture that a club might have: a border of squares, and a glow in the middle."""


def first_sheet(seen: Seen, name: DocumentName, wish: Wish) -> bytes:
    """The first sheet of a document as a picture."""
    made = compiled(document(seen, name.value, wish, PRINTED), None, format="png", ppi=PIXELS_PER_INCH)
    return made[0] if isinstance(made, list) else made


def background() -> UploadedPicture:
    """A picture to print certificates on."""
    made = typst.compile(BACKGROUND.encode(), format="png", ppi=150)
    assert isinstance(made, bytes)
    return uploaded_picture(made, "background")


def main() -> None:
    """Write a picture of each kind."""
    language = sys.argv[1] if len(sys.argv) > 1 else None
    folder_of_pictures = Path(sys.argv[2]) if len(sys.argv) > 2 else IMAGES
    folder_of_pictures.mkdir(parents=True, exist_ok=True)
    wish = Wish(language=language)
    with tempfile.TemporaryDirectory() as folder, opened(Config(database=f"{folder}/podium.db")) as podium:
        owner = podium.registry.add_user("owner", "a password nobody needs").actor
        create_showcase(podium.desk, owner)
        for name in DocumentName:
            seen = podium.desk.see(owner, TournamentId(FROM.get(name, OTHERWISE)))
            (folder_of_pictures / f"{name.value}.png").write_bytes(first_sheet(seen, name, wish))
        seen = podium.desk.see(owner, TournamentId(FROM[DocumentName.CERTIFICATES]))
        on_background = first_sheet(seen, DocumentName.CERTIFICATES, replace(wish, background=background()))
        (folder_of_pictures / f"{ON_BACKGROUND}.png").write_bytes(on_background)


if __name__ == "__main__":
    main()
