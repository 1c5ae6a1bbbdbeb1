"""A report from the bytes of a file."""

from __future__ import annotations

from podium.files.file_kinds import refuse_unless_report
from podium.files.trf.reader import read
from podium.files.trf.record import decode
from podium.files.trf.report import Report


def read_report_file(content: bytes, *, keep_points: bool = False) -> Report:
    """The tournament in a file; raises FormatError, first of all for a file of another kind, which it names."""
    refuse_unless_report(content)
    return read(decode(content), keep_points=keep_points)
