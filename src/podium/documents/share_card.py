"""The picture of an event for where its address is shared, set by typst."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from pathlib import Path
from tempfile import TemporaryDirectory

from podium.app.event.attachments import UploadedPicture
from podium.app.story.share_card import ShareCard

TEMPLATE = Path(__file__).with_name("share_card.typ")
BRAND = Path(__file__).parents[1] / "web" / "static" / "logo.svg"
MOST_KEPT = 64
LONGEST = 120
"""Characters of a line: what is longer is cut."""


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
    import typst  # half the weight of the program, and most of what it does needs none of it

    inputs = {
        "name": _cut(card.name),
        "format": _cut(card.format),
        "where": _cut(card.where),
        "standing": _cut(card.standing),
        "places": json.dumps([_cut(place) for place in card.places]),
    }
    with TemporaryDirectory(prefix="podium-") as folder:  # typst reads pictures from files alone
        room = Path(folder)
        for name, file in ((TEMPLATE.name, TEMPLATE), ("brand.svg", BRAND)):
            (room / name).write_bytes(file.read_bytes())
        if logo is not None:
            inputs["logo"] = f"logo.{logo.media_type.removeprefix('image/')}"
            (room / inputs["logo"]).write_bytes(logo.content)
        try:
            # Letters that its own fonts lack are taken from those of the system, where there are some.
            made = typst.compile(room / TEMPLATE.name, root=room, format="png", ppi=72, sys_inputs=inputs)
        except typst.TypstError:
            if logo is None:
                raise
            return draw(card, None)  # a picture that browsers show and typst does not
    assert isinstance(made, bytes)
    return made


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
