"""An option is declared once, and appears by itself wherever one decides, asks or reads about it."""

from __future__ import annotations

from dataclasses import fields, replace
from enum import Enum
from typing import Any

import click
import msgspec
import pytest
from click.testing import CliRunner

from podium.app.event.option_words import description, noun
from podium.app.event.settings_schema import answer_fields, answer_values, settings_struct
from podium.app.history.commit_words import summary
from podium.cli import program
from podium.core.ids import TournamentId
from podium.flow.event.declaration import Kind, Option, plain
from podium.flow.event.knockout_options import TIE_BREAK_POLICY
from podium.flow.event.options import ACCELERATION, APART, FORBIDDEN, NAME, NUMBERING, SCORING, SETS_TO_WIN
from podium.flow.event.setting_values import Settings
from podium.flow.event.settings import GIVEN, IN_EVERY_FORMAT, OPTIONS, formats_with, merge_settings
from podium.flow.events import SettingsChanged
from podium.flow.formats.registry import FORMAT, FORMATS
from podium.flow.state import Tournament
from podium.knockout import DrawConfig, Rules
from podium.web.event.settings_fields import PLACES, SettingsForm, completed
from podium.web.event.settings_form import field_names, settings_texts
from tests.kit.loops import every
from tests.kit.options import ANN, BEFORE, BEN, another_value

EVERY = every("option", OPTIONS, ids=lambda option: option.json)
ONE_CAN_GIVE = every("option", GIVEN.values(), ids=lambda option: option.json)


def with_another_value(option: Option[Any]) -> Settings:
    """`BEFORE` with this option changed."""
    change = {option.name: another_value(option)}
    if option.holder is Settings:
        return replace(BEFORE, **change)
    assert BEFORE.knockout is not None
    return replace(BEFORE, knockout=replace(BEFORE.knockout, **change))


def of_format(option: Option[Any]) -> Settings:
    """`BEFORE` in a format that has the option."""
    settings = replace(BEFORE, format=formats_with(option)[0])
    return replace(settings, stages=another_value(option)) if option.kind is Kind.STAGES else settings


def shown(option: Option[Any]) -> Any:
    """The fields of the option in the form of a format that has it."""
    settings = of_format(option)
    form = SettingsForm(settings_texts(settings), entered=True)
    return {
        field.name: field
        for part in form.parts
        for line in part.lines
        for field in line
        if field.name in field_names(option)
    }


def test_every_field_of_the_settings_is_an_option() -> None:
    parts = [part for option in OPTIONS for part in option.parts]
    for holder, without in ((Settings, {"knockout"}), (Rules, set()), (DrawConfig, set())):
        kept = [option for option in (*OPTIONS, *parts) if option.holder is holder]
        declared = [
            option.name for option in (*kept, *(each for each in OPTIONS if each.shared and holder is Settings))
        ]
        assert sorted(declared) == sorted({each.name for each in fields(holder)} - without)


def test_no_two_options_share_a_name() -> None:
    names = [name for option in OPTIONS for name in (option.json, *option.also)]
    assert len(names) == len(set(names))


@EVERY
def test_an_option_belongs_to_a_format(option: Option[Any]) -> None:
    assert formats_with(option)


def test_every_format_says_what_there_is_to_decide() -> None:
    for format in FORMATS:
        assert format.options
        assert not set(format.options) & set(IN_EVERY_FORMAT)


@EVERY
def test_an_option_reads_what_it_writes(option: Option[Any]) -> None:
    after = with_another_value(option)
    assert option.value_in(after) != option.value_in(BEFORE)
    for settings in (BEFORE, after):
        written = option.written(settings)
        assert msgspec.json.decode(msgspec.json.encode(written)) == written
        if option.kind is Kind.STAGES:  # whole settings come with the merge
            if settings.stages:
                assert merge_settings(None, {"name": "Open", "stages": written}).stages == settings.stages
        elif written is not None:
            assert option.read(option.json, written) == option.value_in(settings)


@EVERY
def test_an_option_with_choices_knows_no_others(option: Option[Any]) -> None:
    for value, label in option.choices:
        assert label
        assert option.write(option.read(option.json, plain(value))) == plain(value)
    kinds = {type(value) for value, _ in option.choices}
    if option.kind is Kind.CHOICE and option is not FORMAT and kinds != {int}:
        [kind] = kinds
        assert issubclass(kind, Enum)
        assert [value for value, _ in option.choices] == list(kind)


@ONE_CAN_GIVE
def test_an_option_is_in_the_schema_of_the_api(option: Option[Any]) -> None:
    body = settings_struct("AnyBody", msgspec.Struct, "Settings.", create=False)
    schema = msgspec.json.schema(body)["$defs"]["AnyBody"]["properties"]
    for name in (option.json, *option.also):
        assert schema[name]["description"] == description(option)
        for value, _ in option.choices:
            assert all(f'"{each}"' in str(schema[name]).replace("'", '"') for each in _texts(plain(value)))


def _texts(value: object) -> list[str]:
    return [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str)]


@EVERY
def test_an_option_is_in_the_answer_with_its_type(option: Option[Any]) -> None:
    answer = msgspec.defstruct("Answer", answer_fields([option]))
    for settings in (BEFORE, with_another_value(option)):
        values = answer_values(settings, [option])
        assert msgspec.json.decode(msgspec.json.encode(values), type=answer) == answer(**values)


def test_a_new_tournament_needs_what_has_no_default() -> None:
    body = settings_struct("NewBody", msgspec.Struct, "A tournament.", create=True)
    assert msgspec.json.schema(body)["$defs"]["NewBody"]["required"] == ["name"]


@pytest.mark.parametrize("verb", ["create", "change"])
def test_every_option_is_a_flag(verb: str) -> None:
    help = " ".join(CliRunner().invoke(program, ["tournament", verb, "--help"]).output.split())
    command: Any = program
    for name in ("tournament", verb):
        command = command.get_command(click.Context(command), name)
    flags = {each.name for each in command.params if isinstance(each, click.Option)}
    missing = [
        part.json
        for option in OPTIONS
        if option.kind not in (Kind.GROUPS, Kind.ORDER, Kind.DRAWN)
        for part in (option.parts or (option,))
        if part.json not in {*flags, *(["name"] if verb == "create" else [])}
    ]
    assert missing == []
    for option in (ACCELERATION, SETS_TO_WIN, TIE_BREAK_POLICY):
        assert description(option) in help


@ONE_CAN_GIVE
def test_an_option_is_in_the_form(option: Option[Any]) -> None:
    found = shown(option)
    assert found.keys() == set(field_names(option))
    labels = [part.label for part in option.parts] or [option.label]
    assert set(labels) <= {field.label for field in found.values()}
    if option.kind not in (Kind.LINES, Kind.PERSONS, Kind.DATES, Kind.TIMES, Kind.STAGES):
        hints = [field.hint for field in found.values()]
        assert [each.help for each in (option.parts or (option,)) if not any(each.help in hint for hint in hints)] == []
    choices = [label for field in found.values() for _, label in field.choices]
    assert [label for _, label in option.choices if label not in choices] == []


@ONE_CAN_GIVE
def test_what_is_fixed_is_shown_as_fixed(option: Option[Any]) -> None:
    values = settings_texts(of_format(option))
    form = SettingsForm(values, begun=True, entered=True, fixed=(NUMBERING, SCORING, APART))
    disabled = {
        field.name: field.attributes["disabled"] for part in form.parts for line in part.lines for field in line
    }
    assert {disabled[name] for name in field_names(option)} == {option in (NUMBERING, SCORING, APART)}


@ONE_CAN_GIVE
def test_an_error_stands_at_its_field(option: Option[Any]) -> None:
    name = field_names(option)[-1]
    settings = of_format(option)
    form = SettingsForm(settings_texts(settings), {name: "This cannot be."}, entered=True)
    errors = {field.name: field.error for part in form.parts for line in part.lines for field in line if field.error}
    assert errors == {name: "This cannot be."}


def test_an_option_that_no_place_names_stands_where_the_others_of_its_format_are() -> None:
    forgetful = tuple(
        replace(place, lines=tuple(tuple(n for n in line if n != ACCELERATION.json) for line in place.lines))
        for place in PLACES
    )
    [swiss] = [place for place in completed(forgetful) if place.title == "Swiss"]
    assert ACCELERATION.json in swiss.lines[0]


def test_every_field_has_one_place() -> None:
    placed = [name for place in completed(PLACES) for line in place.lines for name in line]
    assert sorted(placed) == sorted(name for option in OPTIONS for name in field_names(option))


@EVERY
def test_a_change_is_named_by_its_label_in_the_history(option: Option[Any]) -> None:
    state = Tournament(TournamentId("t"), BEFORE, {ANN.id: ANN, BEN.id: BEN})
    sentence = summary(state, [SettingsChanged(BEFORE, with_another_value(option))])
    assert sentence.startswith("Settings: ")
    for part in option.parts or (option,):
        assert noun(part) in sentence
        assert noun(part).casefold() == part.label.casefold() or part.noun


def test_the_history_speaks_of_values_as_people_do() -> None:
    state = Tournament(TournamentId("t"), BEFORE, {ANN.id: ANN, BEN.id: BEN})

    def told(option: Option[Any]) -> str:
        return summary(state, [SettingsChanged(BEFORE, with_another_value(option))])

    assert told(NAME) == "Settings: name Another (was Open)"
    assert told(FORBIDDEN) == "Settings: groups kept apart Ann and Ben (was none)"
    assert told(GIVEN["apart"]) == "Settings: who may not meet club, federation (was none)"
    assert told(GIVEN["thirdPlaceMatch"]) == "Settings: play for third place yes (was no)"
    assert told(GIVEN["drawConfig"]) == (
        "Settings: no draw offer before move 30 (was none), draw offers each 2 (was none), "
        "repetition and fifty moves by claim yes (was no), time for an incorrect claim yes (was no), "
        "further draw rules repetition fivefold (was none)"
    )
