"""All tournaments one may see: what is live, comes next or was won lately as cards, all others as a list."""

from __future__ import annotations

import logging
import signal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from threading import Timer

from litestar import Response
from markupsafe import Markup

from podium.app.access import Role, permit_administration
from podium.app.desk import Seen
from podium.app.event.attachments import AttachmentKey, AttachmentKind
from podium.app.event.moment import Moment, moment
from podium.app.event.schedule import local_time, next_planned
from podium.app.memory import Memory
from podium.app.story.story import podiums
from podium.app.words.dates import dates, day_of_week
from podium.app.words.language import _, language, speaking
from podium.app.words.phrases import enumeration
from podium.config import phone_address
from podium.core.errors import PodiumError
from podium.core.ids import TournamentId
from podium.flow.lookups import single_players
from podium.flow.state import Tournament
from podium.web.accounts.sign_in import offers_setup
from podium.web.formats.protocol import RoundProgress
from podium.web.formats.registry import pages_called, pages_of
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import page, see_other
from podium.web.frame.visit import Visit
from podium.web.players.player_links import qr_code

A_PAGE = 50
STOPS_AFTER = 1.0  # seconds in which the last page and its style sheets are fetched
CARDS = 12
"""How many events are looked at: those that are nearest in time."""
LATELY = timedelta(days=7)
"""For how long after its last change an event is taken for one that goes on, or that comes."""
_WINNERS: Memory[tuple[str, ...]] = Memory(64)
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Entry:
    """One tournament in the list."""

    url: str
    name: str
    place: str
    dates: str
    format: str
    players: int
    status: str
    role: str
    logo: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """An event of which more is said than that it is there: how far its round is, when it begins, or who won."""

    entry: Entry
    moment: Moment
    line: str
    progress: RoundProgress | None = None


@dataclass(frozen=True, slots=True)
class Hall:
    """What the machine itself shows: the `address` that phones open, if any, and its code; `alone` where nobody can
    sign in from another device, since there is no password."""

    address: str | None
    code: Markup | None
    alone: bool


@dataclass(frozen=True, slots=True)
class TournamentsPage:
    """The tournaments one may see; `q` is what was searched for. Those with a card in `groups` are not listed again."""

    groups: tuple[tuple[str, tuple[Card, ...]], ...]
    entries: tuple[Entry, ...]
    q: str
    archived: bool
    administers: bool
    page: int
    pages: int
    whole: bool = False
    """Whether it is all that the server has, for an administrator to hide or remove."""
    hall: Hall | None = None


def list_page(visit: Visit) -> Response[str]:
    """The page with all tournaments."""
    if offers_setup(visit):
        return see_other(visit, "/setup")
    archived, q = visit.query.get("archived") == "yes", visit.query.get("q", "").strip()
    whole = visit.actor.administrator and visit.query.get("all") == "yes"
    everything = visit.desk.registry.every_tournament
    rows = everything()[::-1] if whole else visit.desk.listed(visit.actor, archived=archived)
    entries = [_readable(row) for row in rows]
    if not (archived or whole):
        entries = [*_by_link(visit, {entry.url for entry in entries}), *entries]
    words = q.casefold().split()
    entries = [entry for entry in entries if all(word in f"{entry.name} {entry.place}".casefold() for word in words)]
    entries.sort(key=lambda entry: entry.role == "")  # one's own first
    cards = () if archived or whole or q else tuple(_cards(visit, rows, entries))
    entries = [entry for entry in entries if entry not in {card.entry for card in cards}]
    pages = max(1, -(-len(entries) // A_PAGE))
    number = min(max(1, whole_number(visit.query.get("page", "")) or 1), pages)
    visible = _with_logos(visit, entries[(number - 1) * A_PAGE : number * A_PAGE])
    groups = _groups(visit, cards) if number == 1 else ()
    administers = visit.actor.administrator
    context = TournamentsPage(groups, visible, q, archived, administers, number, pages, whole, _hall(visit))
    return page(visit, "tournaments.html", context, everybodys=True)


def _hall(visit: Visit) -> Hall | None:
    """What an administrator reads at the machine itself, where the launcher opened the browser."""
    actor = visit.actor
    if visit.shared.launch is None or not visit.on_this_machine or not actor.administrator or actor.user is None:
        return None
    address = phone_address(visit.shared.config, visit.site)
    alone = not visit.desk.registry.has_password(actor.user)
    return Hall(address, qr_code(address) if address is not None else None, alone)


def stop(visit: Visit) -> Response[str]:
    """The last page, for whoever sees the button: the server ends as it does at Ctrl+C."""
    permit_administration(visit.actor)
    if _hall(visit) is None:
        return see_other(visit, "/")
    Timer(STOPS_AFTER, signal.raise_signal, [signal.SIGINT]).start()
    return page(visit, "stopped.html", None)


def _cards(visit: Visit, rows: Sequence[Mapping[str, object]], entries: Sequence[Entry]) -> Iterator[Card]:
    """The cards of the events nearest in time, in the order of the list; those that say nothing of now have none."""
    now = datetime.fromtimestamp(visit.arrived / 1000, UTC)
    far = {f"/t/{row['id']}": _days_away(row, now.date()) for row in rows}
    near = set(sorted(far, key=lambda url: far[url])[:CARDS])
    for entry in entries:
        if entry.url not in near:
            continue
        try:
            seen = visit.desk.see(visit.actor, TournamentId(entry.url.removeprefix("/t/")))
            with speaking(language(), seen.state.settings):
                card = _card(visit, seen, entry, now, lately=far[entry.url] <= LATELY.days)
        except PodiumError:
            continue  # it went meanwhile
        if card is not None:
            yield card


def _days_away(row: Mapping[str, object], today: date) -> int:
    """How far an event is from today by its dates, or by its last change, whichever is nearer."""
    days = list[int]()
    try:
        days = [(date.fromisoformat(str(row[name])) - today).days for name in ("start", "end") if row[name]]
    except ValueError:
        pass  # its row was written by no command
    declared = [0] if days and days[0] <= 0 <= days[-1] else [abs(each) for each in days]
    return min(*declared, abs((date.fromisoformat(str(row["changed_at"])[:10]) - today).days), 10**6)


def _card(visit: Visit, seen: Seen, entry: Entry, now: datetime, *, lately: bool) -> Card | None:
    state = seen.state
    opened = not state.rounds and visit.services.check_ins.under_way(state.id) is not None
    here = moment(state, now, check_in_open=opened)
    if seen.held:
        return Card(entry, here, _("Prize-giving"))
    if here is Moment.FINALE:
        winners = _WINNERS.remember(
            (state,), lambda: tuple(row.player.name for _section, places in podiums(state) for row in places[0].rows)
        )
        line = _("Won by %(winners)s", winners=enumeration(winners)) if winners else _("Over")
        return Card(entry, here, line)
    when = _when(state, now)
    if not lately and (here.live or not when):
        return None  # it was left as it is
    progress = pages_of(state).overview(state, entry.url).progress if here.live else None
    if here is Moment.DOORS_OPEN or progress is None:
        doors = _("Doors are open") if here is Moment.DOORS_OPEN else ""
        return Card(entry, here, " · ".join(filter(None, (doors, when))) or entry.dates or _("Soon"))
    return Card(entry, here, when if here is not Moment.PLAYING else "", progress)


def _when(state: Tournament, now: datetime) -> str:
    """When the next round begins: `tomorrow 18:00`; empty where that is not planned, or is past."""
    settings, today = state.settings, local_time(state.settings, now.isoformat()).date()
    planned = next_planned(state)
    start = date.fromisoformat(settings.start) if settings.start and not state.rounds else None
    day, time = (planned.day, planned.time) if planned is not None else (start, "")
    if day is None or day < today:
        return ""
    word = {0: _("today"), 1: _("tomorrow")}.get((day - today).days) or day_of_week(day)
    return f"{word} {time}".strip()


def _groups(visit: Visit, cards: Sequence[Card]) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """The cards below their headings."""
    logos = dict(zip(cards, _with_logos(visit, [card.entry for card in cards]), strict=True))
    found: dict[str, list[Card]] = {_("Live now"): [], _("Coming up"): [], _("Finished"): []}
    live, coming, over = found.values()
    for card in cards:
        group = over if card.moment is Moment.FINALE else live if card.moment.live else coming
        group.append(replace(card, entry=logos[card]))
    return tuple((heading, tuple(group)) for heading, group in found.items() if group)


def _readable(row: Mapping[str, object]) -> Entry:
    """The entry of a row; of one that cannot be read only that it is there, so that all others are listed."""
    try:
        return _entry(row)
    except (LookupError, ValueError, TypeError, OverflowError, PodiumError) as problem:
        log.error("tournament-unreadable: %s", row["id"], exc_info=problem)
        return Entry(f"/t/{row['id']}", str(row["id"]), "", "", _("cannot be read"), 0, "draft", "")


def _entry(row: Mapping[str, object]) -> Entry:
    return Entry(
        url=f"/t/{row['id']}",
        name=str(row["name"]),
        place=str(row["place"] or ""),
        dates=dates(row["start"], row["end"]),
        format=_(pages_called(str(row["format"])).words.short),
        players=int(str(row["players"])),
        status="archived" if row["archived"] else "published" if row["published"] else "draft",
        role=_(str(row["role"])) if row.get("role") else "",
    )


def _with_logos(visit: Visit, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries with the pictures of their tournaments, which are asked for all at once."""
    ids = [TournamentId(entry.url.removeprefix("/t/")) for entry in entries]
    keys = [AttachmentKey(AttachmentKind.LOGO, id) for id in ids]
    digests = visit.services.attachments.digests(AttachmentKind.LOGO, ids)
    return tuple(
        replace(entry, logo=key.address(digests[key])) if key in digests else entry
        for entry, key in zip(entries, keys, strict=True)
    )


def _by_link(visit: Visit, listed: set[str]) -> list[Entry]:
    """The tournament that a link lets one see, where the list lacks it."""
    grant = visit.actor.grant
    if grant is None or f"/t/{grant.tournament}" in listed or grant.role is Role.PUBLIC:
        return []
    try:
        seen = visit.desk.see(visit.actor, grant.tournament)
    except PodiumError:
        return []
    chosen = seen.state.settings
    row = {
        "id": seen.state.id,
        "name": chosen.name,
        "place": chosen.place,
        "start": chosen.start,
        "end": chosen.end,
        "format": chosen.format,
        "players": len(single_players(seen.state)),
        "archived": seen.state.archived,
        "published": seen.state.published,
        "role": grant.role.word,
    }
    return [_entry(row)]
