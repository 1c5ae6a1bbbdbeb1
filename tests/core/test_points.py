"""Points are exact, and print as arbiters write them."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from podium.core.errors import Invalid
from podium.core.points import UNIT, Points
from tests.kit.loops import every

many = st.lists(st.integers(-10_000, 10_000).map(Points), max_size=50)


@every(
    ("written", "printed"),
    [
        ("0", "0.0"),
        ("0.5", "0.5"),
        (0.5, "0.5"),
        (1, "1.0"),
        ("1.00", "1.0"),
        ("2.25", "2.25"),
        ("2.05", "2.05"),
        (10, "10.0"),
        (".5", "0.5"),
        ("-0.5", "-0.5"),
        ("+3", "3.0"),
        (Decimal("1.5"), "1.5"),
        (Fraction(3, 4), "0.75"),
    ],
)
def test_points_print_with_one_digit_or_two(written: int | float | str | Decimal | Fraction, printed: str) -> None:
    assert str(Points.of(written)) == printed


@every(
    "written",
    [
        pytest.param("", id="nothing"),
        pytest.param("one", id="a word"),
        pytest.param("0.005", id="half a hundredth"),
        pytest.param("1.000000000000000000000000000000000001", id="a hair more than one"),
        pytest.param(Fraction(1, 3), id="a third"),
        pytest.param(0.1 + 0.2, id="a float that is not quite 0.3"),
        pytest.param("NaN", id="not a number"),
        pytest.param("sNaN", id="a signalling nan"),
        pytest.param("Infinity", id="infinity"),
        pytest.param(float("inf"), id="the float infinity"),
        pytest.param(Decimal("Infinity"), id="the decimal infinity"),
        pytest.param("1e999999", id="a number too large to write out"),
        pytest.param("1e-999999", id="a number too small to write out"),
        pytest.param("1_0", id="a digit separator"),
        pytest.param("١", id="a digit of another script"),
        pytest.param(" 1", id="a space"),
        pytest.param("1/2", id="a fraction in words"),
        pytest.param(None, id="none"),
        pytest.param([1], id="a list"),
    ],
)
def test_points_refuse_what_is_no_multiple_of_a_hundredth(written: object) -> None:
    with pytest.raises(Invalid) as caught:
        Points.of(written)  # type: ignore[arg-type]  # what a client may send
    assert caught.value.code == "points-malformed"
    assert caught.value.facts["value"] is written


def test_a_hundred_tenths_are_ten_exactly() -> None:
    assert Points.total([Points.of("0.1")] * 100) == Points.of(10)


@given(many, many)
def test_the_sum_of_the_parts_is_the_whole(some: list[Points], more: list[Points]) -> None:
    assert Points.total(some) + Points.total(more) == Points.total(some + more)
    assert Points.total(some + more) - Points.total(more) == Points.total(some)


@given(st.integers(-1_000_000, 1_000_000).map(Points))
def test_what_is_printed_reads_back(points: Points) -> None:
    assert Points.of(str(points)) == points
    assert Points.of(points.number) == points
    assert Fraction(str(points)) == Fraction(points.units, UNIT)


@given(st.integers(-1000, 1000), st.integers(-1000, 1000))
def test_points_compare_as_numbers(one: int, other: int) -> None:
    assert (Points(one) < Points(other)) == (one < other)
    assert bool(Points(one)) == (one != 0)


@given(st.integers(-1000, 1000), st.integers(0, 20))
def test_times_is_repeated_addition(units: int, times: int) -> None:
    assert Points(units) * times == Points.total([Points(units)] * times)


def test_points_show_themselves_in_a_repl() -> None:
    assert repr(Points.of("2.5")) == "Points('2.5')"
