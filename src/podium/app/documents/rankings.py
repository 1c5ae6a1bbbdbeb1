"""Who is where, on paper: the standings, the crosstable, and the card of each player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from podium.app.documents.document import Column, ColumnReader, Content, Look, Table, Wish, by_section, table_of
from podium.app.event.progress import current_round, planned_rounds
from podium.app.formats.registry import views_of
from podium.app.players.card import CardLine
from podium.app.players.numbers import players_by_number
from podium.app.profiles.registry import profile_of
from podium.app.queries import card, crosstable, standings
from podium.app.rounds.round_words import section_title, with_not_final
from podium.app.standings.crosstable import COLOUR_NOTE, SELF, CrossRow, Crosstable
from podium.app.standings.standings import POINTS, StandingRow, name_with_mark, order_text
from podium.app.standings.tiebreak_words import full_name
from podium.app.story.story import is_over
from podium.app.words.fields import standing_columns
from podium.app.words.language import N_, _
from podium.app.words.numbers import figure, halves
from podium.app.words.phrases import separated, without_citations
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.result import Result
from podium.flow.rounds.kept_values import TieOrderedBy
from podium.flow.state import Tournament

WIDE_FROM = 10
"""Columns of a crosstable from which on the paper is turned."""


def standings_list(state: Tournament, wish: Wish) -> Content:
    """The standings of all sections, with the tie-breaks that decide."""
    groups = by_section(standings(state, wish.round))
    tables = tuple(_ranking(state, section, rows) for section, rows in groups.items())
    return Content({"tables": tables}, note=ranking_note(state, wish.round))


def crosstable_list(state: Tournament, wish: Wish) -> Content:
    """The crosstables of all sections."""
    found = crosstable(state, wish.round)
    tables = tuple(_crosstable(state, each) for each in found)
    wide = any(len(each.columns) >= WIDE_FROM for each in found)
    return Content({"tables": tables, "dense": True}, note=ranking_note(state, wish.round), wide=wide)


def player_cards(state: Tournament, wish: Wish) -> Content:
    """The card of each player, or of one: every round with its opponent, and lines for those to come."""
    only = wish.player_of(state)
    players = [each for each in players_by_number(state) if only is None or each.id == only]
    planned = planned_rounds(state) or 0 if views_of(state).traits.documents.plays_every_round else 0
    cards = tuple(_card(state, each.id, wish.round, planned) for each in players)
    return Content({"cards": cards}, note=ranking_note(state, wish.round))


def ranking_note(state: Tournament, after: int | None) -> str:
    """What a ranking is: final, after a round, or before the first."""
    documents = views_of(state).traits.documents
    if after is not None and after < len(state.rounds):
        return _("After: %(round)s", round=documents.round_name(state, after)) if after else _("Before the first round")
    if is_over(state):
        return _("Final standings")
    if (last := current_round(state)) is None:
        return "" if state.rounds else _("Before the first round")
    if missing := len(last.pending):
        text = N_("After round %(round)s, %(count)s of its results still missing")
        return with_not_final(_(text, round=last.number, count=missing), state)
    return with_not_final(_("After round %(round)s", round=last.number), state)


def _ranking(state: Tournament, section: str, rows: list[StandingRow]) -> Table:
    views, known = views_of(state).traits, profile_of(state.settings).known
    codes = [code for code in dict.fromkeys(code for row in rows for code in row.tiebreaks) if code != POINTS]
    labels = standing_columns(views.documents.points, codes, views.documents.details or N_("Details"))
    looks = (Look.FIGURE, Look.LEAD, Look.FIGURE, Look.FIGURE, *(Look.FIGURE for _code in codes), Look.TEXT)
    columns = map(Column, labels, looks)
    lines = [
        (
            str(row.rank),
            _called(known(row.player)),
            str(known(row.player).fields.rating or ""),
            "" if row.entered else figure(row.points),
            *(figure(row.tiebreaks.get(code) or "") for code in codes),
            halves(row.details),
        )
        for row in rows
    ]
    legend = [f"{code}: {full_name(code)}" for code in codes]
    legend += [
        _("Ranks %(ranks)s: %(decided)s", ranks=separated(ranks), decided=order_text(by))
        for by in TieOrderedBy
        if (ranks := [str(row.rank) for row in rows if row.ordered_by is by])
    ]
    return Table(tuple(columns), tuple(lines), section, "; ".join(legend)).trimmed


def _called(player: Player) -> str:
    """The name with the title before it and the federation, for which a page has a flag, after it."""
    about = player.fields
    return " ".join(filter(None, (about.title, name_with_mark(player), about.federation)))


def _crosstable(state: Tournament, table: Crosstable) -> Table:
    def cell(at: int) -> Callable[[CrossRow], str]:
        return lambda row: "×" if row.cells[at].text == SELF else row.cells[at].brief

    labels = (_(each) if table.matrix else _("R%(round)s", round=each) for each in table.columns)
    columns: tuple[ColumnReader[CrossRow], ...] = (
        (Column(_("No"), Look.FIGURE), lambda row: str(row.number)),
        (Column(_("Player"), Look.LEAD), lambda row: name_with_mark(row.standing.player)),
        *((Column(label, Look.MIDDLE), cell(at)) for at, label in enumerate(labels)),
        (Column(_("Points"), Look.FIGURE), lambda row: figure(row.standing.points)),
        (Column(_("Rank"), Look.FIGURE), lambda row: str(row.standing.rank or "")),
    )
    stage = _("Stage %(stage)s", stage=table.stage) if table.stage else ""
    title = separated([each for each in (stage, section_title(state, table.section)) if each])
    return table_of(table.rows, columns, title, "; ".join(_notes(state, table)))


def _notes(state: Tournament, table: Crosstable) -> Iterator[str]:
    if table.annulled:
        text = _(
            "Results in brackets do not count: %(names)s completed less than half of the games (C.05, article 6.6).",
            names="; ".join(table.annulled),
        )
        yield text if profile_of(state.settings).rated else without_citations(text)
    if views_of(state).traits.story.has_colours and not table.matrix:
        yield _(COLOUR_NOTE)


def _card(state: Tournament, player: PlayerId, after: int | None, planned: int) -> dict[str, object]:
    known = card(state, player, after)
    fields = profile_of(state.settings).known(known.standing.player).fields
    about = (str(fields.rating or ""), fields.federation, fields.club, fields.section)
    played = known.lines[-1].round if known.lines else 0
    place = known.standing
    rank = _("Rank %(rank)s", rank=place.rank) if place.placed else _("expelled")
    story = views_of(state).traits.story
    return {
        "number": str(known.numbers[player]),
        "name": f"{fields.title} {fields.name}" if fields.title else fields.name,
        "about": " · ".join(filter(None, about)),
        "standing": " · ".join(filter(None, (rank, story.score(known.standing)))) if known.lines else "",
        "table": _card_table(known.lines, range(played + 1, planned + 1), teams=story.plays_in_teams),
    }


def _card_table(lines: Sequence[CardLine], ahead: range, *, teams: bool) -> Table:
    """What was played, and an empty line for each round `ahead`."""
    columns = (
        Column(_("Round"), Look.FIGURE),
        Column(_("Table") if teams else _("Board"), Look.FIGURE),
        Column(_("Colour")),
        Column(_("With and against") if teams else _("Opponent"), Look.BLANK),
        Column(_("Result"), Look.FIGURE),
        Column(_("Total"), Look.FIGURE),
    )
    blank = ((str(number), *("" for _column in columns[1:])) for number in ahead)
    table = Table(columns, (*map(_card_line, lines), *blank))
    return table.trimmed if teams else table


def _card_line(line: CardLine) -> tuple[str, ...]:
    if line.doubles is not None:
        opponents = " & ".join(each.name for each in line.doubles.opponents)
        against = _("with %(partner)s, against %(team)s", partner=line.doubles.partner.name, team=opponents)
        result = line.doubles.sets or ""
    else:
        against = line.opponent.name if line.opponent else line.outcome
        adjourned = line.result == Result.ADJOURNED.value
        result = line.outcome if adjourned else figure(line.points) if line.points is not None else ""
    board = str(line.board or "") if line.opponent or line.doubles else ""
    colour = {"white": _("white"), "black": _("black"), None: ""}[line.colour]
    return str(line.round), board, colour, against, result, figure(line.total)
