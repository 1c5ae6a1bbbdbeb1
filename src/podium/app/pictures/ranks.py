"""The places from round to round: who rose, who fell, the leaders in colours."""

from __future__ import annotations

from collections.abc import Iterator

from podium.app.pictures.highlights import Highlights
from podium.app.pictures.lettering import end_labels
from podium.app.pictures.svg import WIDTH, Caption, Label, drawing, line, number, polyline, safe, text
from podium.app.story.race import Race

HEIGHT = 300
LEFT, RIGHT, TOP, BOTTOM = 32, 158, 28, 36
UPPER = 20  # places that have their full height in a large field; all below them share a quarter of the picture
MOST_GREY = 40  # lines of others, beyond which nobody could tell them apart


def picture(race: Race, highlights: Highlights, caption: Caption, axes: tuple[str, str], *, alone: bool = False) -> str:
    """The places as SVG; `axes` are what stands along rounds and places."""
    rounds, last = len(race.rounds), len(race.lines)

    def at(round: int, place: int) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * (round / (rounds - 1) if rounds > 1 else 1)
        return x, TOP + (HEIGHT - TOP - BOTTOM) * share(place, last)

    parts = [*_scale(race, axes)]
    grey = [entry for entry in race.lines if entry.player.id not in highlights.players][:MOST_GREY]
    drawn = (polyline([at(round, place) for round, place in enumerate(entry.places)]) for entry in grey)
    parts.append(f'<path class="others" d="{"".join(drawn)}"/>')
    labels = []
    for player in highlights.players:
        entry = next(each for each in race.lines if each.player.id == player)
        points = [at(round, place) for round, place in enumerate(entry.places)]
        look = highlights.look(player)
        parts.append(f'<path class="line {look}" data-player="{safe(player)}" d="{polyline(points)}"/>')
        parts += (f'<circle class="end {look}" cx="{number(x)}" cy="{number(y)}" r="3.5"/>' for x, y in points)
        labels.append(
            Label(points[-1][1], f"{entry.rank} {entry.player.name}", "mine" if player == highlights.own else "")
        )
    parts += end_labels(labels, WIDTH - RIGHT + 6, WIDTH, (TOP, HEIGHT - BOTTOM))
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


def _scale(race: Race, axes: tuple[str, str]) -> Iterator[str]:
    last = len(race.lines)
    if last > 2 * UPPER:
        top = TOP + (HEIGHT - TOP - BOTTOM) * share(UPPER, last)
        yield (
            f'<rect class="band" x="{LEFT}" y="{number(top)}" width="{WIDTH - LEFT - RIGHT}" '
            f'height="{number(HEIGHT - BOTTOM - top)}"/>'
        )
    for place in _ticks(last):
        y = TOP + (HEIGHT - TOP - BOTTOM) * share(place, last)
        yield line(LEFT, y, WIDTH - RIGHT, y, "rule")
        yield text(LEFT - 8, y + 4, place, "axis", "end")
    every = len(race.rounds) // 12 + 1
    width = WIDTH - LEFT - RIGHT
    for at, round in enumerate(race.rounds):
        if (at + 1) % every == 0 or at + 1 == len(race.rounds):
            x = LEFT + width * (at / (len(race.rounds) - 1) if len(race.rounds) > 1 else 1)
            yield text(x, HEIGHT - BOTTOM + 18, round, "axis", "middle")
    yield text(LEFT, HEIGHT - 4, axes[0], "axis")
    yield text(4, TOP - 16, axes[1], "axis")


def _ticks(last: int) -> list[int]:
    if last <= 12:
        return list(range(1, last + 1))
    if last <= 2 * UPPER:
        return [1, *range(5, last, 5), last]
    return [1, 5, 10, 15, UPPER, last]
