"""What followers are told: that a round is out, and where their player sits."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.access import Role, visible_tournament
from podium.app.event.progress import current_round
from podium.app.words.language import _
from podium.app.words.phrases import enumeration
from podium.core.ids import PlayerId
from podium.flow.state import Bye, Game, Match, Pairing, Tournament


@dataclass(frozen=True, slots=True)
class RoundNews:
    """A round that is out, 0 before the first; `text` says so."""

    round: int
    text: str


def public_round(state: Tournament) -> int:
    """The round that everybody sees as the one to be played; 0 before the first is out."""
    seen = visible_tournament(state, Role.PUBLIC)
    here = current_round(seen)
    return here.number if here is not None else seen.rounds_paired


def round_news(state: Tournament, player: PlayerId | None) -> RoundNews:
    """What there is to say of the round that is out, and of a player in it."""
    number = public_round(state)
    if not number:
        return RoundNews(0, _("No round is out yet."))
    out = _("Round %(round)s is out.", round=number)
    followed = state.players.get(player) if player is not None else None
    if followed is None:
        return RoundNews(number, out)
    seat = _seat(state, followed.id, state.rounds[number - 1].of(followed.id))
    return RoundNews(number, _("%(out)s %(player)s: %(seat)s.", out=out, player=followed.name, seat=seat))


def _seat(state: Tournament, player: PlayerId, pairing: Pairing | None) -> str:
    """Where somebody sits, and against whom."""
    match pairing:
        case Game(board=board, white=white) if white == player:
            return _("board %(board)s, White against %(opponent)s", board=board, opponent=_name(state, pairing.black))
        case Game(board=board, white=white):
            return _("board %(board)s, Black against %(opponent)s", board=board, opponent=_name(state, white))
        case Match():
            return _(
                "table %(table)s, with %(partner)s against %(opponents)s",
                table=pairing.board,
                partner=_name(state, pairing.partner(player)),
                opponents=enumeration([_name(state, id) for id in pairing.opponents(player)]),
            )
        case Bye():
            return _("no opponent this time")
        case None:
            return _("not paired")


def _name(state: Tournament, player: PlayerId) -> str:
    return state.players[player].name
