"""What a command names, found in the event (a player, a round, a pairing), and fresh ids for pairings."""

from __future__ import annotations

from podium.core.dice import Dice
from podium.core.errors import Refused, Unknown
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import Player
from podium.flow.state import Game, Pairing, PlayedStage, Round, Stage, Tournament

MINTED = 10


def mint(tournament: TournamentId, dice: Dice) -> PairingId:
    """A fresh id for a pairing of `tournament`: the tournament, a dash, and chance."""
    return PairingId(f"{tournament}-{dice.token(MINTED)}")


def find_player(state: Tournament, id: PlayerId) -> Player:
    """The player of that id; raises Unknown."""
    if id not in state.players:
        raise Unknown("player", id)
    return state.players[id]


def single_players(state: Tournament) -> list[Player]:
    """All players as they were entered, without the teams that a stage made of them."""
    teams = {id for stage in state.stages for id in stage.begun.teams}
    return [player for id, player in state.players.items() if id not in teams]


def find_round(state: Tournament, number: int) -> Round:
    """The round of that number; raises Unknown."""
    if not 1 <= number <= len(state.rounds):
        raise Unknown("round", number)
    return state.rounds[number - 1]


def find_stage(state: Tournament, number: int) -> PlayedStage:
    """The stage of that number, which must have begun; raises Unknown."""
    if not 1 <= number <= len(state.stages):
        raise Unknown("stage", number)
    return state.stages[number - 1]


def open_round(state: Tournament, number: int) -> Round:
    """The round of that number, if it may still be changed."""
    here = find_round(state, number)
    if here.stage is Stage.CLOSED:
        raise Refused("round-closed", value=number)
    return here


def find_pairing(state: Tournament, id: PairingId) -> Pairing:
    """The pairing of that id; raises Unknown."""
    if id not in state.where:
        raise Unknown("pairing", id)
    return state.pairing(id)


def find_game(state: Tournament, id: PairingId) -> Game:
    """The game of that id; raises Unknown, and Refused for what two players do not play."""
    game = find_pairing(state, id)
    if not isinstance(game, Game):
        raise Refused("result-on-bye", value=id)
    return game


def editable_round(state: Tournament, id: PairingId) -> Round:
    """The open round that a pairing is in."""
    find_pairing(state, id)
    return open_round(state, state.where[id])
