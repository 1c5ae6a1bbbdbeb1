"""The games of a round: their records, the results they propose, and files with games, looked at before they are used.

The file travels with the preview, so nothing is kept on the server between the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Desk, Seen
from podium.app.live.live_games import is_counted
from podium.app.pgn.answers import PgnAnswer, PgnGameRow, imported_answer, preview_answer
from podium.app.pgn.export import RESULTS, boards
from podium.app.pgn.importing import ACT, games_of, import_games, preview_games, seen_games
from podium.app.problems import status_of
from podium.app.server.overload import TooManyRequests
from podium.app.words import counts
from podium.app.words.errors import sentence
from podium.app.words.language import _, ngettext
from podium.core.errors import FormatError, Invalid, PodiumError
from podium.core.ids import PairingId
from podium.flow.lookups import find_round
from podium.games.state import LiveGame
from podium.web.formats.registry import pages_of
from podium.web.frame.responses import page, see_other
from podium.web.frame.uploads import packed, unpacked
from podium.web.frame.visit import StatusLine, Visit

MOST_SHOWN = 400
LOOKS = 5
"""Seconds after which a page looks again at boards that are followed: they move without a change of the event."""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game of the round that has a record: `stored` is the event's result, `proposed` what the record says where the
    event has none, and `action` where that can be confirmed."""

    id: str
    board: str
    white: str
    black: str
    moves: str
    stored: str | None
    proposed: str | None
    action: str | None


@dataclass(frozen=True, slots=True)
class RoundGamesPage:
    """The games of a round; `uploads` where files can be brought in.

    Where it is known from which position games begin (`begins`), a file has those without moves too.
    """

    url: str
    title: str
    back: str
    round_pgn: str
    event_pgn: str
    games: tuple[RecordedGame, ...]
    uploads: bool
    looks: int | None
    begins: bool
    error: str | None = None


@dataclass(frozen=True, slots=True)
class GamesPreviewPage:
    """What a file would bring; `act` is what the button says, None where there is nothing to do."""

    url: str
    content: str
    answer: PgnAnswer
    rows: tuple[PgnGameRow, ...]
    more: int
    act: str | None


def games_page(visit: Visit) -> Response[str]:
    """The games of a round."""
    return _show(visit, visit.see())


def preview(visit: Visit) -> Response[str]:
    """What would happen to the games of a file."""
    seen = visit.see(Role.ARBITER, ACT)
    try:
        content = visit.form.files.get("file") or b""
        answer = preview_answer(preview_games(visit.desk, seen, content, visit.number("round")), seen.version)
    except (FormatError, Invalid, TooManyRequests) as error:
        return _show(visit, seen, error)
    context = GamesPreviewPage(
        url=_here(visit),
        content=packed(content),
        answer=answer,
        rows=tuple(answer.games[:MOST_SHOWN]),
        more=max(0, len(answer.games) - MOST_SHOWN),
        act=_act(answer),
    )
    return page(visit, "round_games_preview.html", context, seen=seen, nav=_nav(seen))


def _act(answer: PgnAnswer) -> str | None:
    if answer.records:
        return _("Import %(games)s", games=counts.games(answer.records))
    return _("Enter %(results)s", results=counts.results(answer.results)) if answer.results else None


def confirm(visit: Visit) -> Response[str]:
    """The games of a file, written."""
    seen = visit.see(Role.ARBITER, ACT)
    try:
        games = preview_games(visit.desk, seen, unpacked(visit.form.text("content")), visit.number("round"))
    except (FormatError, Invalid, TooManyRequests) as error:
        return _show(visit, seen, error)
    answer = imported_answer(import_games(visit.desk, visit.actor, seen, games, results=True), seen.version)
    text = _(
        "%(games)s stored, %(results)s entered.",
        games=counts.games(answer.records),
        results=counts.results(answer.results),
    )
    return see_other(visit, _here(visit), StatusLine(text))


@dataclass(frozen=True, slots=True)
class FollowedBoards:
    """The results that records from elsewhere propose for boards without one; `looks` is how often to look again."""

    proposed: Mapping[PairingId, str]
    looks: int | None


def followed_boards(desk: Desk, seen: Seen, ids: Sequence[PairingId]) -> FollowedBoards:
    """What is known from elsewhere of these boards, which have no result."""
    records = [each.game for each in seen_games(desk, seen, ids)] if ids else []
    proposed = {each.id: result for each in records if (result := _proposed(seen, each)) is not None}
    return FollowedBoards(proposed, _looks(seen, records))


def _show(visit: Visit, seen: Seen, error: PodiumError | None = None) -> Response[str]:
    state, number = seen.state, visit.number("round")
    here = find_round(state, number)
    records = {each.game.id: each.game for each in seen_games(visit.desk, seen, games_of(state, number))}
    enters = seen.role >= Role.SCORER and not state.archived
    pages = pages_of(state, number)
    context = RoundGamesPage(
        url=_here(visit),
        title=pages.round_name(state, number),
        back=pages.addresses.of_round(visit.url, number),
        round_pgn=f"/api/tournaments/{state.id}/rounds/{number}/pgn",
        event_pgn=f"/api/tournaments/{state.id}/pgn",
        games=tuple(
            _recorded(seen, records[game.id], tag, game.result.value if game.result else None, visit.url, enters)
            for game, tag in boards(here)
            if game.id in records
        ),
        uploads=seen.role >= Role.ARBITER and not state.archived,
        looks=_looks(seen, records.values()),
        begins=number in state.start_positions,
        error=sentence(error) if error else None,
    )
    return page(
        visit, "round_games.html", context, seen=seen, nav=_nav(seen), status=status_of(error) if error else 200
    )


def _recorded(seen: Seen, record: LiveGame, tag: str, stored: str | None, url: str, enters: bool) -> RecordedGame:
    players = seen.state.players
    proposed = _proposed(seen, record) if stored is None else None
    return RecordedGame(
        id=record.id,
        board=tag,
        white=players[record.white].name,
        black=players[record.black].name,
        moves=ngettext("%(num)s half-move", "%(num)s half-moves", record.ply),
        stored=stored,
        proposed=proposed,
        action=f"{url}/games/{record.id}/result" if enters and proposed else None,
    )


def _proposed(seen: Seen, record: LiveGame) -> str | None:
    """The result that a record from elsewhere says, where the event does not have it."""
    if not record.imported or record.end is None or is_counted(seen.state, record):
        return None
    return RESULTS.get(record.end.outcome)


def _looks(seen: Seen, records: Iterable[LiveGame]) -> int | None:
    """How often a page for entering results looks again; readers hear of results when they are entered."""
    followed = any(each.imported and each.end is None for each in records)
    return LOOKS if followed and seen.role >= Role.SCORER else None


def _nav(seen: Seen) -> str:
    return pages_of(seen.state).addresses.rounds


def _here(visit: Visit) -> str:
    return f"{visit.url}/rounds/{visit.number('round')}/pgn"
