"""The score race: everybody's points from round to round, the leaders in colours.

Lines at the same score run beside one another, as on the map of an underground, so that none is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from podium.app.pictures.highlights import Highlights
from podium.app.pictures.lettering import end_labels
from podium.app.pictures.svg import WIDTH, Caption, Label, drawing, line, number, polyline, safe, text
from podium.app.story.race import Race
from podium.app.words.numbers import figure
from podium.core.points import UNIT, Points

HEIGHT = 300
LEFT, RIGHT, TOP, BOTTOM = 32, 158, 28, 36
BESIDE = 3.0  # between two lines at the same score
MOST_TICKS = 9
Way = tuple[Points, ...]
Place = Callable[[int, float], tuple[float, float]]


def picture(race: Race, highlights: Highlights, caption: Caption, axes: tuple[str, str], *, alone: bool = False) -> str:
    """The race as SVG; `axes` are what stands along rounds and points."""
    shown = race.of(highlights.players)
    ways = {entry.player.id: (Points(0), *entry.points) for entry in race.lines}
    most = max((way[-1].units for way in ways.values()), default=0) or UNIT
    lowest = min((min(point.units for point in way) for way in ways.values()), default=0)

    def at(round: int, units: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * round / max(len(race.rounds), 1)
        return x, TOP + (HEIGHT - TOP - BOTTOM) * (most - units) / (most - lowest)

    parts = [*_scale(race, (lowest, most), at, axes)]
    parts.append(_background((way for player, way in ways.items() if player not in highlights.players), at))
    shifts = {entry.player.id: (place - (len(shown) - 1) / 2) * BESIDE for place, entry in enumerate(shown)}
    labels = []
    for player in highlights.players:
        entry = next(each for each in shown if each.player.id == player)
        points = [at(round, units.units) for round, units in enumerate(ways[player])]
        points = [(x, y + (shifts[player] if round else 0)) for round, (x, y) in enumerate(points)]
        look = highlights.look(player)
        parts.append(f'<path class="line {look}" data-player="{safe(player)}" d="{polyline(points)}"/>')
        x, y = points[-1]
        parts.append(f'<circle class="end {look}" cx="{number(x)}" cy="{number(y)}" r="3.5"/>')
        own = "mine" if player == highlights.own else ""
        labels.append(Label(y, f"{figure(entry.points[-1])} {entry.player.name}", own))
    parts += end_labels(labels, WIDTH - RIGHT + 6, WIDTH, (TOP, HEIGHT - BOTTOM))
    return drawing(caption, (WIDTH, HEIGHT), parts, alone=alone)


def _scale(race: Race, units: tuple[int, int], at: Place, axes: tuple[str, str]) -> Iterator[str]:
    """The grid with its figures, and what they mean."""
    step = UNIT * ((units[1] - units[0]) // (UNIT * (MOST_TICKS + 1)) + 1)
    for each in range(0, units[1] + 1, step):
        y = at(0, each)[1]
        yield line(LEFT, y, WIDTH - RIGHT, y, "rule")
        yield text(LEFT - 8, y + 4, each // UNIT, "axis", "end")
    every = len(race.rounds) // 12 + 1
    for place, number_of_round in enumerate(race.rounds, start=1):
        if place % every == 0 or place == len(race.rounds):
            yield text(at(place, 0)[0], HEIGHT - BOTTOM + 18, number_of_round, "axis", "middle")
    yield text(LEFT, HEIGHT - 4, axes[0], "axis")
    yield text(4, TOP - 16, axes[1], "axis")


def _background(ways: Iterable[Way], at: Place) -> str:
    """The lines of all others; a stretch that many have in common is drawn once."""
    stretches = sorted(
        {(round, way[round].units, way[round + 1].units) for way in ways for round in range(len(way) - 1)}
    )
    drawn = (polyline((at(round, before), at(round + 1, after))) for round, before, after in stretches)
    return f'<path class="others" d="{"".join(drawn)}"/>'
