"""What happens at the boards of a round: results, byes, and pairings changed by hand; and which rows changed since.

A page that is open gets the few rows that changed, in place of hundreds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from litestar import Response

from podium.app.access import visible_tournament
from podium.app.desk import Seen
from podium.app.ports import Receipt
from podium.app.problems import status_of
from podium.app.rounds.result_words import bye_message
from podium.app.words.errors import sentence
from podium.app.words.numbers import halves
from podium.core import choice
from podium.core.errors import Cautioned, Invalid, PodiumError, Refused
from podium.core.ids import PairingId, PlayerId
from podium.core.result import ByeType, Result
from podium.flow import commands
from podium.flow.events import CommitReverted, Event, ResultRecorded
from podium.flow.lookups import find_round
from podium.flow.state import Tournament
from podium.web.formats.protocol import USUAL, Part
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import number_or_text, whole_number
from podium.web.frame.responses import page, perform_and_go, receipt_status_line, see_other
from podium.web.frame.visit import StatusLine, Visit
from podium.web.live.live_steps import RUNNING, ask_to_end
from podium.web.rounds.round_context import BYES, RoundPage, round_context

MOST_VERSIONS = 200
"""Versions that are looked at one by one; a browser that missed more gets the whole page."""


def record_result(visit: Visit) -> Response[str]:
    """The result of a game, or none; only in place of the one that the page showed."""
    seen, pairing = visit.see(), _pairing(visit)
    form, back = visit.form, _round(visit, seen, pairing)
    confirm = form.text("confirm") == "yes"
    try:
        was, result = read_result(form.text("was")), read_result(form.text("result"))
        receipt = visit.perform(commands.RecordResult(pairing, result, was, True, confirm))
    except PodiumError as error:
        if isinstance(error, Refused) and error.code == RUNNING:
            return ask_to_end(visit, seen, pairing, error, back)
        if isinstance(error, Cautioned) or not visit.rows or pairing not in seen.state.where:
            raise
        number = seen.state.where[pairing]
        return _rows(visit, visit.see(), number, [pairing], problem=sentence(error), status=status_of(error))
    changed = receipt_changes(visit, seen, receipt, receipt.state.where[pairing])
    return changed or see_other(visit, visit.back(back), receipt_status_line(seen, receipt))


def set_bye_type(visit: Visit) -> Response[str]:
    """What kind of bye a player has."""
    seen, pairing = visit.see(), _pairing(visit)
    kind = _bye(visit.form.text("kind"))

    def check(state: Tournament) -> None:
        """Refuse in place of another kind than the page showed."""
        there = state.pairing(pairing) if pairing in state.where else None
        stored = there.bye_kind if there is not None else None
        if "was" in visit.form.texts and stored not in (None, kind) and stored.value != visit.form.text("was"):
            raise Refused("bye-differs", value=visit.form.text("was"), stored=stored.value)

    receipt = visit.perform_checked(commands.RecordBye(pairing, kind), check)
    status_line = receipt_status_line(seen, receipt)
    bye = receipt.state.pairing(pairing)
    assert bye.is_bye  # the command would have been refused
    said = halves(bye_message(kind, bye.points(receipt.state.settings.scoring)))
    text = f"{receipt.state.players[bye.player].name}: {said}"
    return see_other(visit, visit.back(_round(visit, seen, pairing)), StatusLine(text, undo=status_line.undo))


def give_bye(visit: Visit) -> Response[str]:
    """A bye for a player who was left out."""
    number = visit.number("round")
    command = commands.GiveBye(number, PlayerId(visit.form.text("player")), _bye(visit.form.text("kind")))
    return perform_and_go(visit, visit.see(), command, visit.back(f"{visit.url}/rounds/{number}"))


def add_game(visit: Visit) -> Response[str]:
    """A game for two players who were left out."""
    number = visit.number("round")
    white, black = PlayerId(visit.form.text("white")), PlayerId(visit.form.text("black"))
    return perform_and_go(
        visit, visit.see(), commands.AddPairing(number, white, black), visit.back(f"{visit.url}/rounds/{number}")
    )


def swap_colours(visit: Visit) -> Response[str]:
    """The same two players with the colours exchanged."""
    return _edit(visit, commands.RearrangePairing(_pairing(visit), turn=True))


def seat_player(visit: Visit) -> Response[str]:
    """Other players at a board, or another board."""
    form = visit.form
    board = number_or_text(form.text("board"))
    if isinstance(board, str):
        raise Invalid("board-out-of-range", field="board", value=board, least=1, most=99_999)
    white, black = form.optional("white"), form.optional("black")
    command = commands.RearrangePairing(
        _pairing(visit),
        white=PlayerId(white) if white else None,
        black=PlayerId(black) if black else None,
        board=board,
    )
    return _edit(visit, command)


def remove_pairing(visit: Visit) -> Response[str]:
    """The round without a pairing; its players are left out."""
    return _edit(visit, commands.RemovePairing(_pairing(visit)))


def read_result(text: str) -> Result | None:
    """The result written as `text`, None for nothing; raises Invalid."""
    return choice.result("result", text or None)


def _edit(visit: Visit, command: commands.RearrangePairing | commands.RemovePairing) -> Response[str]:
    """Pairings are arranged by what one sees: if that has changed, look again first."""
    seen = visit.see()
    return perform_and_go(
        visit, seen, command, f"{_round(visit, seen, command.pairing)}?edit=yes", expected=visit.version
    )


def _bye(text: str) -> ByeType:
    kind = next((each for each in BYES if each.value == text), None)
    if kind is None:
        raise Invalid("bye-type-unknown", field="kind", value=text, allowed=[each.value for each in BYES])
    return kind


def _pairing(visit: Visit) -> PairingId:
    return PairingId(visit.path["pairing"])


def _round(visit: Visit, seen: Seen, pairing: PairingId) -> str:
    number = seen.state.where.get(pairing)
    return f"{visit.url}/rounds/{number}" if number else f"{visit.url}/rounds"


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
    if since is not None and 0 <= seen.version - since <= MOST_VERSIONS:
        boards = changed_boards(visit.desk.events_after(seen, since), number)
    if boards is None:
        return see_other(visit, f"{visit.url}/rounds/{number}")
    return _rows(visit, seen, number, boards)


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
    if not visit.rows or pages_of(receipt.state, round).addresses.round != USUAL.round:
        return None
    boards = changed_boards([receipt.events], round) if receipt.written else frozenset()
    if boards is None or receipt.dropped:
        return None
    now = replace(seen, state=visible_tournament(receipt.state, seen.role), version=receipt.version)
    return _rows(visit, now, round, boards, status_line=receipt_status_line(seen, receipt))


def _rows(
    visit: Visit, seen: Seen, number: int, boards: Collection[PairingId], status: int = 200, **said: Any
) -> Response[str]:
    here = find_round(seen.state, number)
    asked = replace(visit, here=f"{visit.url}/rounds/{number}", query={})
    context = round_context(asked, seen, here, Part("round_changes.html"), only=boards)
    return page(asked, "round_changes.html", ChangesPage(context, **said), seen=seen, status=status)
