"""The request of the API that is each command: its method, its path, and its body."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from podium.app.hall.check_in import Absence
from podium.app.prizes.contests import options_of
from podium.core.errors import Refused
from podium.core.player import PlayerFields
from podium.flow import commands as c
from podium.flow.commands import Command
from podium.prizes.document import rules_as_json

Request = tuple[str, str, Any]


def _player(fields: PlayerFields) -> dict[str, object]:
    return {name: value for name, value in fields.values().items() if value is not None}


def _pairings(command: c.PairByHand | c.PairTeams) -> dict[str, object]:
    if isinstance(command, c.PairTeams):
        lines: list[dict[str, object]] = [{"home": home, "away": away} for home, away in command.matches]
    else:
        lines = [{"white": each.white, "black": each.black, "byeType": each.bye} for each in command.pairings]
    return {"pairings": lines, "round": command.round}


def _presence(command: c.WithdrawPlayer) -> Request:
    if not command.withdrawn:
        return "POST", f"/players/{command.player}/return", {"confirm": command.confirm}
    return "POST", f"/players/{command.player}/{'expel' if command.expelled else 'withdraw'}", {}


def _result(command: c.RecordResult) -> Request:
    body = {"result": command.result, "resultReason": command.reason, "confirm": command.confirm}
    was = {"was": command.was} if command.replaces else {}
    return "PUT", f"/pairings/{command.pairing}/result", {**body, **was}


def _prizes(command: c.SetPrizes) -> Request:
    if command.categories is None:
        return "PUT", "/prizes/rules", command.rules
    return "PUT", "/prizes", {"categories": command.categories, "rules": command.rules, "currency": command.currency}


def _allocate(command: c.AllocatePrizes) -> Request:
    wish = options_of(command.allocated)
    overrides = [{"prize_id": each.prize_id, "player_id": each.player_id} for each in wish.overrides]
    decisions = [{"players": each} for each in wish.decisions]
    body = {"overrides": overrides, "decisions": decisions, "rules": rules_as_json(wish.rules), "confirm": True}
    return "POST", "/prizes/allocate", body


def _import(command: c.ImportPlayers) -> Request:
    players = [*command.added, *command.updated.values()]
    return "POST", "/players/import", msgspec.json.encode([_player(each) for each in players])


# Paths are below the tournament, but for those of pairings.
REQUESTS: Mapping[type, Callable[[Any], Request]] = {
    c.CreateTournament: lambda x: ("POST", "", x.given),
    c.ChangeSettings: lambda x: ("PATCH", "", {**x.given, "confirm": x.confirm}),
    c.ContinueAs: lambda x: ("POST", "/continue", x.given),
    c.LeaveFideMode: lambda x: ("POST", "/leave-fide-mode", {}),
    c.PublishTournament: lambda x: ("POST", "/publish", {"published": x.published}),
    c.ArchiveTournament: lambda x: ("POST", "/archive", {"archived": x.archived}),
    c.DeleteTournament: lambda x: ("DELETE", "", {}),
    c.AddPlayers: lambda x: ("POST", "/players", {"players": [_player(each) for each in x.players]}),
    c.EditPlayer: lambda x: (
        "PATCH", f"/players/{x.player}", x.given if x.half_byes is None else {**x.given, "half_byes": x.half_byes}
    ),
    c.ImportPlayers: _import,
    c.RemovePlayer: lambda x: ("DELETE", f"/players/{x.player}", {}),
    c.WithdrawPlayer: _presence,
    c.SettleAbsences: lambda x: (
        "POST", "/check-in/end", {"absent": next(each for each in Absence if each.bye is x.bye)}
    ),
    c.RequestByes: lambda x: ("PUT", f"/players/{x.player}/byes", {str(n): kind for n, kind in x.byes.items()}),
    c.SetLaterRatings: lambda x: ("PUT", f"/players/{x.player}/ratings", {str(n): it for n, it in x.ratings.items()}),
    c.RenumberPlayers: lambda x: ("POST", "/players/renumber", {}),
    c.ExchangeNumbers: lambda x: ("POST", "/players/exchange-numbers", {"player": x.player, "other": x.other}),
    c.OrderTie: lambda x: ("PUT", "/ties", {"players": x.players, "by": x.by or "shared"}),
    c.TypeTiebreaks: lambda x: ("PUT", "/typed-tiebreaks", {"values": x.values}),
    c.PairRound: lambda x: ("POST", "/rounds", {"round": x.round, "confirm": x.confirm}),
    c.PairAllRounds: lambda x: ("POST", "/rounds/all", {}),
    c.PairByHand: lambda x: ("POST", "/rounds", _pairings(x)),
    c.PairTeams: lambda x: ("POST", "/rounds", _pairings(x)),
    c.UnpairRound: lambda x: ("DELETE", f"/rounds/{x.round}", {}),
    c.PublishRound: lambda x: ("POST", f"/rounds/{x.round}/publish", {"startsAt": x.starts_at}),
    c.StartRound: lambda x: ("POST", f"/rounds/{x.round}/start", {"startsAt": x.starts_at}),
    c.HoldRound: lambda x: ("POST", f"/rounds/{x.round}/hold", {}),
    c.CloseRound: lambda x: ("POST", f"/rounds/{x.round}/close", {"confirm": x.confirm}),
    c.ReopenRound: lambda x: ("POST", f"/rounds/{x.round}/reopen", {}),
    c.SetStartPosition: lambda x: ("PUT", f"/rounds/{x.round}/start-position", {"number": x.number}),
    c.EditRound: lambda x: ("POST", f"/rounds/{x.round}/edit", {"open": x.open, "acknowledge": x.acknowledge}),
    c.AddPairing: lambda x: ("POST", f"/rounds/{x.round}/pairings", {"white": x.white, "black": x.black}),
    c.GiveBye: lambda x: ("POST", f"/rounds/{x.round}/byes", {"player_id": x.player, "byeType": x.kind}),
    c.RearrangePairing: lambda x: (
        "PATCH", f"/pairings/{x.pairing}",
        {"white": x.white, "black": x.black, "colours": "swap" if x.turn else None, "board": x.board},
    ),
    c.RemovePairing: lambda x: ("DELETE", f"/pairings/{x.pairing}", {}),
    c.RecordResult: _result,
    c.CorrectForRating: lambda x: ("PUT", f"/pairings/{x.pairing}/rating-result", {"result": x.result}),
    c.RecordBye: lambda x: ("POST", f"/pairings/{x.pairing}/bye-result", {"byeType": x.kind}),
    c.SetPrizes: _prizes,
    c.AllocatePrizes: _allocate,
    c.PublishPrizes: lambda x: ("POST", "/prizes/publish", {"published": x.published}),
    c.RecordSets: lambda x: ("PUT", f"/pairings/{x.pairing}/sets", {side.value: n for side, n in x.sets.items()}),
    c.ClickSets: lambda x: ("POST", f"/pairings/{x.pairing}/sets/click", {"side": x.side}),
    c.AnotherRound: lambda x: ("POST", "/bracket/another-round", {}),
    c.SetGroups: lambda x: ("PUT", f"/stages/{x.stage}/groups", {"groups": x.groups}),
    c.StartStage: lambda x: (
        "POST", f"/stages/{x.stage}/start",
        {"qualified": x.qualified, "tied": "all" if x.everybody else None if x.lot is None else "lot"},
    ),
    c.Revert: lambda x: ("POST", "/undo", {"commit": x.commit}),
    c.Rewind: lambda x: ("POST", "/undo", {"to": x.to}),
    c.Redo: lambda x: ("POST", "/redo", {}),
    c.ForgetPlayer: lambda x: ("POST", f"/players/{x.player}/forget", {}),
}  # fmt: skip


def request_of(stream: str, command: Command) -> Request:
    """The request that a server takes as this command; raises Refused where it takes none."""
    if type(command) not in REQUESTS:
        raise Refused("only-on-the-machine")
    method, path, body = REQUESTS[type(command)](command)
    new, own = isinstance(command, c.CreateTournament), path.startswith("/pairings/")
    place = "" if own else "/tournaments" if new else f"/tournaments/{stream}"
    return method, f"/api{place}{path}", body if isinstance(body, bytes) else msgspec.to_builtins(body, enc_hook=str)
