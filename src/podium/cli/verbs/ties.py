"""`podium ties`: what the tie-breaks leave open, and values that are computed elsewhere."""

from __future__ import annotations

import click

from podium.app.standings.tie_words import order_text
from podium.app.standings.ties import SharedPlace, shared_places, ties_answer, typed_values_answer
from podium.app.words.language import _
from podium.app.words.numbers import figure
from podium.cli.frame import Console, on_database, say, table
from podium.cli.naming import player, tournament
from podium.core.ids import PlayerId
from podium.flow.commands import OrderTie, TypeTiebreaks
from podium.flow.state import TieOrderedBy, Tournament
from podium.tiebreaks.catalogue import TYPED

TOURNAMENT = click.argument("named", metavar="TOURNAMENT")
PLAYERS = click.argument("who", metavar="PLAYER...", nargs=-1, required=True)


@click.group("ties")
def verb() -> None:
    """Decide who is ahead of players whom the tie-breaks leave level at the end."""


@verb.command("list")
@TOURNAMENT
@on_database(acts=True)
def list_(here: Console, named: str) -> None:
    """Print the places that players of TOURNAMENT share, and what decided them."""
    seen = tournament(here, named)
    _answer(here, seen.state, seen.version)


@verb.command("lots")
@TOURNAMENT
@click.argument("who", metavar="[PLAYER...]", nargs=-1)
@on_database(acts=True)
def lots(here: Console, named: str, who: tuple[str, ...]) -> None:
    """Draw lots among PLAYER..., or among all who share a place. Drawn again, the lots are the same."""
    seen = tournament(here, named)
    if who:
        _order(here, seen.state, _players(seen.state, who), TieOrderedBy.LOT)
        return
    for place in shared_places(seen.state):
        if place.order is None:
            command = OrderTie(place.players, TieOrderedBy.LOT)
            here.podium.desk.perform(here.actor, seen.state.id, command)
    after = here.podium.desk.see(here.actor, seen.state.id)
    _answer(here, after.state, after.version)


@verb.command("order")
@TOURNAMENT
@PLAYERS
@on_database(acts=True)
def order(here: Console, named: str, who: tuple[str, ...]) -> None:
    """Put PLAYER..., who share a place, in this order: the best first."""
    seen = tournament(here, named)
    _order(here, seen.state, _players(seen.state, who), TieOrderedBy.HAND)


@verb.command("share")
@TOURNAMENT
@PLAYERS
@on_database(acts=True)
def share(here: Console, named: str, who: tuple[str, ...]) -> None:
    """Let PLAYER... share their place again."""
    seen = tournament(here, named)
    _order(here, seen.state, _players(seen.state, who), None)


@verb.command("values")
@TOURNAMENT
@click.argument("given", metavar="[PLAYER=VALUE...]", nargs=-1)
@on_database(acts=True)
def values(here: Console, named: str, given: tuple[str, ...]) -> None:
    """Type in the values of the tie-break EXT, which are computed elsewhere, and print all of them.

    PLAYER= takes a value away; who is not named keeps theirs.
    """
    seen = tournament(here, named)
    state, version = seen.state, seen.version
    if given:
        read: dict[PlayerId, object] = {}
        for each in given:
            who, equals, value = each.rpartition("=")
            if not equals:
                raise click.UsageError(_("Write %(value)s as PLAYER=VALUE.", value=each))
            read[player(state, who).id] = value
        receipt = here.podium.desk.perform(here.actor, state.id, TypeTiebreaks(read))
        state, version = receipt.state, receipt.version
    rows = sorted(state.players.values(), key=lambda each: each.number)
    lines = [(each.name, figure(each.typed_tiebreak or "")) for each in rows]
    here.answer(typed_values_answer(state, version), table(("name", TYPED), lines, TYPED))


def _players(state: Tournament, who: tuple[str, ...]) -> tuple[PlayerId, ...]:
    return tuple(player(state, each).id for each in who)


def _order(here: Console, state: Tournament, players: tuple[PlayerId, ...], by: TieOrderedBy | None) -> None:
    receipt = here.podium.desk.perform(here.actor, state.id, OrderTie(players, by))
    _answer(here, receipt.state, receipt.version)


def _answer(here: Console, state: Tournament, version: int) -> None:
    places = shared_places(state)
    if not places:
        say(_("Nobody shares a place."))
    here.answer(ties_answer(state, version), "\n".join(map(_line, places)))


def _line(place: SharedPlace) -> str:
    names = "; ".join(row.player.name for row in place.rows)
    decided = order_text(place.order.by) if place.order else _("shared: all have place %(rank)s", rank=place.rank)
    line = _(
        "%(first)s to %(last)s: %(names)s (%(decided)s)",
        first=place.rank,
        last=place.last,
        names=names,
        decided=decided,
    )
    return _("%(section)s: %(places)s", section=place.section, places=line) if place.section else line
