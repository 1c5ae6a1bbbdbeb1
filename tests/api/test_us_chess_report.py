"""The rating report of US Chess over the API."""

from __future__ import annotations

import io
import zipfile

from tests.kit.http import Event


def test_the_three_tables_come_in_a_zip_file_once_the_event_is_over(event: Event) -> None:
    event.players("Ann", "Ben")
    event.by("GET", f"{event.url}/export/us-chess").refused(409, "us-chess-no-rounds")
    event.pairs([("Ann", "Ben")])
    event.by("GET", f"{event.url}/export/us-chess").refused(409, "us-chess-unfinished")
    event.result("Ann", "1-0").ok()
    answer = event.by("GET", f"{event.url}/export/us-chess")
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"] == 'attachment; filename="us-chess-report.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.ok())) as packed:
        assert packed.namelist() == ["THEXPORT.DBF", "TSEXPORT.DBF", "TDEXPORT.DBF"]
