"""Setting up the prizes: a category at a time by form, or all of them from a list, which is looked at first."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from litestar import Response
from msgspec import to_builtins

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.prizes.answers import category_row
from podium.app.prizes.prizelist import CategoryLines, prize_list
from podium.app.problems import status_of
from podium.app.server.overload import TooManyRequests
from podium.app.words import counts
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.core.errors import FormatError, Invalid, PodiumError, Refused, Unknown
from podium.files.prizelist import read_prize_list
from podium.flow.commands import SetPrizes
from podium.flow.prizes.prizes import Plan
from podium.prizes import Category
from podium.prizes.eligibility import gender
from podium.prizes.money import amount_text
from podium.web.frame.forms import Errors, Field, Fields, Form, as_sent, number_or_text
from podium.web.frame.responses import page, perform_and_go
from podium.web.frame.uploads import ListKind, upload_page
from podium.web.frame.visit import Visit

TEXTS = {
    "gender": N_("Gender"),
    "club": N_("Club"),
    "city": N_("City"),
    "state": N_("State"),
    "disability": N_("Disability"),
}
NUMBERS = {
    "brochure_order": N_("Place in the brochure"),
    "min_age": N_("Age from"),
    "max_age": N_("Age up to"),
    "min_rating": N_("Rating from"),
    "max_rating": N_("Rating up to"),
}
FLAGS = {"trophy": N_("Trophy"), "medal": N_("Medal"), "main_category": N_("Main"), "active": N_("Active")}
ROWS = "rows"
"""The field that says how many rows of prizes a form has, and the group of all that is in them."""
AMOUNT = re.compile(r"[0-9]+([.,][0-9]+)?")
BLANK_ROWS = 4
IN_A_ROW = 3 + len(FLAGS)
MOST_ROWS = 500
PRIZE_LISTS = ListKind(
    section="prizes",
    template="prizes_import.html",
    title=N_("Import prizes"),
    note=N_("From a CSV file or an Excel workbook (.xlsx). Nothing happens before you have seen what would."),
    hint=N_(
        "One row a prize. Columns: category, place, cash, trophy, medal; and who may win: gender, min_age, max_age, "
        "min_rating, max_rating, allow_unrated, disability, city, state, club, section."
    ),
    accept=".csv,.txt,.tsv,.xlsx",
)


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """One row of the form: the fields of a prize as text."""

    id: str = ""
    place: str = ""
    cash: str = ""
    trophy: bool = False
    medal: bool = False
    main_category: bool = False
    active: bool = True


@dataclass(frozen=True, slots=True)
class CategoryPage:
    """The form of one category; `id` is empty for a new one, and a row is the fields of one prize, its id first."""

    url: str
    id: str
    title: str
    fields: Mapping[str, Field]
    rows: tuple[Fields, ...]
    errors: Errors


@dataclass(frozen=True, slots=True)
class PrizePreviewPage:
    """The prizes that a list would set; `obstacle` is why it cannot."""

    url: str
    content: str
    categories: tuple[CategoryLines, ...] = ()
    replaced: int = 0
    act: str | None = None
    obstacle: str | None = None


def category_page(visit: Visit) -> Response[str]:
    """The page with the form of a category, named by `?id=`, or of a new one."""
    return show(visit, {}, 200)


def fields(visit: Visit) -> Fields:
    """The fields of the category, as it is stored, and of its prizes, which are taken together."""
    return (*_category_fields(visit), *_row_fields(_stored_rows(visit)))


def _stored_rows(visit: Visit) -> list[PrizeRow]:
    """The prizes of the category, and some blank rows for more."""
    plan = visit.see(Role.ARBITER, "SetPrizes").state.prizes.plan
    rows = [
        PrizeRow(
            id=prize.id,
            place=str(prize.place),
            cash=amount_text(prize.cash) if prize.cash else "",
            trophy=prize.trophy,
            medal=prize.medal,
            main_category=prize.main_category,
            active=prize.active,
        )
        for prize in plan.prizes_in(_id(visit))
    ]
    return rows + [PrizeRow()] * BLANK_ROWS


def _id(visit: Visit) -> str:
    return visit.form.text("id") or visit.query.get("id", "")


def _category_fields(visit: Visit) -> Fields:
    state = visit.see(Role.ARBITER, "SetPrizes").state
    plan, id = state.prizes.plan, _id(visit)
    last = max((each.brochure_order for each in plan.categories), default=0)
    category = _known(plan, id) if id else Category("", "", brochure_order=last + 1)
    values = {name: "" if (value := getattr(category, name)) is None else str(value) for name in (*TEXTS, *NUMBERS)}
    genders = (("", _("All")), ("f", _("Female")), ("m", _("Male")), ("x", _("Other")))
    sections = tuple((name, name) for name in state.settings.sections)
    order_hint = _("Prizes of lower numbers are given first.")
    numbers = (
        Field(name, _(label), "", attributes={"inputmode": "numeric"}, value=values[name])
        for name, label in NUMBERS.items()
    )
    found = (
        Field("name", _("Name"), attributes={"required": True, "maxlength": 200}, value=category.name),
        *(replace(each, hint=order_hint) if each.name == "brochure_order" else each for each in numbers),
        *(Field(name, _(label), value=values[name]) for name, label in TEXTS.items() if name != "gender"),
        Field("gender", _(TEXTS["gender"]), "", "select", genders, value=gender(category.gender)),
        *_ticks({"allow_unrated": _("Unrated players too"), "active": _("The category is active")}, category),
    )
    if not sections:
        return found
    choices = (("", _("All sections")), *sections)
    hint = _("Ranks count within a section.")
    return (*found, Field("section", _("Section"), hint, "select", choices, value=category.section or ""))


def _ticks(labels: Mapping[str, str], holder: Category | PrizeRow, at: str = "", group: str = "") -> Fields:
    return tuple(
        Field(name + at, label, "", "tick", value="yes" if getattr(holder, name) else "", box=ROWS, group=group)
        for name, label in labels.items()
    )


def _row_fields(rows: Sequence[PrizeRow]) -> Fields:
    found = [Field(ROWS, "", value=str(len(rows)), group=ROWS)]
    for at, row in enumerate(rows):
        found += (
            Field(f"id-{at}", "", value=row.id, group=ROWS),
            Field(f"place-{at}", _("Place, row %(row)s", row=at + 1), value=row.place, group=ROWS),
            Field(f"cash-{at}", _("Cash, row %(row)s", row=at + 1), value=row.cash, group=ROWS),
        )
        labels = {name: _("%(field)s, row %(row)s", field=_(word), row=at + 1) for name, word in FLAGS.items()}
        found += _ticks(labels, row, f"-{at}", ROWS)
    return tuple(found)


def save(visit: Visit) -> Response[str]:
    """The plan with the category as the form says."""
    seen = visit.see(Role.ARBITER, "SetPrizes")
    plan = seen.state.prizes.plan
    id = visit.form.text("id")
    if id:
        _known(plan, id)
    if errors := _misread(visit.form):
        return show(visit, errors, 400)
    category = _category(visit.form, id)
    categories = [category if each.id == id else _as_sent(plan, each) for each in plan.categories]
    categories += [] if id else [category]
    return perform_and_go(visit, seen, SetPrizes(tuple(categories)), _url(visit))


def show(visit: Visit, errors: Errors, status: int) -> Response[str]:
    """The page with the form as it was sent, and what is wrong with it."""
    rows = _row_fields(_rows(visit.form) if ROWS in visit.form.texts else _stored_rows(visit))
    shown = {each.name: each for each in as_sent(_category_fields(visit), visit.form, errors)}
    title = str(shown["name"].value) or _("New category")
    each_row = tuple(rows[at : at + IN_A_ROW] for at in range(1, len(rows), IN_A_ROW))
    context = CategoryPage(_url(visit), _id(visit), title, shown, each_row, errors)
    seen = visit.see(Role.ARBITER, "SetPrizes")
    return page(visit, "prizes_category.html", context, seen=seen, nav="prizes", status=status)


def remove(visit: Visit) -> Response[str]:
    """The plan without a category and its prizes."""
    seen = visit.see(Role.ARBITER, "SetPrizes")
    plan = seen.state.prizes.plan
    gone = _known(plan, visit.form.text("id"))
    kept = (category for category in plan.categories if category.id != gone.id)
    command = SetPrizes(tuple(_as_sent(plan, category) for category in kept))
    return perform_and_go(visit, seen, command, _url(visit), expected=visit.version)


def import_page(visit: Visit) -> Response[str]:
    """The page that asks for a list."""
    return upload_page(visit, visit.see(Role.ARBITER, "SetPrizes"), PRIZE_LISTS)


def preview(visit: Visit) -> Response[str]:
    """What a list would set."""
    seen = visit.see(Role.ARBITER, "SetPrizes")
    content = visit.form.files.get("file") or visit.form.secret("text").encode(errors="replace")
    try:
        if not content.strip():
            raise FormatError(0, 0, "list-empty")
        categories = visit.desk.files.read(read_prize_list, content)
    except (FormatError, TooManyRequests) as error:
        return upload_page(visit, seen, PRIZE_LISTS, error)
    return _preview(visit, seen, categories)


def confirm(visit: Visit) -> Response[str]:
    """The prizes of the list that was looked at, in place of those there were."""
    seen = visit.see(Role.ARBITER, "SetPrizes")
    try:
        categories = json.loads(visit.form.secret("content"))
        if not isinstance(categories, list) or not all(isinstance(each, dict) for each in categories):
            raise ValueError
    except (ValueError, RecursionError):
        raise Invalid("list-malformed", field="content", value=visit.form.secret("content")[:40]) from None
    try:
        return perform_and_go(visit, seen, SetPrizes(tuple(categories)), _url(visit), expected=visit.version)
    except Refused as error:
        return _preview(visit, seen, tuple(categories), status_of(error))


def _preview(visit: Visit, seen: Seen, categories: tuple[Mapping[str, Any], ...], status: int = 200) -> Response[str]:
    context = PrizePreviewPage(_url(visit), json.dumps(categories, ensure_ascii=False))
    try:
        _before, after = visit.desk.preview(visit.actor, visit.tournament, SetPrizes(categories))
        plan = after.state.prizes.plan
        act = _("Set %(prizes)s", prizes=counts.prizes(len(plan.prizes)))
        replaced = len(seen.state.prizes.plan.prizes)
        context = replace(context, categories=prize_list(seen.state, plan), replaced=replaced, act=act)
    except PodiumError as error:
        context = replace(context, obstacle=sentence(error))
    return page(visit, "prizes_preview.html", context, seen=seen, nav="prizes", status=status)


def _url(visit: Visit) -> str:
    return f"{visit.url}/prizes"


def _as_sent(plan: Plan, category: Category) -> dict[str, object]:
    """A category as a client would send it."""
    sent: dict[str, object] = to_builtins(category_row(plan, category))
    return sent


def _known(plan: Plan, id: str) -> Category:
    for category in plan.categories:
        if category.id == id:
            return category
    raise Unknown("category", id)


def _misread(form: Form) -> Errors:
    """The fields that are no numbers, all at once; what numbers cannot be is for the prizes to say."""
    errors = {}
    for name, label in NUMBERS.items():
        if isinstance(text := number_or_text(form.text(name)), str):
            errors[name] = _("%(field)s: “%(value)s” is not a whole number.", field=_(label), value=text)
    for at, row in enumerate(_rows(form)):
        if isinstance(number_or_text(row.place), str):
            errors[f"place-{at}"] = _(
                "Prize %(row)s: the place “%(value)s” is not a whole number.", row=at + 1, value=row.place
            )
        if row.cash and not AMOUNT.fullmatch(row.cash):
            errors[f"cash-{at}"] = _(
                "Prize %(row)s: “%(value)s” is not an amount of money, such as 50 or 12.50.", row=at + 1, value=row.cash
            )
    return errors


def _category(form: Form, id: str) -> dict[str, object]:
    """The category that a form spells out, as commands take it."""
    prizes = [
        {
            "id": row.id or None,
            "place": number_or_text(row.place),
            "cash": row.cash.replace(",", ".") or None,
            "trophy": row.trophy,
            "medal": row.medal,
            "main_category": row.main_category,
            "active": row.active,
        }
        for row in _rows(form)
        if row.id or row.place or row.cash or row.trophy or row.medal
    ]
    return {
        "id": id or None,
        **{name: form.optional(name) for name in ("name", "section", *TEXTS)},
        **{name: number_or_text(form.text(name)) for name in NUMBERS},
        "active": form.text("active") == "yes",
        "allow_unrated": form.text("allow_unrated") == "yes",
        "prizes": [prize for prize in prizes if not (prize["id"] and prize["place"] is None and not prize["cash"])],
    }


def _rows(form: Form) -> list[PrizeRow]:
    """The rows of prizes that a form has; one whose place and cash were emptied is dropped by the caller."""
    count = min(form.number(ROWS) or 0, MOST_ROWS)
    return [
        PrizeRow(
            id=form.text(f"id-{at}"),
            place=form.text(f"place-{at}"),
            cash=form.text(f"cash-{at}"),
            trophy=form.text(f"trophy-{at}") == "yes",
            medal=form.text(f"medal-{at}") == "yes",
            main_category=form.text(f"main_category-{at}") == "yes",
            active=form.text(f"active-{at}") == "yes",
        )
        for at in range(count)
    ]
