"""What is wrong with a contest before anything is decided."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from podium.core.errors import Invalid
from podium.prizes.model import Contest, Decision, Mode, Order, Override, Player, Rules, Sharing
from podium.prizes.money import amount_text

MOST_CATEGORIES, MOST_PRIZES = 100, 1_000
"""What an event has at most: every change of them is kept whole."""


def check(contest: Contest) -> None:
    """Return if the contest can be decided; raises Invalid, naming the first value that is wrong."""
    _check_ids(contest)
    check_rules(contest.rules)
    _check_prizes(contest)
    _check_players(contest.players, contest.start_date)
    _check_ages(contest)
    _check_points(contest)
    _check_overrides(contest)
    _check_decisions(contest)


def check_plan(contest: Contest) -> None:
    """Return if categories and prizes fit together, for any players, and are not too many; raises Invalid."""
    counts = (("categories", len(contest.categories), MOST_CATEGORIES), ("prizes", len(contest.prizes), MOST_PRIZES))
    for field, count, most in counts:
        if count > most:
            raise Invalid("count-out-of-range", field=field, value=count, least=0, most=most)
    _check_ids(contest)
    _check_prizes(contest)


def _check_ids(contest: Contest) -> None:
    if (twice := _repeated(category.id for category in contest.categories)) is not None:
        raise Invalid("category-id-twice", value=twice)
    if (twice := _repeated(prize.id for prize in contest.prizes)) is not None:
        raise Invalid("prize-id-twice", value=twice)
    if (twice := _repeated(player.id for player in contest.players)) is not None:
        raise Invalid("player-id-twice", value=twice)


def _repeated(ids: Iterable[str]) -> str | None:
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            return id
        seen.add(id)
    return None


def check_rules(rules: Rules) -> None:
    """Return if the rules go together; raises Invalid, naming the one that does not."""
    if rules.category_rank and rules.order is Order.OPTIMAL:
        raise Invalid("order-needs-final-rank", value=rules.order.value)
    if rules.mode is Mode.FIRST_WIN:
        return
    if rules.order is Order.OPTIMAL:
        raise Invalid("order-needs-first-win", value=rules.order.value, mode=rules.mode.value)
    if rules.sharing is Sharing.US_CHESS_32B:
        raise Invalid("sharing-needs-first-win", value=rules.sharing.value, mode=rules.mode.value)


def _check_prizes(contest: Contest) -> None:
    categories = {category.id for category in contest.categories}
    for prize in contest.prizes:
        if prize.category_id not in categories:
            raise Invalid("prize-without-category", value=prize.id, category=prize.category_id)
        if prize.cash < 0:
            raise Invalid("amount-negative", value=amount_text(prize.cash), prize=prize.id)
        if prize.place < 1:
            raise Invalid("place-below-one", value=prize.place, prize=prize.id)


def _check_players(players: Iterable[Player], start: date | None) -> None:
    for player in players:
        if player.rank < 1:
            raise Invalid("rank-below-one", value=player.rank, player=player.id)
        if start and player.date_of_birth and player.date_of_birth > start:
            raise Invalid("birth-after-start", value=player.date_of_birth.isoformat(), player=player.id)


def _check_ages(contest: Contest) -> None:
    """Ages are counted on the day the tournament starts, so a limit needs that day."""
    limited = next((each for each in contest.categories if each.active and (each.min_age or each.max_age)), None)
    if limited and contest.start_date is None:
        raise Invalid("start-date-missing", value=limited.name, category=limited.id)


def _check_points(contest: Contest) -> None:
    """Who is tied is told from points or from ranks, never from points here and ranks there."""
    without = [player.id for player in contest.players if player.points is None]
    if contest.rules.sharing is not Sharing.NONE and 0 < len(without) < len(contest.players):
        raise Invalid("points-incomplete", value=without[0])


def _check_overrides(contest: Contest) -> None:
    prizes = {prize.id for prize in contest.prizes}
    players = {player.id for player in contest.players}
    of_prize: dict[str, Override] = {}
    of_player: dict[str, Override] = {}
    for override in contest.overrides:
        if override.prize_id not in prizes:
            raise Invalid("override-invalid", field="prize", value=override.prize_id)
        if override.player_id not in players:
            raise Invalid("override-invalid", field="player", value=override.player_id)
        if earlier := of_prize.get(override.prize_id):
            named = [earlier.player_id, override.player_id]
            raise Invalid("override-prize-twice", value=override.prize_id, players=named)
        earlier = of_player.get(override.player_id)
        if earlier and contest.rules.mode is Mode.FIRST_WIN:
            named = [earlier.prize_id, override.prize_id]
            raise Invalid("override-player-twice", value=override.player_id, prizes=named)
        of_prize[override.prize_id] = of_player[override.player_id] = override


def _check_decisions(contest: Contest) -> None:
    players = {player.id: player for player in contest.players}
    if (twice := _repeated(id for decision in contest.decisions for id in decision)) is not None:
        raise Invalid("decision-player-twice", value=twice)
    for decision in contest.decisions:
        if (unknown := next((id for id in decision if id not in players), None)) is not None:
            raise Invalid("decision-invalid", value=unknown)
        if not is_tie(contest, decision):
            raise Invalid("decision-not-tied", value=list(decision))


def is_tie(contest: Contest, decision: Decision) -> bool:
    """Whether players of the contest with the same rank, rating and name are what a decision is about."""
    keys = [player.key for player in contest.players if player.id in decision]
    alike = sum(player.key == keys[0] for player in contest.players) if keys else 0
    return len(keys) == len(decision) and len(set(keys)) == 1 and alike > 1
