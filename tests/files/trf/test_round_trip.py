"""Nothing is lost: text through the record, and the domain through the writer."""

import codecs
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from podium.app.trf.swiss_field import field_of
from podium.core.points import Points
from podium.core.result import PRESETS, ByeType, scoring
from podium.files.trf import (
    Acceleration,
    Adjustment,
    Cell,
    Entry,
    Forbidden,
    Record,
    Report,
    RequestedBye,
    decode,
    read,
    write,
)
from podium.files.trf.writer import Dialect
from tests.kit.loops import every

DIALECTS: tuple[Dialect, ...] = ("trf26", "trf16")
GOLDEN = sorted((Path(__file__).parents[2] / "golden" / "tiebreaks").rglob("*.trf"))


@given(st.text(alphabet=st.sampled_from("0123XZ abé\r\n\t\x0b\x85\u2028"), max_size=60))
def test_a_record_gives_its_text_back(text: str) -> None:
    assert Record.parse(text).text == text


@example(b"\xff\xfea\x00")
@example(b"\xfe\xff\x00a")
@given(st.binary(max_size=60))
def test_bytes_survive_decoding(raw: bytes) -> None:
    text = decode(raw)
    little, big = (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")
    in_utf_16 = [mark + text.encode(name) for mark, name in (little, big)]
    assert raw in (text.encode("utf-8"), text.encode("latin-1", "replace"), *in_utf_16)


@every("dialect", ["trf26", "trf16"])
@every("path", GOLDEN, ids=lambda path: path.name)
def test_the_known_tournaments_come_back_equal(path: Path, dialect: Dialect) -> None:
    report = read(decode(path.read_bytes()))
    assert read(write(report, dialect)) == report


def full() -> Report:
    """A report that uses every field."""
    return Report(
        entries=(
            Entry(1, "One", "m", "GM", 2500, "NED", "12345", "1990-01-31", Points.of(3), 1,
                  (Cell(2, "w", "1"), Cell(0, "-", "Z"))),
            Entry(2, "Two", points=Points.of("1.0"), cells=(Cell(1, "b", "0"), Cell(0, "-", "H"))),
            Entry(9999, "Late", points=Points.of("2.5"), rank=2, cells=(Cell(), Cell(0, "-", "U"))),
        ),
        name="Every field", city="Gouda", federation="NED", start="2026-04-01", end="2026-04-02",
        kind="Swiss", type_code="FIDE_DUTCH", arbiter="A. Arbiter", deputies=("B", "C"),
        time_control="90 minutes", dates=("2026-04-01", "2026-04-02"), planned_rounds=4,
        initial_colour="b", by_rank=True, scoring=PRESETS["3-1-0"], tiebreaks=("PTS", "BH/C1"),
        forbidden=(Forbidden((1, 2)), Forbidden((1, 9999), 2, 3)),
        accelerations=(Acceleration(Points.of(1), 1, 2, 1, 2),),
        byes=(RequestedBye(4, ByeType.ZERO, (2,)),), rank_federation="NED", rank_method="FIDON",
        adjustments=(Adjustment(Points.of("-0.5"), (9999,)),),
        others=("182 A program", "ZZZ   unknown ", "### remark"),
    )  # fmt: skip


def test_a_report_with_every_field_comes_back_equal() -> None:
    assert read(write(full())) == full()


def test_trf16_carries_the_same_facts_in_its_extensions() -> None:
    text = write(full(), "trf16")
    report = read(text)
    assert {line.tag for line in Record.parse(text).lines} >= {"XXR", "XXC", "XXS", "XXA", "XXP"}
    assert "142" not in {line.tag for line in Record.parse(text).lines}
    for number in (1, 2, 9999):
        for played in (1, 2, 3):
            assert report.acceleration(number, played) == full().acceleration(number, played)
    assert report.scoring == full().scoring
    assert report.entries == full().entries


def test_a_table_that_record_162_cannot_express_is_written_in_full() -> None:
    table = scoring({"forfeit_win": 0.5, "loss": 0.25})
    report = Report(entries=(Entry(1, "Solo"),), scoring=table)
    assert "299 +         0.5" in write(report).splitlines()
    assert "XXS" in write(report, "trf16")
    for dialect in DIALECTS:
        assert read(write(report, dialect)).scoring == table


@every(
    ("kind", "code", "expected"),
    [
        ("Individual: Swiss System", "", False),
        ("Round Robin", "", True),
        ("RR", "", True),
        ("Berger", "", True),
        ("", "FIDE_ROUNDROBIN", True),
        ("Round Robin", "FIDE_DUTCH", False),
        ("Tournament", "", None),
    ],
)
def test_the_kind_of_tournament_is_stated_or_unknown(kind: str, code: str, expected: bool | None) -> None:
    assert Report(kind=kind, type_code=code).round_robin is expected


def test_forbidden_pairs_hold_in_their_rounds_only() -> None:
    met = {1: "3 w", 3: "1 b", 2: "4 w", 4: "2 b"}
    rows = [f"001 {number:>4}      {'Player':<33} 1500" for number in (1, 2, 3, 4)]
    played = [f"{row:<89}" + f"  {met[number]:>6} =" * 3 for number, row in enumerate(rows, 1)]
    report = read("\n".join(["142 9", "260 002 003    1    4", "XXP 1 2", *played]))
    kept_apart = [{1, 4} in field_of(report, number).forbidden for number in (1, 2, 3, 4)]
    assert kept_apart == [False, True, True, False]
    assert all({1, 2} in field_of(report, number).forbidden for number in (1, 2, 3, 4))
