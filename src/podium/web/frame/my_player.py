"""The player that somebody follows in an event: by the link they came by, or chosen on this device.

Where scripts run, the choice is kept by the browser (`static/public.js`) and the server is not told: such pages are the
same for everybody. Without scripts it is a cookie of the event's own address, so that each event has one of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.desk import Seen
from podium.app.event.progress import current_round
from podium.app.players.card import CardLine
from podium.app.players.player_now import line_text
from podium.app.profiles.registry import profile_of
from podium.app.queries import card
from podium.app.rounds.table_calls import table_places
from podium.app.standings.certain_places import certain_text
from podium.app.words import counts
from podium.app.words.language import _
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.points import Points
from podium.flow.state import Tournament
from podium.web.formats.protocol import Addresses
from podium.web.formats.registry import pages_of
from podium.web.frame.visit import Visit

LASTS = 60 * 60 * 24 * 120
"""Seconds for which a device remembers who somebody is: longer than any event."""


@dataclass(frozen=True, slots=True)
class MyPlayer:
    """What the pages of an event say of the player one follows: what they do now, and how they stand."""

    player: Player
    event: str
    """The address of the event."""
    now: str
    round_url: str
    standing: str
    certain: str
    """What is certain of the place, or what it takes, in the last rounds."""
    own: bool
    """Whether it is the one that the link was made for, who cannot be changed."""


def my_player(visit: Visit, seen: Seen) -> PlayerId | None:
    """The player that the visitor follows, as far as the server knows."""
    if seen.player is not None:
        return seen.player
    chosen = PlayerId(visit.my_player)
    return chosen if chosen in seen.state.players else None


def my_player_line(seen: Seen, player: PlayerId, url: str) -> MyPlayer:
    """What to say of `player` at the round being played; where rounds run side by side, at the latest of the player.

    Raises Unknown where there is no such player.
    """
    state = seen.state
    held, here, pages, profile = card(state, player), current_round(state), pages_of(state), profile_of(state.settings)
    line = next((each for each in reversed(held.lines) if here is None or each.round == here.number), None)
    about, place = state.players[player], held.standing
    has_place = bool(state.rounds) and place.placed
    if about.withdrawn:
        text = _("expelled") if about.expelled else _("withdrawn")
    elif line is None:
        text = _("No round is paired yet")
    else:
        table = table_places(state).get(line.pairing) if line.pairing else None
        what = line_text(line, counts_points=pages.traits.counts_points, place=table, ratings=profile.ratings)
        text = _("%(round)s: %(what)s", round=pages.round_name(state, line.round), what=what)
    return MyPlayer(
        about,
        event=url,
        now=text,
        round_url=_round_url(pages_of(state, line.round if line else None).addresses, url, player, line),
        standing=_standing(state, place.rank, place.points) if has_place else "",
        certain=certain_text(state, player),
        own=seen.player == player,
    )


def _round_url(addresses: Addresses, url: str, player: PlayerId, line: CardLine | None) -> str:
    """The board of a round or, where the player has none, the player's own page."""
    if line is None or line.board is None:
        return f"{url}/players/{player}"
    address = addresses.of_round(url, line.round)
    return f"{address}{'&' if '?' in address else '?'}find={player}#board-{line.board}"


def _standing(state: Tournament, rank: int, points: Points) -> str:
    if not pages_of(state).traits.counts_points:
        return _("rank %(rank)s", rank=rank)
    return _("rank %(rank)s, %(score)s", rank=rank, score=counts.points(points))
