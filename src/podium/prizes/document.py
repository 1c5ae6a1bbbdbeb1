"""A contest read from a document with the specification's field names.

Documents are what JSON can say: objects, lists, texts, numbers, truth and nothing. A field that is not known is refused
by name, wherever it stands: what is misspelt must not be lost in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from datetime import date
from decimal import Decimal
from difflib import get_close_matches
from enum import Enum
from typing import TypeVar

from podium.core.days import day_of
from podium.core.errors import Invalid
from podium.core.player import checked_birth, checked_gender, first_day, tidy
from podium.core.points import Points
from podium.prizes.model import Category, Contest, Order, Override, Player, Prize, Rules
from podium.prizes.money import cents

RULES = (
    "allowUnratedInRatingCategory", "multipleEligibilityMode", "useHighestValuePrize", "useCategoryRank", "order",
    "sharing",
)  # fmt: skip
RULES_NAMES = ("rules", "ruleConfig", "rule_config")
"""The rules by any of their names."""
WHOLE = ("tournament_id", "tournament", "players", "categories", "prizes", "overrides", "decisions", *RULES_NAMES)
TOURNAMENT = ("id", "name", "start_date")
LARGEST = 10**9
LIKENESS = 0.75
"""From where on a name is taken for a misspelt one, out of 1."""

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


def read(document: object) -> Contest:
    """The contest that a document describes; raises Invalid, naming the place and the value."""
    whole = _Part("the document", document, WHOLE)
    named = "tournament_id" in whole.fields and "tournament" not in whole.fields
    tournament = _Part("tournament", {}, TOURNAMENT) if named else whole.part("tournament", TOURNAMENT)
    categories = whole.parts("categories", (*_names(Category), "prizes"))
    prize_fields = _names(Prize)
    nested = [
        (part.id("id"), prize) for part in categories for prize in part.parts("prizes", prize_fields, needed=False)
    ]
    loose = [(None, prize) for prize in whole.parts("prizes", prize_fields, needed=False)]
    overrides = whole.parts("overrides", _names(Override), needed=False)
    return Contest(
        tuple(_player(part) for part in whole.parts("players", _names(Player))),
        tuple(_category(part, place) for place, part in enumerate(categories, 1)),
        tuple(_prize(part, category) for category, part in (*nested, *loose)),
        tuple(Override(part.id("prize_id"), part.id("player_id")) for part in overrides),
        rules(one_of_names({name: whole.fields.get(name) for name in RULES_NAMES})),
        tournament.optional("start_date", _date),
        tournament.optional("id", _id) or whole.optional("tournament_id", _id) or "",
        tuple(part.ids("players") for part in whole.parts("decisions", ("players",), needed=False)),
    )


def one_of_names(spelt: Mapping[str, T | None]) -> T | None:
    """The rules by the one name that is used for them, or None; raises Invalid where they have several."""
    used = {name: value for name, value in spelt.items() if value is not None}
    if len(used) > 1:
        raise Invalid("rules-twice", value=sorted(used))
    return next(iter(used.values()), None)


def rules(given: object, otherwise: Rules | None = None) -> Rules:
    """The rules that an object spells out; what it does not name is as in `otherwise`, or in `Rules()`."""
    part = _Part("rules", {} if given is None else given)
    for name in part.fields:
        if name not in RULES:
            if meant := _meant(str(name), RULES):
                raise Invalid("rule-misspelt", value=name, meant=meant, allowed=RULES)
            raise Invalid("rule-unknown", value=name, allowed=RULES)
    base = Rules() if otherwise is None else otherwise
    order = base.order
    if part.fields.get("useHighestValuePrize") is not None:
        order = Order.VALUE_FIRST if part.truth("useHighestValuePrize", False) else Order.BROCHURE_FIRST
    return Rules(
        part.truth("allowUnratedInRatingCategory", base.allow_unrated),
        part.choice("multipleEligibilityMode", base.mode),
        part.choice("order", order),
        part.choice("sharing", base.sharing),
        part.truth("useCategoryRank", base.category_rank),
    )


def rules_as_json(rules: Rules) -> dict[str, object]:
    """The rules as a document names them, in full."""
    return {
        "allowUnratedInRatingCategory": rules.allow_unrated,
        "multipleEligibilityMode": rules.mode.value,
        "useCategoryRank": rules.category_rank,
        "order": rules.order.value,
        "sharing": rules.sharing.value,
    }


def _names(kind: type[Player | Category | Prize | Override]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _meant(name: str, allowed: Sequence[str]) -> str | None:
    """The allowed name that a misspelt one most looks like, if any does."""
    by_letters = {each.casefold().replace("_", ""): each for each in allowed}
    found = get_close_matches(name.casefold().replace("_", ""), by_letters, 1, LIKENESS)
    return by_letters[found[0]] if found else None


def _player(part: _Part) -> Player:
    return Player(
        id=part.id("id"),
        name=part.needed("name", _words),
        rank=part.rank(),
        rating=part.optional("rating", _whole),
        gender=part.optional("gender", _gender),
        date_of_birth=part.optional("date_of_birth", _birth),
        fide_id=part.optional("fide_id", _id),
        disability=part.optional("disability", _words),
        city=part.optional("city", _words),
        state=part.optional("state", _words),
        club=part.optional("club", _words),
        points=part.optional("points", _points),
        section=part.optional("section", _words),
    )


def _category(part: _Part, place: int) -> Category:
    order = part.optional("brochure_order", _whole)
    for limit in ("age", "rating"):
        least, most = part.optional(f"min_{limit}", _whole), part.optional(f"max_{limit}", _whole)
        if least and most and least > most:
            name = part.optional("name", _words) or part.id("id")
            raise Invalid(
                "limits-crossed", field=f"min_{limit}", value=least, limit=f"max_{limit}", most=most, name=name
            )
    return Category(
        id=part.id("id"),
        name=part.optional("name", _words) or part.id("id"),
        brochure_order=place if order is None else order,
        active=part.truth("active", True),
        min_age=part.optional("min_age", _whole),
        max_age=part.optional("max_age", _whole),
        gender=part.optional("gender", _gender),
        min_rating=part.optional("min_rating", _whole),
        max_rating=part.optional("max_rating", _whole),
        allow_unrated=part.truth("allow_unrated", False),
        disability=part.optional("disability", _words),
        city=part.optional("city", _words),
        state=part.optional("state", _words),
        club=part.optional("club", _words),
        section=part.optional("section", _words),
    )


def _prize(part: _Part, inside: str | None) -> Prize:
    id = part.id("id")
    category = part.optional("category_id", _id)
    if category is None:
        category = inside
    if category is None or (inside is not None and category != inside):
        raise Invalid("prize-without-category", value=id, category=category)
    return Prize(
        id=id,
        category_id=category,
        place=part.needed("place", _whole),
        cash=part.optional("cash", _cents) or 0,
        trophy=part.truth("trophy", False),
        medal=part.truth("medal", False),
        active=part.truth("active", True),
        main_category=part.truth("main_category", False),
    )


class _Part:
    """An object of a document, and the place it stands at, for messages; `allowed` are the names it may use, if few."""

    def __init__(self, where: str, given: object, allowed: Sequence[str] | None = None) -> None:
        if not isinstance(given, Mapping):
            raise Invalid("part-malformed", field=where, value=_shown(given), wanted="an object")
        self.where = where
        self.fields: Mapping[str, object] = given
        if allowed is not None and (strange := next((name for name in given if name not in allowed), None)) is not None:
            if meant := _meant(str(strange), allowed):
                raise Invalid("key-misspelt", field=where, value=strange, meant=meant, allowed=list(allowed))
            raise Invalid("key-unknown", field=where, value=strange, allowed=list(allowed))

    def part(self, name: str, allowed: Sequence[str]) -> _Part:
        if self.fields.get(name) is None:
            raise Invalid("part-missing", field=name, value=self.where)
        return _Part(name, self.fields[name], allowed)

    def parts(self, name: str, allowed: Sequence[str], *, needed: bool = True) -> list[_Part]:
        given = self.fields.get(name)
        if given is None:
            if needed:
                raise Invalid("part-missing", field=name, value=self.where)
            return []
        before = "" if self.where == "the document" else f"{self.where}."
        listed = _listed(given, name)
        return [_Part(f"{before}{name}[{place}]", each, allowed) for place, each in enumerate(listed)]

    def ids(self, name: str) -> tuple[str, ...]:
        where = f"{self.where}.{name}"
        return tuple(_id(each, f"{where}[{place}]") for place, each in enumerate(_listed(self.fields.get(name), where)))

    def optional(self, name: str, reader: Callable[[object, str], T | None]) -> T | None:
        given = self.fields.get(name)
        return None if given is None else reader(given, f"{self.where}.{name}")

    def needed(self, name: str, reader: Callable[[object, str], T | None]) -> T:
        found = self.optional(name, reader)
        if found is None:
            raise Invalid("part-missing", field=name, value=self.where)
        return found

    def id(self, name: str) -> str:
        return self.needed(name, _id)

    def rank(self) -> int:
        found = self.optional("rank", _whole)
        if found is None:
            raise Invalid("rank-missing", value=self.id("id"))
        return found

    def truth(self, name: str, otherwise: bool) -> bool:
        given = self.fields.get(name)
        if given is None:
            return otherwise
        if not isinstance(given, bool):
            raise Invalid("part-malformed", field=f"{self.where}.{name}", value=_shown(given), wanted="true or false")
        return given

    def choice(self, name: str, otherwise: E) -> E:
        given = self.fields.get(name)
        if given is None:
            return otherwise
        kind = type(otherwise)
        for each in kind:
            if each.value == given:
                return each
        raise Invalid("rule-malformed", field=name, value=_shown(given), allowed=[each.value for each in kind])


def _shown(given: object) -> object:
    """What a message shows of a value: a whole list or object would drown it."""
    return "an object" if isinstance(given, Mapping) else "a list" if isinstance(given, list) else given


def _listed(given: object, where: str) -> Sequence[object]:
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise Invalid("part-malformed", field=where, value=_shown(given), wanted="a list")
    return given


def _whole(given: object, where: str) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or abs(given) > LARGEST:
        raise Invalid("part-malformed", field=where, value=_shown(given), wanted="a whole number")
    return given


def _words(given: object, where: str) -> str | None:
    if not isinstance(given, str):
        raise Invalid("part-malformed", field=where, value=_shown(given), wanted="text")
    return tidy(where, given)


def _gender(given: object, where: str) -> str | None:
    return checked_gender(_words(given, where), where)


def _id(given: object, where: str) -> str:
    text = str(_whole(given, where)) if not isinstance(given, str) else given
    if not text or tidy(where, text) != text:  # what stands in a line of the log must not break it
        raise Invalid("part-malformed", field=where, value=_shown(given), wanted="an id")
    return text


def _date(given: object, where: str) -> date:
    try:
        return day_of(given if isinstance(given, str) else "")
    except ValueError:
        raise Invalid("date-malformed", field=where, value=_shown(given)) from None


def _birth(given: object, where: str) -> date | None:
    """A date of birth; of a year alone the first day, so that the age is the one reached in the year."""
    text = checked_birth(_words(given, where))
    return None if text is None else date.fromisoformat(first_day(text))


def _points(given: object, where: str) -> Points:
    if isinstance(given, bool) or not isinstance(given, int | float | Decimal | str):
        raise Invalid("points-malformed", field=where, value=_shown(given))
    return Points.of(str(given) if isinstance(given, Decimal) else given)


def _cents(given: object, where: str) -> int:
    if isinstance(given, float):
        return cents(str(given))  # as it was written, to the last figure
    if isinstance(given, bool) or not isinstance(given, int | Decimal | str):
        raise Invalid("amount-malformed", field=where, value=_shown(given))
    return cents(given)
