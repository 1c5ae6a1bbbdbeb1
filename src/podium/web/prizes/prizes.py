"""The prizes of a tournament: what there is to win, who won it and why, and the same for paper."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.prizes.prizegiving import outdated
from podium.app.prizes.prizelist import CategoryLines, Payment, payments, prize_list, prize_titles
from podium.app.prizes.words import decided_by, reason
from podium.app.words import counts
from podium.app.words.dates import dates
from podium.app.words.language import _
from podium.app.words.numbers import money
from podium.core.errors import Unknown
from podium.flow.commands import PublishPrizes
from podium.flow.prizes.prizes import Prizes
from podium.prizes import Allocation, Sharing, explain, why_not
from podium.web.frame.responses import page, perform_and_go
from podium.web.frame.visit import Visit
from podium.web.prizes.prize_allocation import run_options, run_url


@dataclass(frozen=True, slots=True)
class PrizesPage:
    """The prizes as somebody may see them. `director` may set them up, `owner` decides.

    `stage` is draft, closed (decided) or published; `next` the step that is to be taken, for users who may take it.
    """

    url: str
    stage: str
    word: str
    note: str
    director: bool
    owner: bool
    allocated: bool
    published: bool
    outdated: bool
    waiting: int
    categories: tuple[CategoryLines, ...]
    later: tuple[CategoryLines, ...]


@dataclass(frozen=True, slots=True)
class PrizePrintPage:
    """The prize list on paper, or a receipt for each who is given something."""

    url: str
    name: str
    where: str
    receipts: bool
    director: bool
    shared: bool
    categories: tuple[CategoryLines, ...]
    payments: tuple[Payment, ...]
    total: str


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
        allocated=allocated is not None,
        published=bool(allocated and allocated.published),
        outdated=director and outdated(seen.state),
        waiting=sum(each.withholds for each in allocated.conflicts) if allocated else 0,
        categories=prize_list(seen.state, allocated.plan if allocated else prizes.plan, allocated),
        later=prize_list(seen.state, prizes.plan) if changed and director else (),
    )
    return page(visit, "prizes.html", context, seen=seen, nav="prizes")


def print_page(visit: Visit) -> Response[str]:
    """The prize list for print; with `?receipts=yes`, for directors, a receipt for each winner."""
    receipts = visit.query.get("receipts") == "yes"
    seen = visit.see(Role.ARBITER if receipts else Role.PUBLIC, "AllocatePrizes")
    prizes = seen.state.prizes
    allocated = prizes.allocated
    if receipts and allocated is None:
        raise Unknown("receipt", None)
    paid = payments(seen.state, allocated) if allocated else ()
    settings = seen.state.settings
    context = PrizePrintPage(
        url=f"{visit.url}/prizes",
        name=settings.name,
        where=", ".join(filter(None, (settings.place, dates(None, settings.end or settings.start)))),
        receipts=receipts,
        director=seen.role >= Role.ARBITER and allocated is not None,
        shared=allocated is not None and allocated.rules.sharing is not Sharing.NONE,
        categories=prize_list(seen.state, allocated.plan if allocated else prizes.plan, allocated),
        payments=paid,
        total=money(sum(each.amount for each in paid)),
    )
    return page(visit, "prizes_print.html", context, seen=seen, nav="prizes")


def why_page(visit: Visit) -> Response[str]:
    """The page that explains one prize, or all prizes to one player."""
    seen = visit.see(Role.ARBITER, "AllocatePrizes")
    options = run_options(visit, seen)
    allocation = visit.services.prize_allocator.allocation(seen, options)
    back = run_url(visit, options)
    if player := visit.query.get("player", ""):
        context = _why_not(allocation, player, back)
    else:
        context = _why(allocation, visit.query.get("prize", ""), back)
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
        return counts.prizes(len(offered))
    return _("%(prizes)s, %(amount)s in cash", prizes=counts.prizes(len(offered)), amount=money(cash))


def _why(allocation: Allocation, prize_id: str, back: str) -> PrizeWhyPage:
    reasoning = explain(allocation, prize_id)
    prizes = prize_titles(allocation.contest)
    return PrizeWhyPage(
        back=back,
        title=prizes[prize_id],
        decided=decided_by(reasoning.decided_by),
        candidates=tuple(
            (each.rank, each.rating, each.name, prizes.get(each.holds or "", ""), each.player_id == reasoning.winner)
            for each in reasoning.candidates
        ),
    )


def _why_not(allocation: Allocation, player_id: str, back: str) -> PrizeWhyPage:
    field, prizes = allocation.field, prize_titles(allocation.contest)
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
