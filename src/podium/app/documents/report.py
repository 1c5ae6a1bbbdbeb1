"""The arbiter's report: what the event was, round by round, what was out of the ordinary, and who came first."""

from __future__ import annotations

from collections.abc import Iterator

from podium.app.documents.document import Column, ColumnReader, Content, Look, Table, Wish, by_section, table_of
from podium.app.documents.rankings import ranking_note
from podium.app.event.arbiters import chief_arbiter, deputy_arbiters
from podium.app.event.schedule import round_days
from podium.app.formats.doubles import side_names
from podium.app.formats.registry import views_of
from podium.app.profiles.registry import profile_of
from podium.app.queries import rules_in_words, standings
from podium.app.rounds.result_words import RESULTS
from podium.app.rounds.round_words import bye_name
from podium.app.standings.standings import StandingRow
from podium.app.story.story import ranked_sections, story
from podium.app.words.dates import dates
from podium.app.words.language import N_, _
from podium.app.words.numbers import figure
from podium.core.player import Player
from podium.core.result import Result
from podium.flow.rounds.open_games import open_games
from podium.flow.state import Bye, Game, Match, Round, Stage, Tournament

FIRST = 10
"""How many places of each section stand in it."""
_STAGES = {Stage.DRAFT: N_("draft"), Stage.PUBLISHED: N_("playing"), Stage.CLOSED: N_("closed")}


def arbiters_report(state: Tournament, wish: Wish) -> Content:
    """All of it, with a line to sign."""
    tables = (_rounds(state), *_unusual(state), *_withdrawals(state), *_places(state))
    parts = {
        "facts": tuple(_facts(state)),
        "rules": list(rules_in_words(state)),
        "rules_title": _("Rules"),
        "tables": tables,
        "signature": _("Date and signature of the chief arbiter"),
    }
    return Content(parts, note=ranking_note(state, None))


def _facts(state: Tournament) -> Iterator[tuple[str, str]]:
    settings = state.settings
    chief = chief_arbiter(settings)
    declared = (
        (_("Event"), settings.name),
        (_("Venue"), settings.place),
        (_("Dates"), dates(settings.start, settings.end)),
        (_("Federation"), settings.federation),
        (_("Organiser"), settings.organiser),
        (_("Chief arbiter"), chief.text if chief is not None else None),
        (_("Deputy arbiters"), "; ".join(each.text for each in deputy_arbiters(settings))),
        (_("Rate of play"), settings.rate_of_play),
    )
    yield from ((label, value) for label, value in declared if value)
    for section in ranked_sections(state):
        figures = story(state, section).figures
        yield from ((f"{section}: {label}" if section else label, value) for label, value in figures)


def _rounds(state: Tournament) -> Table:
    days = round_days(state.settings)
    name, teams = views_of(state).traits.documents.round_name, views_of(state).traits.story.plays_in_teams
    columns: tuple[ColumnReader[Round], ...] = (
        (Column(_("Round"), Look.LEAD), lambda here: name(state, here.number)),
        (Column(_("Date")), lambda here: dates(None, days[here.number - 1]) if here.number <= len(days) else ""),
        (Column(_("Status")), lambda here: _(_STAGES[here.stage])),
        (Column(_("Matches") if teams else _("Games"), Look.FIGURE), lambda here: str(len(here.meetings))),
        (Column(_("Missing"), Look.FIGURE), lambda here: str(len(open_games([here])) or "")),
        (
            Column(_("Forfeits"), Look.FIGURE),
            lambda here: str(sum(each.entered and not each.played for each in here.boards) or ""),
        ),
        (Column(_("Byes"), Look.FIGURE), lambda here: str(len(here.byes) or "")),
    )
    return table_of(state.rounds, columns, _("Rounds")).trimmed


def _unusual(state: Tournament) -> Iterator[Table]:
    """Forfeits, odd results and byes, each with its players."""
    rows = tuple(row for here in state.rounds for row in _unusual_in(state, here))
    if rows:
        teams = views_of(state).traits.story.plays_in_teams
        columns = (
            Column(_("Round"), Look.FIGURE),
            Column(_("Table") if teams else _("Board"), Look.FIGURE),
            Column(_("Players"), Look.LEAD),
            Column(_("What"), Look.WIDE),
        )
        yield Table(columns, rows, _("Byes and unusual results"))


def _unusual_in(state: Tournament, here: Round) -> Iterator[tuple[str, ...]]:
    for each in here.in_order:
        match each:
            case Bye():
                yield str(here.number), "", state.players[each.player].name, bye_name(state, each)
            case Match() if each.problem:
                yield str(here.number), str(each.board), " – ".join(side_names(state, each)), _("no result yet")
            case Game(result=Result() as result) if not result.usual:
                yield str(here.number), str(each.board), " – ".join(side_names(state, each)), _(RESULTS[result])


def _withdrawals(state: Tournament) -> Iterator[Table]:
    columns: tuple[ColumnReader[Player], ...] = (
        (Column(_("Player"), Look.LEAD), lambda each: each.name),
        (Column(_("Section")), lambda each: each.section),
        (Column(""), lambda each: _("expelled") if each.expelled else _("withdrawn")),
    )
    if gone := [each for each in state.players.values() if each.withdrawn]:
        yield table_of(gone, columns, _("Withdrawals")).trimmed


def _places(state: Tournament) -> Iterator[Table]:
    points, known = views_of(state).traits.documents.points, profile_of(state.settings).known
    columns: tuple[ColumnReader[StandingRow], ...] = (
        (Column(_("Rank"), Look.FIGURE), lambda row: str(row.rank)),
        (Column(_("Name"), Look.LEAD), lambda row: row.player.name),
        (Column(_("Federation")), lambda row: known(row.player).fields.federation or ""),
        (Column(_("Rating"), Look.FIGURE), lambda row: str(known(row.player).fields.rating or "")),
        (Column(_(points), Look.FIGURE), lambda row: "" if row.entered else figure(row.points)),
    )
    for section, rows in by_section(standings(state)).items():
        yield table_of(rows[:FIRST], columns, section or _("Standings")).trimmed
