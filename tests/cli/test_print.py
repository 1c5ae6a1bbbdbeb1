"""`podium print`: a document as a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_a_document_is_written_to_a_file(event: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert event("print", "pairings", "evening").err.strip().endswith("Written to pairings.pdf.")
    assert (tmp_path / "pairings.pdf").read_bytes().startswith(b"%PDF-")
    file = tmp_path / "all.pdf"
    told = event("print", "player-cards", "evening", "--player", "Alice", "--paper", "letter", "-o", file, "--json")
    assert told.json["kind"] == "player-cards"
    assert file.read_bytes().startswith(b"%PDF-")


def test_what_cannot_be_printed_says_why(event: Run) -> None:
    assert event("print", "bracket", "evening", code=4).err
    assert event("print", "pairings", "evening", "--round", 9, code=4).err
    assert event("print", "poster", "evening", code=2).err
    assert event("print", "pairings", "evening", "--json", "-o", "-", code=2).err
