"""Deciding the prizes: what a run would give, and what stands in the way; then the run itself.

What is asked of the run travels in the address, so that every preview can be sent on and nothing is kept before the
owner finalises it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from urllib.parse import urlencode

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.prizes.contests import RunOptions, contest_of, usual_options
from podium.app.prizes.prizegiving import SMALL, allocated_of, left_to_play, ranks_are_final, size
from podium.app.prizes.prizelist import CategoryLines, Payment, paid_in_all, payments, prize_list, prize_titles
from podium.app.prizes.words import decided_by, reason, unmatched_note, verdict
from podium.app.problems import status_of
from podium.app.words import counts
from podium.app.words.errors import sentence
from podium.app.words.language import N_, _
from podium.app.words.phrases import enumeration, separated
from podium.core.errors import Invalid, Refused, Unknown
from podium.flow.commands import SetPrizes
from podium.flow.state import Tournament
from podium.prizes import (
    Allocation,
    Contest,
    Decision,
    Mode,
    Order,
    Override,
    Rules,
    Sharing,
    audit,
    compare,
    explain,
    undecided,
    verify,
)
from podium.prizes.document import rules as read_rules
from podium.prizes.document import rules_as_json
from podium.web.frame.responses import page, perform_and_go, receipt_status_line, see_other
from podium.web.frame.visit import Visit
from podium.web.frame.words import in_language

Options = tuple[tuple[str, str], ...]
ORDERS: Options = (
    (Order.BROCHURE_FIRST.value, N_("Brochure first: as the prizes are listed")),
    (Order.VALUE_FIRST.value, N_("Value first: the most valuable prize first")),
    (Order.OPTIMAL.value, N_("Optimal: the most prizes filled, each player's best")),
)
MODES: Options = (
    (Mode.FIRST_WIN.value, N_("One prize a player")),
    (Mode.ALLOW_MULTIPLE.value, N_("Several prizes a player")),
)
SHARINGS: Options = (
    (Sharing.NONE.value, N_("No sharing: each winner gets the prize")),
    (Sharing.EQUAL.value, N_("Equal parts of the pooled prizes")),
    (Sharing.HORT.value, N_("Hort: half by place, half pooled")),
    (Sharing.US_CHESS_32B.value, N_("US Chess rule 32B")),
)
MOST_BYPASSED = 20


@dataclass(frozen=True, slots=True)
class Tie:
    """Prizes that wait for one word on players who are alike."""

    prizes: tuple[str, ...]
    names: str
    choices: Options


@dataclass(frozen=True, slots=True)
class RunPage:
    """What a run would decide; `hidden` is what it was asked with, by the names of fields and of an address.

    `decided_by_hand` is each word of the organiser with the preview without it, `gains` what another order changes: the
    order, the player, what they win now and then, and for whom it is better.
    """

    url: str
    hidden: Mapping[str, str]
    kept: bool
    owner: bool
    note: str
    unfinished: str = ""
    """Why finalising asks to be confirmed, where it does."""
    error: str | None = None
    categories: tuple[CategoryLines, ...] = ()
    decided: Mapping[str, str] | None = None
    ranks: Mapping[str, int] | None = None
    ties: tuple[Tie, ...] = ()
    refused: tuple[str, ...] = ()
    unmatched: tuple[str, ...] = ()
    decided_by_hand: Options = ()
    prizes: Options = ()
    players: Options = ()
    gains: tuple[tuple[str, ...], ...] = ()
    compared: bool = True
    bypassed: tuple[str, ...] = ()
    payments: tuple[Payment, ...] = ()
    total: str = ""
    shared: bool = False
    findings: tuple[str, ...] = ()
    orders: Options = field(default_factory=lambda: in_language(ORDERS))
    modes: Options = field(default_factory=lambda: in_language(MODES))
    sharings: Options = field(default_factory=lambda: in_language(SHARINGS))


def run_page(visit: Visit) -> Response[str]:
    """The preview, which writes nothing."""
    seen = visit.see(Role.ARBITER, "AllocatePrizes")
    options, status, error, allocation = RunOptions(), 200, None, None
    try:
        options = run_options(visit, seen)
        allocation = visit.services.prize_allocator.allocation(seen, options)
    except Refused as refusal:
        status, error = status_of(refusal), sentence(refusal)
    context = _page(visit, seen, options, allocation, error)
    return page(visit, "prizes_run.html", context, seen=seen, nav="prizes", status=status)


def finalise(visit: Visit) -> Response[str]:
    """The run, kept as the word of the owner, if the tournament is still as it was looked at."""
    seen = visit.see(Role.OWNER, "AllocatePrizes")
    form = visit.form.values()
    options = _options_of(form)
    receipt = visit.services.prize_allocator.finalise(
        visit.actor,
        visit.tournament,
        options,
        command_id=visit.form.once,
        expected=visit.version,
        confirmed=visit.form.text("confirm") == "yes",
    )
    return see_other(visit, f"{visit.url}/prizes", receipt_status_line(seen, receipt))


def keep_rules(visit: Visit) -> Response[str]:
    """The rules of a preview, set for the event: runs go by them unless they are asked for others."""
    seen = visit.see(Role.ARBITER, "SetPrizes")
    options = _options_of(visit.form.values())
    return perform_and_go(
        visit, seen, SetPrizes(rules=rules_as_json(options.rules)), run_url(visit, options), expected=visit.version
    )


def run_options(visit: Visit, seen: Seen) -> RunOptions:
    """What the address asks for; on a first look, the rules of the event and what was decided before."""
    query = visit.query
    if not query.keys() & {"order", "overrides", "decisions", "give_prize", "first"}:
        return usual_options(seen.state)
    asked = _options_of(query)
    overrides = tuple(each for each in asked.overrides if each.prize_id != query.get("give_prize"))
    if query.get("give_prize"):
        overrides += (Override(query["give_prize"], query.get("give_player", "")),)
    decisions = asked.decisions
    if first := query.get("first"):
        decisions = _decided_first(contest_of(seen.state, RunOptions()), decisions, first)
    return RunOptions(overrides, asked.rules, decisions)


def _decided_first(contest: Contest, decisions: tuple[Decision, ...], first: str) -> tuple[Decision, ...]:
    """The decisions with one more: of those still undecided among players who are alike, this one comes first."""
    keys = {player.id: player.key for player in contest.players}
    if first not in keys:
        raise Unknown("player", first)
    on_them = [at for at, each in enumerate(decisions) if each and keys.get(each[0]) == keys[first]]
    if not on_them:
        return (*decisions, (first,))
    if any(first in decisions[at] for at in on_them):
        return decisions
    last = on_them[-1]
    return (*decisions[:last], (*decisions[last], first), *decisions[last + 1 :])


def run_url(visit: Visit, options: RunOptions) -> str:
    """The address of the preview of a run."""
    return f"{visit.url}/prizes/run?{urlencode(_query(options))}"


def _options_of(fields: Mapping[str, str]) -> RunOptions:
    """What the fields of a form ask for."""
    try:
        overrides = tuple(Override(prize, player) for prize, player in _lists_of_ids(fields.get("overrides", "")))
    except (ValueError, TypeError, RecursionError):
        raise Invalid("overrides-malformed", value=fields["overrides"]) from None
    try:
        decisions = tuple(_lists_of_ids(fields.get("decisions", "")))
    except (ValueError, TypeError, RecursionError):
        raise Invalid("decisions-malformed", value=fields["decisions"]) from None
    return RunOptions(overrides, _rules(fields), decisions)


def _rules(fields: Mapping[str, str]) -> Rules:
    rule_names = {"order": "order", "mode": "multipleEligibilityMode", "sharing": "sharing"}
    chosen: dict[str, object] = {rule: fields[name] for name, rule in rule_names.items() if fields.get(name)}
    flags = {"allowUnratedInRatingCategory": "unrated", "useCategoryRank": "category_rank"}
    return read_rules({**chosen, **{rule: fields.get(name) == "yes" for rule, name in flags.items()}})


def _lists_of_ids(text: str) -> list[tuple[str, ...]]:
    return [tuple(map(str, each)) for each in json.loads(text)] if text else []


def _query(options: RunOptions) -> dict[str, str]:
    """The options as the fields of a form."""
    rules = options.rules
    return {
        "order": rules.order.value,
        "mode": rules.mode.value,
        "sharing": rules.sharing.value,
        "unrated": "yes" if rules.allow_unrated else "",
        "category_rank": "yes" if rules.category_rank else "",
        "overrides": json.dumps([[each.prize_id, each.player_id] for each in options.overrides]),
        "decisions": json.dumps(options.decisions),
    }


def _page(visit: Visit, seen: Seen, options: RunOptions, allocation: Allocation | None, error: str | None) -> RunPage:
    context = RunPage(
        url=f"{visit.url}/prizes",
        hidden=_query(options),
        kept=options.rules == (seen.state.prizes.rules or Rules()),
        owner=seen.role is Role.OWNER,
        note=_note(seen),
        unfinished=_unfinished(seen.state),
        error=error,
    )
    return context if allocation is None else _decided(context, seen.state, options, allocation)


def _unfinished(state: Tournament) -> str:
    """What is left to be played, where something is."""
    games, rounds = left_to_play(state)
    missing = _("%(results)s missing", results=counts.results(games)) if games else ""
    unpaired = _("%(rounds)s not paired yet", rounds=counts.rounds(rounds)) if rounds else ""
    return separated([text for text in (missing, unpaired) if text])


def _note(seen: Seen) -> str:
    over = ranks_are_final(seen.state)
    if seen.role is Role.OWNER:
        if over:
            return _("Nothing is decided yet.")
        return _("Nothing is decided yet, and the tournament is not over: ranks may still change.")
    if over:
        return _("The owner of the tournament finalises.")
    return _("The owner of the tournament finalises, and the tournament is not over: ranks may still change.")


def _decided(context: RunPage, state: Tournament, options: RunOptions, allocation: Allocation) -> RunPage:
    contest = allocation.contest
    outcome = allocated_of(allocation, state.prizes.plan)
    prizes = prize_titles(outcome.plan)
    names = {player.id: player.name for player in contest.players}
    small = size(contest) <= SMALL
    paid = payments(state, outcome)
    return replace(
        context,
        categories=prize_list(state, outcome.plan, outcome),
        decided={
            award.prize_id: decided_by(explain(allocation, award.prize_id).decided_by) for award in outcome.winners
        },
        ranks={player.id: player.rank for player in contest.players},
        ties=tuple(
            Tie(
                tuple(prizes[id] for id in waiting.prizes),
                enumeration([names[id] for id in waiting.players]),
                tuple((id, _full_name(contest, id)) for id in waiting.players),
            )
            for waiting in undecided(outcome.conflicts)
        ),
        refused=tuple(
            f"{prizes[each.prize_id]}: {reason(each.reason)} ({names[each.player_id]})."
            for each in outcome.conflicts
            if not each.withholds
        ),
        unmatched=tuple(
            unmatched_note(allocation.field.categories[each.category_id].name, each.field, each.value)
            for each in outcome.unmatched
        ),
        decided_by_hand=tuple(_decided_by_hand(contest, options, prizes, names)),
        prizes=tuple(prizes.items()),
        players=tuple((player.id, f"{player.rank}. {player.name}") for player in allocation.field.players),
        gains=tuple(_gains(contest, names, prizes)) if small else (),
        compared=small,
        bypassed=tuple(
            _(
                "%(prize)s went to %(winner)s (rank %(rank)s); %(other)s (rank %(other_rank)s) won nothing in that "
                "category.",
                prize=prizes[each.prize_id],
                winner=each.winner.name,
                rank=each.winner.rank,
                other=each.bypassed.name,
                other_rank=each.bypassed.rank,
            )
            for each in islice(audit(allocation), MOST_BYPASSED)
        ),
        payments=paid,
        total=paid_in_all(paid, outcome.plan),
        shared=options.rules.sharing is not Sharing.NONE,
        findings=tuple(finding.code for finding in verify(allocation)) if small else (),
    )


def _decided_by_hand(
    contest: Contest, options: RunOptions, prizes: Mapping[str, str], names: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    for given in options.overrides:
        without = replace(options, overrides=tuple(each for each in options.overrides if each != given))
        yield f"{prizes[given.prize_id]}: {names[given.player_id]}", urlencode(_query(without))
    for order in options.decisions:
        without = replace(options, decisions=tuple(each for each in options.decisions if each != order))
        text = _("In this order: %(names)s", names=separated([_full_name(contest, id) for id in order]))
        yield text, urlencode(_query(without))


def _full_name(contest: Contest, player_id: str) -> str:
    """A player's name with what tells a namesake apart: with club, city, or the end of the id."""
    player = next(each for each in contest.players if each.id == player_id)
    return ", ".join(filter(None, (player.name, player.club, player.city, _("id %(id)s", id=player.id))))


def _gains(contest: Contest, names: Mapping[str, str], prizes: Mapping[str, str]) -> list[tuple[str, ...]]:
    """What the other orders would change for whom, seen from the order that was asked for."""
    first, allowed = contest.rules.order, contest.rules.orders
    gains: list[tuple[str, ...]] = []
    for difference in compare(contest, [first, *(each for each in allowed if each is not first)]):
        order = difference.after.contest.rules.order.value
        for change in difference.players:
            before, after = (enumeration([prizes[id] for id in ids]) for ids in (change.before, change.after))
            name, nothing = names[change.player_id], _("nothing")
            gains.append((order, name, before or nothing, after or nothing, verdict(change.verdict)))
    return gains
