"""Certificates: who gets one, what the organiser writes on it, and the sheets for print."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.stories import is_over
from podium.app.views.certificates import WORDS, Certificate, Recipients, Signature, certificates, offered
from podium.app.words.dates import dates
from podium.app.words.language import _
from podium.core.collation import name_key
from podium.core.errors import Unknown
from podium.core.ids import PlayerId
from podium.flow.state import Tournament
from podium.web.frame.responses import page
from podium.web.frame.visit import Visit

LONGEST = 300  # signs of a text that still fit on the sheet


@dataclass(frozen=True, slots=True)
class Wording:
    """What the organiser puts on every sheet."""

    text: str
    place: str
    date: str
    arbiter: str
    organiser: str


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


@dataclass(frozen=True, slots=True)
class CertificatePrintPage:
    """The sheets, one for each who gets one."""

    back: str
    sheets: tuple[Certificate, ...]
    wording: Wording
    signatures: tuple[Signature, ...]


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
        wording=_wording(visit, seen),
        over=is_over(seen.state),
        prizes=f"{visit.url}/prizes",
        longest=LONGEST,
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
    wording = _wording(visit, seen)
    query = visit.here.partition("?")[2]
    context = CertificatePrintPage(
        back=f"{visit.url}/certificates?{query}",
        sheets=certificates(seen.state, kind, PlayerId(player) if player else None),
        wording=wording,
        signatures=(
            Signature(wording.arbiter, _("Chief arbiter")),
            Signature(wording.organiser, _("Organiser")),
        ),
    )
    return page(visit, "certificates_print.html", context, seen=seen, nav="story")


def _seen(visit: Visit) -> Seen:
    return visit.see(Role.ARBITER, "make certificates")


def _names(state: Tournament) -> list[tuple[str, str]]:
    """Everybody by id and name, in the order of the names."""
    listed = sorted(state.players.values(), key=lambda each: name_key(each.name, state.settings.language))
    return [(str(each.id), each.name) for each in listed]


def _wording(visit: Visit, seen: Seen) -> Wording:
    """What the address says, else what the event knows."""
    settings = seen.state.settings

    def phrase(name: str, otherwise: str | None) -> str:
        return visit.query.get(name, otherwise or "").strip()[:LONGEST]

    return Wording(
        text=phrase("text", ""),
        place=phrase("place", settings.place),
        date=phrase("date", dates(None, settings.end or settings.start)),
        arbiter=phrase("arbiter", settings.chief_arbiter),
        organiser=phrase("organiser", ""),
    )
