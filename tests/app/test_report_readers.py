"""Reports of events of every kind, as three programs that are not Podium read them, and Podium reads them back."""

from dataclasses import replace
from pathlib import Path

import pytest
import trf
from py4swiss.trf import TrfParser

from podium.app.trf.export import report_of
from podium.app.trf.import_report import examine_report
from podium.core.ids import TournamentId
from podium.core.points import Points
from podium.core.result import ByeType
from podium.files.trf import Acceleration, Adjustment, Cell, Entry, Forbidden, Record, Report, RequestedBye, read, write
from podium.files.trf.writer import TRF16_RECORDS, Dialect
from podium.roundrobin import berger
from tests.kit.events import Director, director
from tests.kit.judge import loaded
from tests.kit.loops import every

DIALECTS: tuple[Dialect, ...] = ("trf26", "trf16")


def event(players: int, games: list[list[tuple[int, int]]], **fields: object) -> Report:
    """An event in which White wins every game; who has none in a round is absent."""
    cells: dict[int, list[Cell]] = {number: [] for number in range(1, players + 1)}
    for pairs in games:
        here = {white: Cell(black, "w", "1") for white, black in pairs}
        here |= {black: Cell(white, "b", "0") for white, black in pairs}
        for number, row in cells.items():
            row.append(here.get(number, Cell(0, "-", "Z")))
    entries = tuple(
        Entry(number, f"Player {number}", "mw"[number % 2], "" if number % 3 else "GM", 2400 - number, "GER",
              str(4600000 + number), "1990-00-00" if number == 1 else "1990-05-31", rank=number, cells=tuple(row))
        for number, row in cells.items()
    )  # fmt: skip
    report = replace(Report(entries, "Open", planned_rounds=len(games), initial_colour="w"), **fields)  # type: ignore[arg-type]  # fields by name
    return replace(report, entries=tuple(replace(each, points=report.score(each)) for each in report.entries))


def table(players: int, cycles: int = 1, *, exchanged: bool = False, rounds: int | None = None) -> Report:
    """An event by the Berger table."""
    rows = berger(players, cycles, swap_last_two=exchanged).rounds
    return replace(event(players, [list(row.boards) for row in rows[:rounds]]), planned_rounds=len(rows))


SWISS = event(6, [[(1, 4), (5, 2), (3, 6)], [(3, 1), (2, 4)]], planned_rounds=4, type_code="FIDE_DUTCH_2026")
EVENTS = {
    "a Swiss": SWISS,
    "a round robin": replace(table(6), kind="Individual: Round-Robin"),
    "with byes to come": replace(SWISS, byes=(RequestedBye(3, ByeType.HALF, (5,)),), absent=(6,)),
    "with all that TRF26 has alone": replace(
        SWISS, tiebreaks=("BH", "SB"), rank_method="FIDE", rank_federation="GER",
        forbidden=(Forbidden((1, 2)), Forbidden((5, 6), 3, 4)),
        accelerations=(Acceleration(Points.of(1), 1, 1, 1, 3),), others=("222 5400+30",),
    ),
}  # fmt: skip


@every("dialect", DIALECTS)
@every("name", EVENTS)
def test_gacrux_and_trf_read_what_is_written(name: str, dialect: Dialect) -> None:
    report = EVENTS[name]
    text = write(report, dialect)
    assert len(loaded(text)["competitors"]) == len(report.entries)
    other = trf.loads(text)
    assert [(each.startrank, each.name, each.sex) for each in other.players] == [
        (each.number, each.name, each.sex) for each in report.entries
    ]
    assert [[(game.startrank, game.color, game.result) for game in each.games] for each in other.players] == [
        [(cell.opponent, cell.colour, cell.code) for cell in each.cells] for each in report.entries
    ]
    assert read(text).entries == report.entries


@pytest.mark.parametrize("name", EVENTS)
def test_py4swiss_reads_the_form_of_trf16(name: str, tmp_path: Path) -> None:
    report, file = EVENTS[name], tmp_path / "event.trf"
    file.write_text(write(report, "trf16"))
    other = TrfParser.parse(file, strict=True)
    assert other.x_section.number_of_rounds == report.planned_rounds
    assert [each.points_times_ten for each in other.player_sections] == [
        (each.points or Points(0)).units // 10 for each in report.entries
    ]
    titles = [each.title.value.upper() if each.title else "" for each in other.player_sections]
    assert titles == [each.title for each in report.entries]
    assert other.x_section.zeroed_ids == ({5, 6} if report.byes else set())


@every("name", EVENTS)
def test_the_form_of_trf16_has_no_record_of_trf26_and_loses_nothing(name: str) -> None:
    report = EVENTS[name]
    text = write(report, "trf16")
    assert {line.tag for line in Record.parse(text).lines if line.tag.isdigit()} <= TRF16_RECORDS
    assert replace(read(text), accelerations=()) == replace(report, accelerations=())


def test_an_adjourned_game_is_a_draw_in_trf16_and_comes_back_adjourned() -> None:
    open_game = {2: Cell(5, "b", "?"), 5: Cell(2, "w", "?")}
    entries = tuple(
        replace(each, cells=(open_game.get(each.number, each.cells[0]),), points=None) for each in SWISS.entries
    )
    report = replace(SWISS, entries=entries, adjustments=(Adjustment(Points.of("-0.5"), (6,)),))
    text = write(report, "trf16")
    assert "?" not in text
    assert read(text) == report
    assert "   5 b =" in text


def brought(text: str) -> Director:
    made, _ = examine_report(text.encode(), TournamentId("t2"), "seed")
    found = Director(director("swiss", "other").journal, TournamentId("t2"))
    found.do(made.command)
    return found


ROUND_ROBINS = {
    "single": (table(6), 1, False),
    "odd": (table(5), 1, False),
    "double": (table(4, 2), 2, False),
    "double, two rounds exchanged": (table(4, 2, exchanged=True), 2, True),
    "half played": (table(8, rounds=3), 1, False),
    "called a Swiss": (replace(table(6), kind="Individual: Swiss-System"), 1, False),
    "called a round robin": (replace(table(6, rounds=1), kind="Individual: Round-Robin"), 1, False),
}


@every("name", ROUND_ROBINS)
def test_a_round_robin_is_recognised_by_its_pairings_and_stays_one(name: str) -> None:
    report, cycles, exchanged = ROUND_ROBINS[name]
    made, found = examine_report(write(report).encode(), TournamentId("t2"), "seed")
    assert [each.text for each in found if each.round] == []
    state = brought(write(report)).state
    assert (state.settings.format, state.settings.cycles, state.settings.swap_last_two) == (
        "round-robin", cycles, exchanged,
    )  # fmt: skip
    again = read(write(report_of(state, "")))
    assert [(each.number, each.name, each.cells, each.points) for each in again.entries] == [
        (each.number, each.name, each.cells, each.points) for each in report.entries
    ]
    if name == "half played":
        assert "Record 001: Every round is as in the Berger table: taken as a round robin." in made.filled_in


def test_a_round_robin_that_follows_no_table_is_by_hand_and_it_is_said() -> None:
    rows = [list(row.boards) for row in berger(6).rounds]
    rows[0], rows[2] = rows[2], rows[0]
    report = replace(event(6, rows), kind="Individual: Round-Robin")
    made, _ = examine_report(write(report).encode(), TournamentId("t2"), "seed")
    assert any("it follows no Berger table" in said for said in made.left_out)
    state = brought(write(report)).state
    assert (state.settings.format, state.seats) == ("round-robin", {})
    assert state.in_fide_mode
    again = read(write(report_of(state, "")))
    assert [(each.number, each.cells, each.points) for each in again.entries] == [
        (each.number, each.cells, each.points) for each in report.entries
    ]


def test_a_swiss_is_not_taken_for_a_round_robin() -> None:
    assert brought(write(replace(SWISS, type_code=""))).state.settings.format == "swiss"
