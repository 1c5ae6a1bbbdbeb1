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
from podium.app.words import counts
from podium.app.words.language import _
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.flow.formats.registry import format_of
from podium.flow.state import Tournament
from podium.web.formats.registry import pages_of
from podium.web.formats.wall_lines import WallLine
from podium.web.frame.visit import Visit
from podium.web.hall.wall_contents import board_line
from podium.web.players.player_links import qr_code

MOST_NAMES, MOST_BOARDS = 60, 12


@dataclass(frozen=True, slots=True)
class OverviewStart:
    """What `overview_start.html` shows of the players or boards at `url`.

    `to_do` is what comes before the first game: what it is, how far it is, the page where it is done, and whether it is
    done. Who is `here` is told to those alone who keep the list. `code` is the address of the event for phones.
    """

    title: str
    url: str
    doors: bool = False
    to_do: tuple[tuple[str, str, str, bool], ...] = ()
    players: tuple[Player, ...] = ()
    here: frozenset[PlayerId] = frozenset()
    boards: tuple[WallLine, ...] = ()
    code: Markup | None = None


def overview_start(visit: Visit, seen: Seen) -> OverviewStart | None:
    """What stands in place of standings before the first round, while pairings are out, and while a bracket is played,
    whose ranking knows who is out and nothing else; None otherwise."""
    state, now = seen.state, datetime.fromtimestamp(visit.arrived / 1000, UTC)
    check_in = visit.services.check_ins.under_way(state.id) if not state.rounds else None
    pages, shown = pages_of(state), round_on_show(state)
    here = moment(state, now, check_in_open=check_in is not None)
    in_bracket = here is Moment.PLAYING and shown is not None and shown.automatic
    if (here is Moment.PAIRINGS_OUT or in_bracket) and shown is not None:
        boards = tuple(board_line(state, each) for each in shown.in_order)
        url = pages.addresses.of_round(visit.url, shown.number)
        return OverviewStart(pages.round_name(state, shown.number), url, boards=boards[:MOST_BOARDS])
    if here not in (Moment.SOON, Moment.DOORS_OPEN):
        return None
    present = frozenset(check_in.present) if check_in is not None else frozenset()
    entered = [each for each in players_by_number(state) if not each.withdrawn]
    title = _("%(players)s entered", players=counts.players(len(entered))) if entered else _("Nobody has entered yet")
    if check_in is not None:
        expected = [each.id in present for each in expected_players(state, 1)]
        title = _("%(present)s of %(total)s are here", present=sum(expected), total=len(expected))
    return OverviewStart(
        title=title,
        url=f"{visit.url}/players",
        doors=here is Moment.DOORS_OPEN,
        to_do=_to_do(state, visit.url) if seen.role >= Role.ARBITER else (),
        players=tuple(entered[:MOST_NAMES]),
        here=present if seen.role >= Role.SCORER else frozenset(),
        code=qr_code(f"{visit.site}{visit.url}") if state.published else None,
    )


def _to_do(state: Tournament, url: str) -> tuple[tuple[str, str, str, bool], ...]:
    """All that comes before the first game."""
    players, pages = sum(not each.withdrawn for each in state.players.values()), pages_of(state)
    enough = players >= format_of(state).engine.fewest_players
    return (
        (_("Enter the players"), counts.players(players) if players else "", f"{url}/players", enough),
        (_("Publish the tournament"), "", f"{url}/settings", state.published),
        (_("Check the players in"), _("if you like"), f"{url}/checkin", False),
        (pages.round_name(state, 1), "", f"{url}/{pages.addresses.rounds}", False),
    )
