"""The bracket on the wall: a picture as soon as it is legible from afar, before that the matches of the round."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response
from markupsafe import Markup

from podium.app.desk import Seen
from podium.app.pictures.bracket import PAGE, Excerpt, picture
from podium.app.words import counts
from podium.app.words.knockout import round_name
from podium.app.words.language import _
from podium.core.ids import PlayerId
from podium.flow.state import Tournament
from podium.knockout import Knockout, Outcome
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit
from podium.web.knockout.match_views import MatchView, match_view, seeds_of

LEGIBLE = 8  # matches above one another, on a screen of 1080 lines
A_SCREEN = 32  # matches in the list; more take turns


@dataclass(frozen=True, slots=True)
class WallPage:
    """What hangs on the wall; `next` is the address of the next screen, where there are several."""

    url: str
    title: str
    note: str
    champions: tuple[str, ...] = ()
    svg: Markup | None = None
    matches: tuple[MatchView, ...] = ()
    next: str | None = None


def wall(visit: Visit, seen: Seen) -> Response[str]:
    """The page for the projector; `&screen=2` is the second one of many matches."""
    knockout = seen.state.knockout
    if knockout is None:
        context = WallPage(f"{visit.url}/bracket", seen.state.settings.name, _("The bracket is not built yet."))
    else:
        context = _context(visit, seen, knockout)
    return page(visit, "bracket_wall.html", context, seen=seen, nav="bracket")


def _context(visit: Visit, seen: Seen, knockout: Knockout) -> WallPage:
    url, state = f"{visit.url}/bracket", seen.state
    here = knockout.rounds[knockout.begun - 1]
    title = round_name(knockout, here.number)
    champions = tuple(state.players[id].name for id in knockout.champions)
    legible = next((each.number for each in knockout.rounds if len(each.ties) <= LEGIBLE), None)
    if legible is not None and legible <= here.number:
        note = "" if knockout.over else _("%(matches)s to be decided", matches=counts.matches(here.unresolved))
        drawn = picture(knockout, _names(state, knockout), part=Excerpt(legible), size=PAGE)
        return WallPage(url, "" if knockout.over else title, note, champions, Markup(drawn))
    played = [match for match in here.parents if match.played is not Outcome.BYE]
    byes = len(here.boards) - len(played)
    screens = max(1, -(-len(played) // A_SCREEN))
    number = min(max(1, whole_number(visit.query.get("screen", "")) or 1), screens)
    note = _("%(open)s of %(matches)s to be decided", open=here.unresolved, matches=counts.matches(len(played)))
    if byes:
        note = _("%(note)s, %(players)s without a game in this round", note=note, players=counts.players(byes))
    if screens > 1:
        note = _("%(note)s · screen %(number)s of %(count)s", note=note, number=number, count=screens)
    seeds = seeds_of(knockout)
    on_show = played[(number - 1) * A_SCREEN : number * A_SCREEN]
    return WallPage(
        url=url,
        title=title,
        note=note,
        champions=champions,
        matches=tuple(match_view(seen, knockout, match, visit.url, seeds) for match in on_show),
        next=f"{url}?wall=yes&screen={number % screens + 1}" if screens > 1 else None,
    )


def _names(state: Tournament, knockout: Knockout) -> dict[PlayerId, str]:
    return {id: state.players[id].name for id in knockout.entrants}
