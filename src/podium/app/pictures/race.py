"""Points and places from round to round, the leaders in colours.

Lines at the same score run beside one another, as on the map of an underground, so that none is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from podium.app.pictures.svg import (
    WIDTH,
    Caption,
    Highlights,
    Label,
    drawing,
    end_labels,
    line,
    number,
    polyline,
    safe,
    text,
)
from podium.app.story.race import Race
from podium.app.words.numbers import figure
from podium.core.ids import PlayerId
from podium.core.points import UNIT, Points

HEIGHT = 300
LEFT, RIGHT, TOP, BOTTOM = 32, 158, 28, 36
BESIDE = 3.0  # between two lines at the same score
MOST_TICKS = 9
UPPER = 20  # places that have their full height in a large field; all below them share a quarter of the picture
MOST_GREY = 40  # lines of others, beyond which nobody could tell them apart
Spot = tuple[float, float]
Place = Callable[[int, float], Spot]


def points_picture(
    race: Race, highlights: Highlights, caption: Caption, axes: tuple[str, str], *, alone: bool = False
) -> str:
    """The points after each round as SVG; `axes` are what stands along rounds and points."""
    shown = race.lines_of(highlights.players)
    ways = {entry.player.id: (Points(0), *entry.points) for entry in race.lines}
    most = max((way[-1].units for way in ways.values()), default=0) or UNIT
    lowest = min((min(point.units for point in way) for way in ways.values()), default=0)

    def at(round: int, units: float) -> Spot:
        x = LEFT + (WIDTH - LEFT - RIGHT) * round / max(len(race.rounds), 1)
        return x, TOP + (HEIGHT - TOP - BOTTOM) * (most - units) / (most - lowest)

    step = UNIT * ((most - lowest) // (UNIT * (MOST_TICKS + 1)) + 1)
    ticks = ((at(0, units)[1], units // UNIT) for units in range(0, most + 1, step))
    parts = [*_scale(ticks, race.rounds, [at(place, 0)[0] for place in range(1, len(race.rounds) + 1)], axes)]
    parts.append(_shared_stretches((way for player, way in ways.items() if player not in highlights.players), at))
    lines, labels = {}, {}
    for place, entry in enumerate(shown):
        shift = (place - (len(shown) - 1) / 2) * BESIDE
        spots = (at(round, points.units) for round, points in enumerate(ways[entry.player.id]))
        lines[entry.player.id] = [(x, y + (shift if round else 0)) for round, (x, y) in enumerate(spots)]
        labels[entry.player.id] = f"{figure(entry.points[-1])} {entry.player.name}"
    parts += _highlighted(lines, labels, highlights, slice(-1, None))
    return drawing(caption, (WIDTH, HEIGHT), parts, alone=alone)


def places_picture(
    race: Race, highlights: Highlights, caption: Caption, axes: tuple[str, str], *, alone: bool = False
) -> str:
    """The places after each round as SVG; `axes` are what stands along rounds and places."""
    rounds, last = len(race.rounds), len(race.lines)
    across = [LEFT + (WIDTH - LEFT - RIGHT) * (at / (rounds - 1) if rounds > 1 else 1) for at in range(rounds)]

    def down(place: int) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * share(place, last)

    ways = {entry.player.id: [*zip(across, map(down, entry.places), strict=True)] for entry in race.lines}
    parts = []
    if last > 2 * UPPER:
        top = down(UPPER)
        parts.append(
            f'<rect class="band" x="{LEFT}" y="{number(top)}" width="{WIDTH - LEFT - RIGHT}" '
            f'height="{number(HEIGHT - BOTTOM - top)}"/>'
        )
    ticks = ((down(place), place) for place in _ticks(last))
    parts += _scale(ticks, race.rounds, across, axes)
    grey = [way for player, way in ways.items() if player not in highlights.players][:MOST_GREY]
    parts.append(f'<path class="others" d="{"".join(map(polyline, grey))}"/>')
    labels = {entry.player.id: f"{entry.rank} {entry.player.name}" for entry in race.lines}
    parts += _highlighted(ways, labels, highlights, slice(None))
    return drawing(caption, (WIDTH, HEIGHT), parts, alone=alone)


def odds_picture(
    ways: Mapping[PlayerId, Sequence[float]],
    names: Mapping[PlayerId, str],
    highlights: Highlights,
    caption: Caption,
    axes: tuple[str, str],
    *,
    alone: bool = False,
) -> str:
    """How likely each was to win, from 0 to 1, before round 1 and after each as SVG; the others in grey."""
    rounds = range(max(map(len, ways.values())))

    def at(round: int, chance: float) -> Spot:
        x = LEFT + (WIDTH - LEFT - RIGHT) * round / max(len(rounds) - 1, 1)
        return x, TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)

    lines = {player: [at(round, chance) for round, chance in enumerate(way)] for player, way in ways.items()}
    ticks = ((at(0, tick / 100)[1], tick) for tick in range(0, 101, 20))
    grey = [way for player, way in lines.items() if player not in highlights.players][:MOST_GREY]
    parts = [*_scale(ticks, rounds, [at(round, 0)[0] for round in rounds], axes)]
    parts.append(f'<path class="others" d="{"".join(map(polyline, grey))}"/>')
    parts += _highlighted(lines, names, highlights, slice(None))
    return drawing(caption, (WIDTH, HEIGHT), parts, alone=alone)


def share(place: int, last: int) -> float:
    """How far down a place is, from 0 for the first to 1 for the last; a large field is denser at the end.

    >>> share(1, 9), share(9, 9), share(20, 500), share(500, 500), share(1, 1)
    (0.0, 1.0, 0.75, 1.0, 0.0)
    """
    if last <= 2 * UPPER:
        return (place - 1) / (last - 1) if last > 1 else 0.0
    if place <= UPPER:
        return 0.75 * (place - 1) / (UPPER - 1)
    return 0.75 + 0.25 * (place - UPPER) / (last - UPPER)


def _scale(
    ticks: Iterable[tuple[float, int]], rounds: Sequence[int], across: Sequence[float], axes: tuple[str, str]
) -> Iterator[str]:
    """The grid with its figures, and what they mean."""
    for y, value in ticks:
        yield line(LEFT, y, WIDTH - RIGHT, y, "rule")
        yield text(LEFT - 8, y + 4, value, "axis", "end")
    every = len(rounds) // 12 + 1
    for place, (x, round) in enumerate(zip(across, rounds, strict=True), start=1):
        if place % every == 0 or place == len(rounds):
            yield text(x, HEIGHT - BOTTOM + 18, round, "axis", "middle")
    yield text(LEFT, HEIGHT - 4, axes[0], "axis")
    yield text(4, TOP - 16, axes[1], "axis")


def _highlighted(
    lines: Mapping[PlayerId, Sequence[Spot]], labels: Mapping[PlayerId, str], highlights: Highlights, dotted: slice
) -> Iterator[str]:
    """The lines in colours with dots at the spots `dotted`, and the labels at their ends."""
    ends = []
    for player in highlights.players:
        spots, look = lines[player], highlights.look(player)
        yield f'<path class="line {look}" data-player="{safe(player)}" d="{polyline(spots)}"/>'
        yield from (f'<circle class="end {look}" cx="{number(x)}" cy="{number(y)}" r="3.5"/>' for x, y in spots[dotted])
        ends.append(Label(spots[-1][1], labels[player], "mine" if player == highlights.own else ""))
    yield from end_labels(ends, WIDTH - RIGHT + 6, WIDTH, (TOP, HEIGHT - BOTTOM))


def _shared_stretches(ways: Iterable[Sequence[Points]], at: Place) -> str:
    """The lines of all others; a stretch that many have in common is drawn once."""
    stretches = sorted(
        {(round, way[round].units, way[round + 1].units) for way in ways for round in range(len(way) - 1)}
    )
    drawn = (polyline((at(round, before), at(round + 1, after))) for round, before, after in stretches)
    return f'<path class="others" d="{"".join(drawn)}"/>'


def _ticks(last: int) -> list[int]:
    if last <= 12:
        return list(range(1, last + 1))
    if last <= 2 * UPPER:
        return [1, *range(5, last, 5), last]
    return [1, 5, 10, 15, UPPER, last]
