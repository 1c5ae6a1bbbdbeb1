"""Players who come by themselves: the page behind the code on the wall, and the button on a player's own page."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.access import ANYONE, Role
from podium.app.desk import Seen
from podium.app.hall.check_in import CheckIn, come_by_code, come_by_link, expected_players, must_be_code, next_round
from podium.app.players.numbers import player_numbers
from podium.app.players.player_search import fits, sought_words
from podium.app.words.language import _
from podium.core.ids import PlayerId
from podium.flow.lookups import find_player
from podium.web.accounts.sign_in import come_in
from podium.web.frame.responses import page, see_other
from podium.web.frame.visit import StatusLine, Visit


@dataclass(frozen=True, slots=True)
class Line:
    """A player on the list; `at` is when they came, in ISO."""

    id: str
    name: str
    number: int
    club: str
    at: str | None


@dataclass(frozen=True, slots=True)
class ArrivalPage:
    """What players see who came by the code: the list, or who is `here`; `own` if the phone has that player's link."""

    url: str
    round: int
    deadline: str | None
    over: bool
    q: str
    lines: tuple[Line, ...]
    whole: bool
    here: str | None
    player: str = ""
    own: bool = False


MOST_LINES = 40  # names that are shown to somebody who searches for the own one


def arrival_page(visit: Visit) -> Response[str]:
    """The page behind the code on the wall."""
    seen = visit.see()
    check_in = visit.services.check_ins.under_way(visit.tournament)
    if check_in is None or check_in.round != next_round(seen.state):
        context = ArrivalPage(visit.here, next_round(seen.state), None, True, "", (), True, None)
        return page(visit, "check_in_arrival.html", context, seen=seen)
    must_be_code(check_in, visit.path["code"])
    q = visit.query.get("q", "").strip()
    lines = arrival_lines(seen, check_in, q)
    came = check_in.present.get(PlayerId(visit.query.get("here", "")))
    context = ArrivalPage(
        url=f"{visit.url}/checkin/{check_in.code}",
        round=check_in.round,
        deadline=check_in.deadline,
        over=check_in.is_over(visit.services.check_ins.now()),
        q=q,
        lines=lines[:MOST_LINES] if q or len(lines) <= MOST_LINES else (),
        whole=len(lines) <= MOST_LINES,
        here=find_player(seen.state, PlayerId(visit.query["here"])).name if came else None,
        player=visit.query["here"] if came else "",
        own=came is not None and seen.player == visit.query["here"],
    )
    return page(visit, "check_in_arrival.html", context, seen=seen)


def arrive(visit: Visit) -> Response[str]:
    """A player has come, by the code on the wall; the first phone on which that happens may be given the own link."""
    seen, registry = visit.see(), visit.desk.registry
    player, then = PlayerId(visit.form.text("player")), f"{visit.url}/checkin/{visit.path['code']}?here="
    check_in = come_by_code(visit.services.check_ins, seen.state, player, visit.path["code"])
    if check_in.gives_links and visit.actor is ANYONE:
        made = registry.add_player_links(visit.tournament, [player], None)
        if made and (link := registry.by_link(made[player])) is not None:
            return come_in(visit, link, f"{then}{player}")
    return see_other(visit, f"{then}{player}")


def arrive_by_link(visit: Visit) -> Response[str]:
    """A player has come, by the own link."""
    seen = visit.see(Role.PLAYER, _("check players in"))
    come_by_link(visit.services.check_ins, seen)
    return see_other(visit, f"{visit.url}/players/{seen.player}", StatusLine(_("You are checked in.")))


def arrival_lines(seen: Seen, check_in: CheckIn, q: str) -> tuple[Line, ...]:
    """The players who are expected and fit what is sought, by name."""
    words, numbers = sought_words(q), player_numbers(seen.state)
    return tuple(
        Line(each.id, each.name, numbers[each.id], each.fields.club or "", check_in.present.get(each.id))
        for each in expected_players(seen.state, check_in.round)
        if fits(words, each, numbers[each.id])
    )
