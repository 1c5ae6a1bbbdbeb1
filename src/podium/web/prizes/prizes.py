"""The prizes of a tournament: what there is to win, who won it and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.prizes.plain_prizes import CURRENCIES, line_of, plain_prizes
from podium.app.prizes.prizegiving import outdated, ranks_are_final
from podium.app.prizes.prizelist import CategoryLines, prize_list, prize_titles
from podium.app.prizes.words import decided_by, reason
from podium.app.words import counts
from podium.app.words.errors import sentence
from podium.app.words.language import SOURCE, _, language
from podium.app.words.numbers import money
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.player import LONGEST
from podium.flow.commands import PublishPrizes
from podium.flow.prizes.prizes import Prizes
from podium.prizes import Allocation, explain, why_not
from podium.web.frame.forms import Errors, Field, Fields, as_sent
from podium.web.frame.responses import page, perform_and_go
from podium.web.frame.visit import Visit
from podium.web.prizes.prize_allocation import run_options, run_url


@dataclass(frozen=True, slots=True)
class PrizesPage:
    """The prizes as somebody may see them. `director` may set them up, `owner` decides.

    `stage` is draft, closed (decided) or published, `over` whether the ranks are final. `line` are the fields that set
    plain prizes; none where there are others.
    """

    url: str
    stage: str
    word: str
    note: str
    director: bool
    owner: bool
    over: bool
    outdated: bool
    waiting: int
    categories: tuple[CategoryLines, ...]
    later: tuple[CategoryLines, ...]
    line: Fields
    errors: Errors


@dataclass(frozen=True, slots=True)
class PrizeWhyPage:
    """Why a prize went where it went, or why a player did not get each prize."""

    back: str
    title: str
    decided: str
    candidates: tuple[tuple[int, int, str, str, bool], ...] = ()
    reasons: tuple[tuple[str, str, str], ...] = ()


def prizes_page(visit: Visit) -> Response[str]:
    """The page with the prizes, and the winners for users who may see them."""
    return show(visit, {}, 200)


def line_fields(visit: Visit) -> Fields:
    """The prizes in one line, as they are stored, and their currency; none where a line cannot say them."""
    plan = visit.see(Role.ARBITER, "SetPrizes").state.prizes.plan
    line = line_of(plan)
    if line is None:
        return ()
    usual = "" if plan.categories or language() == SOURCE else next(iter(CURRENCIES))
    offered = ((code, " ".join(dict.fromkeys((code, sign)))) for code, sign in CURRENCIES.items())
    others = ((plan.currency, plan.currency),) if plan.currency not in CURRENCIES and plan.currency else ()
    attributes = {"placeholder": "50, 30, 20", "maxlength": LONGEST, "autocomplete": "off"}
    hint = _("Money for the first places, the first place first.")
    currencies = (("", _("none")), *offered, *others)
    return (
        Field("line", _("Main prizes"), hint, attributes=attributes, value=line),
        Field("currency", _("Currency"), "", "select", currencies, value=plan.currency or usual),
    )


def set_line(visit: Visit) -> Response[str]:
    """The plan as the line says."""
    seen = visit.see(Role.ARBITER, "SetPrizes")
    plan = seen.state.prizes.plan
    if line_of(plan) is None:
        raise Refused("prizes-not-plain")
    try:
        command = plain_prizes(plan, visit.form.text("line"), visit.form.text("currency"))
    except Invalid as wrong:
        return show(visit, {"line": sentence(wrong)}, 400)
    return perform_and_go(visit, seen, command, f"{visit.url}/prizes")


def show(visit: Visit, errors: Errors, status: int) -> Response[str]:
    """The page with the line as it was sent, and what is wrong with it."""
    seen = visit.see()
    prizes = seen.state.prizes
    allocated = prizes.allocated
    director = seen.role >= Role.ARBITER
    stage, word = _stage(prizes)
    changed = allocated is not None and allocated.plan != prizes.plan
    context = PrizesPage(
        url=f"{visit.url}/prizes",
        stage=stage,
        word=word,
        note=_note(prizes),
        director=director,
        owner=seen.role is Role.OWNER,
        over=ranks_are_final(seen.state),
        outdated=director and outdated(seen.state),
        waiting=sum(each.withholds for each in allocated.conflicts) if allocated else 0,
        categories=prize_list(seen.state, allocated.plan if allocated else prizes.plan, allocated),
        later=prize_list(seen.state, prizes.plan) if changed and director else (),
        line=as_sent(line_fields(visit), visit.form, errors) if director and not seen.state.archived else (),
        errors=errors,
    )
    return page(visit, "prizes.html", context, seen=seen, nav="prizes", status=status)


def why_page(visit: Visit) -> Response[str]:
    """The page that explains one prize, or all prizes to one player."""
    seen = visit.see(Role.ARBITER, "AllocatePrizes")
    options = run_options(visit, seen)
    allocation = visit.services.prize_allocator.allocation(seen, options)
    back, titles = run_url(visit, options), prize_titles(seen.state.prizes.plan)
    if player := visit.query.get("player", ""):
        context = _why_not(allocation, titles, player, back)
    else:
        context = _why(allocation, titles, visit.query.get("prize", ""), back)
    return page(visit, "prizes_why.html", context, seen=seen, nav="prizes")


def publish(visit: Visit) -> Response[str]:
    """The list of winners, seen by all who see the tournament."""
    return perform_and_go(visit, _seen(visit), PublishPrizes(), f"{visit.url}/prizes", expected=visit.version)


def hide(visit: Visit) -> Response[str]:
    """The list of winners, seen by the team alone."""
    return perform_and_go(visit, _seen(visit), PublishPrizes(False), f"{visit.url}/prizes")


def _seen(visit: Visit) -> Seen:
    return visit.see(Role.OWNER, "PublishPrizes")


def _stage(prizes: Prizes) -> tuple[str, str]:
    if prizes.allocated is None:
        return "draft", _("not decided")
    return ("published", _("published")) if prizes.allocated.published else ("closed", _("decided"))


def _note(prizes: Prizes) -> str:
    plan = prizes.allocated.plan if prizes.allocated else prizes.plan
    active = {category.id for category in plan.categories if category.active}
    offered = [prize for prize in plan.prizes if prize.active and prize.category_id in active]
    cash = sum(prize.cash for prize in offered)
    if not cash:
        return counts.prizes(len(offered)) if offered else ""
    amount = money(cash, plan.currency)
    return _("%(prizes)s, %(amount)s in cash", prizes=counts.prizes(len(offered)), amount=amount)


def _why(allocation: Allocation, prizes: Mapping[str, str], prize_id: str, back: str) -> PrizeWhyPage:
    reasoning = explain(allocation, prize_id)
    return PrizeWhyPage(
        back=back,
        title=prizes[prize_id],
        decided=decided_by(reasoning.decided_by),
        candidates=tuple(
            (each.rank, each.rating, each.name, prizes.get(each.holds or "", ""), each.player_id == reasoning.winner)
            for each in reasoning.candidates
        ),
    )


def _why_not(allocation: Allocation, prizes: Mapping[str, str], player_id: str, back: str) -> PrizeWhyPage:
    field = allocation.field
    if player_id not in field.seats:
        raise Unknown("player", player_id)
    names = {player.id: player.name for player in field.players}
    return PrizeWhyPage(
        back=back,
        title=names[player_id],
        decided=_("Rank %(rank)s", rank=field.players[field.seats[player_id]].rank),
        reasons=tuple(
            (
                prizes[each.prize_id],
                reason(each.reason),
                names.get(each.player_id or "", "") or prizes.get(each.prize_id_held or "", ""),
            )
            for each in why_not(allocation, player_id)
        ),
    )
