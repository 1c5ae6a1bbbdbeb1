"""Files are told apart by what is in them: what is no list, or no report, is named and never swallowed."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from podium.app.words.errors import sentence
from podium.core.errors import FormatError
from podium.core.player import PlayerFields
from podium.files.dbf import Field, write_table
from podium.files.file_kinds import FileKind, file_kind
from podium.files.players.listfile import read_list
from podium.files.players.names import read_pasted
from podium.files.sheet import Sheet
from podium.files.trf import Report, read_report_file
from tests.kit.loops import every
from tests.kit.player_files import write_csv, write_xlsx

GAMES = '[Event "Club night"]\n[White "Ames, Dean"]\n[Black "Bell, Eva"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n'
_PLAYER_LINE = "001 {0:4d}  {1:3} {2:33} {3:4d} {1:3} {1:11} {1:10} {4:4.1f} {0:4d}  {5:4d} {6} {7}\n"
REPORT = (
    "012 Open\n042 2026/11/01\n"
    + _PLAYER_LINE.format(1, "", "Ames, Dean", 1800, 1.0, 2, "w", "1")
    + _PLAYER_LINE.format(2, "", "Bell, Eva", 1700, 0.0, 1, "b", "0")
)
PAGE = "<!DOCTYPE html>\n<html><body><table><tr><td>Ames, Dean</td></tr></table></body></html>"


def archive(**parts: bytes) -> bytes:
    """An archive of these files; `__` stands for a slash, and `_` before the ending for a point."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name, content in parts.items():
            made.writestr(name.replace("__", "/"), content)
    return file.getvalue()


OTHERS: dict[str, tuple[bytes, FileKind]] = {
    "games": (GAMES.encode(), FileKind.GAMES),
    "games after a comment": (b"% exported\n; by hand\n\n" + GAMES.encode(), FileKind.GAMES),
    "games with a mark in front": (b"\xef\xbb\xbf\r\n" + GAMES.replace("\n", "\r\n").encode(), FileKind.GAMES),
    "games in UTF-16": (GAMES.encode("utf-16"), FileKind.GAMES),
    "games behind a comment in braces": (b"{ of the club }\n" + GAMES.encode(), FileKind.GAMES),
    "moves alone": (b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", FileKind.GAMES),
    "a report": (REPORT.encode(), FileKind.REPORT),
    "a report of players alone": (REPORT[REPORT.index("001") :].encode(), FileKind.REPORT),
    "a report without players": (b"012 Open\n022 Bern\n032 SUI\n", FileKind.REPORT),
    "an archive of an event": (b'{"format":"podium-event-archive","schema":1,"streams":[{}]}', FileKind.EVENT_ARCHIVE),
    "a page": (PAGE.encode(), FileKind.PAGE),
    "a page with a declaration": (b'<?xml version="1.0"?>\n<html><body/></html>', FileKind.PAGE),
    "a table copied as HTML": (b"<table><tr><td>Ann</td></tr></table>", FileKind.PAGE),
    "a drawing": (b'<svg xmlns="http://www.w3.org/2000/svg"/>', FileKind.PICTURE),
    "a PDF": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", FileKind.PDF),
    "a PNG": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", FileKind.PICTURE),
    "a JPEG": (b"\xff\xd8\xff\xe0\0\x10JFIF", FileKind.PICTURE),
    "a GIF": (b"GIF89a\x01\0\x01\0", FileKind.PICTURE),
    "a bitmap": (b"BM\x36\0\0\0\0\0\0\0\x36\0\0\0", FileKind.PICTURE),
    "a WebP": (b"RIFF\x10\0\0\0WEBPVP8 ", FileKind.PICTURE),
    "an archive": (archive(players_txt=b"Ann"), FileKind.ARCHIVE),
    "an empty archive": (b"PK\x05\x06" + bytes(18), FileKind.ARCHIVE),
    "a packed file": (gzip.compress(b"Ann"), FileKind.ARCHIVE),
    "a text document": (archive(**{"[Content_Types].xml": b"", "word/document.xml": b""}), FileKind.DOCUMENT),
    "a rich text": (b"{\\rtf1\\ansi Ann}", FileKind.DOCUMENT),
    "an OpenDocument text": (archive(mimetype=b"application/vnd.oasis.opendocument.text"), FileKind.DOCUMENT),
    "a database": (b"SQLite format 3\0" + bytes(84), FileKind.DATABASE),
    "a file of Swiss-Manager": (b"\x93\xff\x89\x44" + bytes(100), FileKind.SWISS_MANAGER),
    "results of SwissPerfect": (
        write_table([Field("ROUND", "C", 2), Field("W_SCORE", "C", 1), Field("B_SCORE", "C", 1)], [("1", "2", "0")]),
        FileKind.SWISS_PERFECT,
    ),
    "settings of SwissPerfect": (b"[Tournament Info]\r\nName=Open\r\nRounds=5\r\n", FileKind.SWISS_PERFECT),
    "a database of Papi": (b"\0\1\0\0Standard Jet DB\0" + bytes(84), FileKind.ACCESS),
    "the file of a program that is not known": (b"SWISS\x07\x01Ann\0\0\0Ben\0", FileKind.PROGRAM),
}
ANN = [PlayerFields("Ann Oak", 1500)]
LISTS: dict[str, tuple[bytes, FileKind]] = {
    "names": (b"Ann Oak\nBen Elm\n", FileKind.LIST),
    "names by number": (b"001 Ann Oak\n002 Ben Elm\n003 Cas Ash\n", FileKind.LIST),
    "names by number with points": (b"1. Hans M\xc3\xbcller\n2. Eva Gr\xc3\xbcn\n", FileKind.LIST),
    "a name that begins like a bitmap": (b"BMeyer;1500\nBen;1400\n", FileKind.LIST),
    "a name in brackets": (b"[GER] Ann Oak\n[SUI] Ben Elm\n", FileKind.LIST),
    "a list that begins with the figure of a version": (b"3,\n\nC" + b"Ann;1500\n" * 20, FileKind.LIST),
    "a table": (b"Name;Elo\nAnn Oak;1500\n", FileKind.LIST),
    "a page with a drawing": (PAGE.replace("<body>", "<body><svg/>").encode(), FileKind.PAGE),
    "our own CSV": (write_csv(ANN), FileKind.LIST),
    "our own workbook": (write_xlsx(ANN), FileKind.WORKBOOK),
    "an OpenDocument spreadsheet": (
        archive(mimetype=b"application/vnd.oasis.opendocument.spreadsheet"),
        FileKind.OPEN_DOCUMENT,
    ),
    "a dBase table": (write_table([Field("NAME", "C", 20)], [("Ann Oak",)]), FileKind.DBF),
    "JSON a line": (b'{"username":"ann"}\n{"username":"ben"}\n', FileKind.JSON),
    "JSON": (b'\n[\n{"name":"Ann"}]', FileKind.JSON),
    "XML": (b'<?xml version="1.0"?><playerslist><player/></playerslist>', FileKind.XML),
    "FIDE's list": (b"ID number Name                 TitlFed  Mar11 GamesBorn  Flag\n", FileKind.FIDE_LIST),
    "FIDE's list with commas": (b"ID Number,Name,Fed\n1,Ann,GER\n", FileKind.LIST),
}


@every(("content", "kind"), [*OTHERS.values(), *LISTS.values()], ids=[*OTHERS, *LISTS])
def test_the_kind_shows_in_the_content(content: bytes, kind: FileKind) -> None:
    assert file_kind(content) is kind


@every("name", OTHERS)
def test_what_is_no_list_is_named(name: str) -> None:
    content, kind = OTHERS[name]
    for read in (read_list, read_pasted):
        with pytest.raises(FormatError) as refused:
            read(content)
        assert (refused.value.code, refused.value.facts["kind"]) == ("not-a-list", kind.value)


@every("name", [*(name for name in OTHERS if not name.startswith("a report")), *LISTS])
def test_what_is_no_report_is_named(name: str) -> None:
    content, kind = {**OTHERS, **LISTS}[name]
    with pytest.raises(FormatError) as refused:
        read_report_file(content)
    if refused.value.code != "players-missing":  # bare names could be anything
        assert (refused.value.code, refused.value.facts["kind"]) == ("not-a-report", kind.value)
    else:
        assert name.startswith(("names", "a name"))


def test_a_report_with_something_in_front_is_still_one() -> None:
    assert len(read_report_file(b"### made by hand\n" + REPORT.encode()).entries) == 2


def test_the_sentences_say_what_it_is_and_what_to_do() -> None:
    with pytest.raises(FormatError) as refused:
        read_list(GAMES.encode())
    assert sentence(refused.value) == ("This is a file of games (PGN), not a list. Bring it under Games of a round.")
    with pytest.raises(FormatError) as refused:
        read_report_file(b"Name;Elo\nAnn;1500\n")
    assert sentence(refused.value) == (
        "This is a list, not a tournament report (TRF). Players are imported into a tournament: make one, then bring "
        "the list under Players."
    )


_marks = st.sampled_from([content[:40] for content, _kind in (*OTHERS.values(), *LISTS.values())])


@given(st.tuples(_marks | st.just(b""), st.binary(max_size=300)).map(b"".join))
def test_whatever_comes_is_a_list_or_an_error_of_the_file(content: bytes) -> None:
    for read in (read_list, read_pasted):
        answer: Sheet | str
        try:
            answer = read(content)
        except FormatError as refused:
            answer = sentence(refused)
        assert isinstance(answer, Sheet) or answer.endswith(".")


@given(st.tuples(_marks | st.just(b""), st.text(max_size=200).map(str.encode)).map(b"".join))
def test_whatever_comes_is_a_report_or_an_error_of_the_file(content: bytes) -> None:
    answer: Report | str
    try:
        answer = read_report_file(content)
    except FormatError as refused:
        answer = sentence(refused)
    assert isinstance(answer, Report) or answer.endswith(".")


def test_an_archive_whose_first_part_cannot_be_unpacked_is_refused_in_words() -> None:
    """What states its kind is packed here, and damaged: found by files with one byte changed."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    content = bytearray(made.getvalue())
    begin = content.index(b"mimetype") + len("mimetype")
    content[begin : begin + 8] = b"\xff" * 8
    with zipfile.ZipFile(io.BytesIO(content)) as archive, pytest.raises(zlib.error):
        archive.read("mimetype")
    assert file_kind(bytes(content)) is FileKind.WORKBOOK
    with pytest.raises(FormatError):
        read_list(bytes(content))
