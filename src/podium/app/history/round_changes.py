"""What a commit did to the rounds of an event: pairings, boards, results and ties, each in a sentence."""

from __future__ import annotations

from podium.app.formats.doubles import sets_text, side_name, side_names
from podium.app.rounds.result_words import outcome, score_text
from podium.app.words import counts
from podium.app.words.language import N_, _
from podium.app.words.phrases import enumeration, separated, shortened
from podium.chess import back_rank
from podium.core.ids import PlayerId
from podium.core.result import ByeType
from podium.flow import events
from podium.flow.rounds.kept_values import TieOrderedBy
from podium.flow.state import Boards, Bye, Game, Match, Pairing, Side, Tournament

MOST_NAMED = 3
_RESULTS = {
    (False, False): N_("%(white)s – %(black)s, result cleared"),
    (True, False): N_("%(white)s – %(black)s, result cleared (was %(before)s)"),
    (False, True): N_("%(white)s %(after)s %(black)s"),
    (True, True): N_("%(white)s %(after)s %(black)s (was %(before)s)"),
}
"""A game by whether it had a result before, and has one after."""


def rated_sentence(state: Tournament, event: events.RatingResultRecorded) -> str:
    """The result by which a game is rated, as the one that counts would be written."""
    result = state.game(event.pairing).result
    record = events.ResultRecorded(event.round, event.pairing, result, result if event.after is None else event.after)
    return result_sentence(
        state, record, N_("Round %(round)s, board %(board)s, for the rating report only: %(result)s")
    )


def start_position_sentence(event: events.StartPositionChanged) -> str:
    """What became of the start position of a round, as `Round 3: start position 518 drawn, RNBQKBNR`."""
    if event.after is None:
        return _("Round %(round)s: start position taken back", round=event.round)
    text = (
        N_("Round %(round)s: start position %(number)s set, %(pieces)s")
        if event.after.seed is None
        else N_("Round %(round)s: start position %(number)s drawn, %(pieces)s")
    )
    return _(text, round=event.round, number=event.after.number, pieces=back_rank(event.after.number))


def tie_sentence(state: Tournament, event: events.TieOrdered) -> str:
    """How players who are level were ordered, or that they are level again."""
    order = event.after or event.before
    known = [state.players[id].name for id in (order.players if order else ()) if id in state.players]
    names = shortened("; ".join(known))
    if event.after is None:
        return _("Level again: %(names)s", names=names)
    if event.after.by is TieOrderedBy.LOT:
        return _("Lots drawn among players who are level: %(names)s", names=names)
    return _("Players who are level ordered by hand: %(names)s", names=names)


def paired_sentence(state: Tournament, event: events.RoundPaired) -> str:
    """How many games a round has, and who has a bye."""
    games, byes, matches = event.boards.games, event.boards.byes, event.boards.matches
    said = [counts.games(len(games))] if games else []
    said += [counts.matches(len(matches))] if matches else []
    if len(byes) > MOST_NAMED:
        said.append(counts.byes(len(byes)))
    else:
        said += [_bye(state, bye) for bye in byes]
    return _("Round %(round)s paired: %(boards)s", round=event.round, boards=separated(said) or _("no games"))


def result_sentence(
    state: Tournament, event: events.ResultRecorded, text: str = N_("Round %(round)s, board %(board)s: %(result)s")
) -> str:
    """The sentence `text` on the result of a game, with the names of the players."""
    game = state.game(event.pairing)
    result = _(
        _RESULTS[event.before is not None, event.after is not None],
        white=_name(state, game.white),
        black=_name(state, game.black),
        before=score_text(event.before.value) if event.before else "",
        after=score_text(event.after.value) if event.after else "",
    )
    return _(text, round=event.round, board=game.board, result=result)


def sets_sentence(state: Tournament, event: events.SetsRecorded) -> str:
    """The sets of one team of a match."""
    match = state.rounds[event.round - 1].games[event.pairing]
    assert isinstance(match, Match)
    corrected = N_("Round %(round)s, table %(table)s: %(team)s %(after)s (was %(before)s)")
    return _(
        N_("Round %(round)s, table %(table)s: %(team)s %(after)s") if event.before is None else corrected,
        round=event.round,
        table=match.board,
        team=side_name(state, match.home if event.side is Side.HOME else match.away),
        after=sets_text(event.after),
        before=sets_text(event.before),
    )


def boards_sentence(state: Tournament, event: events.BoardsChanged) -> str:
    """Pairings added, removed, or arranged anew."""
    before = {pairing.id: pairing for pairing in event.before}
    after = {pairing.id: pairing for pairing in event.after}
    number = event.round
    if not before and all(each.is_bye for each in event.after):
        return _("Round %(round)s: %(boards)s", round=number, boards=_pairings(state, event.after))
    if not before:
        return _("Round %(round)s: %(boards)s added", round=number, boards=_pairings(state, event.after))
    if not after:
        return _("Round %(round)s: %(boards)s removed", round=number, boards=_pairings(state, event.before))
    if before.keys() == after.keys() and len(after) == 1:
        [old], [new] = before.values(), after.values()
        return _edited(state, number, old, new)
    moved = [before[id].players == after[id].players for id in before.keys() & after.keys()]
    if before.keys() == after.keys() and all(moved) and len(moved) > 2:
        return _("Round %(round)s: boards in order again", round=number)
    if before.keys() == after.keys() and all(moved):
        boards = sorted(pairing.board for pairing in after.values())
        return _(
            "Round %(round)s: boards %(boards)s exchanged",
            round=number,
            boards=enumeration([str(board) for board in boards]),
        )
    return _("Round %(round)s rearranged: %(boards)s", round=number, boards=_pairings(state, event.after))


def _edited(state: Tournament, number: int, old: Pairing, new: Pairing) -> str:
    now = _pairing(state, new)
    if old.is_bye and new.is_bye and old.player == new.player and old.board == new.board:
        if old.kind is new.kind:
            return _("Round %(round)s: %(pairing)s", round=number, pairing=now)
        return _("Round %(round)s: %(pairing)s (was %(before)s)", round=number, pairing=now, before=outcome(old.kind))
    if old.players == new.players:
        return _(
            "Round %(round)s: %(pairing)s moved from board %(before)s to board %(after)s",
            round=number,
            pairing=now,
            before=old.board,
            after=new.board,
        )
    if old.players == new.players[::-1]:
        return _(
            "Round %(round)s, board %(board)s: colours swapped, %(pairing)s", round=number, board=new.board, pairing=now
        )
    return _(
        "Round %(round)s, board %(board)s: %(pairing)s (was %(before)s)",
        round=number,
        board=new.board,
        pairing=now,
        before=_pairing(state, old),
    )


def _pairings(state: Tournament, boards: Boards) -> str:
    pairings = list(boards)
    if len(pairings) > MOST_NAMED:
        return counts.boards(len(pairings))
    return separated(
        [
            _("board %(board)s %(pairing)s", board=each.board, pairing=_pairing(state, each))
            if isinstance(each, Game)
            else _pairing(state, each)
            for each in pairings
        ]
    )


def _pairing(state: Tournament, pairing: Pairing) -> str:
    return _bye(state, pairing) if pairing.is_bye else " – ".join(side_names(state, pairing))


def _bye(state: Tournament, bye: Bye) -> str:
    if bye.kind is ByeType.UNPAIRED:
        return _("%(name)s unpaired", name=_name(state, bye.player))
    if bye.kind is ByeType.ABSENT:
        return _("%(name)s absent", name=_name(state, bye.player))
    return _("%(bye)s for %(name)s", bye=outcome(bye.kind), name=_name(state, bye.player))


def _name(state: Tournament, player: PlayerId) -> str:
    return state.players[player].name
