"""What the page of a round says and offers to its reader."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import partial

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.progress import Step, round_status, waits_for
from podium.app.live.live_boards import live_boards
from podium.app.live.start_positions import StartPositionView, start_position_of
from podium.app.players.numbers import player_numbers, players_by_number
from podium.app.profiles.registry import profile_of
from podium.app.queries import warnings
from podium.app.rounds.result_words import ResultChoice, outcome, result_choices
from podium.app.rounds.round_words import results_in
from podium.app.words.dates import event_time
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.app.words.numbers import figure
from podium.app.words.phrases import separated
from podium.core.ids import PairingId, PlayerId
from podium.core.player import Player
from podium.core.result import ByeType
from podium.flow.formats.registry import format_of
from podium.flow.players.unpaired import byes_on_offer, dropped_out, left_out
from podium.flow.rounds.rounds import unfinished
from podium.flow.state import Round, Stage, Tournament
from podium.web.formats.protocol import Part
from podium.web.frame.forms import whole_number
from podium.web.frame.visit import Visit
from podium.web.live.live_steps import StartForm, game_chips, start_form
from podium.web.rounds.disputes import Dispute, disputes_in
from podium.web.rounds.report_marks import report_marks
from podium.web.rounds.round_boards import BoardView, RoundView, view, with_notes, with_swaps
from podium.web.rounds.round_games import followed_boards
from podium.web.rounds.round_steps import RoundSteps, directs, round_steps

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
class Reload:
    """Where the page is looked at again, and after how many seconds where live games are followed.

    `changes` is where the rows that changed since a version can be had, None where the page is only to be had whole.
    """

    address: str
    every: int | None
    changes: str | None


@dataclass(frozen=True, slots=True)
class Rights:
    """What the reader may do with the round as a whole.

    It `closes` too while results are missing, to hear what is wrong. `compares`: pairings made by hand are compared
    with those of the engine, which can say why.
    """

    edits: bool
    reopens: bool
    unpairs: bool
    closes: bool
    compares: bool


@dataclass(frozen=True, slots=True)
class Unpaired:
    """The players without game or bye by section, and players who left before; a reader who `gives` can give byes."""

    groups: tuple[LeftOut, ...]
    withdrawn: Options
    gives: bool


@dataclass(frozen=True, slots=True)
class Editing:
    """Pairings being edited: the form of one board, and the name of the player to change places with another."""

    board: BoardEdit | None
    chosen: str
    warned: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundStart:
    """The start of live games: the director's form, when it is for others, the position, and where the boards are."""

    form: StartForm | None
    time: str
    position: StartPositionView | None
    live: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """What can be entered, and how much is; `second` is where results are entered a second time.

    `menu` is the board whose unusual results are all on the page, for browsers without scripts.
    """

    choices: tuple[ResultChoice, ...]
    bye_kinds: Options
    results: int
    games: int
    second: str | None
    menu: int | None


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round, and all that the reader can do with it; `unfinished` says why it cannot be closed.

    `of_format` is what the format shows besides.
    """

    url: str
    event: str
    reload: Reload
    view: RoundView
    note: str
    tabs: tuple[Tab, ...]
    steps: RoundSteps
    rights: Rights
    entry: Entry
    start: RoundStart
    unpaired: Unpaired
    editing: Editing | None
    unfinished: str
    disputes: tuple[Dispute, ...]
    of_format: object


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
    state, url = seen.state, f"{visit.url}/rounds/{here.number}"
    rights = _rights(seen, here)
    refusal = unfinished(here) if closing and rights.edits else None
    boards, every = _boards(visit, seen, here, only)
    chosen = visit.query.get("one", "")
    editing = _editing(visit, seen, here, boards, chosen) if rights.edits else None
    return RoundPage(
        url=url,
        event=visit.url,
        reload=Reload(
            address=f"{url}?{CLOSING}=yes" if refusal is not None else url if closing else visit.here,
            every=every,
            changes=f"{url}/changes" if refusal is None and editing is None and not every else None,
        ),
        view=with_swaps(boards, url, chosen if editing.chosen else "") if editing else boards,
        note=_note(state, here),
        tabs=round_tabs(state, here, visit.url),
        steps=round_steps(visit, seen, here, edited=editing is not None),
        rights=rights,
        entry=_entry(visit, seen, here),
        start=round_start(visit, seen, here),
        unpaired=_unpaired(seen, here),
        editing=editing,
        unfinished=sentence(refusal) if refusal is not None else "",
        disputes=disputes_in(seen, (here,), visit.url),
        of_format=part.context,
    )


def round_tabs(state: Tournament, here: Round, url: str) -> tuple[Tab, ...]:
    """The ways to all rounds."""
    return tuple(
        Tab(each.number, f"{url}/rounds/{each.number}", round_status(each).value, each.number == here.number)
        for each in state.rounds
    )


def round_start(visit: Visit, seen: Seen, here: Round) -> RoundStart:
    """The start of a round of live games, as far as it has any."""
    return RoundStart(
        form=start_form(visit, seen, here.number),
        time=event_time(seen.state.settings, here.starts_at) if here.starts_at else "",
        position=start_position_of(seen.state, here.number),
        live=f"{visit.url}/rounds/{here.number}/live" if live_boards(seen.state, here) else None,
    )


def _boards(visit: Visit, seen: Seen, here: Round, only: Collection[PairingId] | None) -> tuple[RoundView, int | None]:
    """The boards with all that is known of their games, and after how many seconds to look at those again."""
    ids = [each.id for each in here.every if only is None or each.id in only]
    followed = followed_boards(visit.desk, seen, [each.id for each in here.pending if each.id in set(ids)])
    chips = game_chips(visit, seen, ids)
    marks = report_marks(seen) if here.stage is not Stage.CLOSED else {}
    boards = with_notes(view(seen.state, here, seen, visit.url, only), chips, followed.proposed, marks)
    return boards, followed.looks or (LOOKS_AT_GAMES if chips and seen.state.settings.live else None)


def _rights(seen: Seen, here: Round) -> Rights:
    closed, director = here.stage is Stage.CLOSED, directs(seen)
    return Rights(
        edits=director and not closed,
        reopens=director and closed,
        unpairs=director and not closed and here.number == len(seen.state.rounds),
        closes=director and here.stage is Stage.PUBLISHED and waits_for(here) is Step.ENTER_RESULTS,
        compares=format_of(seen.state).engine.can_be_compared,
    )


def _entry(visit: Visit, seen: Seen, here: Round) -> Entry:
    state, games = seen.state, here.boards
    worth = partial(format_of(state).engine.bye_worth, state.settings)
    enters = seen.role >= Role.SCORER and here.stage is not Stage.DRAFT
    return Entry(
        choices=result_choices(),
        bye_kinds=tuple(
            (kind.value, outcome(kind) if worth(kind) is None else f"{outcome(kind)}, {figure(worth(kind))}")
            for kind in byes_on_offer(state, here) or BYES
        ),
        results=sum(game.result is not None for game in games),
        games=len(games),
        second=f"{visit.url}/rounds/{here.number}/second" if enters and games else None,
        menu=whole_number(visit.query.get(MENU, "")),
    )


def _unpaired(seen: Seen, here: Round) -> Unpaired:
    """The players without game or bye: of an open round for its director, of a closed one for all."""
    state, director = seen.state, directs(seen)
    groups: dict[str, list[Player]] = {}
    if director or here.stage is Stage.CLOSED:
        for player in left_out(state, here.number):
            groups.setdefault(player.section, []).append(player)
    return Unpaired(
        groups=tuple(
            LeftOut(section, _labelled(state, players), len(players) <= MOST_OFFERED_ONE_BY_ONE)
            for section, players in groups.items()
        ),
        withdrawn=_labelled(state, dropped_out(state, here.number)) if director else (),
        gives=director and bool(byes_on_offer(state, here)),
    )


def _editing(visit: Visit, seen: Seen, here: Round, boards: RoundView, chosen: str) -> Editing | None:
    """The pairings being edited, where the address asks for that or the round is open for it."""
    state, wanted = seen.state, visit.query.get("edit", "")
    if not wanted and not here.editing:
        return None
    return Editing(
        board=_board_edit(state, boards, wanted, visit.url),
        chosen=state.players[PlayerId(chosen)].name if chosen in state.players else "",
        warned=tuple(one.said for one in warnings(state, here)),
    )


def _note(state: Tournament, here: Round) -> str:
    parts = [results_in(here)]
    if here.stage is Stage.DRAFT:
        parts.append(_("a draft: only you can see it"))
    elif not state.published:
        parts.append(_("the tournament itself is not published yet"))
    return separated(parts)


def _board_edit(state: Tournament, here: RoundView, wanted: str, url: str) -> BoardEdit | None:
    for section in here.sections:
        for board in section.boards:
            if board.id == wanted:
                players = [each for each in players_by_number(state) if each.section == section.name]
                return BoardEdit(
                    board, f"{url}/games/{board.id}", _labelled(state, (each for each in players if not each.withdrawn))
                )
    return None


def _labelled(state: Tournament, players: Iterable[Player]) -> Options:
    numbers = player_numbers(state)
    known = profile_of(state.settings).known
    return tuple((player.id, _label(known(player), numbers[player.id])) for player in players)


def _label(player: Player, number: int) -> str:
    rating = f" ({player.fields.rating})" if player.fields.rating else ""
    return f"{number} {player.name}{rating}"
