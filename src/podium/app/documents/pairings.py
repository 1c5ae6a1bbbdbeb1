"""A round on paper: its boards, everybody by name, slips for results, sheets for tables, numbers for boards."""

from __future__ import annotations

from collections.abc import Iterator

from podium.app.documents.document import Column, ColumnReader, Content, Look, Table, Wish, by_section, table_of
from podium.app.event.schedule import rating_in
from podium.app.formats.doubles import score
from podium.app.formats.registry import views_of
from podium.app.live.start_positions import start_position_text
from podium.app.profiles.registry import profile_of
from podium.app.rounds.lines_by_name import LineByName, lines_by_name
from podium.app.rounds.result_words import score_text
from podium.app.rounds.round_words import bye_name, section_title
from podium.app.standings.tally import added_points, tallies, total, uncounted
from podium.app.words import counts
from podium.app.words.fields import board_columns
from podium.app.words.language import _, ngettext
from podium.app.words.numbers import figure
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.result import Result
from podium.flow.state import Bye, Game, Match, Pairing, Round, Stage, Tournament

SLIP_RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def pairings(state: Tournament, wish: Wish) -> Content:
    """The boards of a round, section by section."""
    here = wish.round_of(state)
    groups = by_section(here.in_order, state.sections)
    tables = tuple(_boards(state, here, section, some) for section, some in groups.items())
    return Content({"tables": tables}, note=_note(state, here), round=_round_name(state, here))


def pairings_by_name(state: Tournament, wish: Wish) -> Content:
    """Everybody who is paired in a round, by name."""
    here = wish.round_of(state)
    teams = views_of(state).traits.story.plays_in_teams
    columns: tuple[ColumnReader[LineByName], ...] = (
        (Column(_("Name"), Look.LEAD), lambda each: each.name),
        (Column(_("Table") if teams else _("Board"), Look.FIGURE), lambda each: str(each.board)),
        *([] if teams else [(Column(_("Colour")), lambda each: each.colour)]),
        (
            Column(_("With and against")) if teams else Column(_("Opponent"), Look.WIDE),
            lambda each: each.opponent,
        ),
        *([(Column(_("Section")), lambda each: each.section)] if len(state.sections) > 1 else []),
    )
    table = table_of(lines_by_name(state, here), columns)
    return Content({"tables": (table,)}, note=_note(state, here), round=_round_name(state, here))


def result_slips(state: Tournament, wish: Wish) -> Content:
    """A slip for each game of a round, to be signed and brought to the arbiter."""
    here = wish.round_of(state)
    slips = tuple(
        {
            "board": _("{Board||Table} %(board)s", board=each.board),
            "section": section_title(state, each.section),
            "white": _seat(state, here, _("White"), each.white),
            "black": _seat(state, here, _("Black"), each.black),
            "results": [score_text(result.value) for result in SLIP_RESULTS],
        }
        for each in here.boards
    )
    return Content(
        {"slips": slips, "result": _("Result"), "signature": _("Signature")},
        note=" · ".join(filter(None, (counts.games(len(slips)), start_position_text(state, here.number)))),
        round=_round_name(state, here),
    )


def doubles_sheets(state: Tournament, wish: Wish) -> Content:
    """A sheet for each table of a round, with room for every set."""
    here = wish.round_of(state)
    sheets = tuple(
        {
            "table": _("Table %(number)s", number=each.board),
            "section": section_title(state, each.section),
            "home": [state.players[id].name for id in each.home],
            "away": [state.players[id].name for id in each.away],
            "sets": [str(number) for number in range(1, 2 * each.to_win)],
            "rule": ngettext("%(num)s set wins", "%(num)s sets win", each.to_win),
        }
        for each in here.matches
    )
    words = {"home": _("Home"), "away": _("Away"), "sets": _("Sets"), "signature": _("Signature")}
    return Content({"sheets": sheets, **words}, note=_note(state, here), round=_round_name(state, here))


def board_cards(state: Tournament, wish: Wish) -> Content:
    """The number of each board of a round, large."""
    here = wish.round_of(state)
    teams = views_of(state).traits.story.plays_in_teams
    word = _("Table") if teams else _("Board")
    cards = tuple(
        {"word": word, "number": str(each.board), "section": section_title(state, each.section)}
        for each in here.meetings
    )
    return Content({"cards": cards}, round=_round_name(state, here))


def _boards(state: Tournament, here: Round, section: str, some: list[Pairing]) -> Table:
    story = views_of(state).traits.story
    number, before, white, result, black, after = board_columns(teams=story.plays_in_teams)
    columns = (
        *(Column(number, Look.FIGURE), Column(before, Look.FIGURE), Column(white, Look.LEAD), Column("", Look.SMALL)),
        *(Column(result, Look.MIDDLE), Column(black, Look.LEAD), Column("", Look.SMALL), Column(after, Look.FIGURE)),
    )
    rows = (
        _team_rows(state, some) if story.plays_in_teams else _rows(state, here, some, counts_points=story.counts_points)
    )
    return Table(columns, tuple(rows), section_title(state, section)).trimmed


def _rows(state: Tournament, here: Round, some: list[Pairing], *, counts_points: bool) -> Iterator[tuple[str, ...]]:
    before = here.number - 1
    points = tallies(state.rounds[:before], state.settings.scoring, uncounted(state))

    def score_of(player: PlayerId) -> str:
        if not before or not counts_points:
            return ""
        return figure(total(points.get(player, {})) + added_points(state, player, before))

    def called(id: PlayerId) -> tuple[str, str]:
        player = profile_of(state.settings).known(state.players[id])
        return _called(player), str(rating_in(state.settings, player, here.number) or "")

    for each in some:
        match each:
            case Game():
                result = score_text(each.result.value) if each.result else ""
                white, black = each.players
                yield str(each.board), score_of(white), *called(white), result, *called(black), score_of(black)
            case Bye():
                yield "", score_of(each.player), *called(each.player), "", bye_name(state, each), "", ""


def _team_rows(state: Tournament, some: list[Pairing]) -> Iterator[tuple[str, ...]]:
    for each in some:
        match each:
            case Match():
                home, away = (" &\n".join(state.players[id].name for id in side) for side in (each.home, each.away))
                yield str(each.board), "", home, "", score(each) or "", away, "", ""
            case Bye():
                yield "", "", state.players[each.player].name, "", "", bye_name(state, each), "", ""


def _called(player: Player) -> str:
    """The name, with the title before it."""
    fields = player.fields
    return f"{fields.title} {fields.name}" if fields.title else fields.name


def _seat(state: Tournament, here: Round, colour: str, player: PlayerId) -> dict[str, str]:
    known = profile_of(state.settings).known(state.players[player])
    rating = rating_in(state.settings, known, here.number)
    return {"colour": colour, "name": _called(known), "rating": str(rating or "")}


def _round_name(state: Tournament, here: Round) -> str:
    return views_of(state).traits.documents.round_name(state, here.number)


def _note(state: Tournament, here: Round) -> str:
    """That it is not for the notice board yet, and from which position its games begin."""
    draft = _("Draft: not published yet") if here.stage is Stage.DRAFT else ""
    return " · ".join(filter(None, (draft, start_position_text(state, here.number))))
