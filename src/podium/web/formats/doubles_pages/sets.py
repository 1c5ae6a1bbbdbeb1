"""The sets of a match of doubles, entered."""

from __future__ import annotations

from litestar import Response

from podium.app.desk import Seen
from podium.app.formats.doubles import sets_text
from podium.core.choice import one_of
from podium.core.errors import Invalid, Refused
from podium.core.ids import PairingId
from podium.flow.commands import ClickSets, RecordSets
from podium.flow.state import Match, Side, Tournament
from podium.web.formats.doubles_pages.tables import sets_of
from podium.web.frame.forms import number_or_text, whole_number
from podium.web.frame.responses import receipt_status_line, see_other
from podium.web.frame.visit import Visit


def record_click(visit: Visit) -> Response[str]:
    """The match after one click on one side, applied to what is there now."""
    seen = visit.see()
    side = one_of(Side)("side", visit.form.text("side"))
    pairing = PairingId(visit.path["pairing"])
    visit.perform(ClickSets(pairing, side))
    return see_other(visit, _back(visit, seen, pairing))


def record_sets(visit: Visit) -> Response[str]:
    """The match with the sets that the form names; an empty side is `?`, one it lacks stays as it is."""
    seen, pairing = visit.see(), PairingId(visit.path["pairing"])
    texts = {side: visit.form.text(side.value) for side in Side if side.value in visit.form.texts}
    read: dict[Side, int | None] = {}
    for side, text in texts.items():
        value = number_or_text(text)
        if isinstance(value, str):
            raise Invalid("sets-malformed", field=side.value, value=text)
        read[side] = value
    return _record(visit, seen, RecordSets(pairing, read))


def record_score(visit: Visit) -> Response[str]:
    """The match with the sets of both sides, as one button says them: `2:1`."""
    seen, pairing = visit.see(), PairingId(visit.path["pairing"])
    score = visit.form.text("score")
    sets = [whole_number(text) for text in score.split(":")]
    if len(sets) != len(Side) or None in sets:
        raise Invalid("sets-malformed", field="score", value=score)
    command = RecordSets(pairing, dict(zip(Side, sets, strict=True)))
    return _record(visit, seen, command)


def _record(visit: Visit, seen: Seen, command: RecordSets) -> Response[str]:
    """The way on after the sets are recorded, in place of those that the page showed."""

    def check(state: Tournament) -> None:
        there = state.pairing(command.pairing) if command.pairing in state.where else None
        if "was" not in visit.form.texts or not isinstance(there, Match):
            return
        stored, was = sets_of(there), visit.form.text("was")
        wanted = ":".join(sets_text(command.sets.get(side, there.of(side))) for side in Side)
        if stored not in (was, wanted):
            raise Refused("sets-differ", value=was, stored=stored)

    receipt = visit.perform_checked(command, check)
    return see_other(visit, _back(visit, seen, command.pairing), receipt_status_line(seen, receipt))


def _back(visit: Visit, seen: Seen, pairing: PairingId) -> str:
    number = seen.state.where.get(pairing)
    return visit.back(f"{visit.url}/rounds/{number}" if number else f"{visit.url}/rounds")
