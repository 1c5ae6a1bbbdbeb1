"""The photo of a player: served, changed, taken away."""

from __future__ import annotations

from litestar import Response

from podium.app.players.photos import change_photo, remove_photo
from podium.app.words.errors import sentence
from podium.app.words.language import _
from podium.core.errors import Invalid, Unknown
from podium.flow.lookups import find_player
from podium.web.frame.responses import ErrorPage, Link, render_error, see_other
from podium.web.frame.status_line import StatusLine
from podium.web.frame.visit import Visit

KEPT_FOR = 3600  # seconds: somebody may be forgotten


def photo_file(visit: Visit) -> Response[bytes]:
    """The photo, for those who see the event."""
    seen = visit.see()
    player = find_player(seen.state, visit.player)
    photo = visit.services.photos.photo(visit.tournament, player.id)
    if photo is None:
        raise Unknown("photo", player.id)
    who = "public" if seen.state.published else "private"
    kept = f"{who}, max-age={KEPT_FOR}" if visit.query.get("v") == photo.mark else "no-cache"
    headers = {"Cache-Control": kept, "Content-Disposition": "inline", "ETag": f'"{photo.mark}"'}
    return Response(photo.content, media_type=photo.media_type, headers=headers)


def change(visit: Visit) -> Response[str]:
    """The player with the photo that was uploaded."""
    card = f"{visit.url}/players/{visit.player}"
    try:
        content = visit.form.files.get("file", b"")
        change_photo(visit.desk, visit.services.photos, visit.actor, visit.tournament, visit.player, content)
    except Invalid as error:
        way_on = Link(f"{card}/edit", _("Back to the player"))
        return render_error(visit, ErrorPage(400, _("Not a picture"), sentence(error), code=error.code, way_on=way_on))
    return see_other(visit, card, StatusLine(_("The photo is changed.")))


def remove(visit: Visit) -> Response[str]:
    """The player without a photo."""
    remove_photo(visit.desk, visit.services.photos, visit.actor, visit.tournament, visit.player)
    return see_other(visit, f"{visit.url}/players/{visit.player}", StatusLine(_("The photo is removed.")))
