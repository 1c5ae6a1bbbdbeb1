"""The rounds of a bracket as rounds of the tournament: its matches are pairings there as soon as it is known who plays.

`evolve` fills them in, so that nobody else has to ask whether an event is a knockout. What keeps a change of a bracket
from being taken back is here too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from podium.core.ids import PairingId
from podium.core.result import ByeType, Result
from podium.flow import events
from podium.flow.event.declaration import Fixed
from podium.flow.event.knockout_options import RULES
from podium.flow.event.setting_values import Settings
from podium.flow.events import Obstacle
from podium.flow.state import Bye, Game, Pairing, Round, Stage, Tournament
from podium.knockout import BracketMatch, BracketRound, Changed, Knockout, Outcome, Reason, Rules, applied

ENGINE = "knockout"
DOUBLE_ENGINE = "double-elimination"
REPORTED: dict[Result, tuple[Outcome, Reason | None]] = {
    Result.WHITE_WINS: (Outcome.WHITE_WIN, None),
    Result.BLACK_WINS: (Outcome.BLACK_WIN, None),
    Result.DRAW: (Outcome.DRAW, None),
    Result.WHITE_WINS_BY_FORFEIT: (Outcome.WHITE_WIN, Reason.NO_SHOW),
    Result.BLACK_WINS_BY_FORFEIT: (Outcome.BLACK_WIN, Reason.NO_SHOW),
    Result.BOTH_FORFEIT: (Outcome.DOUBLE_FORFEIT, Reason.DOUBLE_NO_SHOW),
}
"""What the result of a pairing says of a match: a match is a pairing too."""
RESULTS = {report: result for result, report in REPORTED.items()}
_VERDICTS = {
    Outcome.WHITE_WIN: Result.WHITE_WINS,
    Outcome.BLACK_WIN: Result.BLACK_WINS,
    Outcome.DOUBLE_FORFEIT: Result.BOTH_FORFEIT,
}
"""What tie-break games can make of a draw."""


def with_bracket(state: Tournament, bracket: Knockout | None) -> Tournament:
    """`state` with that bracket and its rounds; rounds in which nothing changed stay the same objects."""
    if bracket is None:
        return replace(state, knockout=None, rounds=(), where={})
    old = state.knockout.rounds if state.knockout is not None else ()
    rounds: list[Round] = []
    where: dict[PairingId, int] = {}
    for at, (here, was) in enumerate(zip(bracket.rounds, (*old, *[None] * len(bracket.rounds)), strict=False)):
        there = state.rounds[at] if was is not None and at < len(state.rounds) else None
        if there is not None and was is here:
            filled = there
        else:
            filled = replace(_round(bracket, here, was, there), starts_at=state.starts.get(here.number))
        rounds.append(filled)
        if filled.games:
            where |= dict.fromkeys(filled.games, here.number)
            where |= {game.id: here.number for games in filled.tie_breaks.values() for game in games}
    while rounds and not rounds[-1].games:
        rounds.pop()  # nobody knows yet who plays there, and nobody in any round after it
    return replace(state, knockout=bracket, rounds=tuple(rounds), where=where)


def with_changes(state: Tournament, changed: Changed) -> Tournament:
    """`state` after a change of its bracket."""
    assert state.knockout is not None  # only a bracket that was built changes
    return with_bracket(state, applied(state.knockout, changed))


def with_start(state: Tournament, round: int, start: str | None) -> Tournament:
    """`state` with another start of a round, or none; one of a bracket that is to come has it when it does."""
    rounds = tuple(replace(here, starts_at=start) if here.number == round else here for here in state.rounds)
    if state.knockout is None:
        return replace(state, rounds=rounds)
    others = {number: each for number, each in state.starts.items() if number != round}
    return replace(state, rounds=rounds, starts=others if start is None else {**others, round: start})


def with_rules(state: Tournament, settings: Settings) -> Tournament:
    """`state` with those settings, and the bracket, if there is one, by the rules in them."""
    state = replace(state, settings=settings)
    if state.knockout is None or settings.knockout is None:
        return state
    return replace(state, knockout=replace(state.knockout, rules=settings.knockout))


def own_result(match: BracketMatch) -> Result | None:
    """The result of the match's own game, as a pairing has it."""
    if match.played is None or match.played is Outcome.BYE:
        return None
    unplayed = match.played_reason in (Reason.NO_SHOW, Reason.DOUBLE_NO_SHOW)
    return RESULTS[match.played, match.played_reason if unplayed else None]


def standing_result(match: BracketMatch) -> Result | None:
    """The result of the match as it stands, with what its tie-break games made of a draw."""
    return own_result(match) if match.verdict is None else _VERDICTS[match.verdict]


def is_known(match: BracketMatch) -> bool:
    """Whether it is known who plays, or who does not have to."""
    return match.full or match.played is Outcome.BYE


def _round(bracket: Knockout, here: BracketRound, was: BracketRound | None, there: Round | None) -> Round:
    """The round of the tournament; pairings whose match did not change since `was` are taken from `there`."""
    unchanged: Mapping[PairingId, Pairing] = there.games if there is not None else {}
    before = was.matches if was is not None else {}
    matches = here.parents
    games: dict[PairingId, Pairing] = {}
    for match in matches:
        if match.id in unchanged and before.get(match.id) is match:
            games[match.id] = unchanged[match.id]
        elif (pairing := _pairing(match)) is not None:
            games[match.id] = pairing
    tie_breaks = {
        match.id: tuple(_game(here.matches[id]) for id in match.tie_breaks) for match in matches if match.tie_breaks
    }
    return Round(
        number=here.number,
        games=games,
        stage=Stage.PUBLISHED if here.unresolved else Stage.CLOSED,
        engine=ENGINE if bracket.rules.grand_final is None else DOUBLE_ENGINE,
        seed=bracket.seed,
        paired_at=min((match.paired_at for match in matches if match.paired_at), default=""),
        automatic=True,
        tie_breaks=tie_breaks,
    )


def _pairing(match: BracketMatch) -> Pairing | None:
    """The match as a pairing; None while it is not known who plays."""
    if match.played is Outcome.BYE and match.white is not None:
        return Bye(match.id, match.board, match.white, ByeType.BYE)
    return _game(match) if match.white is not None and match.black is not None else None


def _game(match: BracketMatch) -> Game:
    assert match.white is not None  # a game is made of a match whose players are known
    assert match.black is not None
    return Game(match.id, match.board, match.white, match.black, result=standing_result(match))


def bracket_built_upon(state: Tournament, event: events.BracketBuilt) -> Obstacle | None:
    """What was played in the bracket since it was built."""
    untouched = state.knockout is not None and tuple(state.knockout) == event.matches
    return None if untouched else ("results", {"round": 1})


def bracket_not_wanted(state: Tournament, event: events.BracketRemoved) -> Obstacle | None:
    """What stands where the bracket was: another one, or settings it was not built by."""
    if state.knockout is not None:
        return ("round", {"round": 1})
    rules = state.settings.knockout
    return None if rules is not None and _same_plan(event.undone.rules, rules) else ("settings", {})


def matches_changed_since(state: Tournament, event: events.BracketChanged) -> Obstacle | None:
    """The match that is no longer as the result left it."""
    there = {match.id: match for match in state.knockout} if state.knockout is not None else {}
    stays = all(there.get(match.id) == match for match in event.changed.after)
    back = any(match.id in there for match in event.changed.removed)
    return changed_match(event) if back or not stays else None


def changed_match(event: events.BracketChanged) -> Obstacle:
    """The match that a change of a bracket is about."""
    first = (*event.changed.after, *event.changed.before)[0]
    return "match", {"round": first.round, "board": first.board}


def _same_plan(before: Rules, after: Rules) -> bool:
    built_on = (option.name for option in RULES if option.fixed is Fixed.BRACKET_BUILT)
    return all(getattr(before, name) == getattr(after, name) for name in built_on)
