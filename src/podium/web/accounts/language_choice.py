"""The language that somebody chooses from the menu at the foot of every page, kept on the device."""

from __future__ import annotations

from litestar import Response

from podium.app.accounts.credentials import LANGUAGE_COOKIE
from podium.app.words.language import available
from podium.core.errors import Unknown
from podium.web.frame.responses import see_other, set_cookie
from podium.web.frame.status_line import is_local
from podium.web.frame.visit import Visit

LASTS = 365 * 24 * 3600


def choose(visit: Visit) -> Response[str]:
    """The way back to the page that the menu was on, in the language of the address from now on.

    It is an address and no form, so that pages for everybody need no token of anybody's.
    """
    code = visit.path["code"]
    if code not in available():
        raise Unknown("language", code)
    back = visit.query.get("back", "/")
    response = see_other(visit, back if is_local(back) else "/")
    set_cookie(visit, response, LANGUAGE_COOKIE, code, lasts=LASTS)
    return response
