"""What the page of a round says and offers to its reader."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.progress import Step, current_round, left_open, planned_rounds, waits_for
from podium.app.event.status import round_status
from podium.app.live.live_boards import live_boards
from podium.app.live.start_positions import StartPositionView, start_position_of
from podium.app.players.numbers import player_numbers, players_by_number
from podium.app.queries import progress, warnings
from podium.app.rounds.left_out_words import adjourned_games, results_in
from podium.app.rounds.result_words import ResultChoice, outcome, result_choices
from podium.app.words.dates import event_time
from podium.app.words.errors import sentence
from podium.app.words.language import _, ngettext
from podium.app.words.numbers import figure
from podium.app.words.phrases import separated
from podium.core.ids import PairingId, PlayerId
from podium.core.player import Player
from podium.core.result import ByeType
from podium.flow.events import StageChanged
from podium.flow.evolve import evolve
from podium.flow.formats.registry import format_of
from podium.flow.players.unpaired import byes_on_offer, dropped_out, left_out
from podium.flow.rounds.rounds import unfinished
from podium.flow.state import Round, Stage, Tournament
from podium.web.event.overview import close_again, publish_step
from podium.web.formats.protocol import NextStep, Part
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import whole_number
from podium.web.frame.visit import Visit
from podium.web.live.live_steps import StartForm, game_chips, game_steps, start_form
from podium.web.rounds.disputes import Dispute, disputes_in
from podium.web.rounds.report_marks import report_marks
from podium.web.rounds.round_boards import (
    BoardView,
    RoundView,
    view,
    with_chips,
    with_proposals,
    with_reports,
    with_swaps,
)
from podium.web.rounds.round_games import followed_boards

Options = tuple[tuple[str, str], ...]
BYES = tuple(kind for kind in ByeType if kind.can_be_given)
MOST_OFFERED_ONE_BY_ONE = 24
LOOKS_AT_GAMES = 10
"""Seconds after which the page looks again how live games stand."""
MENU = "menu"
"""What an address asks for to see all results of a board."""
CLOSING = "closing"
"""What an address asks for to see what keeps a round open."""


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
    the page goes on saying so. A round of live games is started by its director (`start_form`); others read when that
    is (`start`).
    `of_format` is what the format shows besides; boards that are followed are looked at again after `looks` seconds.
    `live` is where its live boards are, `own` what a player is to do now. `changes` is where the rows that changed
    since a version can be had, None where the page is only to be had whole. `finish` is what the whole round waits for,
    in a bar of its own; `second` is where its results can be entered a second time. `chosen` is the name of the
    player who is to change places with another, while pairings are edited. `menu` is the board whose unusual results
    are all on the page, as those without scripts ask for.
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
    start_form: StartForm | None
    start: str
    position: StartPositionView | None
    of_format: object
    looks: int | None
    live: str | None
    own: tuple[NextStep, ...]
    changes: str | None
    finish: NextStep | None
    second: str | None
    chosen: str
    menu: int | None
    disputes: tuple[Dispute, ...] = ()


def round_context(
    visit: Visit,
    seen: Seen,
    here: Round,
    part: Part,
    *,
    closing: bool = False,
    only: Collection[PairingId] | None = None,
) -> RoundPage:
    """The round as its page shows it, with all its boards or `only` some; to somebody who is `closing` it says what is
    still wrong. `part` is what the format shows besides.
    """
    state, this = seen.state, f"{visit.url}/rounds/{here.number}"
    pages = pages_of(state)
    latest, closed = here.number == len(state.rounds), here.stage is Stage.CLOSED
    directs = seen.role >= Role.ARBITER and not state.archived
    edits = directs and not closed
    wanted = visit.query.get("edit", "") if edits else ""
    refusal = unfinished(here) if closing and edits else None
    ids = [each.id for each in here.every if only is None or each.id in only]
    followed = followed_boards(visit.desk, seen, [each.id for each in here.pending if each.id in set(ids)])
    chips = game_chips(visit, seen, ids)
    boards = with_chips(with_proposals(view(state, here, seen, visit.url, only), followed.proposed), chips)
    boards = with_reports(boards, report_marks(seen) if not closed else {})
    games = here.boards
    primary = _primary(state, here, visit.url) if directs else None
    edit = bool(wanted) or (edits and here.editing)
    looks = followed.looks or (LOOKS_AT_GAMES if chips else None)
    chosen = visit.query.get("one", "") if edit else ""
    chosen = chosen if chosen in state.players else ""
    return RoundPage(
        url=this,
        address=f"{this}?{CLOSING}=yes" if refusal is not None else this if closing else visit.here,
        event=visit.url,
        view=with_swaps(boards, this, chosen) if edit else boards,
        unfinished=sentence(refusal) if refusal is not None else "",
        note=_note(state, here),
        tabs=_tabs(state, here, visit.url),
        primary=primary,
        next=_next(state, visit.url) if directs and latest and not closed else None,
        otherwise=pages.other_pair_step(state, visit.url) if directs and latest else None,
        past=_past(state, here, visit.url) if directs else None,
        edits=edits,
        edit=edit,
        sessions=format_of(state).engine.can_be_compared,
        warned=tuple(one.said for one in warnings(state, here)) if edits and (wanted or here.editing) else (),
        editing=_editing(state, boards, wanted, visit.url),
        left=_grouped(state, left_out(state, here.number)) if directs or closed else (),
        gives=directs and bool(byes_on_offer(state, here)),
        withdrawn=_labelled(state, dropped_out(state, here.number)) if directs else (),
        reopens=directs and closed,
        unpairs=edits and latest,
        results=sum(game.result is not None for game in games),
        games=len(games),
        choices=result_choices(),
        bye_kinds=tuple(
            (kind.value, f"{outcome(kind)}, {figure(state.settings.scoring.points(kind.worth))}")
            for kind in byes_on_offer(state, here) or BYES
        ),
        closes=directs and here.stage is Stage.PUBLISHED and waits_for(here) is Step.ENTER_RESULTS,
        start_form=start_form(visit, seen, here.number),
        start=event_time(state.settings, here.starts_at) if here.starts_at else "",
        position=start_position_of(state, here.number),
        of_format=part.context,
        looks=looks,
        live=f"{this}/live" if live_boards(state, here) else None,
        own=game_steps(visit, seen, seen.player) if seen.player else (),
        changes=f"{this}/changes" if refusal is None and not edit and not looks else None,
        finish=_finish(state, here, visit.url) if directs and not edit else None,
        second=f"{this}/second" if seen.role >= Role.SCORER and here.stage is not Stage.DRAFT and games else None,
        chosen=state.players[PlayerId(chosen)].name if chosen else "",
        menu=whole_number(visit.query.get(MENU, "")),
        disputes=disputes_in(seen, (here,), visit.url),
    )


def way_on(state: Tournament, here: Round, url: str) -> NextStep | None:
    """What comes after a round that is closed: the next one, to pair or to go to, or the final standings."""
    now = current_round(state)
    if now is not None and now.number == here.number + 1:
        return NextStep("", "", f"{url}/rounds/{now.number}", _("Go to round %(round)s", round=now.number))
    if here.number < len(state.rounds):
        return None
    planned = planned_rounds(state)
    if planned is None or here.number < planned:
        return pages_of(state).pair_step(state, here.number + 1, url)
    return NextStep("", "", f"{url}/standings", _("Final standings")) if progress(state).step is Step.LOOK else None


def _finish(state: Tournament, here: Round, url: str) -> NextStep | None:
    """What the round as a whole waits for: a draft to be published, one with all its results to be closed, and on."""
    this = f"{url}/rounds/{here.number}"
    match waits_for(here):
        case Step.PUBLISH_ROUND:
            title = _("Round %(round)s is a draft: only you can see it.", round=here.number)
            return NextStep(title, "", f"{this}/publish", _("Publish round %(round)s", round=here.number), posts=True)
        case Step.CLOSE_ROUND:
            closed = evolve(state, StageChanged(here.number, here.stage, Stage.CLOSED))
            step = way_on(closed, closed.rounds[here.number - 1], url)
            if step is None:
                return None
            games = len(here.meetings)
            title = ngettext("The result is in.", "All %(num)s results are in.", games)
            title = results_in(here) if adjourned_games(here) else title
            return NextStep(title, "", f"{this}/finish", _close_label(closed, here.number, step), posts=True)
        case _:
            return None


def _close_label(state: Tournament, number: int, step: NextStep) -> str:
    if step.posts:
        return _("Close, pair and look at round %(round)s", round=number + 1)
    if number < len(state.rounds):
        return _("Close and go to round %(round)s", round=number + 1)
    if number == planned_rounds(state):
        return _("Close and see the final standings")
    return _("Close and write round %(round)s", round=number + 1)


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
            return way_on(state, here, url)
        case _:
            return publish_step(state, url) if progress(state).step is Step.PUBLISH else None


def _past(state: Tournament, here: Round, url: str) -> NextStep | None:
    """The first round of the past that is only to be closed, unless it is the one on show."""
    done = (each.number for each in left_open(state) if not each.pending and each.number != here.number)
    return next((close_again(state, number, url) for number in done), None)


def _next(state: Tournament, url: str) -> NextStep | None:
    """Pairing ahead, while this round is still open."""
    pages, planned, number = pages_of(state), planned_rounds(state), len(state.rounds) + 1
    if not pages.traits.pairs_ahead or (planned is not None and number > planned):
        return None
    return pages.pair_step(state, number, url)


def _note(state: Tournament, here: Round) -> str:
    parts = [results_in(here)]
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
