"""The page on tables for outside SQL names every table and column that is meant."""

import re
from pathlib import Path

from sqlalchemy import Connection, Row, Table, inspect, text

from podium.app.access import Role
from podium.app.ports import GameIntent
from podium.games.commands import ImportGame, ReplayGame
from podium.storage import read_model
from podium.storage.journal.journal import SqlJournal
from podium.storage.sql.database import Database
from podium.storage.sql.transactions import EVERY_TOURNAMENT
from tests.kit.events import CHIEF
from tests.kit.live_journal import FOOLS_MATE, live_swiss
from tests.kit.loops import every

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "sql.md"
OUTSIDE = [table for table in read_model.READ_MODEL if table is not read_model.due]  # what is due is Podium's own list


@every("table", OUTSIDE, ids=lambda table: table.name)
def test_each_table_has_its_part_with_every_column(table: Table) -> None:
    parts = re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)
    [part] = [part for part in parts if part.startswith(f"{table.name}\n")]
    named = set(re.findall(r"`([^`]+)`", part))
    assert {column.name for column in table.columns} <= named


def moves(connection: Connection, game: str) -> list[Row[tuple[object, ...]]]:
    query = text("SELECT ply, uci, san, at, clock FROM match_moves WHERE match_id = :game ORDER BY ply")
    return list(connection.execute(query, {"game": game}))


def test_moves_of_live_and_imported_games_can_be_read(journal: SqlJournal, database: Database) -> None:
    event = live_swiss(journal)
    played, imported = event.open
    event.starts(played)
    event.plays(played, ["e4", "e5"])
    game = event.game(imported)
    pairs = (("d2d4", "d4"), ("d7d5", "d5"))
    record = ImportGame(imported, event.stream, 1, game.white, game.black, pairs, (59_000, None))
    journal.submit_game(GameIntent(imported, event.stream, record, CHIEF, Role.OWNER, 1_700_000_000_123)).result(60)
    times = [each.clock for each in event.game(played).times]
    with database.read(EVERY_TOURNAMENT) as connection:
        first, second = moves(connection, played)
        assert (first.ply, first.uci, first.san, first.clock) == (0, "e2e4", "e4", times[0])
        assert (second.ply, second.san, second.clock) == (1, "e5", times[1])
        at = "2023-11-14T22:13:20.123+00:00"
        assert moves(connection, imported) == [(0, "d2d4", "d4", at, 59_000), (1, "d7d5", "d5", at, None)]
        columns = {column["name"] for column in inspect(connection).get_columns("match_moves")}
    assert columns == {"tournament_id", "match_id", "ply", "uci", "san", "at", "clock"}


def test_of_a_game_that_is_played_anew_the_moves_are_the_new_ones(journal: SqlJournal, database: Database) -> None:
    event = live_swiss(journal)
    game = event.open[0]
    event.starts(game)
    event.plays(game, FOOLS_MATE)
    event.act(game, ReplayGame())
    event.starts(game)
    event.plays(game, ["c4"])
    with database.read(EVERY_TOURNAMENT) as connection:
        assert [move.san for move in moves(connection, game)] == ["c4"]
