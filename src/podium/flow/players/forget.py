"""Forgetting a person: who it was goes from every event, what was played stays."""

from __future__ import annotations

from dataclasses import replace

from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.events import Event, PlayerForgotten, PlayersChanged, TournamentCreated
from podium.flow.players.numbers import OrderOfEquals, place_among_equals
from podium.flow.state import Tournament


def forgetting(state: Tournament, player: PlayerId) -> PlayerForgotten:
    """The event that forgets a player of the present, or one who is only in the history any more."""
    who = state.players.get(player)
    if who is None:
        return PlayerForgotten(player, None)
    equals = OrderOfEquals.from_settings(state.settings)
    if state.rounds:
        equals = replace(equals, language=None)  # rounds of earlier versions are numbered without one
    return PlayerForgotten(player, place_among_equals(who, state.in_section(who.section), equals))


def forgotten(event: Event, gone: PlayerForgotten) -> Event:
    """`event` as it is written once the person is forgotten; the same object where it says nothing of them.

    Folding events so rewritten leads to the state that evolving by `gone` does.
    """
    match event:
        case TournamentCreated() if (kept := event.kept.without(gone.player)) != event.kept:
            return replace(event, kept=kept)
        case PlayersChanged() if snapshots(event, gone.player):
            return replace(event, before=_without(event.before, gone), after=_without(event.after, gone))
        case PlayerForgotten() if event.player == gone.player:
            return gone
        case _:
            return event


def snapshots(event: Event, player: PlayerId) -> tuple[Player, ...]:
    """The player as an event knows them, before and after it."""
    if not isinstance(event, PlayersChanged):
        return ()
    return tuple(each for each in (*event.before, *event.after) if each.id == player)


def _without(players: tuple[Player, ...], gone: PlayerForgotten) -> tuple[Player, ...]:
    return tuple(each.anonymous(gone.place) if each.id == gone.player else each for each in players)
