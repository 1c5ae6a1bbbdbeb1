"""The tables of prizes for outside SQL, named as in the specification of prizes, on both databases."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import text

from podium.app.prizes.contests import RunOptions, contest_of
from podium.app.prizes.prizegiving import allocated_of
from podium.core.ids import TournamentId
from podium.flow.commands import AllocatePrizes, CreateTournament, DeleteTournament, SetPrizes
from podium.prizes import Mode, allocate
from podium.storage import read_model, tables
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from tests.kit.events import Director
from tests.kit.loops import every

CUP = TournamentId("t1")
OPEN = {
    "id": "open",
    "name": "Open",
    "prizes": [
        {"id": "o1", "place": 1, "cash": "100.50", "trophy": True, "main_category": True},
        {"id": "o2", "place": 2, "medal": True},
    ],
}
GIRLS = {
    "id": "girls",
    "name": "Girls under 12",
    "gender": "f",
    "max_age": 12,
    "min_rating": 1000,
    "city": "Delft",
    "prizes": [{"id": "g1", "place": 1, "cash": 20, "active": True}],
}
SPECIFIED = {
    "categories": """id name brochure_order active min_age max_age gender min_rating max_rating allow_unrated
        disability city state club""",
    "prizes": "id category_id place cash trophy medal active main_category",
    "rule_config": "allowUnratedInRatingCategory multipleEligibilityMode",
    "players": "id name rank rating gender date_of_birth fide_id disability city state club",
    "winners": "prize_id player_id",
    "conflicts": "prize_id player_id reason conflicted_with",
    "unfilled_prizes": "prize_id",
}


@pytest.fixture
def event(journal: SqlJournal) -> Director:
    """An event in which Ann won, with two categories."""
    event = Director(journal, CUP)
    event.do(CreateTournament(CUP, {"name": "Cup", "format": "manual", "start": "2026-11-14"}))
    event.players("Ann", "Ben")
    event.edit("Ann", birth="2012")
    event.pairs(1, [("Ann", "Ben")])
    event.result("Ann", "1-0")
    event.do(SetPrizes((OPEN, GIRLS)))
    return event


def give(event: Director) -> None:
    options = RunOptions()
    event.do(AllocatePrizes(allocated_of(allocate(contest_of(event.state, options)), event.state.prizes.plan)))


def asked(database: Database, query: str) -> list[tuple[Any, ...]]:
    """What somebody outside gets, who says first which event it is about."""
    with database.read([CUP]) as connection:
        return [tuple(row) for row in connection.execute(text(query))]


def everything(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    return {table.name: sorted(asked(database, f"SELECT * FROM {table.name}")) for table in read_model.PRIZE_TABLES}


@every("table", SPECIFIED)
def test_every_table_has_the_columns_of_the_specification(table: str) -> None:
    assert set(SPECIFIED[table].split()) <= set(tables.metadata.tables[table].columns.keys())


def test_what_there_is_to_win(event: Director, database: Database) -> None:
    query = """SELECT category.name, prize.place, prize.cash, prize.trophy, prize.medal, prize.main_category
        FROM prizes AS prize JOIN categories AS category
        ON category.tournament_id = prize.tournament_id AND category.id = prize.category_id
        ORDER BY category.brochure_order, prize.place"""
    rows = [(name, place, Decimal(str(cash)), *map(bool, rest)) for name, place, cash, *rest in asked(database, query)]
    assert rows == [
        ("Open", 1, Decimal("100.5"), True, False, True),
        ("Open", 2, Decimal(0), False, True, False),
        ("Girls under 12", 1, Decimal(20), False, False, False),
    ]
    limits = asked(database, "SELECT max_age, gender, min_rating, max_rating, city FROM categories WHERE id = 'girls'")
    assert limits == [(12, "f", 1000, None, "Delft")]
    rules = asked(database, 'SELECT "multipleEligibilityMode", "order", sharing FROM rule_config')
    assert rules == [("first-win", "brochure-first", "none")]
    assert asked(database, "SELECT date_of_birth FROM players WHERE name = 'Ann'") == [("2012-01-01",)]


def test_who_won_and_what_nobody_did(event: Director, database: Database) -> None:
    assert asked(database, "SELECT * FROM winners") == []
    give(event)
    query = """SELECT prize.id, player.name, winner.tie_break FROM winners AS winner
        JOIN prizes AS prize ON prize.tournament_id = winner.tournament_id AND prize.id = winner.prize_id
        JOIN players AS player ON player.tournament_id = winner.tournament_id AND player.id = winner.player_id
        ORDER BY prize.id"""
    assert asked(database, query) == [("o1", "Ann", "none"), ("o2", "Ben", "none")]
    assert asked(database, "SELECT prize_id, reason FROM unfilled_prizes") == [("g1", "no_eligible_players")]


def test_players_who_are_alike_are_a_conflict(journal: SqlJournal, database: Database) -> None:
    event = Director(journal, CUP)
    event.do(CreateTournament(CUP, {"name": "Cup", "format": "manual"}))
    event.players("Ann", "Ann", "Ann")
    event.do(SetPrizes((OPEN,)))
    give(event)
    rows = asked(database, "SELECT number, prize_id, reason, conflicted_with FROM conflicts ORDER BY number")
    assert [row[:3] for row in rows] == [
        (1, "o1", "identical_rank_rating_name"),
        (2, "o2", "identical_rank_rating_name"),
    ]
    ids = {player.id for player in event.state.players.values()}
    assert {*rows[0][3].split(",")} < ids


def test_they_follow_changes_undo_and_deletion_and_equal_a_rebuild(
    event: Director, journal: SqlJournal, database: Database
) -> None:
    planned = everything(database)
    give(event)
    given = everything(database)
    assert given != planned
    event.undo()
    assert everything(database) == planned
    event.redo()
    assert everything(database) == given
    event.do(SetPrizes((GIRLS,), {"multipleEligibilityMode": Mode.ALLOW_MULTIPLE.value}))
    assert asked(database, "SELECT id FROM categories") == [("girls",)]
    assert asked(database, 'SELECT "multipleEligibilityMode" FROM rule_config') == [("allow-multiple",)]
    changed = everything(database)
    journal.rebuild()
    assert everything(database) == changed
    event.do(DeleteTournament())
    assert not any(everything(database).values())
