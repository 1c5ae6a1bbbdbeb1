"""The logo or picture of an event: served, changed, taken away."""

from __future__ import annotations

from litestar import Response

from podium.app.event.event_pictures import change_picture, remove_picture
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.core.errors import Invalid, Unknown
from podium.web.frame.responses import ErrorPage, Link, render_error, see_other
from podium.web.frame.status_line import StatusLine
from podium.web.frame.visit import Visit

KEPT_FOR = 31_536_000  # seconds: another logo has another address


def logo_file(visit: Visit) -> Response[bytes]:
    """The logo, for those who see the event."""
    seen = visit.see()
    logo = visit.services.logos.picture(visit.tournament)
    if logo is None:
        raise Unknown("logo", visit.tournament)
    who = "public" if seen.state.published else "private"
    kept = f"{who}, max-age={KEPT_FOR}, immutable" if visit.query.get("v") == logo.mark else "no-cache"
    headers = {"Cache-Control": kept, "Content-Disposition": "inline"}
    return Response(logo.content, media_type=logo.media_type, headers=headers)


def change(visit: Visit) -> Response[str]:
    """The event with the picture that was uploaded."""
    back = f"{visit.url}/settings"
    try:
        content = visit.form.files.get("file", b"")
        change_picture(visit.desk, visit.services.logos, visit.actor, visit.tournament, content, digest_before(visit))
    except Invalid as error:
        way_on = Link(back, _("Back to the settings"))
        return render_error(visit, ErrorPage(400, _("Not a picture"), sentence(error), code=error.code, way_on=way_on))
    return see_other(visit, back, StatusLine(_("The picture is changed.")))


def remove(visit: Visit) -> Response[str]:
    """The event without a picture."""
    remove_picture(visit.desk, visit.services.logos, visit.actor, visit.tournament, digest_before(visit))
    return see_other(visit, f"{visit.url}/settings", StatusLine(_("The picture is removed.")))


def digest_before(visit: Visit) -> str | None:
    """The digest of the picture that the form was made beside, empty for none; None where it does not say."""
    return visit.form.text("was") if "was" in visit.form.texts else None
