"""The moment that an event is in, from its announcement to its end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from podium.app.event.moment import Moment, moment, round_on_show
from podium.flow.commands import StartRound
from tests.kit.events import Director, director

NOON = datetime(2026, 8, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
PLANNED: dict[str, Any] = {
    "time_zone": "UTC",
    "round_times": ["2026-08-01 12:00", "2026-08-01 15:00", "2026-08-01 18:00"],
}


def event_of(format: str = "round-robin", **settings: Any) -> Director:
    event = director(format, **settings)
    event.players("Ann", "Ben", "Cid", "Dan")
    event.publish_event()
    return event


def test_an_event_goes_from_soon_to_its_end() -> None:
    event, found = event_of(), list[Moment]()

    def look() -> None:
        found.append(moment(event.state, NOON))

    look()
    event.pair()
    look()  # a draft that only its director sees
    event.publish(1)
    look()
    event.result("Ann", "1-0")
    look()
    event.all_results("1-0")
    look()
    event.close(1)
    look()
    for number in (2, 3):
        event.pair()
        event.publish(number)
        event.all_results("1-0")
        event.close(number)
    look()
    assert [each.value for each in found] == [
        "soon",
        "soon",
        "pairings-out",
        "playing",
        "between-rounds",
        "between-rounds",
        "finale",
    ]


def test_doors_open_with_the_check_in_or_an_hour_before_the_first_round() -> None:
    assert moment(event_of().state, NOON, check_in_open=True) is Moment.DOORS_OPEN
    planned = event_of(**PLANNED).state
    assert moment(planned, NOON - 2 * HOUR) is Moment.SOON
    assert moment(planned, NOON - HOUR) is Moment.DOORS_OPEN


def test_a_round_that_is_out_is_played_from_its_time_on() -> None:
    event = event_of(**PLANNED)
    event.pair()
    event.publish(1)
    assert moment(event.state, NOON - HOUR) is Moment.PAIRINGS_OUT
    assert moment(event.state, NOON) is Moment.PLAYING


def test_live_games_are_played_from_their_start_on() -> None:
    event = event_of("knockout", live=True, timeControl="5+0")
    event.pair()
    assert moment(event.state, NOON) is Moment.PAIRINGS_OUT
    event.do(StartRound(1, (NOON + HOUR).isoformat()))
    assert moment(event.state, NOON) is Moment.PAIRINGS_OUT
    assert moment(event.state, NOON + HOUR) is Moment.PLAYING


def test_a_cup_ends_with_its_final() -> None:
    event = event_of("knockout")
    event.pair()
    event.all_results("1-0")
    here = round_on_show(event.state)
    assert here is not None
    assert (here.number, moment(event.state, NOON)) == (2, Moment.PAIRINGS_OUT)
    event.all_results("1-0")
    assert moment(event.state, NOON) is Moment.FINALE


def test_the_archive_has_only_what_is_over() -> None:
    event = event_of()
    event.archive()
    assert moment(event.state, NOON) is Moment.FINALE
