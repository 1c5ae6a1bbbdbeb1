"""Documents as PDF: every kind, on every paper, with names of any script, and few at once."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import typst
from hypothesis import given, settings
from hypothesis import strategies as st

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.documents.document import Column, Content, Document, Look, Paper, Table, Wish
from podium.app.documents.kinds import KINDS, document, kinds_for
from podium.app.event.attachments import UploadedPicture, uploaded_picture
from podium.app.server.overload import Busy
from podium.documents import typesetting
from podium.documents.typesetting import FONTS, TEMPLATES, Typesetter, compiled, fill, fonts, typeset
from podium.flow.formats.registry import FORMAT_NAMES
from tests.kit.events import Director
from tests.kit.finished import finished
from tests.kit.pictures import jpeg, png

NOW = datetime(2026, 8, 1, 12, 5, tzinfo=UTC)
MARKS = '#panic("x") $ *a* _b_ `c` \\ " ] [ <d> @e = f // g /* h ~ -- ... \u2066i'


def sheet(*names: str) -> Document:
    """A list of names."""
    table = Table((Column("Name", Look.LEAD), Column("Again")), tuple((name, name) for name in names), *names[:1])
    return Document("table", "List", "Event", "Hall", "now", "{page}/{pages}", Paper.A4, Content({"tables": (table,)}))


def said(made: Document) -> list[str]:
    """What stands in the tables, as typst has it."""
    with TemporaryDirectory() as folder:
        main = fill(Path(folder), made, None)
        answer = typst.query(main, "table", root=Path(folder), font_paths=fonts())
    return [text for table in json.loads(answer) for text in texts(table["children"])]


def texts(node: object) -> Iterator[str]:
    """Every text in a piece of content, and the signs of anything that is markup."""
    if isinstance(node, list):
        for each in node:
            yield from texts(each)
    elif isinstance(node, dict):
        if node.get("func") == "text":
            yield node["text"]
        else:
            assert node["func"] in {"header", "cell", "styled", "strong", "sequence", "space"}, node
            for name in ("children", "body", "child"):
                yield from texts(node.get(name))


def every_document(event: Director) -> dict[str, Document]:
    seen = Seen(event.state, event.version, Role.OWNER)
    kinds = kinds_for(event.state, Role.OWNER)
    return {kind.name.value: document(seen, kind.name.value, Wish(), NOW) for kind in kinds}


@pytest.mark.parametrize("format", FORMAT_NAMES)
def test_every_kind_becomes_a_pdf(format: str) -> None:
    for name, made in every_document(finished(format)).items():
        assert typeset(made, None).startswith(b"%PDF-"), name


def on_a_background(picture: UploadedPicture) -> Document:
    """The certificates of an event, on that."""
    seen = Seen(finished("swiss").state, 1, Role.OWNER)
    return document(seen, "certificates", Wish(background=picture), NOW)


@pytest.mark.parametrize("paper", Paper)
def test_a_background_fills_the_sheet_which_lies_as_it_does(paper: Paper) -> None:
    for width, height in ((60, 40), (40, 60)):
        made = replace(on_a_background(uploaded_picture(png(width, height), "background")), paper=paper)
        sheet = compiled(made, None, format="png", ppi=20)
        first = uploaded_picture(sheet[0] if isinstance(sheet, list) else sheet, "sheet")
        assert first.wide is (width > height)
        assert b"/Subtype/Image" in typeset(made, None)


def test_a_background_that_cannot_be_drawn_is_left_out_and_the_logo_stays() -> None:
    broken, logo = uploaded_picture(jpeg(), "background"), uploaded_picture(png(), "logo")
    for beside in (None, logo):
        assert typeset(on_a_background(broken), beside).startswith(b"%PDF-")
    assert b"/Subtype/Image" in typeset(on_a_background(broken), logo)


def test_names_full_of_markup_break_no_kind() -> None:
    names = [f"{MARKS} {letter}" for letter in "ABCDEFGH"]
    for format in ("swiss", "knockout", "doubles"):
        event = finished(format, names, name=MARKS, place=MARKS)
        for name, made in every_document(event).items():
            assert typeset(made, None).startswith(b"%PDF-"), name


@settings(max_examples=40, deadline=None)
@given(st.text(min_size=1, max_size=40))
def test_whatever_stands_in_a_name_is_text(name: str) -> None:
    written = [each for each in said(sheet(name)) if each not in ("Name", "Again")]
    expected = name.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    assert written == [expected, expected]


def test_the_paper_is_the_one_that_is_wished() -> None:
    assert size_of(sheet("Ann")) == (595, 842)
    assert size_of(replace(sheet("Ann"), paper=Paper.LETTER)) == (612, 792)
    assert size_of(replace(sheet("Ann"), content=replace(sheet("Ann").content, wide=True))) == (842, 595)


def size_of(made: Document) -> tuple[int, int]:
    drawn = compiled(made, None, format="png", ppi=72)
    assert isinstance(drawn, bytes)
    raster = uploaded_picture(drawn, "sheet")
    return raster.width, raster.height


def test_a_long_list_goes_over_several_sheets() -> None:
    pages = compiled(sheet(*(f"Player {number}" for number in range(200))), None, format="png", ppi=20)
    assert isinstance(pages, list)
    assert len(pages) > 3


def logo(content: bytes) -> UploadedPicture:
    return uploaded_picture(content, "logo")


def test_a_logo_is_on_it_and_one_that_cannot_be_drawn_is_left_out() -> None:
    plain = compiled(sheet("Ann"), None, format="png", ppi=72)
    assert compiled(sheet("Ann"), logo(png(64, 64)), format="png", ppi=72) != plain
    assert compiled(sheet("Ann"), logo(jpeg()), format="png", ppi=72) == plain


def test_podium_brings_its_letters() -> None:
    brought = {font.family for font in typst.Fonts(False, False, [FONTS]).fonts()}
    assert brought == {"Source Sans 3"}


def test_every_template_is_used_and_there() -> None:
    assert {kind.template for kind in KINDS.values()} | {"layout"} == {file.stem for file in TEMPLATES.glob("*.typ")}


def test_who_comes_while_too_many_print_is_told_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    began, go_on = threading.Semaphore(0), threading.Event()

    def slow(made: Document, picture: UploadedPicture | None) -> bytes:
        began.release()
        assert go_on.wait(30)
        return b"%PDF-"

    monkeypatch.setattr(typesetting, "typeset", slow)
    monkeypatch.setattr(typesetting, "PATIENCE", 0.01)
    setter = Typesetter()
    threads = [
        threading.Thread(target=setter, args=(sheet("Ann"), None), daemon=True) for _ in range(typesetting.AT_ONCE)
    ]
    for thread in threads:
        thread.start()
    try:
        for _ in threads:
            assert began.acquire(timeout=30)
        with pytest.raises(Busy):
            setter(sheet("Ben"), None)
    finally:
        go_on.set()
        for thread in threads:
            thread.join(30)
    assert not any(thread.is_alive() for thread in threads)
    assert setter(sheet("Ben"), None) == b"%PDF-"


def test_few_rows_are_set_larger_and_a_code_leads_to_the_event() -> None:
    def ink(made: Document) -> int:
        drawn = compiled(made, None, format="svg")
        assert isinstance(drawn, bytes)
        return len(drawn)

    few = sheet("A player with quite a long name indeed")
    assert size_of(few) == (842, 595)  # turned: the letters are larger so
    assert size_of(sheet(*("Ann",) * 30)) == (595, 842)
    assert ink(replace(few, address="http://podium.example/t/1")) > ink(few)
