"""The background of certificates over the API."""

from __future__ import annotations

from podium.app.access import Role
from tests.kit.http import Event, House
from tests.kit.pictures import png


def started(event: Event) -> str:
    """Two players who met; where the background is."""
    event.players("Ann", "Ben")
    event.pairs([("Ann", "Ben")])
    return f"{event.url}/certificate-background"


def test_a_background_is_put_printed_and_taken_away(event: Event) -> None:
    url = started(event)
    event.by("GET", url).refused(404, "unknown-background")
    plain = event("GET", "/documents/certificates?for=players")
    kept = event.by.raw("PUT", url, png(297, 210), "image/png").ok()
    assert (kept["mediaType"], kept["width"], kept["height"]) == ("image/png", 297, 210)
    served = event.by("GET", url)
    assert (served.status, served.body) == (200, png(297, 210))
    printed = event("GET", "/documents/certificates?for=players")
    assert b"/Subtype/Image" in printed.body
    assert b"/Subtype/Image" not in plain.body
    assert printed.headers["etag"] != plain.headers["etag"]  # a browser does not keep the one without
    assert event.by("DELETE", url).status == 204
    event.by("GET", url).refused(404, "unknown-background")


def test_other_documents_have_none(event: Event) -> None:
    event.by.raw("PUT", started(event), png(297, 210), "image/png").ok()
    assert b"/Subtype/Image" not in event("GET", "/documents/start-list").body


def test_what_is_no_picture_is_refused(event: Event) -> None:
    url = started(event)
    event.by.raw("PUT", url, b"<svg/>", "image/svg+xml").refused(400, "picture-unknown")
    event.by.raw("PUT", url, png(8, 8), "image/png").refused(400, "picture-size")
    event.by.raw("PUT", url, bytes(2_000_002), "image/png").refused(413, "too-large")


def test_a_background_is_for_arbiters(hall: House, event: Event) -> None:
    url = started(event)
    event.by.raw("PUT", url, png(297, 210), "image/png").ok()
    event("POST", "/publish", {}).ok()
    scorer = hall.role(event, "scorer", Role.SCORER)
    scorer.raw("PUT", url, png(), "image/png").refused(403, "forbidden")
    scorer("DELETE", url).refused(403, "forbidden")
    scorer("GET", url).refused(403, "forbidden")
