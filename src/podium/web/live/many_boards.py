"""One act for many live games, by the boxes of the page of live boards; it is undone with one button."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from litestar import Response

from podium.app.access import Role
from podium.app.live.control import UNDONE_BY, ControlledGame, control
from podium.app.problems import status_of
from podium.app.words.errors import sentence
from podium.app.words.language import _, ngettext
from podium.app.words.phrases import separated
from podium.core.errors import Invalid
from podium.games.commands import DeclareResult
from podium.web.frame.responses import see_other
from podium.web.frame.visit import StatusLine, Visit
from podium.web.live.game_acts import wish_of
from podium.web.live.live_boards import QUESTIONS, Asking, Question, show_boards

LONGEST_UNDO = 2000
"""Characters of an address that undoes what was done to many boards, so that a cookie holds it."""


def control_boards(visit: Visit) -> Response[str]:
    """One act for the boards that were chosen, or for all that are not over; what needs more is asked first."""
    seen = visit.see(Role.ARBITER, DeclareResult.__name__)
    number, form = visit.number("round"), visit.form
    act = form.text("act") or visit.query.get("act", "")
    everyone = "yes" in (form.text("all"), visit.query.get("all"))
    chosen = [id for text in form.texts.get("games", (visit.query.get("games", ""),)) for id in text.split()]
    if not (everyone or chosen):
        raise Invalid("no-boards-chosen", field="games", value="")
    games = None if everyone else chosen
    question = QUESTIONS.get(act)
    if question is not None and form.text("asked") != "yes":
        return show_boards(visit, seen, number, asks=_asking_many(visit, number, question, games), status=409)
    try:
        wish, once, why = wish_of(visit, act), form.once, form.optional("why")
        done = control(visit.desk, visit.actor, seen, number, wish, games, visit.arrived, command_id=once, reason=why)
    except Invalid as error:
        if question is None:
            raise
        asking = replace(_asking_many(visit, number, question, games), values=form.values(), problem=sentence(error))
        return show_boards(visit, seen, number, asks=asking, status=status_of(error))
    return see_other(
        visit,
        visit.back(f"{visit.url}/rounds/{number}/live"),
        _said_of_many(visit, number, act, done, everyone=everyone),
    )


def _asking_many(visit: Visit, number: int, question: Question, games: Sequence[str] | None) -> Asking:
    boards = _("all boards") if games is None else ngettext("%(num)s board", "%(num)s boards", len(games))
    return Asking(
        question=replace(question, note=_(question.note), label=_(question.label)),
        title=_("%(act)s: %(boards)s", act=_(question.label), boards=boards),
        action=f"{visit.url}/rounds/{number}/live/control",
        back=f"{visit.url}/rounds/{number}/live",
        fields={
            "act": question.act,
            "asked": "yes",
            **({"all": "yes"} if games is None else {"games": " ".join(games)}),
        },
        values={},
    )


def _said_of_many(visit: Visit, number: int, act: str, done: Sequence[ControlledGame], *, everyone: bool) -> StatusLine:
    """What came of an act for many boards, with the way back for those that it changed."""
    changed, refused = [each for each in done if each.changed], [each for each in done if not each.done]
    said = [ngettext("%(num)s board changed", "%(num)s boards changed", len(changed))]
    said += {each.detail for each in changed} if len({each.detail for each in changed}) == 1 else ()
    said += [_("board %(board)s: %(change)s", board=each.board, change=each.detail.rstrip(".")) for each in refused[:3]]
    if refused[3:]:
        said.append(ngettext("%(num)s more refused", "%(num)s more refused", len(refused[3:])))
    whole = everyone and len(changed) == len(done)
    back_way, games = UNDONE_BY.get(act), "all=yes" if whole else f"games={'+'.join(each.id for each in changed)}"
    undo = f"{visit.url}/rounds/{number}/live/control?act={back_way}&{games}"
    offered = changed and back_way is not None and len(undo) <= LONGEST_UNDO
    return StatusLine(
        f"{separated(said)}.", "error" if refused and not changed else "done", undo=undo if offered else None
    )
