"""The knockout: its bracket built, results recorded, all that follows from one in one event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from podium import knockout
from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.ids import PairingId, PlayerId
from podium.core.player import Player
from podium.core.timecontrol import TimeControls
from podium.core.translation import mark
from podium.flow import commands
from podium.flow.event.knockout_options import GRAND_FINAL, RULES, THIRD_PLACE_MATCH, merge_rules
from podium.flow.event.live_options import SHARED_LIVE_OPTIONS
from podium.flow.event.options import CHESS960, ROUNDS, TABLES
from podium.flow.event.setting_values import Settings
from podium.flow.events import BracketBuilt, BracketChanged, BracketRemoved, Events, RoundPaired
from podium.flow.formats.knockout_rounds import DOUBLE_ENGINE, ENGINE, REPORTED, RESULTS, own_result, standing_result
from podium.flow.formats.protocol import Engine, Format, Playable, terms_of
from podium.flow.lookups import mint
from podium.flow.rounds.rounds import start_changed, start_of_live_games
from podium.flow.state import Game, Round, Tournament
from podium.knockout import GrandFinal, TieBreakPolicy
from podium.knockout.match import check_reason


class KnockoutFormat(Format):
    def pair(self, state: Tournament, command: commands.PairRound, round: int, now: str, dice: Dice) -> RoundPaired:
        raise Refused("knockout-rounds", value=round)  # its rounds come with the bracket, all at once or by themselves

    def decide(self, state: Tournament, command: commands.Act, now: str, dice: Dice) -> Events | None:
        """What a command leads to in a knockout, whose rounds come by themselves."""
        match command:
            case commands.RecordResult():
                return result_recorded(state, command, now, dice)
            case commands.CorrectResult():
                return result_recorded(state, command.record, now, dice)
            case commands.AnotherRound():
                return _another_round(state, now, dice)
            case commands.PairRound():
                return _built(state, command.round, now, dice)
            case commands.UnpairRound():
                return _unbuilt(state, command.round)
            case (
                commands.PairByHand()
                | commands.PairTeams()
                | commands.EditRound()
                | commands.AddPairing()
                | commands.GiveBye()
            ):
                raise Refused("knockout-rounds", value=command.round)
            case commands.PairAllRounds():
                raise Refused("knockout-rounds", value=1)
            case commands.StartRound() | commands.HoldRound():
                return _round_started(state, command, now)
            case commands.PublishRound() | commands.CloseRound() | commands.ReopenRound():
                raise Refused("knockout-rounds", value=command.round)
            case commands.RearrangePairing() | commands.RemovePairing():
                raise Refused("knockout-rounds", value=_match_as_pairing(state, command.pairing).id)
            case commands.RecordBye():
                raise _no_bye_to_record(state, command.pairing)
            case commands.RecordSets() | commands.ClickSets():
                raise Refused("game-without-sets", value=_match_as_pairing(state, command.pairing).id)
            case commands.RequestByes() if command.byes:
                raise Refused("knockout-byes", value=sorted(command.byes))
            case commands.AddPlayers() | commands.ImportPlayers() if state.knockout is not None and command.newcomers:
                raise Refused("bracket-has-no-room", value=len(command.newcomers))
            case _:
                return None

    def check(self, settings: Settings, given: Mapping[str, object], before: Settings | None) -> Settings:
        """The settings with the rules, judged after merging.

        A client that creates a knockout may name a number of rounds, as for any format, but it is not kept: they follow
        from the players. A change to one is refused.
        """
        if settings.sections:
            raise Invalid("knockout-in-sections", field="sections", value=list(settings.sections))
        if settings.tiebreaks:
            raise Invalid("not-in-knockout", field="tiebreaks", value=list(settings.tiebreaks))
        if given.get(GRAND_FINAL.json) is not None and GRAND_FINAL not in self.options:
            raise Invalid("setting-of-double-elimination", field=GRAND_FINAL.json, value=given[GRAND_FINAL.json])
        named = {rule.json: given[rule.json] for rule in RULES if rule.json in given}
        rules = self.usual_rules(merge_rules(self.usual_rules(settings.knockout), named))
        if before is not None:
            refuse_rounds_of_knockout(self.name, given)
        return replace(settings, rounds=None, knockout=rules)

    def usual_rules(self, rules: knockout.Rules | None) -> knockout.Rules:
        """The rules of an event, or the defaults, as this kind of bracket can have them."""
        return replace(rules or knockout.Rules(), grand_final=None)

    def rounds_expected(self, state: Tournament) -> int | None:
        """As the bracket says; open-ended where a draw takes both players on."""
        if state.knockout is None or state.knockout.rules.both_advance:
            return None
        return state.knockout.last_round

    def expects(self, state: Tournament, player: Player, round: int) -> bool:
        return False  # who is not in a later round is out

    def playable(self, state: Tournament, here: Round) -> list[Playable]:
        """Every match whose players are known; of a drawn one its next tie-break game, by its own clock."""
        bracket = bracket_of(state)
        terms = terms_of(state, here)
        found = []
        for match in bracket.rounds[here.number - 1].parents:
            if not knockout.is_due(match):
                continue
            if match.played is None:
                found.append(Playable(_game(here, match), here.number, terms))
                continue
            for game in open_games_of(state, match.id)[:1]:
                assert game.clock is not None  # a tie-break game has its clock
                own = replace(
                    terms,
                    time=TimeControls.parse(game.clock),
                    wait=bracket.rules.tie_break_no_show_wait,
                    pause=bracket.rules.tie_break_pause,
                    tie_break=True,
                )
                found.append(Playable(_game(here, game), here.number, own))
        return found


def _game(here: Round, match: knockout.BracketMatch) -> Game:
    """The pairing that a match whose players are known is in its round."""
    game = here.pairing(match.id)
    assert isinstance(game, Game)  # a bye is not played
    return game


def refuse_rounds_of_knockout(format: str, given: Mapping[str, object]) -> None:
    """Nothing, unless the rounds of a knockout are to be set, which follow from its players; raises Invalid."""
    if format in (ENGINE, DOUBLE_ENGINE) and given.get(ROUNDS.json) is not None:
        raise Invalid("rounds-of-knockout", field=ROUNDS.json, value=given[ROUNDS.json])


def match_report(
    id: PairingId, outcome: knockout.Outcome | None, reason: knockout.Reason | None = None, *, confirm: bool = False
) -> commands.RecordResult:
    """The command that reports a match in the words of the bracket; no outcome clears it."""
    if outcome is None:
        return commands.RecordResult(id, None, confirm=confirm)
    reason = check_reason(outcome, reason)
    absent = reason if reason in (knockout.Reason.NO_SHOW, knockout.Reason.DOUBLE_NO_SHOW) else None
    return commands.RecordResult(id, RESULTS[outcome, absent], reason=reason, confirm=confirm)


def result_recorded(state: Tournament, command: commands.RecordResult, now: str, dice: Dice) -> Events:
    """What the result of a pairing means for the match it is, in one event; nothing where it is known already.

    A drawn match that games decided has two results, its own and theirs; who saw either of them saw what is stored.
    """
    match = _match_as_pairing(state, command.pairing)
    stored = standing_result(match)
    if command.replaces and not {stored, own_result(match)} & {command.was, command.result}:
        was = command.was.value if command.was else None
        raise Refused("result-differs", value=was, stored=stored.value if stored else None)
    bracket, minting = bracket_of(state), _minting(state, dice)
    if command.result is None:
        confirm = command.confirm or (command.by_players and _undoes_no_play(bracket, match.id, None, None))
        return _event(knockout.clear(bracket, match.id, now, minting, confirm=confirm))
    if command.result not in REPORTED:
        names = [each.value for each in REPORTED]
        raise Invalid("result-not-in-format", field="result", value=command.result.value, allowed=names)
    outcome, absent = REPORTED[command.result]
    if command.reason is not None and absent not in (None, command.reason):
        raise Invalid("reason-misfit", field="resultReason", value=command.reason.value, result=command.result.value)
    reason = command.reason or absent
    confirm = command.confirm or (command.by_players and _undoes_no_play(bracket, match.id, outcome, reason))
    return _event(knockout.report(bracket, match.id, outcome, reason, now, minting, confirm=confirm))


def _undoes_no_play(
    bracket: knockout.Knockout, id: PairingId, outcome: knockout.Outcome | None, reason: knockout.Reason | None
) -> bool:
    """Whether all that a result would undo are matches that nobody has played yet."""
    return all(
        each.played in (None, knockout.Outcome.BYE)
        for each in knockout.consequences(bracket, id, outcome, reason).matches
    )


def entrants(state: Tournament, rules: knockout.Rules) -> list[PlayerId]:
    """The players who take part, the best first; in the order of the list where that is what was decided. In a stage of
    an event they come as they went on to it."""
    if state.seeds:
        return [id for id in state.seeds if not state.players[id].withdrawn]
    players = sorted(
        (player for player in state.players.values() if not player.withdrawn), key=lambda player: player.number
    )
    if rules.seeding is knockout.Seeding.STANDARD:
        players.sort(key=lambda player: -(player.fields.rating or 0))
    return [player.id for player in players]


def bracket_of(state: Tournament) -> knockout.Knockout:
    """The bracket; raises Unknown where there is none yet."""
    if state.knockout is None:
        raise Unknown("bracket", None)
    return state.knockout


def check_bracket(state: Tournament, before: Tournament | None) -> None:
    """Nothing, if there is no bracket, it is as it was `before`, or each of its boards and tie-break games is there and
    of its players; raises Invalid."""
    bracket = state.knockout
    if bracket is None or (before is not None and before.knockout is bracket):
        return
    players = {player for match in bracket for player in match.players}.union(bracket.entrants)
    if strangers := players - state.players.keys():
        raise Invalid("player-not-entered", field="players", value=min(strangers))
    for here in bracket.rounds:
        most = len(here.boards)
        if not bracket.rules.both_advance:  # it is whole from the first day on
            planned = bracket.plan.rounds[here.number - 1 : here.number]
            most = sum(len(each.boards) for each in planned)
        games = {game for match in here.parents for game in match.tie_breaks}
        if here.boards.keys() != set(range(1, most + 1)) or here.matches.keys() - here.boards.values() != games:
            raise Invalid("count-out-of-range", field="matches", value=len(here.boards), least=most, most=most)


def match_of(state: Tournament, id: PairingId) -> knockout.BracketMatch:
    """The match or tie-break game of that id; raises Unknown."""
    if state.knockout is None:
        raise Unknown("match", id)
    return state.knockout.match(id)


def match_on_board(state: Tournament, round: int, board: str) -> knockout.BracketMatch | None:
    """The match that an id or a board number of a round means, waiting for its players or not; None for no match."""
    bracket = state.knockout
    if bracket is None or not 1 <= round <= len(bracket.rounds):
        return None
    every = bracket.rounds[round - 1].matches.values()
    return next(
        (each for each in every if each.id == board or (each.parent is None and str(each.board) == board)), None
    )


def open_games_of(state: Tournament, id: PairingId) -> list[knockout.BracketMatch]:
    """The tie-break games of a match that are still to be played; none of a pairing that is no match."""
    if state.knockout is None:
        return []
    games = state.knockout.games_of(state.knockout.match(id))
    return [game for game in games if game.status in (knockout.Status.PENDING, knockout.Status.RUNNING)]


def _built(state: Tournament, round: int | None, now: str, dice: Dice) -> Events:
    """The bracket of everybody who takes part; refuses a second one.

    Who asks for the round after the last one, by its number, orders it for joint champions.
    """
    if state.knockout is not None:
        if round == len(state.knockout.rounds) + 1 and state.knockout.over and len(state.knockout.champions) > 1:
            return _another_round(state, now, dice)
        if (round or 1) > len(state.knockout.rounds):
            raise Refused("knockout-rounds", value=round)
        raise Refused("round-exists", value=round or 1)
    if round is not None and round != 1:
        raise Refused("round-not-next", value=round, next=1)
    rules = state.settings.knockout or knockout.Rules()
    return (_built_event(knockout.build(rules, entrants(state, rules), now, _minting(state, dice), dice)),)


def _unbuilt(state: Tournament, round: int) -> Events:
    """The tournament without its bracket, and all that was played in it."""
    if state.knockout is None or not 1 <= round <= len(state.knockout.rounds):
        raise Unknown("round", round)
    if round != 1:
        raise Refused("knockout-rounds", value=round)
    return (BracketRemoved(replace(_built_event(state.knockout), starts=state.starts)),)


def _round_started(state: Tournament, command: commands.StartRound | commands.HoldRound, now: str) -> Events:
    """The start of a round of the bracket, which may be one to come."""
    start = start_of_live_games(state, command, now)
    if state.knockout is None or not 1 <= command.round <= len(state.knockout.rounds):
        raise Unknown("round", command.round)
    if not state.knockout.rounds[command.round - 1].unresolved:
        raise Refused("round-closed", value=command.round)
    return start_changed(state, command.round, start)


class BracketEngine(Engine):
    built_at_once = True

    def boards(self, players: int) -> int:
        """As many as leave a power of two: players with a bye are in the second round."""
        return players - 2 ** (knockout.rounds_of(players) - 1) if players > 1 else 0


def _another_round(state: Tournament, now: str, dice: Dice) -> Events:
    """One more round for joint champions."""
    if state.knockout is None:
        raise Refused("no-joint-champions", value=0)
    return _event(knockout.another_round(state.knockout, now, _minting(state, dice)))


def _no_bye_to_record(state: Tournament, id: PairingId) -> Refused:
    """Why nothing is recorded of the bye that a match is, or is not; raises Unknown where there is no such match."""
    match = _match_as_pairing(state, id)
    if match.played is knockout.Outcome.BYE:
        return Refused("match-is-bye", value=id)
    return Refused("pairing-has-two-players" if match.full else "match-open", value=id)


def _match_as_pairing(state: Tournament, id: PairingId) -> knockout.BracketMatch:
    """The match of that id for callers that call it a pairing; raises Unknown."""
    try:
        return match_of(state, id)
    except Unknown:
        raise Unknown("pairing", id) from None


def _built_event(bracket: knockout.Knockout) -> BracketBuilt:
    return BracketBuilt(bracket.rules, bracket.entrants, tuple(bracket), bracket.seed)


def _event(changed: knockout.Changed) -> Events:
    return (BracketChanged(changed),) if changed else ()


def _minting(state: Tournament, dice: Dice) -> Callable[[], PairingId]:
    return lambda: mint(state.id, dice)


class DoubleEliminationFormat(KnockoutFormat):
    """A knockout in which who loses goes on in the losers' bracket: all else follows from its rules."""

    def usual_rules(self, rules: knockout.Rules | None) -> knockout.Rules:
        """Draws never take two players on, and third is who lost the last match before the grand final."""
        rules = rules or knockout.Rules()
        policy = TieBreakPolicy.RAPID if rules.both_advance else rules.tie_break_policy
        final = rules.grand_final or GrandFinal.RESET
        return replace(rules, tie_break_policy=policy, grand_final=final, third_place_match=False)


_ALL = (*RULES, TABLES, CHESS960, *SHARED_LIVE_OPTIONS)

KNOCKOUT = KnockoutFormat(
    name=ENGINE,
    label=mark("Knockout: who loses is out"),
    options=tuple(option for option in _ALL if option is not GRAND_FINAL),
    engine=BracketEngine(),
)
DOUBLE_ELIMINATION = DoubleEliminationFormat(
    name=DOUBLE_ENGINE,
    label=mark("Double elimination: who loses twice is out"),
    options=tuple(option for option in _ALL if option is not THIRD_PLACE_MATCH),
    engine=BracketEngine(),
)
