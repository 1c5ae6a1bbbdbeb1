"""The manual: its table of contents, what a search finds in it, and its chapters."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response
from litestar.exceptions import NotFoundException

from podium.web.frame.responses import page
from podium.web.frame.visit import Visit
from podium.web.help.chapters import PICTURES, Chapter, Part, folder, manual, pictures
from podium.web.help.search import LONGEST, Hit, search

KEPT_FOR = 3600  # seconds that a browser keeps a picture without asking


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A chapter, or the table of contents, beside all parts of the manual. `hits` is what a search found."""

    chapter: Chapter
    parts: tuple[Part, ...]
    question: str = ""
    hits: tuple[Hit, ...] = ()
    before: Chapter | None = None
    after: Chapter | None = None


def contents_page(visit: Visit) -> Response[str]:
    """The table of contents; with `?q=` what is said about these words."""
    question = visit.query.get("q", "").strip()[:LONGEST]
    context = HelpPage(manual().contents, manual().parts, question, search(question))
    return page(visit, "help.html", context, lasting=True)


def chapter_page(visit: Visit) -> Response[str]:
    """A chapter, with the ways to the one before and the next."""
    key = visit.path["chapter"].strip("/")
    chapter = manual().files.get(key)
    if chapter is None:
        raise NotFoundException
    chapters = manual().chapters
    before = after = None
    if chapter in chapters:
        place = chapters.index(chapter)
        before = chapters[place - 1] if place else None
        after = chapters[place + 1] if place + 1 < len(chapters) else None
    context = HelpPage(chapter, manual().parts, before=before, after=after)
    return page(visit, "help.html", context, lasting=True)


def picture_file(visit: Visit) -> Response[bytes]:
    """A picture of the manual."""
    name = visit.path["picture"].strip("/")
    if name not in pictures():
        raise NotFoundException
    content = (folder() / PICTURES / name).read_bytes()
    return Response(content, media_type="image/png", headers={"Cache-Control": f"public, max-age={KEPT_FOR}"})
