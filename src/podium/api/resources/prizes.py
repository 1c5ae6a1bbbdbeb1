"""Prizes: the plan, and the run that decides them: a look for arbiters, the real thing for the owner."""

from __future__ import annotations

from typing import Annotated, Any

from litestar.params import JSONBody, QueryParameter

from podium.api.acts import COMMAND, act
from podium.api.bodies import ApiRequest, Body
from podium.api.documentation import RANKING, WRITING, change, problems, read
from podium.api.parameters import IdempotencyKey, IfMatch, Injected, Tournament, command_key, expected_version
from podium.api.problems import Edge
from podium.api.resources.tournaments import PublishBody
from podium.app.desk import Desk, Seen
from podium.app.event.settings_schema import Whole, one_of
from podium.app.ports import Receipt
from podium.app.prizes.answers import (
    AllocationAnswer,
    PrizesAnswer,
    WhyAnswer,
    allocation_answer,
    prizes_answer,
    why_answer,
)
from podium.app.prizes.contests import RunOptions, usual_options
from podium.app.prizes.prizegiving import PrizeAllocator, audit_of, refuse_public
from podium.app.words.language import _
from podium.core.errors import Unknown
from podium.core.ids import LONGEST_ID, TournamentId, identity
from podium.flow.commands import Command, PublishPrizes, SetPrizes
from podium.flow.prizes.prizes import Allocated
from podium.flow.state import Tournament as State
from podium.prizes import Order, Override
from podium.prizes.document import RULES_NAMES, one_of_names, rules

OfPlayer = Annotated[str, QueryParameter(description="The id of the player.")]
OfPrize = Annotated[str | None, QueryParameter(description="The id of a prize; without it all of them.")]


class PrizeBody(Body, kw_only=True):
    """A prize; one without an id gets one."""

    id: str | Whole | None = None
    category_id: str | Whole | None = None
    place: Whole
    cash: Whole | float | str | None = None
    trophy: bool | None = None
    medal: bool | None = None
    active: bool | None = None
    main_category: bool | None = None


class CategoryBody(Body, kw_only=True):
    """Who may win some prizes, and the prizes; a limit of null or 0 is no limit."""

    id: str | Whole | None = None
    name: str | None = None
    brochure_order: Whole | None = None
    active: bool | None = None
    min_age: Whole | None = None
    max_age: Whole | None = None
    gender: str | None = None
    min_rating: Whole | None = None
    max_rating: Whole | None = None
    allow_unrated: bool | None = None
    disability: str | None = None
    city: str | None = None
    state: str | None = None
    club: str | None = None
    section: str | None = None
    prizes: list[PrizeBody] | None = None


class PrizesBody(Body):
    """All categories with their prizes; those not named are dropped. Rules and currency stay unless they are named.

    `ruleConfig` and `rule_config` are other names of `rules`. `currency` is a code such as `EUR`, or empty.
    """

    categories: list[CategoryBody]
    rules: dict[str, Any] | None = None
    ruleConfig: dict[str, Any] | None = None  # noqa: N815  # the contract's spelling
    rule_config: dict[str, Any] | None = None
    currency: str | None = None


PrizeRulesBody = dict[str, Any]
"""The rules of the event: `{"order": "value-first"}`; those not named are as usual."""


class OverrideBody(Body):
    """The organiser's word that this player wins this prize."""

    prize_id: str | Whole
    player_id: str | Whole


class DecisionBody(Body):
    """The organiser's word on players whom rank, rating and name do not tell apart: who comes first, then next."""

    players: list[str | Whole]


class AllocateBody(Body, kw_only=True):
    """How to decide the prizes; `ruleConfig` and `rule_config` are other names of `rules`.

    A rule that is not named is that of the event. With `audit` the answer says who was bypassed. While games or rounds
    are left to be played, only a run with `confirm` is kept.
    """

    overrides: list[OverrideBody] | None = None
    decisions: list[DecisionBody] | None = None
    rules: dict[str, Any] | None = None
    ruleConfig: dict[str, Any] | None = None  # noqa: N815  # the contract's spelling
    rule_config: dict[str, Any] | None = None
    order: Annotated[str, one_of(*(each.value for each in Order), None)] | None = None
    dryRun: bool = False  # noqa: N815  # the contract's spelling
    audit: bool = False
    confirm: bool = False


def _answer(receipt: Receipt) -> PrizesAnswer:
    return prizes_answer(receipt.state.prizes, receipt.version)


@read("/tournaments/{id:str}/prizes", summary="The prizes, and who won them")
def prizes(seen: Injected[Seen]) -> PrizesAnswer:
    return prizes_answer(seen.state.prizes, seen.version)


@read(
    "/tournaments/{id:str}/prizes/why",
    summary="What keeps a player from the prizes",
    responses={**RANKING, **problems(504)},
)
def why(
    seen: Injected[Seen], prize_allocator: Injected[PrizeAllocator], player: OfPlayer, prize: OfPrize = None
) -> WhyAnswer:
    """By the standings as they are, and what the organiser decided before; for arbiters and the owner."""
    refuse_public(seen)
    allocation = prize_allocator.allocation(seen, usual_options(seen.state))
    return why_answer(allocation, seen.state.prizes.plan, player, prize, seen.version)


@act("PUT /tournaments/{id:str}/prizes", "Set the prizes: every category with what there is to win", _answer)
def set_prizes(data: PrizesBody) -> Command:
    return SetPrizes(
        tuple(
            {**category.named_fields(), "prizes": [prize.named_fields() for prize in category.prizes or ()]}
            for category in data.categories
        ),
        _rules_of(data),
        data.currency,
    )


@act(
    "PUT /tournaments/{id:str}/prizes/rules",
    "Set the rules that the prizes are decided by, unless a run asks for others",
    _answer,
)
def set_prize_rules(data: PrizeRulesBody) -> Command:
    return SetPrizes(rules=data)


@act("POST /tournaments/{id:str}/prizes/publish", "Show the prize list to the public, or hide it", _answer)
def publish_prizes(data: PublishBody) -> Command:
    return PublishPrizes(data.published)


def allocation(data: AllocateBody, seen: Seen, prize_allocator: PrizeAllocator) -> Command:
    return prize_allocator.command(seen, run_options(data, seen.state))


@change(
    "POST /tournaments/{id:str}/prizes/allocate",
    "Decide the prizes",
    {**WRITING, **problems(504)},
    status=200,
    opt={COMMAND: allocation},
)
def allocate(
    request: ApiRequest,
    desk: Injected[Desk],
    prize_allocator: Injected[PrizeAllocator],
    id: Tournament,
    data: JSONBody[AllocateBody],
    if_match: IfMatch = None,
    idempotency_key: IdempotencyKey = None,
) -> AllocationAnswer:
    """What a run decides; kept, unless it is dry."""
    actor = request.user.actor
    try:
        stream = TournamentId(identity("tournament", id))
        seen = desk.see(actor, stream)
        refuse_public(seen)
        options = run_options(data, seen.state)
        if data.dryRun:
            return _allocation(prize_allocator.preview(seen, options), seen.state, seen.version, data)
        key, expected = command_key(idempotency_key), expected_version(if_match)
        receipt = prize_allocator.finalise(
            actor, stream, options, command_id=key, expected=expected, confirmed=data.confirm
        )
    except Unknown as unknown:
        if unknown.facts["kind"] != "tournament":
            raise
        raise Edge(404, unknown.code, _("Tournament not found"), value=id[:LONGEST_ID]) from None
    allocated = receipt.state.prizes.allocated
    assert allocated is not None  # the receipt is of the commit that kept it
    return _allocation(allocated, receipt.state, receipt.version, data)


def _allocation(allocated: Allocated, state: State, version: int, body: AllocateBody) -> AllocationAnswer:
    return allocation_answer(allocated, version, audit_of(state, allocated) if body.audit else None)


def run_options(body: AllocateBody, state: State) -> RunOptions:
    """What a body asks of a run, the rest by the rules of the event; raises Invalid for a rule that there is not."""
    chosen = dict(_rules_of(body) or {})
    if body.order is not None:
        chosen["order"] = body.order
    overrides = tuple(Override(str(each.prize_id), str(each.player_id)) for each in body.overrides or ())
    decisions = tuple(tuple(map(str, each.players)) for each in body.decisions or ())
    return RunOptions(overrides, rules(chosen, state.prizes.rules), decisions)


def _rules_of(body: AllocateBody | PrizesBody) -> dict[str, Any] | None:
    return one_of_names({name: getattr(body, name) for name in RULES_NAMES})


HANDLERS = (prizes, why, set_prizes, set_prize_rules, publish_prizes, allocate)
