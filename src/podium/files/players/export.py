"""The table of players that every written format shares."""

from collections.abc import Iterable, Sequence

from podium.core.player import LISTED_NAMES, PlayerFields
from podium.files.spreadsheet import Cell, SpreadsheetTable

# In the order of `LISTED_NAMES`, in words that the import knows.
HEADERS = (
    "Name", "Rating", "Federation", "FIDE ID", "Title", "Gender", "Birth", "Club", "City", "State",
    "Disability", "Section", "Rank", "National ID",
)  # fmt: skip


NUMBER = "No"
"""The header of the numbers that players are known by; a list with it can be imported, and nobody gets one by that."""


def player_table(players: Iterable[PlayerFields], numbers: Sequence[int] | None = None) -> SpreadsheetTable:
    """One row for each player, last the number where there are some.

    Rating, rank and number are numbers, the rest is text.
    """
    rows: list[tuple[Cell, ...]] = [tuple(getattr(player, name) for name in LISTED_NAMES) for player in players]
    if numbers is None:
        return SpreadsheetTable("Players", HEADERS, tuple(rows))
    return SpreadsheetTable("Players", (*HEADERS, NUMBER), tuple((*row, numbers[at]) for at, row in enumerate(rows)))
