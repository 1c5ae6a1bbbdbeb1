"""The bracket of a knockout: the picture, and its matches round by round with their tie-break games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from litestar import Response
from markupsafe import Markup

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.progress import Step
from podium.app.formats.knockout.words import round_name
from podium.app.live.live_boards import live_boards
from podium.app.live.start_positions import start_position_text
from podium.app.pictures.bracket import PAGE, Excerpt, picture
from podium.app.queries import progress
from podium.app.rounds.table_calls import last_call
from podium.app.words import counts
from podium.app.words.language import N_, _
from podium.core.errors import Unknown
from podium.core.ids import PairingId, PlayerId
from podium.flow.commands import AnotherRound, PairRound
from podium.flow.formats.knockout import KNOCKOUT
from podium.flow.state import Tournament
from podium.knockout import BracketRound, Knockout, Outcome, is_due
from podium.web.event.overview import publish_step
from podium.web.formats.knockout import KnockoutPages
from podium.web.formats.knockout_pages.match_views import (
    MatchView,
    match_name,
    match_title,
    match_view,
    matches_of,
    own_open,
    seeds_of,
    with_live_games,
)
from podium.web.formats.protocol import NextStep
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import page, perform_and_go, performs, see_other
from podium.web.frame.visit import Visit
from podium.web.live.live_steps import StartForm, game_chips, game_steps, start_form
from podium.web.rounds.disputes import Dispute, disputes_in
from podium.web.rounds.report_marks import report_chips
from podium.web.rounds.round_games import followed_boards

MOST = 32  # matches in one list, and above one another in one picture
SOUGHT = 8  # players whose matches are listed together
ON_PAPER = 3  # rounds beside one another that can still be read when this page itself is printed
AROUND, BACK = 8, 3  # in the picture of a large bracket: boards around a player who is sought, and rounds up to now


@dataclass(frozen=True, slots=True)
class Tab:
    """The way to another round, or to other boards of it."""

    name: str
    url: str
    here: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class MatchList:
    """Matches to look at together; `group` is what each is called where they are of several rounds."""

    name: str
    note: str
    matches: tuple[MatchView, ...]
    groups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BracketPage:
    """The bracket; before it is built, the way there.

    `here` is the address that the page reloads from: the round of users who enter results never changes under their
    hands, while others follow the event. `first` is the number of its first round in the event. Boards that are
    followed are looked at again after `looks` seconds.
    """

    url: str
    here: str
    note: str
    step: NextStep | None
    sentence: str
    built: bool = False
    champions: tuple[str, ...] = ()
    over: bool = False
    svg: Markup | None = None
    tabs: tuple[Tab, ...] = ()
    pages: tuple[Tab, ...] = ()
    list: MatchList | None = None
    mine: MatchView | None = None
    mine_title: str = ""
    q: str = ""
    round: int = 1
    first: int = 1
    live: str | None = None
    start: StartForm | None = None
    looks: int | None = None
    own: tuple[NextStep, ...] = ()
    wide: bool = False
    branched: bool = False
    enters: bool = False
    more: bool = False
    unbuilds: bool = False
    results: int = 0
    disputes: tuple[Dispute, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """What of a bracket is shown: a round, some boards of it where there are too many, and who is sought."""

    round: BracketRound
    boards: range | None
    sought: tuple[PlayerId, ...]


def bracket_page(visit: Visit) -> Response[str]:
    """The page of the bracket.

    `?round=2&from=33` chooses boards, `?q=ann` players.
    """
    seen = visit.see()
    if seen.state.knockout is None and not isinstance(pages_of(seen.state), KnockoutPages):
        raise Unknown("bracket", None)
    if visit.query.get("wall") == "yes":
        return see_other(visit, f"{visit.url}/screen")  # where it was before there were screens to compose
    directs = seen.role >= Role.ARBITER and not seen.state.archived
    if seen.state.knockout is None:
        return page(visit, "bracket.html", _unbuilt(seen.state, visit.url, directs), seen=seen, nav="bracket")
    return page(visit, "bracket.html", _built(visit, seen, seen.state.knockout, directs), seen=seen, nav="bracket")


def build_bracket(visit: Visit) -> Response[str]:
    """The bracket of everybody who takes part."""
    seen = visit.see(Role.ARBITER, "PairRound")
    return perform_and_go(visit, seen, PairRound(1), f"{visit.url}/bracket", expected=visit.version)


add_round = performs(AnotherRound(), "/bracket")
"""One more round for joint champions."""


def _built(visit: Visit, seen: Seen, knockout: Knockout, directs: bool) -> BracketPage:
    state, url, q = seen.state, visit.url, visit.query.get("q", "").strip()
    chosen = _choice(state, knockout, visit, q)
    number = rounds_before(state) + chosen.round.number
    paired = state.rounds[number - 1 : number]
    mine = own_open(knockout, seen.player) if seen.player and not state.archived else None
    enters = not state.archived and seen.role >= Role.SCORER
    follows = not enters or q or "round" in visit.query
    matches = _sought(seen, knockout, chosen.sought, q, url) if q else _of_round(seen, knockout, chosen, url)
    games = (each for match in matches.matches for each in (match, *match.games) if each.url and not each.chosen)
    followed = followed_boards(visit.desk, seen, [PairingId(each.id) for each in games])
    publishes = directs and progress(state).step is Step.PUBLISH
    return BracketPage(
        url=url,
        here=visit.here if follows else f"{url}/bracket?round={chosen.round.number}",
        note=standing_note(state, knockout),
        step=_step(knockout, chosen, url, enters) or (publish_step(state, url) if publishes else None),
        sentence="",
        built=True,
        champions=tuple(state.players[id].name for id in knockout.champions),
        over=knockout.over,
        svg=_picture(state, knockout, chosen, url),
        tabs=tuple(_tab(knockout, here, chosen, url, q) for here in knockout.rounds),
        pages=_pages(chosen, url) if not q else (),
        list=_with_chips(visit, seen, matches, followed.proposed),
        start=start_form(visit, seen, number) if not q else None,
        looks=followed.looks,
        mine=match_view(seen, knockout, mine, url, seeds_of(knockout)) if mine else None,
        mine_title=match_title(knockout, mine) if mine else "",
        q=q,
        first=rounds_before(state) + 1,
        branched=knockout.branch(1) is not None,
        wide=len(knockout.rounds) > ON_PAPER or len(knockout.rounds[0].boards) > MOST,
        round=number,
        live=f"{url}/rounds/{number}/live" if any(live_boards(state, here) for here in paired) else None,
        own=game_steps(visit, seen, seen.player) if seen.player else (),
        enters=enters,
        more=directs and knockout.over and len(knockout.champions) > 1,
        unbuilds=directs,
        results=sum(match.played not in (None, Outcome.BYE) for match in knockout),
        disputes=disputes_in(seen, state.rounds, url),
    )


def _step(knockout: Knockout, chosen: Choice, url: str, enters: bool) -> NextStep | None:
    """What comes next: the ranking at the end, and after a round the next one."""
    if knockout.over:
        return NextStep("", "", f"{url}/standings", _("Final ranking"))
    if not enters or chosen.round.unresolved:
        return None
    label = _("Go on: %(round)s", round=round_name(knockout, knockout.begun))
    return NextStep("", "", f"{url}/bracket?round={knockout.begun}", label)


def rounds_before(state: Tournament) -> int:
    """How many rounds were played in other stages, before the bracket."""
    return state.stages[-1].before if state.stages else 0


def _choice(state: Tournament, knockout: Knockout, visit: Visit, q: str) -> Choice:
    """What the address asks for; without a word on it, the first boards of the round that is being played."""
    sought = _found(state, knockout, q)
    number, top = whole_number(visit.query.get("round", "")), whole_number(visit.query.get("from", "")) or 1
    if number is None and visit.query.get("round"):
        raise Unknown("round", visit.query["round"])
    if number is not None and not 1 <= number <= len(knockout.rounds):
        number = None  # a correction may have undone it since
    many = MOST
    if sought:
        latest = matches_of(knockout, sought[:1])[-BACK:]
        number, top, many = latest[0].round, latest[0].board, AROUND
    here = knockout.rounds[(number or knockout.begun) - 1]
    if len(here.boards) <= many:
        return Choice(here, None, sought)
    first = min(top - 1, len(here.boards) - 1) // many * many
    return Choice(here, range(first + 1, min(first + many, len(here.boards)) + 1), sought)


def _found(state: Tournament, knockout: Knockout, q: str) -> tuple[PlayerId, ...]:
    """Those in the bracket in whose names every word of `q` is, by seed."""
    words = q.casefold().split()
    if not words:
        return ()
    return tuple(id for id in knockout.entrants if all(word in state.players[id].name.casefold() for word in words))


def _picture(state: Tournament, knockout: Knockout, chosen: Choice, url: str) -> Markup | None:
    """The whole bracket where it can be taken in, else what the boards on show lead to."""
    part = Excerpt()
    if len(knockout.rounds[0].boards) > MOST:
        part = Excerpt(chosen.round.number, _as_if_full(knockout, chosen), branch=knockout.branch(chosen.round.number))
        if knockout.rules.both_advance:  # ways cross: only a round that fits can be drawn with what follows
            fits = next((here.number for here in knockout.rounds if len(here.boards) <= MOST), None)
            if fits is None:
                return None
            part = Excerpt(fits)
    names = {id: state.players[id].name for id in knockout.entrants}
    sought = frozenset(chosen.sought)
    drawn = picture(knockout, names, lambda match: f"{url}/matches/{match.id}", part=part, sought=sought, size=PAGE)
    return Markup(drawn)  # it escapes names itself


def _as_if_full(knockout: Knockout, chosen: Choice) -> range | None:
    """The boards on show, counted as if none were left out."""
    if chosen.boards is None or knockout.rules.both_advance:
        return chosen.boards
    lines = knockout.plan.rounds[chosen.round.number - 1].lines
    return range(lines[chosen.boards[0] - 1] + 1, lines[chosen.boards[-1] - 1] + 2)


def _tab(knockout: Knockout, here: BracketRound, chosen: Choice, url: str, q: str) -> Tab:
    due = sum(is_due(match) for match in here.parents)
    note = _("%(count)s to play", count=due) if due else "" if here.unresolved else _("done")
    is_open = here.number == chosen.round.number and not q
    return Tab(round_name(knockout, here.number), f"{url}/bracket?round={here.number}", is_open, note)


def _pages(chosen: Choice, url: str) -> tuple[Tab, ...]:
    """The ways to the boards of a round with too many of them."""
    if chosen.boards is None:
        return ()
    total = len(chosen.round.boards)
    return tuple(
        Tab(
            f"{top}–{min(top + MOST - 1, total)}",
            f"{url}/bracket?round={chosen.round.number}&from={top}",
            top == chosen.boards[0],
        )
        for top in range(1, total + 1, MOST)
    )


def _of_round(seen: Seen, knockout: Knockout, chosen: Choice, url: str) -> MatchList:
    here, seeds = chosen.round, seeds_of(knockout)
    matches = here.parents if chosen.boards is None else [each for each in here.parents if each.board in chosen.boards]
    note = (
        _("%(open)s of %(count)s to be decided", open=here.unresolved, count=len(here.boards))
        if here.unresolved
        else _("all decided")
    )
    views = tuple(match_view(seen, knockout, match, url, seeds) for match in matches)
    note = " · ".join(
        filter(
            None,
            (note, start_position_text(seen.state, rounds_before(seen.state) + here.number), last_call(seen.state)),
        )
    )
    return MatchList(round_name(knockout, here.number), note, views)


def _with_chips(visit: Visit, seen: Seen, found: MatchList, proposed: Mapping[PairingId, str]) -> MatchList:
    """The list with how the live games of its matches stand, and what records of others propose."""
    ids = [PairingId(each.id) for match in found.matches for each in (match, *match.games)]
    chips = game_chips(visit, seen, ids) | report_chips(seen)
    return replace(found, matches=tuple(with_live_games(match, chips, proposed) for match in found.matches))


def _sought(seen: Seen, knockout: Knockout, sought: tuple[PlayerId, ...], q: str, url: str) -> MatchList:
    seeds, matches = seeds_of(knockout), matches_of(knockout, sought[:SOUGHT])
    views = tuple(match_view(seen, knockout, match, url, seeds) for match in matches)
    note = counts.players(len(sought))
    if len(sought) > SOUGHT:
        note = _("%(players)s, the first %(count)s by seed are shown", players=note, count=SOUGHT)
    return MatchList(
        _("Matches of “%(query)s”", query=q), note, views, tuple(match_name(knockout, match) for match in matches)
    )


def _unbuilt(state: Tournament, url: str, directs: bool) -> BracketPage:
    here = f"{url}/bracket"
    playing = sum(not player.withdrawn for player in state.players.values())
    if not directs:
        return BracketPage(url, here, "", None, _("The bracket is not built yet."))
    if playing < KNOCKOUT.engine.fewest_players:
        step = NextStep("", "", f"{url}/players", _("Add players"))
        return BracketPage(url, here, "", step, _("A bracket needs at least two players."))
    rounds = (playing - 1).bit_length()
    byes = 2**rounds - playing
    step = NextStep("", "", f"{url}/bracket", _("Build the bracket"), posts=True)
    text = (
        N_("%(players)s will be in it: %(rounds)s, and %(byes)s for the best seeds. Later rounds come by themselves.")
        if byes
        else N_("%(players)s will be in it: %(rounds)s. Later rounds come by themselves.")
    )
    size = _(text, players=counts.players(playing), rounds=counts.rounds(rounds), byes=counts.byes(byes))
    return BracketPage(url, here, "", step, size)


def standing_note(state: Tournament, knockout: Knockout) -> str:
    """How far the bracket is, in a sentence."""
    note = _far(knockout)
    if state.published:
        return note
    return _("%(note)s. The tournament itself is not published yet", note=note)


def _far(knockout: Knockout) -> str:
    if knockout.champions and knockout.over:
        return _("It is over")
    if knockout.over:
        return _("It is over without a champion: nobody came to the final")
    here = knockout.rounds[knockout.begun - 1]
    return _(
        "%(round)s: %(matches)s still to be decided",
        round=round_name(knockout, here.number),
        matches=counts.matches(here.unresolved),
    )
