"""The settings of a tournament as JSON: the types of what clients send and of what they are answered.

Both are made from the options, so that the schema knows each of them with its label, its help and its choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from podium.app.event.option_words import description
from podium.core.result import PRESETS
from podium.flow.event.declaration import Kind, Null, Option, plain
from podium.flow.event.setting_values import Settings
from podium.flow.event.settings import GIVEN
from podium.flow.formats.registry import FORMAT
from podium.flow.readers import PARTS_OF_ARBITER
from podium.tiebreaks import PRESETS as TIEBREAK_LISTS

Field = tuple[str, Any] | tuple[str, Any, Any]
"""A name, a type and perhaps a default, as `msgspec.defstruct` takes them."""
Whole = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
"""Whole numbers that every database can hold."""
PointValue = Annotated[float, Meta(ge=0, le=100)]
S = TypeVar("S", bound=Struct)


def one_of(*values: object) -> Meta:
    """Documents the allowed values, null among them or not; the flow refuses others, and says which there are."""
    return Meta(extra_json_schema={"extra": {"enum": list(values)}})


def _any_of(*schemas: Mapping[str, object]) -> Meta:
    """Documents a value of several kinds."""
    return Meta(extra_json_schema={"extra": {"oneOf": None, "anyOf": list(schemas)}})


PersonParts = dict[str, str | None]
_TEXT_OR_NULL = {"type": ["string", "null"]}
_PERSON = _any_of(
    {"type": "string"},
    {
        "type": "object",
        "properties": {part: {"type": "string"} if part == "name" else _TEXT_OR_NULL for part in PARTS_OF_ARBITER},
        "required": ["name"],
        "additionalProperties": False,
    },
)
"""A person: a line of text, or its parts."""


def settings_struct(name: str, base: type[S], doc: str, *, create: bool) -> type[S]:
    """The body that names settings, a subclass of `base`; one to `create` a tournament needs those without a default.

    What a client does not name is `msgspec.UNSET`.
    """
    needed, optional = [], []
    for option in GIVEN.values():
        kind = _described(option, body_type(option))
        if create and option.required and option is not FORMAT:  # which stages say too
            needed.append((option.json, kind))
        else:
            optional += [(each, kind | UnsetType, UNSET) for each in (option.json, *option.also)]
    also = {each: option.json for option in GIVEN.values() for each in option.also}
    made = defstruct(
        name,
        [*needed, *optional],
        bases=(base,),
        namespace={"__doc__": doc, "ALSO": also},
        module=base.__module__,
        kw_only=True,
    )
    assert issubclass(made, base)
    return made


def answer_fields(options: Iterable[Option[Any]], *, sometimes: bool = False) -> list[Field]:
    """The fields of an answer that has these settings, in their order; `sometimes` for those that may be missing."""
    fields: list[Field] = []
    for option in options:
        kind = _described(option, answer_type(option))
        field = (kind | UnsetType, UNSET) if sometimes else (kind,)
        fields += [(name, *field) for name in (option.json, *option.also)]
    return fields


def answer_values(settings: Settings, options: Iterable[Option[Any]]) -> dict[str, object]:
    """What `settings` say, as `answer_fields` has it."""
    return {name: option.written(settings) for option in options for name in (option.json, *option.also)}


def body_type(option: Option[Any]) -> Any:
    """The type of an option in a body; the flow refuses other choices, with a sentence that names those there are."""
    kind = _value_type(option)
    match option.kind:
        case Kind.SCORING:
            parts = {"type": "object", "additionalProperties": {"type": ["number", "string"]}}
            kind = Annotated[str | dict[str, PointValue | str], _any_of(_text_of(PRESETS), parts)]
        case Kind.TIEBREAKS:
            codes = {"type": "array", "items": {"type": "string"}}
            kind = Annotated[list[str] | str, _any_of(_text_of(TIEBREAK_LISTS), codes)]
        case Kind.PERSON:
            kind = Annotated[str | PersonParts, _PERSON]
        case Kind.PERSONS:
            kind = list[Annotated[str | PersonParts, _PERSON]]
        case Kind.CHOICE if option.null is not Null.REFUSED:
            kind = Annotated[kind | None, one_of(*_values(option), None)]
    return kind if option.null is Null.REFUSED else kind | None


def answer_type(option: Option[Any]) -> Any:
    """The type of an option in an answer."""
    kind = _value_type(option)
    return kind | None if option.null is Null.CLEARS else kind


def _value_type(option: Option[Any]) -> Any:
    match option.kind:
        case Kind.TEXT | Kind.PERSON | Kind.PARAGRAPHS | Kind.DATE | Kind.DRAWN:
            return Annotated[str, Meta(extra_json_schema={"examples": [option.example]})] if option.example else str
        case Kind.NUMBER:
            return Whole
        case Kind.SHARE:
            return float
        case Kind.CHOICE:
            values = _values(option)
            return Annotated[str if isinstance(values[0], str) else Whole, one_of(*values)]
        case Kind.SEVERAL:
            members = dict.fromkeys(each for value, _ in option.choices for each in value)  # type: ignore[attr-defined]
            return list[Annotated[str, one_of(*(plain(each) for each in members))]]
        case Kind.YES_NO | Kind.TICK:
            return bool
        case Kind.LINES | Kind.PERSONS | Kind.DATES | Kind.TIMES | Kind.TIEBREAKS | Kind.ORDER:
            return list[str]
        case Kind.GROUPS:
            return list[list[str]]
        case Kind.STAGES:
            return list[Any]
        case Kind.PARTS | Kind.OBJECT:
            return dict[str, Any]
        case Kind.CLOCK:
            return str | dict[str, str]
        case Kind.SCORING:
            return str | dict[str, float]


def _values(option: Option[Any]) -> list[Any]:
    """The choices as JSON; numbers in their order."""
    values = [plain(value) for value, _ in option.choices]
    return values if isinstance(values[0], str) else sorted(values)


def _text_of(values: Iterable[str]) -> dict[str, object]:
    return {"type": "string", "enum": sorted(values)}


def _described(option: Option[Any], kind: Any) -> Any:
    """`kind` with the words of the declaration."""
    return Annotated[kind, Meta(description=description(option))]
