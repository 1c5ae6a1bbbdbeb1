"""The pictures of README and docs: taken by one command, small, used, and said in words."""

from __future__ import annotations

import re
from pathlib import Path

from podium.app.formats.documents import DocumentName
from scripts import calibration, document_pictures
from scripts.pictures import IMAGES, MOST_BYTES, Stage, pictures

ROOT = Path(__file__).parents[2]
TEXTS = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
MARKDOWN = re.compile(r"!\[(?P<words>[^\]]*)\]\((?P<file>[^)]+)\)")
TAG = re.compile(r'<img src="(?P<file>[^"]+)"[^>]*? alt="(?P<words>[^"]*)">')


def used() -> list[tuple[Path, str]]:
    """The file of every picture in README and docs, with the words for whoever does not see it."""
    return [
        ((text.parent / found["file"]).resolve(), found["words"])
        for text in TEXTS
        for pattern in (MARKDOWN, TAG)
        for found in pattern.finditer(text.read_text(encoding="utf-8"))
    ]


def test_every_picture_is_taken_by_the_command_and_used() -> None:
    taken = {IMAGES / f"{picture.name}.png" for picture in pictures(Stage(session="", game=""))}
    taken |= {document_pictures.IMAGES / f"{name.value}.png" for name in DocumentName}
    taken.add(document_pictures.IMAGES / f"{document_pictures.ON_BACKGROUND}.png")
    taken |= {IMAGES / name for name in calibration.PICTURES}
    assert set(IMAGES.rglob("*.png")) == taken
    assert {file for file, _ in used()} == taken


def test_every_picture_is_said_in_words() -> None:
    assert [file.name for file, words in used() if len(words.split()) < 5] == []
    tags = sum(text.read_text(encoding="utf-8").count("<img") for text in TEXTS)
    assert tags == sum(len(TAG.findall(text.read_text(encoding="utf-8"))) for text in TEXTS)


def test_no_picture_is_large() -> None:
    assert [file.name for file in IMAGES.rglob("*.png") if file.stat().st_size > MOST_BYTES] == []
