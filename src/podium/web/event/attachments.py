"""The logo of an event, the background of its certificates, photos of its players: served, changed, taken away."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.event.attachments import AttachmentKey, AttachmentKind, change_attachment, remove_attachment
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.core.errors import Invalid, Unknown
from podium.flow.lookups import find_player
from podium.web.frame.responses import ErrorPage, Link, render_error, see_other
from podium.web.frame.visit import StatusLine, Visit

YEAR = 31_536_000  # seconds: another picture has another address


@dataclass(frozen=True, slots=True)
class AttachmentPages:
    """The file and the forms of a kind of pictures: where they lead, and what they say."""

    kind: AttachmentKind
    page: str  # below that of the event
    way_back: str
    changed: str
    removed: str
    least: Role = Role.PUBLIC
    form: str = ""  # where the form is, below the page
    kept: str = f"max-age={YEAR}, immutable"

    def file(self, visit: Visit) -> Response[bytes]:
        """The picture, for users who see the event, or print its certificates."""
        seen, key = visit.see(self.least, "make certificates"), self._key(visit)
        if key.player:
            find_player(seen.state, key.player)
        picture = visit.services.attachments.picture(key)
        if picture is None:
            raise Unknown(self.kind, key.player or key.tournament)
        who = "public" if seen.state.published and self.least is Role.PUBLIC else "private"
        kept = f"{who}, {self.kept}" if visit.query.get("v") == picture.mark else "no-cache"
        headers = {"Cache-Control": kept, "Content-Disposition": "inline"}
        if key.player:
            headers["ETag"] = f'"{picture.mark}"'
        return Response(picture.content, media_type=picture.media_type, headers=headers)

    def change(self, visit: Visit) -> Response[str]:
        """The page with the picture that was uploaded."""
        key, content = self._key(visit), visit.form.files.get("file", b"")
        try:
            change_attachment(visit.desk, visit.services.attachments, visit.actor, key, content, _digest_before(visit))
        except Invalid as error:
            way_on = Link(f"{self._page(visit)}{self.form}", _(self.way_back))
            return render_error(visit, ErrorPage(400, _("Not a picture"), sentence(error), (way_on,)))
        return see_other(visit, self._page(visit), StatusLine(_(self.changed)))

    def remove(self, visit: Visit) -> Response[str]:
        """The page without a picture."""
        key = self._key(visit)
        remove_attachment(visit.desk, visit.services.attachments, visit.actor, key, _digest_before(visit))
        return see_other(visit, self._page(visit), StatusLine(_(self.removed)))

    def _key(self, visit: Visit) -> AttachmentKey:
        return AttachmentKey(self.kind, visit.tournament, visit.player if self.kind is AttachmentKind.PHOTO else None)

    def _page(self, visit: Visit) -> str:
        return visit.url + self.page.format(**visit.path)


def _digest_before(visit: Visit) -> str | None:
    """The digest of the picture that the form was made beside, empty for none; None where it does not say."""
    return visit.form.text("was") if "was" in visit.form.texts else None


LOGO = AttachmentPages(
    AttachmentKind.LOGO,
    page="/settings",
    way_back=N_("Back to the settings"),
    changed=N_("The picture is changed."),
    removed=N_("The picture is removed."),
)
BACKGROUND = AttachmentPages(
    AttachmentKind.BACKGROUND,
    page="/certificates",
    way_back=N_("Back to the certificates"),
    changed=N_("The background is changed."),
    removed=N_("The background is removed."),
    least=Role.ARBITER,
)
PHOTO = AttachmentPages(
    AttachmentKind.PHOTO,
    page="/players/{player}",
    way_back=N_("Back to the player"),
    changed=N_("The photo is changed."),
    removed=N_("The photo is removed."),
    form="/edit",
    kept="max-age=3600",  # seconds: somebody may be forgotten
)
