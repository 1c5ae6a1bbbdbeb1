"""The manual: every chapter, the ways between them, what a search finds, and the link that every page has."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest

from podium.app.standings.tiebreak_words import MEANINGS, NAMES
from podium.app.words.language import SOURCE, available
from podium.bootstrap import application
from podium.config import manual_folder
from podium.web.frame.templates import TEMPLATES
from podium.web.help.chapters import CHAPTERS, Chapter, help_address, manual, pictures
from podium.web.help.rendering import render
from podium.web.help.search import MOST_RESULTS, search
from tests.kit.loops import every
from tests.web.conftest import Event, House
from tests.web.test_access import PLACES, addressed, event, faults
from tests.web.test_answer_cache import Wire
from tests.web.visitor import Page

__all__ = ["event"]  # a fixture

TO_READ = {"how-to/for-players"}  # tells what there is, and asks for nothing to be done


def for_directors() -> list[Chapter]:
    return [chapter for part in manual().parts[:7] for chapter in part.chapters]


# ---- Chapters ----


@every("key", lambda: sorted(manual().files))
def test_every_chapter_is_a_sound_page(house: House, key: str) -> None:
    visitor = house.visitor()
    page = visitor.get(f"/help/{key}")
    assert visitor.status == 200
    assert [each for each in faults(page) if not each.startswith("leads elsewhere: https://")] == []
    assert page.all("h1")[0].text == manual().files[key].title
    ids = {each.attributes.get("id") for each in page.elements}
    assert {section.anchor for section in manual().files[key].sections} - ids == set()


def test_every_link_and_picture_of_the_manual_leads_somewhere() -> None:
    pages = {each.url: Page(str(each.html)) for each in manual().files.values()}
    anchors = {each.url: {section.anchor for section in each.sections} for each in manual().files.values()}
    lost = []
    for here, page in [*pages.items(), ("/help", Page(str(manual().contents.html)))]:
        for each in page.all("a"):
            path, _, anchor = each.attributes["href"].partition("#")
            there = path or here
            if not there.startswith("https://") and (there not in pages or (anchor and anchor not in anchors[there])):
                lost.append(f"{here}: {each.attributes['href']}")
        sources = [each.attributes["src"] for each in page.all("img")]
        lost += [f"{here}: {each}" for each in sources if each.removeprefix("/help/images/") not in pictures()]
    assert lost == []


def test_every_link_leads_somewhere_on_the_web_too() -> None:
    lost = []
    for path in manual_folder().rglob("*.md"):
        text = re.sub(r"```.*?```|`[^`]*`", "", path.read_text("utf-8"), flags=re.DOTALL)
        targets = re.findall(r"\]\(([^)#\s]+)", text)
        lost += [
            f"{path.relative_to(manual_folder())}: {target}"
            for target in targets
            if not target.startswith("https://") and not (path.parent / target).exists()
        ]
    assert lost == []


def test_the_contents_name_every_chapter_for_users_once() -> None:
    named = [each.key for each in manual().chapters]
    for_users = {key for key in manual().files if key.startswith(("how-to/", "rules/", "reference/"))}
    assert for_users - set(named) == set()
    assert len(named) == len(set(named))


@every("chapter", for_directors, ids=lambda each: each.key)
def test_a_chapter_for_directors_begins_with_steps(chapter: Chapter) -> None:
    beginning = str(chapter.html).partition("<h2")[0]
    assert ("<ol>" in beginning) is (chapter.key not in TO_READ)


def test_the_chapter_of_tie_breaks_says_of_each_code_what_the_pages_say() -> None:
    sections = manual().files["how-to/tie-breaks"].sections
    rows = {passage for section in sections for passage in section.passages}
    assert [code for code in NAMES if f"{code} · {NAMES[code]} · {MEANINGS[code]}" not in rows] == []


def test_a_chapter_leads_to_its_neighbours(house: House) -> None:
    page = house.visitor().get("/help/how-to/byes")
    near = {each.attributes["rel"]: each.attributes["href"] for each in page.all("a") if "rel" in each.attributes}
    assert near["prev"] == "/help/how-to/check-in"
    assert near["next"] == "/help/how-to/withdrawals"


@pytest.mark.parametrize("path", ["nowhere", "how-to", "how-to/byes.md", "../pyproject", "images/nowhere.png"])
def test_what_is_no_chapter_is_a_404(house: House, path: str) -> None:
    assert house.visitor().client.get(f"/help/{path}").status_code == 404


def test_a_picture_is_sent(house: House) -> None:
    answer = house.visitor().client.get("/help/images/round.png")
    assert answer.headers["content-type"] == "image/png"
    assert answer.content == (manual_folder() / "images" / "round.png").read_bytes()


# ---- Rendering ----


def rendered(text: str, file: str = "how-to/x") -> str:
    files = {"how-to/byes": "how-to/byes", "rules/results": "rules/results", "de/how-to/byes": "how-to/byes"}
    return str(render(text, file, files).html)


def test_nothing_that_runs_or_styles_passes() -> None:
    html = rendered(
        '<script>alert(1)</script> <b onclick="x">bold</b> [here](javascript:alert(1))\n\n<style>p{}</style>\n'
    )
    page = Page(html)
    assert not page.all("script")
    assert not page.all("style")
    assert not page.all("b")
    assert not page.all("a")
    assert "&lt;script&gt;" in html


def test_links_between_files_lead_to_chapters() -> None:
    html = rendered("[a](byes.md) [b](../rules/results.md#forfeits) [c](../../CHANGELOG.md) [d](https://example.org)")
    assert [each.attributes["href"] for each in Page(html).all("a")] == [
        "/help/how-to/byes",
        "/help/rules/results#at-forfeits",
        "https://example.org",
    ]
    assert " c " in html


def test_a_translation_leads_to_the_same_addresses() -> None:
    html = rendered("[a](byes.md) [b](../../how-to/byes.md) [c](../../rules/results.md)", "de/how-to/x")
    assert re.findall('href="([^"]*)"', html) == ["/help/how-to/byes", "/help/how-to/byes", "/help/rules/results"]


def test_pictures_keep_their_words_and_width() -> None:
    [picture] = Page(rendered('<img src="../images/game.png" width="280" alt="A game">')).all("img")
    assert picture.attributes["src"] == "/help/images/game.png"
    assert (picture.attributes["width"], picture.attributes["alt"]) == ("280", "A game")


def test_a_heading_that_comes_twice_has_two_anchors() -> None:
    page = Page(rendered("# A\n\n## What's new?\n\n## What's new?\n"))
    assert [each.attributes["id"] for each in page.all("h2")] == ["at-whats-new", "at-whats-new-1"]


def test_a_table_has_a_name_and_no_style() -> None:
    page = Page(rendered("# Results\n\n| | points |\n| --- | ---: |\n| win | 1 |\n"))
    assert page.all("caption")[0].text == "Results"
    assert [each.attributes for each in page.all("th")] == [{"class": "figure", "scope": "col"}]
    assert not any("style" in each.attributes for each in page.elements)


# ---- Search ----


@every(
    ("question", "chapter"),
    [
        ("half-point bye", "how-to/byes"),
        ("HPB", "how-to/byes"),
        ("withdrawals", "how-to/withdrawals"),
        ("expel", "how-to/withdrawals"),
        ("tiebreak", "how-to/tie-breaks"),
        ("BH/C1", "how-to/tie-breaks"),
        ("1-0F", "how-to/enter-results"),
        ("leave FIDE mode", "how-to/fide-mode"),
        ("late entries", "how-to/enter-players"),
        ("prizes", "how-to/give-prizes"),
        ("norms", "how-to/rating-report"),
        ("PRINTING", "how-to/print"),
        ("undo", "how-to/correct-mistakes"),
        ("certific", "how-to/finish-an-event"),
    ],
)
def test_a_search_finds_the_chapter(question: str, chapter: str) -> None:
    assert search(question)[0].chapter.key == chapter


@pytest.mark.parametrize(
    ("american", "british"), [("color", "colour"), ("organizer", "organiser"), ("finalize", "finalise")]
)
def test_american_spelling_finds_the_same(american: str, british: str) -> None:
    assert search(american) == search(british) != ()


def test_a_result_leads_to_its_passage_and_marks_the_words() -> None:
    first = search("renumber players")[0]
    assert first.url == "/help/how-to/enter-players#at-pairing-numbers"
    assert {text.lower() for text, sought in first.excerpt if sought} >= {"renumber", "players"}


@pytest.mark.parametrize("question", ["", "   ", "!?", "qwertzuiop"])
def test_what_nobody_wrote_about_is_not_found(question: str) -> None:
    assert search(question) == ()


def test_a_long_question_is_cut_and_results_are_limited() -> None:
    assert len(search("round " * 5000)) <= MOST_RESULTS


def test_the_search_is_a_plain_form(house: House) -> None:
    visitor = house.visitor()
    [form] = [form for form in visitor.get("/help").forms if form.action == "/help"]
    assert (form.method, form.fields) == ("get", {"q": ""})
    page = visitor.get("/help?q=<b>half-point")
    assert "/help/how-to/byes" in [each.attributes.get("href") for each in page.all("a")]
    assert page.all("mark")
    assert not page.all("b")
    assert "Nothing is said about this" in visitor.get("/help?q=qwertzuiop").text


# ---- The link in the header, and who reads what ----


def test_every_page_has_the_link(house: House, event: Event) -> None:
    visitor = house.visitor("owner")
    pages = {place.address: visitor.get(addressed(event, place)) for place in PLACES.values()}
    framed = {address: page for address, page in pages.items() if page.all("header", **{"class": "hall"})}
    links = {address: page.all("a", rel="help") for address, page in framed.items()}
    assert len(framed) > 30
    assert [address for address, found in links.items() if len(found) != 1] == []


@pytest.mark.parametrize(
    ("address", "chapter"),
    [
        ("/rounds/2", "how-to/enter-results"),
        ("/players", "how-to/enter-players"),
        ("/prizes", "how-to/give-prizes"),
        ("/settings", "how-to/set-up-an-event"),
        ("/history", "how-to/correct-mistakes"),
        ("/standings", "how-to/standings"),
        ("/people", "how-to/links-and-roles"),
    ],
)
def test_the_link_opens_the_chapter_of_the_page(house: House, event: Event, address: str, chapter: str) -> None:
    visitor = house.visitor("owner")
    [link] = visitor.get(event.url + address).all("a", rel="help")
    assert link.attributes["href"] == f"/help/{chapter}"
    assert link.text == "Help"
    visitor.get(link.attributes["href"])
    assert visitor.status == 200


def test_chapters_and_templates_of_the_links_exist() -> None:
    assert set(CHAPTERS) - set(manual().files) == set()
    assert [name for names in CHAPTERS.values() for name in names if not (TEMPLATES / name).exists()] == []
    assert help_address("error.html") == "/help"


# ---- Other languages ----

TRANSLATED = {
    *("README", "tutorial", "how-to/set-up-an-event", "how-to/publish-an-event", "how-to/enter-players"),
    *("how-to/check-in", "how-to/pair-a-round", "how-to/enter-results", "how-to/correct-mistakes", "how-to/standings"),
    *("how-to/give-prizes", "how-to/for-players", "how-to/knockout", "how-to/stages", "how-to/doubles"),
}
"""What directors and players read of the main pages; see docs/how-to/translate.md."""
OTHERS = [code for code in available() if code != SOURCE]


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_headings_and_tables_of_the_english_chapter(language: str) -> None:
    whole, english = manual(language), manual()
    there = {each.key: each for each in (whole.contents, *whole.files.values()) if each.language == language}
    assert set(there) == TRANSLATED
    for key, chapter in there.items():
        original = english.files.get(key, english.contents)
        assert [each.level for each in chapter.sections] == [each.level for each in original.sections], key
        for part in ("<tr", "<img"):
            assert chapter.html.count(part) == original.html.count(part), (key, part)


@pytest.mark.parametrize("language", OTHERS)
def test_the_manual_in_another_language_is_whole(house: House, language: str) -> None:
    whole, visitor = manual(language), house.visitor()
    assert [each.key for each in whole.chapters] == [each.key for each in manual().chapters]
    visitor.client.headers["accept-language"] = language
    chapters = [whole.contents, *whole.files.values()]
    anchors = {each.url: set(re.findall(r'id="([^"]+)"', str(each.html))) for each in chapters}
    for chapter in chapters:
        links = re.findall(r'href="(/help[^"]*|#[^"]*)"', str(chapter.html))
        for path, _, anchor in (each.partition("#") for each in links):
            there = path or chapter.url
            assert there in anchors, (chapter.key, there)
            assert not anchor or unquote(anchor) in anchors[there], (chapter.key, there, anchor)
        if chapter.language == language:
            page = visitor.get("/help" if chapter is whole.contents else chapter.url)
            assert [each for each in faults(page) if not each.startswith("leads elsewhere: https://")] == []
            assert page.all("article")[0].attributes["lang"] == language
            assert page.all("h1")[0].text == chapter.title


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_leads_to_translations(language: str) -> None:
    for path in (manual_folder() / language).rglob("*.md"):
        for target in re.findall(r"\]\(([^)#\s]+\.md)", path.read_text("utf-8")):
            there = (path.parent / target).resolve()
            if there.is_relative_to(manual_folder()) and not there.is_relative_to(manual_folder() / language):
                key = there.relative_to(manual_folder()).with_suffix("").as_posix()
                assert key not in TRANSLATED, (path.name, target)


@pytest.mark.parametrize(
    ("language", "said"), [("de", "Dieses Kapitel ist auf Englisch."), ("fr", "Ce chapitre est en anglais.")]
)
def test_help_is_in_the_readers_language_and_says_where_it_is_not(house: House, language: str, said: str) -> None:
    client = house.visitor().client
    client.headers["accept-language"] = language
    text = client.get("/help/how-to/byes").text
    assert said in text
    assert '<article class="prose" lang="en">' in text
    assert said not in client.get("/help/tutorial").text
    assert "in English" not in house.visitor().client.get("/help/how-to/byes").text


@pytest.mark.parametrize(
    ("language", "question", "chapter"),
    [
        ("de", "Hängepartien", "how-to/enter-results"),
        ("de", "einchecken", "how-to/check-in"),
        ("de", "byes", "how-to/byes"),
        ("fr", "retrait", "how-to/check-in"),
        ("fr", "baby-foot", "how-to/doubles"),
        ("fr", "palmares", "how-to/give-prizes"),
    ],
)
def test_a_search_finds_what_is_written_in_the_readers_language(language: str, question: str, chapter: str) -> None:
    assert chapter in [hit.chapter.key for hit in search(question, language)][:3]


def test_the_public_gets_what_was_made_once(house: House) -> None:
    wire = Wire(application(house.podium))
    first, again = wire.get("/help/how-to/byes"), wire.get("/help/how-to/byes")
    assert first[0] == again[0] == 200
    assert first[2] == again[2]
    assert wire.renderings == 1
    assert wire.get("/help/how-to/byes", **{"if-none-match": first[1]["etag"]})[0] == 304
    wire.get("/help/how-to/byes", **{"accept-language": "de"})
    assert wire.renderings == 2


def test_a_device_may_keep_the_manual(house: House) -> None:
    assert house.visitor().client.get("/help/how-to/byes").headers["podium-keep"] == "public"
    assert "podium-keep" not in house.visitor("owner").client.get("/help/how-to/byes").headers
