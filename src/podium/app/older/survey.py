"""Which tournaments an older database holds, and which rows are whose."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from podium.app.older.adoption import OlderTournament
from podium.app.older.records import Note, OlderRecords, Record, text_of
from podium.app.older.scores import Scores


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
