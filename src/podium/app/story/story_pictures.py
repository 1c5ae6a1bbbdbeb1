"""The pictures of a story: those that make sense in the format and have something to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from podium.app.formats.story import Chapter
from podium.app.pictures import bracket, colours, crosstable, network, performance, race, ranks, upsets
from podium.app.pictures.highlights import Highlights
from podium.app.pictures.svg import Caption
from podium.app.story import tables
from podium.app.story.grid import Grid, grid, has_seats
from podium.app.story.meetings import partnerships
from podium.app.story.performance import outliers, performances
from podium.app.story.story import Story
from podium.app.story.tables import Table
from podium.app.story.words import names_of, upset_line
from podium.app.words.language import N_, _
from podium.core.errors import Unknown
from podium.core.ids import PlayerId
from podium.flow.formats.knockout import bracket_of

TITLES: Mapping[str, str] = {
    "race": N_("Score race"),
    "ranks": N_("Places by round"),
    "crosstable": N_("Results at a glance"),
    "bracket": N_("The last rounds of the bracket"),
    "performance": N_("Performance against rating"),
    "upsets": N_("Biggest upsets"),
    "network": N_("Who played with whom"),
    "colours": N_("Colours"),
}
DESCRIPTIONS: Mapping[str, str] = {
    "race": N_("Points after each round; the best in colours, all others in grey. First: %(name)s."),
    "ranks": N_("The place of the best after each round; the first is on top. First at the end: %(name)s."),
    "crosstable": N_(
        "A row for each player, the best first, and a column for each round. Green cells are wins, red ones losses, "
        "the others draws; the figure is the opponent’s place, the corner has the colour of the pieces."
    ),
    "crosstable-square": N_(
        "Everybody against everybody, the best first. Green cells are wins, red ones losses, the others draws; the "
        "corner has the colour of the pieces."
    ),
    "crosstable-teams": N_(
        "A row for each player, the best first, and a column for each round. Green cells are wins, red ones losses; "
        "the figure is the partner’s place."
    ),
    "bracket": N_("Who met whom, and who went on."),
    "performance": N_(
        "A dot for each rated player. Above the dashed line are those who played better than their rating, most of all "
        "%(name)s; below it those who played worse."
    ),
    "upsets": N_("Wins against the higher rated, by the difference of the ratings. The largest: %(name)s."),
    "network": N_(
        "Everybody on a circle, the best on top, clockwise. Solid lines are teams that won, dashed ones lost."
    ),
    "colours": N_("A white or black square for each game that was played, and how many of each."),
}
AXES: Mapping[str, tuple[str, str]] = {
    "race": (N_("Round"), N_("Points")),
    "ranks": (N_("Round"), N_("Place")),
    "performance": (N_("Rating"), N_("Performance")),
}


def caption(picture: str, name: str = "", *, look: str = "") -> Caption:
    """Name, title and description of a picture; `name` is whom or what it tells of most, `look` a variant of it."""
    text = DESCRIPTIONS[f"{picture}-{look}" if look else picture]
    return Caption(picture, _(TITLES[picture]), _(text, name=name) if name else _(text))


def axes(picture: str) -> tuple[str, str]:
    """What stands along the two axes of a picture."""
    across, up = AXES[picture]
    return _(across), _(up)


FEW, MANY = 5, 20
"""How many players have a line in colour, and how many a row, unless somebody asks for another number."""
MOST = 60
NAMED = 6
UPSETS = 6
LAST_ROUNDS = 3  # of a bracket: from the quarter-finals on


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks: how many of the best they ask for, None for the usual, and the player whom they follow.

    `rows` is how many a table has room for.
    """

    top: int | None = None
    player: PlayerId | None = None
    rows: int = MANY


ANY_READER = Reader()


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture with its name, what it is called, what it shows in words, and the same as a table."""

    name: str
    title: str
    description: str
    svg: str
    table: Table


def pictures(of: Story, reader: Reader = ANY_READER, *, alone: bool = False) -> tuple[Picture, ...]:
    """The pictures that make sense in the format and have something to show, each on its own if they are files."""
    found = (_PICTURES[chapter](of, reader, chapter.value, alone) for chapter in of.format.chapters)
    return tuple(each for each in found if each is not None)


def picture(of: Story, name: str, reader: Reader = ANY_READER) -> Picture:
    """The picture of that name as a file of its own; raises Unknown where the event has none."""
    chapter = next((each for each in of.format.chapters if each.value == name), None)
    found = _PICTURES[chapter](of, reader, name, True) if chapter is not None else None
    if found is None:
        raise Unknown("picture", name)
    return found


def _highlights(of: Story, reader: Reader) -> Highlights:
    most = min(reader.top or FEW, MOST)
    return Highlights.of([player.id for player in of.players], most, reader.player)


def _grid(of: Story, reader: Reader, *, square: bool) -> Grid:
    best = [player.id for player in of.players][: min(reader.top or reader.rows, MOST)]
    return grid(of.state, of.rounds, of.ranked, {*best, *filter(None, [reader.player])}, square=square)


def _race_picture(of: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    if not of.race.rounds or not of.race.lines:
        return None
    shown = _highlights(of, reader)
    about = caption(name, _first(of))
    svg = race.picture(of.race, shown, about, axes(name), alone=alone)
    return _framed(about, svg, tables.points_by_round(of.race, shown.players))


def _ranks_picture(of: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    if len(of.race.rounds) < 2 or len(of.race.lines) < 2:
        return None
    shown = _highlights(of, reader)
    about = caption(name, _first(of))
    svg = ranks.picture(of.race, shown, about, axes(name), alone=alone)
    return _framed(about, svg, tables.places_by_round(of.race, shown.players))


def _crosstable_picture(of: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    table = _grid(of, reader, square=has_seats(of.state, of.ranked))
    if not table.rows or not of.rounds:
        return None
    about = caption(name, look="square" if table.square else "teams" if of.format.plays_in_teams else "")
    svg = crosstable.picture(table, reader.player, about, points=of.format.counts_points, alone=alone)
    return _framed(about, svg, tables.results(table))


def _performance_picture(of: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    found = performances(of.players, of.games)
    if len(found) < 2:
        return None
    named = outliers(found, NAMED)
    best = max(found, key=lambda each: each.difference)
    about = caption(name, best.player.name)
    svg = performance.picture(found, named, reader.player, about, axes(name), alone=alone)
    chosen = [each for each in found if each in named or each.player.id == reader.player]
    return _framed(about, svg, tables.performances(chosen))


def _upsets_picture(of: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    found = of.upsets[:UPSETS]
    if not found:
        return None
    about = caption(name, upset_line(found[0]))
    svg = upsets.picture(found, [upset_line(each) for each in found], about, alone=alone)
    return _framed(about, svg, tables.upsets(found))


def _network_picture(of: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    teams = partnerships(of.games)
    if not teams:
        return None
    about = caption(name)
    svg = network.picture(of.players, teams, _highlights(of, reader), about, alone=alone)
    return _framed(about, svg, tables.teams(teams, of.state.players))


def _colours_picture(of: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    table = _grid(of, reader, square=False)
    if not table.rows or not any(map(any, (colours.balance(row) for row in table.rows))):
        return None
    about = caption(name)
    svg = colours.picture(table.columns, table.rows, reader.player, about, alone=alone)
    return _framed(about, svg, tables.colours(table))


def _bracket_picture(of: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    if not of.state.rounds:
        return None
    about, drawn = caption(name), bracket_of(of.state)
    names = {id: player.name for id, player in of.state.players.items()}
    sought = () if reader.player is None else (reader.player,)
    part = bracket.Excerpt(first=max(1, drawn.last_round - LAST_ROUNDS + 1))
    size = bracket.ALONE if alone else bracket.PAGE
    return _framed(
        about, bracket.picture(drawn, names, part=part, sought=sought, size=size), tables.matches(of.state, drawn)
    )


def _first(of: Story) -> str:
    """Who is first, alone or with others."""
    return names_of([line.player for line in of.race.lines if line.rank == 1])


def _framed(about: Caption, svg: str, table: Table) -> Picture:
    return Picture(about.name, about.title, about.description, svg, table)


_PICTURES: Mapping[Chapter, Callable[[Story, Reader, str, bool], Picture | None]] = {
    Chapter.RACE: _race_picture,
    Chapter.RANKS: _ranks_picture,
    Chapter.CROSSTABLE: _crosstable_picture,
    Chapter.BRACKET: _bracket_picture,
    Chapter.PERFORMANCE: _performance_picture,
    Chapter.UPSETS: _upsets_picture,
    Chapter.NETWORK: _network_picture,
    Chapter.COLOURS: _colours_picture,
}
