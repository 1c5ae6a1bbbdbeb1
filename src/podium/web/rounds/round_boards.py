"""The boards of a round as somebody sees them: who sits where, and what they may enter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from podium.app.access import Role, permit
from podium.app.desk import Seen
from podium.app.event.progress import has_begun, round_status
from podium.app.event.schedule import rating_in
from podium.app.formats.doubles import score, side_names
from podium.app.formats.registry import views_of
from podium.app.live.live_boards import live_boards
from podium.app.profiles.registry import profile_of
from podium.app.rounds.round_words import bye_name, section_title
from podium.app.standings.tally import added_points, tallies, total, uncounted
from podium.app.words.numbers import figure
from podium.core.errors import PodiumError
from podium.core.ids import PairingId, PlayerId
from podium.core.result import Result
from podium.flow.commands import RecordResult
from podium.flow.formats.registry import format_of
from podium.flow.state import Bye, Game, Match, Pairing, Round, Stage, Tournament
from podium.web.formats.registry import pages_of
from podium.web.rounds.report_marks import ReportMark


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at a board, with the points from the rounds before."""

    id: str
    name: str
    url: str | None
    title: str | None
    rating: int | None
    points: str
    federation: str | None = None


@dataclass(frozen=True, slots=True)
class BoardView:
    """One board. `action` is where its result can be sent, `correct` where a stored one can be looked into, `play`
    where a live game is, `chip` how that stands. `proposed` is the result that the record of its game says, where none
    is stored, `report` how far its players are with theirs.
    """

    id: str
    number: int
    white: Seat
    black: Seat | None
    stored: str | None
    bye: str | None = None
    bye_kind: str | None = None
    action: str | None = None
    correct: str | None = None
    play: str | None = None
    proposed: str | None = None
    chip: tuple[str, str] | None = None
    report: ReportMark | None = None


@dataclass(frozen=True, slots=True)
class SectionView:
    """The boards of one section, which has a `title` for people."""

    name: str
    title: str
    boards: tuple[BoardView, ...]


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as everybody sees it; with `teams`, tables where nobody is White or Black."""

    number: int
    status: str
    sections: tuple[SectionView, ...]
    teams: bool = False


def read_only(state: Tournament, here: Round) -> RoundView:
    """A round that nobody can change from where it is shown."""
    return view(state, here, None, "")


def without_points(round_view: RoundView) -> RoundView:
    """The same round where nobody counts points: who loses is out."""

    def bare(board: BoardView) -> BoardView:
        black = replace(board.black, points="") if board.black else None
        return replace(board, white=replace(board.white, points=""), black=black, bye=board.bye and "bye")

    return _with_boards(round_view, bare)


def with_notes(
    round_view: RoundView,
    chips: Mapping[str, tuple[str, str]],
    proposed: Mapping[PairingId, str] = {},
    reports: Mapping[PairingId, ReportMark] = {},
) -> RoundView:
    """The same round with how its live games stand, what records propose, and how far players are with results."""
    if not (chips or proposed or reports):
        return round_view

    def noted(board: BoardView) -> BoardView:
        id = PairingId(board.id)
        return replace(board, chip=chips.get(id), proposed=proposed.get(id), report=reports.get(id))

    return _with_boards(round_view, noted)


def swap_url(round_url: str, chosen: str, player: str) -> str:
    """Where a player is chosen to change places with another or, after one is `chosen`, the two are looked at."""
    if chosen == player:
        return f"{round_url}?edit=yes"
    return f"{round_url}/swap?one={chosen}&other={player}" if chosen else f"{round_url}?edit=yes&one={player}"


def with_swaps(round_view: RoundView, round_url: str, chosen: str) -> RoundView:
    """The same round where each player leads to changing places with another."""

    def seat(each: Seat) -> Seat:
        return replace(each, url=swap_url(round_url, chosen, each.id)) if each.id else each

    def board(each: BoardView) -> BoardView:
        return replace(each, white=seat(each.white), black=seat(each.black) if each.black else None)

    return _with_boards(round_view, board)


def _with_boards(round_view: RoundView, change: Callable[[BoardView], BoardView]) -> RoundView:
    sections = (replace(section, boards=tuple(map(change, section.boards))) for section in round_view.sections)
    return replace(round_view, sections=tuple(sections))


def view(
    state: Tournament, here: Round, seen: Seen | None, url: str, only: Collection[PairingId] | None = None
) -> RoundView:
    """A round, or `only` some of its boards, with all that the reader may enter; `url` is the tournament's address."""
    points = tallies(state.rounds[: here.number - 1], state.settings.scoring, uncounted(state))

    profile = profile_of(state.settings)

    def seat(player: PlayerId) -> Seat:
        about = profile.known(state.players[player])
        link = f"{url}/players/{player}" if seen else None
        before = here.number - 1
        scored = figure(total(points.get(player, {})) + added_points(state, player, before)) if before else ""
        rating = rating_in(state.settings, about, here.number)
        return Seat(player, about.name, link, about.fields.title, rating, scored, about.fields.federation)

    built_on = seen is not None and _is_built_on(state, here)
    boards = live_boards(state, here) if seen is not None else frozenset()
    groups: dict[str, list[BoardView]] = {section: [] for section in state.sections}
    for pairing in here.in_order:
        if only is not None and pairing.id not in only:
            continue
        board = _board(state, pairing, seat)
        if seen is not None and isinstance(pairing, Game) and _may_record(seen, pairing):
            board = _with_ways(board, here, seen, url, built_on)
        if pairing.id in boards:
            board = replace(board, play=f"{url}/games/{pairing.id}/play")
        groups.setdefault(pairing.section, []).append(board)
    sections = tuple(
        SectionView(name, section_title(state, name), tuple(boards)) for name, boards in groups.items() if boards
    )
    in_teams = not views_of(state).traits.story.has_colours
    return RoundView(here.number, round_status(here).value, sections, in_teams)


def _board(state: Tournament, pairing: Pairing, seat: Callable[[PlayerId], Seat]) -> BoardView:
    match pairing:
        case Match():
            home, away = (Seat("", name, None, None, None, "") for name in side_names(state, pairing))
            return BoardView(pairing.id, pairing.board, home, away, score(pairing))
        case Bye():
            paid = format_of(state).engine.bye_worth(state.settings, pairing.kind)
            if pairing.recorded is not None:
                paid = pairing.recorded
            elif paid is None:
                lines = views_of(state).card_lines(state, pairing.player, state.rounds)
                paid = next(line.points for line in lines if line.pairing == pairing.id)
            word = f"{bye_name(state, pairing)}, {figure(paid or 0)}"
            white = seat(pairing.player)
            return BoardView(pairing.id, pairing.board, white, None, None, bye=word, bye_kind=pairing.kind.value)
        case Game():
            result = pairing.result.value if pairing.result else None
            return BoardView(pairing.id, pairing.board, seat(pairing.white), seat(pairing.black), result)


def _with_ways(board: BoardView, here: Round, seen: Seen, url: str, built_on: bool) -> BoardView:
    """The board with the way to enter its result or, of one that others may rely on, to look into it first."""
    if here.stage is not Stage.CLOSED and not (built_on and board.stored is not None):
        return replace(board, action=f"{url}/games/{board.id}/result")
    if seen.role >= (Role.ARBITER if here.stage is Stage.CLOSED else Role.SCORER):
        return replace(board, correct=f"{url}/what-if?pairing={board.id}")
    return board


def _is_built_on(state: Tournament, here: Round) -> bool:
    """Whether others were paired upon the results of a round, or went on from them."""
    by_results = pages_of(state).traits.builds_on_results
    return any(by_results or has_begun(each) for each in state.rounds[here.number :])


def _may_record(seen: Seen, game: Game) -> bool:
    if seen.state.archived or (seen.role < Role.SCORER and game.result is not None):
        return False  # players report once: what is there is for others to correct
    try:
        permit(seen.role, seen.player, RecordResult(game.id, game.result or Result.WHITE_WINS), seen.state)
    except PodiumError:
        return False
    return True
