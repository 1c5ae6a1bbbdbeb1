"""What a wall shows in any format: boards, names, standings, results, live boards, messages, the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby

from podium.app.desk import Seen, delay_of
from podium.app.event.moment import round_on_show
from podium.app.forecast.question import is_offered
from podium.app.forecast.words import how_sure, percent
from podium.app.formats.doubles import score
from podium.app.formats.registry import views_of
from podium.app.hall.screens import Content, Display
from podium.app.live.live_boards import live_board, live_round
from podium.app.live.start_positions import start_position_text
from podium.app.public_heads import MINUTE
from podium.app.queries import standings
from podium.app.rounds.lines_by_name import latest_results
from podium.app.rounds.result_words import score_text
from podium.app.rounds.round_words import bye_name, results_in, section_title
from podium.app.standings.standings import StandingRow
from podium.app.story.story import podiums
from podium.app.words.language import N_, _, ngettext
from podium.app.words.numbers import figure
from podium.core.collation import name_key
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.flow.state import Bye, Game, Match, Pairing, Round, Tournament
from podium.web.formats.protocol import Part, WallPart
from podium.web.formats.registry import pages_of
from podium.web.formats.wall_lines import WallLine, WallName, at_tables, list_part, wall_name
from podium.web.frame.visit import Visit
from podium.web.live.live_lines import LiveLine, games_of_round, live_line

BOARDS = 40  # live boards on one screen; more take turns
LEAST_SHOWN = 0.01  # odds of the first place that a wall has a line for
RESULTS = 60  # the latest of them


@dataclass(frozen=True, slots=True)
class Showing:
    """Who looks at a wall, the event as the public sees it, and what all its screens share."""

    visit: Visit
    seen: Seen
    display: Display

    @property
    def state(self) -> Tournament:
        return self.seen.state


@dataclass(frozen=True, slots=True)
class WallBoards:
    """Live boards in so many columns that they fill the wall; `stream` has the news of all of them."""

    title: str
    stream: str
    delayed: bool
    lines: tuple[LiveLine, ...]
    columns: int


@dataclass(frozen=True, slots=True)
class WallText:
    """Something to read, or nothing but a title."""

    title: str
    texts: tuple[str, ...] = ()


def wall_parts(state: Tournament) -> tuple[WallPart, ...]:
    """What the director of an event can put on a wall."""
    live = (WallPart(Content.BOARDS, N_("Live boards"), usual=True),) if state.settings.live else ()
    odds = (WallPart(Content.FORECAST, N_("Forecast")),) if is_offered(state) else ()
    return (*live, *pages_of(state).traits.on_wall, *odds, *ALWAYS)


def contents(showing: Showing, part: WallPart) -> tuple[Part, ...]:
    """What a part of a wall shows now, each as large as the wall; nothing where there is nothing to show."""
    if part.make is not None:
        made = part.make(showing.state)
        return (made,) if made is not None else ()
    return tuple(each for each in MAKERS[part.content](showing) if each is not None)


def podium_part(state: Tournament, best: int) -> Part | None:
    """The places of all sections, but none better than `best`, as large as they fit; None where nobody has one yet."""
    score, lines = views_of(state).traits.story.score, list[tuple[str, WallLine]]()
    for section, places in podiums(state, best):
        rows = [row for place in places for row in place.rows]
        lines += [(section, WallLine("", str(row.rank), wall_name(row.player.name), score(row))) for row in rows]
    if not lines and podiums(state):
        return Part("wall_messages.html", WallText(_("Prize-giving"), (state.settings.name, _("Prize-giving"))))
    return list_part(_("Podium"), _in_sections(state, lines))


def columns_of(boards: int) -> int:
    """In how many columns so many live boards are largest on a screen of 1080 lines."""
    width, height, names = 1904, 984, 72  # what the title leaves, and what stands above and below each board

    def side(columns: int) -> int:
        return min(width // columns, height // max(1, -(-boards // columns)) - names)

    return max(range(1, 11), key=side)


def _pairings(showing: Showing) -> Iterator[Part | None]:
    state = showing.state
    if (here := round_on_show(state)) is not None:
        lines = at_tables(
            state, _in_sections(state, [(each.section, board_line(state, each)) for each in here.in_order])
        )
        yield list_part(_round(state, here), lines, versus=True, note=_round_note(state, here))


def _names(showing: Showing) -> Iterator[Part | None]:
    state = showing.state
    if (here := round_on_show(state)) is not None:
        lines = sorted(_places(state, here), key=lambda each: name_key(each[0], state.settings.language))
        yield list_part(_round(state, here), [line for _name, line in lines], note=_round_note(state, here))


def _standings(showing: Showing) -> Iterator[Part | None]:
    state = showing.state
    if round_on_show(state) is not None:
        pages = pages_of(state)
        lines = [(row.section, _rank(row, counts_points=pages.traits.counts_points)) for row in standings(state)]
        note = pages.standings_note(state, None)
        yield list_part(_(pages.words.ranking), _in_sections(state, lines), note=note)


def _results(showing: Showing) -> Iterator[Part | None]:
    state = showing.state
    if (now := round_on_show(state)) is None:
        return
    for here in reversed(state.rounds[: now.number]):  # until the first result of a round, those of the one before
        with showing.visit.desk.journal.past(state.id) as past:
            latest = latest_results(past, showing.seen.version, here)
        if latest:
            lines = [board_line(state, each) for each in latest[:RESULTS]]
            yield list_part(_round(state, here), lines, versus=True, note=results_in(here))
            return


def _boards(showing: Showing) -> Iterator[Part | None]:
    visit, seen, state = showing.visit, showing.seen, showing.state
    if (here := live_round(state) or round_on_show(state)) is None:
        return
    games = games_of_round(visit, seen, here)
    delay = delay_of(seen) // MINUTE
    note = ngettext("shown %(num)s minute later", "shown %(num)s minutes later", delay) if delay else ""
    for at in range(0, len(games), BOARDS):
        boards = [(each, live_board(each, visit.shared.connected)) for each in games[at : at + BOARDS]]
        page = WallBoards(
            title=_round(state, here),
            stream=f"/api/tournaments/{state.id}/rounds/{here.number}/games",
            delayed=bool(delay),
            lines=tuple(live_line(visit, *each, arbiter=False, drawn=True) for each in boards),
            columns=columns_of(len(boards)),
        )
        yield Part("wall_boards.html", page, note)


def _forecast(showing: Showing) -> Iterator[Part | None]:
    """The players who can win, as far as that is counted; nothing before it is, and nothing once all is over."""
    state = showing.state
    if not is_offered(state):
        return
    found = None
    with suppress(Refused):  # the next round cannot be paired
        found, _done = showing.visit.services.forecasts.so_far(state)
    if found is None:
        return
    odds = [
        (each.player, percent(each.first, exact=found.exact)) for each in found.players if each.first >= LEAST_SHOWN
    ]
    lines = [(state.players[id].section, WallLine(f"odds-{id}", "", _player(state, id), said)) for id, said in odds]
    yield list_part(_("Forecast: who is likely to win"), _in_sections(state, lines), note=how_sure(found))


def _messages(showing: Showing) -> Iterator[Part | None]:
    if texts := tuple(each.text for each in showing.display.messages):
        yield Part("wall_messages.html", WallText(showing.state.settings.name, texts))


def _clock(showing: Showing) -> Iterator[Part | None]:
    here = round_on_show(showing.state)
    title = _round(showing.state, here) if here else showing.state.settings.name
    yield Part("wall_clock.html", WallText(title))


def _round(state: Tournament, here: Round) -> str:
    return pages_of(state).round_name(state, here.number)


def _round_note(state: Tournament, here: Round) -> str:
    """How many results are in, and from which position the games begin."""
    return " · ".join(filter(None, (results_in(here), start_position_text(state, here.number))))


def _in_sections(state: Tournament, lines: Sequence[tuple[str, WallLine]]) -> list[WallLine]:
    """The lines of each section under its name, where there are several."""
    if len({*state.sections, *(section for section, _line in lines)} - {""}) < 2:
        return [line for _section, line in lines]
    order = {name: at for at, name in enumerate(state.sections)}
    found: list[WallLine] = []
    for section, group in groupby(
        sorted(lines, key=lambda each: (order.get(each[0], len(order)), each[0])), lambda each: each[0]
    ):
        found += [WallLine(heading=section_title(state, section)), *(line for _section, line in group)]
    return found


def board_line(state: Tournament, pairing: Pairing) -> WallLine:
    """A board with both sides and its result, or a player and the bye."""
    match pairing:
        case Bye():
            return WallLine(pairing.id, "", _player(state, pairing.player), note=bye_name(state, pairing))
        case Match():
            home, away = (_team(state, team) for team in pairing.sides)
            return WallLine(pairing.id, str(pairing.board), home, score(pairing) or "", away)
        case Game():
            result = score_text(pairing.result.value) if pairing.result else ""
            white, black = (_player(state, id) for id in pairing.players)
            return WallLine(pairing.id, str(pairing.board), white, result, black)


def _places(state: Tournament, here: Round) -> Iterator[tuple[str, WallLine]]:
    """Everybody of a round, by the name they are found under, with where they sit."""
    names = {id: player.name for id, player in state.players.items()}

    def line(id: PlayerId, board: str, note: str) -> tuple[str, WallLine]:
        return names[id], WallLine(f"at-{id}", "", _player(state, id), board, note=note)

    called = state.settings.tables is not None
    for pairing in here.in_order:
        board = str(state.tables.get(pairing.id, "…") if called else pairing.board)
        match pairing:
            case Bye():
                yield line(pairing.player, "", bye_name(state, pairing))
            case Match():
                for player in pairing.players:
                    partner = names[pairing.partner(player)]
                    yield line(player, board, _("with %(partner)s", partner=partner))
            case Game():
                yield line(pairing.white, board, _("White"))
                yield line(pairing.black, board, _("Black"))


def _rank(row: StandingRow, *, counts_points: bool) -> WallLine:
    value = figure(row.points) if counts_points else row.details
    return WallLine(f"rank-{row.player.id}", str(row.rank), wall_name(row.player.name), value)


def _player(state: Tournament, id: PlayerId) -> WallName:
    return wall_name(state.players[id].name)


def _team(state: Tournament, team: Sequence[PlayerId]) -> WallName:
    return wall_name(*(state.players[id].name for id in team))


ALWAYS = (
    WallPart(Content.MESSAGES, N_("Messages")),
    WallPart(Content.CLOCK, N_("Clock")),
)
MAKERS: Mapping[Content, Callable[[Showing], Iterator[Part | None]]] = {
    Content.PAIRINGS: _pairings,
    Content.NAMES: _names,
    Content.STANDINGS: _standings,
    Content.RESULTS: _results,
    Content.BOARDS: _boards,
    Content.FORECAST: _forecast,
    Content.MESSAGES: _messages,
    Content.CLOCK: _clock,
}
