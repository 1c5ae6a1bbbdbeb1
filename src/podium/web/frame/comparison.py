"""Forms that change what is there, sent while somebody else changed it: what merges is merged, what differs is shown.

A page puts into each of its compared forms what the fields held when it was made (`rendered`). When the form comes
back, the page is made once more, and each field has three values: what it held then, what was sent, what it holds now.
What only one side changed is taken from that side; where both did, the sender sees both and decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from litestar import MediaType, Response

from podium.app.words.language import _
from podium.core.errors import Stale
from podium.web.frame.change_authors import ChangeAuthor, change_authors
from podium.web.frame.form_fields import VERSIONS, FormField, RenderedForm, Values, compared_forms, filled
from podium.web.frame.forms import Form
from podium.web.frame.refusals import PageFinder, PageHandler, page_at
from podium.web.frame.responses import NOT_KEPT
from podium.web.frame.snapshots import RENDERED, Snapshot, comparable, comparable_text, snapshot_in
from podium.web.frame.visit import TRIES, Visit

DIFFERING, RESOLVE = "differing", "resolve"
THEIRS = "theirs"


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that somebody else changed meanwhile: what was sent, what it holds now, and whose that is."""

    label: str
    mine: str
    theirs: str
    author: ChangeAuthor | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A form that was sent beside the same form as it would be now; `differing` fields were changed on both sides."""

    html: str
    form: RenderedForm
    address: str
    merged: Form
    differing: tuple[FormField, ...]

    @property
    def version(self) -> int | None:
        return self.merged.number("version")


def act_on_compared(visit: Visit, handler: PageHandler, finder: PageFinder) -> Response[str]:
    """What `handler` answers to a form; or, where others changed what it would overwrite, the page that shows both."""
    snapshot = snapshot_in(visit.form)
    if snapshot is None:
        return handler(visit)
    for left in reversed(range(TRIES)):
        comparison = compare(visit, snapshot, finder)
        if comparison is None:  # the page is gone, and the handler says why
            return handler(visit)
        if comparison.differing:
            return _differences_page(visit, snapshot, comparison, finder)
        try:
            return handler(replace(visit, form=comparison.merged, compared=comparison.version))
        except Stale:
            if not left:
                raise
    raise AssertionError("a loop that returns or raises")


def compare(visit: Visit, snapshot: Snapshot, finder: PageFinder) -> Comparison | None:
    """The form that was sent beside the same form now; None where there is no such form any more."""
    html = page_at(visit, snapshot.address, finder)
    action = visit.here.partition("?")[0]
    forms = [each for each in compared_forms(html) if each.action == action] if html else []
    if html is None or not forms:
        return None
    form = max(forms, key=lambda each: _likeness(each, visit.form))
    texts = dict(visit.form.texts)
    differing: list[FormField] = []
    now = comparable(form.values)
    for names in _units(form):
        mine = {name: visit.form.texts.get(name, ()) for name in names}
        theirs = {name: tuple(form.fields[name].values) for name in names}
        touched = not _same(comparable(mine), snapshot.values, names) or _is_pressed(form, names, visit.form)
        gives_way = _gives_way(visit.form, names)
        if (_same(now, snapshot.values, names) and not gives_way) or _same(comparable(mine), now, names):
            continue
        if touched and not gives_way:
            differing += [form.fields[name] for name in names if _differs(mine[name], theirs[name])]
            continue
        for name in names:
            texts.pop(name, None)
            if theirs[name]:
                texts[name] = theirs[name]
    texts |= {name: (form.held(name),) for name in VERSIONS if name in form.fields}
    texts[RENDERED] = (Snapshot(snapshot.address, now).text,)
    return Comparison(html, form, snapshot.address, replace(visit.form, texts=texts), tuple(differing))


def _likeness(form: RenderedForm, sent: Form) -> int:
    """How many of its hidden fields a form has as they were sent: one of several to the same address."""
    return sum(each.hidden and tuple(each.values) == sent.texts.get(name) for name, each in form.fields.items())


def _units(form: RenderedForm) -> list[list[str]]:
    """The names of fields that are taken together, most by themselves; what is hidden is not the sender's."""
    groups: dict[object, list[str]] = {}
    for name, each in form.fields.items():
        if each.group is not None or not each.hidden:
            groups.setdefault(name if each.group is None else each.group, []).append(name)
    return list(groups.values())


def _is_pressed(form: RenderedForm, names: list[str], sent: Form) -> bool:
    """Whether a button was pressed that changes these fields."""
    group = form.fields[names[0]].group
    return group is not None and any(sent.text(button) for button in form.buttons[group])


def _gives_way(sent: Form, names: list[str]) -> bool:
    """Whether the sender saw the difference in these fields, and keeps what others made of them."""
    return sent.text(RESOLVE) == THEIRS and any(name in sent.texts.get(DIFFERING, ()) for name in names)


def _same(one: Values, other: Values, names: list[str]) -> bool:
    return all(one.get(name, ()) == other.get(name, ()) for name in names)


def _differs(mine: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    return [comparable_text(each) for each in mine] != [comparable_text(each) for each in theirs]


def _differences_page(visit: Visit, snapshot: Snapshot, comparison: Comparison, finder: PageFinder) -> Response[str]:
    """The page with the form as it was sent, merged as far as it goes, and the differences above it."""
    form, differing = comparison.form, comparison.differing
    authors = change_authors(
        visit, comparison.version, [each.name for each in differing], _page_values(visit, comparison, finder)
    )
    differences = [
        Difference(
            each.label or each.name,
            _in_words(each, visit.form.texts.get(each.name, ())),
            _in_words(each, tuple(each.values)),
            authors.get(each.name),
        )
        for each in differing
    ]
    panel = visit.shared.templates.get_template("differences.html").render(
        differences=differences, differing=[each.name for each in differing]
    )
    inside = filled(comparison.html, form, comparison.merged.texts)
    html = f"{comparison.html[: form.start]}{panel}{inside}{comparison.html[form.end :]}"
    return Response(html, media_type=MediaType.HTML, status_code=409, headers=NOT_KEPT)


def _in_words(field: FormField, values: tuple[str, ...]) -> str:
    if field.ticked and len(field.values) <= 1 and len(values) <= 1:
        return _("yes") if values else _("no")
    return field.in_words(values) or _("empty")


def _page_values(visit: Visit, comparison: Comparison, finder: PageFinder) -> Callable[[int], Mapping[str, object]]:
    """What the fields of the form held at a version; nothing where there was no such form."""

    def at(version: int) -> Mapping[str, object]:
        html = page_at(replace(visit, as_of=version), comparison.address, finder)
        forms = compared_forms(html) if html else ()
        return next((comparable(each.values) for each in forms if each.action == comparison.form.action), {})

    return at
