"""Who of a list is already entered."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace

from podium.core.ids import PlayerId
from podium.core.player import LISTED_NAMES, PlayerFields


@dataclass(frozen=True, slots=True)
class Known:
    """A player who is entered already."""

    id: PlayerId
    fields: PlayerFields


@dataclass(frozen=True, slots=True)
class Change:
    """One field that an update would change."""

    field: str
    before: str | int | None
    after: str | int | None


def match_key(name: str) -> tuple[str, ...]:
    """The words of a name in an order of their own, to compare names by.

    >>> match_key("Müller, Hans") == match_key("hans MULLER")
    True
    """
    bare = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(c for c in bare if not unicodedata.combining(c))
    words = "".join(c if c.isalnum() else " " for c in letters).split()
    return tuple(sorted(words)) or (name,)


def id_key(fields: PlayerFields) -> str | None:
    """The FIDE number without leading noughts, which some lists print."""
    return fields.fide_id.lstrip("0") or None if fields.fide_id else None


def may_be_same(listed: PlayerFields, known: PlayerFields) -> bool:
    """May two records of the same name be one person?

    Two FIDE numbers, two numbers of one federation or two dates of birth decide. Without them the ratings must not
    differ: a list with nothing but names means the players it names.
    """
    if listed.fide_id and known.fide_id:
        return id_key(listed) == id_key(known)
    if listed.national_id and known.national_id and (listed.federation or "") == (known.federation or ""):
        return listed.national_id == known.national_id
    if listed.birth and known.birth:
        shorter = min(len(listed.birth), len(known.birth))
        return listed.birth[:shorter] == known.birth[:shorter]
    return listed.rating is None or known.rating is None or listed.rating == known.rating


def merged(known: PlayerFields, listed: PlayerFields) -> PlayerFields:
    """`known` with everything the list adds.

    A blank cell takes nothing away, nor does a mere year where the day of birth is known; the same
    FIDE number in another spelling is no news.
    """
    news = {f.name: value for f in fields(listed) if (value := getattr(listed, f.name)) is not None}
    if known.birth and listed.birth and known.birth.startswith(listed.birth):
        del news["birth"]
    if listed.fide_id and id_key(known) == id_key(listed):
        del news["fide_id"]
    return replace(known, **news)


def changes(before: PlayerFields, after: PlayerFields) -> tuple[Change, ...]:
    """The fields of a list in which the two differ."""
    pairs = ((name, getattr(before, name), getattr(after, name)) for name in LISTED_NAMES)
    return tuple(Change(name, old, new) for name, old, new in pairs if old != new)


def match(listed: Sequence[PlayerFields], known: Iterable[Known]) -> list[tuple[Known, ...]]:
    """For each listed player the entered ones it may be: none, the one it is, or several.

    No entered player is the match of two. FIDE numbers go first, then players who are listed as
    they are entered, then players whom the list would not change, then the rest by name: so a list
    that is imported twice finds everybody again, namesakes too.
    """
    by_id: dict[str, Known] = {}
    by_name: dict[tuple[str, ...], list[Known]] = defaultdict(list)
    for entered in known:
        if key := id_key(entered.fields):
            by_id.setdefault(key, entered)
        by_name[match_key(entered.fields.name)].append(entered)
    found: list[tuple[Known, ...]] = [()] * len(listed)
    claimed: set[PlayerId] = set()

    def free(player: PlayerFields) -> list[Known]:
        return [k for k in by_name[match_key(player.name)] if k.id not in claimed and may_be_same(player, k.fields)]

    def by_number(player: PlayerFields) -> list[Known]:
        entered = by_id.get(id_key(player) or "")
        return [entered] if entered and entered.id not in claimed else []

    stages = (
        by_number,
        lambda player: [k for k in free(player) if k.fields == player][:1],
        lambda player: [k for k in free(player) if merged(k.fields, player) == k.fields][:1],
        free,
    )
    for stage in stages:
        for place, player in enumerate(listed):
            if not found[place]:
                found[place] = tuple(stage(player))
                if len(found[place]) == 1:
                    claimed.add(found[place][0].id)
    return found
