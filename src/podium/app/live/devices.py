"""What players' devices say during live games, for arbiters alone: facts, and no verdict on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median_high
from typing import TYPE_CHECKING

from msgspec import Struct

from podium.app.access import Actor, Role
from podium.app.accounts.words import browser_name
from podium.app.live.game_page_words import clock_text
from podium.app.server.steady_clock import milliseconds
from podium.app.words.language import _, ngettext
from podium.app.words.phrases import enumeration
from podium.chess import BLACK, WHITE
from podium.core.days import time_of
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


class Device(Struct):
    """What a browser calls itself, and since when it is signed in by a link of the player."""

    agent: str
    since: str


class WindowLeft(Struct):
    """When a player left the window of the game, as the device says, and for how many milliseconds."""

    at: str
    ms: int


class PlayerDevices(Struct):
    """The browsers of one player, and when they left the window of the game."""

    id: PlayerId
    devices: list[Device]
    away: list[WindowLeft]

    @property
    def notable(self) -> str:
        """What an arbiter might want to look at, in a few words: several devices, windows left; mostly nothing."""
        said, several, left = list[str](), len(self.devices), len(self.away)
        if several > 1:
            said.append(ngettext("%(num)s device", "%(num)s devices", several))
        if left:
            away = clock_text(sum(each.ms for each in self.away))
            said.append(
                ngettext("window left once (%(time)s)", "window left %(num)s times (%(time)s)", left, time=away)
            )
        return enumeration(said)

    def sentences(self, game: LiveGame) -> list[str]:
        """Each browser, and each change of window with the move it came in."""
        said = [
            _("%(browser)s, since %(time)s UTC", browser=browser_name(each.agent), time=each.since[11:16])
            for each in self.devices
        ]
        for each in self.away:
            number = 1 + sum(time.at <= milliseconds(time_of(each.at)) for time in game.times) // 2
            time, away = each.at[11:19], clock_text(each.ms)
            said.append(
                _("Window left: %(time)s UTC, %(away)s, in move %(number)s", time=time, away=away, number=number)
            )
        return said

    def time_for_moves(self, game: LiveGame) -> str:
        """How long the player took for the moves but the first of the game, nothing before there are some."""
        own = [ply for ply in range(1, game.ply) if (game.ply - ply) % 2 == (game.colour_of(self.id) is not game.turn)]
        limits = [game.times[ply - 2].clock if ply > 1 else None for ply in own]
        spent = [game.times[ply].at - game.times[ply - 1].at for ply in own]
        taken = sorted(ms if limit is None else min(ms, limit) for ms, limit in zip(spent, limits, strict=True))
        if not taken or game.imported:
            return ""
        least, middle, most = (clock_text(each) for each in (taken[0], median_high(taken), taken[-1]))
        return _(
            "Time for a move: %(least)s to %(most)s, half of them %(middle)s or more",
            least=least,
            most=most,
            middle=middle,
        )


class DevicesAnswer(Struct):
    """What the devices of both players say: facts for an arbiter, and no verdict."""

    white: PlayerDevices
    black: PlayerDevices


def devices_of_games(desk: Desk, seen: Sequence[SeenGame]) -> Mapping[PairingId, DevicesAnswer]:
    """What is known about these games of one tournament, for arbiters; nothing for anybody else."""
    if not seen or seen[0].tournament.role < Role.ARBITER:
        return {}
    event, games = seen[0].tournament.state.id, [each.game for each in seen]
    devices, left = desk.registry.devices(event), desk.registry.windows_left(event, [game.id for game in games])

    def known(game: LiveGame) -> DevicesAnswer:
        players = [game.player(colour) for colour in (WHITE, BLACK)]
        return DevicesAnswer(
            *(PlayerDevices(each, devices.get(each, []), left.get((game.id, each), [])) for each in players)
        )

    return {game.id: known(game) for game in games}


def devices_of_game(desk: Desk, actor: Actor, id: PairingId) -> DevicesAnswer:
    """The same about one game; raises Forbidden for all but arbiters."""
    known = devices_of_games(desk, [desk.see_game(actor, id)])
    if id not in known:
        raise Forbidden(DeclareResult.__name__)
    return known[id]


def note_window_left(desk: Desk, actor: Actor, id: PairingId, ms: int) -> None:
    """Keep what the device of a player says: that the window of the game was left for so long, until now.

    Raises Forbidden for anybody else, Invalid, and Refused unless the game was played when that began.
    """
    seen = desk.see_game(actor, id)
    game, colour = seen.game, seen.colour
    if colour is None:
        raise Forbidden(PlayMove.__name__)
    whole_number(1, LONGEST_AWAY)("ms", ms)
    over = seen.tournament.state.archived or (game.end is not None and game.end.at < seen.now - ms)
    if game.started_at is None or game.imported or over:
        raise not_running(game)
    desk.registry.note_window_left(game.tournament, id, game.player(colour), ms)
