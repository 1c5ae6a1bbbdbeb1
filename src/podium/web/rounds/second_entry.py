"""The results of a round entered a second time without a look at the first, and what differs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.history.history import author
from podium.app.problems import status_of
from podium.app.rounds.result_words import ResultChoice, result_choices
from podium.app.rounds.second_entry import Comparison, SecondEntries, compared, game_and_round, permit_second_entry
from podium.app.words.errors import sentence
from podium.app.words.language import _, ngettext
from podium.core import choice
from podium.core.errors import PodiumError, Refused
from podium.core.ids import PairingId
from podium.flow.commands import RecordResult
from podium.flow.lookups import find_round
from podium.flow.state import Game, Round
from podium.web.formats.protocol import NextStep
from podium.web.frame.forms import whole_number
from podium.web.frame.responses import page, perform_and_go, see_other
from podium.web.frame.visit import StatusLine, Visit
from podium.web.rounds.round_boards import BoardView, SectionView, view
from podium.web.rounds.round_context import MENU

COMPARE = "compare"
"""What an address asks for to see where the two entries differ."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A board with two results, or one that has only the second. `action` is where the right one is said, `correct`
    where the second can be looked into before it takes the place of one that others rely on.
    """

    number: int
    white: str
    black: str
    first: str | None
    second: str
    who: str
    action: str | None
    correct: str | None


@dataclass(frozen=True, slots=True)
class SecondEntryPage:
    """The boards with what was entered the second time; in place of them, where it is asked for, what differs."""

    url: str
    round_url: str
    number: int
    note: str
    compares: bool
    sections: tuple[SectionView, ...]
    differences: tuple[Difference, ...]
    agreeing: int
    missing: tuple[int, ...]
    choices: tuple[ResultChoice, ...]
    finish: NextStep | None
    menu: int | None
    status_line: StatusLine | None = None
    problem: str | None = None


def second_page(visit: Visit) -> Response[str]:
    """The boards to enter, or what differs."""
    seen, here = _seen(visit)
    context = _context(visit, seen, here, compares=COMPARE in visit.query)
    return page(visit, "second_entry.html", context, seen=seen, nav="rounds")


def enter(visit: Visit) -> Response[str]:
    """A result entered the second time, or taken out again."""
    seen = visit.see(Role.SCORER, "RecordResult")
    game, here = game_and_round(seen, PairingId(visit.path["pairing"]))
    problem = status_line = None
    status = 200
    try:
        result = choice.result("result", visit.form.text("result") or None)
        permit_second_entry(seen, here)
        visit.desk.registry.set_second_entry(visit.tournament, game.id, result, visit.actor)
        status_line = StatusLine(_("Board %(board)s: entered the second time.", board=game.board), "info")
    except PodiumError as error:
        if not visit.rows:
            raise
        problem, status = sentence(error), status_of(error)
    if not visit.rows:
        return see_other(visit, f"{_url(visit, here)}#board-{game.board}", status_line)
    context = replace(_context(visit, seen, here, only=[game.id]), status_line=status_line, problem=problem)
    return page(visit, "second_entry_changes.html", context, seen=seen, status=status)


def resolve(visit: Visit) -> Response[str]:
    """Which of two entries is right: the first takes the place of the second, or the second that of the first."""
    seen = visit.see(Role.SCORER, "RecordResult")
    game, here = game_and_round(seen, PairingId(visit.path["pairing"]))
    permit_second_entry(seen, here)
    was, right = (choice.result("result", visit.form.text(name) or None) for name in ("was", "right"))
    entry = visit.desk.registry.second_entries(visit.tournament).get(game.id)
    if entry is None or right is None or right not in (was, entry.result):
        raise Refused("second-entry-changed", value=game.board)
    back = f"{_url(visit, here)}?{COMPARE}=yes"
    if right is was and right is game.result:
        visit.desk.registry.set_second_entry(visit.tournament, game.id, right, visit.actor)
        return see_other(visit, back, StatusLine(_("Board %(board)s: the first entry stands.", board=game.board)))
    return perform_and_go(visit, seen, RecordResult(game.id, right, was, True), back)


def _seen(visit: Visit) -> tuple[Seen, Round]:
    seen = visit.see(Role.SCORER, "RecordResult")
    here = find_round(seen.state, visit.number("round"))
    permit_second_entry(seen, here)
    return seen, here


def _url(visit: Visit, here: Round) -> str:
    return f"{visit.url}/rounds/{here.number}/second"


def _context(
    visit: Visit, seen: Seen, here: Round, *, only: Collection[PairingId] | None = None, compares: bool = False
) -> SecondEntryPage:
    entries = visit.desk.registry.second_entries(visit.tournament)
    found = compared(here, entries)
    games = len(here.boards)
    entered = len(found.agreeing) + len(found.differing) + len(found.once)
    return SecondEntryPage(
        url=_url(visit, here),
        round_url=f"{visit.url}/rounds/{here.number}",
        number=here.number,
        note=_("%(count)s of %(games)s entered a second time", count=entered, games=games),
        compares=compares,
        sections=() if compares else _blind(seen, here, visit.url, entries, only),
        differences=_differences(seen, here, visit.url, entries, found) if compares else (),
        agreeing=len(found.agreeing),
        missing=tuple(game.board for game in found.missing),
        choices=result_choices(),
        finish=_finish(_url(visit, here), games, entered) if not compares else None,
        menu=whole_number(visit.query.get(MENU, "")),
    )


def _finish(url: str, games: int, entered: int) -> NextStep | None:
    if entered < games:
        return None
    title = ngettext("The result is entered twice.", "All %(num)s results are entered twice.", games)
    return NextStep(title, "", f"{url}?{COMPARE}=yes", _("Compare the two entries"))


def _blind(
    seen: Seen, here: Round, url: str, entries: SecondEntries, only: Collection[PairingId] | None
) -> tuple[SectionView, ...]:
    """The games of the round with what was entered the second time, and with nothing of the first."""

    def board(each: BoardView) -> BoardView:
        id = PairingId(each.id)
        return BoardView(
            each.id,
            each.number,
            each.white,
            each.black,
            entries[id].result.value if id in entries else None,
            action=f"{url}/games/{each.id}/second",
        )

    sections = view(seen.state, here, seen, url, only).sections
    return tuple(
        replace(section, boards=tuple(board(each) for each in section.boards if each.black)) for section in sections
    )


def _differences(
    seen: Seen, here: Round, url: str, entries: SecondEntries, found: Comparison
) -> tuple[Difference, ...]:
    def difference(game: Game, each: BoardView) -> Difference:
        second = entries[game.id]
        return Difference(
            number=game.board,
            white=each.white.name,
            black=each.black.name if each.black else "",
            first=game.result.value if game.result is not None else None,
            second=second.result.value,
            who=author(second.actor),
            action=f"{url}/games/{game.id}/second/right",
            correct=f"{each.correct}&result={second.result.value}" if each.correct else None,
        )

    games: Sequence[Game] = (*found.differing, *found.once)
    boards = {
        each.id: each
        for section in view(seen.state, here, seen, url, [game.id for game in games]).sections
        for each in section.boards
    }
    return tuple(difference(game, boards[game.id]) for game in games)
