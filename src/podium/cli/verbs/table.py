"""`podium table` and `podium ties`: the standings of a tournament, and what the tie-breaks leave open in them."""

from __future__ import annotations

from itertools import groupby

import click

from podium.app.desk import Seen
from podium.app.queries import part_of, refusals, standings
from podium.app.rounds.round_words import not_final
from podium.app.standings.answers import standing_row
from podium.app.standings.final_ranking import ranking_note, unused_ranks
from podium.app.standings.standings import order_text
from podium.app.standings.tally import rounds_after
from podium.app.standings.ties import SharedPlace, shared_places, ties_answer, typed_values_answer
from podium.app.story.story import is_final
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.app.words.numbers import decimal
from podium.cli.frame import Console, on_database, say, table
from podium.cli.naming import TOURNAMENT, on_tournament, player, tournament
from podium.cli.ranking import ranking_text
from podium.core.ids import PlayerId
from podium.flow.commands import OrderTie, TypeTiebreaks
from podium.flow.readers import tiebreak_codes
from podium.flow.rounds.kept_values import TieOrderedBy
from podium.flow.rounds.open_games import open_games
from podium.flow.state import Tournament
from podium.tiebreaks.catalogue import TYPED


@click.command("table")
@TOURNAMENT
@click.option("--after", type=int, metavar="ROUND", help="As they were after this round.")
@click.option("--tiebreak", "codes", multiple=True, metavar="CODE", help="By this instead; again for another.")
@click.option("--stage", type=int, metavar="STAGE", help="Those of this stage, of an event of stages.")
@on_database(acts=True)
def show_table(here: Console, named: str, after: int | None, codes: tuple[str, ...], stage: int | None) -> None:
    """Print the standings of TOURNAMENT, and where every half point came from."""
    chosen = tiebreak_codes("tiebreaks", codes) if codes else None
    seen = tournament(here, named)
    state, after = part_of(seen.state, stage, after)
    rows = standings(state, after, chosen)
    refused = () if codes else refusals(state)
    for refusal in refused:
        say(sentence(refusal))
    if note := ranking_note(state):
        say(note)
    if open_ended := not_final(state):
        say(_("The standings are %(note)s.", note=open_ended))
    sections = groupby(rows, key=lambda row: row.section)
    parts = [f"{name}\n{ranking_text(list(level))}".lstrip("\n") for name, level in sections]
    shown = {
        "standings": [standing_row(row) for row in rows],
        "unused_ranks": [player.id for player in unused_ranks(state)],
        "refused": [{"code": refusal.code, **refusal.facts} for refusal in refused],
        "final": is_final(state, after),
        "open_games": len(open_games(rounds_after(state, after))),
        "version": seen.version,
    }
    here.answer(shown, "\n\n".join(parts) or _("There are no players yet."))


PLAYERS = click.argument("who", metavar="PLAYER...", nargs=-1, required=True)


@click.group("ties")
def ties() -> None:
    """Decide who is ahead of players whom the tie-breaks leave level at the end."""


@ties.command("list")
@on_tournament
def list_(here: Console, seen: Seen) -> None:
    """Print the places that players of TOURNAMENT share, and what decided them."""
    _answer(here, seen.state, seen.version)


@ties.command("lots")
@on_tournament
@click.argument("who", metavar="[PLAYER...]", nargs=-1)
def lots(here: Console, seen: Seen, who: tuple[str, ...]) -> None:
    """Draw lots among PLAYER..., or among all who share a place. Drawn again, the lots are the same."""
    if who:
        _order(here, seen.state, _players(seen.state, who), TieOrderedBy.LOT)
        return
    for place in shared_places(seen.state):
        if place.order is None:
            command = OrderTie(place.players, TieOrderedBy.LOT)
            here.podium.desk.perform(here.actor, seen.state.id, command)
    after = here.podium.desk.see(here.actor, seen.state.id)
    _answer(here, after.state, after.version)


@ties.command("order")
@on_tournament
@PLAYERS
def order(here: Console, seen: Seen, who: tuple[str, ...]) -> None:
    """Put PLAYER..., who share a place, in this order: the best first."""
    _order(here, seen.state, _players(seen.state, who), TieOrderedBy.HAND)


@ties.command("share")
@on_tournament
@PLAYERS
def share(here: Console, seen: Seen, who: tuple[str, ...]) -> None:
    """Let PLAYER... share their place again."""
    _order(here, seen.state, _players(seen.state, who), None)


@ties.command("values")
@on_tournament
@click.argument("given", metavar="[PLAYER=VALUE...]", nargs=-1)
def values(here: Console, seen: Seen, given: tuple[str, ...]) -> None:
    """Type in the values of the tie-break EXT, which are computed elsewhere, and print all of them.

    PLAYER= takes a value away; who is not named keeps theirs.
    """
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
    lines = [(each.name, decimal(each.typed_tiebreak or "")) for each in rows]
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
