"""The read model of prizes: what there is to win, by which rules, and who won it in the run that was kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict

from sqlalchemy import Table

from podium.flow.prizes.prizes import Prizes
from podium.flow.state import Tournament
from podium.prizes import Rules
from podium.prizes.document import rules_as_json
from podium.prizes.money import amount_text
from podium.storage.tables import PRIZE_TABLES, categories, conflicts, prizes, rule_config, unfilled_prizes, winners

Row = dict[str, object]
Replace = Callable[[Table, Iterable[tuple[str, ...]], Iterable[Row]], None]
NOTHING = Prizes()


def replace_prizes(replace: Replace, before: Tournament | None, now: Tournament | None) -> None:
    """Tell `replace` which rows of prizes are no more, by key, and which are new or not what they were."""
    was = before.prizes if before is not None else NOTHING
    now_is = now.prizes if now is not None else NOTHING
    if was is now_is or was == now_is:
        return
    old = prize_rows(before) if before is not None else {}
    new = prize_rows(now) if now is not None else {}
    for table in PRIZE_TABLES:
        key = [column.name for column in table.primary_key.columns]
        rows = {tuple(row[name] for name in key): row for row in new.get(table, ())}
        rows_before = {tuple(row[name] for name in key): row for row in old.get(table, ())}
        gone = [each for each in rows_before if each not in rows]
        replace(table, gone, [row for each, row in rows.items() if rows_before.get(each) != row])  # type: ignore[arg-type]  # keys are texts, but for the number of a conflict


def prize_rows(state: Tournament) -> dict[Table, list[Row]]:
    """The rows of a tournament in each table of prizes; none of rules or winners as long as there are none."""
    held, own = state.prizes, {"tournament_id": state.id}
    kept = held.allocated
    rules = held.rules or (kept.rules if kept is not None else None)
    if rules is None and held.plan.prizes:
        rules = Rules()
    return {
        categories: [{**own, **asdict(each)} for each in held.plan.categories],
        prizes: [{**own, **asdict(each), "cash": amount_text(each.cash)} for each in held.plan.prizes],
        rule_config: [{**own, **rules_as_json(rules)}] if rules is not None else [],
        winners: [{**own, **asdict(each)} for each in held.winners],
        conflicts: [
            {**own, "number": number, **asdict(each), "conflicted_with": ",".join(each.conflicted_with) or None}
            for number, each in enumerate(kept.conflicts if kept is not None else (), start=1)
        ],
        unfilled_prizes: [{**own, **asdict(each)} for each in (kept.unfilled if kept is not None else ())],
    }
