"""What is handed out at the end: the prize list, receipts, certificates."""

from __future__ import annotations

from podium.app.documents.document import Column, Content, Look, Table
from podium.app.documents.wish import Wish
from podium.app.prizes.certificates import certificates, offered, wording
from podium.app.prizes.prizelist import CategoryLines, payments, prize_list
from podium.app.words.language import _
from podium.app.words.numbers import money
from podium.core.errors import Unknown
from podium.flow.state import Tournament
from podium.prizes import Sharing


def prizes(state: Tournament, wish: Wish) -> Content:
    """Every category with its prizes and who has each, then who is paid what."""
    allocated = state.prizes.allocated
    plan = allocated.plan if allocated else state.prizes.plan
    tables = [_category(each) for each in prize_list(state, plan, allocated)]
    paid = payments(state, allocated) if allocated else ()
    if paid:
        total = money(sum(each.amount for each in paid))
        columns = (Column(_("Player"), Look.LEAD), Column(_("Prizes"), Look.WIDE), Column(_("Amount"), Look.FIGURE))
        rows = (*((each.name, "; ".join(each.prizes), each.money) for each in paid), (_("Total"), "", total))
        tables.append(Table(columns, rows, _("Paid out")))
    return Content({"tables": tuple(tables)}, note="" if allocated else _("not decided"))


def receipts(state: Tournament, wish: Wish) -> Content:
    """A receipt for each who is given something, to be signed."""
    allocated = state.prizes.allocated
    if allocated is None:
        raise Unknown("receipt", None)
    slips = tuple(
        {
            "name": each.name,
            "text": _("%(name)s has received %(money)s", name=each.name, money=each.money)
            if each.money
            else _("%(name)s has received", name=each.name),
            "prizes": list(each.prizes),
        }
        for each in payments(state, allocated)
    )
    shared = _("Tied players share the money of their prizes.") if allocated.rules.sharing is not Sharing.NONE else ""
    return Content({"receipts": slips, "shared": shared, "signature": _("Date and signature")})


def certificate_sheets(state: Tournament, wish: Wish) -> Content:
    """A certificate for each who gets one; without a wish, for the first kind of which there are any.

    The paper lies as its background does."""
    kinds = offered(state)
    recipients = wish.recipients or (kinds[0] if kinds else None)
    sheets = certificates(state, recipients, wish.player_of(state)) if recipients else ()
    if not sheets:
        raise Unknown("certificate", recipients.value if recipients else None)
    words = wording(state.settings, wish.wording)
    parts = {
        "word": _("Certificate"),
        "sheets": [
            {"name": each.name, "achievement": each.achievement, "event": each.event, "result": each.result}
            for each in sheets
        ],
        "text": words.text,
        "place": ", ".join(filter(None, (words.place, words.date))),
        "signatures": [
            {"name": words.arbiter, "role": _("Chief arbiter")},
            {"name": words.organiser, "role": _("Organiser")},
        ],
    }
    background = wish.background
    return Content(parts, wide=background is None or background.wide, background=background)


def _category(lines: CategoryLines) -> Table:
    columns = (
        Column(_("Place"), Look.FIGURE),
        Column(_("Prize")),
        Column(_("Winner"), Look.LEAD),
        Column(_("Note")),
    )
    rows = tuple((str(each.prize.place), each.what, each.winner or "", each.note) for each in lines.lines)
    noted = any(row[-1] for row in rows)
    width = len(columns) if noted else len(columns) - 1
    return Table(columns[:width], tuple(row[:width] for row in rows), lines.category.name, lines.who)
