"""What players' devices say during live games, for arbiters alone: facts, and no verdict on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import Struct

from podium.app.access import Actor, Role
from podium.app.live.game_page_words import clock_text
from podium.app.server.steady_clock import iso
from podium.app.words.language import _, ngettext
from podium.app.words.phrases import enumeration
from podium.chess import BLACK, WHITE, Colour
from podium.core.errors import Forbidden
from podium.core.ids import PairingId, PlayerId
from podium.flow.readers import whole_number
from podium.games.clock import not_running
from podium.games.commands import DeclareResult, PlayMove
from podium.games.state import LiveGame

if TYPE_CHECKING:  # the desk knows the registry, which keeps what is said here
    from podium.app.desk import Desk, SeenGame

LONGEST_AWAY = 86_400_000
"""Milliseconds: a day."""


@dataclass(frozen=True, slots=True)
class Device:
    """A browser that is signed in as a player, by what it calls itself, and since when (ISO)."""

    player: PlayerId
    agent: str
    since: str


@dataclass(frozen=True, slots=True)
class WindowChange:
    """A player left the window of a game at a time, for so many milliseconds; as the player's own device says."""

    game: PairingId
    player: PlayerId
    at: int
    away: int


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """What is known of the devices of one player of a game."""

    devices: tuple[Device, ...] = ()
    changes: tuple[WindowChange, ...] = ()

    @property
    def text(self) -> str:
        """What an arbiter might want to look at, in a few words: several devices, windows left; mostly nothing."""
        said, several, left = list[str](), len(self.devices), len(self.changes)
        if several > 1:
            said.append(ngettext("%(num)s device", "%(num)s devices", several))
        if left:
            away = clock_text(sum(each.away for each in self.changes))
            said.append(
                ngettext("window left once (%(time)s)", "window left %(num)s times (%(time)s)", left, time=away)
            )
        return enumeration(said)


Facts = Mapping[tuple[PairingId, Colour], PlayerFacts]
"""What is known of the players of games."""


def facts_of(desk: Desk, seen: Sequence[SeenGame]) -> Facts:
    """What is known of the players of these games of one tournament, for who may know it; nothing for anybody else."""
    if not seen or seen[0].tournament.role < Role.ARBITER:
        return {}
    tournament, games = seen[0].tournament.state.id, [each.game for each in seen]
    devices = desk.registry.devices(tournament)
    changes = desk.registry.window_changes(tournament, [game.id for game in games])
    return {(game.id, colour): _facts(game, colour, devices, changes) for game in games for colour in Colour}


def _facts(game: LiveGame, colour: Colour, devices: Iterable[Device], changes: Iterable[WindowChange]) -> PlayerFacts:
    player = game.player(colour)
    return PlayerFacts(
        tuple(each for each in devices if each.player == player),
        tuple(each for each in changes if (each.game, each.player) == (game.id, player)),
    )


def note_window_change(desk: Desk, actor: Actor, id: PairingId, away: int) -> None:
    """Keep what the device of a player says: that the window of the game was left, for so many milliseconds until now.

    Raises Forbidden for anybody else, Invalid, and Refused unless the game was played when that began.
    """
    seen = desk.see_game(actor, id)
    game, colour = seen.game, seen.colour
    if colour is None:
        raise Forbidden(PlayMove.__name__)
    whole_number(1, LONGEST_AWAY)("ms", away)
    over = game.end is not None and game.end.at < seen.now - away
    if game.started_at is None or game.imported or over:
        raise not_running(game)
    desk.registry.note_window_change(game.tournament, id, game.player(colour), away)


class DeviceRow(Struct):
    """What a browser calls itself, and since when it is signed in by a link of the player."""

    agent: str
    since: str


class AwayRow(Struct):
    """When the window of the game was left, and for how many milliseconds."""

    at: str
    ms: int


class PlayerDevices(Struct):
    """The browsers of one player, and when they left the window of the game."""

    id: str
    devices: list[DeviceRow]
    away: list[AwayRow]


class DevicesAnswer(Struct):
    """What the devices of both players say: facts for an arbiter, and no verdict."""

    white: PlayerDevices
    black: PlayerDevices


def devices_answer(desk: Desk, actor: Actor, id: PairingId) -> DevicesAnswer:
    """The answer about a game; raises Forbidden for whoever is no arbiter."""
    seen = desk.see_game(actor, id)
    if seen.tournament.role < Role.ARBITER:
        raise Forbidden(DeclareResult.__name__)
    facts = facts_of(desk, [seen])
    return DevicesAnswer(*(_row(seen.game.player(colour), facts[id, colour]) for colour in (WHITE, BLACK)))


def _row(player: PlayerId, facts: PlayerFacts) -> PlayerDevices:
    devices = [DeviceRow(each.agent, each.since) for each in facts.devices]
    return PlayerDevices(player, devices, [AwayRow(iso(each.at), each.away) for each in facts.changes])


def change_text(game: LiveGame, change: WindowChange) -> str:
    """One change of window in words: when, for how long, and in which move of the game."""
    number = 1 + sum(each.at <= change.at for each in game.times) // 2
    time, away = iso(change.at)[11:19], clock_text(change.away)
    return _("%(time)s UTC, for %(away)s, in move %(number)s", time=time, away=away, number=number)
