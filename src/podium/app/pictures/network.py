"""Who played with whom: everybody on a circle, a line for each team, solid and green where it won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, degrees, pi, sin

from podium.app.pictures.svg import WIDTH, Caption, Highlights, drawing, joined, number, safe, short
from podium.app.story.meetings import Partnership
from podium.core.ids import PlayerId
from podium.core.player import Player

SIDE = 460
RADIUS = 130
ROOM = 92  # for a name
ALL_NAMED = 36  # players up to whom everybody has a name and a colour
Spots = Mapping[PlayerId, tuple[float, float, float]]


def picture(
    players: Sequence[Player],
    teams: Sequence[Partnership],
    highlights: Highlights,
    caption: Caption,
    *,
    alone: bool = False,
) -> str:
    """The teams as SVG, the players in the order of the standings, the first on top, clockwise."""
    named = [player for player in players if len(players) <= ALL_NAMED or player.id in highlights.players]
    chosen = {player.id for player in named}
    spots: dict[PlayerId, tuple[float, float, float]] = {}
    for at, player in enumerate(players):
        angle = 2 * pi * at / max(len(players), 1) - pi / 2
        spots[player.id] = (WIDTH / 2 + RADIUS * cos(angle), SIDE / 2 + RADIUS * sin(angle), angle)
    names = {player.id: player.name for player in players}
    parts = [*_lines(teams, chosen, spots, names)]
    parts += (
        f'<circle class="dot{" own" if player.id == highlights.own else ""}" data-player="{safe(player.id)}" '
        f'cx="{number(spots[player.id][0])}" cy="{number(spots[player.id][1])}" r="{4 if player.id in chosen else 2}"/>'
        for player in players
    )
    parts += (_name(player, spots[player.id], player.id == highlights.own) for player in named)
    return drawing(caption, (WIDTH, SIDE), parts, alone=alone)


def _lines(
    teams: Sequence[Partnership], chosen: set[PlayerId], spots: Spots, names: Mapping[PlayerId, str]
) -> Iterator[str]:
    """A line for each team, bent towards the middle; those of nobody who is named are grey and lie below."""
    there = [team for team in teams if all(player in spots for player in team.players)]
    for team in sorted(there, key=lambda each: (not chosen.isdisjoint(each.players), each.won)):
        (x1, y1, _a), (x2, y2, _b) = (spots[player] for player in team.players)
        bend = f"{number((x1 + x2 + WIDTH / 2) / 3)} {number((y1 + y2 + SIDE / 2) / 3)}"
        kind = "faint" if chosen.isdisjoint(team.players) else "won" if team.won else "lost"
        said = f"{team.round}: {names[team.players[0]]}, {names[team.players[1]]}"
        yield (
            f'<path class="{kind}" d="M{number(x1)} {number(y1)}Q{bend} {number(x2)} {number(y2)}">'
            f"<title>{safe(said)}</title></path>"
        )


def _name(player: Player, spot: tuple[float, float, float], own: bool) -> str:
    x, y, angle = spot
    turn = degrees(angle)
    flipped = cos(angle) < -1e-9
    away = RADIUS + 10
    x, y = WIDTH / 2 + away * cos(angle), SIDE / 2 + away * sin(angle)
    anchor = ' text-anchor="end"' if flipped else ""
    kind = joined("label", "mine" if own else "")
    return (
        f'<text class="{kind}" x="{number(x)}" y="{number(y)}" dy="4"{anchor} '
        f'transform="rotate({number(turn - 180 if flipped else turn)} {number(x)} {number(y)})">'
        f"{safe(short(player.name, ROOM))}</text>"
    )
