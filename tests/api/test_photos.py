"""Photos of players over HTTP: who may change them, who sees them, and that who is forgotten has none."""

from __future__ import annotations

import pytest

from podium.app.access import Role
from tests.kit.http import Event, House
from tests.kit.pictures import jpeg, png, segment


@pytest.fixture
def event(either_hall: House) -> Event:
    event = either_hall.user("chief").event(format="swiss", rounds=3)
    event.players("Ann", "Bo")
    return event


def photo(event: Event, name: str = "Ann") -> str:
    return f"{event.url}/players/{event.ids[name]}/photo"


def test_a_photo_is_kept_without_what_the_camera_wrote_and_replaced_and_taken_away(event: Event) -> None:
    secret = jpeg(segment(0xFE, b"taken at home"))
    kept = event.by.raw("PUT", photo(event), secret, "image/jpeg").ok()
    assert (kept["mediaType"], "/photo?v=" in kept["url"]) == ("image/jpeg", True)
    served = event.by("GET", photo(event))
    assert (served.headers["content-type"], b"taken at home" in served.ok()) == ("image/jpeg", False)
    event.by.raw("PUT", photo(event), png(), "image/png").ok()
    assert event.by("GET", photo(event)).ok() == png()
    event.by("DELETE", photo(event)).ok(204)
    event.by("GET", photo(event)).refused(404, "unknown-photo")


def test_what_is_no_photo_is_refused(event: Event) -> None:
    event.by.raw("PUT", photo(event), b"<svg/>", "image/svg+xml").refused(400, "picture-unknown")
    event.by.raw("PUT", photo(event), png(8, 8), "image/png").refused(400, "picture-size")
    event.by.raw("PUT", f"{event.url}/players/nobody/photo", png(), "image/png").refused(404, "unknown-player")


def test_directors_change_photos_and_only_those_who_see_the_event_see_them(either_hall: House, event: Event) -> None:
    event.by.raw("PUT", photo(event), png(), "image/png").ok()
    either_hall.anyone("GET", photo(event)).refused(404, "unknown-tournament")
    event("POST", "/publish").ok()
    assert either_hall.anyone("GET", photo(event)).ok() == png()
    scorer = either_hall.role(event, "sam", Role.SCORER)
    scorer.raw("PUT", photo(event), png(), "image/png").refused(403, "forbidden")
    scorer("DELETE", photo(event)).refused(403, "forbidden")


def test_who_is_forgotten_has_no_photo_any_more(either_hall: House, event: Event) -> None:
    for name in ("Ann", "Bo"):
        event.by.raw("PUT", photo(event, name), png(), "image/png").ok()
    event("POST", f"/players/{event.ids['Ann']}/forget", {}).ok()
    event.by("GET", photo(event)).refused(404, "unknown-photo")
    assert event.by("GET", photo(event, "Bo")).ok() == png()
