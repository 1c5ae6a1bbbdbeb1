"""When the live games of a round start: given with its publication, kept with the round."""

from __future__ import annotations

import pytest

from podium.app.words.commits import summary
from podium.core.errors import Invalid
from podium.flow.commands import PublishRound
from podium.flow.state import Stage
from tests.kit.cups import cup
from tests.kit.events import Director, director, refused

UTC = "2026-08-31T14:00:00.000+00:00"


def paired(rounds: int = 1) -> Director:
    event = director(live=True)
    event.players("Ann", "Ben")
    for number in range(1, rounds + 1):
        event.pairs(number, [("Ann", "Ben")])
    return event


@pytest.mark.parametrize(
    "text", ["2026-08-31T16:00+02:00", "2026-08-31T14:00Z", "2026-08-31 14:00:00.000000+00:00", "20260831T140000Z"]
)
def test_a_time_is_kept_in_utc(text: str) -> None:
    event = paired()
    event.do(PublishRound(1, text))
    assert (event.round(1).stage, event.round(1).starts_at) == (Stage.PUBLISHED, UTC)


def test_the_past_is_a_time_too_and_none_is_none() -> None:
    event = paired()
    event.do(PublishRound(1, "1990-01-01T00:00Z"))
    assert event.round(1).starts_at == "1990-01-01T00:00:00.000+00:00"
    other = paired()
    other.publish(1)
    assert other.round(1).starts_at is None


@pytest.mark.parametrize(
    "value",
    [
        *("", "soon", "1e9", "-1", "x" * 10_000, "2026-08-31", "2026-08-31T14:00", "2026-13-01T00:00Z"),
        "0001-01-01T00:00+14:00",
    ],
    ids=lambda value: value[:30],
)
def test_what_is_no_time_with_its_zone_is_refused_and_the_round_stays_a_draft(value: str) -> None:
    event = paired()
    before = event.state
    with refused("moment-malformed") as caught:
        event.do(PublishRound(1, value))
    assert isinstance(caught.value, Invalid)
    assert caught.value.facts == {"field": "startsAt", "value": value}
    assert event.state == before


def test_the_time_is_of_the_round_that_is_named_not_of_drafts_before_it() -> None:
    event = paired(2)
    event.do(PublishRound(2, UTC))
    assert [here.starts_at for here in event.state.rounds] == [None, UTC]


def test_a_published_round_keeps_its_time() -> None:
    event = paired()
    event.do(PublishRound(1, UTC))
    event.do(PublishRound(1, UTC))  # a second click
    event.publish(1)
    with refused("start-is-fixed"):
        event.do(PublishRound(1, "2026-08-31T15:00Z"))
    assert event.round(1).starts_at == UTC


def test_undo_and_redo_take_the_time_along() -> None:
    event = paired()
    event.do(PublishRound(1, UTC))
    published = event.state
    event.undo()
    assert (event.round(1).stage, event.round(1).starts_at) == (Stage.DRAFT, None)
    event.redo()
    assert event.state == published
    event.unpair(1)
    event.undo()
    assert event.state == published
    event.all_results("1-0")
    event.close(1)
    event.reopen(1)
    assert event.round(1).starts_at == UTC


def test_the_history_says_when() -> None:
    event = paired()
    receipt = event.do(PublishRound(1, UTC))
    assert summary(event.state, receipt.events) == "Round 1 published, games start at 2026-08-31 14:00 UTC"


def test_the_rounds_of_a_bracket_are_published_by_nobody() -> None:
    event = cup(live=True)
    with refused("knockout-rounds"):
        event.do(PublishRound(1, UTC))
