"""Ties that lots or the director decided, wherever ranks are read: paper, tables, prizes, podium, report, history."""

from __future__ import annotations

from dataclasses import replace

import pytest

from podium.app.access import Role, visible_tournament
from podium.app.documents.document import Content, Table, Wish
from podium.app.documents.rankings import crosstable_list, standings_list
from podium.app.exports.exported_tables import TableWish, tables_of
from podium.app.history.commit_words import summary
from podium.app.prizes.contests import RunOptions, contest_of
from podium.app.queries import card, crosstable, explained, standings
from podium.app.story.story import podium
from podium.app.trf.export import report_of
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, CloseRound, OrderTie, PublishRound, WithdrawPlayer
from podium.flow.events import SettingsChanged
from podium.flow.evolve import evolve
from podium.flow.rounds.kept_values import TieOrderedBy
from tests.kit.events import Director, director


@pytest.fixture
def event() -> Director:
    """Ann and Cas won, Ben and Dee lost; Cas is put before Ann, and Ben has withdrawn."""
    event = director("swiss", rounds=1, tiebreaks=["WIN"])
    event.do(AddPlayers(tuple(map(PlayerFields, ("Ann", "Cas", "Ben", "Dee")))))
    event.pairs(1, [("Ann", "Ben"), ("Cas", "Dee")])
    event.result("Ann", "1-0")
    event.result("Cas", "1-0")
    event.do(PublishRound(1))
    event.do(CloseRound(1))
    event.withdraws("Ben")
    event.do(OrderTie((event.id("Cas"), event.id("Ann")), TieOrderedBy.HAND))
    return event


def table_of(content: Content) -> Table:
    """The one table of a document."""
    tables = content.parts["tables"]
    assert isinstance(tables, tuple)
    [table] = tables
    assert isinstance(table, Table)
    return table


def test_paper_has_the_decided_ranks_and_says_who_has_left(event: Director) -> None:
    table = table_of(standings_list(event.state, Wish()))
    assert [(row[0], row[1]) for row in table.rows] == [
        ("1", "Cas"),
        ("2", "Ann"),
        ("3", "Ben (withdrawn)"),
        ("3", "Dee"),
    ]
    assert table.note.endswith("Ranks 1, 2: decided by hand")
    assert [row[1] for row in table_of(crosstable_list(event.state, Wish())).rows] == [
        "Cas",
        "Ann",
        "Ben (withdrawn)",
        "Dee",
    ]


def test_tables_for_spreadsheets_have_them_too(event: Director) -> None:
    [table] = tables_of(event.state, "standings", TableWish())
    assert table.header[-1] == "Note"
    assert [(row[0], row[-1]) for row in table.rows] == [
        (1, "decided by hand"), (2, "decided by hand"), (3, "withdrawn"), (3, None)
    ]  # fmt: skip


def test_prizes_go_by_the_decided_ranks(event: Director) -> None:
    contest = contest_of(event.state, RunOptions())
    assert {player.name: player.rank for player in contest.players} == {"Cas": 1, "Ann": 2, "Ben": 3, "Dee": 3}


def test_the_podium_says_what_decided(event: Director) -> None:
    first, second, *_ = podium(event.state, "")
    assert [(place.rank, place.rows[0].player.name) for place in (first, second)] == [(1, "Cas"), (2, "Ann")]
    assert first.decided == second.decided == "decided by hand"


def test_report_files_have_the_decided_ranks(event: Director) -> None:
    assert {entry.name: entry.rank for entry in report_of(event.state, "").entries} == {
        "Ann": 2, "Cas": 1, "Ben": 3, "Dee": 3
    }  # fmt: skip


def test_the_public_sees_the_order(event: Director) -> None:
    seen = visible_tournament(event.state, Role.PUBLIC)
    assert [row.player.name for row in standings(seen)][:2] == ["Cas", "Ann"]


def test_the_history_names_lots_and_hands(event: Director) -> None:
    before = event.state
    players = (event.id("Ann"), event.id("Cas"))
    receipt = event.do(OrderTie(players, TieOrderedBy.LOT))
    assert summary(before, receipt.events).startswith("Lots drawn among players who are level: ")
    receipt = event.do(OrderTie(players, None))
    assert summary(before, receipt.events).startswith("Level again: ")
    receipt = event.do(OrderTie(players, TieOrderedBy.HAND))
    assert summary(before, receipt.events) == "Players who are level ordered by hand: Ann; Cas"


def test_an_expelled_player_has_no_place_and_is_still_explained(event: Director) -> None:
    event.do(WithdrawPlayer(event.id("Cas"), expelled=True))
    assert [(row.rank, row.player.name) for row in standings(event.state)] == [(1, "Ann"), (2, "Ben"), (2, "Dee")]
    assert [row.standing.player.name for row in crosstable(event.state)[0].rows] == ["Ann", "Ben", "Dee", "Cas"]
    held = card(event.state, event.id("Cas")).standing
    assert (held.placed, str(held.points)) == (False, "1.0")
    [why] = explained(event.state, event.player("Cas"), ["WIN"])
    assert why.value == 1
    assert {entry.name: entry.rank for entry in report_of(event.state, "").entries}["Cas"] is None
    assert [player.name for player in contest_of(event.state, RunOptions()).players] == ["Ann", "Ben", "Dee"]


def test_a_round_robin_keeps_the_place_of_who_was_expelled() -> None:
    """C.05 has its own rule for who leaves: half of the games."""
    event = director("round-robin", tiebreaks=["SB"])
    event.players("Ann", "Ben")
    event.pair()
    event.do(WithdrawPlayer(event.id("Ann"), expelled=True))
    assert {row.player.name for row in standings(event.state)} == {"Ann", "Ben"}


def test_record_202_of_a_round_robin_has_no_buchholz_of_an_older_list() -> None:
    event = director("round-robin", tiebreaks=["SB"])
    event.players("Ann", "Ben")
    event.pair()
    before = event.state.settings
    state = evolve(event.state, SettingsChanged(before, replace(before, tiebreaks=("SOLK", "SB", "KS/L+1"))))
    assert report_of(state, "").tiebreaks == ("SB", "KS/L+1")
