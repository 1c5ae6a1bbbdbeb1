"""What commands about prizes lead to: the plan read and checked, a run kept, its list shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.flow.commands import AllocatePrizes, Given, PublishPrizes, SetPrizes
from podium.flow.events import Events, PrizeRulesSet, PrizesAllocated, PrizesSet
from podium.flow.prizes.prizes import Plan
from podium.flow.state import Tournament
from podium.prizes.document import read, rules
from podium.prizes.soundness import check_plan, check_rules

ID_LENGTH = 8
_CURRENCY = re.compile("([A-Z]{3})?")


def prizes_set(state: Tournament, command: SetPrizes, dice: Dice) -> Events:
    """The plan and the rules that a command spells out, each whole; raises Invalid naming the place and the value."""
    return (*_plan_set(state, command, dice), *_rules_set(state, command.rules))


def _rules_set(state: Tournament, given: Given | None) -> Events:
    if given is None:
        return ()
    after = rules(given)
    check_rules(after)
    return () if after == state.prizes.rules else (PrizeRulesSet(state.prizes.rules, after),)


def _plan_set(state: Tournament, command: SetPrizes, dice: Dice) -> Events:
    before = state.prizes.plan
    after = before if command.categories is None else _plan(state, command.categories, dice)
    currency = before.currency if command.currency is None else command.currency
    if not _CURRENCY.fullmatch(currency):
        raise Invalid("currency-malformed", field="currency", value=currency)
    after = replace(after, currency=currency)
    return () if after == before else (PrizesSet(before, after),)


def _plan(state: Tournament, categories: tuple[Given, ...], dice: Dice) -> Plan:
    named = [_with_ids(category, dice) for category in categories]
    contest = read({"tournament": {}, "players": [], "categories": named})
    check_plan(contest)
    for category in contest.categories:
        if category.section is not None and category.section not in state.settings.sections:
            allowed = state.settings.sections
            raise Invalid("section-unknown", field="section", value=category.section, allowed=allowed)
    return Plan(contest.categories, contest.prizes)


def _with_ids(given: Given, dice: Dice) -> Given:
    """The category with an id for itself and for each of its prizes."""
    if given.get("id") is None and given.get("name") is None:
        raise Invalid("part-missing", field="name", value="a category")
    prizes = given.get("prizes")
    if isinstance(prizes, list | tuple):  # what is no object is left to the reader, which says so and where
        prizes = [{**each, "id": _id(each, dice)} if isinstance(each, Mapping) else each for each in prizes]
    return {**given, "id": _id(given, dice), "prizes": prizes}


def _id(given: Mapping[str, object], dice: Dice) -> object:
    known = given.get("id")
    return dice.token(ID_LENGTH) if known is None else known


def prizes_allocated(state: Tournament, command: AllocatePrizes, now: str) -> Events:
    """The run, kept with the time of its commit; refused where the plan is not the one it was made for."""
    if command.allocated.plan != state.prizes.plan:
        raise Refused("prizes-changed")
    metadata = replace(command.allocated.metadata, timestamp=now)
    after = replace(command.allocated, metadata=metadata, published=False)
    return (PrizesAllocated(state.prizes.allocated, after),)


def prizes_published(state: Tournament, command: PublishPrizes) -> Events:
    """The list, shown or hidden."""
    before = state.prizes.allocated
    if before is None:
        raise Refused("prizes-not-allocated")
    after = replace(before, published=command.published)
    return () if after == before else (PrizesAllocated(before, after),)
