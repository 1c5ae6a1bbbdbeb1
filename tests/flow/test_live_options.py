"""What a director decides about live games: read, merged, written and refused, in every format that has them."""

from __future__ import annotations

from podium.core.errors import Invalid
from podium.flow.commands import ChangeSettings, ContinueAs
from podium.flow.event.live_options import DRAW_CONFIG, LIVE, LIVE_GAME_OPTIONS, TIME_CONTROL
from podium.flow.event.setting_values import Settings
from podium.flow.event.settings import formats_with
from podium.knockout import DrawConfig, DrawRuleMode
from tests.kit.events import director, refused
from tests.kit.loops import every

NO_TIME_CONTROLS: list[object] = [
    *("", "fast", "10", "-3+2", "3+-2", "1e9+0", "3+2+1", "\uff13+2", " 3+2", "3+2/"),
    *(10, 3.5, True, [], {}),
]
NO_NUMBERS: list[object] = [-1, -300, 1_000_000_000, 1.5, True, "300", "soon", [], {}]
NO_TRUTHS: list[object] = ["true", 1, None, []]
ONE_AGAINST_ONE = ("swiss", "round-robin", "manual", "knockout", "double-elimination", "keizer")


def test_every_format_of_one_against_one_can_be_live() -> None:
    for option in LIVE_GAME_OPTIONS:
        assert formats_with(option) == (*ONE_AGAINST_ONE, "stages")


def test_an_event_is_not_live_unless_that_is_decided() -> None:
    settings = director().state.settings
    assert (settings.live, settings.no_show_wait, settings.public_delay) == (False, 300, 0)
    assert (settings.time_control, settings.draw_rule_mode, settings.draw_config) == (
        "10+0",
        DrawRuleMode.ALLOW_ALL,
        None,
    )


@every("format", ONE_AGAINST_ONE)
@every("given", ["10+5", {"white": "5+0", "black": "4+0"}], ids=str)
def test_a_time_control_is_answered_as_it_was_given(format: str, given: object) -> None:
    settings = director(format, timeControl=given).state.settings
    assert TIME_CONTROL.written(settings) == given
    assert TIME_CONTROL.value_in(settings) == ("10+5" if given == "10+5" else "5+0/4+0")


@every("format", ONE_AGAINST_ONE)
def test_live_play_can_be_decided_at_any_time(format: str) -> None:
    event = director(format)
    event.players("Ann", "Ben")
    if format == "manual":
        event.pairs(1, [("Ann", "Ben")])
    else:
        event.pair()
    event.do(
        ChangeSettings(
            {"live": True, "timeControl": "1+0", "drawRuleMode": "NO_DRAW_OFFER", "drawConfig": {"minMove": 9}}
        )
    )
    settings = event.state.settings
    assert (LIVE.value_in(settings), TIME_CONTROL.value_in(settings)) == (True, "1+0")
    assert DRAW_CONFIG.value_in(settings) == DrawConfig(min_move=9)
    event.do(ChangeSettings({"timeControl": None, "live": False}))  # null leaves it as it is
    assert (event.state.settings.live, TIME_CONTROL.value_in(event.state.settings)) == (False, "1+0")


def test_what_is_decided_goes_on_with_an_event_that_was_paired_by_hand() -> None:
    event = director(live=True, timeControl="3+2", drawConfig={"claims": True})
    event.players("Ann", "Ben")
    event.pairs(1, [("Ann", "Ben")])
    event.publish(1)
    event.do(ContinueAs({"format": "swiss", "rounds": 3}))
    settings = event.state.settings
    assert (settings.live, settings.time_control, settings.draw_config) == (True, "3+2", DrawConfig(claims=True))


@every("format", ["swiss", "round-robin", "manual"])
def test_without_tie_break_games_there_are_draws(format: str) -> None:
    with refused("no-draw-outside-knockout") as caught:
        director(format, live=True, drawRuleMode="NO_DRAW")
    assert caught.value.facts == {"field": "drawRuleMode", "value": "NO_DRAW"}


@every(
    ("format", "given", "code"),
    [
        ("swiss", {"tieBreakTimeControl": "3+2"}, "setting-of-knockout"),
        ("swiss", {"armageddonTimeControl": "3+2"}, "setting-of-knockout"),
        ("manual", {"tieBreakNoShowWait": 60}, "setting-of-knockout"),
        ("doubles", {"timeControl": "3+2"}, "setting-of-live-games"),
        ("doubles", {"noShowWait": 60}, "setting-of-live-games"),
        ("doubles", {"drawConfig": {"claims": True}}, "setting-of-live-games"),
        ("doubles", {"tieBreakPolicy": "RAPID"}, "setting-of-knockout"),
    ],
)
def test_what_a_format_does_not_have_is_refused(format: str, given: dict[str, object], code: str) -> None:
    with refused(code):
        director(format, "t1", **given)


@every("format", ["swiss", "knockout"])
@every(
    ("field", "value", "code"),
    [
        *(("timeControl", value, "time-control-malformed") for value in NO_TIME_CONTROLS),
        ("timeControl", {"white": "3+2", "black": None}, "time-control-malformed"),
        ("timeControl", {"White": "3+2", "Black": "3+2"}, "time-control-malformed"),
        ("timeControl", "3+2" * 4000, "time-control-malformed"),
        ("timeControl", "601+0", "time-control-out-of-range"),
        ("timeControl", "9999+0", "time-control-out-of-range"),
        ("timeControl", "0+0", "time-control-out-of-range"),
        *((field, value, "count-out-of-range") for field in ("noShowWait", "publicDelay") for value in NO_NUMBERS),
        ("noShowWait", 86_401, "count-out-of-range"),
        ("publicDelay", 121, "count-out-of-range"),
        ("publicDelay", None, "count-out-of-range"),
        *(("live", value, "choice-unknown") for value in NO_TRUTHS),
        ("drawRuleMode", "DRAWS", "choice-unknown"),
        ("drawConfig", {"claims": "yes"}, "choice-unknown"),
        ("drawConfig", {"minMove": 1_000_000_000}, "count-out-of-range"),
        ("drawConfig", "claims", "draw-config-malformed"),
    ],
)
def test_bad_input_is_refused_by_name_and_nothing_changes(format: str, field: str, value: object, code: str) -> None:
    event = director(format)
    before = event.state
    with refused(code) as caught:
        event.do(ChangeSettings({"live": True, field: value}))
    assert isinstance(caught.value, Invalid)
    assert caught.value.facts["field"] in (field, *(value if isinstance(value, dict) else ()))
    assert event.state == before


def test_settings_from_before_live_games_mean_what_they_meant() -> None:
    assert Settings("Open", "swiss").live is False
