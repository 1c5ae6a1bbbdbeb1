"""Rating lists are read in every layout; whatever bytes come, there is an answer or a declared error."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from podium.core.errors import FormatError, LimitExceeded
from podium.core.ratings.rated_player import Layout, RatedPlayer
from podium.core.ratings.rating_kind import RatingKind
from podium.files import dbf
from podium.files.dbf import Field, write_table
from podium.files.rating_lists import ListFile, Oddities, opened_list, opening
from tests.kit.loops import every, examples
from tests.kit.rating_lists import MAGNUS, PLAYERS, SINGLE, combined_line, combined_list, zipped

XML = """<?xml version="1.0" encoding="UTF-8"?>
<playerslist>
<player><fideid>1503014</fideid><name>Carlsen, Magnus</name><country>NOR</country><sex>M</sex><title>GM</title>
<w_title></w_title><o_title></o_title><foa_title></foa_title><rating>2839</rating><games>0</games><k>10</k>
<rapid_rating>2824</rapid_rating><rapid_games>0</rapid_games><rapid_k>10</rapid_k><blitz_rating>2886</blitz_rating>
<blitz_games>0</blitz_games><blitz_k>10</blitz_k><birthday>1990</birthday><flag></flag></player>
<player><fideid>4</fideid><name>D&apos;Art &amp; Co, Ann</name><country>FRA</country><sex>F</sex><title></title>
<w_title>WIM</w_title><rating>0</rating><birthday></birthday><flag>wi</flag></player>
</playerslist>
"""


def read(content: bytes, name: str = "list.txt", kind: RatingKind | None = None) -> tuple[ListFile, list[RatedPlayer]]:
    with io.BytesIO(content) as raw, opened_list(raw, name, kind) as file:
        return file, list(file.players)


class TestTheTextOfFide:
    def test_with_all_ratings_is_read_back_as_it_was(self) -> None:
        with io.BytesIO(combined_list()) as raw, opened_list(raw, "list.txt") as file:
            assert file.layout is Layout.FIDE_TEXT
            assert tuple(file.players) == PLAYERS
            assert file.oddities == Oddities()
            assert file.part == 1.0

    def test_without_the_column_foa_is_read_too(self) -> None:
        heading, line = combined_list([MAGNUS]).decode().split("\r\n")[:2]
        at = heading.index("FOA ")
        cut = "\n".join(text[:at] + text[at + 4 :] for text in (heading, line))
        assert read(cut.encode())[1] == [MAGNUS]

    @pytest.mark.parametrize(
        ("name", "kind", "field"),
        [
            ("standard_rating_list.txt", None, "standard"),
            ("rapid_rating_list.txt", None, "rapid"),
            ("blitz_nov26frl.txt", None, "blitz"),
            ("list.txt", RatingKind.RAPID, "rapid"),
        ],
    )
    def test_with_one_rating_is_of_the_kind_that_its_name_says(
        self, name: str, kind: RatingKind | None, field: str
    ) -> None:
        about = f"{1503014:<15}{'Carlsen, Magnus':<61}NOR M   GM   {'':<24}"
        line = f"{about}{2839:<6}{0:<4}{10:<3}{1990:<6}    "
        file, players = read(f"{SINGLE}\n{line}\n".encode(), name, kind)
        assert file.edition == "2026-11"
        nothing = {"standard": None, "rapid": None, "blitz": None}
        assert [player._asdict() for player in players] == [{**MAGNUS._asdict(), **nothing, field: 2839}]

    def test_of_2001_is_read(self) -> None:
        text = (
            "ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG\n  \n"
            " 1701991  Aaberg, Anton                          SWE     2300    0   i   \n"
            " 1401815  Aagaard, Jacob                   m     DEN     2374   18       \n"
        )
        file, players = read(text.encode())
        assert file.edition == "2001-01"
        assert players == [
            RatedPlayer("1701991", "Aaberg, Anton", "SWE", standard=2300, active=False),
            RatedPlayer("1401815", "Aagaard, Jacob", "DEN", title="IM", standard=2374),
        ]

    def test_of_2011_is_read_where_figures_begin_before_their_heading(self) -> None:
        text = (
            "ID number Name                              TitlFed  Mar11 GamesBorn  Flag\n"
            " 1503014  Carlsen, Magnus                   g   NOR  2815    0 1990     \n"
            " 4100018  Polgar, Judit                     g   HUN  2686   12 1976   w \n"
        )
        file, players = read(text.encode())
        assert file.edition == "2011-03"
        assert [(each.id, each.title, each.standard, each.birth) for each in players] == [
            ("1503014", "GM", 2815, "1990"),
            ("4100018", "GM", 2686, "1976"),
        ]

    def test_in_latin_letters_of_one_byte_is_read(self) -> None:
        line = combined_line(RatedPlayer("7", "Müller, Jörg", "GER"))
        content = f"{combined_list([]).decode()}{line}\n".encode("latin-1")
        assert read(content)[1][0].name == "Müller, Jörg"

    def test_leaves_out_what_is_no_player_and_says_so(self) -> None:
        broken = combined_line(MAGNUS).replace("1503014", "15O3014"), combined_line(MAGNUS).replace("2886", "28x6")
        content = combined_list() + "\r\n".join(broken).encode()
        file, players = read(content)
        assert len(players) == len(PLAYERS) + 1
        assert players[-1] == MAGNUS._replace(blitz=None)
        assert (file.oddities.rows, file.oddities.cells) == (1, 1)
        row, cell = file.oddities.noted
        assert (row.line, row.code, row.value, row.blocks) == (8, "fide-id-malformed", "15O3014", True)
        assert (cell.line, cell.code, cell.value, cell.field) == (9, "rating-malformed", "28x6", "blitz")


class TestTheXmlOfFide:
    def test_is_read(self) -> None:
        file, players = read(XML.encode())
        assert file.layout is Layout.FIDE_XML
        assert players == [
            MAGNUS,
            RatedPlayer("4", "D'Art & Co, Ann", "FRA", "f", "WIM", active=False),
        ]

    def test_with_one_rating_is_of_the_kind_that_is_asked_for(self) -> None:
        one = "<playerslist><player><fideid>1</fideid><name>Ann</name><rating>1800</rating></player></playerslist>"
        assert read(one.encode(), kind=RatingKind.BLITZ)[1] == [RatedPlayer("1", "Ann", blitz=1800)]

    @every(
        ("text", "code"),
        [
            (XML[:-20], "rating-list-broken"),
            ("<html><body><p>Not found</p></body></html>", "rating-list-unknown"),
            ("<playerslist></playerslist>", "rating-list-unknown"),
            ('<!DOCTYPE a [<!ENTITY b "c">]><playerslist><player/></playerslist>', "rating-list-unknown"),
            ("<playerslist><player></player></playerslist>", "rating-list-empty"),
            (f"<playerslist><player><name>{'x' * 2000}</name></player></playerslist>", "cell-too-long"),
        ],
    )
    def test_that_is_none_is_refused(self, text: str, code: str) -> None:
        with pytest.raises(FormatError) as refused:
            read(text.encode())
        assert refused.value.code == code


class TestListsOfFederations:
    def test_as_csv_are_read_by_their_headings(self) -> None:
        text = "Verein;Name;Vorname;DWZ;FIDE-ID;Geschlecht;Jahrgang;Mitgliedsnummer\n"
        text += "SK Bad;Müller;Jörg;1850-20;4600001;M;1980;1001\n"
        file, players = read(text.encode("cp1252"), "dwz.csv")
        assert file.layout is Layout.CSV
        assert players == [
            RatedPlayer("1001", "Müller, Jörg", None, "m", None, 1850, None, None, "1980", "4600001", "SK Bad")
        ]

    def test_with_three_ratings_keep_them_apart(self) -> None:
        text = "member id,name,rating,rapid rating,blitz rating\nE12,Ann Oak,1800,1700,1600\n"
        assert read(text.encode())[1] == [RatedPlayer("E12", "Ann Oak", standard=1800, rapid=1700, blitz=1600)]

    def test_in_utf16_are_read(self) -> None:
        assert read("name\trating\nÉva\t1500\n".encode("utf-16"))[1] == [RatedPlayer("", "Éva", standard=1500)]

    def test_as_dbf_are_read_by_their_fields(self) -> None:
        fields = [Field("MEM_ID", "C", 8), Field("NAME", "C", 20), Field("RATING", "N", 4), Field("STATE", "C", 2)]
        content = write_table(fields, [("12345678", "OAK, ANN", 1800, "NY"), ("12345679", "ELM, BEN", None, "NJ")])
        file, players = read(content, "list.dbf")
        assert file.layout is Layout.DBF
        assert players == [RatedPlayer("12345678", "OAK, ANN", standard=1800), RatedPlayer("12345679", "ELM, BEN")]

    @pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n", b'[Event "x"]\n\n1. e4 e5\n', b"name\nAnn\n"])
    def test_without_headings_are_refused(self, content: bytes) -> None:
        with pytest.raises(FormatError) as refused:
            read(content)
        assert refused.value.code == "rating-list-unknown"


class TestAnArchive:
    def test_with_one_file_is_that_list(self) -> None:
        file, players = read(zipped(combined_list(), "folder/rapid_x.txt"), "x.zip")
        assert file.name == "rapid_x.txt"
        assert tuple(players) == PLAYERS

    def test_with_several_files_is_refused(self) -> None:
        with io.BytesIO() as archive:
            with zipfile.ZipFile(archive, "w") as packing:
                packing.writestr("a.txt", "x")
                packing.writestr("b.txt", "y")
            content = archive.getvalue()
        with pytest.raises(FormatError) as refused:
            read(content)
        assert (refused.value.code, refused.value.facts["value"]) == ("archive-not-one-file", 2)

    def test_that_is_cut_is_refused(self) -> None:
        with pytest.raises(FormatError) as refused:
            read(zipped(combined_list())[:-40])
        assert refused.value.code == "archive-broken"

    def test_that_is_damaged_inside_is_refused(self) -> None:
        content = bytearray(zipped(combined_list()))
        content[60:80] = bytes(20)
        with pytest.raises(FormatError):
            read(bytes(content))

    def test_that_unpacks_to_more_than_a_list_has_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(opening, "MOST_UNPACKED", 20_000)
        with pytest.raises(LimitExceeded) as refused:
            read(zipped(combined_list() * 100))
        assert refused.value.code == "rating-list-too-large"


def test_more_players_than_any_list_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "MOST_PLAYERS", 3)
    with pytest.raises(LimitExceeded):
        read(combined_list())


def test_what_goes_wrong_while_the_list_is_open_is_not_blamed_on_it() -> None:
    with pytest.raises(OSError, match="disk"), io.BytesIO(combined_list()) as raw, opened_list(raw, "x"):
        raise OSError("disk")


NEAR = st.lists(
    st.sampled_from([b"\0", b"\xff", b"<", b">", b"player", b"\n", b"2800", b" ", b'"', b";", b"name", "é".encode()]),
    max_size=20,
).map(b"".join)
BEGINNINGS = st.sampled_from(
    [b"", combined_list()[:400], XML.encode()[:300], b"name;rating\n", zipped(b"x" * 99)[:50], b"\xff\xfe", b"\x03\x7a"]
)


@settings(max_examples=examples(300))
@given(st.builds(lambda *parts: b"".join(parts), BEGINNINGS, st.binary(max_size=60), NEAR))
def test_whatever_bytes_come_there_is_an_answer_or_a_declared_error(content: bytes) -> None:
    try:
        players = read(content)[1]
    except FormatError:
        return
    assert players
    assert all(player.name for player in players)


NAMES = st.text(st.characters(categories=("Lu", "Ll"), max_codepoint=0x17F), min_size=1, max_size=20)
RATINGS = st.none() | st.integers(1, 4000)


@given(
    st.lists(
        st.builds(
            RatedPlayer,
            id=st.integers(1, 10**11).map(str),
            name=NAMES,
            federation=st.none() | st.sampled_from(["GER", "FRA"]),
            gender=st.sampled_from(["m", "f"]),
            title=st.none() | st.sampled_from(["GM", "WIM", "CM"]),
            standard=RATINGS,
            rapid=RATINGS,
            blitz=RATINGS,
            birth=st.none() | st.integers(1920, 2020).map(str),
            fide_id=st.none(),
            club=st.none(),
            active=st.booleans(),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_a_list_that_is_written_is_read_back(players: list[RatedPlayer]) -> None:
    assert read(combined_list(players))[1] == players
    assert read(zipped(combined_list(players)))[1] == players


def test_a_dbase_list_may_be_longer_than_any_list_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dbf, "MOST_BYTES", 100)
    monkeypatch.setattr(dbf, "MOST_RECORDS", 2)
    fields = [Field("MEM_ID", "C", 8), Field("NAME", "C", 20), Field("RATING", "N", 4)]
    table = write_table(fields, [(f"1000000{at}", f"Oak, Ann {at}", 1500 + at) for at in range(5)])
    with opened_list(io.BytesIO(table), "members.dbf") as opened:
        assert [(each.id, each.standard) for each in opened.players] == [(f"1000000{at}", 1500 + at) for at in range(5)]
    with opened_list(io.BytesIO(table[:-60]), "members.dbf") as opened, pytest.raises(FormatError) as refused:
        list(opened.players)
    assert refused.value.code == "dbf-damaged"
