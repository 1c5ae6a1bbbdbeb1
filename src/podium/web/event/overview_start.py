"""What the overview shows until there are standings: what is left to do, who has entered or is here, the pairings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from markupsafe import Markup

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.moment import Moment, moment, round_on_show
from podium.app.hall.check_in import expected_players
from podium.app.players.numbers import players_by_number
from podium.app.rounds.round_words import bye_name
from podium.app.words import counts
from podium.app.words.language import _
from podium.flow.formats.registry import format_of
from podium.flow.state import Round, Tournament
from podium.web.formats.registry import pages_of
from podium.web.frame.visit import Visit
from podium.web.players.player_links import qr_code

MOST_NAMES, MOST_BOARDS = 60, 12


@dataclass(frozen=True, slots=True)
class ToDo:
    """Something before the first round: what it is, how far it is, the page where it is done."""

    text: str
    note: str
    url: str
    done: bool


@dataclass(frozen=True, slots=True)
class Entered:
    """A player on the list; `here` once they have checked in, told to those alone who keep the list."""

    id: str
    name: str
    rating: int | None
    here: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A pairing of the round that is out; `two` is what a player without an opponent has."""

    number: int | None
    one: str
    two: str
    players: str


@dataclass(frozen=True, slots=True)
class OverviewStart:
    """What `overview_start.html` shows; `others` is how many more players, or boards, there are."""

    doors: bool
    to_do: tuple[ToDo, ...] = ()
    players: tuple[Entered, ...] = ()
    title: str = ""
    boards: tuple[Board, ...] = ()
    others: int = 0
    url: str = ""
    code: Markup | None = None
    """The address of the event for phones, where everybody sees it."""


def overview_start(visit: Visit, seen: Seen) -> OverviewStart | None:
    """What stands in place of standings before the first round, and while pairings are out; None from then on."""
    state, now = seen.state, datetime.fromtimestamp(visit.arrived / 1000, UTC)
    check_in = visit.services.check_ins.under_way(state.id) if not state.rounds else None
    here = moment(state, now, check_in_open=check_in is not None)
    shown = round_on_show(state)
    if here is Moment.PAIRINGS_OUT and shown is not None:
        return _pairings(visit, state, shown)
    if here not in (Moment.SOON, Moment.DOORS_OPEN):
        return None
    present = set(check_in.present) if check_in is not None else set()
    entered = [each for each in players_by_number(state) if not each.withdrawn]
    title = _("%(players)s entered", players=counts.players(len(entered))) if entered else _("Nobody has entered yet")
    if check_in is not None:
        expected = [each.id in present for each in expected_players(state, 1)]
        title = _("%(present)s of %(total)s are here", present=sum(expected), total=len(expected))
    marks = seen.role >= Role.SCORER
    return OverviewStart(
        doors=here is Moment.DOORS_OPEN,
        to_do=_to_do(state, visit.url, title if check_in is not None else "") if seen.role >= Role.ARBITER else (),
        players=tuple(
            Entered(each.id, each.name, each.fields.rating, marks and each.id in present)
            for each in entered[:MOST_NAMES]
        ),
        title=title,
        others=max(0, len(entered) - MOST_NAMES),
        url=f"{visit.url}/players",
        code=qr_code(f"{visit.site}{visit.url}") if state.published else None,
    )


def _to_do(state: Tournament, url: str, here: str) -> tuple[ToDo, ...]:
    """All that comes before the first game; `here` says how many have checked in."""
    players = sum(not each.withdrawn for each in state.players.values())
    enough = players >= format_of(state).engine.fewest_players
    paired = _("paired, to be published") if state.rounds else ""
    return (
        ToDo(_("Enter the players"), counts.players(players) if players else "", f"{url}/players", enough),
        ToDo(_("Publish the tournament"), "", f"{url}/settings", state.published),
        ToDo(_("Check the players in"), here or _("if you like"), f"{url}/checkin", False),
        ToDo(pages_of(state).round_name(state, 1), paired, f"{url}/{pages_of(state).addresses.rounds}", False),
    )


def _pairings(visit: Visit, state: Tournament, here: Round) -> OverviewStart:
    """The first boards of a round that is out."""
    pages, names = pages_of(state), {id: player.name for id, player in state.players.items()}
    boards = tuple(
        Board(
            None if each.is_bye else each.board,
            " & ".join(names[id] for id in (each.players if each.is_bye else each.sides[0])),
            bye_name(state, each) if each.is_bye else " & ".join(names[id] for id in each.sides[1]),
            " ".join(each.players),
        )
        for each in here.in_order
    )
    return OverviewStart(
        doors=False,
        title=pages.round_name(state, here.number),
        boards=boards[:MOST_BOARDS],
        others=max(0, len(boards) - MOST_BOARDS),
        url=pages.addresses.of_round(visit.url, here.number),
    )
