"""What happened to the live games of a tournament beside their moves: a line per commit, in words and over the API."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec import Struct

from podium.app.history.history import author
from podium.app.live import game_page_words as playing
from podium.app.live.call_words import answer_text, called
from podium.app.live.position_words import written_move
from podium.app.live.time_words import time_words
from podium.app.ports import Commit, GameCommit
from podium.app.server.steady_clock import iso
from podium.app.versions import copied
from podium.app.words.language import _, ngettext
from podium.app.words.phrases import separated
from podium.chess import BLACK, WHITE
from podium.core.ids import PairingId
from podium.flow.state import Tournament
from podium.games import events
from podium.games.state import Call, FalseClaim, GameEnd, PauseCause


@dataclass(frozen=True, slots=True)
class GameHistoryLine:
    """One commit of a game: which game it was, and what happened."""

    game: PairingId
    round: int | None
    board: int | None
    title: str
    summary: str
    commit: Commit

    @property
    def who(self) -> str:
        """Who did it, in words."""
        return author(self.commit.actor)


def game_history(state: Tournament, commits: Iterable[GameCommit]) -> list[GameHistoryLine]:
    """The lines of these commits, in their order; a game whose pairing is no more has no board."""
    return [_line(state, each) for each in commits]


def _line(state: Tournament, each: GameCommit) -> GameHistoryLine:
    number = state.where.get(each.game)
    pairing = state.pairing(each.game) if number is not None else None
    title = _("A game whose pairing was taken back")
    if pairing is not None:
        title = _("Round %(round)s, board %(board)s", round=number, board=pairing.board)
    return GameHistoryLine(
        each.game, number, pairing.board if pairing else None, title, game_summary(each.events), each.commit
    )


class GameCommitRow(Struct):
    """One act, flag, no-show or interruption; `version` is that of the game, `board` null where its pairing is gone."""

    game: str
    round: int | None
    board: int | None
    version: int
    type: str
    summary: str
    actor: str
    at: str
    reason: str | None


class GameHistoryAnswer(Struct):
    """What happened to the live games of a tournament beside moves and what players do, newest first."""

    version: int
    commits: list[GameCommitRow]


def game_history_answer(lines: Iterable[GameHistoryLine], version: int) -> GameHistoryAnswer:
    return GameHistoryAnswer(version, [_row(line) for line in lines])


def _row(line: GameHistoryLine) -> GameCommitRow:
    more = {"game": line.game, "round": line.round, "board": line.board, "summary": line.summary}
    return copied(GameCommitRow, line.commit, **more, type=line.commit.kind, actor=line.who)


def game_summary(events: Sequence[events.GameEvent]) -> str:
    """What `events` did to a game: `paused`, `White wins: on time`."""
    return separated([_said(event) for event in events])


def _said(event: events.GameEvent) -> str:
    match event:
        case events.GamePaused():
            return _paused(event)
        case events.GameEnded():
            return _ended(event)
        case events.TimeAdded():
            return _time(event)
        case events.ClaimFailed():
            return playing.false_claim_sentence(FalseClaim(event.colour, event.given)).rstrip(".")
        case events.WaitExtended() if event.more < 0:
            return _("the longer wait undone")
        case events.WaitExtended():
            return _("absence decided %(time)s later", time=playing.clock_text(event.more))
        case events.MovesTakenBack():
            return _taken_back(event)
        case events.MovesRestored():
            return _("what was taken back stands again")
        case events.ArbiterCalled():
            return called(Call(event.colour, event.kind, event.text, event.at))
        case events.CallAnswered():
            said = _("the call of %(colour)s answered", colour=playing.colour_word(event.colour))
            said = _("the call of %(colour)s is done", colour=playing.colour_word(event.colour)) if event.done else said
            return separated([said, *([answer_text(event.text)] if event.text else [])])
        case events.GameResumed():
            return _("went on")
        case events.GameStarted():
            return _("started")
        case events.GameRestarted():
            return _("to be played anew, from the first move")
        case events.GameOpened():
            return _("can be played, %(clock)s", clock=time_words(event.terms.time))
        case events.GameImported():
            return ngettext(
                "record of %(num)s half-move taken over", "record of %(num)s half-moves taken over", len(event.moves)
            )
        case events.PlayerReady():
            return _("%(colour)s ready", colour=playing.colour_word(event.colour))
        case events.PlayerCame():
            return _("%(colour)s there", colour=playing.colour_word(event.colour))
        case events.PlayerLeft():
            return _("%(colour)s gone", colour=playing.colour_word(event.colour))
        case events.BothAbsent():
            return _("neither player came: the director is asked")
        case events.StartMoved():
            return _("held") if event.starts_at is None else _("has a start")
        case events.PlayerReturned():
            return _("%(colour)s back", colour=playing.colour_word(event.colour))
        case events.MovePlayed():
            return written_move(event.san)
        case events.DrawOffered():
            return _("%(colour)s offered a draw", colour=playing.colour_word(event.colour))
        case events.DrawOfferClosed():
            return _("draw offer closed by %(colour)s", colour=playing.colour_word(event.by))


def _paused(event: events.GamePaused) -> str:
    match event.cause:
        case PauseCause.ARBITER:
            return _("paused")
        case PauseCause.DROPPED:
            return _("stands still, as its pairing was taken back")
        case PauseCause.INTERRUPTION:
            if event.since is None:
                return _("interrupted until %(end)s UTC, no time charged", end=_time_of_day(event.at))
            return _(
                "interrupted from %(start)s to %(end)s UTC, no time charged",
                start=_time_of_day(event.since),
                end=_time_of_day(event.at),
            )


def _ended(event: events.GameEnded) -> str:
    said = playing.end_sentence(GameEnd(event.outcome, event.reason, event.at)).rstrip(".")
    return _("%(end)s (result by hand)", end=said) if event.by_hand else said


def _time(event: events.TimeAdded) -> str:
    given = ((WHITE, event.white), (BLACK, event.black))
    said = []
    for colour, left in given:
        time, word = playing.clock_text(abs(left)), playing.colour_word(colour)
        if left > 0:
            said.append(_("%(time)s more for %(colour)s", time=time, colour=word))
        elif left < 0:
            said.append(_("%(time)s less for %(colour)s", time=time, colour=word))
    return separated(said)


def _taken_back(event: events.MovesTakenBack) -> str:
    return ngettext(
        "taken back: it stands as after %(num)s half-move, paused",
        "taken back: it stands as after %(num)s half-moves, paused",
        event.ply,
    )


def _time_of_day(at: int) -> str:
    return iso(at)[11:19]
