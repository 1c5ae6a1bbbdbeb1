"""Which tournament, player or board somebody means: by id, by number, or by how the name begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import update_wrapper
from typing import TypeVar

import click

from podium.app.desk import Seen
from podium.app.formats.doubles import side_names
from podium.app.players.numbers import player_numbers, players_by_number
from podium.app.words.language import _
from podium.cli.frame import Console, likely, on_database
from podium.core.errors import Invalid, Unknown
from podium.core.ids import TournamentId
from podium.core.player import Player
from podium.flow.lookups import find_round
from podium.flow.state import Pairing, Round, Tournament

T = TypeVar("T")

TOURNAMENT = click.argument("named", metavar="TOURNAMENT")


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of the list of tournaments; `number` is its place, by which it can be named."""

    number: int
    id: TournamentId
    name: str
    row: dict[str, object]


def tournaments(here: Console) -> list[Listed]:
    """The tournaments that the user of the console may see, oldest first."""
    registry = here.podium.registry
    if here.actor.operator:
        rows = registry.every_tournament()
    else:
        both = (registry.tournaments(here.actor.user, archived=archived) for archived in (True, False))
        rows = sorted((row for rows in both for row in rows), key=lambda row: (str(row["created_at"]), str(row["id"])))
    return [
        Listed(number, TournamentId(str(row["id"])), str(row["name"]), row) for number, row in enumerate(rows, start=1)
    ]


def tournament(here: Console, named: str) -> Seen:
    """The tournament that `named` means, as the user of the console may see it; raises Unknown or Invalid."""
    found = _meant("tournament", named, tournaments(here), lambda each: (each.id, each.number, each.name))
    return here.podium.desk.see(here.actor, found.id)


def on_tournament(verb: Callable[..., None]) -> Callable[..., None]:
    """A verb that acts on one tournament of a database, its first argument: it is handed a console and the tournament.

    Stands above the verb's own arguments and options; those of every verb are listed after them.
    """

    def run(here: Console, named: str, **given: object) -> None:
        verb(here, tournament(here, named), **given)

    own = verb.__dict__.pop("__click_params__", [])  # the last first, as click collects them
    wrapped = on_database(acts=True)(update_wrapper(run, verb))
    wrapped.__dict__["__click_params__"] += own
    return TOURNAMENT(wrapped)


def player(state: Tournament, named: str) -> Player:
    """The player that `named` means; raises Unknown or Invalid."""
    numbers = player_numbers(state)
    return _meant("player", named, players_by_number(state), lambda each: (each.id, numbers[each.id], each.name))


def round_meant(state: Tournament, number: int | None) -> Round:
    """The round of that number, or the last one; raises Unknown. The matches of a knockout are its pairings."""
    return find_round(state, len(state.rounds) if number is None else number)


def pairing(here: Round, named: str) -> Pairing:
    """The pairing that a board number or an id means; raises Unknown or Invalid."""
    found = [each for each in here.games.values() if named in (each.id, str(each.board))]
    if len(found) > 1:  # an older database may have two boards of one number
        raise Invalid("several-match", kind="board", value=named, allowed=[each.id for each in found])
    if not found:
        raise Unknown("board", named)
    return found[0]


def names(state: Tournament, each: Pairing) -> tuple[str, str]:
    """White and Black of a pairing by name; Black of a bye is the kind of the bye."""
    return (state.players[each.player].name, each.kind.value) if each.is_bye else side_names(state, each)


def _meant(kind: str, named: str, things: Sequence[T], called: Callable[[T], tuple[str, int, str]]) -> T:
    """The one of `things` with that id, else with that name, that number, or a name that begins so."""
    said = named.strip().casefold()
    tests: tuple[Callable[[str, int, str], bool], ...] = (
        lambda id, _number, _name: id == named,
        lambda _id, _number, name: name.casefold() == said,
        lambda _id, number, _name: str(number) == said,
        lambda _id, _number, name: bool(said) and name.casefold().startswith(said),
    )
    for test in tests:
        found = [each for each in things if test(*called(each))]
        if len(found) == 1:
            return found[0]
        if found:
            same = len({called(each)[2] for each in found}) < len(found)  # then a name says nothing, and an id does
            options = (f"{name} ({id})" if same else name for id, _, name in map(called, found))
            raise Invalid("several-match", kind=kind, value=named, allowed=_first(options))
    unknown = Unknown(kind, named)
    unknown.facts["meant"] = likely(named, (called(each)[2] for each in things))
    raise unknown


def _first(names: Iterable[str], most: int = 5) -> list[str]:
    listed = list(names)
    return listed[:most] + ([_("%(count)s more", count=len(listed) - most)] if len(listed) > most else [])
