"""When the live games of a round start: given with its publication, kept with the round."""

from __future__ import annotations

from podium.app.history.commit_words import summary
from podium.core.errors import Invalid
from podium.flow.commands import HoldRound, PublishRound, Revert, StartRound
from podium.flow.formats.knockout import match_report
from podium.flow.rounds.open_games import playable
from podium.flow.state import Stage
from podium.knockout import Outcome
from tests.kit.cups import cup, match
from tests.kit.events import Director, director, refused
from tests.kit.loops import every

UTC = "2026-08-31T14:00:00.000+00:00"


def paired(rounds: int = 1) -> Director:
    event = director(live=True)
    event.players("Ann", "Ben")
    for number in range(1, rounds + 1):
        event.pairs(number, [("Ann", "Ben")])
    return event


@every("text", ["2026-08-31T16:00+02:00", "2026-08-31T14:00Z", "2026-08-31 14:00:00.000000+00:00", "20260831T140000Z"])
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


@every(
    "value",
    [
        *("", "soon", "1e9", "-1", "x" * 10_000, "2026-08-31", "2026-08-31T14:00", "2026-13-01T00:00Z"),
        *("0001-01-01T00:00+14:00", "9999-12-31T23:59Z", "1899-12-31T00:00Z"),
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


def test_a_published_round_keeps_its_time_until_another_is_given() -> None:
    event = paired()
    event.do(PublishRound(1, UTC))
    event.do(PublishRound(1, UTC))  # a second click
    event.publish(1)
    assert event.round(1).starts_at == UTC
    event.do(PublishRound(1, "2026-08-31T15:00Z"))
    assert event.round(1).starts_at == "2026-08-31T15:00:00.000+00:00"


class TestStarting:
    """Publishing a round or building a bracket is no start; a person starts it, now or at an hour."""

    def test_now_or_at_an_hour_and_again_at_another(self) -> None:
        event = paired()
        event.publish(1)
        receipt = event.do(StartRound(1))
        assert event.round(1).starts_at == receipt.at
        event.do(StartRound(1, "2026-08-31T16:00+02:00"))
        assert event.round(1).starts_at == UTC
        assert event.do(StartRound(1, UTC)).written is False

    def test_whoever_starts_a_draft_publishes_it_with_those_before_it(self) -> None:
        event = paired(2)
        event.do(StartRound(2, UTC))
        assert [(here.stage, here.starts_at) for here in event.state.rounds] == [
            (Stage.PUBLISHED, None),
            (Stage.PUBLISHED, UTC),
        ]

    def test_held_it_is_not_started_until_it_is_again(self) -> None:
        event = paired()
        assert event.do(HoldRound(1)).written is False
        event.do(StartRound(1, UTC))
        event.do(HoldRound(1))
        assert event.round(1).starts_at is None
        event.do(StartRound(1, UTC))
        assert event.round(1).starts_at == UTC

    def test_a_round_of_a_bracket_also_before_its_players_are_known(self) -> None:
        event = cup(live=True)
        event.do(StartRound(1))
        event.do(StartRound(2, UTC))
        assert (event.state.start_of(2), len(event.state.rounds)) == (UTC, 1)
        for board in (1, 2):
            event.do(match_report(match(event, 1, board).id, Outcome.WHITE_WIN))
        assert event.round(2).starts_at == UTC
        assert {each.terms.starts_at for each in playable(event.state).values()} == {UTC}
        with refused("round-closed"):
            event.do(HoldRound(1))
        with refused("unknown-round"):
            event.do(StartRound(3))

    def test_only_where_games_are_played_here(self) -> None:
        event = director()
        event.players("Ann", "Ben")
        event.pairs(1, [("Ann", "Ben")])
        with refused("games-not-live"):
            event.do(StartRound(1))

    @every("command", [StartRound(1, UTC), StartRound(2, UTC)])
    def test_undo_and_redo_in_a_bracket(self, command: StartRound) -> None:
        event = cup(live=True)
        before = event.state
        event.do(command)
        started = event.state
        event.undo()
        assert event.state == before
        event.redo()
        assert event.state == started
        event.unpair(1)
        event.undo()
        assert event.state == started

    def test_what_a_start_was_given_to_is_not_taken_back_below_it(self) -> None:
        event = paired()
        published = event.publish(1).version
        event.do(StartRound(1))
        with refused("change-depended-on"):
            event.do(Revert(published))

    def test_the_history_says_it_by_the_clock_of_the_event(self) -> None:
        event = paired()
        event.settings(time_zone="Europe/Berlin")
        event.publish(1)
        receipt = event.do(StartRound(1, UTC))
        assert summary(event.state, receipt.events) == "Round 1 starts at 31 Aug 2026 16:00 (Europe/Berlin)"
        assert summary(event.state, event.do(HoldRound(1)).events) == "Round 1 held"


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
    assert summary(event.state, receipt.events) == "Round 1 published, games start at 31 Aug 2026 14:00 (UTC)"


def test_the_rounds_of_a_bracket_are_published_by_nobody() -> None:
    event = cup(live=True)
    with refused("knockout-rounds"):
        event.do(PublishRound(1, UTC))
