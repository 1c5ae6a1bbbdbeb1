"""Pictures that people upload: PNG, JPEG or WebP, known by their bytes, without what their makers wrote beside them.

Of a file stays what is needed to show the picture; comments, places where a photo was taken, thumbnails and whatever
follows the end are left out. No pixel is read here.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from podium.core.errors import Invalid

MOST_BYTES = 2_000_000
SIDES = range(16, 4097)

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT = {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT", b"pHYs"}
_JPEG = b"\xff\xd8\xff"
_JPEG_SIZES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""The markers of frames, which say how large the picture is."""
_JPEG_KEPT = {*range(0xC0, 0xD0), 0xDA, 0xDB, 0xDD, 0xE0, 0xE2, 0xEE}
"""Frames, tables, scans; of what applications add JFIF, the colour profile and Adobe's way of colours."""
_ALONE = {0x01, *range(0xD0, 0xD8)}
_EXIF = 0xE1
_ORIENTATION = 0x0112
_WEBP_KEPT = {b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ICCP"}
_WEBP_FLAGS = 0b0011_0000
"""Of the flags of a picture with extensions: alpha and a colour profile; no animation, no texts."""
PNG_TYPE, JPEG_TYPE, WEBP_TYPE = "image/png", "image/jpeg", "image/webp"
MEDIA_TYPES = (PNG_TYPE, JPEG_TYPE, WEBP_TYPE)
"""What a picture can be."""


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture as it is kept and served."""

    media_type: str
    width: int
    height: int
    content: bytes


def read_raster(content: bytes, field: str = "file") -> Raster:
    """The picture in `content`; raises Invalid, about a field, for what is none, is broken, too large or too small."""
    if len(content) > MOST_BYTES:
        raise Invalid("picture-too-large", field=field, value=len(content), most=MOST_BYTES)
    try:
        raster = _read(content)
    except (struct.error, IndexError, ValueError):
        raise Invalid("picture-broken", field=field) from None
    if raster is None:
        raise Invalid("picture-unknown", field=field)
    if raster.width not in SIDES or raster.height not in SIDES:
        size = f"{raster.width} × {raster.height}"
        raise Invalid("picture-size", field=field, value=size, least=SIDES.start, most=SIDES.stop - 1)
    return raster


def _read(content: bytes) -> Raster | None:
    if content.startswith(_PNG):
        return _png(content)
    if content.startswith(_JPEG):
        return _jpeg(content)
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return _webp(content)
    return None


def _png(content: bytes) -> Raster:
    kept, at = [_PNG], len(_PNG)
    kinds: list[bytes] = []
    while not kinds or kinds[-1] != b"IEND":
        length, kind = struct.unpack_from(">I4s", content, at)
        chunk = content[at : at + length + 12]
        if zlib.crc32(chunk[4:-4]) != int.from_bytes(chunk[-4:]):
            raise ValueError
        if kind in _PNG_KEPT:
            kept.append(chunk)
            kinds.append(kind)
        at += length + 12
    if kinds[0] != b"IHDR" or b"IDAT" not in kinds:
        raise ValueError
    width, height = struct.unpack_from(">II", kept[1], 8)
    return Raster(PNG_TYPE, width, height, b"".join(kept))


def _jpeg(content: bytes) -> Raster:
    kept, width, height, turned = [b"\xff\xd8"], 0, 0, 1
    for marker, segment in _segments(content):
        if marker in _JPEG_SIZES:
            height, width = struct.unpack_from(">HH", segment, 5)
        if marker == _EXIF and segment[4:10] == b"Exif\0\0":
            turned = _orientation(segment[10:])
        if marker in _JPEG_KEPT:
            kept.append(segment)
    if not width:
        raise ValueError
    if turned != 1:
        kept.insert(1, _only_orientation(turned))
    if turned > 4:  # on its side
        width, height = height, width
    return Raster(JPEG_TYPE, width, height, b"".join((*kept, b"\xff\xd9")))


def _segments(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Each marker with its segment, up to the end of the picture; a scan with the data that follow it."""
    at = 2
    while True:
        if content[at] != 0xFF:
            raise ValueError
        marker = content[at + 1]
        if marker == 0xFF:  # filled up
            at += 1
            continue
        if marker == 0xD9:
            return
        if marker in _ALONE:
            raise ValueError
        end = at + 2 + int(struct.unpack_from(">H", content, at + 2)[0])
        if marker == 0xDA:
            end = _end_of_scan(content, end)
        if end > len(content):
            raise ValueError
        yield marker, content[at:end]
        at = end


def _end_of_scan(content: bytes, at: int) -> int:
    """Where the next marker is that is not part of the data."""
    while True:
        at = content.index(b"\xff", at)
        if content[at + 1] != 0 and content[at + 1] not in _ALONE:
            return at
        at += 2


def _orientation(tiff: bytes) -> int:
    """How a camera was held, 1 to 8, where it says so."""
    order = "<" if tiff[:2] == b"II" else ">"
    directory = int(struct.unpack_from(f"{order}I", tiff, 4)[0])
    count = int(struct.unpack_from(f"{order}H", tiff, directory)[0])
    for entry in range(directory + 2, directory + 2 + 12 * count, 12):
        tag, _kind, _values, value = struct.unpack_from(f"{order}HHIH", tiff, entry)
        if tag == _ORIENTATION:
            return value if 1 <= value <= 8 else 1
    return 1


def _only_orientation(turned: int) -> bytes:
    tiff = b"MM\0\x2a" + struct.pack(">IHHHIHHI", 8, 1, _ORIENTATION, 3, 1, turned, 0, 0)
    return struct.pack(">HH", 0xFF00 | _EXIF, len(tiff) + 8) + b"Exif\0\0" + tiff


def _webp(content: bytes) -> Raster:
    end = 8 + int(struct.unpack_from("<I", content, 4)[0])
    if end > len(content):
        raise ValueError
    kept, at, width, height = [], 12, 0, 0
    while at < end:
        kind, length = struct.unpack_from("<4sI", content, at)
        body = content[at + 8 : at + 8 + length]
        if len(body) != length:
            raise ValueError
        if kind == b"VP8X":
            width, height = (1 + int.from_bytes(body[start : start + 3], "little") for start in (4, 7))
            body = bytes([body[0] & _WEBP_FLAGS]) + body[1:]
        elif kind == b"VP8 " and not width:
            width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", body, 6))
        elif kind == b"VP8L" and not width:
            sides = int.from_bytes(body[1:5], "little")
            width, height = (sides & 0x3FFF) + 1, (sides >> 14 & 0x3FFF) + 1
        if kind in _WEBP_KEPT:
            kept.append(struct.pack("<4sI", kind, length) + body + b"\0" * (length % 2))
        at += 8 + length + length % 2
    if not any(chunk[:4] in (b"VP8 ", b"VP8L") for chunk in kept):
        raise ValueError  # nothing to show, or an animation
    chunks = b"".join(kept)
    return Raster(WEBP_TYPE, width, height, b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WEBP" + chunks)
