"""A round: its boards and results, who was left out, and the way from draft to closed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.http_statuses import status_of
from podium.app.queries import plan_warnings, progress, warnings
from podium.app.views.bye_names import bye_name
from podium.app.views.live_boards import live_boards
from podium.app.views.numbers import player_numbers, players_by_number
from podium.app.views.progress import Step, current_round, left_open, planned_rounds, waits_for
from podium.app.views.status import round_status
from podium.app.words import counts
from podium.app.words.doubles import team_name
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.app.words.left_out import left_out_sentence
from podium.app.words.lists import separated
from podium.app.words.results import ResultChoice, outcome, result_choices
from podium.core.collation import name_key
from podium.core.errors import Refused, Unknown
from podium.core.player import Player
from podium.flow.commands import CloseRound, PairAllRounds, PairRound, PublishRound, ReopenRound, UnpairRound
from podium.flow.formats.registry import format_of
from podium.flow.rounds import unfinished
from podium.flow.state import Bye, Game, Match, Round, Stage, Tournament
from podium.flow.unpaired import byes_on_offer, dropped_out, left_out
from podium.web.formats.protocol import USUAL, NextStep
from podium.web.formats.registry import pages_of
from podium.web.frame.responses import page, perform_and_go, receipt_toast, see_other
from podium.web.frame.visit import Visit
from podium.web.pages.board_acts import BYES
from podium.web.pages.live_steps import game_chips, game_steps
from podium.web.pages.overview import close_again, publish_step
from podium.web.pages.round_boards import (
    BoardView,
    RoundView,
    read_only,
    view,
    with_chips,
    with_proposals,
    without_points,
)
from podium.web.pages.round_games import followed_boards

_WITHOUT_ZONE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?")
"""A time as browsers send it from a field."""

Options = tuple[tuple[str, str], ...]
MOST_OFFERED_ONE_BY_ONE = 24
LOOKS_AT_GAMES = 10
"""Seconds after which the page looks again how live games stand."""
CLOSING = "closing"
"""What an address asks for to see what keeps a round open."""
UNFINISHED = "round-not-complete"
NUMBERS = {2: N_("two"), 4: N_("four")}


@dataclass(frozen=True, slots=True)
class Tab:
    """The way to another round."""

    number: int
    url: str
    status: str
    here: bool


@dataclass(frozen=True, slots=True)
class BoardEdit:
    """The form for one board: who sits there, and where it stands."""

    board: BoardView
    url: str
    players: Options


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The players of one section without game or bye; with `rows` few enough to offer each what there is."""

    section: str
    players: Options
    rows: bool


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round, and all that can be done with it by the one who looks.

    `left` are those without game or bye, whom who `gives` can give one; `withdrawn` are those who left before.
    `closes` is there too while results are missing, to hear what is wrong: that is `unfinished`, and `address` is where
    the page goes on saying so. Before a round of live games is published it asks when they start (`starts`), then it
    says so (`start`).
    `of_format` is what the format shows besides; boards that are followed are looked at again after `looks` seconds.
    `live` is where its live boards are, `own` what a player is to do now.
    """

    url: str
    address: str
    event: str
    view: RoundView
    unfinished: str
    note: str
    tabs: tuple[Tab, ...]
    primary: NextStep | None
    next: NextStep | None
    otherwise: NextStep | None
    past: NextStep | None
    edits: bool
    edit: bool
    sessions: bool
    warned: tuple[str, ...]
    editing: BoardEdit | None
    left: tuple[LeftOut, ...]
    gives: bool
    withdrawn: Options
    reopens: bool
    unpairs: bool
    results: int
    games: int
    choices: tuple[ResultChoice, ...]
    bye_kinds: Options
    closes: bool
    starts: bool
    start: str | None
    of_format: object
    looks: int | None
    live: str | None
    own: tuple[NextStep, ...]


@dataclass(frozen=True, slots=True)
class NoRoundsPage:
    """Before the first round."""

    step: NextStep | None
    otherwise: NextStep | None
    sentence: str
    warned: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintLine:
    """One line of the list by names."""

    name: str
    board: int
    colour: str
    opponent: str


@dataclass(frozen=True, slots=True)
class RoundPrintPage:
    """The round for the notice board: by boards, or by names."""

    url: str
    by_name: bool
    title: str
    name: str
    view: RoundView
    lines: tuple[PrintLine, ...]


def rounds_page(visit: Visit) -> Response[str]:
    """The way to the round being played, or what to do before there is one."""
    seen = visit.see()
    pages = pages_of(seen.state)
    if pages.addresses.rounds != USUAL.rounds:
        return see_other(visit, f"{visit.url}/{pages.addresses.rounds}")
    if here := current_round(seen.state):
        return see_other(visit, f"{visit.url}/rounds/{here.number}")
    step = otherwise = None
    text = _("No round is paired yet.")
    if seen.role >= Role.ARBITER and not seen.state.archived:
        now = progress(seen.state)
        if now.step is Step.ADD_PLAYERS:
            text = _(
                "A round needs at least %(count)s players.",
                count=_(NUMBERS[format_of(seen.state).engine.fewest_players]),
            )
            step = NextStep("", "", f"{visit.url}/players", _("Add players"))
        else:
            step = pages.pair_step(seen.state, 1, visit.url)
            otherwise = pages.other_pair_step(seen.state, visit.url)
    warned = tuple(one.said for one in plan_warnings(seen.state)) if step else ()
    return page(visit, "no_rounds.html", NoRoundsPage(step, otherwise, text, warned), seen=seen, nav="rounds")


def pair_round(visit: Visit) -> Response[str]:
    """The next round, as the format's engine pairs it; the form says which one it means."""
    seen = visit.see(Role.ARBITER, "PairRound")
    number = visit.form.number("round") or len(seen.state.rounds) + 1
    return perform_and_go(visit, seen, PairRound(number), f"{visit.url}/rounds/{number}", expected=visit.version)


def pair_all_rounds(visit: Visit) -> Response[str]:
    """All rounds that are left; one undo takes them all back."""
    seen = visit.see(Role.ARBITER, "PairAllRounds")
    first = len(seen.state.rounds) + 1
    return perform_and_go(visit, seen, PairAllRounds(), f"{visit.url}/rounds/{first}", expected=visit.version)


def publish(visit: Visit) -> Response[str]:
    """The round, seen by all."""
    command = PublishRound(visit.number("round"), _start(visit.form.optional("startsAt")))
    return perform_and_go(visit, visit.see(), command, _here(visit))


def _start(text: str | None) -> str | None:
    """The time that a field says without its zone, which is UTC there; any other text as it is, to be refused."""
    return f"{text}Z" if text is not None and _WITHOUT_ZONE.fullmatch(text) else text


def close(visit: Visit) -> Response[str]:
    """The round, done, and on the way to it who has neither game nor bye in it; or the page with what is wrong."""
    seen, number = visit.see(), visit.number("round")
    try:
        receipt = visit.perform(CloseRound(number))
    except Refused as error:
        if error.code != UNFINISHED:
            raise
        return _show(visit, seen, closing=True, status=status_of(error))
    toast = receipt_toast(seen, receipt)
    without = left_out_sentence(receipt.state, number)
    if without is None:
        return see_other(visit, visit.back(_here(visit)), toast)
    return see_other(visit, _here(visit), replace(toast, text=f"{toast.text} {without}"))


def reopen(visit: Visit) -> Response[str]:
    """The round, changeable again."""
    return perform_and_go(visit, visit.see(), ReopenRound(visit.number("round")), _here(visit))


def unpair(visit: Visit) -> Response[str]:
    """The tournament without its latest round."""
    command = UnpairRound(visit.number("round"))
    return perform_and_go(visit, visit.see(), command, f"{visit.url}/rounds", expected=visit.version)


def round_page(visit: Visit) -> Response[str]:
    """The page of a round."""
    return _show(visit, visit.see(), closing=CLOSING in visit.query)


def _show(visit: Visit, seen: Seen, *, closing: bool, status: int = 200) -> Response[str]:
    """The page of a round; to somebody who is `closing` it says what is still wrong."""
    state = seen.state
    pages = pages_of(state)
    if pages.addresses.round != USUAL.round:
        return see_other(visit, pages.addresses.of_round(visit.url, visit.number("round")))
    here = _round(visit, state)
    latest, closed = here.number == len(state.rounds), here.stage is Stage.CLOSED
    directs = seen.role >= Role.ARBITER and not state.archived
    edits = directs and not closed
    wanted = visit.query.get("edit", "") if edits else ""
    refusal = unfinished(here) if closing and edits else None
    followed = followed_boards(visit.desk, seen, [each.id for each in here.pending])
    chips = game_chips(visit, seen, [each.id for each in here.every])
    boards = with_chips(with_proposals(view(state, here, seen, visit.url), followed.proposed), chips)
    games = [each for each in here.games.values() if isinstance(each, Game)]
    primary = _primary(state, here, visit.url) if directs else None
    part = pages.round_part(seen, here, visit.url)
    context = RoundPage(
        url=_here(visit),
        address=f"{_here(visit)}?{CLOSING}=yes" if refusal is not None else _here(visit) if closing else visit.here,
        event=visit.url,
        view=boards,
        unfinished=sentence(refusal) if refusal is not None else "",
        note=_note(state, here, games),
        tabs=_tabs(state, here, visit.url),
        primary=primary,
        next=_next(state, visit.url) if directs and latest and not closed else None,
        otherwise=pages.other_pair_step(state, visit.url) if directs and latest else None,
        past=_past(state, here, visit.url) if directs else None,
        edits=edits,
        edit=bool(wanted) or (edits and here.editing),
        sessions=format_of(state).engine.can_be_compared,
        warned=tuple(one.said for one in warnings(state, here)) if edits and (wanted or here.editing) else (),
        editing=_editing(state, boards, wanted, visit.url),
        left=_grouped(state, left_out(state, here.number)) if directs or closed else (),
        gives=directs and bool(byes_on_offer(here)),
        withdrawn=_labelled(state, dropped_out(state, here.number)) if directs else (),
        reopens=directs and closed,
        unpairs=edits and latest,
        results=sum(game.result is not None for game in games),
        games=len(games),
        choices=result_choices(),
        bye_kinds=tuple((kind.value, f"{outcome(kind)}, {state.settings.scoring.points(kind.worth)}") for kind in BYES),
        closes=directs and here.stage is Stage.PUBLISHED and waits_for(here) is Step.ENTER_RESULTS,
        starts=directs and state.settings.live and waits_for(here) is Step.PUBLISH_ROUND,
        start=here.starts_at,
        of_format=part.context,
        looks=followed.looks or (LOOKS_AT_GAMES if chips else None),
        live=f"{_here(visit)}/live" if live_boards(state, here) else None,
        own=game_steps(visit, seen, seen.player) if seen.player else (),
    )
    return page(visit, part.template, context, seen=seen, nav="rounds", status=status)


def print_page(visit: Visit) -> Response[str]:
    """The page of a round for the printer; of a knockout, as far as its players are known."""
    seen = visit.see()
    state = seen.state
    pages = pages_of(state)
    here = _round(visit, state)
    by_name = visit.query.get("by") == "name"
    boards = read_only(state, here)
    context = RoundPrintPage(
        url=_here(visit),
        by_name=by_name,
        title=pages.round_name(state, here.number),
        name=state.settings.name,
        view=boards if pages.traits.counts_points else without_points(boards),
        lines=_lines_by_name(state, here) if by_name else (),
    )
    return page(visit, "round_print.html", context, seen=seen, nav=pages.addresses.rounds)


def _primary(state: Tournament, here: Round, url: str) -> NextStep | None:
    """What this round waits for or, once it is closed, the way on from it."""
    this = f"{url}/rounds/{here.number}"
    match waits_for(here):
        case Step.END_EDITING:
            return NextStep("", "", f"{this}/edit", _("Compare with the engine"))
        case Step.PUBLISH_ROUND:
            return NextStep("", "", f"{this}/publish", _("Publish round %(round)s", round=here.number), posts=True)
        case Step.CLOSE_ROUND:
            return NextStep("", "", f"{this}/close", _("Close round %(round)s", round=here.number), posts=True)
        case None:
            return _way_on(state, here, url)
        case _:
            return publish_step(state, url) if progress(state).step is Step.PUBLISH else None


def _way_on(state: Tournament, here: Round, url: str) -> NextStep | None:
    now = current_round(state)
    if now is not None and now.number == here.number + 1:
        return NextStep("", "", f"{url}/rounds/{now.number}", _("Go to round %(round)s", round=now.number))
    if here.number < len(state.rounds):
        return None
    planned = planned_rounds(state)
    if planned is None or here.number < planned:
        return pages_of(state).pair_step(state, here.number + 1, url)
    return NextStep("", "", f"{url}/standings", _("Final standings")) if progress(state).step is Step.LOOK else None


def _past(state: Tournament, here: Round, url: str) -> NextStep | None:
    """The first round of the past that is only to be closed, unless it is the one on show."""
    done = (each.number for each in left_open(state) if not each.pending and each.number != here.number)
    return next((close_again(number, url) for number in done), None)


def _next(state: Tournament, url: str) -> NextStep | None:
    """Pairing ahead, while this round is still open."""
    pages, planned, number = pages_of(state), planned_rounds(state), len(state.rounds) + 1
    if not pages.traits.pairs_ahead or (planned is not None and number > planned):
        return None
    return pages.pair_step(state, number, url)


def _note(state: Tournament, here: Round, games: list[Game]) -> str:
    entered = sum(game.result is not None for game in games)
    parts = [
        _("%(count)s of %(results)s", count=entered, results=counts.results(len(games))) if games else _("No games")
    ]
    if here.stage is Stage.DRAFT:
        parts.append(_("a draft: only you can see it"))
    elif not state.published:
        parts.append(_("the tournament itself is not published yet"))
    return separated(parts)


def _tabs(state: Tournament, here: Round, url: str) -> tuple[Tab, ...]:
    return tuple(
        Tab(each.number, f"{url}/rounds/{each.number}", round_status(each).value, each.number == here.number)
        for each in state.rounds
    )


def _editing(state: Tournament, here: RoundView, wanted: str, url: str) -> BoardEdit | None:
    for section in here.sections:
        for board in section.boards:
            if board.id == wanted:
                players = [each for each in players_by_number(state) if each.section == section.name]
                return BoardEdit(
                    board, f"{url}/games/{board.id}", _labelled(state, (each for each in players if not each.withdrawn))
                )
    return None


def _grouped(state: Tournament, players: Iterable[Player]) -> tuple[LeftOut, ...]:
    """The players by section."""
    groups: dict[str, list[Player]] = {}
    for player in players:
        groups.setdefault(player.section, []).append(player)
    return tuple(
        LeftOut(section, _labelled(state, here), len(here) <= MOST_OFFERED_ONE_BY_ONE)
        for section, here in groups.items()
    )


def _labelled(state: Tournament, players: Iterable[Player]) -> Options:
    numbers = player_numbers(state)
    return tuple((player.id, _label(player, numbers[player.id])) for player in players)


def _label(player: Player, number: int) -> str:
    rating = f" ({player.fields.rating})" if player.fields.rating else ""
    return f"{number} {player.name}{rating}"


def _lines_by_name(state: Tournament, here: Round) -> tuple[PrintLine, ...]:
    language = state.settings.language
    return tuple(sorted(_lines(state, here), key=lambda line: name_key(line.name, language)))


def _lines(state: Tournament, here: Round) -> Iterator[PrintLine]:
    names = {id: player.name for id, player in state.players.items()}
    for pairing in here.in_order:
        if isinstance(pairing, Bye):
            yield PrintLine(names[pairing.player], pairing.board, "", bye_name(state, pairing))
        elif isinstance(pairing, Match):
            for team, against in ((pairing.home, pairing.away), (pairing.away, pairing.home)):
                for player, partner in (team, team[::-1]):
                    text = _(
                        "with %(partner)s, against %(team)s",
                        partner=names[partner],
                        team=team_name(state, against),
                    )
                    yield PrintLine(names[player], pairing.board, "", text)
        else:
            yield PrintLine(names[pairing.white], pairing.board, _("White"), names[pairing.black])
            yield PrintLine(names[pairing.black], pairing.board, _("Black"), names[pairing.white])


def _round(visit: Visit, state: Tournament) -> Round:
    number = visit.number("round")
    if not 1 <= number <= len(state.rounds):
        raise Unknown("round", number)
    return state.rounds[number - 1]


def _here(visit: Visit) -> str:
    return f"{visit.url}/rounds/{visit.number('round')}"
