"""Certificates: who gets one, what the organiser writes on it, and the sheets for print."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.attachments import AttachmentKey, AttachmentKind, served_address, stored_digest
from podium.app.formats.documents import DocumentName
from podium.app.prizes.certificates import (
    LONGEST_TEXT,
    WORDS,
    Certificate,
    Recipients,
    Signature,
    Wording,
    certificates,
    offered,
    wording,
)
from podium.app.story.story import is_over
from podium.app.words.language import _
from podium.core.collation import name_key
from podium.core.errors import Unknown
from podium.core.ids import PlayerId
from podium.flow.state import Tournament
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit


@dataclass(frozen=True, slots=True)
class CertificatesPage:
    """The choice: for whom, and with which words."""

    url: str
    story: str
    kinds: tuple[tuple[str, str], ...]
    kind: str
    players: tuple[tuple[str, str], ...]
    player: str
    wording: Wording
    over: bool
    prizes: str
    longest: int
    background: str
    """The address of the picture behind the text, empty for none."""
    background_digest: str
    background_url: str
    may_change: bool


@dataclass(frozen=True, slots=True)
class CertificatePrintPage:
    """The sheets, one for each who gets one."""

    back: str
    pdf: str
    sheets: tuple[Certificate, ...]
    wording: Wording
    signatures: tuple[Signature, ...]
    background: str
    wide: bool
    """Whether the paper lies on its long side, as the background does."""


def certificates_page(visit: Visit) -> Response[str]:
    """The page on which certificates are chosen."""
    seen = _seen(visit)
    kinds = offered(seen.state)
    context = CertificatesPage(
        url=f"{visit.url}/certificates/print",
        story=f"{visit.url}/story",
        kinds=tuple((kind.value, _(WORDS[kind])) for kind in kinds),
        kind=visit.query.get("for", kinds[0].value if kinds else ""),
        players=(("", _("all of them")), *_names(seen.state)),
        player=visit.query.get("player", ""),
        wording=wording(seen.state.settings, visit.query),
        over=is_over(seen.state),
        prizes=f"{visit.url}/prizes",
        longest=LONGEST_TEXT,
        background=served_address(visit.services.attachments, _background_key(visit)),
        background_digest=stored_digest(visit.services.attachments, _background_key(visit)),
        background_url=f"{visit.url}/certificates/background",
        may_change=not seen.state.archived,
    )
    return page(visit, "certificates.html", context, seen=seen, nav="story")


def print_page(visit: Visit) -> Response[str]:
    """The sheets for print: `?for=places`, `prizes` or `players`, and `?player=` for one of them."""
    seen = _seen(visit)
    wanted = visit.query.get("for", "")
    kind = next((each for each in Recipients if each.value == wanted), None)
    if kind is None:
        raise Unknown("kind of certificate", wanted)
    player = visit.query.get("player")
    words = wording(seen.state.settings, visit.query)
    query = visit.here.partition("?")[2]
    picture = visit.services.attachments.picture(_background_key(visit))
    context = CertificatePrintPage(
        back=f"{visit.url}/certificates?{query}",
        pdf=f"/api/tournaments/{visit.tournament}/documents/{DocumentName.CERTIFICATES.value}?{query}",
        sheets=certificates(seen.state, kind, PlayerId(player) if player else None),
        wording=words,
        signatures=(
            Signature(words.arbiter, _("Chief arbiter")),
            Signature(words.organiser, _("Organiser")),
        ),
        background=served_address(visit.services.attachments, _background_key(visit)),
        wide=picture is None or picture.wide,
    )
    return page(visit, "certificates_print.html", context, seen=seen, nav="story")


def _seen(visit: Visit) -> Seen:
    return visit.see(Role.ARBITER, "make certificates")


def _background_key(visit: Visit) -> AttachmentKey:
    return AttachmentKey(AttachmentKind.BACKGROUND, visit.tournament)


def _names(state: Tournament) -> list[tuple[str, str]]:
    """Everybody by id and name, in the order of the names."""
    listed = sorted(state.players.values(), key=lambda each: name_key(each.name, state.settings.language))
    return [(str(each.id), each.name) for each in listed]
