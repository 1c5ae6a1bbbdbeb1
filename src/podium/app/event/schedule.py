"""When the rounds of an event are planned, the calendar file, what speaks against the plan, and long events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from podium.app.event.progress import has_begun
from podium.app.rounds.hand_pairing import Warning
from podium.app.words import counts
from podium.app.words.language import _
from podium.app.words.phrases import separated
from podium.core.days import LAST_YEAR
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.files.calendar import CalendarEntry, write_calendar
from podium.flow.event.setting_values import Settings
from podium.flow.players.seats import FEWEST, table_sizes
from podium.flow.state import Tournament
from podium.roundrobin import rounds_needed
from podium.tiebreaks import criterion


def too_many_rounds(state: Tournament) -> tuple[Warning, ...]:
    """More rounds than a Swiss of those entered has new opponents for, the bye counted as one."""
    return tuple(_too_many(state)) if state.settings.rounds is not None and not state.rounds else ()


def _too_many(state: Tournament) -> Iterator[Warning]:
    rounds = state.settings.rounds or 0
    for section in state.sections:
        playing = [player for player in state.in_section(section) if not player.withdrawn]
        most = len(playing) - 1 + len(playing) % 2
        if len(playing) > 1 and rounds > most:
            text = _(
                "%(players)s can play %(most)s without meeting twice; %(rounds)s planned: plan fewer, or add players.",
                players=_in_section(counts.players(len(playing)), section),
                most=counts.rounds(most),
                rounds=rounds,
            )
            yield Warning("too-many-rounds", (), text)


def rounds_not_of_table(state: Tournament) -> tuple[Warning, ...]:
    """More rounds than the longest table of a round robin has; in FIDE mode fewer too, since all have to meet."""
    rounds, sizes = state.settings.rounds, [size for size in table_sizes(state) if size >= FEWEST]
    if rounds is None or state.rounds or not sizes:
        return ()
    needed = max(rounds_needed(size, state.settings.cycles) for size in sizes)
    facts = {"players": counts.players(max(sizes)), "needed": counts.rounds(needed), "rounds": rounds}
    if rounds > needed:
        text = _("The table of %(players)s has %(needed)s; %(rounds)s planned: the others are not played.", **facts)
        return (Warning("too-many-rounds", (), text),)
    if rounds < needed and state.in_fide_mode:
        text = _("The table of %(players)s has %(needed)s; %(rounds)s planned: not everybody meets everybody.", **facts)
        return (Warning("too-few-rounds", (), text),)
    return ()


def _in_section(text: str, section: str) -> str:
    return _("%(players)s of %(section)s", players=text, section=section) if section else text


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round and when it is to begin: the day, the time in the hall (`14:00`), and the moment where that is known."""

    number: int
    day: date
    time: str = ""
    moment: datetime | None = None

    @property
    def start(self) -> date | datetime:
        """The moment, the time by the clock in the hall, or the day."""
        if self.moment is not None or not self.time:
            return self.moment or self.day
        return datetime.fromisoformat(f"{self.day} {self.time}")


def schedule(settings: Settings) -> tuple[PlannedRound, ...]:
    """The rounds whose time, or at least day, is planned; times come before the dates of the rounds."""
    count = max(len(settings.round_times), len(settings.round_dates))
    return tuple(_planned(settings, number) for number in range(1, count + 1))


def _planned(settings: Settings, number: int) -> PlannedRound:
    if number > len(settings.round_times):
        return PlannedRound(number, date.fromisoformat(settings.round_dates[number - 1]))
    local = datetime.fromisoformat(settings.round_times[number - 1])
    zone = settings.time_zone
    moment = local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC) if zone and local.year <= LAST_YEAR else None
    return PlannedRound(number, local.date(), f"{local:%H:%M}", moment)


def local_time(settings: Settings, moment: str) -> datetime:
    """A moment (ISO) by the clock of the event: in its own time zone, or in UTC where that is not said."""
    return datetime.fromisoformat(moment).astimezone(_zone(settings))


def moment_of(settings: Settings, local: str) -> str:
    """The moment of a time that was typed by the clock of the event, `2026-08-31T14:00`, with its offset; any other
    text as it is, to be refused."""
    try:
        typed = datetime.fromisoformat(local)
        return local if typed.tzinfo is not None else typed.replace(tzinfo=_zone(settings)).isoformat()
    except (ValueError, OverflowError):
        return local


def zone_name(settings: Settings) -> str:
    """The clock by which times of the event are typed and shown."""
    return settings.time_zone or "UTC"


def _zone(settings: Settings) -> ZoneInfo:
    return ZoneInfo(zone_name(settings))


def round_days(settings: Settings) -> tuple[str, ...]:
    """The dates of the rounds from round 1: as declared, else those of the times that are planned."""
    return settings.round_dates or tuple(each[:10] for each in settings.round_times)


def next_planned(state: Tournament) -> PlannedRound | None:
    """The first round of which no game is played yet, if it is planned."""
    begun = max((here.number for here in state.rounds if has_begun(here)), default=0)
    return next((each for each in schedule(state.settings) if each.number > begun), None)


def calendar_of(state: Tournament, url: str = "", revision: int = 0) -> bytes:
    """One entry for each round that is planned; `url` is where the event's page is, `revision` its version."""
    name = state.settings.name
    entries = (
        CalendarEntry(
            uid=f"{state.id}-{each.number}@podium",
            start=each.start,
            summary=_("%(tournament)s: round %(round)s", tournament=name, round=each.number),
            location=state.settings.place or "",
            url=url,
            revision=revision,
        )
        for each in schedule(state.settings)
    )
    return write_calendar(name, entries, datetime.now(UTC)).encode()


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
