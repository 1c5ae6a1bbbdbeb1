"""The bracket on the wall: a picture as soon as it is legible from afar, before that the matches of the round."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.formats.knockout.words import round_name
from podium.app.hall.screens import Content
from podium.app.pictures.bracket import PAGE, Excerpt, picture
from podium.app.words import counts
from podium.app.words.language import N_, _
from podium.flow.state import Tournament
from podium.knockout import BracketRound, Knockout, Outcome
from podium.web.formats import protocol
from podium.web.formats.knockout_pages.match_views import Side, match_view, seeds_of
from podium.web.formats.protocol import Part, WallPart
from podium.web.formats.wall_lines import WallLine, WallName, list_part, wall_name

LEGIBLE = 8  # matches above one another
ROUNDS = 3  # beside one another
WALL = replace(PAGE, width=204, between=16, gap=2, margin=2, top=28, seed=14, line=20, squeeze=130)
"""Letters as large as they can be in a picture that fills a wall: on one of 16:10 a capital is a forty-fifth of its
height where eight matches stand above one another."""


@dataclass(frozen=True, slots=True)
class WallPicture:
    """A bracket, and who has won it."""

    title: str
    champions: tuple[str, ...]
    svg: Markup


def bracket_part(state: Tournament) -> Part | None:
    """The bracket from the round that is played, as many rounds as are legible at once, or the matches of the round
    where those are too many; None before it is built."""
    knockout = state.knockout
    if knockout is None:
        return None
    here = knockout.rounds[knockout.begun - 1]
    legible = next((each.number for each in knockout.rounds if len(each.ties) <= LEGIBLE), None)
    alone = legible == len(knockout.rounds) and len(here.ties) > 1  # whoever goes on plays a round that is not made yet
    if legible is None or legible > here.number or alone:
        return matches_part(state)
    first = max(legible, min(here.number, len(knockout.rounds) - ROUNDS + 1))
    note = "" if knockout.over else _("%(matches)s to be decided", matches=counts.matches(here.unresolved))
    names = {id: state.players[id].name for id in knockout.entrants}
    drawn = Markup(picture(knockout, names, part=Excerpt(first, rounds=ROUNDS), size=WALL))
    champions = tuple(names[id] for id in knockout.champions)
    title = _("Bracket") if knockout.over else round_name(knockout, here.number)
    return Part("wall_picture.html", WallPicture(title, champions, drawn), note)


def matches_part(state: Tournament) -> Part | None:
    """The matches of the round that is played; None before the bracket is built."""
    knockout = state.knockout
    if knockout is None:
        return None
    here = knockout.rounds[knockout.begun - 1]
    played = sum(match.played is not Outcome.BYE for match in here.parents)
    byes = len(here.boards) - played
    note = _("%(open)s of %(matches)s to be decided", open=here.unresolved, matches=counts.matches(played))
    if byes:
        note = _("%(note)s, %(players)s without a game in this round", note=note, players=counts.players(byes))
    lines = _lines(Seen(state, 0, Role.PUBLIC), knockout, here)
    return list_part(round_name(knockout, here.number), lines, versus=True, note=note)


def _lines(seen: Seen, knockout: Knockout, here: BracketRound) -> list[WallLine]:
    seeds = seeds_of(knockout)
    played = [match for match in here.parents if match.played is not Outcome.BYE]
    views = [match_view(seen, knockout, match, "", seeds) for match in played]
    return [
        WallLine(
            id=view.id,
            number=str(view.board),
            name=_name(view.white),
            value=" : ".join(filter(None, (view.white.marks, view.black.marks))),
            other=_name(view.black),
            won="white" if view.white.on else "black" if view.black.on else "",
        )
        for view in views
    ]


def _name(side: Side) -> WallName:
    """The name at a board; who is not known yet is not shortened."""
    return wall_name(side.name) if side.url else WallName(side.name, side.name)


ON_WALL = (
    WallPart(Content.BRACKET, N_("Bracket"), usual=True, make=bracket_part),
    WallPart(Content.PAIRINGS, N_("Matches of the round"), make=matches_part),
    protocol.ON_WALL[1],
    WallPart(Content.STANDINGS, N_("Ranking")),
    protocol.ON_WALL[3],
)
