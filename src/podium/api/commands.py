"""From paths and bodies to commands: what each write means."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import UNSET

from podium.api import bodies
from podium.api.asked import numbered
from podium.api.problems import malformed
from podium.core import choice
from podium.core.errors import Invalid
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.core.result import ByeType
from podium.doubles import Team
from podium.flow.commands import (
    AddPairing,
    AddPlayers,
    ClickSets,
    Command,
    CreateTournament,
    GiveBye,
    HandPairing,
    PairByHand,
    PairRound,
    PairTeams,
    RearrangePairing,
    RecordBye,
    RecordResult,
    RecordSets,
    RequestByes,
    Revert,
    Rewind,
    SetPrizes,
)
from podium.flow.formats.knockout import match_report
from podium.flow.readers import MOST_ROUNDS
from podium.flow.state import Side
from podium.knockout import outcome_and_reason

Params = Mapping[str, str]
"""The values in a path, by name."""

REQUESTED = [each for each in ByeType if each.requested]
RECORDED = [ByeType.BYE, ByeType.UNPAIRED]
GIVEN = [each for each in ByeType if each.given]


def create(params: Params, body: bodies.NewTournamentBody) -> Command:
    """The command for a new tournament; the path of this route knows no id, so the caller brings one."""
    return CreateTournament(TournamentId(params["id"]), body.given())


def add_players(_params: Params, body: bodies.PlayersBody) -> Command:
    return AddPlayers(tuple(PlayerFields(**each.given()) for each in body.players))  # type: ignore[arg-type]  # checked


def request_byes(params: Params, body: Mapping[str, str]) -> Command:
    byes: dict[int, ByeType] = {}
    for key, kind in body.items():
        if not re.fullmatch(r"[1-9]\d{0,8}", key, re.ASCII):
            raise Invalid("round-out-of-range", field="byes", value=key, most=None)
        byes[int(key)] = _bye(REQUESTED, "byes", kind)
    return RequestByes(PlayerId(params["pid"]), byes)


def pair(_params: Params, body: bodies.RoundBody) -> Command:
    if body.round is not None and not 1 <= body.round <= MOST_ROUNDS:
        raise Invalid("count-out-of-range", field="round", value=body.round, least=1, most=MOST_ROUNDS)
    if body.pairings is None:
        return PairRound(body.round)
    if any(each.home is not None or each.away is not None for each in body.pairings):
        return PairTeams(tuple(_teams(each) for each in body.pairings), body.round)
    return PairByHand(tuple(_line(each) for each in body.pairings), body.round)


def _line(given: bodies.HandPairingBody) -> HandPairing:
    if given.white is None:
        raise malformed("A pairing names white, or home and away.", field="pairings", value=given.black)
    return HandPairing(PlayerId(given.white), _player(given.black), _bye(GIVEN, "byeType", given.byeType))


def _teams(given: bodies.HandPairingBody) -> tuple[Team, Team]:
    if given.home is None or given.away is None or given.white is not None or given.black is not None:
        named = {name: value for name, value in given.given().items() if value is not None and name != "byeType"}
        raise malformed("A match of doubles names home and away, and nobody else.", field="pairings", value=named)
    return _team(given.home), _team(given.away)


def _team(players: list[str]) -> Team:
    one, other = players
    return PlayerId(one), PlayerId(other)


def give_bye(params: Params, body: bodies.GiveByeBody) -> Command:
    return GiveBye(round_number(params), PlayerId(body.player_id), _bye(GIVEN, "byeType", body.byeType))


def add_pairing(params: Params, body: bodies.AddPairingBody) -> Command:
    return AddPairing(round_number(params), PlayerId(body.white), PlayerId(body.black))


def rearrange(params: Params, body: bodies.PairingChangesBody) -> Command:
    return RearrangePairing(
        PairingId(params["id"]),
        white=_player(body.white),
        black=_player(body.black),
        turn=body.colours == "swap",
        board=body.board,
    )


def record_result(params: Params, body: bodies.ResultBody) -> Command:
    pairing, result = PairingId(params["id"]), choice.result("result", body.result)
    if isinstance(body.was, str | None):
        return RecordResult(pairing, result, choice.result("was", body.was), replaces=True, confirm=body.confirm)
    return RecordResult(pairing, result, confirm=body.confirm)


def report_match(params: Params, body: bodies.MatchResultBody) -> Command:
    match, result = PairingId(params["id"]), body.result
    if result is None and body.resultReason is None:
        return match_report(match, None, confirm=body.confirm)
    said = result if isinstance(result, str) else None
    return match_report(match, *outcome_and_reason(said, body.resultReason), confirm=body.confirm)


def record_bye(params: Params, body: bodies.ByeResultBody) -> Command:
    return RecordBye(PairingId(params["id"]), _bye(RECORDED, "byeType", body.byeType))


def set_prizes(_params: Params, body: bodies.PrizesBody) -> Command:
    return SetPrizes(
        tuple(
            {**category.given(), "prizes": [prize.given() for prize in category.prizes or ()]}
            for category in body.categories
        )
    )


def record_sets(params: Params, body: bodies.SetsBody) -> Command:
    sides = {side: getattr(body, side.value) for side in Side}
    return RecordSets(PairingId(params["id"]), {side: sets for side, sets in sides.items() if sets is not UNSET})


def click_sets(params: Params, body: bodies.ClickBody) -> Command:
    return ClickSets(PairingId(params["id"]), Side(body.side))


def undo(_params: Params, body: bodies.UndoBody) -> Command:
    if body.commit is not None and body.to is not None:
        raise malformed("Name a commit to take back or a version to go to, not both.", field="to", value=body.to)
    return Revert(body.commit) if body.to is None else Rewind(body.to)


def round_number(params: Params) -> int:
    """The round in the path; raises Unknown for what is no number."""
    return numbered("round", params["n"])


def _player(id: str | None) -> PlayerId | None:
    return None if id is None else PlayerId(id)


def _bye(allowed: Sequence[ByeType], field: str, text: str) -> ByeType:
    for kind in allowed:
        if kind.value == text:
            return kind
    raise Invalid("bye-type-unknown", field=field, value=text, allowed=[each.value for each in allowed])
