"""One row of an older `pairings` table as a game or a bye; what it leaves open is noted, never guessed."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.older.people import People
from podium.app.older.records import Note, Record, text_of, tidy_text_of
from podium.app.older.scores import Scores, paid
from podium.core.ids import PairingId
from podium.core.points import Points
from podium.core.result import CLUB, ByeType, Result
from podium.flow.state import Bye, Game, Pairing

NO_RESULT = frozenset({"", "*", "-", "null", "none", "pending"})
FALSE = frozenset({None, "0", "false", "False", "FALSE"})
SAYS_BYE = frozenset({"bye"})  # that there was one, and nothing about its type
_RESULTS = {
    **{result.value.lower(): result for result in Result if result.final},  # a game that was not over is open
    "½-½": Result.DRAW,
    "0.5-0.5": Result.DRAW,
}
_TYPES = {kind.value: kind for kind in ByeType if kind.can_be_given}
_TYPED_RESULTS = {kind.row: kind for kind in _TYPES.values()}


@dataclass(slots=True)
class RowReader:
    """Reads the rows of one tournament."""

    people: People
    scores: Scores
    notes: list[Note]

    def pairing(self, record: Record, id: PairingId, board: int) -> Pairing:
        """The game or bye that `record` is."""
        white, black = text_of(record, "white_player_id"), text_of(record, "black_player_id")
        section = tidy_text_of(record, "section")
        if white is not None and black is not None and white != black:
            return self._game(record, id, board, white, black, section)
        if white == black is not None:
            self._note("against-self", id, white)
        elif white is None:
            self._note("white-missing" if black is not None else "players-missing", id)
        return self._bye(record, id, board, white or black, section)

    def _game(self, record: Record, id: PairingId, board: int, white: str, black: str, section: str | None) -> Game:
        players = self.people.enter(white, section), self.people.enter(black, section)
        if bye := text_of(record, "bye_type") or (text_of(record, "is_bye") not in FALSE and "is_bye") or None:
            self._note("bye-on-game", id, bye)
        rows = [(side, self.scores.of(record, player)) for side, player in (("white", white), ("black", black))]
        said = text_of(record, "result") or _first_result([each for _, found in rows for each in found])
        result = _RESULTS.get(said.strip().lower())
        if result is None and said.strip().lower() not in NO_RESULT:
            self._note("result-unknown", id, said)
        for side, found in rows:
            due = CLUB.points(getattr(result, side)) if result is not None else None
            for points in (paid(each) for each in found):
                if points is not None and points != due:
                    self._note("points-differ", id, f"{points} for {side.capitalize()}")
        return Game(id, board, *players, section or "", result)

    def _bye(self, record: Record, id: PairingId, board: int, player: str | None, section: str | None) -> Bye:
        who = self.people.enter(player, section)
        found = self.scores.of(record, player) if player is not None else []
        kind = self._kind(record, found, id)
        points = self._paid(found, id)
        recorded: Points | None = points
        if kind is ByeType.UNSPECIFIED:
            recorded = points if points is not None else Points()
            self._note("bye-unspecified", id, str(recorded))
        elif points == CLUB.points(kind.worth):
            recorded = None  # what the type is worth anyway
        elif points is not None:
            self._note("points-kept", id, f"{points} for {kind.value}")
        return Bye(id, board, who, kind, section or "", recorded)

    def _kind(self, record: Record, found: list[Record], id: PairingId) -> ByeType:
        """The type that was recorded: in `bye_type`, or in a result that names it."""
        said = (text_of(record, "bye_type") or "").strip().lower()
        if said in _TYPES:
            return _TYPES[said]
        if said:
            self._note("bye-type-unknown", id, said)
        results = [text.strip().lower() for each in (record, *found) if (text := text_of(each, "result")) is not None]
        for text in results:
            if text in _TYPED_RESULTS:
                return _TYPED_RESULTS[text]
        for text in results:
            if text not in NO_RESULT and text not in SAYS_BYE:
                self._note("result-unknown", id, text)
        return ByeType.UNSPECIFIED

    def _paid(self, found: list[Record], id: PairingId) -> Points | None:
        """What was paid, if the rows that say so agree."""
        points = {paid(each) for each in found}
        if len(points) == 1 and None not in points:
            return points.pop()
        if points:
            said = " and ".join(text_of(each, "points", "score") or "nothing" for each in found)
            self._note("points-unclear", id, said)
        return None

    def _note(self, code: str, id: str, value: str | None = "") -> None:
        self.notes.append(Note(code, id, value or ""))


def _first_result(records: list[Record]) -> str:
    return next((text for each in records if (text := text_of(each, "result")) is not None), "")
