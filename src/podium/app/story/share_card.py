"""What the picture of an event says that is shown where its address is shared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from podium.app.event.attachments import UploadedPicture

WIDTH, HEIGHT = 1200, 630
"""Pixels: what sites that show such pictures ask for."""


@dataclass(frozen=True, slots=True)
class ShareCard:
    """The lines of the picture; `logo` tells the logo from others, `places` are the winners once it is over."""

    name: str
    format: str
    where: str
    standing: str
    places: tuple[str, ...]
    logo: str


DrawCard = Callable[[ShareCard, UploadedPicture | None], bytes]
"""Makes the picture, a PNG."""
