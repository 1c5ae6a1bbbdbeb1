"""The logo of an event over the API."""

from __future__ import annotations

from tests.kit.http import Event, House
from tests.kit.pictures import png


def test_a_logo_is_put_served_and_taken_away(hall: House, event: Event) -> None:
    url = f"{event.url}/logo"
    event.by("GET", url).refused(404, "unknown-logo")
    kept = event.by.raw("PUT", url, png(), "image/png").ok()
    assert (kept["mediaType"], kept["width"], kept["height"]) == ("image/png", 32, 24)
    served = event.by("GET", url)
    assert (served.status, served.body, served.headers["content-type"]) == (200, png(), "image/png")
    version = event.version
    assert event.by("DELETE", url).status == 204
    event.by("GET", url).refused(404, "unknown-logo")
    assert event.version == version


def test_what_is_no_picture_is_refused(event: Event) -> None:
    event.by.raw("PUT", f"{event.url}/logo", b"<svg/>", "image/svg+xml").refused(400, "picture-unknown")
    event.by.raw("PUT", f"{event.url}/logo", png(8, 8), "image/png").refused(400, "picture-size")
    event.by.raw("PUT", f"{event.url}/logo", bytes(2_000_002), "image/png").refused(413, "too-large")


def test_a_logo_is_for_arbiters_to_change(hall: House, event: Event) -> None:
    event("POST", "/publish", {}).ok()
    stranger = hall.user("stranger")
    stranger.raw("PUT", f"{event.url}/logo", png(), "image/png").refused(403, "forbidden")
    stranger("DELETE", f"{event.url}/logo").refused(403, "forbidden")
