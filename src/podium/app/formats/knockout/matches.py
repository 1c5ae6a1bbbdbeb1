"""The matches of a knockout as one of its players sees them: opponent, colour, outcome, tie-break games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from podium.app.formats.knockout.words import reason_word
from podium.app.rounds.result_words import PENDING, mark, outcome
from podium.app.words.language import N_, _
from podium.core.ids import PairingId, PlayerId
from podium.core.result import ByeType, Result, Worth
from podium.flow.formats.knockout_rounds import is_known, own_result, standing_result
from podium.knockout import BracketMatch, Knockout, Outcome, Reason, Status

Colour = Literal["white", "black"]
CANCELLED = N_("not needed")


@dataclass(frozen=True, slots=True)
class TieBreakGame:
    """One tie-break game; `outcome` is in words, `result` as written on the board, from White's side."""

    id: PairingId
    index: int
    kind: str
    colour: Colour
    result: str | None
    outcome: str
    reason: str | None
    status: str


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match of one player.

    `outcome` is all of it in words, `reason` how it was decided; `through` is whether the player got through the
    round by it, None while that is open.
    """

    match: BracketMatch
    opponent: PlayerId | None
    colour: Colour | None
    result: str | None
    outcome: str
    reason: str | None
    through: bool | None
    games: tuple[TieBreakGame, ...]


def matches_of(knockout: Knockout, player: PlayerId, rounds: int) -> Iterator[PlayedMatch]:
    """The matches of a player in the first `rounds` rounds: those whose players are known, and byes."""
    for here in knockout.rounds[:rounds]:
        for match in here.parents:
            if player in match.players and is_known(match):
                yield _told(knockout, match, player)


def cell(match: BracketMatch, player: PlayerId, numbers: Mapping[PlayerId, int]) -> str:
    """What a player did in a match, as a crosstable has it.

    `3w1` is a win with White against number 3, `3b½t0` a draw with Black whose tie-break was lost, `3b½t` one whose
    tie-break is still being played.
    """
    if match.played is Outcome.BYE:
        return outcome(ByeType.BYE)
    white = match.white == player
    opponent = match.black if white else match.white
    assert opponent is not None  # only matches of two are shown
    own, verdict = own_result(match), standing_result(match) if match.verdict else None
    text = f"{numbers[opponent]}{'w' if white else 'b'}{mark(_side(own, white)) if own else ''}"
    if match.tie_breaks:
        text += f"t{mark(_side(verdict, white)) if verdict else ''}"
    return _("%(mark)s (3rd)", mark=text) if match.third_place else text


def _told(knockout: Knockout, match: BracketMatch, player: PlayerId) -> PlayedMatch:
    white = match.white == player
    result = standing_result(match)
    bye = match.played is Outcome.BYE
    words = _words(knockout, match, white)
    return PlayedMatch(
        match=match,
        opponent=None if bye else match.black if white else match.white,
        colour=None if bye else _colour(white),
        result=result.value if result else None,
        outcome=_("%(outcome)s (match for third place)", outcome=words) if match.third_place else words,
        reason=_reason(match, player),
        through=player in match.advancing if match.resolved and not match.third_place else None,
        games=tuple(_game(game, player) for game in knockout.games_of(match)),
    )


def _words(knockout: Knockout, match: BracketMatch, white: bool) -> str:
    if match.played is Outcome.BYE:
        return outcome(ByeType.BYE)
    own = own_result(match)
    if own is None:
        return _(PENDING)
    said = outcome(_side(own, white))
    if match.verdict is Outcome.DOUBLE_FORFEIT:
        return _("%(outcome)s, then neither player came to the tie-break", outcome=said)
    if match.verdict is not None:
        won = (match.verdict is Outcome.WHITE_WIN) is white
        assert match.verdict_reason is not None  # games of some kind decided it
        text = N_("%(outcome)s, then won %(reason)s") if won else N_("%(outcome)s, then lost %(reason)s")
        return _(text, outcome=said, reason=reason_word(match.verdict_reason))
    if match.tie_breaks:
        return _("%(outcome)s, tie-break not over", outcome=said)
    both = own is Result.DRAW and knockout.rules.both_advance and not match.third_place
    return _("%(outcome)s, both go on", outcome=said) if both else said


def _game(game: BracketMatch, player: PlayerId) -> TieBreakGame:
    white = game.white == player
    result = own_result(game)
    assert game.index is not None  # it is a tie-break game
    assert game.kind is not None
    words = _(CANCELLED if game.status is Status.CANCELED else PENDING)
    return TieBreakGame(
        id=game.id,
        index=game.index,
        kind=game.kind.value,
        colour=_colour(white),
        result=result.value if result else None,
        outcome=outcome(_side(result, white)) if result else words,
        reason=_reason(game, player),
        status=game.status.value,
    )


def _side(result: Result, white: bool) -> Worth:
    return result.white if white else result.black


def _colour(white: bool) -> Colour:
    return "white" if white else "black"


def _reason(match: BracketMatch, player: PlayerId) -> str | None:
    if match.reason is Reason.NO_SHOW and match.loser == player:
        return _("did not come")
    return None if match.reason is None else reason_word(match.reason)
