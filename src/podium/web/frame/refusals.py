"""A form that was refused: the page it was on once more, with the sentence at the form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlsplit

from litestar import MediaType, Response
from litestar.response import Redirect
from markupsafe import Markup, escape

from podium.app.server.http_statuses import status_of
from podium.app.words.errors import sentence
from podium.core.errors import PodiumError, Unavailable, Unknown
from podium.web.frame.forms import Form
from podium.web.frame.responses import NOT_KEPT
from podium.web.frame.visit import Visit

PageHandler = Callable[[Visit], Response[str]]
HOPS = 2
"""Ways on that are gone from the page of a form: `/rounds` leads to the round being played."""

_PLACE = re.compile(r"\{(\w+):(int|str)\}")
_KINDS = {"int": "[0-9]{1,9}", "str": "[^/]+"}
_MAIN = re.compile(r"<main\b[^>]*>")


@dataclass(frozen=True, slots=True)
class PageFinder:
    """The pages there are, by the patterns of their addresses."""

    pages: tuple[tuple[re.Pattern[str], PageHandler], ...]

    @classmethod
    def of(cls, pages: Sequence[tuple[str, PageHandler]]) -> PageFinder:
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
        html = page_at(visit, address, finder)
        if html is not None:
            content = with_sentence(html, visit.here, visit.form, sentence(error))
            return Response(content, media_type=MediaType.HTML, status_code=status_of(error), headers=NOT_KEPT)
    return None


def with_sentence(html: str, action: str, form: Form, text: str) -> str:
    """The page with a sentence at the form that sends `form` to `action`; above everything where it is not there."""
    said = Markup(
        '<p class="refusal" role="alert" tabindex="-1" autofocus data-action="{}" data-problem>'
        "<span data-sentence>{}</span></p>"
    ).format(action, text)
    opening = re.compile(rf'<form\b[^>]*\baction="{re.escape(str(escape(action)))}"[^>]*>')
    places = [found.end() for found in opening.finditer(html) if not _is_in_dialog(html, found.start())]
    if places:
        at = max(places, key=lambda place: _likeness(html[place : html.find("</form>", place)], form))
    else:
        main = _MAIN.search(html)
        at = main.end() if main else 0
    return f"{html[:at]}{said}{html[at:]}"


def _likeness(html: str, form: Form) -> int:
    """How many of the fields that were sent a form has as they were sent: one of several to the same address."""
    pairs = (f'name="{escape(name)}" value="{escape(text)}"' for name, text in form.values().items())
    return sum(pair in html for pair in pairs)


def _is_in_dialog(html: str, at: int) -> bool:
    return html.rfind("<dialog", 0, at) > html.rfind("</dialog>", 0, at)


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
