"""Small pictures, made byte by byte."""

from __future__ import annotations

import struct
import zlib


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int = 32, height: int = 24, *more: bytes) -> bytes:
    """A grey picture."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    pixels = zlib.compress((b"\0" + b"\x80" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + header + b"".join(more) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">HH", 0xFF00 | marker, len(body) + 2) + body


def jpeg(*more: bytes, width: int = 320, height: int = 200, after: bytes = b"") -> bytes:
    """The parts of a JPEG file, with data in which no picture is drawn."""
    frame = segment(0xC0, struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0")
    scan = segment(0xDA, b"\1\1\0\0\x3f\0") + b"\x12\xff\0\x34\xff\xd0\x56"
    return b"\xff\xd8" + b"".join(more) + segment(0xDB, bytes(65)) + frame + scan + b"\xff\xd9" + after


def exif(orientation: int, order: str = "<") -> bytes:
    """What a camera writes: how it was held, and where."""
    mark = b"II\x2a\0" if order == "<" else b"MM\0\x2a"
    entries = struct.pack(f"{order}HHIHH", 0x0112, 3, 1, orientation, 0)
    entries += struct.pack(f"{order}HHII", 0x8825, 4, 1, 38)
    return b"Exif\0\0" + mark + struct.pack(f"{order}IH", 8, 2) + entries + bytes(4) + b"GPS 52.5 N"


def webp(*chunks: tuple[bytes, bytes]) -> bytes:
    body = b"".join(struct.pack("<4sI", kind, len(each)) + each + b"\0" * (len(each) % 2) for kind, each in chunks)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


LOSSY = bytes(3) + b"\x9d\x01\x2a" + struct.pack("<HH", 100, 50) + b"data"
