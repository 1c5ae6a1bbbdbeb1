"""Anything in any order: live events compared, step by step, with a model of a few lines that knows only results.

Two processes take turns. The model of a Swiss holds what became of each game, and what the tournament has stored, with
a list of what can be undone; that of a cup holds who has won each match.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from podium.app.live.live_games import consequences, is_counted
from podium.chess import BLACK, WHITE
from podium.core.errors import PodiumError
from podium.core.ids import PairingId, PlayerId
from podium.core.result import Result
from podium.flow.commands import PairRound, PublishRound, RecordResult
from podium.flow.state import Game, Tournament
from podium.games.commands import (
    BeReady,
    CountGame,
    DeclareResult,
    EndByHand,
    GameCommand,
    PauseGame,
    ReplayGame,
    Resign,
    ResumeGame,
    VoidGame,
)
from podium.games.state import Status
from podium.knockout import Outcome
from podium.storage.journal.intents import Deciding
from podium.storage.sql.database import Database
from tests.kit.cups import bracket
from tests.kit.live_journal import (
    FOOLS_MATE,
    SCHOLARS_MATE,
    SHUFFLE,
    HandClock,
    LiveEvent,
    Process,
    live_cup,
    live_swiss,
    on_disk,
    waited,
)

SCORES = {Outcome.WHITE_WIN: "1-0", Outcome.BLACK_WIN: "0-1", Outcome.DRAW: "1/2-1/2"}
MOVES = {Outcome.WHITE_WIN: SCHOLARS_MATE, Outcome.BLACK_WIN: FOOLS_MATE, Outcome.DRAW: SHUFFLE}
WAITING, RUNNING, PAUSED, FINISHED = Status.WAITING, Status.RUNNING, Status.PAUSED, Status.FINISHED


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def processes(ready_url: str, clock: HandClock) -> Iterator[list[Process]]:
    databases = [Database(ready_url) for _ in range(2)]
    made = [Process(each, clock) for each in databases]
    yield made
    for process, database in zip(made, databases, strict=True):
        process.journal.close()
        database.close()


def check_rebuilt(ready_url: str, process: Process) -> None:
    """The read model made anew is what was written step by step."""
    database = Database(ready_url)
    before = on_disk(database)
    process.journal.rebuild()
    assert on_disk(database) == before
    database.close()


# --- a Swiss ---------------------------------------------------------------------------------


@dataclass(slots=True)
class ModelGame:
    """What became of a game; `score` is how it ended, None for one that goes on or was annulled. One that never
    `began` waits again where its result is taken back."""

    status: Status = WAITING
    score: str | None = None
    by_hand: bool = False
    began: bool = False


@dataclass(slots=True)
class Model:
    """The games and the stored results of a round; each change of a result can be undone."""

    games: dict[PairingId, ModelGame]
    stored: dict[PairingId, str | None]
    done: list[tuple[PairingId, str | None, str | None]] = field(default_factory=list)
    undone: list[tuple[PairingId, str | None, str | None]] = field(default_factory=list)

    def store(self, id: PairingId, score: str | None) -> None:
        """The tournament has another result from now on."""
        if self.stored[id] != score:
            self.done.append((id, self.stored[id], score))
            self.undone.clear()
            self._change(id, score)

    def undo(self) -> None:
        id, before, after = self.done.pop()
        self.undone.append((id, before, after))
        self._change(id, before)

    def redo(self) -> None:
        id, before, after = self.undone.pop()
        self.done.append((id, before, after))
        self._change(id, after)

    def _change(self, id: PairingId, score: str | None) -> None:
        game, before = self.games[id], self.stored[id]
        self.stored[id] = score
        if before is None and score is not None and game.status is not FINISHED:
            # entered by hand, or come back by an undo
            self.games[id] = ModelGame(FINISHED, score, by_hand=True, began=game.status is not WAITING)
        elif before is not None and score is None and game.score is not None and not game.began:
            self.games[id] = ModelGame()

    def end(self, id: PairingId, score: str) -> None:
        """A game ends, and the tournament takes its result unless it has another one."""
        self.games[id] = ModelGame(FINISHED, score, began=self.games[id].status is not WAITING)
        if self.stored[id] is None:
            self.store(id, score)

    def count(self, id: PairingId) -> None:
        game = self.games[id]
        if not game.by_hand and game.score is not None:
            self.store(id, game.score)

    def take_back(self, id: PairingId, then: ModelGame) -> None:
        """A game is annulled or played anew; if it counts, its result is cleared."""
        if self.is_counted(id):
            self.store(id, None)
        self.games[id] = then

    def is_counted(self, id: PairingId) -> bool:
        game = self.games[id]
        return game.status is FINISHED and game.score is not None and self.stored[id] == game.score


class Round:
    """A round of a live Swiss, played at random, and its model."""

    def __init__(self, seed: int, processes: list[Process], clock: HandClock) -> None:
        self.chance = random.Random(seed)
        self.processes, self.clock = processes, clock
        self.event = live_swiss(processes[0].journal, players=6, timeControl="1+0", noShowWait=None)
        self.begin()

    def begin(self) -> None:
        games = self.event.open
        self.model = Model({id: ModelGame() for id in games}, dict.fromkeys(games))

    def step(self) -> str:
        """One thing that happens, to the event and to the model; returns what."""
        self.clock.wait(0.1)
        self.event = self.chance.choice(self.processes).event()
        id = self.chance.choice(list(self.model.games))
        act = self.chance.choice(self.acts(id))
        act(id)
        return act.__name__

    def acts(self, id: PairingId) -> list[Callable[[PairingId], None]]:
        """What can happen to a game; more often what brings it on."""
        game = self.model.games[id]
        found: list[Callable[[PairingId], None]] = [self.by_hand]
        if game.status is WAITING:
            found += [self.start] * 4
        if game.status is RUNNING:
            found += [*[self.play] * 4, self.resign, self.pause]
            if sum(each.status is RUNNING for each in self.model.games.values()) == 1:
                found.append(self.flag)
        if game.status is PAUSED:
            found += [self.resume] * 3
        if game.status is not FINISHED:
            found.append(self.declare)
        if game.status is FINISHED:
            found += [self.count, self.next_round]
        if game.status is not WAITING:
            found.append(self.replay)
        found.append(self.void)
        found += [self.undo] * bool(self.model.done)
        found += [self.redo] * 2 * bool(self.model.undone)
        return found

    def start(self, id: PairingId) -> None:
        self.event.starts(id)
        self.model.games[id].status = RUNNING

    def play(self, id: PairingId) -> None:
        outcome = self.chance.choice(list(SCORES))
        self.event.plays(id, MOVES[outcome])
        self.model.end(id, SCORES[outcome])

    def resign(self, id: PairingId) -> None:
        loser = self.chance.choice([WHITE, BLACK])
        self.event.act(id, Resign(), loser)
        self.model.end(id, "0-1" if loser is WHITE else "1-0")

    def flag(self, id: PairingId) -> None:
        waited(self.chance.choice(self.processes), self.clock, 61)
        self.model.end(id, "0-1")

    def pause(self, id: PairingId) -> None:
        self.event.act(id, PauseGame())
        self.model.games[id].status = PAUSED

    def resume(self, id: PairingId) -> None:
        self.event.act(id, ResumeGame())
        self.model.games[id].status = RUNNING

    def declare(self, id: PairingId) -> None:
        outcome = self.chance.choice(list(SCORES))
        self.event.act(id, DeclareResult(outcome))
        self.model.end(id, SCORES[outcome])

    def by_hand(self, id: PairingId) -> None:
        score = self.chance.choice([*SCORES.values(), None])
        self.event.do(RecordResult(id, Result(score) if score else None, confirm=True))
        self.model.store(id, score)

    def void(self, id: PairingId) -> None:
        self.event.act(id, VoidGame())
        game = self.model.games[id]
        if game.status is not FINISHED or game.score is not None:
            self.model.take_back(id, ModelGame(FINISHED))

    def replay(self, id: PairingId) -> None:
        self.event.act(id, ReplayGame())
        self.model.take_back(id, ModelGame())

    def count(self, id: PairingId) -> None:
        game = self.model.games[id]
        refused = game.score is None or (not game.by_hand and self.model.stored[id] not in (None, game.score))
        try:
            self.event.act(id, CountGame())
        except PodiumError:
            assert refused
        else:
            assert not refused
            self.model.count(id)

    def undo(self, _: PairingId) -> None:
        self.event.undo()
        self.model.undo()

    def redo(self, _: PairingId) -> None:
        self.event.redo()
        self.model.redo()

    def next_round(self, _: PairingId) -> None:
        if None in self.model.stored.values() or len(self.event.state.rounds) == 3:
            return
        if any(game.status is not FINISHED for game in self.model.games.values()):
            return
        self.event.do(PairRound())
        self.event.do(PublishRound(len(self.event.state.rounds)))
        self.begin()

    def check(self) -> None:
        """Both processes see what the model has."""
        for process in self.processes:
            event = process.event()
            state, heads = event.state, process.journal.games(list(self.model.games))
            for id, game in self.model.games.items():
                live = heads[id].state
                assert live is not None
                score = SCORES[live.end.outcome] if live.end is not None and live.end.outcome is not None else None
                assert (live.status, score) == (game.status, game.score)
                assert is_counted(state, live) == self.model.is_counted(id)
                pairing = state.rounds[-1].pairing(id)
                assert isinstance(pairing, Game)
                assert (pairing.result and pairing.result.value) == self.model.stored[id]


def swiss(ready_url: str, processes: list[Process], clock: HandClock, seed: int, steps: int) -> None:
    here = Round(seed, processes, clock)
    happened: dict[str, int] = {}
    for _ in range(steps):
        name = here.step()
        happened[name] = happened.get(name, 0) + 1
        here.check()
    assert len(happened) >= 8, happened
    check_rebuilt(ready_url, processes[0])


@pytest.mark.parametrize("seed", range(2))
def test_a_swiss_is_what_its_model_says(ready_url: str, processes: list[Process], clock: HandClock, seed: int) -> None:
    swiss(ready_url, processes, clock, seed, 50)


def test_control_were_the_end_of_a_game_not_recorded_the_model_would_say_so(
    ready_url: str, processes: list[Process], clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Deciding, "_record", lambda *_, **__: None)
    with pytest.raises(AssertionError):
        swiss(ready_url, processes, clock, 0, 50)


def test_control_were_games_not_told_of_results_by_hand_the_model_would_say_so(
    ready_url: str, processes: list[Process], clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def but_ends(before: Tournament | None, after: Tournament) -> list[tuple[PairingId, GameCommand]]:
        return [each for each in consequences(before, after) if not isinstance(each[1], EndByHand)]

    monkeypatch.setattr("podium.storage.journal.intents.consequences", but_ends)
    with pytest.raises(AssertionError):
        swiss(ready_url, processes, clock, 0, 50)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 130))
def test_a_swiss_is_what_its_model_says_for_long(
    ready_url: str, processes: list[Process], clock: HandClock, seed: int
) -> None:
    swiss(ready_url, processes, clock, seed, 400)


# --- a cup -----------------------------------------------------------------------------------


def decide(event: LiveEvent, id: PairingId, chance: random.Random) -> PlayerId | None:
    """Ends a game in one of many ways; returns who has won it, None for a draw."""
    outcome = chance.choice(list(SCORES))
    game = event.game(id)
    if game.status is WAITING and chance.random() < 0.2:
        event.act(id, BeReady(), WHITE)
    match chance.randrange(4):
        case 0:
            event.do(RecordResult(id, Result(SCORES[outcome]), confirm=True))
        case 1:
            event.act(id, DeclareResult(outcome))
        case 2:
            event.starts(id)
            event.act(id, Resign(), WHITE)
            outcome = Outcome.BLACK_WIN
        case _:
            event.starts(id)
            event.plays(id, MOVES[outcome])
    assert (event.status(id), event.stored(id), event.is_counted(id)) == (FINISHED, SCORES[outcome], True)
    return {Outcome.WHITE_WIN: game.white, Outcome.BLACK_WIN: game.black}.get(outcome)


def cup(ready_url: str, processes: list[Process], seed: int, players: int) -> None:
    """An Armageddon decides each drawn match, and a drawn Armageddon is Black's."""
    chance = random.Random(seed)
    event = live_cup(processes[0].journal, players=players, policy="ARMAGEDDON", noShowWait=None)
    winners: dict[PairingId, PlayerId] = {}
    while event.open:
        event = chance.choice(processes).event()
        id = chance.choice(event.open)
        game, match = event.game(id), bracket(event).match(id)
        assert game.terms.tie_break == (match.parent is not None)
        winner = decide(event, id, chance)
        if winner is None and match.parent is not None:
            winner = game.black
        if winner is not None:
            assert winners.setdefault(match.parent or id, winner) == winner, "a match is decided once"
        for process in processes:
            check_cup(process.event(), winners)
    assert len(winners) == players - 1
    check_rebuilt(ready_url, processes[0])


def check_cup(event: LiveEvent, winners: Mapping[PairingId, PlayerId]) -> None:
    """Whoever has won a match is in the next one, against the winner beside; nobody else is."""
    rounds = [sorted(here.parents, key=lambda match: match.board) for here in bracket(event).rounds]
    for here, next_ in pairwise(rounds):
        through = [winners.get(match.id) for match in here]
        assert [(match.white, match.black) for match in next_] == list(zip(through[::2], through[1::2], strict=True))
    assert list(bracket(event).champions) == [winners[match.id] for match in rounds[-1] if match.id in winners]


@pytest.mark.parametrize("seed", range(2))
def test_a_cup_is_what_its_model_says(ready_url: str, processes: list[Process], seed: int) -> None:
    cup(ready_url, processes, seed, 8)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 130))
def test_a_cup_is_what_its_model_says_for_long(ready_url: str, processes: list[Process], seed: int) -> None:
    cup(ready_url, processes, seed, 16)
