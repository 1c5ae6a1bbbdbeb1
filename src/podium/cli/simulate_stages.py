"""What `podium simulate` says of an event of stages, played to its end with corrections and undo."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from podium.app.access import Role
from podium.app.formats.stage_answers import stages_answer
from podium.app.formats.stage_ends import cut_kept, with_finished
from podium.app.queries import standings
from podium.app.words.language import _
from podium.app.words.numbers import figure
from podium.app.words.phrases import separated
from podium.cli.progress import progress
from podium.core.errors import Refused, Unpairable
from podium.core.ids import PlayerId
from podium.core.result import Result
from podium.flow.commands import Act, ChangeSettings, PairRound, RecordResult, RecordSets, StartStage
from podium.flow.event.stage_options import STAGES, write_stages
from podium.flow.events import Events
from podium.flow.formats.registry import format_of
from podium.flow.state import Game
from podium.simulation.director import BEGUN, Director
from podium.simulation.doubles import sets_by_chance
from podium.simulation.knockout import Chances, next_game, play_game
from podium.simulation.odds import expected
from podium.stages import Carry

MOST_CORRECTIONS = 20
USUAL_ROUNDS = 3
"""Of a stage whose rounds nobody has limited."""


class StagesDirector(Director):
    """A director of an event of stages, who is told how a stage ended as the journal tells it."""

    def decided(self, command: Act, now: str) -> Events:
        if isinstance(command, StartStage):
            command = with_finished(self.state, command)
        events = super().decided(command, now)
        return cut_kept(self.state, command, events, Role.OWNER) if self._state is not None else events

    def rate_teams(self) -> None:
        """Gives each fixed pair the strength of its players."""
        for team, (one, other) in self.state.stages[-1].begun.teams.items():
            self.ratings[team] = (self.ratings[one] + self.ratings[other]) // 2


def simulated(players: int, seed: int, given: dict[str, Any]) -> tuple[object, str]:
    """The event as JSON and as text."""
    plan = list(given.get("stage", ())) or write_stages(STAGES.suggested or ())
    chances = Chances(given.get("draws", 30), 0, given.get("corrections", 0))
    with progress(_("Playing")):
        event = StagesDirector({STAGES.json: plan}, players, seed)
        play(event, chances)
    return document(event, seed), "\n".join(_lines(event, seed))


def play(event: StagesDirector, chances: Chances) -> None:
    """Play all stages to their end; every other correction is taken back."""
    corrections = 0
    while _went_on(event, chances):
        if corrections < MOST_CORRECTIONS and event.chance.chance(chances.corrections):
            corrections += 1
            rounds = (here for here in event.state.rounds if not here.automatic)
            games = [game for here in rounds for game in here.boards if game.result is not None]
            event.correct(games, lambda game: _result(event, game, chances), take_back=corrections % 2 == 1)


def _went_on(event: StagesDirector, chances: Chances) -> bool:
    """One thing that is next: a result, a round or a stage; False where nothing is."""
    state = event.state
    if bracket := state.knockout:
        if (match := next_game(bracket)) is not None:
            play_game(event, match, chances, BEGUN)
        return match is not None
    waiting = next((here for here in state.rounds if here.pending), None)
    if waiting is not None:
        game = waiting.pending[0]
        if game.is_match:
            event.do(RecordSets(game.id, sets_by_chance(game, event.ratings, event.chance)))
        else:
            event.do(RecordResult(game.id, _result(event, game, chances)))
        return True
    if _paired(event):
        return True
    if len(event.state.stages) == len(state.settings.stages):
        return False
    _start(event, len(event.state.stages) + 1)
    event.rate_teams()
    return True


def _paired(event: StagesDirector) -> bool:
    """Whether another round of the stage was paired; one that comes to an early end is planned so."""
    stage = event.state.stages[-1] if event.state.stages else None
    played = len(stage.event.rounds) if stage is not None else 0
    if stage is not None and format_of(stage.event).rounds_expected(stage.event) is None and played >= USUAL_ROUNDS:
        return False
    try:
        event.do(PairRound())
    except Refused as refusal:
        if refusal.code == "rounds-exhausted":
            return False
        if stage is None or not played or not isinstance(refusal, Unpairable):
            raise
        plan = write_stages(event.state.settings.stages)
        plan[stage.begun.number - 1]["rounds"] = played
        event.do(ChangeSettings({STAGES.json: plan}))
    return True


def _start(event: StagesDirector, number: int) -> None:
    """Begin a stage; of players who are level at the cut all go on, or lots decide."""
    command = StartStage(number)
    while command.stage > len(event.state.stages):
        try:
            event.do(command)
        except Refused as refusal:
            if refusal.code == "carry-leaves-nothing":
                plan = write_stages(event.state.settings.stages)
                plan[number - 1] = {**plan[number - 1], "carry": Carry.NONE.value}
                event.do(ChangeSettings({STAGES.json: plan}))
            elif refusal.code == "cut-undecided":
                pairs = event.state.settings.stages[number - 1].teams is not None  # of an odd number there are none
                everybody = not pairs and event.chance.chance(50)
                command = StartStage(number, everybody=everybody, lot=None if everybody else event.chance.token())
            else:
                raise


def _result(event: StagesDirector, game: Game, chances: Chances) -> Result:
    if event.chance.chance(chances.draws):
        return Result.DRAW
    likely = expected(event.ratings[game.white], event.ratings[game.black])
    return Result.WHITE_WINS if event.chance.chance(likely) else Result.BLACK_WINS


def document(event: StagesDirector, seed: int) -> dict[str, Any]:
    """The event as JSON, players by number."""
    state = event.state
    number = {id: str(player.number) for id, player in state.players.items()}
    rows = stages_answer(state, 0).stages
    return {
        "format": state.settings.format,
        "seed": seed,
        "settings": write_stages(state.settings.stages),
        "rounds": len(state.rounds),
        "stages": [
            {
                "number": row.number,
                "status": row.status,
                "rounds": row.rounds,
                "groups": [[number[PlayerId(id)] for id in group.players] for group in row.groups],
                "qualified": [{"id": number[PlayerId(each.player_id)], "from": each.origin} for each in row.qualified],
            }
            for row in rows
        ],
        "standings": [{"rank": row.rank, "id": number[row.player.id]} for row in standings(state)],
    }


def _lines(event: StagesDirector, seed: int) -> Iterator[str]:
    state = event.state
    yield _("Seed %(seed)s: %(players)s players.", seed=seed, players=len(state.players))
    for row in stages_answer(state, 0).stages:
        yield ""
        yield f"{row.number}. {row.format}"
        yield from (
            f"  {group.name}: {separated([state.players[PlayerId(id)].name for id in group.players])}"
            for group in row.groups
        )
    yield ""
    yield from (f"{row.rank:>4}  {row.player.name}  {figure(row.points)}  {row.details}" for row in standings(state))
