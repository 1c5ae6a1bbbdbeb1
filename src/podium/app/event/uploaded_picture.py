"""A picture that somebody uploaded, checked."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from podium.files.raster import MEDIA_TYPES, read_raster

PICTURE_TYPES = tuple(MEDIA_TYPES)
"""The media types of pictures that are kept."""
SHORT = 12  # letters of a digest that stand in an address


@dataclass(frozen=True, slots=True)
class UploadedPicture:
    """A picture, and what tells it from any other."""

    media_type: str
    width: int
    height: int
    content: bytes
    digest: str

    @property
    def mark(self) -> str:
        """What stands in its address, so that another picture has another."""
        return self.digest[:SHORT]

    @property
    def wide(self) -> bool:
        """Whether it is at least as wide as high."""
        return self.width >= self.height


def uploaded_picture(content: bytes, field: str) -> UploadedPicture:
    """The picture in a file, as it is kept; raises Invalid for what is none."""
    raster = read_raster(content, field)
    digest = hashlib.sha256(raster.content).hexdigest()
    return UploadedPicture(raster.media_type, raster.width, raster.height, raster.content, digest)


def versioned_address(address: str, digest: str) -> str:
    """Where a picture is served: another one has another address, so that browsers may keep it."""
    return f"{address}?v={digest[:SHORT]}"
