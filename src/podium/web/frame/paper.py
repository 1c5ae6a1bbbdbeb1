"""Pages that are made for the printer, in the language that paper is in."""

from __future__ import annotations

from litestar import Response

from podium.app.words.event_language import paper_language
from podium.app.words.language import speaking
from podium.web.frame.refusals import PageHandler
from podium.web.frame.visit import Visit


def on_paper(handler: PageHandler) -> PageHandler:
    """The page in the language of its event, unless `?language=de` names another."""

    def printed(visit: Visit) -> Response[str]:
        with speaking(paper_language(visit.see().state.settings, visit.query.get("language"))):
            return handler(visit)

    return printed
