"""The background of certificates: served, changed, taken away."""

from __future__ import annotations

from litestar import Response

from podium.app.access import Role
from podium.app.event.event_pictures import change_picture, remove_picture
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.core.errors import Invalid, Unknown
from podium.web.event.event_logo import KEPT_FOR, digest_before
from podium.web.frame.responses import ErrorPage, Link, render_error, see_other
from podium.web.frame.status_line import StatusLine
from podium.web.frame.visit import Visit


def background_file(visit: Visit) -> Response[bytes]:
    """The picture, for those who print certificates."""
    visit.see(Role.ARBITER, "make certificates")
    picture = visit.services.certificate_backgrounds.picture(visit.tournament)
    if picture is None:
        raise Unknown("background", visit.tournament)
    kept = f"private, max-age={KEPT_FOR}, immutable" if visit.query.get("v") == picture.mark else "no-cache"
    headers = {"Cache-Control": kept, "Content-Disposition": "inline"}
    return Response(picture.content, media_type=picture.media_type, headers=headers)


def change(visit: Visit) -> Response[str]:
    """Certificates on the picture that was uploaded."""
    back, pictures = f"{visit.url}/certificates", visit.services.certificate_backgrounds
    try:
        content = visit.form.files.get("file", b"")
        change_picture(visit.desk, pictures, visit.actor, visit.tournament, content, digest_before(visit))
    except Invalid as error:
        way_on = Link(back, _("Back to the certificates"))
        return render_error(visit, ErrorPage(400, _("Not a picture"), sentence(error), code=error.code, way_on=way_on))
    return see_other(visit, back, StatusLine(_("The background is changed.")))


def remove(visit: Visit) -> Response[str]:
    """Certificates with a frame and no picture."""
    pictures = visit.services.certificate_backgrounds
    remove_picture(visit.desk, pictures, visit.actor, visit.tournament, digest_before(visit))
    return see_other(visit, f"{visit.url}/certificates", StatusLine(_("The background is removed.")))
