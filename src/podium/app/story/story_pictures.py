"""The pictures of a story that make sense in the format and have something to show, each with the same as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from podium.app.formats.knockout.words import name as name_of
from podium.app.formats.knockout.words import result_word, round_name
from podium.app.formats.story import Chapter
from podium.app.pictures import bracket, crosstable, network, performance, race
from podium.app.pictures.svg import Caption, Highlights
from podium.app.rounds.result_words import COLOURS
from podium.app.story.grid import Grid, Mark, grid
from podium.app.story.meetings import outliers, partnerships, performances
from podium.app.story.race import RaceLine
from podium.app.story.story import Story
from podium.app.story.words import axes, caption, names_of, upset_line
from podium.app.words.language import _
from podium.app.words.numbers import figure
from podium.core.errors import Unknown
from podium.core.ids import PlayerId
from podium.flow.formats.knockout import bracket_of

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
class Table:
    """Headings, those of figures with a `#` before them, and rows with a text for each."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture with its name, what it is called, what it shows in words, and the same as a table."""

    name: str
    title: str
    description: str
    svg: str
    table: Table


def pictures(story: Story, reader: Reader = ANY_READER, *, alone: bool = False) -> tuple[Picture, ...]:
    """The pictures that make sense in the format and have something to show, each on its own if they are files."""
    found = (_PICTURES[chapter](story, reader, chapter.value, alone) for chapter in story.format.chapters)
    return tuple(each for each in found if each is not None)


def picture(story: Story, name: str, reader: Reader = ANY_READER) -> Picture:
    """The picture of that name as a file of its own; raises Unknown where the event has none."""
    chapter = next((each for each in story.format.chapters if each.value == name), None)
    found = _PICTURES[chapter](story, reader, name, True) if chapter is not None else None
    if found is None:
        raise Unknown("picture", name)
    return found


def _highlights(story: Story, reader: Reader) -> Highlights:
    most = min(reader.top or FEW, MOST)
    return Highlights.among([player.id for player in story.players], most, reader.player)


def _grid(story: Story, reader: Reader, *, square: bool) -> Grid:
    best = [player.id for player in story.players][: min(reader.top or reader.rows, MOST)]
    return grid(story.state, story.rounds, story.ranked, {*best, *filter(None, [reader.player])}, square=square)


def _race_picture(story: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    if not story.race.rounds or not story.race.lines:
        return None
    return _by_round(story, reader, name, alone, race.points_picture, lambda line: map(figure, line.points))


def _ranks_picture(story: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    if len(story.race.rounds) < 2 or len(story.race.lines) < 2:
        return None
    return _by_round(story, reader, name, alone, race.places_picture, lambda line: map(str, line.places))


def _by_round(
    story: Story,
    reader: Reader,
    name: str,
    alone: bool,
    draw: Callable[..., str],
    figures: Callable[[RaceLine], Iterable[str]],
) -> Picture:
    """A picture of the race, and a table with the figures of each player's line."""
    shown = _highlights(story, reader)
    about = caption(name, names_of([line.player for line in story.race.lines if line.rank == 1]))
    svg = draw(story.race, shown, about, axes(name), alone=alone)
    rows = ((line.player.name, *figures(line)) for line in story.race.lines_of(shown.players))
    return _framed(about, svg, (_("Player"), *_rounds(story.race.rounds)), rows)


def _crosstable_picture(story: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    seated = any(story.state.seats.get(row.section) for row in story.ranked)  # each meets each: it is a square
    table = _grid(story, reader, square=seated)
    if not table.rows or not story.rounds:
        return None
    about = caption(name, look="square" if table.square else "teams" if story.format.plays_in_teams else "")
    svg = crosstable.results_picture(table, reader.player, about, points=story.format.counts_points, alone=alone)
    columns = tuple(map(str, table.columns)) if table.square else _rounds(table.columns, figures=False)
    return _framed(about, svg, ("#" + _("Place"), _("Player"), *columns), _grid_rows(table, "; ", _words))


def _colours_picture(story: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    table = _grid(story, reader, square=False)
    if not table.rows or not any(map(any, map(crosstable.balance, table.rows))):
        return None
    about = caption(name)
    svg = crosstable.colours_picture(table, reader.player, about, alone=alone)
    columns = _rounds(table.columns, figures=False)
    return _framed(about, svg, ("#" + _("Place"), _("Player"), *columns), _grid_rows(table, ", ", _colour))


def _performance_picture(story: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    found = performances(story.players, story.games)
    if len(found) < 2:
        return None
    named = outliers(found, NAMED)
    about = caption(name, max(found, key=lambda each: each.difference).player.name)
    svg = performance.performance_picture(found, named, reader.player, about, axes(name), alone=alone)
    headings = (_("Player"), "#" + _("Rating"), "#" + _("Performance"), "#" + _("Difference"), "#" + _("Games"))
    rows = (
        (each.player.name, str(each.rating), str(each.performance), f"{each.difference:+d}", str(each.games))
        for each in found
        if each in named or each.player.id == reader.player
    )
    return _framed(about, svg, headings, rows)


def _upsets_picture(story: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    found = story.upsets[:UPSETS]
    if not found:
        return None
    about = caption(name, upset_line(found[0]))
    svg = performance.upsets_picture(found, [upset_line(each) for each in found], about, alone=alone)
    headings = ("#" + _("Round"), _("Winner"), _("Beaten"), "#" + _("Rating difference"))
    rows = ((str(each.round), names_of(each.winners), names_of(each.losers), str(each.difference)) for each in found)
    return _framed(about, svg, headings, rows)


def _network_picture(story: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    teams = partnerships(story.games)
    if not teams:
        return None
    about, players = caption(name), story.state.players
    svg = network.picture(story.players, teams, _highlights(story, reader), about, alone=alone)
    rows = (
        (str(each.round), names_of([players[id] for id in each.players]), _("won") if each.won else _("lost"))
        for each in teams
    )
    return _framed(about, svg, ("#" + _("Round"), _("Team"), _("Result")), rows)


def _bracket_picture(story: Story, reader: Reader, name: str, alone: bool) -> Picture | None:
    if not any(here.automatic for here in story.state.rounds):
        return None
    drawn = bracket_of(story.state)
    names = {id: player.name for id, player in story.state.players.items()}
    sought = () if reader.player is None else (reader.player,)
    part = bracket.Excerpt(first=max(1, drawn.last_round - LAST_ROUNDS + 1))
    size = bracket.ALONE if alone else bracket.PAGE
    svg = bracket.picture(drawn, names, part=part, sought=sought, size=size)
    rows = (
        (
            round_name(drawn, match.round),
            name_of(story.state, match.white),
            result_word(match.result),
            name_of(story.state, match.black),
        )
        for here in drawn.rounds
        for match in here.parents
        if match.full and match.result is not None
    )
    white, black = (_("White"), _("Black")) if story.format.has_colours else (_("Home"), _("Away"))
    return _framed(caption(name), svg, (_("Round"), white, _("Result"), black), rows)


def _framed(about: Caption, svg: str, headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Picture:
    return Picture(about.name, about.title, about.description, svg, Table(headings, tuple(rows)))


def _grid_rows(table: Grid, between: str, said: Callable[[Mark], str]) -> Iterator[tuple[str, ...]]:
    """Each player of a grid, and what is said of the marks in each cell."""
    for row in table.rows:
        cells = (between.join(filter(None, map(said, cell))) for cell in row.cells)
        yield str(row.place), row.standing.player.name, *cells


def _rounds(numbers: Sequence[int], *, figures: bool = True) -> tuple[str, ...]:
    return tuple(("#" if figures else "") + _("R%(round)s", round=number) for number in numbers)


def _words(mark: Mark) -> str:
    """`win against 3 (white)`, `loss with 5 against 2, 7`, `bye`."""
    against = ", ".join(map(str, mark.others))
    if mark.partner is not None:
        return _(
            "%(outcome)s with %(partner)s against %(others)s",
            outcome=mark.outcome,
            partner=mark.partner,
            others=against,
        )
    if not against:
        return mark.outcome
    if mark.colour is None:
        return _("%(outcome)s against %(others)s", outcome=mark.outcome, others=against)
    return _("%(outcome)s against %(others)s (%(colour)s)", outcome=mark.outcome, others=against, colour=_colour(mark))


def _colour(mark: Mark) -> str:
    return "" if mark.colour is None else _(COLOURS[mark.colour == "black"])


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
