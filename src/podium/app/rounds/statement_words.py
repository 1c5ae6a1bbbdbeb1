"""What players say of the results of their games, in words."""

from __future__ import annotations

from collections.abc import Sequence

from podium.app.rounds.result_words import score_text
from podium.app.words.language import N_, _
from podium.app.words.phrases import enumeration
from podium.core.ids import PlayerId
from podium.flow.events import Event, ReportChanged, ResultRecorded, SetsRecorded
from podium.flow.rounds.statements import ReportStatus, Score, Statement, written_score
from podium.flow.state import Tournament

STATUSES = {
    ReportStatus.REPORTED: N_("reported"),
    ReportStatus.CONFIRMED: N_("confirmed"),
    ReportStatus.DISPUTED: N_("disputed"),
    ReportStatus.DECIDED: N_("decided"),
}
_SAID = {
    ReportStatus.REPORTED: N_("%(game)s: %(name)s reports %(score)s"),
    ReportStatus.CONFIRMED: N_("%(game)s: %(name)s confirms %(score)s"),
    ReportStatus.DISPUTED: N_("%(game)s: %(name)s objects, it was %(score)s"),
}
_TAKEN_BACK = N_("%(game)s: %(name)s takes back %(score)s")


def score_words(score: Score) -> str:
    """A score as people write it: `½-½`, `2:1`."""
    return score_text(written_score(score))


def statement_words(state: Tournament, statement: Statement) -> str:
    """Who says what, as `1-0 by Ann`."""
    return _("%(score)s by %(name)s", score=score_words(statement.score), name=player_name(state, statement.player))


def report_text(state: Tournament, event: ReportChanged) -> str:
    """What happened to the report of a game, as a line of the history; `state` is that before it."""
    game, before, after = _game(state, event), event.before, event.after
    if event.player is not None:
        text, said = _TAKEN_BACK, before
        if after is not None and (before is None or after.statements[-1] not in before.statements):
            text, said = _SAID[after.status], after
        assert said is not None  # something was said before or after
        score = score_words(said.statements[-1].score)
        return _(text, game=game, name=player_name(state, event.player), score=score)
    if after is not None:
        scores = enumeration([statement_words(state, each) for each in after.statements])
        return _("%(game)s: decided, players said %(scores)s", game=game, scores=scores)
    return _("%(game)s: what players said is dropped", game=game)


def is_reported_by(events: Sequence[Event], event: Event) -> bool:
    """Whether the report among `events` says what `event` records."""
    if not isinstance(event, ResultRecorded | SetsRecorded):
        return False
    reports = (each for each in events if isinstance(each, ReportChanged) and each.pairing == event.pairing)
    return any(each.player is not None and each.after is not None for each in reports)


def player_name(state: Tournament, player: PlayerId) -> str:
    """The name of a player, who may have left the event since."""
    return state.players[player].name if player in state.players else _("somebody")


def _game(state: Tournament, event: ReportChanged) -> str:
    pairing = state.pairing(event.pairing) if event.pairing in state.where else None
    if pairing is None:
        return _("Round %(round)s", round=event.round)
    if pairing.is_match:
        return _("Round %(round)s, table %(table)s", round=event.round, table=pairing.board)
    return _("Round %(round)s, board %(board)s", round=event.round, board=pairing.board)
