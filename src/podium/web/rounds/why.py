"""Why a board is what it is, and what speaks against a round made by hand."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.queries import contrast, warnings, why
from podium.app.rounds.hand_pairing import Contrast, Warning
from podium.app.rounds.why import Why
from podium.app.words.errors import sentence
from podium.core.errors import Refused, Unknown
from podium.core.ids import PairingId
from podium.flow.commands import EditRound
from podium.flow.lookups import find_pairing, find_round
from podium.web.formats.registry import pages_of
from podium.web.frame.responses import page, perform_and_go, see_other
from podium.web.frame.visit import StatusLine, Visit

NOT_ACKNOWLEDGED = "differences-not-acknowledged"


@dataclass(frozen=True, slots=True)
class WhyPage:
    """The reasons for one board."""

    round_url: str
    told: Why


@dataclass(frozen=True, slots=True)
class HandmadePage:
    """A round beside the one that the engine makes, with all that speaks against it."""

    url: str
    round: int
    editing: bool
    acknowledges: bool
    warnings: tuple[Warning, ...]
    contrast: Contrast | None


def why_page(visit: Visit) -> Response[str]:
    """The page with the reasons for a board."""
    seen = visit.see()
    state = seen.state
    pairing = find_pairing(state, PairingId(visit.path["pairing"]))
    addresses = pages_of(state, state.where[pairing.id]).addresses
    back = addresses.of_round(visit.url, state.where[pairing.id])
    context = WhyPage(f"{back}#board-{pairing.board}", why(state, pairing))
    return page(visit, "why.html", context, seen=seen, nav=addresses.rounds)


def edit_page(visit: Visit) -> Response[str]:
    """The page that compares a round with the engine's."""
    seen = visit.see(Role.ARBITER, EditRound.__name__)
    here = find_round(seen.state, visit.number("round"))
    if here.automatic:
        raise Unknown("round", here.number)  # nobody pairs it by hand
    other = contrast(seen.state, here)
    context = HandmadePage(
        url=f"{visit.url}/rounds/{here.number}",
        round=here.number,
        editing=here.editing,
        acknowledges=other is not None and not other.same,
        warnings=warnings(seen.state, here),
        contrast=other,
    )
    return page(visit, "handmade.html", context, seen=seen, nav="rounds")


def edit_pairings(visit: Visit) -> Response[str]:
    """A session of editing by hand, begun or ended; while that is to be acknowledged, the way to the comparison."""
    number = visit.number("round")
    opens = visit.form.text("open") == "yes"
    to = f"{visit.url}/rounds/{number}"
    command = EditRound(number, opens, visit.form.text("acknowledge") == "yes")
    then, reason = f"{to}?edit=yes" if opens else f"{to}/edit", visit.form.optional("reason")
    try:
        return perform_and_go(visit, visit.see(), command, then, reason=reason)
    except Refused as refusal:
        if refusal.code != NOT_ACKNOWLEDGED:
            raise
        return see_other(visit, f"{to}/edit", StatusLine(sentence(refusal), "info"))
