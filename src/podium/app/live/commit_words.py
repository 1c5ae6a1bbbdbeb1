"""What happened to a live game beside its moves, in a phrase for the history."""

from __future__ import annotations

from collections.abc import Sequence

from podium.app.live import game_page_words as playing
from podium.app.live.position_words import written_move
from podium.app.server.steady_clock import iso
from podium.app.words.language import _, ngettext
from podium.app.words.phrases import separated
from podium.chess import BLACK, WHITE
from podium.games.events import (
    BothAbsent,
    DrawOfferClosed,
    DrawOffered,
    GameEnded,
    GameEvent,
    GameImported,
    GameOpened,
    GamePaused,
    GameRestarted,
    GameResumed,
    GameStarted,
    MovePlayed,
    PlayerCame,
    PlayerLeft,
    PlayerReady,
    PlayerReturned,
    StartMoved,
    TimeAdded,
)
from podium.games.state import GameEnd, PauseCause


def game_summary(events: Sequence[GameEvent]) -> str:
    """What `events` did to a game: `paused`, `White wins: on time`."""
    return separated([_said(event) for event in events])


def _said(event: GameEvent) -> str:
    match event:
        case GamePaused():
            return _paused(event)
        case GameEnded():
            return _ended(event)
        case TimeAdded():
            return _time(event)
        case GameResumed():
            return _("went on")
        case GameStarted():
            return _("started")
        case GameRestarted():
            return _("to be played anew, from the first move")
        case GameOpened():
            return _("can be played, %(clock)s", clock=event.terms.time)
        case GameImported():
            return ngettext(
                "record of %(num)s half-move taken over", "record of %(num)s half-moves taken over", len(event.moves)
            )
        case PlayerReady():
            return _("%(colour)s ready", colour=playing.colour_word(event.colour))
        case PlayerCame():
            return _("%(colour)s there", colour=playing.colour_word(event.colour))
        case PlayerLeft():
            return _("%(colour)s gone", colour=playing.colour_word(event.colour))
        case BothAbsent():
            return _("neither player came: the director is asked")
        case StartMoved():
            return _("held") if event.starts_at is None else _("has a start")
        case PlayerReturned():
            return _("%(colour)s back", colour=playing.colour_word(event.colour))
        case MovePlayed():
            return written_move(event.san)
        case DrawOffered():
            return _("%(colour)s offered a draw", colour=playing.colour_word(event.colour))
        case DrawOfferClosed():
            return _("draw offer closed by %(colour)s", colour=playing.colour_word(event.by))


def _paused(event: GamePaused) -> str:
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


def _ended(event: GameEnded) -> str:
    said = playing.end_sentence(GameEnd(event.outcome, event.reason, event.at)).rstrip(".")
    return _("%(end)s (result by hand)", end=said) if event.by_hand else said


def _time(event: TimeAdded) -> str:
    given = ((WHITE, event.white), (BLACK, event.black))
    return separated(
        [
            _("%(time)s more for %(colour)s", time=playing.clock_text(left), colour=playing.colour_word(colour))
            for colour, left in given
            if left
        ]
    )


def _time_of_day(at: int) -> str:
    return iso(at)[11:19]
