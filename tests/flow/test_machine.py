"""Random commands at random states: whatever is asked, the event stays sound and its history tells the truth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from podium.app.handle import ancestry, undoable_and_redoable
from podium.app.ports import Receipt
from podium.core.dice import Dice
from podium.core.errors import PodiumError
from podium.core.ids import PairingId, PlayerId
from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    Act,
    AddPairing,
    AddPlayers,
    ChangeSettings,
    CloseRound,
    Command,
    ConfirmReport,
    CorrectResult,
    EditPlayer,
    EditRound,
    ForgetPlayer,
    GiveBye,
    HandPairing,
    ImportPlayers,
    ObjectToReport,
    PairAllRounds,
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
    SetLaterRatings,
    SetStartPosition,
    UnpairRound,
    WithdrawPlayer,
    WithdrawReport,
)
from podium.flow.events import PlayersChanged
from podium.flow.evolve import fold
from podium.flow.obstacles import problems
from podium.flow.state import Stage, Tournament
from tests.kit.events import Director, director
from tests.kit.loops import seeds

SECTIONS = (None, "One", "Two")
RESULTS = (None, *Result)
USUAL = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
SAID = (ReportResult, ConfirmReport, ObjectToReport, WithdrawReport)
BYES = tuple(ByeType)
NOBODY = PlayerId("nobody")
NOTHING = PairingId("t1-nothing")
small = st.integers(0, 11)


class Asked:
    """Turns small numbers into commands about things that are, or were, there."""

    def __init__(self, state: Tournament, gone: Sequence[PairingId], a: int, b: int, c: int) -> None:
        self.state = state
        self.a, self.b, self.c = a, b, c
        self.people = [*state.players] or [NOBODY]
        self.boards = [*state.where, *gone[-2:]] or [NOTHING]

    def player(self, n: int) -> PlayerId:
        return self.people[n % len(self.people)]

    @property
    def board(self) -> PairingId:
        return self.boards[self.a % len(self.boards)]

    @property
    def sitting(self) -> PlayerId:
        """Somebody at that board."""
        there = self.state.pairing(self.board).players if self.board in self.state.where else (NOBODY,)
        return there[self.b % len(there)]

    @property
    def number(self) -> int:
        """A round, most often the last."""
        return max(len(self.state.rounds) - self.a // 6, 0)

    @property
    def fields(self) -> PlayerFields:
        section = SECTIONS[self.b % 3] if self.state.settings.sections else None
        return PlayerFields(f"P{self.a}", rating=1000 + self.c, section=section)

    def by_hand(self) -> PairByHand:
        here = self.people[self.a % 3 :][: 2 * self.b]
        lines = [HandPairing(white, black) for white, black in zip(here[::2], here[1::2], strict=False)]
        return PairByHand(tuple(lines))

    def seated(self) -> RearrangePairing:
        white = self.player(self.b) if self.b % 2 else None
        black = self.player(self.c) if self.c % 2 else None
        return RearrangePairing(
            self.board, white, black, turn=self.c % 3 == 0, board=self.b if self.b % 3 == 0 else None
        )


GIVEN: tuple[Mapping[str, object], ...] = (
    {"rounds": None}, {"rounds": 2}, {"rounds": 4}, {"place": "Hall"}, {"place": None}, {"cycles": 2},
    {"format": "manual"}, {"format": "round-robin"}, {"sections": []}, {"sections": ["One"]},
    {"sections": ["One", "Two"]}, {"scoring": "fide"},
)  # fmt: skip

ACTS: tuple[Callable[[Asked], Act], ...] = (
    lambda it: AddPlayers((it.fields,) * (1 + it.c % 3)),
    lambda it: AddPlayers((it.fields,)),
    lambda it: ImportPlayers((it.fields,), {it.player(it.b): it.fields}),
    lambda it: EditPlayer(it.player(it.a), {"rating": 1000 + it.b}),
    lambda it: EditPlayer(it.player(it.a), {"section": SECTIONS[it.b % 3]}),
    lambda it: RemovePlayer(it.player(it.a)),
    lambda it: WithdrawPlayer(it.player(it.a), it.b % 2 == 0),
    lambda it: RequestByes(it.player(it.a), {it.b: BYES[it.c % 4]}),
    lambda it: RequestByes(it.player(it.a), {len(it.state.rounds) + 1: ByeType.HALF}),
    lambda it: SetLaterRatings(it.player(it.a), {it.b: 1000 + it.c}),
    lambda it: SetStartPosition(it.number, it.b if it.c % 2 else None),
    lambda it: PairRound(),
    lambda it: PairAllRounds(),
    lambda it: PairRound(it.number + it.b % 2),
    lambda it: it.by_hand(),
    lambda it: it.by_hand(),
    lambda it: UnpairRound(it.number),
    lambda it: PublishRound(it.number),
    lambda it: CloseRound(it.number),
    lambda it: ReopenRound(it.number),
    lambda it: CorrectResult(RecordResult(it.board, RESULTS[it.b % len(RESULTS)])),
    lambda it: EditRound(it.number, open=True),
    lambda it: EditRound(it.number, open=False),
    lambda it: AddPairing(it.number, it.player(it.b), it.player(it.c)),
    lambda it: GiveBye(it.number, it.player(it.b), BYES[it.c % 5]),
    lambda it: it.seated(),
    lambda it: RemovePairing(it.board),
    lambda it: RecordResult(it.board, RESULTS[it.b % 7]),
    lambda it: RecordResult(it.board, RESULTS[it.b % 7], RESULTS[it.c % 7], replaces=True),
    lambda it: ReportResult(it.board, USUAL[it.b % 3], it.player(it.c)),
    lambda it: ReportResult(it.board, USUAL[it.b % 3], it.sitting),
    lambda it: ConfirmReport(it.board, None, it.sitting),
    lambda it: ObjectToReport(it.board, USUAL[it.c % 3], it.sitting),
    lambda it: WithdrawReport(it.board, it.sitting),
    lambda it: RecordBye(it.board, BYES[it.b % 5]),
    lambda it: ChangeSettings(GIVEN[it.a]),
    lambda it: ChangeSettings(GIVEN[it.b]),
    lambda it: ChangeSettings({"long_event": it.a % 3 != 0}),
    lambda it: ChangeSettings({"playerReports": ("at-once", "agreed", "off")[it.a % 3]}),
    lambda it: PublishTournament(it.a % 2 == 0),
)


class Event(RuleBasedStateMachine):
    """One event and all that a directors' team can do to it."""

    event: Director

    @initialize(
        format=st.sampled_from(["manual", "round-robin"]),
        sections=st.integers(0, 2),
        players=st.integers(0, 7),
        chess960=st.booleans(),
    )
    def begins(self, format: str, sections: int, players: int, *, chess960: bool) -> None:
        named = list(SECTIONS[1 : sections + 1])
        self.event = director(format, "t1", sections=named, chess960=chess960, long_event=True)
        self.ever: list[PairingId] = []
        self.in_order = True  # until a commit is undone out of turn
        self.forgot = False
        if players:
            self.event.players(*"ABCDEFG"[:players])
        self.asks(PairRound())
        self.ever += self.event.state.where

    def asks(self, command: Command) -> Receipt | None:
        """What comes of a command: a refusal leaves all as it was."""
        before, version = self.event.state, self.event.version
        try:
            receipt = self.event.says(command) if isinstance(command, SAID) else self.event.do(command)
        except PodiumError:
            assert self.event.state is before
            assert self.event.version == version
            return None
        if receipt.written:
            assert self.event.past.state(receipt.version) == receipt.state == self.event.state
        else:
            assert self.event.state is before
        return receipt

    def stands(self) -> list[int]:
        commits = {commit.version: commit for commit in self.event.past.commits()}
        done, _ = undoable_and_redoable(commits, ancestry(commits, self.event.version), self.event.past.reversals())
        return done

    @rule(wishes=st.lists(st.tuples(st.sampled_from(ACTS), small, small, small), min_size=1, max_size=8))
    def somebody_acts(self, wishes: list[tuple[Callable[[Asked], Act], int, int, int]]) -> None:
        for act, a, b, c in wishes:
            gone = [id for id in self.ever if id not in self.event.state.where]
            command = act(Asked(self.event.state, gone, a, b, c))
            for _ in range(1 + a % 2):  # every other time the button is hit twice
                known = set(self.event.state.where)
                self.asks(command)
                minted = set(self.event.state.where) - known
                assert not minted & set(self.ever), "an id of a pairing was used again"
                self.ever += sorted(minted)
            self.check()

    @rule()
    def results_come_in(self) -> None:
        for here in self.event.state.rounds:
            for game in here.pending:
                self.asks(RecordResult(game.id, Result.DRAW))
        self.asks(CloseRound(len(self.event.state.rounds)))

    @rule(back=st.lists(st.integers(0, 6), min_size=1, max_size=4))
    def undoes_something_older(self, back: list[int]) -> None:
        for step in back:
            done = self.stands()
            if done and self.asks(Revert(done[-1 - step % len(done)])) is not None:
                self.in_order = self.in_order and step % len(done) == 0
            self.check()

    @rule(redo=st.lists(st.booleans(), min_size=1, max_size=6))
    def undoes_and_redoes(self, redo: list[bool]) -> None:
        for again in redo:
            self.asks(Redo() if again else Revert())
            self.check()
        before = self.event.state
        if self.asks(Revert()) is not None:
            # A change of a name alone changes nothing once the name is forgotten.
            assert self.forgot or self.event.state != before
            self.event.redo()
            assert self.event.state == before

    @rule(back=st.integers(1, 8), redo=st.booleans())
    def rewinds(self, back: int, redo: bool) -> None:
        before = self.event.state
        to = max(self.event.version - back, 1)
        then = self.event.past.state(to)
        line = ancestry({commit.version: commit for commit in self.event.past.commits()}, self.event.version)
        if self.asks(Rewind(to)) is not None:
            assert self.event.state == then
            if redo and to in line:
                self.event.redo()
                assert self.event.state == before

    @rule(n=small)
    def forgets_somebody(self, n: int) -> None:
        ever = {
            player.id: None
            for events in self.event.past.events_by_version().values()
            for event in events
            if isinstance(event, PlayersChanged)
            for player in (*event.before, *event.after)
        }
        if ever:
            id = list(ever)[n % len(ever)]
            before, stood = self.event.state, self.stands()
            self.asks(ForgetPlayer(id))
            self.forgot = True
            assert self.stands() == stood
            assert self.event.state.rounds is before.rounds
            assert all(self.event.past.state(commit.version) for commit in self.event.past.commits())
            assert self.asks(ForgetPlayer(id)) is not None

    @precondition(lambda self: self.in_order)
    @rule()
    def undoes_everything_and_comes_back(self) -> None:
        here = self.event.version
        done = self.stands()
        for _ in done:
            self.event.undo()
            self.check()
        assert self.event.state == self.event.past.state(1)
        assert self.asks(Revert()) is None
        if done:
            self.event.rewind(here)

    # --- what is true at any time -------------------------------------------------------------

    @invariant()
    def check(self) -> None:
        self.everybody_sits_once()
        self.where_agrees_with_the_rounds()
        self.sections_do_not_mix()
        self.rounds_go_forward()
        self.players_speak_of_their_own_games()
        self.every_round_of_chess960_has_a_position()
        self.what_stands_makes_the_state()
        assert list(problems(self.event.state)) == []

    def everybody_sits_once(self) -> None:
        for here in self.event.state.rounds:
            seated = [player for pairing in here.games.values() for player in pairing.players]
            assert len(seated) == len(set(seated))
            assert set(seated) <= self.event.state.players.keys()
            boards = [pairing.board for pairing in here.games.values()]
            assert len(boards) == len(set(boards))

    def where_agrees_with_the_rounds(self) -> None:
        state = self.event.state
        assert [here.number for here in state.rounds] == list(range(1, len(state.rounds) + 1))
        assert state.where == {id: here.number for here in state.rounds for id in here.games}
        assert all(id == pairing.id for here in state.rounds for id, pairing in here.games.items())

    def every_round_of_chess960_has_a_position(self) -> None:
        state = self.event.state
        assert set(state.start_positions) == {here.number for here in state.rounds if state.settings.chess960}

    def sections_do_not_mix(self) -> None:
        state = self.event.state
        for here in state.rounds:
            for pairing in here.games.values():
                assert {state.players[player].section for player in pairing.players} == {pairing.section}
        assert {player.section for player in state.players.values()} <= set(state.sections)

    def rounds_go_forward(self) -> None:
        state = self.event.state
        public = [here.stage is not Stage.DRAFT for here in state.rounds]
        assert public == sorted(public, reverse=True)
        assert not any(here.pending for here in state.rounds if here.stage is Stage.CLOSED)
        assert state.settings.rounds is None or len(state.rounds) <= state.settings.rounds

    def players_speak_of_their_own_games(self) -> None:
        state = self.event.state
        for id, report in state.reports.items():
            assert {each.player for each in report.statements} <= set(state.pairing(id).players)

    def what_stands_makes_the_state(self) -> None:
        """Replaying the creation and the commits that stand, without those undone, gives the event as it is."""
        told = self.event.past.events_by_version()
        kept = [event for version in (1, *self.stands()) for event in told.get(version, ())]
        assert fold(None, kept) == self.event.state


def walks(seed: int, steps: int) -> None:
    """The same machine led by dice, which act more and travel less than hypothesis does."""
    dice = Dice(seed)
    machine = Event()
    machine.begins(dice.pick(["manual", "round-robin"]), dice.below(3), dice.below(8), chess960=seed % 2 == 0)
    for _ in range(steps):
        roll = dice.below(100)
        if roll < 80:
            machine.somebody_acts([(dice.pick(ACTS), dice.below(12), dice.below(12), dice.below(12))])
        elif roll < 85:
            machine.results_come_in()
        elif roll < 93:
            machine.undoes_something_older([dice.below(12)])
        elif roll < 96:
            machine.undoes_and_redoes([dice.chance(50) for _ in range(4)])
        elif roll < 97:
            machine.rewinds(1 + dice.below(8), dice.chance(50))
        elif roll < 98:
            machine.forgets_somebody(dice.below(12))
        elif machine.in_order:
            machine.undoes_everything_and_comes_back()
        machine.check()


@seeds(range(8), long=range(25))
def test_an_event_led_by_dice(seed: int) -> None:
    walks(seed, 60)


TestEvent = Event.TestCase
TestEvent.settings = settings(
    max_examples=30,
    stateful_step_count=15,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


@pytest.mark.long
def test_the_event_for_minutes() -> None:
    for seed in range(1000, 1500):
        walks(seed, 100)
    run_state_machine_as_test(Event, settings=settings(max_examples=1000, stateful_step_count=25, deadline=None))
