"""A round for readers: every board in a line, found by name, and one's own game on top."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.progress import round_status
from podium.app.players.numbers import player_numbers
from podium.app.players.player_search import fits, sought_words
from podium.app.rounds.round_words import results_in
from podium.app.rounds.table_calls import with_call
from podium.app.words.fields import board_columns
from podium.app.words.language import _
from podium.core.collation import name_key
from podium.core.ids import PairingId, PlayerId
from podium.flow.formats.registry import format_of
from podium.flow.players.unpaired import left_out
from podium.flow.state import Round, Stage, Tournament
from podium.web.formats.protocol import USUAL, NextStep
from podium.web.formats.registry import pages_of
from podium.web.frame.long_list import Column, Keys, Span, Wish, ordered, span_of, wish_of
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit
from podium.web.live.live_steps import game_chips, game_steps
from podium.web.rounds import rounds
from podium.web.rounds.own_reports import OwnReport, own_reports
from podium.web.rounds.round_boards import BoardView, SectionView, view, with_notes
from podium.web.rounds.round_context import LOOKS_AT_GAMES, RoundStart, Tab, round_start, round_tabs
from podium.web.rounds.round_games import followed_boards

BOARD = "board"


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A board of the list, with the section it is in and who plays there."""

    section: str
    board: BoardView
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class ReadRoundPage:
    """A round as readers and players see it.

    `player` is the one who looks, by a link of their own, `reports` are what there is to say of the own result, `games`
    are live games of that player. `left` are those without game or bye, once the round is closed. What the format shows
    besides is `part`, which reads `of_format`. Live games are looked at again after `looks` seconds.
    """

    number: int
    name: str
    status: str
    url: str
    event: str
    note: str
    tabs: tuple[Tab, ...]
    sections: tuple[tuple[str, tuple[ReadRow, ...]], ...]
    span: Span[ReadRow]
    columns: tuple[Column, ...]
    teams: bool
    player: PlayerId | None
    reports: tuple[OwnReport, ...]
    games: tuple[NextStep, ...]
    explains: bool
    left: tuple[str, ...]
    start: RoundStart
    looks: int | None
    part: str
    called: bool
    of_format: object


def round_page(visit: Visit) -> Response[str]:
    """The page of a round: for users who enter results, or for readers."""
    seen = visit.see()
    pages = pages_of(seen.state, visit.number("round"))
    if seen.role >= Role.SCORER or pages.addresses.round != USUAL.round:
        return rounds.round_page(visit)
    state, here = seen.state, rounds.round_of(visit, seen.state)
    url = f"{visit.url}/rounds/{here.number}"
    wish = wish_of(visit, url, BOARD)
    rows = _rows(visit, seen, here)
    span = span_of(_sought(state, rows, wish), wish, lambda row: row.players)
    part = pages.round_part(seen, here, visit.url)
    games = game_steps(visit, seen, seen.player) if seen.player else ()
    chips = state.settings.live and any(row.board.chip for row in rows)
    context = ReadRoundPage(
        number=here.number,
        name=pages.round_name(state, here.number),
        status=round_status(here).value,
        url=url,
        event=visit.url,
        note=with_call(results_in(here), state),
        tabs=round_tabs(state, here, visit.url),
        sections=_by_section(span.rows),
        span=span,
        columns=_columns(teams=pages.traits.plays_in_teams, called=state.settings.tables is not None),
        called=state.settings.tables is not None,
        teams=pages.traits.plays_in_teams,
        player=seen.player,
        reports=tuple(each for each in own_reports(seen, visit.url, visit.arrived) if each.id in here.games),
        games=games,
        explains=format_of(state).engine.can_be_compared,
        left=_left(state, here) if here.stage is Stage.CLOSED else (),
        start=round_start(visit, seen, here),
        looks=followed_boards(visit.desk, seen, [each.id for each in here.pending]).looks
        or (LOOKS_AT_GAMES if chips else None),
        part=part.reader,
        of_format=part.context,
    )
    return page(visit, "round_reader.html", context, seen=seen, nav="rounds")


def _rows(visit: Visit, seen: Seen, here: Round) -> list[ReadRow]:
    """Every board of the round, in order."""
    chips = game_chips(visit, seen, [each.id for each in here.every])
    boards: tuple[SectionView, ...] = with_notes(view(seen.state, here, seen, visit.url), chips).sections
    return [
        ReadRow(section.title, board, tuple(here.games[PairingId(board.id)].players))
        for section in boards
        for board in section.boards
    ]


def _sought(state: Tournament, rows: list[ReadRow], wish: Wish) -> list[ReadRow]:
    """The boards of the players who are sought, each section in the order that is wished."""
    words, numbers = sought_words(wish.q), player_numbers(state)
    keys = _keys(state)
    by_section: dict[str, list[ReadRow]] = {}
    for row in rows:
        if any(fits(words, state.players[id], numbers[id]) for id in row.players):
            by_section.setdefault(row.section, []).append(row)
    return [row for some in by_section.values() for row in ordered(some, wish, keys)]


def _keys(state: Tournament) -> Keys[ReadRow]:
    """What the boards can be sorted by; a board without an opponent or a result comes last."""
    language = state.settings.language
    return {
        BOARD: lambda row: row.board.number,
        "white": lambda row: name_key(row.board.white.name, language),
        "black": lambda row: (
            row.board.black is None,
            name_key(row.board.black.name if row.board.black else "", language),
        ),
        "result": lambda row: (row.board.stored is None, row.board.stored or ""),
    }


def _columns(*, teams: bool, called: bool) -> tuple[Column, ...]:
    board, points, white, result, black, _points = board_columns(teams=teams)
    board = _("Match") if called else board
    scored = Column(points, kind="points", name=_("Points"), more=True)
    return (
        Column(board, sort=BOARD, kind="place"),
        scored,
        Column(white, sort="white", kind="white"),
        Column(result, sort="result", kind="middle"),
        Column(black, sort="black", kind="black"),
        scored,
    )


def _by_section(rows: tuple[ReadRow, ...]) -> tuple[tuple[str, tuple[ReadRow, ...]], ...]:
    groups: dict[str, list[ReadRow]] = {}
    for row in rows:
        groups.setdefault(row.section, []).append(row)
    return tuple((section, tuple(some)) for section, some in groups.items())


def _left(state: Tournament, here: Round) -> tuple[str, ...]:
    numbers = player_numbers(state)
    return tuple(f"{numbers[each.id]} {each.name}" for each in left_out(state, here.number))
