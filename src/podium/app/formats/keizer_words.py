"""A Keizer in sentences: where each part of a score comes from, and why two met or somebody sat out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal

from podium.app.rounds.why import Part, spoken
from podium.app.words import counts
from podium.app.words.language import N_, _
from podium.app.words.numbers import decimal
from podium.core.ids import PlayerId
from podium.flow.state import Tournament
from podium.keizer import Board, Evening, Share
from podium.keizer.pairing import Colour
from podium.keizer.table import Part as ScorePart
from podium.keizer.table import Turn

_PARTS = {
    Share.WIN: N_("Round %(round)s: won against %(name)s, worth %(value)s: %(share)s × %(value)s = %(score)s."),
    Share.DRAW: N_("Round %(round)s: drew with %(name)s, worth %(value)s: %(share)s × %(value)s = %(score)s."),
    Share.LOSS: N_("Round %(round)s: lost to %(name)s, worth %(value)s: %(share)s × %(value)s = %(score)s."),
    Share.BYE: N_("Round %(round)s: bye, %(share)s of the own worth %(value)s = %(score)s."),
    Share.CLUB_DUTY: N_("Round %(round)s: club duty, %(share)s of the own worth %(value)s = %(score)s."),
    Share.EXCUSED: N_("Round %(round)s: excused, %(share)s of the own worth %(value)s = %(score)s."),
    Share.ABSENT: N_("Round %(round)s: absent, %(share)s of the own worth %(value)s = %(score)s."),
}
_COLOURS = {
    Colour.BALANCE: N_("%(white)s has White, which %(black)s had more often, counted against Black."),
    Colour.TURN: N_("%(white)s has White: the colours change against the last round in which they had different ones."),
    Colour.BOARD: N_("%(white)s has White: on odd boards the higher in the table has it, on even ones the lower."),
}


def part_sentence(
    state: Tournament, round: int, turn: Turn | None, part: ScorePart | None, exact: Callable[[int], Decimal]
) -> str:
    """What a round brought a player, and why."""
    if turn is None or part is None or turn.share is None:
        text = N_("Round %(round)s: nothing.")
        if turn is not None and turn.opponent is not None:
            text = N_("Round %(round)s against %(name)s: nothing, for there is no result or the game was forfeited.")
        return _(text, round=round, name=_name(state, turn.opponent) if turn and turn.opponent else "")
    return _(
        _PARTS[turn.share],
        round=round,
        name=_name(state, turn.opponent) if turn.opponent else "",
        value=part.value,
        share=decimal(exact(part.share)),
        score=decimal(exact(part.units)),
    )


def board_parts(state: Tournament, before: Evening, board: Board) -> Iterator[Part]:
    """Why the two of a board met, and why with these colours."""
    lower = next(player for player in board.players if player != board.higher)
    names = {"higher": _name(state, board.higher), "lower": _name(state, lower)}
    places = {player: place for place, player in enumerate(before.players, start=1)}
    said = [
        _(
            "Of those who were there %(higher)s was number %(first)s of the table and %(lower)s number %(second)s: "
            "from the top each meets the nearest.",
            first=places[board.higher],
            second=places[lower],
            **names,
        )
    ]
    said += [_passed_over(state, before, board, player) for player in board.passed]
    if board.too_soon:
        text = N_(
            "%(higher)s and %(lower)s met in round %(round)s, less than %(again)s ago: without such games not "
            "everybody can be paired, and these are the fewest and latest."
        )
        again = counts.rounds(before.again + 1)
        said.append(_(text, round=before.met[board.higher][lower], again=again, **names))
    if board.same_due:
        text = N_("Both had one colour twice more than the other: one of them gets a third, for it cannot be avoided.")
        said.append(_(text))
    yield Part(_("Opponent"), tuple(said))
    colours = _(_COLOURS[board.colour], white=_name(state, board.white), black=_name(state, board.black))
    yield Part(_("Colours"), (colours,))


def _passed_over(state: Tournament, before: Evening, board: Board, player: PlayerId) -> str:
    """Why somebody nearer was not the opponent."""
    names = {"higher": _name(state, board.higher), "name": _name(state, player)}
    if before.too_soon(board.higher, player):
        again, last = counts.rounds(before.again + 1), before.met[board.higher][player]
        text = N_("%(name)s is nearer, but they met in round %(round)s, less than %(again)s ago.")
        return _(text, round=last, again=again, **names)
    if before.same_due(board.higher, player):
        return _("%(name)s is nearer, but both had one colour twice more than the other.", **names)
    return _("%(name)s is nearer, but then the others could not all be paired as well.", **names)


def bye_part(state: Tournament, before: Evening, player: PlayerId) -> Part:
    """Why somebody sat out."""
    text = _(
        "The number of players was odd. Of those with the fewest byes (%(count)s), %(name)s was the lowest in the "
        "table without whom the others could all be paired.",
        count=before.byes.get(player, 0),
        name=_name(state, player),
    )
    return Part(_("The bye"), (text,))


def _name(state: Tournament, player: PlayerId) -> str:
    return spoken(state.players[player].name)
