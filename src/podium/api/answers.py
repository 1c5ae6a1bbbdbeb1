"""What a write answers, made from its receipt alone, so that a repeated write is answered with the same."""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.ports import Receipt
from podium.app.views.bracket_rows import bracket_row, match_row
from podium.app.views.editing_rows import editing_row
from podium.app.views.prizes import prizes_row
from podium.app.views.rows import Row, pairing_row, player_row, result_rows, round_row, tournament_row
from podium.app.words.results import bye_message
from podium.core.ids import PairingId, PlayerId
from podium.flow.events import BoardsChanged, BracketBuilt, CommitReverted, PlayersChanged, RoundPaired
from podium.flow.formats.knockout import bracket_of, match_of
from podium.flow.lookups import found
from podium.flow.state import Bye

Params = Mapping[str, str]


def version(_receipt: Receipt, _params: Params) -> Row:
    """Nothing but the version, which every answer has."""
    return {}


def tournament(receipt: Receipt, _params: Params) -> Row:
    return tournament_row(receipt.state)


def player(receipt: Receipt, params: Params) -> Row:
    return player_row(receipt.state.players[PlayerId(params["pid"])])


def players_added(receipt: Receipt, _params: Params) -> Row:
    changes = [event for event in receipt.events if isinstance(event, PlayersChanged) and not event.before]
    return {"players": [player_row(player) for change in changes for player in change.after]}


def round_paired(receipt: Receipt, _params: Params) -> Row:
    if receipt.state.knockout is not None:
        state = receipt.state
        built = any(isinstance(event, BracketBuilt) for event in receipt.events)
        return round_row(state, state.rounds[0 if built else -1])  # later rounds are ordered one at a time
    paired = next(event for event in receipt.events if isinstance(event, RoundPaired))
    return round_row(receipt.state, receipt.state.rounds[paired.round - 1])


def rounds_paired(receipt: Receipt, _params: Params) -> Row:
    paired = [event.round for event in receipt.events if isinstance(event, RoundPaired)]
    return {"rounds": [round_row(receipt.state, receipt.state.rounds[number - 1]) for number in paired]}


def round(receipt: Receipt, params: Params) -> Row:
    return round_row(receipt.state, receipt.state.rounds[int(params["n"]) - 1])


def round_edited(receipt: Receipt, params: Params) -> Row:
    here = receipt.state.rounds[int(params["n"]) - 1]
    return {**round_row(receipt.state, here), **editing_row(receipt.state, here)}


def pairing(receipt: Receipt, params: Params) -> Row:
    return pairing_row(receipt.state, found(receipt.state, PairingId(params["id"])))


def match(receipt: Receipt, params: Params) -> Row:
    return match_row(match_of(receipt.state, PairingId(params["id"])), receipt.stream)


def bracket(receipt: Receipt, _params: Params) -> Row:
    return bracket_row(bracket_of(receipt.state), receipt.stream)


def pairing_added(receipt: Receipt, _params: Params) -> Row:
    change = next(event for event in receipt.events if isinstance(event, BoardsChanged))
    return pairing_row(receipt.state, next(iter(change.after)))


def bye_recorded(receipt: Receipt, params: Params) -> Row:
    bye = receipt.state.pairing(PairingId(params["id"]))
    assert isinstance(bye, Bye)
    points = bye.points(receipt.state.settings.scoring)
    return {
        "points": points.number,
        "byeType": bye.kind.value,
        "message": bye_message(bye.kind, points),
        "result": result_rows(receipt.state, bye)[0],
    }


def prizes(receipt: Receipt, _params: Params) -> Row:
    return prizes_row(receipt.state.prizes)


def undone(receipt: Receipt, _params: Params) -> Row:
    """The commit that was reversed, or those that a rewind dropped."""
    reversed = next((event.version for event in receipt.events if isinstance(event, CommitReverted)), None)
    return {"commit": reversed, "dropped": list(receipt.dropped)}
