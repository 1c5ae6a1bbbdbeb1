"""Warnings of FIDE mode are part of the program: nothing that anybody can set turns one off or makes it milder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from podium.app.access import Role
from podium.app.desk import Desk, new_id
from podium.app.event.fide_words import caution_sentences
from podium.app.words.errors import sentence
from podium.bootstrap import opened
from podium.config import LOG_LEVELS, Config, Limits, LogForm
from podium.core.errors import Cautioned, Invalid
from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.flow.commands import (
    AddPlayers,
    ChangeSettings,
    Command,
    CorrectResult,
    CreateTournament,
    GiveBye,
    LeaveFideMode,
    RecordResult,
    UnpairRound,
)
from podium.flow.event.declaration import Kind, Option
from podium.flow.event.settings import OPTIONS, formats_with
from podium.flow.formats.swiss import SWISS
from tests.kit.events import Director, director, games
from tests.kit.loops import every

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay", "Gil", "Hal")
LEAVING = "rules"
"""The one option that is a way out of FIDE mode; it asks like any other."""
SAMPLES = {
    Kind.TEXT: ("A line",),
    Kind.PARAGRAPHS: ("Two\nlines",),
    Kind.CLOCK: ("90+30",),
    Kind.DATE: ("2026-11-20",),
    Kind.NUMBER: (5, 1500),
    Kind.PERSON: ("IA Berg, Anna (4612345)",),
    Kind.PERSONS: (["IA Berg, Anna (4612345)"],),
    Kind.LINES: (["One", "Two"],),
    Kind.DATES: (["2026-11-20"],),
    Kind.TIMES: ([],),
    Kind.SCORING: ("3-1-0", {"win": 1, "draw": "0.5", "loss": 0}),
    Kind.TIEBREAKS: (["BH"], ["DE", "WIN"]),
    Kind.GROUPS: ([],),
    Kind.ORDER: ([],),
    Kind.PARTS: ({},),
    Kind.OBJECT: ({},),
}


def values(option: Option[object]) -> Iterator[object]:
    """Values that somebody might set: all there are where there are few."""
    if option.kind in (Kind.YES_NO, Kind.TICK):
        yield from (True, False)
    elif option.kind is Kind.CHOICE:
        yield from (option.write(value) for value, _label in option.choices)
    elif option.kind is Kind.SEVERAL:
        yield [option.write(value) for value, _label in option.choices][:1]
    else:
        yield from SAMPLES.get(option.kind, ())


OWN = [option for option in OPTIONS if SWISS.name in formats_with(option) and option.json not in ("format", LEAVING)]
GIVEN = [(option.json, value) for option in OWN if option.kind is not Kind.DRAWN for value in values(option)]


def begun(**given: object) -> Director:
    """Two rounds, the second seen by all; one player came too late for a game in it."""
    event = director("swiss", "t1", **{"rules": "fide", "rounds": 6, **given})
    sections = event.state.settings.sections
    section = sections[0] if sections else None
    event.do(AddPlayers(tuple(PlayerFields(name, 2000 - 50 * at, section=section) for at, name in enumerate(NAMES))))
    event.pair()
    for game in games(event.round(1)):
        event.do(RecordResult(game.id, Result.WHITE_WINS))
    event.close(1)
    event.pair()
    event.publish(2)
    event.do(AddPlayers((PlayerFields("Ida", 1200, section=section),)))
    return event


def acts(event: Director) -> dict[str, list[Command]]:
    """Acts of each level that asks."""
    first = games(event.round(1))[0]
    return {
        "L2": [GiveBye(2, event.id("Ida"), ByeType.UNPAIRED)],
        "L3": [UnpairRound(2), CorrectResult(RecordResult(first.id, Result.BLACK_WINS))],
        "L4": [LeaveFideMode()],
    }


def level_asked(event: Director, command: Command, acknowledged: int = 0) -> str:
    before = event.version
    with pytest.raises(Cautioned) as caught:
        event.do(command, acknowledged=acknowledged)
    assert event.version == before
    return str(caught.value.facts["level"])


def assert_asked(event: Director) -> None:
    for level, commands in acts(event).items():
        for command in commands:
            assert level_asked(event, command) == level
    assert level_asked(event, LeaveFideMode(), acknowledged=1) == "L4"  # once is not enough


def test_every_option_of_a_swiss_is_tried() -> None:
    assert {name for name, _value in GIVEN} == {option.json for option in OWN if option.kind is not Kind.DRAWN}


@every(("name", "value"), GIVEN, ids=lambda each: str(each)[:20])
def test_no_setting_makes_a_warning_milder(name: str, value: object) -> None:
    try:
        event = begun(**{name: value})
    except Invalid:  # then nobody can set it so by FIDE's rules
        return
    assert_asked(event)


def test_what_takes_an_event_out_asks_twice_itself() -> None:
    event = director("swiss", rules="fide", rounds=6)
    for acknowledged in (0, 1):
        assert level_asked(event, ChangeSettings({"rules": "club"}), acknowledged) == "L4"


@every("acknowledged", [0, 1])
def test_each_step_is_said_whole(acknowledged: int) -> None:
    with pytest.raises(Cautioned) as caught:
        begun().do(LeaveFideMode(), acknowledged=acknowledged)
    assert sentence(caught.value).endswith(" ".join(caution_sentences(caught.value.facts)))


@every("role", [Role.ARBITER, Role.OWNER])
def test_nobody_stands_above_them(role: Role) -> None:
    event = begun()
    for level, commands in acts(event).items():
        with pytest.raises(Cautioned) as caught:
            event.do(commands[0], role=role)
        assert caught.value.facts["level"] == level


def other_config(database: str) -> Config:
    """A Podium for which everything that can be said is said otherwise than usual."""
    usual = Config()
    limits = replace(Limits(), **{each.name: getattr(usual.limits, each.name) * 2 for each in fields(Limits)})
    return Config(
        database=database,
        host="localhost",
        port=usual.port + 1,
        secure_cookies=not usual.secure_cookies,
        trusted_proxies="*",
        setup_code="code",
        audit_days=1,
        push_key="key",
        push_contact="mailto:a@example.org",
        push_anywhere=not usual.push_anywhere,
        limits=limits,
        log=LogForm.OFF,
        log_level=LOG_LEVELS[-1],
        log_requests=not usual.log_requests,
        metrics_token="token",
        fide_list="http://127.0.0.1:9/list.zip",
        memory=usual.memory * 2,
        public_url="https://podium.example",
        embedders="https://club.example",
        launch_key="key",
        cluster="tcp://127.0.0.1:1",
    )


def test_no_setting_of_the_server_makes_one_milder(ready_sqlite_url: str) -> None:
    config = other_config(ready_sqlite_url)
    same = [each.name for each in fields(Config) if getattr(config, each.name) == getattr(Config(), each.name)]
    assert same == []
    with opened(config) as podium:
        desk: Desk = podium.desk
        owner = podium.registry.add_user("chief", "correct horse battery").actor
        id = new_id(owner, None)
        desk.perform(owner, id, CreateTournament(id, {"name": "Open", "format": "swiss", "rules": "fide"}))
        for acknowledged in (0, 1):
            with pytest.raises(Cautioned) as caught:
                desk.perform(owner, id, LeaveFideMode(), acknowledged=acknowledged)
            assert caught.value.facts["level"] == "L4"
