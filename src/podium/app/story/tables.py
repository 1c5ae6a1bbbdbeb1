"""The pictures of a story as tables, for those who rather read: headings, and rows of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from podium.app.formats.knockout.words import name as name_of
from podium.app.formats.knockout.words import result_word, round_name
from podium.app.rounds.result_words import COLOURS
from podium.app.story.grid import Grid, Mark
from podium.app.story.meetings import Partnership, Upset
from podium.app.story.performance import Performance
from podium.app.story.race import Race
from podium.app.story.words import names_of
from podium.app.words.language import _
from podium.app.words.numbers import figure
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.state import Tournament
from podium.knockout import Knockout


@dataclass(frozen=True, slots=True)
class Table:
    """Headings, those of figures with a `#` before them, and rows with a text for each."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def points_by_round(race: Race, players: Sequence[PlayerId]) -> Table:
    """The points of these players after each round."""
    rows = ((entry.player.name, *map(figure, entry.points)) for entry in race.of(players))
    return Table((_("Player"), *_rounds(race.rounds)), tuple(rows))


def places_by_round(race: Race, players: Sequence[PlayerId]) -> Table:
    """The places of these players after each round."""
    rows = ((entry.player.name, *map(str, entry.places)) for entry in race.of(players))
    return Table((_("Player"), *_rounds(race.rounds)), tuple(rows))


def results(table: Grid) -> Table:
    """What everybody in the table had, in words."""
    columns = tuple(map(str, table.columns)) if table.square else _rounds(table.columns, figures=False)
    rows = ((str(row.place), row.standing.player.name, *(_cell(cell) for cell in row.cells)) for row in table.rows)
    return Table(("#" + _("Place"), _("Player"), *columns), tuple(rows))


def colours(table: Grid) -> Table:
    """The colours of everybody in the table, round by round."""
    rows = (
        (str(row.place), row.standing.player.name, *(", ".join(filter(None, map(_colour, cell))) for cell in row.cells))
        for row in table.rows
    )
    return Table(("#" + _("Place"), _("Player"), *_rounds(table.columns, figures=False)), tuple(rows))


def performances(found: Sequence[Performance]) -> Table:
    """Rating and performance of each."""
    rows = (
        (each.player.name, str(each.rating), str(each.performance), f"{each.difference:+d}", str(each.games))
        for each in found
    )
    headings = (_("Player"), "#" + _("Rating"), "#" + _("Performance"), "#" + _("Difference"), "#" + _("Games"))
    return Table(headings, tuple(rows))


def upsets(found: Sequence[Upset]) -> Table:
    """Who beat whom in spite of how many rating points."""
    rows = ((str(each.round), names_of(each.winners), names_of(each.losers), str(each.difference)) for each in found)
    return Table(("#" + _("Round"), _("Winner"), _("Beaten"), "#" + _("Rating difference")), tuple(rows))


def teams(found: Sequence[Partnership], players: Mapping[PlayerId, Player]) -> Table:
    """Who played together in which round, and whether they won."""
    rows = (
        (str(each.round), names_of([players[id] for id in each.players]), _("won") if each.won else _("lost"))
        for each in found
    )
    return Table(("#" + _("Round"), _("Team"), _("Result")), tuple(rows))


def matches(state: Tournament, knockout: Knockout) -> Table:
    """The matches of a bracket that have been played, round by round."""
    rows = (
        (
            round_name(knockout, match.round),
            name_of(state, match.white),
            result_word(match.result),
            name_of(state, match.black),
        )
        for here in knockout.rounds
        for match in here.parents
        if match.full and match.result is not None
    )
    return Table((_("Round"), _("White"), _("Result"), _("Black")), tuple(rows))


def _rounds(numbers: Sequence[int], *, figures: bool = True) -> tuple[str, ...]:
    return tuple(("#" if figures else "") + _("R%(round)s", round=number) for number in numbers)


def _cell(cell: Sequence[Mark]) -> str:
    return "; ".join(map(_words, cell))


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
