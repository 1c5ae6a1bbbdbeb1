"""The page on which a director says what an event that was paired by hand is from now on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from litestar import Response

from podium.app.access import Role
from podium.app.words.language import _
from podium.flow.commands import ContinueAs
from podium.flow.event.options import CYCLES, INITIAL_COLOUR, NUMBERING, ROUNDS
from podium.flow.event.settings import GIVEN, formats_with
from podium.flow.formats.registry import FORMAT
from podium.flow.state import Tournament
from podium.web.event.settings_form import declared_field, form_settings, form_texts, problems, settings_texts
from podium.web.formats.registry import FORMAT_PAGES, pages_of
from podium.web.frame.forms import Errors, Fields
from podium.web.frame.responses import page, perform_and_go, see_other
from podium.web.frame.visit import Visit

DECIDED = (FORMAT, ROUNDS, NUMBERING, INITIAL_COLOUR, CYCLES)
"""What is to be decided before the engine pairs; all else can wait, or was decided."""


@dataclass(frozen=True, slots=True)
class ContinuationPage:
    """What there is to decide, and how many rounds are taken over."""

    fields: Fields
    errors: Errors
    rounds: int


def can_go_on(state: Tournament) -> bool:
    """Whether the event has rounds that another format may take over."""
    return bool(state.rounds) and pages_of(state).traits.goes_on_as_another


def continuation_page(visit: Visit) -> Response[str]:
    """The form; the settings where there is nothing to go on with."""
    if not can_go_on(visit.see(Role.ARBITER, ContinueAs.__name__).state):
        return see_other(visit, f"{visit.url}/settings")
    return show(visit, {}, 200)


def go_on(visit: Visit) -> Response[str]:
    """The tournament, in the chosen format from now on; or the form with what stands in the way."""
    seen = visit.see(Role.ARBITER, ContinueAs.__name__)
    chosen = visit.form.text(FORMAT.json)
    read = form_settings(visit.form, seen.state.settings)
    settings = {name: value for name, value in read.items() if chosen in formats_with(GIVEN[name])}
    if errors := problems(settings, seen.state.settings):
        return show(visit, errors, 400)
    return perform_and_go(visit, seen, ContinueAs(settings), f"{visit.url}/rounds")


def fields(visit: Visit) -> Fields:
    """What there is to decide, as it is stored."""
    return _fields(settings_texts(visit.see(Role.ARBITER, ContinueAs.__name__).state.settings), {})


def show(visit: Visit, errors: Errors, status: int) -> Response[str]:
    """The page with the form as it was sent, and what is wrong with it."""
    seen = visit.see(Role.ARBITER, ContinueAs.__name__)
    values = {**settings_texts(seen.state.settings), **form_texts(visit.form)}
    context = ContinuationPage(_fields(values, errors), errors, len(seen.state.rounds))
    return page(visit, "continuation.html", context, seen=seen, nav="settings", status=status)


def _fields(values: Mapping[str, str], errors: Errors) -> Fields:
    targets = tuple((each.name, _(each.words.short)) for each in FORMAT_PAGES if each.traits.takes_over)
    names = [name for name, _label in targets]
    chosen = values[FORMAT.json] if values[FORMAT.json] in names else names[0]
    found = []
    for option in DECIDED:
        having = [name for name in names if name in formats_with(option)]
        field = declared_field(option.json, option)
        found.append(
            replace(
                field,
                value=chosen if option is FORMAT else values.get(option.json, ""),
                choices=targets if option is FORMAT else field.choices,
                hint=_("A Swiss needs the number planned, those played among them.")
                if option is ROUNDS
                else field.hint,
                error=errors.get(option.json),
                only_for="" if having == names else " ".join(having),
                hidden=chosen not in having,
            )
        )
    return tuple(found)
