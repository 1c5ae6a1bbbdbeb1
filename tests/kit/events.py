"""A director to talk to: tests say what happens in the hall, by the names of the players.

event = director()
event.players("Alice", "Bob", "Carol")
event.pairs(1, [("Alice", "Bob")])
event.result("Alice", "1-0")
assert event.points == {"Alice": "1.0", "Bob": "0.0", "Carol": "0.5"}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pytest

from podium.app.access import Actor, Role
from podium.app.event.fide_words import breach_comment
from podium.app.ports import Intent, Journal, Past, Receipt
from podium.core.errors import Cautioned, PodiumError
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import Player, PlayerFields
from podium.core.points import Points
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    AddPairing,
    AddPlayers,
    ArchiveTournament,
    ChangeSettings,
    CloseRound,
    Command,
    ConfirmReport,
    CreateTournament,
    DeleteTournament,
    EditPlayer,
    GiveBye,
    HandPairing,
    ObjectToReport,
    PairByHand,
    PairRound,
    PublishRound,
    PublishTournament,
    RearrangePairing,
    RecordBye,
    RecordResult,
    Redo,
    RemovePairing,
    RemovePlayer,
    ReopenRound,
    ReportResult,
    RequestByes,
    Revert,
    Rewind,
    UnpairRound,
    WithdrawPlayer,
    WithdrawReport,
)
from podium.flow.fide.recording import breaches_by_players
from podium.flow.formats.registry import numbers_in_round
from podium.flow.state import Bye, Game, Pairing, Round, Tournament
from tests.kit.memory import MemoryJournal
from tests.kit.options import STAGES
from tests.kit.waiting import PATIENCE

CHIEF = Actor("user:1", "Chief")


@contextmanager
def refused(code: str) -> Iterator[pytest.ExceptionInfo[PodiumError]]:
    """A block that must end in a Podium error of that code."""
    with pytest.raises(PodiumError) as caught:
        yield caught
    assert caught.value.code == code, caught.value


def director(format: str = "manual", stream: str = "t1", **settings: object) -> Director:
    """The director of a new event."""
    event = Director(MemoryJournal(), TournamentId(stream))
    planned = {"stages": STAGES} if format == "stages" else {}
    event.do(CreateTournament(event.stream, {"name": "Open", "format": format, **planned, **settings}))
    return event


class Director:
    """One event, run by name. Every method gives the receipt of what it did."""

    def __init__(self, journal: Journal, stream: TournamentId) -> None:
        self.journal = journal
        self.stream = stream

    def do(
        self,
        command: Command,
        *,
        by: Actor = CHIEF,
        role: Role = Role.OWNER,
        player: str | None = None,
        key: str | None = None,
        expected: int | None = None,
        acknowledged: int = 0,
    ) -> Receipt:
        """What comes of a command; so many steps of what FIDE mode asks are read and answered, one after the other."""
        who = self.id(player) if player else None
        intent = Intent(self.stream, command, by, role, who, key, expected)
        for left in reversed(range(acknowledged + 1)):
            try:
                return self.journal.submit(intent).result(PATIENCE)
            except Cautioned as question:
                if not left:
                    raise
                intent = replace(intent, acknowledged=int(str(question.facts["acknowledge"])))
        raise AssertionError("a loop that returns or raises")

    def says(self, command: ReportResult | ConfirmReport | ObjectToReport | WithdrawReport) -> Receipt:
        """What a player says of the own game, through the personal link."""
        assert command.player is not None
        link = Actor(f"link:{command.player}", "link")
        return self.journal.submit(Intent(self.stream, command, link, Role.PLAYER, command.player)).result(PATIENCE)

    # --- asking ---------------------------------------------------------------------------

    @property
    def state(self) -> Tournament:
        state = self.journal.head(self.stream).state
        assert state is not None
        return state

    @property
    def version(self) -> int:
        return self.journal.head(self.stream).version

    @property
    def past(self) -> Past:
        with self.journal.past(self.stream) as past:
            return past

    def player(self, name: str) -> Player:
        """The player of that name."""
        return next(player for player in self.state.players.values() if player.name == name)

    def id(self, name: str) -> PlayerId:
        return self.player(name).id

    def name(self, id: PlayerId) -> str:
        return self.state.players[id].name

    def round(self, number: int | None = None) -> Round:
        """That round, or the last one."""
        return self.state.rounds[-1 if number is None else number - 1]

    def pairing(self, name: str, round: int | None = None) -> Pairing:
        """The game or bye of a player."""
        pairing = self.round(round).pairing_of(self.id(name))
        assert pairing is not None, f"{name} has nothing in round {round}"
        return pairing

    def pairing_id(self, name: str, round: int | None = None) -> PairingId:
        return self.pairing(name, round).id

    def sheet(self, round: int | None = None) -> list[str]:
        """The round as it hangs on the wall: `Alice-Bob 1-0`, then `Carol bye`."""
        return [self._line(pairing) for pairing in self.round(round).in_order]

    @property
    def points(self) -> dict[str, str]:
        """What everybody has, by name."""
        totals = {id: Points() for id in self.state.players}
        table = self.state.settings.scoring
        for here in self.state.rounds:
            for pairing in here.games.values():
                if isinstance(pairing, Bye):
                    totals[pairing.player] += pairing.points(table)
                elif isinstance(pairing, Game) and pairing.result is not None:
                    totals[pairing.white] += table.points(pairing.result.white)
                    totals[pairing.black] += table.points(pairing.result.black)
        return {self.name(id): str(total) for id, total in totals.items()}

    def _line(self, pairing: Pairing) -> str:
        if isinstance(pairing, Bye):
            return f"{self.name(pairing.player)} {pairing.kind.value}"
        assert isinstance(pairing, Game)
        result = f" {pairing.result.value}" if pairing.result else ""
        return f"{self.name(pairing.white)}-{self.name(pairing.black)}{result}"

    # --- the event ------------------------------------------------------------------------

    def settings(self, **given: object) -> Receipt:
        return self.do(ChangeSettings(given))

    def publish_event(self, published: bool = True) -> Receipt:
        return self.do(PublishTournament(published))

    def archive(self, archived: bool = True) -> Receipt:
        return self.do(ArchiveTournament(archived))

    def delete(self) -> Receipt:
        return self.do(DeleteTournament())

    def players(self, *names: str, section: str | None = None) -> Receipt:
        return self.do(AddPlayers(tuple(PlayerFields(name, section=section) for name in names)))

    def edit(self, name: str, /, **given: object) -> Receipt:
        return self.do(EditPlayer(self.id(name), given))

    def removes(self, name: str) -> Receipt:
        return self.do(RemovePlayer(self.id(name)))

    def withdraws(self, name: str) -> Receipt:
        return self.do(WithdrawPlayer(self.id(name)))

    def returns(self, name: str) -> Receipt:
        return self.do(WithdrawPlayer(self.id(name), withdrawn=False))

    def asks(self, name: str, byes: Mapping[int, str]) -> Receipt:
        return self.do(RequestByes(self.id(name), {number: ByeType(kind) for number, kind in byes.items()}))

    # --- rounds ---------------------------------------------------------------------------

    def pair(self, round: int | None = None) -> Receipt:
        return self.do(PairRound(round))

    def pairs(self, round: int | None, lines: Sequence[tuple[str, ...]]) -> Receipt:
        """Pair by hand; a line of one name is a bye, `(name, "", kind)` one of another kind."""
        return self.do(PairByHand(tuple(self._hand(*line) for line in lines), round))

    def _hand(self, white: str, black: str = "", kind: str = "bye") -> HandPairing:
        return HandPairing(self.id(white), self.id(black) if black else None, ByeType(kind))

    def unpair(self, round: int) -> Receipt:
        return self.do(UnpairRound(round))

    def publish(self, round: int) -> Receipt:
        return self.do(PublishRound(round))

    def close(self, round: int) -> Receipt:
        return self.do(CloseRound(round))

    def reopen(self, round: int) -> Receipt:
        return self.do(ReopenRound(round))

    def adds(self, round: int, white: str, black: str) -> Receipt:
        return self.do(AddPairing(round, self.id(white), self.id(black)))

    def bye(self, round: int, name: str, kind: str = "bye") -> Receipt:
        return self.do(GiveBye(round, self.id(name), ByeType(kind)))

    def seats(self, name: str, *, white: str | None = None, black: str | None = None) -> Receipt:
        """Seat others at the board of `name`."""
        pairing = self.pairing_id(name)
        return self.do(
            RearrangePairing(pairing, self.id(white) if white else None, self.id(black) if black else None),
        )

    def turns(self, name: str) -> Receipt:
        return self.do(RearrangePairing(self.pairing_id(name), turn=True))

    def moves(self, name: str, board: int) -> Receipt:
        return self.do(RearrangePairing(self.pairing_id(name), board=board))

    def removes_pairing(self, name: str, round: int | None = None) -> Receipt:
        return self.do(RemovePairing(self.pairing_id(name, round)))

    def result(self, name: str, result: str | None, round: int | None = None) -> Receipt:
        """The result of the game of `name`, written from White's side."""
        return self.do(RecordResult(self.pairing_id(name, round), Result(result) if result else None))

    def bye_result(self, name: str, kind: str, round: int | None = None) -> Receipt:
        return self.do(RecordBye(self.pairing_id(name, round), ByeType(kind)))

    def all_results(self, result: str, round: int | None = None) -> None:
        """The same result on every board that lacks one."""
        for game in self.round(round).pending:
            self.do(RecordResult(game.id, Result(result)))

    # --- history --------------------------------------------------------------------------

    def undo(self, commit: int | None = None) -> Receipt:
        return self.do(Revert(commit))

    def redo(self) -> Receipt:
        return self.do(Redo())

    def rewind(self, to: int) -> Receipt:
        return self.do(Rewind(to))


def games(here: Round) -> list[Game]:
    """The games of a round, by board."""
    return [pairing for pairing in here.in_order if isinstance(pairing, Game)]


def breach_comments(state: Tournament) -> list[str]:
    """What report files have to name of an event in FIDE mode, by the numbers of each round."""
    return [
        breach_comment(each, numbers_in_round(state, each.section, each.round))
        for each in breaches_by_players(state).breaches
    ]
