"""The pages of the manual, and a search for the sections that say most about some words.

A word finds its other forms ("pairing", "paired"), its American spelling ("color") and what begins with it, so that
results come while one types. All words have to be there; where no section has them all, most of them will do.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import log

from litestar import Response
from litestar.exceptions import NotFoundException

from podium.app.words.language import N_, SOURCE, _, language, speaking
from podium.config import manual_folder
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit
from podium.web.help.chapters import PICTURES, Chapter, Manual, manual, pictures
from podium.web.help.rendering import Section

LONGEST = 200  # characters of a question
MOST_WORDS = 12
MOST_RESULTS = 20
MOST_OF_A_CHAPTER = 3
EXCERPT = 240  # characters
IN_TITLE, IN_HEADING, BEGINNING, OFTEN = 6.0, 10.0, 0.6, 0.25
LAST_CHAPTER = 0.4  # what it counts beside the first: what most people need stands first in the manual
FOR_PROGRAMS, LESS = N_("Elsewhere"), 0.5  # what chapters say of the command line and the API comes after the rest
SPELLINGS = (("color", "colour"), ("center", "centre"), ("ize", "ise"), ("ization", "isation"), ("yze", "yse"))
ONE_WORD = {"tiebreak": "tie break", "halfpoint": "half point", "roundrobin": "round robin", "knock out": "knockout"}
_WORD = re.compile(r"[01½]f?-[01½]f?|\w+")  # a result is one word

Excerpt = tuple[tuple[str, bool], ...]
"""Pieces of a text, each with whether it is a word that was looked for."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A section that says something about what was looked for."""

    chapter: Chapter
    section: Section
    excerpt: Excerpt

    @property
    def url(self) -> str:
        return self.chapter.url if self.section.level == 1 else f"{self.chapter.url}#{self.section.anchor}"


def search(question: str, language: str = SOURCE) -> tuple[Hit, ...]:
    """The sections of the manual in a language that say most about the words of a question, the best first."""
    words = _stems_of(question[:LONGEST])[:MOST_WORDS]
    if not words:
        return ()
    index = _index(language)
    weights = [index.weights(word) for word in words]
    ranked = _ranked(weights, len(words)) or _ranked(weights, (len(words) + 1) // 2)
    of_chapters: Counter[str] = Counter()
    hits = []
    for place in ranked:
        chapter, section = index.places[place]
        of_chapters[chapter.key] += 1
        if of_chapters[chapter.key] <= MOST_OF_A_CHAPTER:
            hits.append(Hit(chapter, section, _excerpt(section, words)))
        if len(hits) == MOST_RESULTS:
            break
    return tuple(hits)


def _ranked(weights: Sequence[dict[int, float]], least: int) -> list[int]:
    """The places where at least so many of the words are, the best first, equal ones in the order of the manual."""
    sums: dict[int, float] = defaultdict(float)
    words: Counter[int] = Counter()
    for each in weights:
        for place, weight in each.items():
            sums[place] += weight
            words[place] += 1
    return sorted((place for place in sums if words[place] >= least), key=lambda place: (-sums[place], place))


class Index:
    """Every section of the manual, by the stems of its words."""

    def __init__(self, chapters: Sequence[Chapter]) -> None:
        for_programs = (FOR_PROGRAMS, _(FOR_PROGRAMS))
        self.places = [(chapter, section) for chapter in chapters for section in chapter.sections]
        step = (1 - LAST_CHAPTER) / len(chapters)
        factors = {chapter.key: 1 - step * place for place, chapter in enumerate(chapters)}
        self._weights: dict[str, dict[int, float]] = defaultdict(dict)
        for place, (chapter, section) in enumerate(self.places):
            share = LESS if section.heading in for_programs else 1.0
            for stem, weight in _weights_of(chapter, section).items():
                self._weights[stem][place] = weight * factors[chapter.key] * share
        self._stems = sorted(self._weights)

    def weights(self, stem: str) -> dict[int, float]:
        """How much each place says about a word, more where few places have it."""
        found: dict[int, float] = {}
        for each, share in self._beginning_with(stem):
            places = self._weights[each]
            rarity = log(1 + len(self.places) / len(places))
            for place, weight in places.items():
                found[place] = max(found.get(place, 0.0), share * rarity * weight)
        return found

    def _beginning_with(self, stem: str) -> Iterator[tuple[str, float]]:
        if stem in self._weights:
            yield stem, 1.0
        if len(stem) < 2:
            return
        for each in self._stems[bisect_left(self._stems, stem) :]:
            if not each.startswith(stem):
                return
            if each != stem:
                yield each, BEGINNING


@cache
def _index(language: str) -> Index:
    with speaking(language):
        return Index(manual(language).chapters)


def _weights_of(chapter: Chapter, section: Section) -> dict[str, float]:
    text = Counter(stem for passage in section.passages for stem in _stems_of(passage))
    weights = {stem: 1 + OFTEN * log(count) for stem, count in text.items()}
    for stem in set(_stems_of(chapter.title)):
        weights[stem] = weights.get(stem, 0.0) + IN_TITLE
    for stem in set(_stems_of(section.heading)):
        weights[stem] = weights.get(stem, 0.0) + IN_HEADING
    return weights


def _stems_of(text: str) -> list[str]:
    plain = _plain(text)
    for written, words in ONE_WORD.items():
        plain = plain.replace(written, words)
    return [_stem(word) for word in _WORD.findall(plain)]


def _plain(text: str) -> str:
    """In lower case and without accents, as many characters as before where those are of one."""
    return "".join(unicodedata.normalize("NFD", character)[0] for character in text.lower())


@cache
def _stem(word: str) -> str:
    """What the forms of a word have in common; British in spelling."""
    for american, british in SPELLINGS:
        word = word.replace(american, british)
    if len(word) > 4:
        for ending, instead in (("ies", "y"), ("ing", ""), ("sses", "ss"), ("ches", "ch"), ("ed", ""), ("s", "")):
            if word.endswith(ending) and not word.endswith("ss") and len(word) - len(ending) > 2:
                word = word[: -len(ending)] + instead
                break
        return word.removesuffix("e")
    return word.removesuffix("s") if len(word) == 4 and not word.endswith("ss") else word


def _excerpt(section: Section, words: Sequence[str]) -> Excerpt:
    """The passage that has most of the words, from a little before the first of them."""

    def sought(stem: str) -> bool:
        return any(stem.startswith(word) for word in words)

    if not section.passages:
        return ()
    passage = max(section.passages, key=lambda each: len({stem for stem in _stems_of(each) if sought(stem)}))
    found = [match.span() for match in _WORD.finditer(_plain(passage)) if sought(_stem(match.group()))]
    begin = 0
    if found and found[0][0] > EXCERPT // 3:
        begin = passage.rfind(" ", 0, found[0][0] - EXCERPT // 4) + 1
    end = len(passage) if len(passage) - begin <= EXCERPT else passage.rfind(" ", begin, begin + EXCERPT)
    pieces: list[tuple[str, bool]] = [("… ", False)] if begin else []
    last = begin
    for first, after in found:
        if first >= begin and after <= end:
            pieces += [(passage[last:first], False), (passage[first:after], True)]
            last = after
    pieces.append((passage[last:end] + (" …" if end < len(passage) else ""), False))
    return tuple(piece for piece in pieces if piece[0])


KEPT_FOR = 3600  # seconds that a browser keeps a picture without asking


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A chapter, or the table of contents, and the whole `manual` beside it. `hits` is what a search found."""

    chapter: Chapter
    manual: Manual
    question: str = ""
    hits: tuple[Hit, ...] = ()
    before: Chapter | None = None
    after: Chapter | None = None


def contents_page(visit: Visit) -> Response[str]:
    """The table of contents; with `?q=` what is said about these words."""
    question = visit.query.get("q", "").strip()[:LONGEST]
    whole = manual(language())
    context = HelpPage(whole.contents, whole, question, search(question, language()))
    return page(visit, "help.html", context, lasting=True)


def chapter_page(visit: Visit) -> Response[str]:
    """A chapter, with the ways to the one before and the next."""
    whole = manual(language())
    chapter = whole.files.get(visit.path["chapter"].strip("/"))
    if chapter is None:
        raise NotFoundException
    chapters = whole.chapters
    before = after = None
    if chapter in chapters:
        place = chapters.index(chapter)
        before = chapters[place - 1] if place else None
        after = chapters[place + 1] if place + 1 < len(chapters) else None
    return page(visit, "help.html", HelpPage(chapter, whole, before=before, after=after), lasting=True)


def picture_file(visit: Visit) -> Response[bytes]:
    """A picture of the manual."""
    name = visit.path["picture"].strip("/")
    if name not in pictures():
        raise NotFoundException
    content = (manual_folder() / PICTURES / name).read_bytes()
    return Response(content, media_type="image/png", headers={"Cache-Control": f"public, max-age={KEPT_FOR}"})
