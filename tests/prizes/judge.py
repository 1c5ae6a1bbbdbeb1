"""The loop of the specification, step by step and nothing else: the judge of the greedy orders."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from itertools import chain

from podium.prizes import Category, Contest, Mode, Order, Player, Prize, Rules


def years_on(born: date, day: date) -> int:
    had_birthday = (day.month, day.day) >= (born.month, born.day)
    return day.year - born.year if had_birthday else day.year - born.year - 1


def normal(text: str | None) -> str:
    return (text or "").strip().casefold()


def reason_against(player: Player, category: Category, rules: Rules, start: date | None) -> str | None:
    """The four checks of the specification, in its order."""
    if normal(category.gender) and normal(player.gender) != normal(category.gender):
        return "gender_mismatch"
    if category.min_age or category.max_age:
        if player.date_of_birth is None:
            return "missing_date_of_birth"
        assert start is not None
        age = years_on(player.date_of_birth, start)
        if category.min_age and age < category.min_age:
            return "below_min_age"
        if category.max_age and age > category.max_age:
            return "above_max_age"
    if category.min_rating or category.max_rating:
        if not player.rating:
            if not (rules.allow_unrated or category.allow_unrated):
                return "unrated_in_rating_category"
        elif category.min_rating and player.rating < category.min_rating:
            return "below_min_rating"
        elif category.max_rating and player.rating > category.max_rating:
            return "above_max_rating"
    for name in ("disability", "city", "state", "club"):
        wanted = normal(getattr(category, name))
        if wanted and normal(getattr(player, name)) != wanted:
            return f"{name}_mismatch"
    return None


def tier(prize: Prize) -> int:
    if prize.cash:
        return 5 if prize.trophy else 4 if prize.medal else 3
    return 2 if prize.trophy else 1 if prize.medal else 0


def queue_key(contest: Contest) -> Callable[[Prize], tuple[object, ...]]:
    order = {category.id: category.brochure_order for category in contest.categories}

    def key(prize: Prize) -> tuple[object, ...]:
        value = (-tier(prize), -prize.cash, 0 if prize.main_category else 1)
        if contest.rules.order is Order.VALUE_FIRST:
            return (*value, order[prize.category_id], prize.place, prize.id)
        return (order[prize.category_id], *value, prize.place, prize.id)

    return key


def standing_key(contest: Contest) -> Callable[[Player], tuple[object, ...]]:
    """Who comes first: rank, rating, name, and between those who are alike the organiser's decision."""
    decided = {id: place for place, id in enumerate(chain.from_iterable(contest.decisions))}

    def key(player: Player) -> tuple[object, ...]:
        name = (player.name.casefold(), player.name)
        return (player.rank, -(player.rating or 0), *name, decided.get(player.id, len(decided)))

    return key


def loop(contest: Contest) -> tuple[dict[str, str], dict[str, set[str]], dict[str, str]]:
    """Winners, tied players and reasons of unfilled prizes, each by prize."""
    categories = {category.id: category for category in contest.categories}
    by_id = {player.id: player for player in contest.players}
    rules = contest.rules
    queue = sorted(
        (prize for prize in contest.prizes if prize.active and categories[prize.category_id].active),
        key=queue_key(contest),
    )
    active = {prize.id: prize for prize in queue}
    winners: dict[str, str] = {}
    conflicts: dict[str, set[str]] = {}
    left: list[tuple[Prize, list[Player]]] = []
    won: set[str] = set()
    placed: set[tuple[str, str]] = set()
    key = standing_key(contest)
    standing = {player.id: key(player) for player in contest.players}
    for override in contest.overrides:
        prize = active.get(override.prize_id)
        player = by_id[override.player_id]
        if prize and reason_against(player, categories[prize.category_id], rules, contest.start_date) is None:
            winners[prize.id] = player.id
            won.add(player.id)
            placed.add((prize.category_id, player.id))
    for prize in queue:
        if prize.id in winners:
            continue
        category = categories[prize.category_id]
        fit = [
            player for player in contest.players if reason_against(player, category, rules, contest.start_date) is None
        ]
        fit.sort(key=lambda player: (standing[player.id], (category.id, player.id) not in placed, player.id))
        out = set() if rules.mode is Mode.ALLOW_MULTIPLE else won
        in_play = [player for player in fit if player.id not in out]
        candidates = in_play
        if rules.category_rank:
            ranking = [each for each in fit if each.id not in out or (category.id, each.id) in placed]
            candidates = [each for each in ranking[prize.place - 1 :] if each.id not in out]
        if not candidates:
            left.append((prize, fit))
            continue
        best = candidates[0]
        tied = {each.id for each in in_play if standing[each.id] == standing[best.id]}
        if len(tied) > 1:
            conflicts[prize.id] = tied
            continue
        winners[prize.id] = best.id
        won.add(best.id)
        placed.add((category.id, best.id))
    unfilled = {
        prize.id: reason_unfilled(fit, set() if rules.mode is Mode.ALLOW_MULTIPLE else won) for prize, fit in left
    }
    return winners, conflicts, unfilled


def reason_unfilled(fit: list[Player], won: set[str]) -> str:
    """Step 4 of the specification: why a prize has no winner, asked after all prizes are given."""
    if not fit:
        return "no_eligible_players"
    return "all_won" if all(player.id in won for player in fit) else "nobody_at_place"
