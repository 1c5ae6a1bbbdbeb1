"""The number of rounds, written into a report file that does not say it; all else stays as it is, byte for byte."""

from __future__ import annotations

import codecs
from dataclasses import replace

from podium.files.trf.record import Line, Record, decode

_ONLY_TRF26 = frozenset(("152", "162", "202", "212", "240", "250", "260", "299"))
"""Records that TRF16 does not have, and programs that write them."""


def with_planned_rounds(content: bytes, rounds: int) -> bytes:
    """The file with a record of how many rounds there will be, before its first player.

    >>> with_planned_rounds(b"012 Open\\r\\n001    1\\r\\n", 7)
    b'012 Open\\r\\nXXR 7\\r\\n001    1\\r\\n'
    """
    text = decode(content)
    lines = list(Record.of(text).lines)
    ending = lines[0].ending if lines and lines[0].ending else "\n"
    tag = "142" if any(line.tag in _ONLY_TRF26 for line in lines) else "XXR"
    at = next((at for at, line in enumerate(lines) if line.tag == "001"), len(lines))
    if at == len(lines) and lines and not lines[-1].ending:
        lines[-1] = replace(lines[-1], ending=ending)
    lines.insert(at, Line(0, f"{tag} {rounds}", ending))
    return _encode(Record(tuple(lines)).text, content)


def _encode(text: str, content: bytes) -> bytes:
    """The text as the bytes of the file were read."""
    for mark, codec in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if content.startswith(mark) and content == mark + decode(content).encode(codec):
            return mark + text.encode(codec)
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return text.encode("latin-1")
    return text.encode("utf-8")
