"""What changed in a round since somebody looked: a few rows in place of hundreds."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from litestar import Response

from podium.app.access import visible_tournament
from podium.app.desk import Seen
from podium.app.ports import Receipt
from podium.app.server.http_statuses import status_of
from podium.app.words.errors import sentence
from podium.core.errors import PodiumError
from podium.core.ids import PairingId
from podium.flow.events import CommitReverted, Event, ResultRecorded
from podium.flow.lookups import find_round
from podium.web.formats.protocol import USUAL, Part
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import page, receipt_status_line, see_other
from podium.web.frame.status_line import StatusLine
from podium.web.frame.visit import Visit
from podium.web.rounds.round_context import RoundPage, round_context

MOST = 200
"""Versions that are looked at one by one; whoever missed more gets the whole page."""


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """The rows of a round that changed, with what is said of the whole round; or what is wrong with what was sent."""

    round: RoundPage
    status_line: StatusLine | None = None
    problem: str | None = None


def changes_page(visit: Visit) -> Response[str]:
    """The rows that changed after the version `since`; the way to the whole round where more than results changed."""
    seen, number = visit.see(), visit.number("round")
    find_round(seen.state, number)
    since = whole_number(visit.query.get("since", ""))
    boards = None
    if since is not None and 0 <= seen.version - since <= MOST:
        boards = changed_boards(visit.desk.events_after(seen, since), number)
    if boards is None:
        return see_other(visit, f"{visit.url}/rounds/{number}")
    return _show(visit, seen, number, boards)


def changed_boards(commits: Iterable[Iterable[Event]], round: int) -> frozenset[PairingId] | None:
    """The boards of a round whose results these commits changed; None if they changed anything else."""
    boards: set[PairingId] = set()
    for events in commits:
        recorded = [event for event in events if not isinstance(event, CommitReverted)]
        if not recorded:  # a rewind: anything may be different
            return None
        for event in recorded:
            if not isinstance(event, ResultRecorded) or event.round != round:
                return None
            boards.add(event.pairing)
    return frozenset(boards)


def receipt_changes(visit: Visit, seen: Seen, receipt: Receipt, round: int) -> Response[str] | None:
    """The rows that a form changed, for a page that takes them; None where the whole page is to be seen."""
    if not visit.rows or pages_of(receipt.state).addresses.round != USUAL.round:
        return None
    boards = changed_boards([receipt.events], round) if receipt.written else frozenset()
    if boards is None or receipt.dropped:
        return None
    now = replace(seen, state=visible_tournament(receipt.state, seen.role), version=receipt.version)
    return _show(visit, now, round, boards, status_line=receipt_status_line(seen, receipt))


def refusal_changes(visit: Visit, round: int, boards: Collection[PairingId], error: PodiumError) -> Response[str]:
    """Why a form was refused, with the rows as they are."""
    return _show(visit, visit.see(), round, boards, problem=sentence(error), status=status_of(error))


def _show(
    visit: Visit,
    seen: Seen,
    number: int,
    boards: Collection[PairingId],
    *,
    status_line: StatusLine | None = None,
    problem: str | None = None,
    status: int = 200,
) -> Response[str]:
    here = find_round(seen.state, number)
    asked = replace(visit, here=f"{visit.url}/rounds/{number}", query={})
    context = round_context(asked, seen, here, Part("round_changes.html"), only=boards)
    return page(asked, "round_changes.html", ChangesPage(context, status_line, problem), seen=seen, status=status)
