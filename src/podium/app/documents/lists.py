"""Lists of players, cards with names for the tables, the bracket; and at the end prizes, receipts and certificates."""

from __future__ import annotations

from podium.app.documents.document import Column, ColumnReader, Content, Look, Table, Wish, by_section, table_of
from podium.app.formats.registry import views_of
from podium.app.hall.check_in import expected_players, next_round
from podium.app.players.numbers import player_numbers, players_by_number
from podium.app.prizes.certificates import certificates, offered, wording
from podium.app.prizes.prizelist import CategoryLines, paid_in_all, payments, prize_list
from podium.app.profiles.registry import profile_of
from podium.app.standings.standings import name_with_mark
from podium.app.words import counts
from podium.app.words.fields import player_columns
from podium.app.words.language import _
from podium.core.collation import name_key
from podium.core.errors import Unknown
from podium.core.player import Player
from podium.flow.state import Tournament
from podium.prizes import Sharing


def bracket(state: Tournament, wish: Wish) -> Content:
    """A drawing of each part, and lists of rounds that are too large for one; raises Unknown before it is built."""
    sheets = list(views_of(state).traits.documents.bracket(state))
    if not sheets:
        raise Unknown("bracket", None)
    columns = (Column(_("Board"), Look.FIGURE), Column(_("White"), Look.LEAD), Column(_("Black"), Look.LEAD))
    drawn: dict[str, str] = {}
    parts = []
    for at, sheet in enumerate(sheets):
        file = f"sheet-{at}.svg" if sheet.svg else ""
        if sheet.svg:
            drawn[file] = sheet.svg
        tables = (Table(columns, sheet.matches),) if sheet.matches else ()
        parts.append({"title": sheet.title, "note": sheet.note, "file": file, "tables": tables})
    return Content({"sheets": parts}, pictures=drawn, wide=bool(drawn))


def start_list(state: Tournament, wish: Wish) -> Content:
    """Everybody by number, with what is known of them that everybody may know."""
    numbers = player_numbers(state)
    players = [profile_of(state.settings).known(each) for each in players_by_number(state)]
    number, name, rating, club, federation, rank = player_columns(sections=False, ranked=True)
    columns: tuple[ColumnReader[Player], ...] = (
        (Column(number, Look.FIGURE), lambda each: str(numbers[each.id])),
        (Column(name, Look.LEAD), lambda each: " ".join(filter(None, (each.fields.title, name_with_mark(each))))),
        (Column(rating, Look.FIGURE), lambda each: str(each.fields.rating or "")),
        (Column(club), lambda each: each.fields.club or ""),
        (Column(federation), lambda each: each.fields.federation or ""),
        (Column(rank, Look.FIGURE), lambda each: str(each.fields.rank or "")),
    )
    groups = by_section(players, state.sections).items()
    tables = tuple(table_of(members, columns, section).trimmed for section, members in groups)
    return Content({"tables": tables}, note=counts.players(len(players)))


def check_in_list(state: Tournament, wish: Wish) -> Content:
    """The players who are expected in the next round, by name, with a box to tick."""
    numbers = player_numbers(state)
    number = next_round(state)
    known = map(profile_of(state.settings).known, expected_players(state, number))
    expected = sorted(known, key=lambda each: name_key(each.name, state.settings.language))
    columns: tuple[ColumnReader[Player], ...] = (
        (Column(_("Here"), Look.BOX), lambda each: ""),
        (Column(_("Name"), Look.LEAD), lambda each: each.name),
        (Column(_("No"), Look.FIGURE), lambda each: str(numbers[each.id])),
        (Column(_("Rating"), Look.FIGURE), lambda each: str(each.fields.rating or "")),
        (Column(_("Club")), lambda each: each.fields.club or ""),
        (Column(_("Section")), lambda each: each.section),
        (Column(_("Remarks"), Look.BLANK), lambda each: ""),
    )
    table = table_of(expected, columns)
    return Content(
        {"tables": (table.trimmed,)}, note=counts.players(len(expected)), round=_("Round %(round)s", round=number)
    )


def place_cards(state: Tournament, wish: Wish) -> Content:
    """A card with the name of each player, to be put on the table."""
    numbers = player_numbers(state)
    cards = tuple(
        {
            "name": each.name,
            "above": each.fields.title or "",
            "below": " · ".join(
                filter(None, (str(each.fields.rating or ""), each.fields.federation, each.fields.club))
            ),
            "corner": str(numbers[each.id]),
            "section": each.section,
        }
        for each in map(profile_of(state.settings).known, players_by_number(state))
        if not each.withdrawn
    )
    return Content({"cards": cards}, note=counts.players(len(cards)))


def prizes(state: Tournament, wish: Wish) -> Content:
    """Every category with its prizes and who has each, then who is paid what."""
    allocated = state.prizes.allocated
    plan = allocated.plan if allocated else state.prizes.plan
    tables = [_category(each) for each in prize_list(state, plan, allocated)]
    paid = payments(state, allocated) if allocated else ()
    if paid:
        total = paid_in_all(paid, plan)
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
    columns = (Column(_("Place"), Look.FIGURE), Column(_("Prize")), Column(_("Winner"), Look.LEAD), Column(_("Note")))
    rows = tuple((str(each.prize.place), each.what, each.winner or "", each.note) for each in lines.lines)
    width = len(columns) if any(row[-1] for row in rows) else len(columns) - 1
    return Table(columns[:width], tuple(row[:width] for row in rows), lines.category.name, lines.who)
