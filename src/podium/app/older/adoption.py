"""Older tournaments as commands, with all their players and pairings, and bringing them over: one commit each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from podium.app.access import SYSTEM
from podium.app.accounts.accounts import User
from podium.app.desk import Desk
from podium.app.older.records import (
    Note,
    OlderRecords,
    Record,
    Scores,
    fingerprint,
    number,
    text_of,
    tidy_text_of,
    usable_id,
)
from podium.app.older.rows import People, RowReader
from podium.core.errors import Invalid, Refused
from podium.core.ids import PairingId, TournamentId, tournament_of
from podium.flow.commands import AdoptRecords
from podium.flow.event.settings import merge_settings
from podium.flow.formats.manual import MANUAL
from podium.flow.readers import MOST_ROUNDS, MOST_SECTIONS
from podium.flow.rounds.boards import MOST_BOARDS
from podium.flow.state import Pairing, Round, Stage

LONGEST_PAIRING_ID = 80
ENGINE = "hand"  # how an older program paired is not recorded
Taken = Callable[[PairingId], bool]
"""Whether a pairing of another tournament has that id."""

_SETTINGS: dict[str, tuple[str, ...]] = {
    "place": ("place", "location", "venue", "city"),
    "start": ("start", "start_date", "date"),
    "end": ("end", "end_date"),
    "rounds": ("rounds", "num_rounds", "total_rounds", "number_of_rounds"),
}


@dataclass(frozen=True, slots=True)
class Adoption:
    """A tournament of an older database, ready to be brought over."""

    command: AdoptRecords
    notes: tuple[Note, ...]

    @property
    def name(self) -> str:
        return str(self.command.given["name"])

    @property
    def pairings(self) -> list[Pairing]:
        """Every row there was."""
        return [pairing for here in self.command.rounds for pairing in here.games.values()]

    @property
    def byes(self) -> Counter[str]:
        """How many byes there are of each type."""
        return Counter(each.kind.value for each in self.pairings if each.is_bye)


@dataclass(frozen=True, slots=True)
class OlderTournament:
    """The rows of one tournament, and the tables they share with the others of the file."""

    old_id: str | None
    record: Record
    pairings: tuple[Record, ...]
    players: tuple[Record, ...]
    entered: tuple[str, ...]
    scores: Scores

    @property
    def id(self) -> TournamentId:
        """The old id, where it can be kept."""
        return TournamentId(usable_id(self.old_id, "older"))

    @property
    def content(self) -> str:
        """A fingerprint of what the file says of this tournament."""
        mine = [each for each in self.scores.records if text_of(each, "tournament_id") in (None, self.old_id)]
        return fingerprint(self.old_id, self.record, self.pairings, self.players, mine)

    def adoption(self, id: TournamentId, taken: Taken) -> Adoption:
        """The command that brings the tournament over under `id`."""
        people = People.from_records(self.players, self.entered)
        notes: list[Note] = []
        if id != self.old_id and self.old_id is not None:
            notes.append(Note("tournament-id-new", self.old_id, id))
        reader = RowReader(people, self.scores, notes)
        rounds: dict[int, list[Pairing]] = {}
        used: set[PairingId] = set()
        for at, (due, record) in enumerate(_by_round(self.pairings, notes), start=1):
            pairing_id = self._pairing_id(id, record, at, used, taken)
            used.add(pairing_id)
            if (old := text_of(record, "id")) is not None and old != pairing_id:
                notes.append(Note("pairing-id-new", old, pairing_id))
            here = rounds.setdefault(due, [])
            board = self._board(record, here, pairing_id, notes)
            here.append(reader.pairing(record, pairing_id, board))
        sections = people.settle_sections()
        if len(sections) > MOST_SECTIONS:
            notes.append(Note("sections-dropped", id, str(len(sections))))
            people.fields.update({who: replace(each, section=None) for who, each in people.fields.items()})
            sections = ()
        given = self._given(id, max(rounds, default=0), notes)
        if sections:
            given["sections"] = list(sections)
        built = tuple(
            _round(due, [_at_home(each, people, sections) for each in rounds.get(due, [])], self._made(due), notes)
            for due in range(1, max(rounds, default=0) + 1)
        )
        return Adoption(AdoptRecords(id, given, people.fields, built), (*notes, *people.notes))

    def _pairing_id(self, id: TournamentId, record: Record, at: int, used: set[PairingId], taken: Taken) -> PairingId:
        old = text_of(record, "id")
        kept = PairingId(usable_id(old, "pairing", LONGEST_PAIRING_ID))
        if old is not None and kept not in used and not taken(kept):
            return kept
        prefixed = f"{id}-{kept}" if old is not None else f"{id}-row{at}"
        while prefixed in used or len(prefixed) > LONGEST_PAIRING_ID:
            prefixed = f"{id}-{fingerprint(prefixed, at)[:12]}"
        return PairingId(prefixed)

    @staticmethod
    def _board(record: Record, here: Sequence[Pairing], id: PairingId, notes: list[Note]) -> int:
        board = number(record, "board")
        boards = {each.board for each in here}
        if board is not None and 0 <= board <= MOST_BOARDS:
            if board in boards:
                notes.append(Note("board-twice", id, str(board)))
            return board
        board = max(boards, default=0) + 1
        if text_of(record, "black_player_id") is not None:  # a bye has no board to begin with
            notes.append(Note("board-missing", id, str(board)))
        return board

    def _given(self, id: TournamentId, played: int, notes: list[Note]) -> dict[str, object]:
        name = tidy_text_of(self.record, "name", "title", "tournament_name") or f"Tournament {self.old_id or id}"
        given: dict[str, object] = {"name": tidy_text_of({"name": name}, "name") or id, "format": MANUAL.name}
        for key, columns in _SETTINGS.items():
            value: object = number(self.record, *columns) if key == "rounds" else tidy_text_of(self.record, *columns)
            if isinstance(value, str) and key in ("start", "end"):
                value = value[:10]
            if value is None or (isinstance(value, int) and value < played):
                continue
            try:
                merge_settings(None, {**given, key: value})
            except Invalid:
                notes.append(Note("setting-dropped", key, str(value)))
            else:
                given[key] = value
        return given

    def _made(self, due: int) -> str:
        """When the first row of a round was made, if the rows say so."""
        times = [_time(text_of(each, "created_at")) for each in self.pairings if number(each, "round") == due]
        return min(filter(None, times), default="")


def _by_round(records: Sequence[Record], notes: list[Note]) -> list[tuple[int, Record]]:
    """Every row with the round it is in; those without a usable number share a round after the last."""
    numbers = [number(each, "round") for each in records]
    usable = [each if each is not None and 1 <= each <= MOST_ROUNDS else None for each in numbers]
    after = max((each for each in usable if each is not None), default=0) + 1
    placed = []
    for due, record in zip(usable, records, strict=True):
        if due is None:
            notes.append(Note("round-missing", text_of(record, "id") or "?", str(after)))
        placed.append((due or after, record))
    return sorted(placed, key=lambda each: each[0])


def _at_home(pairing: Pairing, people: People, sections: tuple[str, ...]) -> Pairing:
    """The pairing in its section: the one it was written in, else that of its first player."""
    home = people.fields[pairing.players[0]].section or ""
    return replace(pairing, section=pairing.section if pairing.section in sections else home)


def _round(due: int, pairings: list[Pairing], made: str, notes: list[Note]) -> Round:
    if not pairings:
        notes.append(Note("round-empty", str(due)))
    seen: Counter[str] = Counter(player for each in pairings for player in each.players)
    notes += [Note("player-twice", player, f"round {due}") for player, times in seen.items() if times > 1]
    games = {each.id: each for each in pairings}
    return Round(due, games, Stage.PUBLISHED, ENGINE, paired_at=made)


def _time(text: str | None) -> str | None:
    """A moment as Podium writes it down; None where the text is none. Without a zone it is UTC, as in SQLite."""
    try:
        moment = datetime.fromisoformat((text or "").strip())
    except ValueError:
        return None
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return aware.astimezone(UTC).isoformat(timespec="milliseconds")


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
        return _adopt_as(ids, tournament, TournamentId(f"older{tournament.content[:12]}"), owner)


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
    """The report once all tournaments are read, with the rows of `results` that belong to no pairing."""
    unused = (
        Note("result-without-pairing", text_of(each, "player_id") or "?", f"round {text_of(each, 'round') or '?'}")
        for each in found.scores.unused
    )
    return Report(tuple(adopted), (*found.notes, *unused))
