"""The rating report of US Chess, read back by our own reader and by another one."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import dbfread

from podium.app.exports.us_chess_report import us_chess_report
from podium.core.player import PlayerFields
from podium.files.dbf import read_table
from podium.files.us_chess import MOST_ENTRIES, MOST_ROUNDS, RatedEntry, RatedEvent, RatedSection, write_rating_report
from podium.flow.commands import AddPlayers
from tests.kit.events import Director, director, refused
from tests.kit.finished import finished
from tests.kit.loops import every

EVENT, SECTIONS, PLAYERS = "THEXPORT.DBF", "TSEXPORT.DBF", "TDEXPORT.DBF"
Rows = list[dict[str, object]]


def rows_of(content: bytes) -> dict[str, Rows]:
    """The records of the three files, by file."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        tables = {name: read_table(packed.read(name)) for name in packed.namelist()}
    return {
        name: [dict(zip((field.name for field in table.fields), row, strict=True)) for row in table.rows]
        for name, table in tables.items()
    }


def cells(event: Director, section: str | None = None) -> dict[str, list[str]]:
    """The rounds of each player by name."""
    rows = rows_of(us_chess_report(event.state, section))[PLAYERS]
    return {str(row["D_NAME"]): [str(row[key]) for key in row if key.startswith("D_RND")] for row in rows}


def entered(*names: str, rounds: int = 4, **settings: Any) -> Director:
    event = director("manual", rounds=rounds, **settings)
    event.do(AddPlayers(tuple(PlayerFields(name, 2000 - 100 * at, state="TX") for at, name in enumerate(names))))
    return event


def test_games_are_letters_numbers_and_colours() -> None:
    event = entered("Ann", "Ben", "Cid", "Dan")
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dan")])
    event.result("Ann", "1-0")
    event.result("Cid", "1/2-1/2")
    event.pairs(2, [("Ben", "Cid"), ("Dan", "Ann")])
    event.result("Ben", "0-1")
    event.result("Dan", "0-1")
    assert cells(event) == {
        "Ann": ["W2W", "W4B"],
        "Ben": ["L1B", "L3W"],
        "Cid": ["D4W", "W2B"],
        "Dan": ["D3B", "L1W"],
    }


def test_member_ids_are_the_national_ids_of_players_that_can_be_ones() -> None:
    event = entered("Ann", "Ben", "Cid", "Dan")
    event.edit("Ann", national_id="12345678")
    event.edit("Ben", national_id="12345679", federation="USA")
    event.edit("Cid", national_id="12345670", federation="GER")  # eight figures of another federation
    event.edit("Dan", national_id="A1234")
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dan")])
    for name in ("Ann", "Cid"):
        event.result(name, "1-0")
    rows = rows_of(us_chess_report(event.state))[PLAYERS]
    assert [row["D_MEM_ID"] for row in rows] == ["12345678", "12345679", "", ""]


@every(
    ("result", "white", "black"),
    [("1-0F", "X0", "F0"), ("0-1F", "F0", "X0"), ("0-0F", "F0", "F0"), ("1-0U", "U0", "U0")],
)
def test_what_was_not_played_or_is_not_rated_has_no_opponent(result: str, white: str, black: str) -> None:
    event = entered("Ann", "Ben")
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", result)
    assert cells(event) == {"Ann": [white], "Ben": [black]}


def test_byes_are_told_by_their_points_and_the_absent_are_unplayed() -> None:
    event = entered("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", scoring="fide")
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", "1-0")
    for name, kind in {"Cid": "unpaired", "Dan": "half", "Eve": "zero"}.items():
        event.bye(1, name, kind)
    event.withdraws("Fay")
    found = cells(event)
    assert [found[name] for name in ("Cid", "Dan", "Eve", "Fay")] == [["B0"], ["H0"], ["U0"], ["U0"]]


def test_every_section_has_numbers_of_its_own() -> None:
    event = director("manual", rounds=3, sections=["Open", "U1600"], start="2026-05-01", end="2026-05-02")
    event.players("Ann", "Ben", section="Open")
    event.players("Cid", "Dan", section="U1600")
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dan")])
    event.all_results("1-0")
    found = rows_of(us_chess_report(event.state))
    assert [(row["S_SEC_NUM"], row["S_SEC_NAME"], row["S_LST_PAIR"]) for row in found[SECTIONS]] == [
        ("1", "Open", "2"),
        ("2", "U1600", "2"),
    ]
    assert [(row["D_SEC_NUM"], row["D_PAIR_NUM"], row["D_RND01"]) for row in found[PLAYERS]] == [
        *(("1", "1", "W2W"), ("1", "2", "L1B")),
        *(("2", "1", "W2W"), ("2", "2", "L1B")),
    ]
    assert found[EVENT][0]["H_TOT_SECT"] == "2"
    assert cells(event, "U1600").keys() == {"Cid", "Dan"}


@every("format", ["swiss", "round-robin", "manual", "knockout"])
def test_events_of_every_format_with_games_can_be_reported(format: str) -> None:
    event = finished(format)
    found = cells(event)
    assert len(found) == len(event.state.players)
    letters = {cell[0] for row in found.values() for cell in row}
    assert letters <= set("WDLXFBHU")
    won, lost = (sum(cell.startswith(each) for row in found.values() for cell in row) for each in "WL")
    assert won == lost > 0


def test_two_cycles_are_as_many_rounds() -> None:
    event = finished("round-robin", ("Ann", "Ben", "Cid", "Dan"), rounds=6, cycles=2)
    assert {len(row) for row in cells(event).values()} == {6}


def test_teams_are_refused() -> None:
    with refused("us-chess-teams"):
        us_chess_report(finished("doubles").state)


def test_an_event_that_is_not_over_is_refused_with_the_board() -> None:
    event = entered("Ann", "Ben")
    with refused("us-chess-no-rounds"):
        us_chess_report(event.state)
    event.pairs(1, [("Ann", "Ben")])
    with refused("us-chess-unfinished") as caught:
        us_chess_report(event.state)
    assert (caught.value.facts["round"], caught.value.facts["board"]) == (1, 1)
    event.result("Ann", "1/2-0")
    with refused("us-chess-result"):
        us_chess_report(event.state)


def test_names_are_written_in_ascii_and_cut_where_they_are_too_long() -> None:
    event = entered("Łukasz Grünfeld", "Anastasia Bartholomew-Featherstonehaugh", name="Évora Open")
    event.pairs(1, [("Łukasz Grünfeld", "Anastasia Bartholomew-Featherstonehaugh")])
    event.all_results("1-0")
    content = us_chess_report(event.state)
    names = [row["D_NAME"] for row in rows_of(content)[PLAYERS]]
    assert names == ["Lukasz Grunfeld", "Anastasia Bartholomew-Feathers"]
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        files = [packed.read(name) for name in packed.namelist()]
    assert rows_of(content)[EVENT][0]["H_NAME"] == "Evora Open"
    assert all(file[int.from_bytes(file[8:10], "little") :].isascii() for file in files)


def test_the_time_control_of_live_games_is_spelt_as_us_chess_does() -> None:
    spelt = {}
    for time in ("90+30", "60d5", "25+0", "40/90+30 : 30+30"):
        event = entered("Ann", "Ben", live=True, timeControl=time)
        event.pairs(1, [("Ann", "Ben")])
        event.publish(1)
        event.all_results("1-0")
        spelt[time] = rows_of(us_chess_report(event.state))[SECTIONS][0]["S_TIMECTL"]
    assert list(spelt.values()) == ["G/90;+30", "G/60;d5", "G/25;d0", "40/90, SD/30;+30"]


def large(rounds: int, entries: int) -> RatedEvent:
    players = tuple(RatedEntry(f"Player {at}", 1500, "", "", ("U0",) * rounds) for at in range(entries))
    return RatedEvent("Large", "", "", "", None, None, rounds, (RatedSection("Open", players),))


def test_as_many_rounds_and_players_as_there_is_room_for() -> None:
    assert len(rows_of(write_rating_report(large(MOST_ROUNDS, 2)))[PLAYERS][0]) == 7 + MOST_ROUNDS
    with refused("us-chess-rounds"):
        write_rating_report(large(MOST_ROUNDS + 1, 2))
    with refused("us-chess-players"):
        write_rating_report(large(1, MOST_ENTRIES + 1))


def test_another_reader_reads_the_same(tmp_path: Path) -> None:
    event = finished("swiss")
    content = us_chess_report(event.state)
    assert content == us_chess_report(event.state)
    ours = rows_of(content)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        packed.extractall(tmp_path)
    for name, rows in ours.items():
        table = dbfread.DBF(str(tmp_path / name), load=True, encoding="ascii")
        assert [dict(record) for record in table.records] == rows
