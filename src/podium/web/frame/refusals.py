"""A form that was not carried out: its page once more with the reason at the form, or the question of FIDE mode."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlsplit

from litestar import MediaType, Response
from litestar.response import Redirect

from podium.app.event.fide_words import caution_sentences
from podium.app.problems import status_of
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.core.errors import Cautioned, PodiumError, Unavailable, Unknown
from podium.web.frame.forms import Form, RefusedForm, SentFields
from podium.web.frame.responses import NOT_KEPT, PageHandler, page, visible_event
from podium.web.frame.visit import Visit

HOPS = 2
"""Ways on that are gone from the page of a form: `/rounds` leads to the round being played."""

_PLACE = re.compile(r"\{(\w+):(int|str)\}")
_KINDS = {"int": "[0-9]{1,9}", "str": "[^/]+"}


@dataclass(frozen=True, slots=True)
class PageFinder:
    """The pages there are, by the patterns of their addresses."""

    pages: tuple[tuple[re.Pattern[str], PageHandler], ...]

    @classmethod
    def from_routes(cls, pages: Sequence[tuple[str, PageHandler]]) -> PageFinder:
        """The pages of a table of routes."""
        return cls(tuple((_pattern(path), handler) for path, handler in pages))

    def find(self, path: str) -> tuple[PageHandler, Mapping[str, str]] | None:
        """The page at an address and what the address names; None where there is none."""
        for pattern, handler in self.pages:
            if (found := pattern.fullmatch(path)) is not None:
                return handler, found.groupdict()
        return None


def refused_page(visit: Visit, error: PodiumError, finder: PageFinder) -> Response[str] | None:
    """The page of a form that was refused, with the reason at the form; None where no such page can be seen."""
    if visit.method != "POST" or visit.in_place or isinstance(error, Unavailable):
        return None
    for address in _addresses(visit, error):
        refused = RefusedForm(visit.here, visit.form.values(), sentence(error))
        content = page_at(replace(visit, refused=refused), address, finder)
        if content is not None:
            return Response(content, media_type=MediaType.HTML, status_code=status_of(error), headers=NOT_KEPT)
    return None


def _addresses(visit: Visit, error: PodiumError) -> Iterator[str]:
    """Where the form may have been: the page that sent it, then the pages above the address it was sent to."""
    if visit.came_from:
        yield visit.came_from
    if (back := visit.back("")) != "":
        yield back
    if isinstance(error, Unknown):
        return  # an address that does not exist has a page of its own
    path = visit.here.partition("?")[0]
    while path.count("/") > 1:
        yield path
        path = path.rpartition("/")[0]


def page_at(visit: Visit, address: str, finder: PageFinder) -> str | None:
    """The page at an address as the sender of the form sees it; None where there is none, or not for them."""
    for _hop in range(HOPS):
        split = urlsplit(address)
        found = finder.find(split.path)
        if found is None:
            return None
        handler, names = found
        here = split.path + (f"?{split.query}" if split.query else "")
        asked = replace(
            visit, method="GET", here=here, path=names, query=dict(parse_qsl(split.query)), form=Form(), status_lines=()
        )
        try:
            response = handler(asked)
        except PodiumError:
            return None
        if not isinstance(response, Redirect):
            return response.content if response.status_code == 200 else None
        address = response.url
    return None


def _pattern(path: str) -> re.Pattern[str]:
    """The pattern of an address of the routes, such as `/t/{id:str}/rounds/{round:int}`."""
    parts = []
    end = 0
    for place in _PLACE.finditer(path):
        parts += [re.escape(path[end : place.start()]), f"(?P<{place[1]}>{_KINDS[place[2]]})"]
        end = place.end()
    return re.compile("".join(parts) + re.escape(path[end:]))


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
class AskPage:
    """A question before a form is carried out: the `problem`, and the form once more with the answer."""

    title: str
    problem: str
    action: str
    fields: dict[str, str]
    back: str
    go_back: str
    go_on: str
    notes: tuple[str, ...] = ()


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
    fields: SentFields
    button: str
    back: str


def caution_page(visit: Visit, caution: Cautioned, kept: SentFields = (), form: str = "") -> Response[str]:
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
