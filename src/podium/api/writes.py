"""The table of writes: each route that changes a tournament, the command it means, and what it answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from podium.api import answers, bodies, commands
from podium.api.asked import Reader
from podium.api.commands import Params
from podium.api.shapes.bracket import BracketAnswer, MatchAnswer
from podium.api.shapes.history import UndoAnswer
from podium.api.shapes.outcome import VersionAnswer
from podium.api.shapes.players import PlayerAnswer, PlayersAnswer
from podium.api.shapes.prizes import PrizesAnswer
from podium.api.shapes.rounds import ByeAnswer, EditAnswer, PairingAnswer, RoundAnswer, RoundsAnswer
from podium.api.shapes.tournaments import TournamentAnswer
from podium.app.ports import Receipt
from podium.app.views.rows import Row
from podium.core.ids import PairingId, PlayerId
from podium.flow.commands import (
    AnotherRound,
    ArchiveTournament,
    ChangeSettings,
    CloseRound,
    Command,
    DeleteTournament,
    EditPlayer,
    EditRound,
    ForgetPlayer,
    PairAllRounds,
    PublishPrizes,
    PublishRound,
    PublishTournament,
    Redo,
    RemovePairing,
    RemovePlayer,
    ReopenRound,
    UnpairRound,
    WithdrawPlayer,
)

EVENT = "/api/tournaments/{id}"
PLAYER = EVENT + "/players/{pid}"
ROUND = EVENT + "/rounds/{n}"
PAIRING = "/api/pairings/{id}"
MATCH = "/api/matches/{id}"


@dataclass(frozen=True, slots=True)
class Write:
    """One route: `command` makes the command of the path and the body, `answer` the body of the response."""

    method: str
    path: str
    says: str
    body: Any
    command: Callable[[Params, Any], Command]
    answer: Callable[[Receipt, Params], Row]
    shape: Any
    status: int = 200
    reader: Reader = field(init=False)
    pattern: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "reader", Reader(self.body))
        object.__setattr__(self, "pattern", re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.path)))


CREATE = Write(
    "POST",
    "/api/tournaments",
    "Create a tournament",
    bodies.NewTournamentBody,
    commands.create,
    answers.tournament,
    TournamentAnswer,
    201,
)

WRITES: tuple[Write, ...] = (
    # Routes are tried in this order, so the one that a whole hall waits for comes first.
    Write(
        "PUT",
        PAIRING + "/result",
        "Record the result of a game, or clear it",
        bodies.ResultBody,
        commands.record_result,
        answers.pairing,
        PairingAnswer,
    ),
    # the event
    Write(
        "PATCH",
        EVENT,
        "Change settings",
        bodies.SettingsBody,
        lambda _, body: ChangeSettings(body.given()),
        answers.tournament,
        TournamentAnswer,
    ),
    Write(
        "DELETE",
        EVENT,
        "Delete a tournament",
        bodies.EmptyBody,
        lambda _, body: DeleteTournament(),
        answers.version,
        VersionAnswer,
    ),
    Write(
        "POST",
        EVENT + "/publish",
        "Show a tournament to the public, or hide it",
        bodies.PublishBody,
        lambda _, body: PublishTournament(body.published),
        answers.tournament,
        TournamentAnswer,
    ),
    Write(
        "POST",
        EVENT + "/archive",
        "Put a tournament away, or take it out again",
        bodies.ArchiveBody,
        lambda _, body: ArchiveTournament(body.archived),
        answers.tournament,
        TournamentAnswer,
    ),
    # players
    Write(
        "POST",
        EVENT + "/players",
        "Add players",
        bodies.PlayersBody,
        commands.add_players,
        answers.players_added,
        PlayersAnswer,
        201,
    ),
    Write(
        "PATCH",
        PLAYER,
        "Edit a player",
        bodies.PlayerChangesBody,
        lambda at, body: EditPlayer(PlayerId(at["pid"]), body.given()),
        answers.player,
        PlayerAnswer,
    ),
    Write(
        "DELETE",
        PLAYER,
        "Remove a player who was never paired",
        bodies.EmptyBody,
        lambda at, _: RemovePlayer(PlayerId(at["pid"])),
        answers.version,
        VersionAnswer,
    ),
    Write(
        "POST",
        PLAYER + "/withdraw",
        "Withdraw a player",
        bodies.EmptyBody,
        lambda at, _: WithdrawPlayer(PlayerId(at["pid"])),
        answers.player,
        PlayerAnswer,
    ),
    Write(
        "POST",
        PLAYER + "/return",
        "Bring a withdrawn player back",
        bodies.EmptyBody,
        lambda at, _: WithdrawPlayer(PlayerId(at["pid"]), withdrawn=False),
        answers.player,
        PlayerAnswer,
    ),
    Write(
        "POST",
        PLAYER + "/forget",
        "Remove a player's personal data from the event and its whole history, for good",
        bodies.EmptyBody,
        lambda at, _: ForgetPlayer(PlayerId(at["pid"])),
        answers.version,
        VersionAnswer,
    ),
    Write(
        "PUT",
        PLAYER + "/byes",
        "Ask for byes by round",
        bodies.RequestedByesBody,
        commands.request_byes,
        answers.player,
        PlayerAnswer,
    ),
    # rounds
    Write(
        "POST",
        EVENT + "/rounds",
        "Pair a round, by the engine or by hand",
        bodies.RoundBody,
        commands.pair,
        answers.round_paired,
        RoundAnswer,
        201,
    ),
    Write(
        "POST",
        EVENT + "/rounds/all",
        "Pair all rounds of a round robin that are left",
        bodies.EmptyBody,
        lambda _at, _: PairAllRounds(),
        answers.rounds_paired,
        RoundsAnswer,
        201,
    ),
    Write(
        "DELETE",
        ROUND,
        "Unpair the last round",
        bodies.EmptyBody,
        lambda at, _: UnpairRound(commands.round_number(at)),
        answers.version,
        VersionAnswer,
    ),
    Write(
        "POST",
        ROUND + "/publish",
        "Show a round to the public",
        bodies.EmptyBody,
        lambda at, _: PublishRound(commands.round_number(at)),
        answers.round,
        RoundAnswer,
    ),
    Write(
        "POST",
        ROUND + "/close",
        "Close a round that is complete",
        bodies.EmptyBody,
        lambda at, _: CloseRound(commands.round_number(at)),
        answers.round,
        RoundAnswer,
    ),
    Write(
        "POST",
        ROUND + "/reopen",
        "Reopen a closed round",
        bodies.EmptyBody,
        lambda at, _: ReopenRound(commands.round_number(at)),
        answers.round,
        RoundAnswer,
    ),
    Write(
        "POST",
        ROUND + "/edit",
        "Begin or end the editing of a round by hand",
        bodies.EditBody,
        lambda at, body: EditRound(commands.round_number(at), body.open),
        answers.round_edited,
        EditAnswer,
    ),
    Write(
        "POST",
        ROUND + "/byes",
        "Give a bye to a player who was left out",
        bodies.GiveByeBody,
        commands.give_bye,
        answers.pairing_added,
        PairingAnswer,
        201,
    ),
    Write(
        "POST",
        ROUND + "/pairings",
        "Add a game for two players who were left out",
        bodies.AddPairingBody,
        commands.add_pairing,
        answers.pairing_added,
        PairingAnswer,
        201,
    ),
    # pairings
    Write(
        "PATCH",
        PAIRING,
        "Seat others, swap colours, or move to a board",
        bodies.PairingChangesBody,
        commands.rearrange,
        answers.pairing,
        PairingAnswer,
    ),
    Write(
        "DELETE",
        PAIRING,
        "Remove a pairing that has no result",
        bodies.EmptyBody,
        lambda at, _: RemovePairing(PairingId(at["id"])),
        answers.version,
        VersionAnswer,
    ),
    Write(
        "POST",
        PAIRING + "/bye-result",
        "Record what kind of bye a player has",
        bodies.ByeResultBody,
        commands.record_bye,
        answers.bye_recorded,
        ByeAnswer,
    ),
    # prizes
    Write(
        "PUT",
        EVENT + "/prizes",
        "Set the prizes: every category with what there is to win",
        bodies.PrizesBody,
        commands.set_prizes,
        answers.prizes,
        PrizesAnswer,
    ),
    Write(
        "POST",
        EVENT + "/prizes/publish",
        "Show the prize list to the public, or hide it",
        bodies.PublishBody,
        lambda _, body: PublishPrizes(body.published),
        answers.prizes,
        PrizesAnswer,
    ),
    Write(
        "PUT",
        PAIRING + "/sets",
        "Enter the sets of one or both teams of a match",
        bodies.SetsBody,
        commands.record_sets,
        answers.pairing,
        PairingAnswer,
    ),
    Write(
        "POST",
        PAIRING + "/sets/click",
        "Click on one side of a match",
        bodies.ClickBody,
        commands.click_sets,
        answers.pairing,
        PairingAnswer,
    ),
    # knockouts
    Write(
        "PUT",
        MATCH + "/result",
        "Report the result of a match or a tie-break game, or clear it",
        bodies.MatchResultBody,
        commands.report_match,
        answers.match,
        MatchAnswer,
    ),
    Write(
        "POST",
        EVENT + "/bracket/another-round",
        "Order another round for joint champions",
        bodies.EmptyBody,
        lambda _, body: AnotherRound(),
        answers.bracket,
        BracketAnswer,
        201,
    ),
    # history
    Write(
        "POST",
        EVENT + "/undo",
        "Take back the newest commit, a named one, or go back to a version",
        bodies.UndoBody,
        commands.undo,
        answers.undone,
        UndoAnswer,
    ),
    Write(
        "POST",
        EVENT + "/redo",
        "Bring back what was undone last",
        bodies.EmptyBody,
        lambda _, body: Redo(),
        answers.undone,
        UndoAnswer,
    ),
)


def resolved(method: str, path: str) -> tuple[Write, Params] | None:
    """The write that a method and a path mean, and the values in the path; creating is none of them."""
    for write in WRITES:
        if write.method == method and (found := write.pattern.fullmatch(path)):
            return write, found.groupdict()
    return None
