"""The chapters of the manual: every file of docs/ in the order of its table of contents; and which one a page opens.

A translation of a chapter has the same path in a folder of its language (docs/de/how-to/byes.md) and the same headings
in the same order. A chapter has one address in all languages, and is shown in the reader's where it is written in it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from markupsafe import Markup

from podium.app.words.language import SOURCE, available
from podium.config import manual_folder
from podium.web.help.rendering import ADDRESS, Section, render

CONTENTS = "README"
PICTURES = "images"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter, by the path of its file ("how-to/byes"); `html` is what stands below its title."""

    key: str
    title: str
    html: Markup
    sections: tuple[Section, ...]
    language: str

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
def manual(language: str = SOURCE) -> Manual:
    """The manual as readers of a language have it: in English what is not written in theirs."""
    files = _written_in(SOURCE)
    for key, chapter in _written_in(language).items() if language != SOURCE else ():
        files[key] = _with_anchors_of(files[key], chapter)
    contents = files.pop(CONTENTS)
    below = (each for each in contents.sections if each.level == 2)
    return Manual(contents, tuple(Part(each.heading, tuple(files[key] for key in each.links)) for each in below), files)


def _written_in(language: str) -> dict[str, Chapter]:
    """The chapters that are written in a language, by their keys, which are the same in all of them."""
    known: dict[str, str] = {}
    texts = {}
    for path in sorted(manual_folder().rglob("*.md")):
        file = path.relative_to(manual_folder()).with_suffix("").as_posix()
        spoken, _, key = file.partition("/")
        if spoken not in available():
            spoken, key = SOURCE, file
        known[file] = key
        if spoken == language:
            texts[file] = path
    found = ((known[file], render(path.read_text("utf-8"), file, known)) for file, path in texts.items())
    return {key: Chapter(key, text.sections[0].heading, text.html, text.sections, language) for key, text in found}


def _with_anchors_of(original: Chapter, translation: Chapter) -> Chapter:
    """The translation with the anchors of the original beside its own: links of other chapters lead to these."""
    html = translation.html
    for theirs, own in zip(original.sections, translation.sections, strict=False):
        if theirs.anchor not in {each.anchor for each in translation.sections}:
            place = Markup('<h{} id="{}"').format(own.level, own.anchor)
            html = html.replace(place, Markup('<span id="{}"></span>').format(theirs.anchor) + place)
    return replace(translation, html=html)


@cache
def pictures() -> frozenset[str]:
    """The pictures of the manual, by their paths below its folder of pictures."""
    root = manual_folder() / PICTURES
    return frozenset(path.relative_to(root).as_posix() for path in root.rglob("*.png"))


CHAPTERS: dict[str, tuple[str, ...]] = {
    "tutorial": ("tournaments.html", "setup.html"),
    "forecast": ("forecast.html",),
    "how-to/accounts": ("account.html", "accounts.html", "audit.html", "invitation.html", "login.html"),
    "how-to/archive-an-event": ("restored.html",),
    "how-to/check-in": ("check_in.html", "check_in_arrival.html"),
    "how-to/continue-an-event": ("continuation.html",),
    "how-to/correct-mistakes": ("history.html", "past.html", "what_if.html"),
    "how-to/doubles": ("round_doubles.html", "round_doubles_reader.html", "team_sheet.html"),
    "how-to/enter-players": ("players.html", "player_edit.html", "new_players.html"),
    "how-to/enter-results": ("round.html", "round_asks.html"),
    "how-to/enter-results-twice": ("second_entry.html",),
    "how-to/fide-mode": ("caution.html",),
    "how-to/finish-an-event": ("story.html", "story_print.html", "certificates.html", "certificates_print.html"),
    "how-to/for-players": ("find_me.html", "round_reader.html", "player.html", "offline.html"),
    "how-to/games-as-pgn": ("round_games.html", "round_games_preview.html"),
    "how-to/give-prizes": (
        "prizes.html",
        "prizes_category.html",
        "prizes_import.html",
        "prizes_preview.html",
        "prizes_run.html",
        "prizes_why.html",
    ),
    "how-to/import-players": ("import.html", "import_preview.html", "imported.html"),
    "how-to/knockout": ("bracket.html", "bracket_print.html", "match.html"),
    "how-to/links-and-roles": ("people.html", "player_links.html", "link_question.html", "slips.html"),
    "how-to/pair-a-round": ("no_rounds.html", "why.html"),
    "how-to/pair-by-hand": ("hand_pairing.html", "handmade.html", "seat_swap.html"),
    "how-to/play-online": ("game.html", "live_boards.html", "end_game.html"),
    "how-to/print": ("documents.html", "round_print.html"),
    "how-to/publish-an-event": ("overview.html",),
    "how-to/rating-lists": ("ratings.html", "rating_comparison.html"),
    "how-to/rating-report": ("rating_report.html",),
    "how-to/set-up-an-event": ("settings.html", "new_format.html", "new_rules.html"),
    "how-to/stages": ("stages.html", "stage_groups.html", "stage_start.html"),
    "how-to/standings": ("standings.html", "crosstable.html"),
    "how-to/wall": ("screens.html",),
}
_OF_TEMPLATES = {template: chapter for chapter, templates in CHAPTERS.items() for template in templates}


def help_address(template: str) -> str:
    """Where the manual says how the page of a template is used; its table of contents where no chapter fits."""
    chapter = _OF_TEMPLATES.get(template)
    return f"{ADDRESS}/{chapter}" if chapter else ADDRESS
