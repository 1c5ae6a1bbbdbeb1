"""The read model: ordinary tables that any SQL tool understands, written as the difference of two states or anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache

from msgspec import structs
from sqlalchemy import Connection, Delete, Table, bindparam, delete, select, text

from podium.app.formats.knockout.answers import match_row
from podium.app.ports import GameHead
from podium.app.rounds.answers import pairing_row, result_rows
from podium.core.ids import PairingId, TournamentId
from podium.core.player import LISTED_NAMES, first_day
from podium.flow.event.declaration import Kind
from podium.flow.event.knockout_options import RULES
from podium.flow.formats.knockout import bracket_of
from podium.flow.formats.registry import rounds_planned
from podium.flow.prizes.prizes import Prizes
from podium.flow.state import Game, Match, Pairing, Tournament
from podium.games.state import LiveGame
from podium.knockout import BracketMatch
from podium.prizes import Rules
from podium.prizes.document import rules_as_json
from podium.prizes.money import amount_text
from podium.storage import tables
from podium.storage.journal.heads import StreamKind
from podium.storage.journal.history import GamePast, SqlPast, created
from podium.storage.live.game_projection import project_games
from podium.storage.read_model import (
    PRIZE_TABLES,
    READ_MODEL,
    categories,
    conflicts,
    doubles_matches,
    matches,
    pairings,
    players,
    prizes,
    results,
    rule_config,
    tournaments,
    unfilled_prizes,
    winners,
)
from podium.storage.sql.bulk_insert import insert_rows

Row = dict[str, object]
NO_PRIZES = Prizes()


@dataclass(slots=True)
class Difference:
    """Rows that are no more (by primary key) and rows that are new or not what they were, by table."""

    gone: dict[Table, list[tuple[str, ...]]] = field(default_factory=dict)
    new: dict[Table, list[Row]] = field(default_factory=dict)

    def replace(self, table: Table, gone: Iterable[tuple[str, ...]], new: Iterable[Row]) -> None:
        self.gone.setdefault(table, []).extend(gone)
        self.new.setdefault(table, []).extend(new)


def project(
    connection: Connection,
    changed: Iterable[tuple[Tournament | None, Tournament]],
    journal: Connection | None = None,
) -> None:
    """Write what became of tournaments, each as it was (None: it is new) and as it is, into the read model; `journal`
    reads the journal if it is in another database."""
    change = Difference()
    for before, after in changed:
        _add_difference(change, before, after, journal or connection)
    for table, keys in change.gone.items():
        if keys:
            names = [column.name for column in table.primary_key.columns]
            connection.execute(_deletion(table), [dict(zip(names, key, strict=True)) for key in keys])
    for table, rows in change.new.items():
        insert_rows(connection, table, rows, replace=True)


@cache
def _deletion(table: Table) -> Delete:
    return delete(table).where(*(column == bindparam(column.name) for column in table.primary_key.columns))


def _add_difference(change: Difference, before: Tournament | None, after: Tournament, journal: Connection) -> None:
    """Note what has to be deleted and written so that the tables show `after` where they showed `before`."""
    if before is not None and before.deleted:
        before = None
    now = None if after.deleted else after
    if before is not None and now is not None and _same_tournament(before, now):
        old_row = new_row = None
    else:
        old_row, new_row = _tournament(before), _tournament(now)
    if old_row != new_row:
        rows = [{**new_row, "created_at": created(journal, after.id)}] if new_row else []
        change.replace(tournaments, [] if new_row else [(after.id,)], rows)
    _players(change, before, now)
    _pairings(change, before, now)
    _matches(change, before, now)
    _prizes(change, before, now)


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
            rule.json: rule.value_in(chosen) if rule.kind is Kind.CLOCK else rule.written(chosen)
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
        no_tables = [(each.id,) for each in before_them if each.is_match and each.id not in new]
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
    row = match_row(bracket_of(state), match, state.id)
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


def _prizes(change: Difference, before: Tournament | None, now: Tournament | None) -> None:
    if (before.prizes if before is not None else NO_PRIZES) == (now.prizes if now is not None else NO_PRIZES):
        return
    old = _prize_rows(before) if before is not None else {}
    new = _prize_rows(now) if now is not None else {}
    for table in PRIZE_TABLES:
        key = [column.name for column in table.primary_key.columns]
        rows = {tuple(row[name] for name in key): row for row in new.get(table, ())}
        rows_before = {tuple(row[name] for name in key): row for row in old.get(table, ())}
        gone = [each for each in rows_before if each not in rows]
        change.replace(table, gone, [row for each, row in rows.items() if rows_before.get(each) != row])  # type: ignore[arg-type]  # keys are texts, but for the number of a conflict


def _prize_rows(state: Tournament) -> dict[Table, list[Row]]:
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


def stop_writers(connection: Connection) -> None:
    """Have everybody who writes to a stream wait until the transaction is over; SQLite does that by itself."""
    if connection.dialect.name != "sqlite":
        connection.execute(text("LOCK TABLE head IN EXCLUSIVE MODE"))


def rebuild(connection: Connection) -> int:
    """Write the read model anew; returns how many streams there are."""
    for table in READ_MODEL:
        connection.execute(delete(table))
    here = tables.head.c
    heads = connection.execute(select(here.stream, here.version, here.at, here.kind)).all()
    games: list[tuple[LiveGame | None, LiveGame]] = []
    for head in heads:
        if head.kind == StreamKind.GAME.value:
            id = PairingId(head.stream)
            game = GamePast(connection, id).head(GameHead(id, 0, None), head.version, head.at).state
            if game is not None:
                games.append((None, game))
            continue
        stream = TournamentId(head.stream)
        state = SqlPast(connection, stream).state(head.version)
        if state is not None:
            project(connection, [(None, state)])
    project_games(connection, games)  # after the tournaments: of a match that is played the game knows
    return len(heads)
