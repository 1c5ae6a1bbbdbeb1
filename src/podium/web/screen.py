"""The projector: the tables of the round, who sits out, the leaders, and a countdown; everything live."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from starlette.responses import RedirectResponse, Response

from podium.app.views.knockout import is_knockout
from podium.app.views.progress import current_round
from podium.app.views.standings import StandingRow, standings
from podium.core.errors import Invalid
from podium.web.answers import page
from podium.web.forms import whole
from podium.web.roundview import RoundView, read_only
from podium.web.visit import Visit

LEADERS = 12
MOST_MINUTES = 600


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """What hangs on the wall; `ends` is when the countdown is over, None where none runs."""

    url: str
    here: str
    name: str
    view: RoundView | None
    leaders: tuple[StandingRow, ...]
    ends: str | None
    until: str


def screen(visit: Visit) -> Response:
    """The page for the projector; `?minutes=15` starts a countdown, which is then part of the address."""
    seen = visit.see()
    url = f"{visit.url}/screen"
    if is_knockout(seen.state):
        return RedirectResponse(f"{visit.url}/bracket?wall=yes", 303)
    if minutes := visit.query.get("minutes", ""):
        return RedirectResponse(f"{url}?ends={_ends(minutes)}", 303)
    ends = _moment(visit.query.get("ends", ""))
    state = seen.state
    here = current_round(state)
    shown = ScreenPage(
        url=url,
        here=f"{url}?ends={ends:%Y-%m-%dT%H:%M:%SZ}" if ends else url,
        name=state.settings.name,
        view=read_only(state, here) if here else None,
        leaders=standings(state)[:LEADERS] if state.rounds else (),
        ends=f"{ends:%Y-%m-%dT%H:%M:%SZ}" if ends else None,
        until=f"until {ends:%H:%M} UTC" if ends else "",
    )
    return page(visit, "screen.html", shown, seen=seen, nav=None)


def _ends(text: str) -> str:
    minutes = whole(text)
    if minutes is None or not 1 <= minutes <= MOST_MINUTES:
        raise Invalid("count-out-of-range", field="minutes", value=text, least=1, most=MOST_MINUTES)
    return f"{datetime.now(UTC) + timedelta(minutes=minutes):%Y-%m-%dT%H:%M:%SZ}"


def _moment(text: str) -> datetime | None:
    """The moment in the address; nothing for what is none."""
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None
