"""A picture that somebody uploaded, as JSON."""

from __future__ import annotations

from msgspec import Struct

from podium.app.event.uploaded_picture import UploadedPicture


class PictureAnswer(Struct):
    """A picture that is kept: where it is served, and what it is."""

    url: str
    mediaType: str  # noqa: N815  # as JSON has it
    width: int
    height: int


def picture_answer(picture: UploadedPicture, address: str) -> PictureAnswer:
    """What is kept of a picture, and where it is served."""
    return PictureAnswer(address, picture.media_type, picture.width, picture.height)
