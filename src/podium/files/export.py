"""The table of players that every written format shares."""

from collections.abc import Iterable, Iterator
from dataclasses import fields

from podium.core.player import PlayerFields

# In the order of the fields of `PlayerFields`, in words that the import knows.
HEADERS = (
    "Name", "Rating", "Federation", "FIDE ID", "Title", "Gender", "Birth", "Club", "City", "State",
    "Disability", "Section", "Rank",
)  # fmt: skip


def table(players: Iterable[PlayerFields]) -> Iterator[tuple[str | int | None, ...]]:
    """The header, then one row for each player; rating and rank are numbers, the rest is text."""
    yield HEADERS
    for player in players:
        yield tuple(getattr(player, field.name) for field in fields(PlayerFields))
