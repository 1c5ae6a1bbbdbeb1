"""How somebody is looked for in a rating list: by what is typed so far of a name, or of a number."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, Select, Table, or_, select

from podium.app.ratings.rating_lists import LEAST_TYPED, RatingList
from podium.core.collation import search_words
from podium.core.ratings.rated_player import Layout, RatedPlayer

LAST = "\U0010ffff"  # after every letter
MOST_WORDS = 6  # of what is typed


def has_fide_ids(list_: RatingList) -> bool:
    """Whether the numbers of a list are FIDE ids."""
    return list_.layout in (Layout.FIDE_TEXT, Layout.FIDE_XML)


def is_number(typed: str) -> bool:
    """Whether it is the number of a player, or its beginning: it has figures, and no spaces."""
    return any(sign.isdigit() for sign in typed) and not any(sign.isspace() for sign in typed)


def by_number(typed: str, players: Table, most: int) -> Select[Any]:
    id, fide_id = players.c.id, players.c.fide_id
    begins = (id >= typed) & (id < typed + LAST)
    return select(players).where(or_(begins, fide_id == typed)).order_by(id).limit(most)


def by_words(typed: str, players: Table, names: Table, most: int) -> Select[Any] | None:
    """Those with words that begin like these: found by the longest, which leaves the fewest to look at."""
    words = search_words(typed)[:MOST_WORDS]
    longest = max(words, key=len, default="")
    if len(longest) < LEAST_TYPED:
        return None
    words.remove(longest)
    rotation = names.c.rotation
    fitting = [rotation >= longest, rotation < longest + LAST, *(rotation.like(f"% {word}%") for word in words)]
    # A name with two words that fit comes twice.
    best = (
        select(names.c.player, names.c.rank)
        .where(*fitting)
        .order_by(names.c.rank.desc(), names.c.player)
        .limit(2 * most)
        .subquery()
    )
    return select(players).join(best, best.c.player == players.c.number).order_by(best.c.rank.desc(), best.c.player)


def player_of(row: Row[Any], list_: RatingList | None) -> RatedPlayer:
    values = row._asdict()
    values.pop("number")
    values["active"] = bool(values["active"])
    if list_ is not None and has_fide_ids(list_):
        values["fide_id"] = values["id"]
    return RatedPlayer(**values)
