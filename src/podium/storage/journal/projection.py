"""The read model: ordinary tables that any SQL tool understands, written as the difference of two states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from msgspec import structs
from sqlalchemy import Connection, Delete, Table, bindparam, delete

from podium.app.formats.knockout.answers import match_row
from podium.app.rounds.answers import pairing_row, result_rows
from podium.core.ids import PairingId
from podium.core.player import LISTED_NAMES, first_day
from podium.flow.event.declaration import Kind
from podium.flow.event.knockout_options import RULES
from podium.flow.formats.registry import rounds_planned
from podium.flow.state import Game, Match, Pairing, Tournament
from podium.knockout import BracketMatch
from podium.storage.journal.prize_projection import replace_prizes
from podium.storage.sql.bulk_insert import insert_rows
from podium.storage.tables import READ_MODEL, doubles_matches, matches, pairings, players, results, tournaments

Row = dict[str, object]


@dataclass(slots=True)
class Difference:
    """Rows that are no more (by primary key) and rows that are new or not what they were, by table."""

    gone: dict[Table, list[tuple[str, ...]]] = field(default_factory=dict)
    new: dict[Table, list[Row]] = field(default_factory=dict)

    def replace(self, table: Table, gone: Iterable[tuple[str, ...]], new: Iterable[Row]) -> None:
        self.gone.setdefault(table, []).extend(gone)
        self.new.setdefault(table, []).extend(new)


def project(connection: Connection, before: Tournament | None, after: Tournament, created: Callable[[], str]) -> None:
    """Write what changed from `before` to `after` into the read model; `created` is asked only if it matters."""
    change = difference(before, after, created)
    for table, keys in change.gone.items():
        if keys:
            names = [column.name for column in table.primary_key.columns]
            connection.execute(_deletion(table), [dict(zip(names, key, strict=True)) for key in keys])
    for table, rows in change.new.items():
        insert_rows(connection, table, rows, replace=True)


@cache
def _deletion(table: Table) -> Delete:
    return delete(table).where(*(column == bindparam(column.name) for column in table.primary_key.columns))


def clear(connection: Connection) -> None:
    """Empty the read model, before it is written anew."""
    for table in READ_MODEL:
        connection.execute(delete(table))


def difference(before: Tournament | None, after: Tournament, created: Callable[[], str]) -> Difference:
    """What has to be deleted and written so that the tables show `after` where they showed `before`."""
    change = Difference()
    if before is not None and before.deleted:
        before = None
    now = None if after.deleted else after
    if before is not None and now is not None and _same_tournament(before, now):
        old_row = new_row = None
    else:
        old_row, new_row = _tournament(before), _tournament(now)
    if old_row != new_row:
        rows = [{**new_row, "created_at": created()}] if new_row else []
        change.replace(tournaments, [] if new_row else [(after.id,)], rows)
    _players(change, before, now)
    _pairings(change, before, now)
    _matches(change, before, now)
    replace_prizes(change.replace, before, now)
    return change


def _same_tournament(before: Tournament, now: Tournament) -> bool:
    """Whether nothing that the row of a tournament is made of has changed; most commits are results."""
    return (
        before.settings is now.settings
        and before.players is now.players
        and len(before.rounds) == len(now.rounds)
        and before.rounds_paired == now.rounds_paired
        and before.rounds_published == now.rounds_published
        and (before.published, before.archived) == (now.published, now.archived)
    )


def _tournament(state: Tournament | None) -> Row | None:
    if state is None:
        return None
    chosen = state.settings
    return {
        "id": state.id,
        "name": chosen.name,
        "format": chosen.format,
        "place": chosen.place,
        "start": chosen.start,
        "end": chosen.end,
        "rounds": rounds_planned(state),
        "rounds_paired": state.rounds_paired,
        "rounds_published": state.rounds_published,
        "players": len(state.players),
        "published": state.published,
        "archived": state.archived,
        **{
            rule.json: rule.of(chosen) if rule.kind is Kind.CLOCK else rule.written(chosen)
            for rule in RULES
            if rule.json in tournaments.columns
        },
    }


def _players(change: Difference, before: Tournament | None, now: Tournament | None) -> None:
    old = before.players if before else {}
    new = now.players if now else {}
    if old is new:
        return
    changed = [id for id in new if old.get(id) is not new[id] and old.get(id) != new[id]]
    gone = [(before.id, id) for id in old if id not in new] if before is not None else []
    rows: list[Row] = [
        {
            "id": id,
            "tournament_id": now.id,
            "number": new[id].number,
            "withdrawn": new[id].withdrawn,
            "date_of_birth": first_day(born) if (born := new[id].fields.birth) else None,
            **{name: getattr(new[id].fields, name) for name in LISTED_NAMES},
        }
        for id in changed
        if now is not None
    ]
    change.replace(players, gone, rows)


def _pairings(change: Difference, before: Tournament | None, now: Tournament | None) -> None:
    scored_anew = before is not None and now is not None and before.settings.scoring != now.settings.scoring
    most = max(len(before.rounds) if before else 0, len(now.rounds) if now else 0)
    for at in range(most):
        was = before.rounds[at] if before and at < len(before.rounds) else None
        now_is = now.rounds[at] if now and at < len(now.rounds) else None
        if was is now_is and not scored_anew:
            continue
        here = now_is or was
        if here is None or here.automatic:
            continue  # the matches of a bracket have a table of their own
        old: Mapping[PairingId, Pairing] = was.games if was else {}
        new: Mapping[PairingId, Pairing] = now_is.games if now_is else {}
        touched = [id for id in new if scored_anew or (old.get(id) is not new[id] and old.get(id) != new[id])]
        gone = [id for id in old if id not in new]
        rows, scores, tables = [], [], []
        if now is not None and now_is is not None:
            rows = [_pairing(now, new[id], now_is.paired_at) for id in touched]
            scores = [row for id in touched for row in _results(now, new[id])]
            tables = [_table(now, pairing) for id in touched if isinstance(pairing := new[id], Match)]
        scored = {(row["pairing_id"], row["player_id"]) for row in scores}
        before_them = [old[id] for id in (*gone, *touched) if id in old]
        no_scores = [(each.id, player) for each in before_them for player in each.players]
        no_tables = [(each.id,) for each in before_them if isinstance(each, Match) and each.id not in new]
        change.replace(pairings, [(id,) for id in gone], rows)
        change.replace(results, [key for key in no_scores if key not in scored], scores)
        change.replace(doubles_matches, no_tables, tables)


def _matches(change: Difference, before: Tournament | None, now: Tournament | None) -> None:
    was = before.knockout.rounds if before and before.knockout else ()
    now_is = now.knockout.rounds if now and now.knockout else ()
    for at in range(max(len(was), len(now_is))):
        old = was[at].matches if at < len(was) else {}
        new = now_is[at].matches if at < len(now_is) else {}
        if old is new:
            continue
        touched = [match for id, match in new.items() if old.get(id) is not match and old.get(id) != match]
        rows = [_match(now, match) for match in touched] if now is not None else []
        change.replace(matches, [(id,) for id in old if id not in new], rows)


def _match(state: Tournament, match: BracketMatch) -> Row:
    row = match_row(match, state.id)
    return {column.name: getattr(row, column.name) for column in matches.columns}


def _pairing(state: Tournament, pairing: Pairing, at: str) -> Row:
    row = structs.asdict(pairing_row(state, pairing))  # a match has its teams and sets in a table of its own
    if pairing.result is not None:
        row["result"] = pairing.result.value  # with a U where it is not rated
    return {
        **row,
        "tournament_id": state.id,
        "color": "white" if isinstance(pairing, Game) else None,
        "created_at": at,
    }


def _table(state: Tournament, match: Match) -> Row:
    return {
        "pairing_id": match.id,
        "tournament_id": state.id,
        "round": state.where[match.id],
        **{f"home_{at}": player for at, player in enumerate(match.home, start=1)},
        **{f"away_{at}": player for at, player in enumerate(match.away, start=1)},
        "home_sets": match.sets.home,
        "away_sets": match.sets.away,
    }


def _results(state: Tournament, pairing: Pairing) -> list[Row]:
    rows = map(structs.asdict, result_rows(state, pairing))
    return [{**row, "tournament_id": state.id, "pairing_id": pairing.id} for row in rows]
