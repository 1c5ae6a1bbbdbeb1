"""The chapters of the manual: every file of docs/, those that its table of contents names in that order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markupsafe import Markup

from podium.web.help.rendering import ADDRESS, Section, render

_SHIPPED = Path(__file__).parent / "docs"  # where a wheel has them
_IN_A_CLONE = Path(__file__).parents[4] / "docs"
CONTENTS = "README"
PICTURES = "images"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter, by the path of its file ("how-to/byes"); `html` is what stands below its title."""

    key: str
    title: str
    html: Markup
    sections: tuple[Section, ...]

    @property
    def url(self) -> str:
        return f"{ADDRESS}/{self.key}"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the table of contents: chapters that belong together."""

    title: str
    chapters: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True)
class Manual:
    """Everything: the table of contents as a chapter, its parts, and every file by its key."""

    contents: Chapter
    parts: tuple[Part, ...]
    files: dict[str, Chapter]

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """What the table of contents names, in its order."""
        return tuple(chapter for part in self.parts for chapter in part.chapters)


@cache
def folder() -> Path:
    """Where the files are: inside the package, or beside it in a clone."""
    return _SHIPPED if _SHIPPED.is_dir() else _IN_A_CLONE


@cache
def manual() -> Manual:
    """The manual, read once."""
    texts = {path.relative_to(folder()).with_suffix("").as_posix(): path for path in sorted(folder().rglob("*.md"))}
    files = {key: _chapter(key, path.read_text("utf-8"), texts.keys()) for key, path in texts.items()}
    contents = files.pop(CONTENTS)
    below = (each for each in contents.sections if each.level == 2)
    return Manual(contents, tuple(Part(each.heading, tuple(files[key] for key in each.links)) for each in below), files)


@cache
def pictures() -> frozenset[str]:
    """The pictures of the manual, by their paths below its folder of pictures."""
    root = folder() / PICTURES
    return frozenset(path.relative_to(root).as_posix() for path in root.rglob("*.png"))


def _chapter(key: str, text: str, known: Collection[str]) -> Chapter:
    rendered = render(text, key, known)
    return Chapter(key, rendered.sections[0].heading, rendered.html, rendered.sections)
