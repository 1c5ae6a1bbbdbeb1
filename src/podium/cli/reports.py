"""Tournament reports, read from where the command line says."""

from __future__ import annotations

from podium.cli.frame import read_bytes
from podium.files.trf import Report, read_report_file


def read_report(name: str) -> Report:
    """The tournament in a report file, or on stdin for `-`; raises FormatError, Unknown."""
    return read_report_file(read_bytes(name))
