"""What a command leads to: the events, or a refusal that names what stands in the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.ids import PairingId, PlayerId
from podium.core.player import Player, PlayerFields
from podium.core.result import ByeType
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
from podium.flow.doubles import arranged_round, check_settings, sets_recorded
from podium.flow.events import (
    EditingChanged,
    Event,
    PlayersChanged,
    ResultRecorded,
    RoundPaired,
    RoundUnpaired,
    SettingsChanged,
    StageChanged,
    TournamentCreated,
    Visibility,
    VisibilityChanged,
)
from podium.flow.evolve import evolve
from podium.flow.pairing import by_engine, by_hand, may_play
from podium.flow.prizegiving import decided, planned, shown
from podium.flow.seats import reseated
from podium.flow.settings import FIXED, GIVEN, MOST_ROUNDS, settled
from podium.flow.state import (
    Boards,
    Bye,
    Format,
    InitialColour,
    Match,
    Pairing,
    Round,
    Seats,
    Settings,
    Stage,
    Tournament,
)
from podium.knockout import refuse_change
from podium.roundrobin import rounds_needed

MOST_PLAYERS = 20_000
MOST_AT_ONCE = 5_000
"""The games that are paired in one step: everybody against everybody, as long as there are not more than a hundred."""
BY_HAND = (PairByHand, AddPairing, EditRound, GiveBye, RearrangePairing, RemovePairing, RequestByes)
"""What doubles do not know: their partners and free games are drawn, or a whole round is made of teams."""
Events = tuple[Event, ...]


def decide(state: Tournament | None, command: Act, now: str, dice: Dice) -> Events:
    """The events that `command` leads to on `state`; none where it is true already; refuses otherwise."""
    if isinstance(command, CreateTournament | AdoptRecords):
        if state is not None:
            raise Refused("tournament-exists", value=command.id)
        return _created(command, dice)
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
            return _result(state, command)
        case RecordSets() | ClickSets():
            match_ = found(state, command.pairing)
            return sets_recorded(open_round(state, state.where[match_.id]), match_, command)
        case RecordBye():
            here = editable(state, command.pairing)
            return bye_recorded(here, found(state, command.pairing), command.kind)
        case ChangeSettings():
            return _settings(state, command, dice)
        case PublishTournament() | ArchiveTournament() | DeleteTournament():
            return _visibility(state, command)
        case AddPlayers() | ImportPlayers():
            return _entries(state, command, dice)
        case EditPlayer() | RemovePlayer() | WithdrawPlayer() | RequestByes():
            return _player(state, command)
        case PairRound() | PairByHand() | PairTeams():
            return _pair(state, command, now, dice)
        case PairAllRounds():
            return _pair_all(state, now, dice)
        case UnpairRound() | PublishRound() | CloseRound() | ReopenRound():
            return _stage(state, command)
        case EditRound():
            return _editing(state, command)
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
        case AddPlayers() | ImportPlayers() if state.knockout is not None and _comes(command):
            raise Refused("bracket-has-no-room", value=len(_comes(command)))
        case _:
            return _decided(state, command, now, dice)


def _comes(command: AddPlayers | ImportPlayers) -> tuple[PlayerFields, ...]:
    return command.players if isinstance(command, AddPlayers) else command.added


def found(state: Tournament, id: PairingId) -> Pairing:
    """The pairing of that id; raises Unknown."""
    if id not in state.where:
        raise Unknown("pairing", id)
    return state.pairing(id)


def round_of(state: Tournament, number: int) -> Round:
    """The round of that number; raises Unknown."""
    if not 1 <= number <= len(state.rounds):
        raise Unknown("round", number)
    return state.rounds[number - 1]


def open_round(state: Tournament, number: int) -> Round:
    """The round of that number, if it may still be changed."""
    here = round_of(state, number)
    if here.stage is Stage.CLOSED:
        raise Refused("round-closed", value=number)
    return here


def editable(state: Tournament, id: PairingId) -> Round:
    """The open round that a pairing is in."""
    found(state, id)
    return open_round(state, state.where[id])


def known(state: Tournament, id: PlayerId) -> Player:
    """The player of that id; raises Unknown."""
    if id not in state.players:
        raise Unknown("player", id)
    return state.players[id]


def _lot(settings: Settings, dice: Dice) -> Settings:
    """The settings with the seed that the initial colour is drawn from, if it is to be drawn and was not yet."""
    if settings.initial_colour is not InitialColour.DRAWN or settings.lot is not None:
        return settings
    return replace(settings, lot=dice.token())


def _created(command: CreateTournament | AdoptRecords, dice: Dice) -> Events:
    settings = _lot(settled(None, command.given), dice)
    if settings.forbidden:
        _all_known(settings, command.players if isinstance(command, AdoptRecords) else {})
    created = TournamentCreated(command.id, settings)
    if isinstance(command, CreateTournament):
        return (created,)
    players = tuple(Player(id, number, fields) for number, (id, fields) in enumerate(command.players.items(), start=1))
    for due, here in enumerate(command.rounds, start=1):
        if here.number != due:
            raise Refused("round-not-next", value=here.number, next=due)
        for id in (id for pairing in here.games.values() for id in pairing.players):
            if id not in command.players:
                raise Unknown("player", id)
    return (
        created,
        *([PlayersChanged(after=players)] if players else []),
        *(paired(each) for each in command.rounds),
    )


def paired(here: Round, seats: Seats | None = None) -> RoundPaired:
    """The event that brings a round about just as it stands."""
    return RoundPaired(
        round=here.number,
        boards=Boards.of(*here.in_order),
        engine=here.engine,
        at=here.paired_at,
        edition=here.edition,
        seed=here.seed,
        seats=seats,
        stage=here.stage,
        draw=here.draw,
    )


def _all_known(settings: Settings, players: Mapping[PlayerId, object]) -> None:
    for id in (id for group in settings.forbidden for id in group):
        if id not in players:
            raise Unknown("player", id)


def _settings(state: Tournament, command: ChangeSettings, dice: Dice) -> Events:
    before = state.settings
    after = _lot(settled(before, command.given), dice)
    if "forbidden" in command.given:
        _all_known(after, state.players)
    if after == before:
        return ()
    if state.begun:
        for name in FIXED:
            if getattr(after, name) != getattr(before, name):
                named = GIVEN.get(name, name)
                raise Refused("rounds-exist", field=named, value=command.given[named])
        if after.rounds is not None and after.rounds < len(state.rounds):
            raise Refused("rounds-exist", field="rounds", value=after.rounds, paired=len(state.rounds))
    check_settings(state, after)
    if state.knockout is not None and after.knockout is not None:
        refuse_change(state.knockout.rules, after.knockout)
    return (SettingsChanged(before, after), *_moved(state, after))


def _moved(state: Tournament, after: Settings) -> Events:
    """The players who change section with the settings; refuses to take away a section that has players.

    Until a round is paired, the first sections of an event take everybody into the first of them, and an event that
    gives up its sections keeps its players.
    """
    sections = after.sections or ("",)
    homeless = [player for player in state.players.values() if player.section not in sections]
    if not homeless:
        return ()
    if state.rounds or (state.settings.sections and after.sections):
        raise Refused("section-in-use", value=homeless[0].section, name=homeless[0].name)
    home = after.sections[0] if after.sections else None
    moved = tuple(replace(player, fields=replace(player.fields, section=home)) for player in homeless)
    return (PlayersChanged(tuple(homeless), moved),)


def _visibility(state: Tournament, command: PublishTournament | ArchiveTournament | DeleteTournament) -> Events:
    before = Visibility(state.published, state.archived, state.deleted)
    match command:
        case PublishTournament():
            after = replace(before, published=command.published)
        case ArchiveTournament():
            after = replace(before, archived=command.archived)
        case _:
            after = replace(before, deleted=True)
    return () if after == before else (VisibilityChanged(before, after),)


def _entries(state: Tournament, command: AddPlayers | ImportPlayers, dice: Dice) -> Events:
    new = _comes(command)
    if len(state.players) + len(new) > MOST_PLAYERS:
        raise Refused("too-many-players", value=len(state.players) + len(new), most=MOST_PLAYERS)
    next_number = max((player.number for player in state.players.values()), default=0) + 1
    came = tuple(
        Player(PlayerId(dice.token()), number, _placed(state, fields.checked()))
        for number, fields in enumerate(new, start=next_number)
    )
    events: list[Event] = []
    if isinstance(command, ImportPlayers) and command.updated:
        before = tuple(known(state, id) for id in command.updated)
        after = tuple(replace(old, fields=_placed(state, command.updated[old.id].checked(), old)) for old in before)
        for event in _edited(state, before, after):
            events.append(event)
            state = evolve(state, event)
    if came:
        events.append(PlayersChanged(after=came, seats=reseated(state, (), came)))
    return tuple(events)


def _placed(state: Tournament, fields: PlayerFields, player: Player | None = None) -> PlayerFields:
    """`fields` with a section that exists: where none is named, the one the `player` is in, or the first."""
    sections = state.settings.sections
    if not sections:
        if fields.section is not None:
            raise Invalid("section-unknown", field="section", value=fields.section, allowed=[])
        return fields
    if fields.section is None:
        return replace(fields, section=player.section if player else sections[0])
    if fields.section not in sections:
        raise Invalid("section-unknown", field="section", value=fields.section, allowed=sections)
    return fields


def _player(state: Tournament, command: EditPlayer | RemovePlayer | WithdrawPlayer | RequestByes) -> Events:
    player = known(state, command.player)
    match command:
        case RemovePlayer():
            _unpaired_so_far(state, player)
            if state.prizes.of(player.id):
                raise Refused("player-has-prize", value=player.id, name=player.name)
            return (PlayersChanged(before=(player,), seats=reseated(state, (player,), ())),)
        case EditPlayer():
            after = replace(player, fields=_placed(state, _merged(player.fields, command.given), player))
        case WithdrawPlayer():
            after = replace(player, withdrawn=command.withdrawn)
        case _:
            after = replace(player, byes=_requested(state, player, command.byes))
    return _edited(state, (player,), (after,))


def _edited(state: Tournament, before: tuple[Player, ...], after: tuple[Player, ...]) -> Events:
    pairs = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    if not pairs:
        return ()
    moving = [(old, new) for old, new in pairs if old.section != new.section]
    for old, _ in moving:
        _unpaired_so_far(state, old)
    back = [new for old, new in pairs if old.withdrawn and not new.withdrawn and new.section in state.seats]
    seats = reseated(state, [old for old, _ in moving], [new for _, new in moving] + back)
    return (PlayersChanged(tuple(old for old, _ in pairs), tuple(new for _, new in pairs), seats),)


def _merged(old: PlayerFields, given: Mapping[str, object]) -> PlayerFields:
    allowed = {field.name for field in fields(PlayerFields)}
    for name, value in given.items():
        if name not in allowed:
            raise Invalid("field-unknown", field=name, value=value, allowed=sorted(allowed))
        kind = int if name == "rating" else str
        if value is not None and (isinstance(value, bool) or not isinstance(value, kind)):
            raise Invalid("field-malformed", field=name, value=value)
        if name == "name" and value is None:
            raise Invalid("name-missing", field="name", value=value)
    return replace(old, **given).checked()  # type: ignore[arg-type]  # types checked above


def _unpaired_so_far(state: Tournament, player: Player) -> None:
    if state.knockout is not None and player.id in state.knockout.entrants:
        raise Refused("player-has-games", value=player.id, name=player.name, round=1)
    for here in state.rounds:
        if here.of(player.id) is not None:
            raise Refused("player-has-games", value=player.id, name=player.name, round=here.number)


def _requested(state: Tournament, player: Player, byes: Mapping[int, ByeType]) -> Mapping[int, ByeType]:
    for number, kind in byes.items():
        most = state.settings.rounds or MOST_ROUNDS
        if not 1 <= number <= most:
            raise Invalid("round-out-of-range", field="byes", value=number, most=most)
        if not kind.requested:
            raise Invalid("bye-type-unknown", field="byes", value=kind.value, allowed=["half", "zero"])
    for number in sorted(set(byes) | set(player.byes)):
        if number <= len(state.rounds) and byes.get(number) != player.byes.get(number):
            raise Refused("round-paired", value=number, name=player.name)
    return dict(sorted(byes.items()))


def _pair(state: Tournament, command: PairRound | PairByHand | PairTeams, now: str, dice: Dice) -> Events:
    if isinstance(command, PairTeams) and state.settings.format is not Format.DOUBLES:
        raise Refused("teams-outside-doubles", value=state.settings.format.value)
    due = len(state.rounds) + 1
    number = command.round if command.round is not None else due
    if 1 <= number < due:
        raise Refused("round-exists", value=number)
    if number != due:
        raise Refused("round-not-next", value=number, next=due)
    for here in state.rounds:
        _not_edited(here)
    most = state.settings.rounds
    if most is not None and number > most:
        raise Refused("rounds-exhausted", value=number, most=most)
    if not any(not player.withdrawn for player in state.players.values()):
        raise Refused("too-few-players", value=0, least=1)
    if isinstance(command, PairTeams):
        for player in (player for match in command.matches for team in match for player in team):
            may_play(state, player)
        return (arranged_round(state, number, command, now, dice),)
    if isinstance(command, PairByHand):
        return (by_hand(state, number, command.pairings, now, dice),)
    if state.settings.format is Format.ROUND_ROBIN and number > 1 and not state.seats:
        raise Refused("paired-by-hand", value=number)
    return (by_engine(state, command, number, now, dice),)


def _pair_all(state: Tournament, now: str, dice: Dice) -> Events:
    """Every round that the tables, or the settings, have left; in one commit, so that one undo takes all back."""
    if state.settings.format is not Format.ROUND_ROBIN:
        raise Refused("rounds-follow-results", value=state.settings.format.value)
    events: Events = ()
    last = len(state.rounds) + 1
    while len(state.rounds) < last:
        paired_now = _pair(state, PairRound(), now, dice)
        for event in paired_now:
            state = evolve(state, event)
        events += paired_now
        last = _last_of_the_tables(state)
    return events


def _last_of_the_tables(state: Tournament) -> int:
    """The number of rounds of a round robin whose seats are drawn; refuses what would be too much in one step."""
    cycles = state.settings.cycles
    needed = [rounds_needed(len(seats), cycles) for seats in state.seats.values() if len(seats) > 1]
    last = min([max(needed), *([state.settings.rounds] if state.settings.rounds else [])])
    games = sum(len(seats) // 2 for seats in state.seats.values()) * last
    if games > MOST_AT_ONCE:
        raise Refused("too-many-at-once", value=games, most=MOST_AT_ONCE)
    return last


def _stage(state: Tournament, command: UnpairRound | PublishRound | CloseRound | ReopenRound) -> Events:
    here = round_of(state, command.round)
    match command:
        case UnpairRound():
            if here.number != len(state.rounds):
                raise Refused("later-round-exists", value=here.number, later=len(state.rounds))
            if here.stage is Stage.CLOSED:
                raise Refused("round-closed", value=here.number)
            seats = state.seats if here.number == 1 and state.seats else None
            return (RoundUnpaired(paired(here, seats)),)
        case PublishRound():
            _not_edited(here)
            return _shown(state, here.number)
        case CloseRound():
            if here.stage is Stage.CLOSED:
                raise Refused("round-closed", value=here.number)
            _not_edited(here)
            if here.pending or not here.games:
                waiting = [{"id": each.id, "problem": each.problem} for each in here.pending]
                tables = [{"board": each.board, "problem": each.problem} for each in here.pending]
                raise Refused("round-not-complete", value=here.number, matches=waiting, tables=tables)
            return (*_shown(state, here.number - 1), StageChanged(here.number, here.stage, Stage.CLOSED))
        case ReopenRound():
            if here.stage is not Stage.CLOSED:
                raise Refused("round-open", value=here.number)
            return (StageChanged(here.number, Stage.CLOSED, Stage.PUBLISHED),)


def _editing(state: Tournament, command: EditRound) -> Events:
    here = open_round(state, command.round)
    if here.editing is command.open:
        return ()
    return (EditingChanged(here.number, here.editing, command.open),)


def _not_edited(here: Round) -> None:
    """Nothing, unless somebody is changing the round by hand: half a change is nothing to show or build upon."""
    if here.editing:
        raise Refused("round-being-edited", value=here.number)


def _shown(state: Tournament, upto: int) -> Events:
    """Every draft up to a round published, so that the public never sees a round without those before it."""
    return tuple(
        StageChanged(each.number, Stage.DRAFT, Stage.PUBLISHED)
        for each in state.rounds[:upto]
        if each.stage is Stage.DRAFT
    )


def _result(state: Tournament, command: RecordResult) -> Events:
    game = found(state, command.pairing)
    here = open_round(state, state.where[command.pairing])
    if isinstance(game, Bye):
        raise Refused("result-on-bye", value=command.pairing)
    if isinstance(game, Match):
        raise Refused("match-has-sets", value=command.pairing)
    if command.replaces and game.result not in (command.was, command.result):
        stored = game.result.value if game.result else None
        given = command.was.value if command.was else None
        raise Refused("result-differs", value=given, stored=stored)
    if game.result is command.result:
        return ()
    return (ResultRecorded(here.number, game.id, game.result, command.result),)
