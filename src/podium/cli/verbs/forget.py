"""`podium forget`: a person's data, removed for good."""

from __future__ import annotations

import click

from podium.app.words.language import _
from podium.cli.frame import Console, on_database, on_terminal
from podium.cli.naming import TOURNAMENT, player, tournament
from podium.core.errors import Invalid, Unknown
from podium.core.ids import PlayerId, TournamentId
from podium.core.player import Player
from podium.flow.commands import ForgetPlayer
from podium.flow.events import PlayersChanged
from podium.flow.state import Tournament


@click.command("forget")
@TOURNAMENT
@click.argument("who", metavar="PLAYER")
@click.option("--yes", is_flag=True, help="Do not ask.")
@on_database(acts=True)
def verb(here: Console, named: str, who: str, yes: bool) -> None:
    """Remove the personal data of PLAYER from TOURNAMENT and its whole history. Nothing brings them back.

    Games, results, rating and title stay. A deleted tournament is named by its id; a player who was removed, by id or
    the whole name.
    """
    state = _state(here, named)
    meant = _person(here, state, who)
    if not yes:
        if not on_terminal():
            raise click.UsageError(_("This cannot be undone: say --yes."))
        question = _(
            "Remove the personal data of %(name)s from %(tournament)s, for good?",
            name=meant.name,
            tournament=state.settings.name,
        )
        click.confirm(question, abort=True, err=True)
    receipt = here.perform(state.id, ForgetPlayer(meant.id))
    called = meant.anonymous(None).name
    shown = {"id": meant.id, "name": called, "version": receipt.version, "written": receipt.written}
    text = _("The personal data are removed: the player is called %(name)s from now on.", name=called)
    here.answer(shown, text if receipt.written else _("Nothing personal is known of %(name)s.", name=called))


def _state(here: Console, named: str) -> Tournament:
    """The tournament that `named` means; the operator may name a deleted one by its id."""
    try:
        return tournament(here, named).state
    except Unknown:
        state = here.podium.journal.head(TournamentId(named)).state if here.actor.operator else None
        if state is None:
            raise
        return state


def _person(here: Console, state: Tournament, who: str) -> Player:
    """The player that `who` means: one of the list, or one whom only the history knows."""
    try:
        return player(state, who)
    except Unknown:
        former = {id: found for id, found in _ever(here, state).items() if who in (id, found.name)}
        if not former:
            raise
    if len(former) > 1:
        raise Invalid("several-match", kind="player", value=who, allowed=list(former))
    return next(iter(former.values()))


def _ever(here: Console, state: Tournament) -> dict[PlayerId, Player]:
    """Everybody who was ever in the list and is no more, as they were last known."""
    with here.podium.journal.past(state.id) as past:
        told = [event for events in past.events_by_version().values() for event in events]
    changes = (event for event in told if isinstance(event, PlayersChanged))
    known = {each.id: each for event in changes for each in (*event.before, *event.after)}
    return {id: each for id, each in known.items() if id not in state.players}
