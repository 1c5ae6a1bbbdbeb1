"""Prizes in one line: what people type is understood, or refused by the value that cannot be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from podium.app.prizes.plain_prizes import MOST, line_of, plain_prizes
from podium.core.errors import Invalid
from podium.flow.prizes.prizes import Plan
from podium.prizes import Category, Prize
from tests.kit.loops import every

UNDERSTOOD = {
    "50, 30, 20": ([50, 30, 20], "CHF"),
    "50 30 20": ([50, 30, 20], "CHF"),
    "50,30,20": ([50, 30, 20], "CHF"),
    "300,200,100": ([300, 200, 100], "CHF"),
    "€50, 30, 20": ([50, 30, 20], "EUR"),
    "50 €, 30 €": ([50, 30], "EUR"),
    "50EUR / 30eur": ([50, 30], "EUR"),
    "100,50 / 50": ([100.5, 50], "CHF"),
    "12,50": ([12.5], "CHF"),  # two prizes of which the second is worth more it cannot be
    "$1,500, $1,000": ([1500, 1000], "USD"),
    "1.500,50; 1 000": ([1500.5, 1000], "CHF"),
    "50.- / 30.-": ([50, 30], "CHF"),
    "50, 50,": ([50, 50], "CHF"),
}
REFUSED = {
    "100,50": ("line-ambiguous", "100,50"),
    "50, 30,20": ("line-ambiguous", "30,20"),
    "50, cup": ("line-without-amount", "cup"),
    "50, 0": ("line-without-amount", "0"),
    "-50": ("line-without-amount", "-50"),
    "30, 50": ("line-rises", "50"),
    "€50, £30": ("currencies-in-line", ["€", "£"]),
    "9 " * (MOST + 1): ("prizes-in-line", MOST + 1),
    "9" * 201: ("text-too-long", "9" * 40 + "…"),
}


@every("typed", UNDERSTOOD)
def test_what_is_typed_is_understood(typed: str) -> None:
    command = plain_prizes(Plan(), typed, "CHF")
    categories: Any = command.categories
    assert ([each["cash"] for each in categories[0]["prizes"]], command.currency) == UNDERSTOOD[typed]


@every("typed", REFUSED)
def test_what_cannot_be_read_is_named(typed: str) -> None:
    with pytest.raises(Invalid) as caught:
        plain_prizes(Plan(), typed, "")
    assert (caught.value.code, caught.value.facts["value"]) == REFUSED[typed]


def test_the_sign_of_several_currencies_is_that_of_the_one_chosen() -> None:
    assert [plain_prizes(Plan(), "$5", chosen).currency for chosen in ("CAD", "EUR")] == ["CAD", "USD"]


def test_only_plain_prizes_are_a_line() -> None:
    prizes = Prize("a", "c", 1, 5000), Prize("b", "c", 2, 1250)
    plan = Plan((Category("c", "Open", 1),), prizes)
    assert (line_of(Plan()), line_of(plan)) == ("", "50; 12.50")
    for other in (
        replace(plan, categories=(*plan.categories, Category("d", "Girls", 2, gender="f"))),
        replace(plan, categories=(Category("c", "Girls", 1, gender="f"),)),
        replace(plan, prizes=(replace(prizes[0], trophy=True),)),
        replace(plan, prizes=prizes[1:]),
        replace(plan, prizes=(replace(prizes[0], cash=0, medal=True),)),
    ):
        assert line_of(other) is None, other
