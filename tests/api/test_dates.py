"""Dates and times that people give are of years that every time zone can reckon with."""

from __future__ import annotations

import pytest

from tests.kit.http import Caller, Event

TOO_LATE = ("9999-12-31", "0001-01-01", "1899-12-31", "2201-01-01")


@pytest.mark.parametrize("day", TOO_LATE)
def test_every_command_that_takes_a_date_refuses_years_that_no_zone_can_reckon_with(event: Event, day: str) -> None:
    refused = event("PATCH", "", {"start": day}).refused(400, "date-malformed")
    assert "is not a date of the years 1900 to 2200" in refused["detail"]
    event("PATCH", "", {"end": day}).refused(400, "date-malformed")
    event("PATCH", "", {"round_dates": [day]}).refused(400, "date-malformed")
    event("PATCH", "", {"round_times": [f"{day} 23:30"]}).refused(400, "local-time-malformed")
    event("POST", "/links", {"role": "scorer", "expires": day}).refused(400, "date-malformed")
    event("POST", "/links", {"role": "scorer", "expires": f"{day}T10:00+00:00"}).refused(400, "date-malformed")
    event("POST", "/players", {"players": [{"name": "Ann", "birth": day}]}).refused(400, "birth-malformed")


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Los_Angeles"])
@pytest.mark.parametrize("day", ["1900-01-01", "2200-12-31"])
def test_the_first_and_the_last_day_can_be_planned_in_every_zone(chief: Caller, day: str, zone: str) -> None:
    event = chief.event(start=day, round_times=[f"{day} 23:30", f"{day} 23:45"], time_zone=zone)
    event("POST", "/publish", {"published": True}).ok()
    event("GET", "/export/ics").ok()
    for page in ("", "/players", "/story"):
        assert chief("GET", f"/t/{event.id}{page}").status == 200
