"""What happened, newest first: with undo, redo, the event as it was, and where what cannot be undone is put right."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role, may_revert
from podium.app.desk import Seen
from podium.app.handle import left_behind
from podium.app.history.history import HistoryLine
from podium.app.live.game_history import GameHistoryLine, game_history
from podium.app.queries import standings
from podium.core.errors import Unknown
from podium.flow import events
from podium.flow.commands import Redo, Revert, Rewind
from podium.flow.events import ResultRecorded
from podium.flow.lookups import single_players
from podium.flow.state import Game, Stage
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import page, perform_and_go, receipt_status_line, see_other
from podium.web.frame.visit import Visit
from podium.web.rounds.board_acts import receipt_changes
from podium.web.rounds.round_boards import RoundView, read_only
from podium.web.standings.standings import Table, tables

A_PAGE = 100


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """The changes of one page of the history; on the first, what happened to live games, the newest of it.

    By version: `undoable` are changes that undo would take back, `corrections` where others can be put right.
    """

    url: str
    lines: tuple[HistoryLine, ...]
    undoable: Collection[int]
    corrections: Mapping[int, str | None]
    redo: bool
    total: int
    page: int
    pages: int
    games: tuple[GameHistoryLine, ...]
    more_games: int


@dataclass(frozen=True, slots=True)
class VersionPage:
    """The event as it was at a version, and what going back to it would drop."""

    url: str
    line: HistoryLine
    rewinds: bool
    dropped: tuple[HistoryLine, ...]
    players: int
    rounds: tuple[RoundView, ...]
    tables: tuple[Table, ...]


def history_page(visit: Visit) -> Response[str]:
    """The page of the history."""
    seen = visit.see(Role.SCORER, "see the history")
    history = visit.desk.history(seen)
    pages = max(1, -(-len(history.lines) // A_PAGE))
    number = min(max(1, whole_number(visit.query.get("page", "")) or 1), pages)
    lines = history.lines[(number - 1) * A_PAGE : number * A_PAGE]
    games = visit.desk.game_history(seen) if number == 1 else ()
    undoable, corrections = _ways_back(visit, seen, lines)
    context = HistoryPage(
        url=f"{visit.url}/history",
        lines=lines,
        undoable=undoable,
        corrections=corrections,
        redo=history.redo and seen.role >= Role.ARBITER and not seen.state.archived,
        total=len(history.lines),
        page=number,
        pages=pages,
        games=tuple(game_history(seen.state, games[:A_PAGE])),
        more_games=max(0, len(games) - A_PAGE),
    )
    return page(visit, "history.html", context, seen=seen, nav="history")


def version_page(visit: Visit) -> Response[str]:
    """The page with the event as it was."""
    seen = visit.see(Role.SCORER, "see the history")
    version = visit.number("version")
    then = visit.desk.see_at(visit.actor, visit.tournament, version)
    history = visit.desk.history(seen)
    lines = {line.commit.version: line for line in history.lines}
    if version not in lines:
        raise Unknown("commit", version)
    commits = {version: line.commit for version, line in lines.items()}
    dropped = set(left_behind(commits, history.version, version))
    context = VersionPage(
        url=f"{visit.url}/history",
        line=lines[version],
        rewinds=seen.role >= Role.ARBITER and version != history.version and not seen.state.archived,
        dropped=tuple(line for line in lines.values() if line.commit.version in dropped),
        players=len(single_players(then.state)),
        rounds=tuple(read_only(then.state, here) for here in reversed(then.state.rounds)),
        tables=tuple(tables(then.state, standings(then.state))),
    )
    return page(visit, "past.html", context, seen=seen, nav="history")


def undo(visit: Visit) -> Response[str]:
    """One change taken back, and no other."""
    return _perform(visit, Revert(visit.number("version")))


def redo(visit: Visit) -> Response[str]:
    """What was undone last, done again."""
    return _perform(visit, Redo())


def _perform(visit: Visit, command: Revert | Redo) -> Response[str]:
    """The way on after an undo or redo: the page that it was asked on, or only the rows that changed on it."""
    seen, back = visit.see(), visit.back(f"{visit.url}/history")
    receipt = visit.perform(command)
    round = next((event.round for event in receipt.events if isinstance(event, ResultRecorded)), None)
    if round is not None and back == f"{visit.url}/rounds/{round}":
        changed = receipt_changes(visit, seen, receipt, round)
        if changed is not None:
            return changed
    return see_other(visit, back, receipt_status_line(seen, receipt))


def rewind(visit: Visit) -> Response[str]:
    """The whole event as it was at a version."""
    seen = visit.see()
    return perform_and_go(visit, seen, Rewind(visit.number("version")), f"{visit.url}/history", expected=visit.version)


def _ways_back(
    visit: Visit, seen: Seen, lines: Sequence[HistoryLine]
) -> tuple[Collection[int], Mapping[int, str | None]]:
    """The changes with an undo that would be taken; and of the others that stand, the page on which each is put right,
    None where there is none."""
    standing = [line.commit for line in lines if line.undoable and not seen.state.archived]
    offered = [commit.version for commit in standing if may_revert(seen.role, visit.actor, commit.actor)]
    refused = visit.desk.refused_undos(seen, offered) if offered else frozenset()
    undoable = {version for version in offered if version not in refused}
    stuck = visit.desk.events_of(seen, [commit.version for commit in standing if commit.version not in undoable])
    return undoable, {version: correction_url(seen, committed, visit.url) for version, committed in stuck.items()}


def correction_url(seen: Seen, committed: Sequence[events.Event], url: str) -> str | None:
    """The page on which the user of `seen` can put right what these events did; None where there is none."""
    recorded = next((event for event in committed if not isinstance(event, events.CommitReverted)), None)
    if isinstance(recorded, events.ResultRecorded):
        return _of_result(seen, recorded, url)
    return _of_event(seen, recorded, url) if recorded is not None and seen.role >= Role.ARBITER else None


def _of_result(seen: Seen, event: events.ResultRecorded, url: str) -> str | None:
    state = seen.state
    if state.where.get(event.pairing) != event.round:
        return None
    here, game = state.rounds[event.round - 1], state.pairing(event.pairing)
    if here.automatic or not isinstance(game, Game):
        return pages_of(state, event.round).addresses.of_round(url, event.round)
    if here.stage is Stage.CLOSED and seen.role < Role.ARBITER:
        return None
    return f"{url}/what-if?pairing={event.pairing}"


def _of_event(seen: Seen, event: events.Event, url: str) -> str | None:
    match event:
        case events.SettingsChanged() | events.FormatChanged() | events.VisibilityChanged() | events.FideModeLeft():
            return f"{url}/settings"
        case events.PlayersChanged():
            present = [player.id for player in event.after if player.id in seen.state.players]
            return f"{url}/players/{present[0]}/edit" if len(present) == 1 else f"{url}/players"
        case events.NumbersChanged():
            return f"{url}/players"
        case events.TieOrdered():
            return f"{url}/ties"
        case events.PrizesSet() | events.PrizeRulesSet() | events.PrizesAllocated():
            return f"{url}/prizes"
        case (
            events.RoundPaired()
            | events.BoardsChanged()
            | events.StageChanged()
            | events.RoundStartChanged()
            | events.StartPositionChanged()
            | events.EditingChanged()
            | events.ResultRecorded()
            | events.SetsRecorded()
            | events.ReportChanged()
            | events.RatingResultRecorded()
        ):
            if event.round > len(seen.state.rounds):
                return None
            return pages_of(seen.state, event.round).addresses.of_round(url, event.round)
        case events.BracketBuilt() | events.BracketChanged() | events.BracketRemoved() | events.RoundUnpaired():
            return f"{url}/{pages_of(seen.state).addresses.rounds}"
        case _:
            return None
