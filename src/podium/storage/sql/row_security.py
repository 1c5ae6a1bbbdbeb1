"""The second wall on PostgreSQL: a transaction sees the rows of the tournaments it names, and no others.

Every table that belongs to a tournament has a policy (row-level security) that reads one setting of the transaction. A
query that forgot its filter returns nothing of other tournaments, and one in a transaction that names none returns
nothing. A second policy restricts the connection of a user (a database role `podium_user_NAME`, or the setting
`podium.user`) to the tournaments in which they have a role. The few queries that truly span tournaments name
`EVERY_TOURNAMENT`, which is what to search the sources for. The journal itself has no policy: it is read by streams, of
which a game is another than its tournament. SQLite has no such thing.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum
from typing import Final

from sqlalchemy import Connection, text

SETTING = "podium.tournament"


class Every(Enum):
    """A word that is no id, whatever ids are like."""

    TOURNAMENT = "*"


EVERY_TOURNAMENT: Final = Every.TOURNAMENT
"""Named in the place of tournaments: what is read or written spans them."""
Tournaments = Collection[str] | Every
SHOW = f"set_config('{SETTING}', :tournaments, true)"
"""What a statement of PostgreSQL calls, with what `setting_of` gives, to have its transaction see tournaments."""
_SHOW = text(f"SELECT {SHOW}")


def show_tournaments(connection: Connection, tournaments: Tournaments) -> None:
    """Let the transaction see these tournaments, and no others, until it ends; without this it sees none."""
    if connection.dialect.name == "sqlite":
        return
    connection.execute(_SHOW, {"tournaments": setting_of(tournaments)})


def setting_of(tournaments: Tournaments) -> str:
    """How the setting names tournaments: each after a line break, so that no id is taken for the word for all."""
    return tournaments.value if isinstance(tournaments, Every) else "".join(f"\n{name}" for name in tournaments)
