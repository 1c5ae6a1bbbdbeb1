"""What FIDE mode asks before a form is carried out: the question, and the form once more with the answer."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.event.fide_words import caution_sentences
from podium.app.server.http_statuses import status_of
from podium.app.words.language import N_, _
from podium.core.errors import Cautioned
from podium.web.frame.forms import Fields
from podium.web.frame.responses import page, visible_event
from podium.web.frame.visit import Visit

TITLES = {
    "L2": N_("Please note"),
    "L3": N_("Not by the regulations: go on?"),
    "L4": N_("Leave FIDE mode?"),
}
LAST_STEP = N_("Leave FIDE mode for good?")
BUTTONS = {"L2": N_("Understood, go on"), "L3": N_("Go on all the same"), "L4": N_("Continue…")}
LAST_BUTTON = N_("Leave FIDE mode for good")
NOT_AGAIN = ("csrf", "version", "acknowledge")
"""The fields that every form writes itself, and the answer to the last question."""


@dataclass(frozen=True, slots=True)
class CautionPage:
    """The question: its level, what is to be known, and the form that goes on, from the version it was made from."""

    title: str
    level: str
    step: int
    steps: int
    sentences: tuple[str, ...]
    action: str
    version: int | None
    fields: Fields
    button: str
    back: str


def caution_page(visit: Visit, caution: Cautioned, kept: Fields = (), form: str = "") -> Response[str]:
    """The question whether to go on, with the fields of the form that was sent; `kept` stand for its files.

    `form` is the page of the form, where it is none of a tournament.
    """
    facts = caution.facts
    level, step, steps = str(facts["level"]), int(str(facts["step"])), int(str(facts["steps"]))
    last = steps > 1 and step == steps
    sent = [
        (name, text)
        for name, texts in visit.form.texts.items()
        if name not in {*NOT_AGAIN, *dict(kept)}
        for text in texts
    ]
    context = CautionPage(
        title=_(LAST_STEP) if last else _(TITLES[level]),
        level=level,
        step=step,
        steps=steps,
        sentences=tuple(caution_sentences(facts)),
        action=visit.here,
        version=visit.version,
        fields=(*sent, *kept, ("acknowledge", str(facts["acknowledge"]))),
        button=_(LAST_BUTTON) if last else _(BUTTONS[level]),
        back=visit.came_from or visit.back(form or visit.url),
    )
    return page(visit, "caution.html", context, seen=visible_event(visit), status=status_of(caution))
