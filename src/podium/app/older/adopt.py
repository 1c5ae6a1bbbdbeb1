"""Bringing older tournaments over: one commit each, once, whoever asks how often."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from podium.app.access import SYSTEM
from podium.app.accounts.accounts import User
from podium.app.desk import Desk
from podium.app.older.adoption import Adoption, OlderTournament
from podium.app.older.records import Note, OlderRecords, Record, text_of
from podium.app.older.scores import Scores
from podium.core.errors import Refused
from podium.core.ids import PairingId, TournamentId, tournament_of


@dataclass(frozen=True, slots=True)
class Survey:
    """All that was found in an older database; `notes` concern the file as a whole."""

    tournaments: tuple[OlderTournament, ...]
    scores: Scores
    notes: tuple[Note, ...]


def survey(records: OlderRecords) -> Survey:
    """The tournaments of an older database, in the order they were found."""
    scores = Scores(records.results)
    named = {text_of(each, "id", "tournament_id"): each for each in records.tournaments}
    pairs_named = any(text_of(each, "tournament_id") is not None for each in records.pairings)
    only = next(iter(named)) if len(named) == 1 and not pairs_named else None
    groups: dict[str | None, list[Record]] = {id: [] for id in named}
    for each in records.pairings:
        groups.setdefault(text_of(each, "tournament_id") or only, []).append(each)
    homes = [text_of(each, "tournament_id") for each in records.players]
    groups.update({home: [] for home in homes if home is not None and home not in groups})
    found = tuple(
        OlderTournament(
            old_id=id,
            record=named.get(id, {}),
            pairings=tuple(rows),
            players=_described(records, id),
            entered=tuple(_entered(records, id, alone=len(groups) == 1)),
            scores=scores,
        )
        for id, rows in groups.items()
    )
    paired = {text_of(each, side) for each in records.pairings for side in ("white_player_id", "black_player_id")}
    entered = paired | {old for each in found for old in each.entered}
    left = [
        id for each in records.players if (id := text_of(each, "id", "player_id")) not in entered and id is not None
    ]
    return Survey(found, scores, tuple(Note("player-not-entered", id) for id in left))


def unused_results(found: Survey) -> tuple[Note, ...]:
    """The rows of `results` that belong to no pairing; to be asked once the tournaments are read."""
    return tuple(
        Note("result-without-pairing", text_of(each, "player_id") or "?", f"round {text_of(each, 'round') or '?'}")
        for each in found.scores.unused
    )


def _described(records: OlderRecords, id: str | None) -> tuple[Record, ...]:
    """The lines on players, with those for this very tournament last: of two lines on one player the last counts."""
    return tuple(sorted(records.players, key=lambda each: text_of(each, "tournament_id") == id))


def _entered(records: OlderRecords, id: str | None, *, alone: bool) -> Iterator[str]:
    """The old ids of the players that the `players` table puts into a tournament."""
    for each in records.players:
        home = text_of(each, "tournament_id")
        old = text_of(each, "id", "player_id")
        if old is not None and (home == id if home is not None else alone):
            yield old


@dataclass(frozen=True, slots=True)
class Adopted:
    """What became of one older tournament: `new` is false where it had been brought over before.

    Version 0 is that of a tournament that would be brought over, and was not.
    """

    adoption: Adoption
    id: TournamentId
    version: int
    new: bool


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in an older database, and what became of it; `notes` concern the file as a whole."""

    adopted: tuple[Adopted, ...]
    notes: tuple[Note, ...]


def examine(records: OlderRecords) -> Report:
    """What is in an older database; nothing is written."""
    found = survey(records)
    adoptions = [each.adoption(each.id, lambda _: False) for each in found.tournaments]
    return _report(found, [Adopted(each, each.command.id, 0, new=True) for each in adoptions])


def adopt(desk: Desk, records: OlderRecords, owner: User | None) -> Report:
    """Every tournament of `records` brought over for `owner`; what was brought over before stays as it is."""
    found = survey(records)
    ids = _Ids(desk, {each.id for each in found.tournaments}, set())
    adopted = []
    for each in found.tournaments:
        one = _adopt(ids, each, owner)
        ids.earlier.update(pairing.id for pairing in one.adoption.pairings)
        adopted.append(one)
    return _report(found, adopted)


@dataclass(frozen=True, slots=True)
class _Ids:
    """Which ids are free: not those of this Podium, nor those that came `earlier` from the same file."""

    desk: Desk
    tournaments: set[TournamentId]
    earlier: set[PairingId]

    def is_taken(self, pairing: PairingId, tournament: TournamentId) -> bool:
        """Whether another tournament has a pairing of that id, or the id reads as if it had."""
        if pairing in self.earlier or self.desk.registry.tournament_of(pairing) not in (None, tournament):
            return True
        whose = tournament_of(pairing)
        if whose in (pairing, tournament):
            return False
        return whose in self.tournaments or self.desk.journal.head(whose).version > 0


def _adopt(ids: _Ids, tournament: OlderTournament, owner: User | None) -> Adopted:
    """The tournament under its own id, or under another where that one is somebody else's."""
    try:
        return _adopt_as(ids, tournament, tournament.id, owner)
    except Refused as refusal:
        if refusal.code != "tournament-exists":
            raise
        return _adopt_as(ids, tournament, tournament.other_id, owner)


def _adopt_as(ids: _Ids, tournament: OlderTournament, id: TournamentId, owner: User | None) -> Adopted:
    actor = replace(SYSTEM, user=owner.id if owner is not None else None)
    adoption = tournament.adoption(id, lambda pairing: ids.is_taken(pairing, id))
    try:
        receipt = ids.desk.perform(actor, id, adoption.command, command_id=f"older-{tournament.content}")
    except Refused as refusal:
        if refusal.code != "idempotency-key-reused":
            raise
        # The same rows came before, beside other ids or read by another Podium: they are here already.
        return Adopted(adoption, id, ids.desk.journal.head(id).version, new=False)
    return Adopted(adoption, id, receipt.version, new=receipt.written)


def _report(found: Survey, adopted: list[Adopted]) -> Report:
    return Report(tuple(adopted), (*found.notes, *unused_results(found)))
