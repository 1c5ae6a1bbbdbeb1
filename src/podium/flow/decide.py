"""What a command leads to: the events, or a refusal that names what stands in the way."""

from __future__ import annotations

from podium.core.dice import Dice
from podium.core.errors import Refused, Unknown
from podium.flow.boards import added, bye_given, bye_recorded, rearranged, removed
from podium.flow.bracket import (
    another,
    built,
    match_as_pairing,
    match_cleared_or_reported,
    no_bye_to_record,
    result_reported,
    unbuilt,
)
from podium.flow.commands import (
    Act,
    AddPairing,
    AddPlayers,
    AdoptRecords,
    AllocatePrizes,
    AnotherRound,
    ArchiveTournament,
    ChangeSettings,
    ClickSets,
    CloseRound,
    CorrectResult,
    CreateTournament,
    DeleteTournament,
    EditPlayer,
    EditRound,
    GiveBye,
    ImportPlayers,
    PairAllRounds,
    PairByHand,
    PairRound,
    PairTeams,
    PublishPrizes,
    PublishRound,
    PublishTournament,
    RearrangePairing,
    RecordBye,
    RecordResult,
    RecordSets,
    RemovePairing,
    RemovePlayer,
    ReopenRound,
    ReportMatch,
    RequestByes,
    SetPrizes,
    UnpairRound,
    WithdrawPlayer,
)
from podium.flow.doubles import sets_recorded
from podium.flow.entries import entered, newcomers, player_changed
from podium.flow.events import Events
from podium.flow.lookups import editable, found, open_round
from podium.flow.prizegiving import decided, planned, shown
from podium.flow.rounds import (
    all_rounds_paired,
    editing_changed,
    result_corrected,
    result_recorded,
    round_paired,
    stage_changed,
)
from podium.flow.state import Format, Tournament
from podium.flow.tournament import created, settings_changed, visibility_changed

BY_HAND = (PairByHand, AddPairing, EditRound, GiveBye, RearrangePairing, RemovePairing, RequestByes)
"""What doubles do not know: their partners and free games are drawn, or a whole round is made of teams."""


def decide(state: Tournament | None, command: Act, now: str, dice: Dice) -> Events:
    """The events that `command` leads to on `state`; none where it is true already; refuses otherwise."""
    if isinstance(command, CreateTournament | AdoptRecords):
        if state is not None:
            raise Refused("tournament-exists", value=command.id)
        return created(command, dice)
    if state is None or state.deleted:
        raise Unknown("tournament", state.id if state else None)
    if state.archived and not isinstance(command, ArchiveTournament | DeleteTournament):
        raise Refused("tournament-archived", name=state.settings.name)
    if state.settings.format is Format.DOUBLES and isinstance(command, BY_HAND):
        raise Refused("doubles-are-drawn", value=state.settings.name)
    if state.settings.format is Format.KNOCKOUT:
        return _knockout(state, command, now, dice)
    return _decided(state, command, now, dice)


def _decided(state: Tournament, command: Act, now: str, dice: Dice) -> Events:
    match command:
        case RecordResult():
            return result_recorded(state, command)
        case CorrectResult():
            return result_corrected(state, command)
        case RecordSets() | ClickSets():
            match_ = found(state, command.pairing)
            return sets_recorded(open_round(state, state.where[match_.id]), match_, command)
        case RecordBye():
            here = editable(state, command.pairing)
            return bye_recorded(here, found(state, command.pairing), command.kind)
        case ChangeSettings():
            return settings_changed(state, command, dice)
        case PublishTournament() | ArchiveTournament() | DeleteTournament():
            return visibility_changed(state, command)
        case AddPlayers() | ImportPlayers():
            return entered(state, command, dice)
        case EditPlayer() | RemovePlayer() | WithdrawPlayer() | RequestByes():
            return player_changed(state, command)
        case PairRound() | PairByHand() | PairTeams():
            return round_paired(state, command, now, dice)
        case PairAllRounds():
            return all_rounds_paired(state, now, dice)
        case UnpairRound() | PublishRound() | CloseRound() | ReopenRound():
            return stage_changed(state, command)
        case EditRound():
            return editing_changed(state, command)
        case AddPairing():
            here = open_round(state, command.round)
            return added(state, here, command.white, command.black, dice)
        case GiveBye():
            here = open_round(state, command.round)
            return bye_given(state, here, command.player, command.kind, dice)
        case RearrangePairing():
            return rearranged(state, editable(state, command.pairing), command)
        case RemovePairing():
            return removed(editable(state, command.pairing), found(state, command.pairing))
        case SetPrizes():
            return planned(state, command, dice)
        case AllocatePrizes():
            return decided(state, command, now)
        case PublishPrizes():
            return shown(state, command)
        case ReportMatch():
            raise Unknown("match", command.match)
        case AnotherRound():
            raise Refused("no-joint-champions", value=0)
        case CreateTournament() | AdoptRecords():
            raise Refused("tournament-exists", value=command.id)


def _knockout(state: Tournament, command: Act, now: str, dice: Dice) -> Events:
    """What a command leads to in a knockout, whose rounds come by themselves."""
    match command:
        case ReportMatch():
            return match_cleared_or_reported(state, command, now, dice)
        case RecordResult():
            return result_reported(state, command, now, dice)
        case AnotherRound():
            return another(state, now, dice)
        case PairRound():
            return built(state, command.round, now, dice)
        case UnpairRound():
            return unbuilt(state, command.round)
        case PairByHand() | PairTeams() | EditRound() | AddPairing() | GiveBye():
            raise Refused("knockout-rounds", value=command.round)
        case PairAllRounds():
            raise Refused("knockout-rounds", value=len(state.rounds) + 1)
        case PublishRound() | CloseRound() | ReopenRound():
            raise Refused("knockout-rounds", value=command.round)
        case RearrangePairing() | RemovePairing():
            raise Refused("knockout-rounds", value=match_as_pairing(state, command.pairing).id)
        case RecordBye():
            raise no_bye_to_record(state, command.pairing)
        case RecordSets() | ClickSets():
            raise Refused("game-without-sets", value=match_as_pairing(state, command.pairing).id)
        case RequestByes() if command.byes:
            raise Refused("knockout-byes", value=sorted(command.byes))
        case AddPlayers() | ImportPlayers() if state.knockout is not None and newcomers(command):
            raise Refused("bracket-has-no-room", value=len(newcomers(command)))
        case _:
            return _decided(state, command, now, dice)
