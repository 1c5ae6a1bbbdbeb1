"""The live boards of a round: for the arbiter what needs him first, with what he can do; for others boards to watch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen, SeenGame, delay_of
from podium.app.live.analysis import board_at
from podium.app.live.control import COMMANDS, UNDONE_BY
from podium.app.live.devices import devices_of_games
from podium.app.live.game_history import game_summary
from podium.app.live.game_page_words import declarations, declared_reasons
from podium.app.live.live_boards import LiveBoard, live_board
from podium.app.problems import status_of
from podium.app.public_heads import MINUTE
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _, ngettext
from podium.app.words.phrases import separated
from podium.core.errors import Invalid, PodiumError, Refused, Unknown
from podium.core.ids import PairingId
from podium.flow.commands import RecordResult
from podium.flow.formats.knockout import match_report
from podium.flow.lookups import find_round
from podium.games.arbiter_acts import LONGEST_CLOCK
from podium.games.commands import DeclareResult
from podium.games.state import Status
from podium.knockout import outcome_and_reason
from podium.web.formats.registry import pages_of
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import page, receipt_status_line, see_other
from podium.web.frame.visit import StatusLine, Visit
from podium.web.live.game_acts import is_confirmed, wish_of
from podium.web.live.live_lines import LiveLine, games_of_round, live_line
from podium.web.live.live_steps import StartForm, start_form

BOARDS = "boards"
"""What an address asks for to see boards in place of rows."""
CONFIRMED = ("result-has-consequences", "game-running")
"""What is refused until it is confirmed."""


Act = Callable[[Visit], Response[str]]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked before an act: its title, what it means, and the button."""

    act: str
    title: str
    note: str
    label: str
    kind: str = "danger"


QUESTIONS: dict[str, Question] = {
    each.act: each
    for each in (
        Question(
            "time",
            N_("Time for board %(board)s"),
            N_("An empty field changes nothing."),
            N_("Give time"),
            "primary",
        ),
        Question(
            "wait",
            N_("A longer wait on board %(board)s"),
            N_("Absence is decided on so much later."),
            N_("Wait longer"),
            "primary",
        ),
        Question(
            "takeback",
            N_("Take moves back on board %(board)s"),
            N_(
                "The clocks show what they did then, and the game stands still until it is resumed. Of a game that is "
                "over, 0 takes the end back alone; the result it brought goes too."
            ),
            N_("Take back"),
        ),
        Question(
            "declare",
            N_("Declare the result of board %(board)s"),
            N_("The game ends at once, and its result counts."),
            N_("Declare it"),
        ),
        Question(
            "void",
            N_("Annul the game of board %(board)s?"),
            N_("It counts for nothing, and the result that it brought is taken back. Its moves are kept."),
            N_("Annul the game"),
        ),
        Question(
            "replay",
            N_("Play board %(board)s anew?"),
            N_("The game begins from the first move with full clocks; the result that it brought is taken back."),
            N_("Play it anew"),
        ),
        Question(
            "count",
            N_("Count the game of board %(board)s?"),
            N_("The tournament gets the result of the game."),
            N_("Count it"),
            "primary",
        ),
        Question(
            "result",
            N_("Enter the result of board %(board)s by hand"),
            N_("A game that is being played ends at once, with this result."),
            N_("Enter the result"),
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Asking:
    """A question about a board that is being asked; `problem` is why the act was refused."""

    question: Question
    title: str
    action: str
    back: str
    fields: dict[str, str]
    values: dict[str, str]
    problem: str = ""
    confirms: bool = False
    most: int = LONGEST_CLOCK
    taken: int = 1
    results: tuple[tuple[str, str], ...] = field(default_factory=declarations)
    reasons: tuple[tuple[str, str], ...] = field(default_factory=declared_reasons)


@dataclass(frozen=True, slots=True)
class LivePage:
    """The live games of a round; with `arbiter` each with what can be done. `delayed`: readers see them late."""

    here: str
    url: str
    other: str
    round_url: str
    round_replay: str
    title: str
    note: str
    sentence: str
    stream: str
    delayed: bool
    arbiter: bool
    controls: bool
    boards: bool
    lines: tuple[LiveLine, ...]
    start: StartForm | None
    asking: Asking | None = None


def live_page(visit: Visit) -> Response[str]:
    """The page of the live games of a round."""
    return show_boards(visit, visit.see(), visit.number("round"))


def show_boards(
    visit: Visit,
    seen: Seen,
    number: int,
    *,
    about: tuple[PairingId, str, PodiumError] | None = None,
    asks: Asking | None = None,
    status: int = 200,
) -> Response[str]:
    """The page; `about` is a board, an act for it, and why that was refused; `asks` a question about many boards."""
    here = find_round(seen.state, number)
    arbiter = seen.role >= Role.ARBITER
    as_boards = not arbiter or visit.query.get("view") == BOARDS
    games = games_of_round(visit, seen, here)
    sorted_games = _sorted(visit, games, arbiter=arbiter)
    known = {} if as_boards else devices_of_games(visit.desk, games)
    lines = [
        live_line(visit, *each, known.get(each[0].game.id), arbiter=arbiter, drawn=as_boards) for each in sorted_games
    ]
    asking = asks or (_asked(visit, seen, number, lines) if arbiter and about is None else None)
    if about is not None:
        asking = _asked_again(visit, number, lines, about)
        if asking is None:
            lines = [replace(each, problem=sentence(about[2])) if each.id == about[0] else each for each in lines]
    url = f"{visit.url}/rounds/{number}/live"
    delay = delay_of(seen) // MINUTE
    pages = pages_of(seen.state, number)
    context = LivePage(
        here=f"{url}?view={BOARDS}" if arbiter and as_boards else url,
        url=url,
        other=url if as_boards else f"{url}?view={BOARDS}",
        round_url=pages.addresses.of_round(visit.url, number),
        round_replay=f"{visit.url}/rounds/{number}/replay",
        title=_("Live: %(round)s", round=pages.round_name(seen.state, number)),
        note=_note(lines, delay),
        sentence=_empty(seen),
        stream=f"/api/tournaments/{visit.tournament}/rounds/{number}/games",
        delayed=bool(delay),
        arbiter=arbiter,
        controls=arbiter and not as_boards and not seen.state.archived,
        boards=as_boards,
        lines=tuple(lines),
        start=start_form(visit, seen, number),
        asking=asking,
    )
    status = status_of(about[2]) if about is not None else status
    return page(visit, "live_boards.html", context, seen=seen, nav=pages.addresses.rounds, status=status)


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """The games of a round after `ply` half-moves, of the `most` that one has; `games` is where their moves are."""

    here: str
    title: str
    round_url: str
    games: str
    lines: tuple[LiveLine, ...]
    ply: int
    most: int


def replay_page(visit: Visit) -> Response[str]:
    """The games of a round, to be stepped through together."""
    seen, number = visit.see(), visit.number("round")
    pages, games = pages_of(seen.state, number), games_of_round(visit, seen, find_round(seen.state, number))
    most = max((each.game.ply for each in games), default=0)
    text = visit.query.get("ply", str(most))
    ply = whole_number(text)
    if ply is None or ply > most:
        raise Invalid("ply-unknown", field="ply", value=text, most=most)
    lines = []
    for each, board in _sorted(visit, games, arbiter=False):
        then = replace(each.game, board=board_at(each.game, str(min(ply, each.game.ply))))
        lines.append(live_line(visit, replace(each, game=then), board, arbiter=False, drawn=True))
    context = ReplayPage(
        here=f"{visit.url}/rounds/{number}/replay",
        title=_("Replay: %(round)s", round=pages.round_name(seen.state, number)),
        round_url=pages.addresses.of_round(visit.url, number),
        games=f"/api/tournaments/{visit.tournament}/rounds/{number}/games",
        lines=tuple(lines),
        ply=ply,
        most=most,
    )
    return page(visit, "replay.html", context, seen=seen, nav=pages.addresses.rounds)


def _sorted(visit: Visit, games: Sequence[SeenGame], *, arbiter: bool) -> list[tuple[SeenGame, LiveBoard]]:
    """The games with their boards: for an arbiter by what needs him, for others by board."""
    found = [(each, live_board(each, visit.shared.connected)) for each in games]
    return sorted(found, key=lambda each: each[1].order) if arbiter else found


def _note(lines: Sequence[LiveLine], delay: int) -> str:
    over = sum(line.status == Status.FINISHED.value for line in lines)
    notes = [ngettext("%(num)s game", "%(num)s games", len(lines)), _("%(over)s over", over=over)] if lines else []
    if delay:
        notes.append(ngettext("shown %(num)s minute later", "shown %(num)s minutes later", delay))
    return separated(notes)


def _empty(seen: Seen) -> str:
    if not seen.state.settings.live:
        return _("The games of this event are not played in Podium.")
    return _("No game of this round can be played yet.")


# --- questions ------------------------------------------------------------------------------------


def _asked(visit: Visit, seen: Seen, number: int, lines: Sequence[LiveLine]) -> Asking | None:
    """What the address asks about: an act for one of the boards."""
    question = QUESTIONS.get(visit.query.get("act", ""))
    line = next((each for each in lines if each.id == visit.query.get("game")), None)
    if question is None or line is None or question.act not in line.acts:
        return None
    return _asking(visit, number, question, line)


def _asked_again(
    visit: Visit, number: int, lines: Sequence[LiveLine], about: tuple[PairingId, str, PodiumError]
) -> Asking | None:
    """The question about an act that was refused, with the reason; None for one that nothing is asked about."""
    id, act, error = about
    question, line = QUESTIONS.get(act), next((each for each in lines if each.id == id), None)
    if question is None or line is None:
        return None
    asking = _asking(visit, number, question, line)
    confirms = isinstance(error, Refused) and error.code in CONFIRMED
    fields = {**asking.fields, "confirm": "yes"} if confirms else asking.fields
    return replace(asking, fields=fields, values=visit.form.values(), problem=sentence(error), confirms=confirms)


def _asking(visit: Visit, number: int, question: Question, line: LiveLine) -> Asking:
    back = f"{visit.url}/rounds/{number}/live"
    return Asking(
        question=replace(question, note=_(question.note), label=_(question.label)),
        title=_(question.title, board=line.board),
        action=f"{line.action}/{question.act}",
        back=back,
        fields={"confirm": "yes"} if question.act == "result" and line.status != Status.FINISHED.value else {},
        values={},
        taken=0 if line.status == Status.FINISHED.value else 1,
    )


# --- acts -----------------------------------------------------------------------------------------


def _act(name: str) -> Act:
    """The handler of what an arbiter does to a game."""

    def act(visit: Visit) -> Response[str]:
        seen = visit.see(Role.ARBITER, DeclareResult.__name__)
        id, board = _game(visit, seen)
        number = seen.state.where[id]
        try:
            command = COMMANDS[name](wish_of(visit, name), visit.desk.see_games(seen, [id])[0].game)
            receipt = visit.perform_in_game(id, command, reason=visit.form.optional("why"))
        except (Refused, Invalid) as error:
            return show_boards(visit, seen, number, about=(id, name, error))
        said = game_summary(receipt.events) if receipt.written and receipt.events else _("done")
        back_way = UNDONE_BY.get(name) if receipt.written and receipt.events else None
        undo = f"{visit.url}/games/{id}/live/{back_way}" if back_way is not None else None
        status_line = StatusLine(_("Board %(board)s: %(change)s.", board=board, change=said), undo=undo)
        return see_other(visit, visit.back(f"{visit.url}/rounds/{number}/live"), status_line)

    return act


def enter_by_hand(visit: Visit) -> Response[str]:
    """A result by hand, which ends a game that is being played."""
    seen = visit.see(Role.ARBITER, RecordResult.__name__)
    id, _board = _game(visit, seen)
    number, form = seen.state.where[id], visit.form
    try:
        outcome = outcome_and_reason(form.optional("result"), form.optional("reason"))
        receipt = visit.perform(match_report(id, *outcome, confirm=is_confirmed(visit)), reason=form.optional("why"))
    except (Refused, Invalid) as error:
        return show_boards(visit, seen, number, about=(id, "result", error))
    return see_other(visit, visit.back(f"{visit.url}/rounds/{number}/live"), receipt_status_line(seen, receipt))


def _game(visit: Visit, seen: Seen) -> tuple[PairingId, int]:
    """The game of the address and its board; raises Unknown where there is none."""
    id = PairingId(visit.path["pairing"])
    if not visit.desk.see_games(seen, [id]):
        raise Unknown("match", id)
    return id, seen.state.pairing(id).board


ACTS: tuple[tuple[str, Act], ...] = (*((name, _act(name)) for name in COMMANDS), ("result", enter_by_hand))
"""What arbiters do about a game, by the end of the address."""
