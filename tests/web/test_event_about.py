"""What everybody is told of an event on its first page, and the calendar of its rounds."""

from __future__ import annotations

import pytest

from podium.core.result import Result
from podium.flow.commands import ChangeSettings, PairRound, PublishRound
from tests.kit.finished import play_out
from tests.web.conftest import Event, House

TIMES = ["2026-08-31 14:00", "2026-09-01 09:30", "2026-09-01 14:00"]


@pytest.fixture
def event(house: House) -> Event:
    return house.event("Ann", "Ben", "Cid", "Dan", round_times=TIMES, time_zone="Europe/Berlin")


def test_the_schedule_is_in_the_time_of_the_event_and_in_utc_for_other_readers(house: House, event: Event) -> None:
    page = house.visitor().get(event.url)
    assert "Mon 31 Aug 2026, 14:00" in page.text
    assert "Tue 1 Sep 2026, 09:30" in page.text
    moments = [each.attributes["datetime"] for each in page.elements if each.tag == "time"]
    assert "2026-09-01T07:30+00:00" in moments
    assert "Europe/Berlin" in page.text


def test_without_a_zone_times_are_those_of_the_hall(house: House) -> None:
    event = house.event("Ann", "Ben", round_times=TIMES)
    page = house.visitor().get(event.url)
    assert "Mon 31 Aug 2026, 14:00" in page.text
    assert [each for each in page.elements if each.tag == "time"] == []
    calendar = house.visitor().get(f"{event.url}/schedule.ics").html
    assert "DTSTART:20260831T140000\r\n" in calendar


def test_the_next_round_is_the_first_that_nobody_has_played(house: House, event: Event) -> None:
    def coming() -> str:
        return next(
            each.text
            for each in house.visitor().get(event.url).elements
            if "next-up" in each.attributes.get("class", "")
        )

    assert "Round 1" in coming()
    event.do(PairRound())
    event.do(PublishRound(1))
    assert "Round 1" in coming()
    event.record(1, Result.WHITE_WINS, Result.DRAW)
    assert "Round 2" in coming()


def test_dates_of_rounds_stand_where_no_times_are_planned(house: House) -> None:
    event = house.event("Ann", "Ben", round_dates=["2026-08-31"])
    assert "Mon 31 Aug 2026" in house.visitor().get(event.url).text
    assert "DTSTART;VALUE=DATE:20260831\r\n" in house.visitor().get(f"{event.url}/schedule.ics").html


def test_the_calendar_has_every_planned_round_in_utc(house: House, event: Event) -> None:
    visitor = house.visitor()
    calendar = visitor.get(f"{event.url}/schedule.ics").html
    assert visitor.answer is not None
    assert visitor.answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert calendar.count("BEGIN:VEVENT") == 3
    assert "DTSTART:20260831T120000Z\r\n" in calendar
    assert f"UID:{event.id}-1@podium\r\n" in calendar
    assert "SUMMARY:Spring Open: round 1\r\n" in calendar


def test_a_later_version_of_the_calendar_replaces_the_one_before(house: House, event: Event) -> None:
    before = house.visitor().get(f"{event.url}/schedule.ics").html
    event.do(ChangeSettings({"round_times": ["2026-08-31 15:00"]}))
    after = house.visitor().get(f"{event.url}/schedule.ics").html
    revisions = [int(text.partition("SEQUENCE:")[2].partition("\r")[0]) for text in (before, after)]
    assert revisions[0] < revisions[1]


def test_the_calendar_of_an_event_that_is_not_published_does_not_exist(house: House) -> None:
    hidden = house.event("Ann", "Ben", published=False, round_times=TIMES)
    visitor = house.visitor()
    visitor.get(f"{hidden.url}/schedule.ics")
    assert visitor.status == 404


def test_the_announcement_is_text_in_paragraphs(house: House) -> None:
    event = house.event("Ann", "Ben", description="Bring a set.\n\n<script>alert(1)</script>")
    page = house.visitor().get(event.url)
    assert "Bring a set." in [each.text for each in page.elements if each.tag == "p"]
    assert "<script>alert(1)</script>" in page.text
    assert "<script>alert" not in page.html


@pytest.mark.parametrize(
    ("contact", "link"),
    [
        ("chess@example.org", "mailto:chess@example.org"),
        ("https://example.org/open", "https://example.org/open"),
        ("+49 30 1234-56", "tel:+4930123456"),
        ("javascript:alert(1)", None),
        ("Ann at the bar", None),
    ],
)
def test_a_contact_is_a_link_where_it_is_an_address(house: House, contact: str, link: str | None) -> None:
    page = house.visitor().get(house.event("Ann", "Ben", contact=contact).url)
    assert contact in page.text
    links = {each.attributes.get("href") for each in page.elements if each.tag == "a" and each.text == contact}
    assert links == ({link} if link else set())


def test_arbiters_and_organiser_are_named(house: House) -> None:
    deputies = ["Roth, Bea", "Cleo (4612346)"]
    event = house.event("Ann", "Ben", chief_arbiter="IA Ada 4612345", deputy_arbiters=deputies, organiser="Chess Club")
    text = house.visitor().get(event.url).text
    assert all(name in text for name in ("IA Ada (4612345)", "Roth, Bea; Cleo (4612346)", "Chess Club"))


def test_the_settings_form_keeps_paragraphs_and_times(house: House) -> None:
    event = house.event("Ann", "Ben")
    owner = house.visitor("owner")
    form = owner.get(f"{event.url}/settings").form(f"{event.url}/settings")
    sent = {"description": "One.\r\n\r\n\r\nTwo.", "round_times": "2026-08-31T14:00\r\n", "time_zone": "Europe/Berlin"}
    owner.send(form.action, {**form.fields, **sent})
    assert event.state.settings.description == "One.\n\nTwo."
    assert event.state.settings.round_times == ("2026-08-31 14:00",)
    form = owner.get(f"{event.url}/settings").form(f"{event.url}/settings")
    owner.send(form.action, {**form.fields, "round_times": "2026-08-31 14:00 UTC\n", "time_zone": "Europe/Atlantis"})
    assert owner.status == 400
    text = owner.page.text
    assert "write it as 2026-08-31 14:00" in text
    assert "There is no time zone" in text


def test_readers_are_offered_to_be_told_and_those_who_run_it_are_not(house: House, event: Event) -> None:
    def offers(who: str, url: str) -> list[str]:
        sections = house.visitor(who).get(url).all("section", class_="follow")
        return [each.attributes["data-player"] for each in sections]

    card = f"{event.url}/players/{event.player('Ann')}"
    assert offers("public", event.url) == [""]
    assert offers("public", card) == [event.player("Ann")]
    assert offers("arbiter", event.url) == offers("arbiter", card) == []
    event.do(ChangeSettings({"rounds": 3}))
    play_out(event)
    assert offers("public", event.url) == offers("public", card) == []  # for no round is to come
