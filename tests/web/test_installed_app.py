"""Podium as an app on a phone: its manifest, its worker, and which pages a device may keep."""

from __future__ import annotations

import json
import re

import pytest

from podium.files.raster import read_raster
from podium.flow.commands import PairRound, PublishRound
from podium.web.frame.static_files import STATIC, STATIC_URL
from tests.web.conftest import Event, House


@pytest.fixture(scope="module")
def event(house: House) -> Event:
    event = house.event("Ann", "Ben")
    event.do(PairRound())
    event.do(PublishRound(1))
    return event


def headers(house: House, who: str, url: str) -> dict[str, str]:
    visitor = house.visitor(who)
    visitor.get(url)
    assert visitor.answer is not None
    return dict(visitor.answer.headers)


def test_the_manifest_is_linked_and_its_icons_are_as_large_as_it_says(house: House) -> None:
    page = house.visitor().get("/")
    [link] = page.all("link", rel="manifest")
    visitor = house.visitor()
    manifest = json.loads(visitor.get(link.attributes["href"]).html)
    assert visitor.answer is not None
    assert visitor.answer.headers["content-type"] == "application/manifest+json"
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        raster = read_raster((STATIC / icon["src"].removeprefix("/static/")).read_bytes())
        assert f"{raster.width}x{raster.height}" == icon["sizes"]
        assert raster.media_type == icon["type"]


def test_the_worker_is_served_from_the_root_with_a_version_and_asked_for_anew(house: House) -> None:
    answered = headers(house, "public", "/service-worker.js")
    assert answered["content-type"].startswith("text/javascript")
    assert answered["cache-control"] == "no-cache"
    script = house.visitor().get("/service-worker.js").html
    assert re.search(r'const VERSION = "[0-9a-f]{12}"', script)


def test_the_page_for_those_without_a_network_names_the_files_that_all_pages_share(house: House) -> None:
    def files(html: str) -> set[str]:
        return set(re.findall(r'(?:href|src)="(/static/[^"]+)"', html))

    visitor = house.visitor()
    offline = files(visitor.get("/offline").html)
    assert visitor.status == 200
    assert offline == files(visitor.get("/login").html)
    assert f"{STATIC_URL}/install.js" in offline


@pytest.mark.parametrize("path", ["", "/players", "/rounds/1", "/standings", "/crosstable"])
def test_a_device_may_keep_what_the_public_sees(house: House, event: Event, path: str) -> None:
    assert headers(house, "public", event.url + path)["podium-keep"] == "public"


@pytest.mark.parametrize("who", ["owner", "scorer", "stranger"])
@pytest.mark.parametrize("path", ["", "/rounds/1"])
def test_a_device_keeps_no_page_of_somebody_who_is_signed_in(house: House, event: Event, who: str, path: str) -> None:
    assert "podium-keep" not in headers(house, who, event.url + path)


def test_a_device_keeps_no_page_of_a_players_link(house: House, event: Event) -> None:
    ann = house.by_link(event, "Ann")
    ann.get(event.url)
    assert ann.answer is not None
    assert "podium-keep" not in ann.answer.headers


@pytest.mark.parametrize("url", ["/login", "/offline", "/t/nothing"])
def test_a_device_keeps_neither_forms_nor_refusals(house: House, url: str) -> None:
    assert "podium-keep" not in headers(house, "public", url)


def test_a_device_may_keep_the_list(house: House) -> None:
    assert headers(house, "public", "/")["podium-keep"] == "public"
    assert "podium-keep" not in headers(house, "owner", "/")


@pytest.mark.parametrize("path", ["/schedule.ics", "/share.png"])
def test_files_are_not_pages(house: House, event: Event, path: str) -> None:
    assert "podium-keep" not in headers(house, "public", event.url + path)


def test_the_worker_keeps_the_page_for_those_without_a_network_in_every_language(house: House) -> None:
    visitor = house.visitor()
    assert 'const LANGUAGES = "en de fr".split(" ");' in visitor.get("/service-worker.js").html
    for code, title in (("de", "Sie sind offline"), ("en", "You are offline"), ("xx", "You are offline")):
        assert title in visitor.get(f"/offline?language={code}").text
        assert visitor.answer is not None
        assert visitor.answer.headers["content-language"] == (code if code != "xx" else "en")


def test_who_came_by_a_link_is_called_so_in_their_language(house: House, event: Event) -> None:
    scorer = house.by_link(event)
    scorer.client.headers["Accept-Language"] = "de"
    page = scorer.get(event.url)
    assert "für den Ergebnisdienst" in page.text
    assert "scorer link" not in page.text
