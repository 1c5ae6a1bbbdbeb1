"""Photos of players from the command line."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run
from tests.kit.pictures import png


def test_a_photo_is_put_on_a_player_and_taken_away(event: Run, tmp_path: Path) -> None:
    file = tmp_path / "alice.png"
    file.write_bytes(png())
    assert event("players", "photo", "evening", "Alice", file).out == "The photo is changed.\n"
    assert "/photo?v=" in event("players", "photo", "evening", "Alice", file, "--json").json["photo"]
    assert event("players", "photo", "evening", "Alice", "--remove").out == "The photo is removed.\n"
    file.write_bytes(b"no picture")
    event("players", "photo", "evening", "Alice", file, code=2)
    event("players", "photo", "evening", "Alice", code=2)
