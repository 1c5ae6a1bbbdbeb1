"""Each record of TRF26 by itself: read into its field, written back as FIDE's table has it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from podium.core.points import Points
from podium.core.result import FIDE, ByeType, scoring
from podium.files.trf import Adjustment, Cell, Entry, Forbidden, Record, Report, RequestedBye, read, write
from podium.files.trf.report import AT_THE_END
from podium.files.trf_systems import DUTCH, OTHER, ROUND_ROBIN, SWISS, System, dutch_code, round_robin_code, system_of
from tests.kit.loops import every

PLAYERS = "".join(f"001 {number:>4}      Player {number}\n" for number in (1, 2, 3, 4))


@every(
    ("line", "fields"),
    [
        ("032 GER", {"federation": "GER"}),
        ("042 2026/04/01", {"start": "2026-04-01"}),
        ("052 2026/04/09", {"end": "2026-04-09"}),
        ("102 IA Anna Arbiter 1234567", {"arbiter": "IA Anna Arbiter 1234567"}),
        ("112 Ben Deputy\n112 Cleo Deputy", {"deputies": ("Ben Deputy", "Cleo Deputy")}),
        ("122 90 min + 30 s", {"time_control": "90 min + 30 s"}),
        ("172 GER FIDON", {"rank_federation": "GER", "rank_method": "FIDON"}),
        ("192 FIDE_DUTCH_2026_BAKU", {"type_code": "FIDE_DUTCH_2026_BAKU"}),
        ("132".ljust(91) + "26/04/01  26/04/02", {"dates": ("2026-04-01", "2026-04-02")}),
    ],
    ids=lambda value: value[:3] if isinstance(value, str) else "",
)
def test_a_record_about_the_event_is_read_and_written_back_as_it_came(line: str, fields: dict[str, object]) -> None:
    report = read(f"{line}\n{PLAYERS}")
    assert {name: getattr(report, name) for name in fields} == fields
    written = write(report).splitlines()
    assert [each for each in line.splitlines() if each not in written] == []


@every(
    "line",
    [
        "082 0",
        "172 by rating and title",
        "182 SwissMaker 4.2",
        "222 40/6000+30:900+30",
        "### a remark",
        "GER    2 w    Zwei,Frieda                       1810 BAY       4711 1999/12/31",
        "012 A second name",
    ],
)
def test_what_there_is_no_field_for_is_written_back_as_it_came(line: str) -> None:
    report = read(f"012 Open\n{PLAYERS}{line}\n")
    assert line in write(report).splitlines()
    assert read(write(report)) == report


def test_a_day_of_a_round_with_four_digits_and_what_is_no_day() -> None:
    dates = "132".ljust(91) + "2026/04/01" + "some day  " + "03.04.26"
    assert read(f"{dates}\n{PLAYERS}").dates == ("2026-04-01", "some day", "2026-04-03")


def test_the_numbers_of_players_that_a_file_claims_are_counted_when_it_is_written() -> None:
    report = read(f"062 40\n072 12\n{PLAYERS}")
    assert (report.stated_players, report.stated_rated) == ("40", "12")
    assert {"062 4", "072 0"} <= set(write(report).splitlines())


def test_who_may_never_meet_is_record_260_and_no_extension() -> None:
    planned = Report(tuple(Entry(number, "X") for number in (1, 2, 3)), forbidden=(Forbidden((1, 3)),))
    for report, line in (
        (replace(planned, planned_rounds=7), "260   1   7    1    3"),
        (planned, "260   1 999    1    3"),
    ):
        assert line in write(report).splitlines()
        assert read(write(report)).forbidden == report.forbidden
    assert "XXP 1 3" in write(planned, "trf16").splitlines()


def test_who_is_absent_has_a_zero_point_bye_in_every_round_left_and_one_record_for_a_round_and_kind() -> None:
    cells = {1: (Cell(2, "w", "1"),), 2: (Cell(1, "b", "0"),), 3: (Cell(0, "-", "Z"),)}
    report = Report(
        tuple(Entry(number, "X", cells=each) for number, each in cells.items()),
        planned_rounds=3,
        byes=(RequestedBye(2, ByeType.HALF, (1, 3)), RequestedBye(3, ByeType.ZERO, (1,))),
        absent=(3,),
    )
    written = write(report).splitlines()
    assert [line for line in written if line.startswith("240")] == [
        "240 H   2    1",
        "240 Z   3    1    3",
        "240 Z   2    3",
    ]
    assert not any(line.startswith("XX") for line in written)
    assert "XXZ 1 3" in write(report, "trf16").splitlines()  # neither is to be paired in round 2


@pytest.mark.parametrize(
    ("line", "adjustment"),
    [
        ("299          -1.0    2    3", Adjustment(Points.of(-1), (3,), "", 2)),
        ("299           0.5    0    1    2", Adjustment(Points.of("0.5"), (1, 2), "", None)),
        ("299          -0.5  999    4", Adjustment(Points.of("-0.5"), (4,), "", AT_THE_END)),
        ("299 W         0.5    1    1", Adjustment(Points.of("0.5"), (1,), "W", 1)),
        ("299 H         0.0    0    2", Adjustment(Points.of(0), (2,), "H", None)),
    ],
)
def test_points_out_of_the_ordinary_come_back_as_they_came(line: str, adjustment: Adjustment) -> None:
    report = read(f"{PLAYERS}{line}\n")
    assert report.adjustments == (adjustment,)
    assert line in write(report).splitlines()


def test_points_at_the_end_count_in_the_final_standings_alone() -> None:
    report = read(f"{PLAYERS}299          -0.5  999    4\n")
    last = report.by_number[4]
    assert (report.score(last, 3), report.score(last)) == (Points.of(0), Points.of("-0.5"))


def test_points_for_a_result_in_all_rounds_count_wherever_the_player_has_it() -> None:
    entry = Entry(1, "X", cells=(Cell(0, "-", "H"), Cell(2, "w", "1"), Cell(0, "-", "H")))
    other = Entry(2, "Y", cells=(Cell(0, "-", "Z"), Cell(1, "b", "0"), Cell(0, "-", "H")))
    report = Report((entry, other), adjustments=(Adjustment(Points.of(0), (1,), "H"),))
    assert (report.score(entry), report.score(other)) == (Points.of(1), Points.of("0.5"))


def test_a_kind_of_result_for_everybody_is_part_of_the_scoring() -> None:
    report = read(f"162  W 3.0    D 1.0\n299 +         2.0\n{PLAYERS}")
    table = scoring({"forfeit_win": 2}, read(f"162  W 3.0    D 1.0\n{PLAYERS}").scoring)
    assert (report.scoring, report.adjustments) == (table, ())
    assert {line.tag for line in Record.parse(write(report)).lines} >= {"162", "299"}
    assert read(write(report)).scoring == table


@every(
    ("code", "system"),
    [
        ("FIDE_DUTCH", System(DUTCH)),
        ("fide_dutch_2017", System(DUTCH, 2017)),
        ("FIDE_DUTCH_2025_BAKU", System(DUTCH, 2026, baku=True)),
        ("FIDE_BURSTEIN_BAKU", System(SWISS, baku=True)),
        ("CUSTOM_SWISS", System(SWISS)),
        ("BERGER_ROUNDROBIN_G4", System(ROUND_ROBIN, cycles=4)),
        ("BERGER_DOUBLEROUNDROBIN", System(ROUND_ROBIN, cycles=2)),
        ("FIDE_DOUBLEROUNDROBIN", System(ROUND_ROBIN, cycles=2, exchanged=True)),
        ("FIDE_TEAM_TYPEA_MP_GP_BAKU", System(OTHER, baku=True)),
        ("CUSTOM_KNOCKOUT", System(OTHER)),
        ("FIDE_DUTCH_1999", None),
        ("ROUNDROBIN", None),
        ("", None),
    ],
)
def test_a_type_means_what_fides_table_says(code: str, system: System | None) -> None:
    assert system_of(code) == system


def test_the_codes_that_are_written_are_in_fides_table() -> None:
    assert [dutch_code(baku=baku) for baku in (False, True)] == ["FIDE_DUTCH_2026", "FIDE_DUTCH_2026_BAKU"]
    for cycles in (1, 2):
        for exchanged in (False, True):
            assert system_of(round_robin_code(cycles, exchanged=exchanged)) is not None
    assert read(PLAYERS).scoring == FIDE
