"""The pictures of documents in the docs: `make pictures`. Their PNG files, in docs/images, are committed.

The first sheet of each document of the showcase events, which are the same every time; set by typst, without a browser.
"""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from pathlib import Path

from podium.app.desk import Seen
from podium.app.documents.printing import document
from podium.app.documents.wish import Wish
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


def first_sheet(seen: Seen, name: DocumentName) -> bytes:
    """The first sheet of a document as a picture."""
    made = compiled(document(seen, name.value, Wish(), PRINTED), None, format="png", ppi=PIXELS_PER_INCH)
    return made[0] if isinstance(made, list) else made


def main() -> None:
    """Write a picture of each kind."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, opened(Config(database=f"{folder}/podium.db")) as podium:
        owner = podium.registry.add_user("owner", "a password nobody needs").actor
        create_showcase(podium.desk, owner)
        for name in DocumentName:
            seen = podium.desk.see(owner, TournamentId(FROM.get(name, OTHERWISE)))
            (IMAGES / f"{name.value}.png").write_bytes(first_sheet(seen, name))


if __name__ == "__main__":
    main()
