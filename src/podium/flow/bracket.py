"""A knockout inside a tournament: its bracket built, results reported, all that follows in one event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from podium.core.dice import Dice
from podium.core.errors import Refused, Unknown
from podium.core.ids import PairingId, PlayerId
from podium.core.result import Result
from podium.flow.commands import Command, RecordResult, ReportMatch
from podium.flow.events import BracketBuilt, BracketChanged, BracketRemoved, Events
from podium.flow.minting import mint
from podium.flow.state import Tournament
from podium.knockout import (
    BracketMatch,
    Changed,
    Knockout,
    Outcome,
    Reason,
    Rules,
    Seeding,
    another_round,
    build,
    clear,
    report,
)

REPORTED: dict[Result, tuple[Outcome, Reason | None]] = {
    Result.WHITE_WINS: (Outcome.WHITE_WIN, None),
    Result.BLACK_WINS: (Outcome.BLACK_WIN, None),
    Result.DRAW: (Outcome.DRAW, None),
    Result.WHITE_WINS_BY_FORFEIT: (Outcome.WHITE_WIN, Reason.NO_SHOW),
    Result.BLACK_WINS_BY_FORFEIT: (Outcome.BLACK_WIN, Reason.NO_SHOW),
    Result.BOTH_FORFEIT: (Outcome.DOUBLE_FORFEIT, Reason.DOUBLE_NO_SHOW),
}
"""What the result of a pairing says of a match: a match is a pairing too."""
_TOLD = {said: result for result, said in REPORTED.items()}
_VERDICTS = {
    Outcome.WHITE_WIN: Result.WHITE_WINS,
    Outcome.BLACK_WIN: Result.BLACK_WINS,
    Outcome.DOUBLE_FORFEIT: Result.BOTH_FORFEIT,
}
"""What tie-break games can make of a draw."""


def built(state: Tournament, round: int | None, now: str, dice: Dice) -> Events:
    """The bracket of everybody who takes part; refuses a second one.

    Who asks for the round after the last one, by its number, orders it for joint champions.
    """
    if state.knockout is not None:
        if round == len(state.knockout.rounds) + 1 and state.knockout.over and len(state.knockout.champions) > 1:
            return another(state, now, dice)
        if (round or 1) > len(state.knockout.rounds):
            raise Refused("knockout-rounds", value=round)
        raise Refused("round-exists", value=round or 1)
    if round is not None and round != 1:
        raise Refused("round-not-next", value=round, next=1)
    rules = state.settings.knockout or Rules()
    made = build(rules, entrants(state, rules), now, _minting(state, dice), dice)
    return (_told(made),)


def entrants(state: Tournament, rules: Rules) -> list[PlayerId]:
    """Those who take part, the best first; in the order of the list where that is what was decided."""
    players = sorted(
        (player for player in state.players.values() if not player.withdrawn), key=lambda player: player.number
    )
    if rules.seeding is Seeding.STANDARD:
        players.sort(key=lambda player: -(player.fields.rating or 0))
    return [player.id for player in players]


def unbuilt(state: Tournament, round: int) -> Events:
    """The tournament without its bracket, and all that was played in it."""
    if state.knockout is None or not 1 <= round <= len(state.knockout.rounds):
        raise Unknown("round", round)
    if round != 1:
        raise Refused("knockout-rounds", value=round)
    return (BracketRemoved(_told(state.knockout)),)


def match_cleared_or_reported(state: Tournament, command: ReportMatch, now: str, dice: Dice) -> Events:
    """What a report leads to, in one event; nothing where it is known already."""
    match = match_of(state, command.match)
    knockout = bracket_of(state)
    minting = _minting(state, dice)
    if command.result is None:
        return _event(clear(knockout, match.id, now, minting, confirm=command.confirm))
    changed = report(knockout, match.id, command.result, command.reason, now, minting, confirm=command.confirm)
    return _event(changed)


def result_reported(state: Tournament, command: RecordResult, now: str, dice: Dice) -> Events:
    """What the result of a pairing means for the match it is.

    A drawn match that games decided has two results, its own and theirs; who saw either of them saw what is stored.
    """
    match = match_as_pairing(state, command.pairing)
    stored = standing_result(match)
    if command.replaces and not {stored, result_of(match)} & {command.was, command.result}:
        given = command.was.value if command.was else None
        raise Refused("result-differs", value=given, stored=stored.value if stored else None)
    return match_cleared_or_reported(state, as_report(command), now, dice)


def confirmed(command: Command) -> Command:
    """A report of a match that undoes what it must; any other command as it is."""
    return replace(command, confirm=True) if isinstance(command, RecordResult | ReportMatch) else command


def as_report(command: RecordResult) -> ReportMatch:
    """What the result of a pairing says of the match it is."""
    outcome, reason = REPORTED[command.result] if command.result else (None, None)
    return ReportMatch(command.pairing, outcome, reason, confirm=command.confirm)


def result_of(match: BracketMatch) -> Result | None:
    """The result of the match's own game, as a pairing has it."""
    if match.played is None or match.played is Outcome.BYE:
        return None
    unplayed = match.played_reason in (Reason.NO_SHOW, Reason.DOUBLE_NO_SHOW)
    return _TOLD[match.played, match.played_reason if unplayed else None]


def standing_result(match: BracketMatch) -> Result | None:
    """The result of the match as it stands, with what its tie-break games made of a draw."""
    return result_of(match) if match.verdict is None else _VERDICTS[match.verdict]


def no_bye_to_record(state: Tournament, id: PairingId) -> Refused:
    """Why nothing is recorded of the bye that a match is, or is not; raises Unknown where there is no such match."""
    match = match_as_pairing(state, id)
    if match.played is Outcome.BYE:
        return Refused("match-is-bye", value=id)
    return Refused("pairing-has-two-players" if match.full else "match-open", value=id)


def another(state: Tournament, now: str, dice: Dice) -> Events:
    """One more round for joint champions."""
    if state.knockout is None:
        raise Refused("no-joint-champions", value=0)
    return _event(another_round(state.knockout, now, _minting(state, dice)))


def bracket_of(state: Tournament) -> Knockout:
    """The bracket; raises Unknown where there is none yet."""
    if state.knockout is None:
        raise Unknown("bracket", None)
    return state.knockout


def match_of(state: Tournament, id: PairingId) -> BracketMatch:
    """The match or tie-break game of that id; raises Unknown."""
    if state.knockout is None:
        raise Unknown("match", id)
    return state.knockout.match(id)


def match_as_pairing(state: Tournament, id: PairingId) -> BracketMatch:
    """The match of that id for those who call it a pairing; raises Unknown."""
    try:
        return match_of(state, id)
    except Unknown:
        raise Unknown("pairing", id) from None


def _told(made: Knockout) -> BracketBuilt:
    return BracketBuilt(made.rules, made.entrants, tuple(made), made.seed)


def _event(changed: Changed) -> Events:
    return (BracketChanged(changed),) if changed else ()


def _minting(state: Tournament, dice: Dice) -> Callable[[], PairingId]:
    return lambda: mint(state.id, dice)
