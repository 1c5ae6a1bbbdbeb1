"""Every setting, and the moment from which it cannot change: one table, tried for each of them."""

from __future__ import annotations

from typing import Any

from podium.app.event.templates import copied_settings
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers, ChangeSettings, CreateTournament, LeaveFideMode, PairRound
from podium.flow.event.declaration import Fixed, Kind, Option
from podium.flow.event.options import ANNUL_EARLY
from podium.flow.event.settings import GIVEN, OPTIONS, formats_with
from podium.flow.event.tournament import frozen_options
from tests.kit.events import Director, director, refused
from tests.kit.loops import every
from tests.kit.options import another_value

MOMENTS = {
    Fixed.NEVER: (
        "profile name place start end language playerReports federation chief_arbiter deputy_arbiters round_dates "
        "rate_of_play check_ratings sections description organiser contact time_zone round_times lot equal_lot live "
        "tables timeControl drawRuleMode drawConfig noShowWait publicDelay requiresDecisiveResult tieBreakTimeControl "
        "armageddonTimeControl tieBreakNoShowWait tieBreakPause keizer oneDevice stages forecasts"
    ),
    Fixed.ROUND_PAIRED: (
        "format rules chess960 cycles swap_last_two free_day table_numbers table_order freeGames setting setsToWin "
        "avoidOpponents setDifference initial_colour acceleration numbering equal_order"
    ),
    Fixed.DECLARED: (
        "rounds scoring tiebreaks edition unrated unrated_method tiebreak_ratings annul_early forbidden apart "
        "starting_rank national_ratings rating_lists long_event"
    ),
    Fixed.BRACKET_BUILT: "tieBreakPolicy seeding thirdPlaceMatch grandFinal",
}
CODES = {
    Fixed.ROUND_PAIRED: "rounds-exist",
    Fixed.DECLARED: "declared-before-round-1",
    Fixed.BRACKET_BUILT: "bracket-built",
}
FROZEN = [option for option in GIVEN.values() if option.fixed is not Fixed.NEVER]
OF_EACH = every("option", FROZEN, ids=lambda option: option.json)


def begun(option: Option[Any]) -> Director:
    """An event of a format that has the option, in FIDE mode where there is one, with round 1 paired."""
    formats = formats_with(option)
    format = "swiss" if "swiss" in formats else formats[0]
    given: dict[str, Any] = {"rules": "fide"} if format in ("swiss", "round-robin") else {}
    if format == "swiss":
        given |= {"rounds": 5, "tiebreak_ratings": "round"}
    event = director(format, **given)
    event.do(AddPlayers(tuple(PlayerFields(name, 2000 - 10 * at) for at, name in enumerate("ABCDEFGH"))))
    event.do(PairRound())
    return event


def changed(event: Director, option: Option[Any]) -> dict[str, object]:
    """The option with a value that the event does not have."""
    if option.kind is Kind.GROUPS:
        return {option.json: [[event.id("A"), event.id("B")]]}
    if option.kind is Kind.ORDER:
        return {option.json: [event.id("B"), event.id("A")]}
    if option.json in ("format", "scoring"):
        return {option.json: {"format": "round-robin", "scoring": "3-1-0"}[option.json]}
    return {option.json: option.write(another_value(option, event.state.settings))}


def test_every_setting_has_its_moment_in_the_table() -> None:
    table = {name: moment for moment, names in MOMENTS.items() for name in names.split()}
    assert {option.json: option.fixed for option in OPTIONS} == table


@OF_EACH
def test_it_cannot_change_any_more_and_the_refusal_says_since_when(option: Option[Any]) -> None:
    event = begun(option)
    before = event.state
    # by FIDE's rules nothing else can be said of early leavers at any time
    with refused("early-leavers-count" if option is ANNUL_EARLY else CODES[option.fixed]) as caught:
        event.do(ChangeSettings(changed(event, option), confirm=True), acknowledged=2)
    assert caught.value.facts["field"] in (option.json, "format")
    assert event.state is before
    assert option in frozen_options(event.state)


@OF_EACH
def test_nor_is_a_change_before_round_1_taken_back_under_it(option: Option[Any]) -> None:
    event = begun(option)
    event.undo()
    assert frozen_options(event.state) == ()
    if option.json not in ("format", "rules", "rounds", "cycles", "free_day", "annul_early"):
        event.do(ChangeSettings(changed(event, option)), acknowledged=1)
        version = event.version
        event.do(PairRound(), acknowledged=1)
        with refused("change-depended-on"):
            event.undo(version)


@OF_EACH
def test_a_copy_can_be_decided_anew_and_leaves_the_event_alone(option: Option[Any]) -> None:
    event = begun(option)
    copy = Director(event.journal, type(event.stream)("t2"))
    copy.do(CreateTournament(copy.stream, {"name": "Copy", **copied_settings(event.state.settings)}))
    assert frozen_options(copy.state) == ()
    assert option in frozen_options(event.state)


def test_what_is_declared_can_change_once_fide_mode_is_left() -> None:
    event = begun(GIVEN["tiebreaks"])
    event.do(LeaveFideMode(), acknowledged=2)
    assert {option.fixed for option in frozen_options(event.state)} == {Fixed.ROUND_PAIRED, Fixed.BRACKET_BUILT}
    event.settings(tiebreaks=["SB"])


def test_an_event_that_takes_longer_than_planned_can_still_be_called_long() -> None:
    event = director("swiss", rules="fide", rounds=5)
    event.do(AddPlayers(tuple(PlayerFields(name, 2000) for name in "ABCD")))
    event.pair()
    event.settings(long_event=True)
    with refused("declared-before-round-1"):
        event.settings(tiebreak_ratings="round")
