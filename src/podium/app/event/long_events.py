"""Events longer than 30 days: what the dates say of it, and what to mind where tie-breaks are chosen."""

from __future__ import annotations

from datetime import date

from podium.app.event.schedule import round_days
from podium.app.rounds.hand_pairing import Warning
from podium.app.words.language import _
from podium.app.words.lists import separated
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.state import Settings, Tournament
from podium.tiebreaks import criterion

DAYS = 30
NOBODY: tuple[PlayerId, ...] = ()


def days_between(first: str, last: str) -> int:
    """How many days an event has from its first to its last.

    >>> days_between("2026-01-10", "2026-02-08"), days_between("2026-01-10", "2026-02-09")
    (30, 31)
    """
    return (date.fromisoformat(last[:10]) - date.fromisoformat(first[:10])).days + 1


def lasting_days(settings: Settings) -> int | None:
    """How many days an event lasts by its dates, or those of its rounds; None where they do not say it."""
    rounds = sorted(day[:10] for day in round_days(settings) if day)
    first = min(filter(None, (settings.start, *rounds[:1])), default=None)
    last = max(filter(None, (settings.end, *rounds[-1:])), default=None)
    return days_between(first, last) if first and last else None


def rating_in(settings: Settings, player: Player, round: int) -> int | None:
    """The rating of a player in a round; in an event that is not long it is that of the entry."""
    return player.rating_in(round) if settings.long_event else player.fields.rating


def ratings_hold_from(state: Tournament) -> int | None:
    """The round from which new ratings hold once a long event has begun, the next one; None: they replace the first."""
    return len(state.rounds) + 1 if state.settings.long_event and state.rounds else None


def advice() -> str:
    """What FIDE advises on tie-breaks where an event is long."""
    return _("FIDE advises against tie-breaks on ratings in an event longer than 30 days (C.07, article 10).")


def proposal(days: int | None) -> str:
    """What is proposed where dates say that an event is long; empty where they do not."""
    if days is None or days <= DAYS:
        return ""
    return _(
        "By its dates the event lasts %(days)s days: say in the settings that it is longer than 30 days.", days=days
    )


def long_event_warnings(state: Tournament) -> tuple[Warning, ...]:
    """The proposal to say that an event is long, or what speaks against its tie-breaks; nothing once it has begun."""
    settings = state.settings
    if state.rounds:
        return ()
    if not settings.long_event:
        proposed = proposal(lasting_days(settings))
        return (Warning("long-event-proposed", NOBODY, proposed),) if proposed else ()
    on_ratings = [code for code in settings.tiebreaks if criterion(code).row.on_ratings]
    if not on_ratings:
        return ()
    chosen = _("Chosen are: %(tiebreaks)s.", tiebreaks=separated(on_ratings))
    return (Warning("rating-tiebreaks-in-long-event", NOBODY, f"{advice()} {chosen}"),)
