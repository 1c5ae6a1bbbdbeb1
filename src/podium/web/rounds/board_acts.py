"""What happens at the boards of a round: results, byes, and pairings changed by hand."""

from __future__ import annotations

from litestar import Response

from podium.app.desk import Seen
from podium.app.rounds.result_words import bye_message
from podium.core import choice
from podium.core.errors import Cautioned, Invalid, PodiumError, Refused
from podium.core.ids import PairingId, PlayerId
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    AddPairing,
    GiveBye,
    RearrangePairing,
    RecordBye,
    RecordResult,
    RemovePairing,
)
from podium.flow.state import Tournament
from podium.web.frame.forms import number_or_text
from podium.web.frame.responses import perform_and_go, receipt_status_line, see_other
from podium.web.frame.status_line import StatusLine
from podium.web.frame.visit import Visit
from podium.web.live.live_steps import RUNNING, ask_to_end
from podium.web.rounds.round_changes import receipt_changes, refusal_changes
from podium.web.rounds.round_context import BYES


def record_result(visit: Visit) -> Response[str]:
    """The result of a game, or none; only in place of the one that the page showed."""
    seen, pairing = visit.see(), _pairing(visit)
    form, back = visit.form, _round(visit, seen, pairing)
    confirm = form.text("confirm") == "yes"
    try:
        was, result = read_result(form.text("was")), read_result(form.text("result"))
        receipt = visit.perform(RecordResult(pairing, result, was, True, confirm))
    except PodiumError as error:
        if isinstance(error, Refused) and error.code == RUNNING:
            return ask_to_end(visit, seen, pairing, error, back)
        if isinstance(error, Cautioned) or not visit.rows or pairing not in seen.state.where:
            raise
        return refusal_changes(visit, seen.state.where[pairing], [pairing], error)
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

    receipt = visit.perform_checked(RecordBye(pairing, kind), check)
    status_line = receipt_status_line(seen, receipt)
    bye = receipt.state.pairing(pairing)
    assert bye.is_bye  # the command would have been refused
    text = f"{receipt.state.players[bye.player].name}: {bye_message(kind, bye.points(receipt.state.settings.scoring))}"
    return see_other(visit, visit.back(_round(visit, seen, pairing)), StatusLine(text, undo=status_line.undo))


def give_bye(visit: Visit) -> Response[str]:
    """A bye for a player who was left out."""
    number = visit.number("round")
    command = GiveBye(number, PlayerId(visit.form.text("player")), _bye(visit.form.text("kind")))
    return perform_and_go(visit, visit.see(), command, visit.back(f"{visit.url}/rounds/{number}"))


def add_game(visit: Visit) -> Response[str]:
    """A game for two players who were left out."""
    number = visit.number("round")
    white, black = PlayerId(visit.form.text("white")), PlayerId(visit.form.text("black"))
    return perform_and_go(
        visit, visit.see(), AddPairing(number, white, black), visit.back(f"{visit.url}/rounds/{number}")
    )


def swap_colours(visit: Visit) -> Response[str]:
    """The same two players with the colours exchanged."""
    return _edit(visit, RearrangePairing(_pairing(visit), turn=True))


def seat_player(visit: Visit) -> Response[str]:
    """Other players at a board, or another board."""
    form = visit.form
    board = number_or_text(form.text("board"))
    if isinstance(board, str):
        raise Invalid("board-out-of-range", field="board", value=board, least=1, most=99_999)
    white, black = form.optional("white"), form.optional("black")
    command = RearrangePairing(
        _pairing(visit),
        white=PlayerId(white) if white else None,
        black=PlayerId(black) if black else None,
        board=board,
    )
    return _edit(visit, command)


def remove_pairing(visit: Visit) -> Response[str]:
    """The round without a pairing; its players are left out."""
    return _edit(visit, RemovePairing(_pairing(visit)))


def read_result(text: str) -> Result | None:
    """The result written as `text`, None for nothing; raises Invalid."""
    return choice.result("result", text or None)


def _edit(visit: Visit, command: RearrangePairing | RemovePairing) -> Response[str]:
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
