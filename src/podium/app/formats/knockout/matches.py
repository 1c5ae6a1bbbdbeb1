"""The matches of a knockout: opponent, colour and outcome as a player sees them, and why a board is what it is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from podium.app.formats.knockout.words import BRANCHES, game_word, reason_word, round_phrase
from podium.app.rounds.result_words import PENDING, mark, outcome
from podium.app.words import counts
from podium.app.words.language import N_, _, ngettext
from podium.app.words.phrases import enumeration
from podium.core.ids import PairingId, PlayerId
from podium.core.result import ByeType, Result, Worth
from podium.flow.event.live_options import time_control_document
from podium.flow.formats.knockout import bracket_of
from podium.flow.formats.knockout_rounds import is_known, own_result, standing_result
from podium.flow.state import Tournament
from podium.knockout import (
    BracketMatch,
    Branch,
    FinalistOf,
    Knockout,
    LoserOf,
    Outcome,
    Reason,
    Seeding,
    Status,
    TieBreakPolicy,
    WinnerOf,
)

Colour = Literal["white", "black"]
Playing = Collection[str]
"""The ids of matches whose live games are under way."""
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
    """The matches of a player in the first `rounds` rounds: matches with known players, and byes."""
    for here in knockout.rounds[:rounds]:
        for match in here.parents:
            if player in match.players and is_known(match):
                yield _told(knockout, match, player)


def cell(match: BracketMatch, player: PlayerId, numbers: Mapping[PlayerId, int], letters: str = "wb") -> str:
    """What a player did in a match, as a crosstable has it, with letters for White and Black.

    `3w1` is a win with White against number 3, `3b½t0` a draw with Black whose tie-break was lost, `3b½t` one whose
    tie-break is still being played.
    """
    if match.played is Outcome.BYE:
        return outcome(ByeType.BYE)
    white = match.white == player
    opponent = match.black if white else match.white
    assert opponent is not None  # only matches of two are shown
    own, verdict = own_result(match), standing_result(match) if match.verdict else None
    text = f"{numbers[opponent]}{letters[not white]}{mark(_side(own, white)) if own else ''}"
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


Said = tuple[str, tuple[str, ...]]
"""What it is about, and the sentences."""
SEEDINGS = {
    Seeding.STANDARD: N_(
        "Seeds follow the {ratings||standings so far}, and the first meets the last, the second the last but one."
    ),
    Seeding.LISTED: N_("The field is seeded as listed: each meets the next in the list."),
    Seeding.DRAWN: N_("The seeds were drawn by lot; the first meets the last, the second the last but one."),
}


def reasons(state: Tournament, match: BracketMatch) -> Said:
    """The reasons for a match of two players, a bye or a tie-break game."""
    knockout = bracket_of(state)
    if match.parent is not None:
        return _("Tie-break"), _of_tie_break(state, knockout, match, knockout.match(match.parent))
    if match.played is Outcome.BYE:
        return _("Bye"), _of_bye(state, knockout, match)
    if match.third_place:
        return _("Third place"), (
            _(
                "%(names)s were beaten in %(round)s and play for third place.",
                names=enumeration([_name(state, player) for player in match.players]),
                round=round_phrase(knockout, match.round - 1),
            ),
        )
    if match.round == 1:
        seeds = [
            _("%(name)s is seed %(seed)s", name=_name(state, player), seed=_seed(knockout, player))
            for player in match.players
        ]
        return _("Bracket"), (_("%(seeds)s.", seeds=enumeration(seeds)), _(SEEDINGS[knockout.rules.seeding]))
    if (branch := knockout.branch(match.round)) is not None:
        return _(BRANCHES[branch]), (*_ways(state, knockout, match), _(_HOW[branch]))
    came = [
        _("%(name)s from {board||table} %(board)s", name=_name(state, each), board=_board_before(knockout, match, each))
        for each in match.players
    ]
    phrase = round_phrase(knockout, match.round - 1)
    through = _("They came through %(round)s: %(names)s.", round=phrase, names=enumeration(came))
    return _("Bracket"), (through, _(_IN_ORDER if knockout.rules.both_advance else _HOW[Branch.WINNERS]))


_IN_ORDER = N_(
    "Those who go on are taken in board order, White before Black after a draw, and paired 1-2, 3-4 and so on."
)
_HOW = {
    Branch.WINNERS: N_(
        "The winners of neighbouring {boards||tables} meet{, and the one of the upper board has White||}."
    ),
    Branch.LOSERS: N_("Losers drop crosswise, so that two who have met meet again as late as possible."),
    Branch.FINAL: N_("Everybody plays until the second loss."),
}


def _ways(state: Tournament, knockout: Knockout, match: BracketMatch) -> Iterator[str]:
    """Where the players of a match of a double elimination come from."""
    for player, slot in zip((match.white, match.black), knockout.slots(match) or (), strict=True):
        if isinstance(slot, FinalistOf):
            yield _("Both have lost once now, so the grand final is played again with colours exchanged.")
            return
        if isinstance(slot, WinnerOf | LoserOf):
            text = N_("%(name)s won %(round)s, {board||table} %(board)s.")
            if isinstance(slot, LoserOf):
                text = N_("%(name)s lost %(round)s, {board||table} %(board)s.")
            phrase = round_phrase(knockout, slot.round)
            yield _(text, name=_name(state, player), round=phrase, board=slot.board)


def _of_tie_break(state: Tournament, knockout: Knockout, game: BracketMatch, parent: BracketMatch) -> tuple[str, ...]:
    assert game.kind is not None  # it is a tie-break game
    drawn = _(
        "Board %(board)s of %(round)s was drawn, so tie-break games decide it.",
        board=parent.board,
        round=round_phrase(knockout, parent.round),
    )
    if game.kind is TieBreakPolicy.ARMAGEDDON:
        armageddon = _("Armageddon game: colours are those of the match exchanged, and Black wins a draw.")
        level = _("The games before it left the two level.")
        return drawn, armageddon if game.index == 1 else f"{level} {armageddon}"
    text = (
        N_("%(game)s: %(name)s has White again, as in the match.")
        if game.white == parent.white
        else N_("%(game)s: %(name)s has White this time, since colours alternate.")
    )
    return drawn, _(text, game=game_word(game), name=_name(state, game.white))


def _of_bye(state: Tournament, knockout: Knockout, match: BracketMatch) -> tuple[str, ...]:
    [player] = match.players
    name = _name(state, player)
    if match.round == 1:
        room = 2 * len(knockout.rounds[0].boards)
        byes = room - len(knockout.entrants)
        return (
            ngettext(
                "The bracket has room for %(room)s and there are %(players)s, so there is %(num)s bye for the best "
                "seeds: %(name)s is seed %(seed)s.",
                "The bracket has room for %(room)s and there are %(players)s, so there are %(num)s byes for the best "
                "seeds: %(name)s is seed %(seed)s.",
                byes,
                room=room,
                players=counts.players(len(knockout.entrants)),
                name=name,
                seed=_seed(knockout, player),
            ),
        )
    if knockout.rules.both_advance:
        text = N_("An odd number goes on: %(name)s is the best seed among those with the fewest byes, and sits out.")
        return (_(text, name=name),)
    if knockout.branch(match.round) is not None:
        return (_("Nobody is left to meet %(name)s: to a match before this one neither player came.", name=name),)
    return (
        _("Nobody came through %(round)s to meet %(name)s.", round=round_phrase(knockout, match.round - 1), name=name),
    )


def _board_before(knockout: Knockout, match: BracketMatch, player: PlayerId) -> int:
    before = knockout.rounds[match.round - 2].ties
    return next(each.board for each in before if player in each.advancing)


def _seed(knockout: Knockout, player: PlayerId) -> int:
    return knockout.entrants.index(player) + 1


def _name(state: Tournament, player: PlayerId | None) -> str:
    assert player is not None  # only matches whose players are known are asked about
    return state.players[player].name


def tie_break_game(state: Tournament, game: PairingId) -> BracketMatch | None:
    """The tie-break game of that id; None for any other game."""
    rounds = state.knockout.rounds if state.knockout is not None else ()
    match = next((here.matches[game] for here in rounds if game in here.matches), None)
    return match if match is not None and match.parent is not None else None


def match_document(
    knockout: Knockout, match: BracketMatch, tournament: str | None, playing: Playing = frozenset()
) -> dict[str, Any]:
    """A match as JSON; `tournament` is None in a simulation. One whose live game is `playing` is under way."""
    under_way = match.id in playing and match.status is Status.PENDING
    return {
        "id": match.id,
        "tournamentId": tournament,
        "roundNumber": match.round + knockout.before,
        "boardNumber": match.board,
        "whiteEntryId": match.white,
        "blackEntryId": match.black,
        "status": (Status.RUNNING if under_way else match.status).value,
        "result": match.result and match.result.value,
        "resultReason": match.reason and match.reason.value,
        "parentMatchId": match.parent,
        "isTieBreak": match.parent is not None,
        "tieBreakIndex": match.index,
        "tieBreakType": match.kind and match.kind.value,
        "timeControlOverride": time_control_document(match.clock),
        "finishedAt": match.finished_at,
        "tieBreakMatches": list(match.tie_breaks),
        **branch_field(knockout, match.round),
    }


def branch_field(knockout: Knockout, round: int) -> dict[str, Any]:
    """The part of a double elimination that a round belongs to, as JSON; nothing in a knockout."""
    branch = knockout.branch(round)
    return {} if branch is None else {"bracket": branch.value}
