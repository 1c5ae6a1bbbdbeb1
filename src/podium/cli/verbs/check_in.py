"""`podium check-in`: who has come for the next round, and what becomes of the absent."""

from __future__ import annotations

from functools import partial

import click

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.hall.check_in import (
    Absence,
    CheckIn,
    absent_players,
    check_in_answer,
    check_in_under_way,
    expected_players,
    note_at_desk,
    open_check_in,
    settle,
)
from podium.app.words.language import _, ngettext
from podium.app.words.phrases import enumeration
from podium.cli.frame import Console, table
from podium.cli.naming import on_tournament, player
from podium.core.errors import Forbidden

PLAYERS = click.argument("who", metavar="PLAYER...", nargs=-1, required=True)


@click.group("check-in")
def verb() -> None:
    """Note who has come before a round, and settle in one step what becomes of the rest.

    A PLAYER is named by id, by number in the list, or by how the name begins.
    """


@verb.command("open")
@on_tournament
@click.option("--minutes", type=int, help="For how long players may come by themselves; else until it is ended.")
def open_(here: Console, seen: Seen, minutes: int | None) -> None:
    """Open the check-in for the next round of TOURNAMENT, or give it another deadline."""
    _permit(seen, Role.ARBITER)
    opened = open_check_in(here.podium.check_ins, seen, minutes)
    said = _("The check-in for round %(round)s is open.", round=opened.round)
    if opened.deadline is not None:
        said = _("The check-in for round %(round)s is open until %(end)s.", round=opened.round, end=opened.deadline)
    _answer(here, seen, opened, said)


@verb.command("list")
@on_tournament
@click.option("--absent", is_flag=True, help="Only those who have not come.")
def list_(here: Console, seen: Seen, absent: bool) -> None:
    """List who is expected for the next round of TOURNAMENT, and who has come when."""
    _permit(seen, Role.SCORER)
    check_in = check_in_under_way(here.podium.check_ins, seen.state)
    listed = absent_players(seen.state, check_in) if absent else expected_players(seen.state, check_in.round)
    rows = [(each.number, each.name, check_in.present.get(each.id, "")) for each in listed]
    lines = [table(("no.", "name", "here since"), rows, "no.")] if rows else []
    _answer(here, seen, check_in, "\n".join([*lines, _summary(seen, check_in)]))


@verb.command("add")
@on_tournament
@PLAYERS
def add(here: Console, seen: Seen, who: tuple[str, ...]) -> None:
    """Note that each PLAYER has come."""
    _note(here, seen, who, present=True)


@verb.command("undo")
@on_tournament
@PLAYERS
def undo(here: Console, seen: Seen, who: tuple[str, ...]) -> None:
    """Note that each PLAYER has not come after all."""
    _note(here, seen, who, present=False)


@verb.command("end")
@on_tournament
@click.option(
    "--absent",
    type=click.Choice([each.value for each in Absence]),
    help="What becomes of those who have not come, in one change; else nothing.",
)
def end(here: Console, seen: Seen, absent: str | None) -> None:
    """End the check-in of TOURNAMENT, and say what becomes of the absent: left out of the round without a point, a
    half-point bye in it, absent (in a Keizer), or withdrawn from the event. One `podium undo` takes it back."""
    _permit(seen, Role.ARBITER)
    check_ins, act = here.podium.check_ins, Absence(absent) if absent is not None else None
    now, missing = check_ins.now(), absent_players(seen.state, check_in_under_way(check_ins, seen.state))
    ended, receipt = settle(check_ins, seen, act, partial(here.perform, seen.state.id))
    lines = [_("The check-in for round %(round)s is ended.", round=ended.round)]
    if missing:
        lines.append(_("Absent: %(names)s.", names=enumeration([each.name for each in missing])))
    version = receipt.version if receipt is not None else seen.version
    here.answer(check_in_answer(seen.state, ended, now, version), "\n".join(lines))


def _permit(seen: Seen, needed: Role) -> None:
    if seen.role < needed:
        raise Forbidden(_("check players in"))


def _note(here: Console, seen: Seen, who: tuple[str, ...], *, present: bool) -> None:
    _permit(seen, Role.SCORER)
    check_ins = here.podium.check_ins
    for each in [player(seen.state, name) for name in who]:  # all are known before one is noted
        note_at_desk(check_ins, seen.state, each.id, present=present)
    check_in = check_in_under_way(check_ins, seen.state)
    _answer(here, seen, check_in, _summary(seen, check_in))


def _summary(seen: Seen, check_in: CheckIn) -> str:
    expected, absent = len(expected_players(seen.state, check_in.round)), len(absent_players(seen.state, check_in))
    came = expected - absent
    return ngettext("%(came)s of %(num)s player is here.", "%(came)s of %(num)s players are here.", expected, came=came)


def _answer(here: Console, seen: Seen, check_in: CheckIn, text: str) -> None:
    now = here.podium.check_ins.now()
    here.answer(check_in_answer(seen.state, check_in, now, seen.version), text)
