"""What a report file said beyond the settings, and the settings that its report asks for."""

from __future__ import annotations

from podium.core.ids import PlayerId
from podium.core.points import Points
from podium.flow.event.kept_records import AddedPoints, KeptApart, KeptLine, KeptRecords, VirtualPoints
from tests.kit.events import director, refused
from tests.kit.loops import every

ANN, BEN = PlayerId("a"), PlayerId("b")


@every(
    ("field", "value", "code"),
    [
        ("national_ratings", "Germany", "federation-malformed"),
        ("time_zone", "Atlantis/Centre", "time-zone-unknown"),
        ("round_times", ["2026-08-31 at noon"], "local-time-malformed"),
        ("national_ratings", "G3R", "federation-malformed"),
        ("round_dates", ["2026-04-31"], "date-malformed"),
        ("round_dates", [""], "date-malformed"),
        ("round_dates", "2026-04-01", "list-malformed"),
        ("deputy_arbiters", ["Ben", "Ben"], "name-twice"),
        ("deputy_arbiters", [{"name": "Ben", "fide_id": "4612345"}, "Ben (4612345)"], "name-twice"),
        ("deputy_arbiters", [{"fide_id": "4612345"}], "name-missing"),
        ("chief_arbiter", {"name": "Ben", "fide_id": "46-12"}, "fide-id-malformed"),
        ("chief_arbiter", {"name": "Ben", "title": "GM"}, "arbiter-title-unknown"),
        ("chief_arbiter", {"name": "Ben", "elo": "1800"}, "arbiter-part-unknown"),
        ("chief_arbiter", ["Ben"], "text-malformed"),
    ],
)
def test_a_detail_that_cannot_be_one_is_refused_by_name(field: str, value: object, code: str) -> None:
    event = director("swiss", rounds=5)
    with refused(code) as caught:
        event.settings(**{field: value})
    assert caught.value.facts["field"] == field


def test_added_points_count_from_their_round_on_or_at_the_end() -> None:
    records = KeptRecords(
        added=(
            AddedPoints(Points.of(-1), (ANN,), 2),
            AddedPoints(Points.of("0.5"), (ANN, BEN)),
            AddedPoints(Points.of(2), (BEN,), at_the_end=True),
        )
    )
    assert [str(records.added_to(ANN, after)) for after in (1, 2)] == ["0.5", "-0.5"]
    assert [str(records.added_to(BEN, 3, last=last)) for last in (False, True)] == ["0.5", "2.5"]


def test_of_virtual_points_that_overlap_the_last_record_counts() -> None:
    records = KeptRecords(
        virtual=(VirtualPoints(Points.of(1), 1, 3, (ANN,)), VirtualPoints(Points.of("0.5"), 3, 4, (ANN, BEN)))
    )
    assert [str(points) for points in records.virtual_of(ANN)] == ["1.0", "1.0", "0.5", "0.5"]
    assert [str(points) for points in records.virtual_of(BEN)] == ["0.0", "0.0", "0.5", "0.5"]


def test_groups_are_apart_in_their_rounds_and_lines_go_with_whom_they_are_about() -> None:
    records = KeptRecords(apart=(KeptApart((ANN, BEN), 2, 3),), lines=(KeptLine("### x"), KeptLine("GER    1", ANN)))
    assert [bool(records.apart_in(number)) for number in (1, 2, 3, 4)] == [False, True, True, False]
    assert records.without(ANN).lines == (KeptLine("### x"),)
    assert records.without(BEN) is records
