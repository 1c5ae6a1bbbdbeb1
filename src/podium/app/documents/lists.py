"""Lists of players (start list, check-in, cards with names for the tables), and the bracket."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from podium.app.documents.document import Column, Content, Look, Table
from podium.app.documents.wish import Wish
from podium.app.formats.registry import views_of
from podium.app.hall.check_in import expected_players, next_round
from podium.app.players.numbers import player_numbers, players_by_number
from podium.app.standings.tie_words import name_with_mark
from podium.app.words import counts
from podium.app.words.fields import player_columns
from podium.app.words.language import _
from podium.core.collation import name_key
from podium.core.errors import Unknown
from podium.core.player import Player
from podium.flow.state import Tournament


def bracket(state: Tournament, wish: Wish) -> Content:
    """A drawing of each part, and lists of rounds that are too large for one; raises Unknown before it is built."""
    sheets = list(views_of(state).traits.documents.bracket(state))
    if not sheets:
        raise Unknown("bracket", None)
    columns = (Column(_("Board"), Look.FIGURE), Column(_("White"), Look.LEAD), Column(_("Black"), Look.LEAD))
    drawn: dict[str, str] = {}
    parts = []
    for at, sheet in enumerate(sheets):
        file = f"sheet-{at}.svg" if sheet.svg else ""
        if sheet.svg:
            drawn[file] = sheet.svg
        tables = (Table(columns, sheet.matches),) if sheet.matches else ()
        parts.append({"title": sheet.title, "note": sheet.note, "file": file, "tables": tables})
    return Content({"sheets": parts}, pictures=drawn)


ColumnReader = tuple[Column, Callable[[Player], str]]
"""A column, and what stands in it of a player."""


def start_list(state: Tournament, wish: Wish) -> Content:
    """Everybody by number, with what is known of them that everybody may know."""
    numbers = player_numbers(state)
    players = players_by_number(state)
    number, name, rating, club, federation, rank = player_columns(sections=False, ranked=True)
    columns: tuple[ColumnReader, ...] = (
        (Column(number, Look.FIGURE), lambda each: str(numbers[each.id])),
        (Column(name, Look.LEAD), lambda each: " ".join(filter(None, (each.fields.title, name_with_mark(each))))),
        (Column(rating, Look.FIGURE), lambda each: str(each.fields.rating or "")),
        (Column(club), lambda each: each.fields.club or ""),
        (Column(federation), lambda each: each.fields.federation or ""),
        (Column(rank, Look.FIGURE), lambda each: str(each.fields.rank or "")),
    )
    return Content(
        {"tables": tuple(_by_section(state, players, columns))},
        note=counts.players(len(players)),
    )


def check_in_list(state: Tournament, wish: Wish) -> Content:
    """Those who are expected in the next round, by name, with a box to tick."""
    numbers = player_numbers(state)
    number = next_round(state)
    expected = sorted(expected_players(state, number), key=lambda each: name_key(each.name, state.settings.language))
    columns: tuple[ColumnReader, ...] = (
        (Column(_("Here"), Look.BOX), lambda each: ""),
        (Column(_("Name"), Look.LEAD), lambda each: each.name),
        (Column(_("No"), Look.FIGURE), lambda each: str(numbers[each.id])),
        (Column(_("Rating"), Look.FIGURE), lambda each: str(each.fields.rating or "")),
        (Column(_("Club")), lambda each: each.fields.club or ""),
        (Column(_("Section")), lambda each: each.section),
        (Column(_("Remarks"), Look.BLANK), lambda each: ""),
    )
    table = _table("", expected, columns)
    return Content(
        {"tables": (table,)},
        note=counts.players(len(expected)),
        round=_("Round %(round)s", round=number),
    )


def place_cards(state: Tournament, wish: Wish) -> Content:
    """A card with the name of each player, to be put on the table."""
    numbers = player_numbers(state)
    cards = tuple(
        {
            "name": each.name,
            "above": each.fields.title or "",
            "below": " · ".join(
                filter(None, (str(each.fields.rating or ""), each.fields.federation, each.fields.club))
            ),
            "corner": str(numbers[each.id]),
            "section": each.section,
        }
        for each in players_by_number(state)
        if not each.withdrawn
    )
    return Content({"cards": cards}, note=counts.players(len(cards)))


def _by_section(state: Tournament, players: list[Player], columns: tuple[ColumnReader, ...]) -> Iterator[Table]:
    groups: dict[str, list[Player]] = {section: [] for section in state.sections}
    for player in players:
        groups.setdefault(player.section, []).append(player)
    for section, members in groups.items():
        if members:
            yield _table(section, members, columns)


def _table(title: str, players: list[Player], columns: tuple[ColumnReader, ...]) -> Table:
    rows = tuple(tuple(read(each) for _column, read in columns) for each in players)
    return Table(tuple(column for column, _read in columns), rows, title).trimmed
