"""Lists of players as files, as the exported table of players has them."""

from collections.abc import Iterable, Sequence

from podium.core.player import PlayerFields
from podium.files.players.export import player_table
from podium.files.spreadsheet import write_csv_tables, write_xlsx_tables


def write_csv(players: Iterable[PlayerFields], numbers: Sequence[int] | None = None) -> bytes:
    """A CSV file of these players."""
    return write_csv_tables((player_table(players, numbers),))


def write_xlsx(players: Iterable[PlayerFields]) -> bytes:
    """A workbook of these players."""
    return write_xlsx_tables((player_table(players),))
