"""The prize list to read: every category, who has each prize and is paid what; and how two lists differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from podium.app.prizes.prizegiving import run_again
from podium.app.prizes.words import reason
from podium.app.words.language import N_, _
from podium.app.words.numbers import money
from podium.app.words.phrases import separated
from podium.flow.prizes.prizes import Allocated, Plan, Prizes
from podium.flow.state import Tournament
from podium.prizes import Category, Prize
from podium.prizes.eligibility import gender
from podium.prizes.model import brochure_key


@dataclass(frozen=True, slots=True)
class PrizeState:
    """How a prize stands: what it is, and who has it; None where nobody has."""

    prize: Prize
    player: str | None


@dataclass(frozen=True, slots=True)
class PrizeDifference:
    """A prize as it was and as it will be; None where there is no such prize."""

    prize_id: str
    before: PrizeState | None
    after: PrizeState | None


def prize_differences(before: Tournament | None, after: Tournament) -> Iterator[PrizeDifference]:
    """Each prize that comes, goes, changes, or changes hands.

    Where nobody touches the prizes themselves, as in a correction of a result, it is who would win them by the rules
    of the last run, before and after.
    """
    if before is not None and before.prizes == after.prizes:
        old, new = _projected(before), _projected(after)
    else:
        old, new = _standing(before.prizes) if before else {}, _standing(after.prizes)
    for id in {**old, **new}:
        if old.get(id) != new.get(id):
            yield PrizeDifference(id, old.get(id), new.get(id))


def _standing(prizes: Prizes) -> dict[str, PrizeState]:
    holders = {award.prize_id: award.player_id for award in prizes.winners}
    return {prize.id: PrizeState(prize, holders.get(prize.id)) for prize in prizes.plan.prizes}


def _projected(state: Tournament) -> dict[str, PrizeState]:
    """Who would win what now; nobody where that cannot be decided, or would take long."""
    holders = {award.prize_id: award.player_id for award in run_again(state) or ()}
    return {prize.id: PrizeState(prize, holders.get(prize.id)) for prize in state.prizes.plan.prizes}


GONE = N_("a player who was removed")


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """One prize; `note` says why nobody has it, or that the organiser gave it."""

    prize: Prize
    what: str
    player_id: str | None = None
    winner: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class CategoryLines:
    """One category in the order of the brochure; `who` says who may win there."""

    category: Category
    who: str
    lines: tuple[PrizeLine, ...]


@dataclass(frozen=True, slots=True)
class Payment:
    """What one player takes home; `amount` is in minor units."""

    player_id: str
    name: str
    prizes: tuple[str, ...]
    amount: int
    currency: str

    @property
    def money(self) -> str:
        return money(self.amount, self.currency) if self.amount else ""


def prize_list(state: Tournament, plan: Plan, allocated: Allocated | None = None) -> tuple[CategoryLines, ...]:
    """The categories of a plan, with what a run made of their prizes."""
    names = {str(id): player.name for id, player in state.players.items()}
    holders = {award.prize_id: award for award in allocated.winners} if allocated else {}
    notes: dict[str, str] = {}
    if allocated:
        notes = {left.prize_id: reason(left.reason) for left in allocated.unfilled}
        notes |= {each.prize_id: reason(each.reason) for each in allocated.conflicts if each.withholds}

    def line(prize: Prize) -> PrizeLine:
        award = holders.get(prize.id)
        if award is None:
            note = notes.get(prize.id, "") if prize.active else _("inactive")
            return PrizeLine(prize, what(prize, plan.currency), note=note)
        note = _("given by the organiser") if award.override else ""
        return PrizeLine(
            prize, what(prize, plan.currency), award.player_id, names.get(award.player_id) or _(GONE), note
        )

    return tuple(
        CategoryLines(
            category,
            conditions(category),
            tuple(
                line(prize)
                for prize in sorted(plan.prizes_in(category.id), key=lambda each: brochure_key(each, category))
            ),
        )
        for category in sorted(plan.categories, key=lambda each: (each.brochure_order, each.id))
    )


def payments(state: Tournament, allocated: Allocated) -> tuple[Payment, ...]:
    """Everybody who takes something home, in order of the amount, then of the list."""
    titles = prize_titles(allocated.plan)
    won: dict[str, list[str]] = defaultdict(list)
    for award in allocated.winners:
        won[award.player_id].append(titles[award.prize_id])
    paid: dict[str, int] = defaultdict(int)
    for pool in allocated.pools:
        for player_id, amount in pool.shares:
            paid[player_id] += amount
    names = {str(id): player.name for id, player in state.players.items()}
    takers = dict.fromkeys((*won, *(id for id, amount in paid.items() if amount)))
    found = [
        Payment(id, names.get(id) or _(GONE), tuple(won.get(id, ())), paid.get(id, 0), allocated.plan.currency)
        for id in takers
    ]
    return tuple(sorted(found, key=lambda each: -each.amount))


def paid_in_all(payments: Iterable[Payment], plan: Plan) -> str:
    """What all of them take home."""
    return money(sum(each.amount for each in payments), plan.currency)


def prize_moves(state: Tournament, found: Iterable[PrizeDifference]) -> tuple[tuple[str, str, str], ...]:
    """Each prize that changes hands: what it is, who has it now, and who then."""
    titles = {category.id: category.name for category in state.prizes.plan.categories}
    names = {str(id): player.name for id, player in state.players.items()}

    def holder(standing: PrizeState | None) -> str:
        return names.get(standing.player) or _(GONE) if standing and standing.player else _("nobody")

    told = []
    for change in found:
        standing = change.after or change.before
        if standing is not None:
            prize = standing.prize
            title = _title(titles.get(prize.category_id, ""), prize, state.prizes.plan.currency)
            told.append((title, holder(change.before), holder(change.after)))
    return tuple(told)


def what(prize: Prize, currency: str) -> str:
    """What a prize is: `€100, trophy`."""
    parts = [money(prize.cash, currency)] if prize.cash else []
    parts += [word for word, has in ((_("trophy"), prize.trophy), (_("medal"), prize.medal)) if has]
    return separated(parts) or _("no value")


def prize_titles(plan: Plan) -> dict[str, str]:
    """Every prize in words, by id."""
    categories = {category.id: category.name for category in plan.categories}
    return {prize.id: _title(categories[prize.category_id], prize, plan.currency) for prize in plan.prizes}


def _title(category: str, prize: Prize, currency: str) -> str:
    said = what(prize, currency)
    return _("%(category)s, place %(place)s (%(prize)s)", category=category, place=prize.place, prize=said)


_GENDERS = {
    "f": (N_("Female players"), N_("Female players %(conditions)s")),
    "m": (N_("Male players"), N_("Male players %(conditions)s")),
}
_ANYBODY = N_("All players"), N_("Players %(conditions)s")
_FILTERS = {
    "section": N_("of the section %(value)s"),
    "disability": N_("with the disability %(value)s"),
    "city": N_("of the city %(value)s"),
    "state": N_("of the state %(value)s"),
    "club": N_("of the club %(value)s"),
}


def conditions(category: Category) -> str:
    """Who may win in a category: `Female players aged up to 12, rated 1200 to 1800`; or `All players`."""
    word = gender(category.gender)
    alone, restricted = _GENDERS.get(word, _ANYBODY)
    said = []
    if span := _span(category.min_age, category.max_age):
        said.append(_("aged %(span)s", span=span))
    if span := _span(category.min_rating, category.max_rating):
        rated = N_("rated %(span)s or unrated") if category.allow_unrated else N_("rated %(span)s")
        said.append(_(rated, span=span))
    if word and word not in _GENDERS:
        said.append(_("gender %(value)s", value=category.gender))
    said += [_(text, value=value) for name, text in _FILTERS.items() if (value := getattr(category, name))]
    return _(restricted, conditions=separated(said)) if said else _(alone)


def _span(least: int | None, most: int | None) -> str:
    if least and most:
        return _("%(least)s to %(most)s", least=least, most=most)
    if least:
        return _("%(least)s or more", least=least)
    return _("up to %(most)s", most=most) if most else ""
