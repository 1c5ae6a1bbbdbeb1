"""In FIDE mode the groups of players of one club or federation, who are kept apart, are declared before round 1."""

from __future__ import annotations

from dataclasses import replace

import pytest

from podium.flow.commands import EditPlayer, ImportPlayers
from tests.kit.events import Director, director, refused


@pytest.fixture
def event() -> Director:
    made = director("swiss", rules="fide", rounds=3)
    made.players(*"ABCDEF")
    return made


@pytest.fixture(params=["club", "federation"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def apart(event: Director, kind: str) -> Director:
    """A and B are kept apart; C is of another club, or federation, and the others of none."""
    for name, value in (("A", "GER"), ("B", "GER"), ("C", "SUI")):
        event.do(EditPlayer(event.id(name), {kind: value}))
    event.settings(apart=[kind])
    return event


def test_nobody_joins_or_leaves_one_once_a_round_is_paired(apart: Director, kind: str) -> None:
    apart.pair()
    for name, value in (("D", "SUI"), ("C", "ger"), ("A", "SUI"), ("B", None)):
        with refused("groups-declared-before-round-1") as caught:
            apart.do(EditPlayer(apart.id(name), {kind: value}))
        assert (caught.value.facts["field"], caught.value.facts["name"]) == (kind, name)


def test_what_changes_no_group_is_free(apart: Director, kind: str) -> None:
    apart.pair()
    apart.do(EditPlayer(apart.id("D"), {kind: "FRA"}))
    apart.do(EditPlayer(apart.id("C"), {kind: "ITA"}))
    apart.do(EditPlayer(apart.id("A"), {kind: "Ger", "rating": 2100}))
    other = "federation" if kind == "club" else "club"
    apart.do(EditPlayer(apart.id("A"), {other: "AUT"}))


def test_a_late_entry_joins_its_own_until_it_is_paired(apart: Director, kind: str) -> None:
    apart.pair()
    apart.players("Y", "Z")
    apart.do(EditPlayer(apart.id("Z"), {kind: "GER"}))
    apart.do(EditPlayer(apart.id("Z"), {kind: "SUI"}))
    apart.all_results("1-0")
    apart.pair()
    with refused("groups-declared-before-round-1"):
        apart.do(EditPlayer(apart.id("Z"), {kind: "GER"}))


def test_a_list_that_is_imported_and_undo_obey_too(apart: Director, kind: str) -> None:
    apart.do(EditPlayer(apart.id("D"), {kind: "SUI"}))
    moved = apart.version
    apart.pair()
    own = apart.player("A").fields
    fields = replace(own, club="SUI") if kind == "club" else replace(own, federation="SUI")
    with refused("groups-declared-before-round-1"):
        apart.do(ImportPlayers((), {apart.id("A"): fields}))
    with refused("groups-declared-before-round-1"):
        apart.undo(moved)


def test_without_that_rule_and_in_a_club_event_everything_is_free(event: Director, kind: str) -> None:
    event.pair()
    event.do(EditPlayer(event.id("A"), {kind: "GER"}))
    event.do(EditPlayer(event.id("B"), {kind: "GER"}))
    club = director("swiss", rules="club", rounds=3, apart=[kind])
    club.players(*"ABCDEF")
    club.pair()
    club.do(EditPlayer(club.id("A"), {kind: "GER"}))
    club.do(EditPlayer(club.id("B"), {kind: "GER"}))
