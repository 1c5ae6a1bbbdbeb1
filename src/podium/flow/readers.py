"""Values read from what a client gave: each reader takes the field and the value, and raises Invalid naming both."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC
from json import loads
from math import isfinite
from zoneinfo import ZoneInfo

from podium.core.arbiter import TITLES, Arbiter
from podium.core.choice import one_of
from podium.core.days import day_of, time_of
from podium.core.errors import Invalid
from podium.core.ids import PlayerId
from podium.core.player import tidy, tidy_paragraphs
from podium.core.ratings.list_sequence import MOST_LISTS, SequenceEntry
from podium.core.ratings.official_ratings import RATINGS
from podium.core.result import CLUB, PRESETS, Scoring, check_scoring, scoring
from podium.flow.event.setting_values import Apart
from podium.tiebreaks import EDITIONS, criterion, preset

MOST_ROUNDS = 999
MOST_SECTIONS = 50
MOST_FORBIDDEN = 1000
PARTS_OF_ARBITER = ("name", "title", "fide_id")
FIDE_NUMBER = re.compile("[0-9]{4,12}")


def text(field: str, value: object) -> str | None:
    """A line of text, None for an empty one."""
    if value is not None and not isinstance(value, str):
        raise Invalid("text-malformed", field=field, value=value)
    return tidy(field, value)


def name(field: str, value: object) -> str:
    """A line of text that is not empty."""
    read = text(field, value)
    if read is None:
        raise Invalid("name-missing", field=field, value=value)
    return read


def names(field: str, value: object) -> tuple[str, ...]:
    """Some names, none of them twice."""
    return _different(field, value, name)


def arbiter(field: str, value: object) -> str | None:
    """An arbiter as one line of text, None for an empty one; in parts it is an object with a name, a title and a FIDE
    number.

    >>> arbiter("chief_arbiter", {"name": "Berg, Anna", "title": "ia", "fide_id": "4612345"})
    'IA Berg, Anna (4612345)'
    """
    if not isinstance(value, Mapping):
        return text(field, value)
    for part in value:
        if part not in PARTS_OF_ARBITER:
            raise Invalid("arbiter-part-unknown", field=field, value=part, allowed=PARTS_OF_ARBITER)
    title, fide_id = (text(field, value.get(part)) for part in PARTS_OF_ARBITER[1:])
    if title and title.upper() not in TITLES:
        raise Invalid("arbiter-title-unknown", field=field, value=title, allowed=TITLES)
    if fide_id and not FIDE_NUMBER.fullmatch(fide_id):
        raise Invalid("fide-id-malformed", field=field, value=fide_id)
    own = name(field, value.get("name"))
    return text(field, Arbiter(own, title and title.upper(), fide_id).text)


def arbiters(field: str, value: object) -> tuple[str, ...]:
    """Some arbiters, none of them twice."""
    return _different(field, value, lambda field, each: name(field, arbiter(field, each)))


def _different(field: str, value: object, read_one: Callable[[str, object], str]) -> tuple[str, ...]:
    """Some lines of text, none of them twice."""
    if not isinstance(value, list | tuple):
        raise Invalid("list-malformed", field=field, value=value)
    if len(value) > MOST_SECTIONS:
        raise Invalid("count-out-of-range", field=field, value=len(value), least=0, most=MOST_SECTIONS)
    read = tuple(read_one(field, each) for each in value)
    twice = next((each for each in read if read.count(each) > 1), None)
    if twice is not None:
        raise Invalid("name-twice", field=field, value=twice)
    return read


def list_sequence(field: str, value: object) -> tuple[str, ...]:
    """Rating lists with the rating that is meant, as `fide/rapid`, none of them twice."""
    if not isinstance(value, list | tuple):
        raise Invalid("list-malformed", field=field, value=value)
    if len(value) > MOST_LISTS:
        raise Invalid("count-out-of-range", field=field, value=len(value), least=0, most=MOST_LISTS)
    return names(field, [SequenceEntry.parse(field, name(field, each)).text for each in value])


def whole_number(least: int, most: int) -> Callable[[str, object], int]:
    """What reads a whole number between the two."""

    def read(field: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise Invalid("count-out-of-range", field=field, value=value, least=least, most=most)
        return value

    return read


def day(field: str, value: object) -> str | None:
    """A date as ISO writes it, None for an empty one."""
    read = text(field, value)
    if read is None:
        return None
    try:
        return day_of(read).isoformat()
    except ValueError:
        raise Invalid("date-malformed", field=field, value=value) from None


def moment(field: str, value: object) -> str:
    """A time in UTC, from one that ISO writes with its zone.

    >>> moment("startsAt", "2026-08-31T16:00+02:00")
    '2026-08-31T14:00:00.000+00:00'
    """
    try:
        read = time_of(value if isinstance(value, str) else "")
        if read.tzinfo is None:
            raise ValueError
        return read.astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):
        raise Invalid("moment-malformed", field=field, value=value) from None


def days(field: str, value: object) -> tuple[str, ...]:
    """Some dates in their order, as ISO writes them."""
    if not isinstance(value, list | tuple) or len(value) > MOST_ROUNDS:
        raise Invalid("list-malformed", field=field, value=value)
    read = []
    for each in value:
        date_read = day(field, each)
        if date_read is None:
            raise Invalid("date-malformed", field=field, value=each)
        read.append(date_read)
    return tuple(read)


def local_times(field: str, value: object) -> tuple[str, ...]:
    """Some times in their order, by the clock of a place that is not said.

    >>> local_times("round_times", ["2026-08-31T14:00"])
    ('2026-08-31 14:00',)
    """
    if not isinstance(value, list | tuple) or len(value) > MOST_ROUNDS:
        raise Invalid("list-malformed", field=field, value=value)
    return tuple(_local_time(field, each) for each in value)


def _local_time(field: str, value: object) -> str:
    try:
        read = time_of(value.strip() if isinstance(value, str) else "")
        if read.tzinfo is not None or ":" not in str(value):
            raise ValueError
    except ValueError:
        raise Invalid("local-time-malformed", field=field, value=value) from None
    return read.isoformat(sep=" ", timespec="minutes")


def time_zone(field: str, value: object) -> str | None:
    """The name of a time zone as the tz database has it, None for an empty one."""
    read = text(field, value)
    if read is None:
        return None
    try:
        ZoneInfo(read)
    except (KeyError, ValueError, OSError):  # no such zone, no name of one, the name of a folder
        raise Invalid("time-zone-unknown", field=field, value=value) from None
    return read


def paragraphs(field: str, value: object) -> str | None:
    """Text of several lines, None for an empty one."""
    if value is not None and not isinstance(value, str):
        raise Invalid("text-malformed", field=field, value=value)
    return tidy_paragraphs(field, value)


def federation_code(field: str, value: object) -> str | None:
    """FIDE's code of a federation, three letters; None for an empty one."""
    read = text(field, value)
    if read is not None and not (len(read) == 3 and read.isascii() and read.isalpha()):
        raise Invalid("federation-malformed", field=field, value=value)
    return read and read.upper()


def tiebreak_codes(field: str, value: object) -> tuple[str, ...]:
    """Tie-breaks by their codes, or the usual list of that name."""
    try:
        if isinstance(value, str):
            return preset(value)
        return names(field, [criterion(code).code for code in names(field, value)])
    except Invalid as problem:
        problem.facts.setdefault("field", field)
        raise


def edition(field: str, value: object) -> int:
    """The year of the tie-break regulations."""
    if value not in EDITIONS or isinstance(value, bool):
        raise Invalid("edition-unknown", field=field, value=value, allowed=list(EDITIONS))
    return int(str(value))


def rating(field: str, value: object) -> int:
    """A rating that somebody can have."""
    if isinstance(value, bool) or not isinstance(value, int) or value not in RATINGS:
        raise Invalid("rating-out-of-range", field=field, value=value)
    return value


def scoring_table(field: str, value: object, base: Scoring = CLUB) -> Scoring:
    """The preset of that name, or `base` with the values of a table."""
    if not isinstance(value, str | dict):
        raise Invalid("scoring-unknown", field=field, value=value, allowed=sorted(PRESETS))
    table = scoring(value, base)
    check_scoring(table)
    return table


def json_of(text: str) -> object:
    """What a text says as JSON; the text itself where it says nothing, so that a refusal can name it."""
    try:
        return loads(text)
    except (ValueError, RecursionError):
        return text


def is_json(value: object, deepest: int) -> bool:
    """Whether a value is one that JSON can say and every database keep, with at most so many inside one another.

    >>> is_json({"a": [1, None]}, 2), is_json({"a": [1, None]}, 1), is_json(float("nan"), 1)
    (True, False, False)
    """
    match value:
        case None | bool():
            return True
        case int():
            return -(2**63) <= value < 2**63
        case float():
            return isfinite(value)
        case str():
            return all(sign != "\0" and not "\ud800" <= sign <= "\udfff" for sign in value)
        case list() | tuple():
            return deepest > 0 and all(is_json(each, deepest - 1) for each in value)
        case dict():
            pairs = value.items()
            return deepest > 0 and all(
                isinstance(name, str) and is_json(name, 0) and is_json(each, deepest - 1) for name, each in pairs
            )
        case _:
            return False


def apart(field: str, value: object) -> tuple[Apart, ...]:
    """What players must not share."""
    return tuple(one_of(Apart)(field, each) for each in names(field, value))


def players_in_order(field: str, value: object) -> tuple[PlayerId, ...]:
    """Players, none of them twice; whether they exist is asked where the players are known."""
    if not isinstance(value, list | tuple) or not all(isinstance(id, str) for id in value):
        raise Invalid("list-malformed", field=field, value=value)
    twice = next((id for id in value if value.count(id) > 1), None)
    if twice is not None:
        raise Invalid("player-twice", field=field, value=twice, name=twice)
    return tuple(PlayerId(id) for id in value)


def groups(field: str, value: object) -> tuple[tuple[PlayerId, ...], ...]:
    """Groups of at least two players who may not meet; whether they exist is asked where the players are known."""
    if not isinstance(value, list | tuple) or len(value) > MOST_FORBIDDEN:
        raise Invalid("list-malformed", field=field, value=value)
    read = []
    for group in value:
        if not isinstance(group, list | tuple) or not all(isinstance(id, str) for id in group) or len(set(group)) < 2:
            raise Invalid("group-malformed", field=field, value=group)
        read.append(tuple(PlayerId(id) for id in dict.fromkeys(group)))
    return tuple(read)
