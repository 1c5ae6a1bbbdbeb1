"""The rating report of US Chess by `podium export`."""

from __future__ import annotations

import zipfile
from pathlib import Path

from tests.cli.conftest import Run


def test_the_report_is_written_and_says_what_is_not_in_it(event: Run, tmp_path: Path) -> None:
    file = tmp_path / "report.zip"
    export = ("export", "--tournament", "evening", "--format", "us-chess", "-o", file)
    assert "Board 1 of round 1 has no result yet" in event(*export, code=1).err
    for board in (1, 2):
        event("result", "evening", 1, board, "1-0")
    said = event(*export)
    assert "The ids of members, affiliate and directors are not in it" in said.err
    with zipfile.ZipFile(file) as packed:
        assert len(packed.namelist()) == 3
