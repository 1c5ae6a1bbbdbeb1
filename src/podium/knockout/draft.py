"""A change in the making: reads through to the state, keeps what is new beside it."""

from __future__ import annotations

from podium.core.ids import PairingId
from podium.knockout.ladder import Mint
from podium.knockout.match import BracketMatch
from podium.knockout.state import BracketRound, Changed, Knockout


class Draft:
    """The state with changes on top; `at` is the time of what happens, `mint` gives the ids of what comes to be."""

    def __init__(self, state: Knockout, at: str, mint: Mint) -> None:
        self.state = state
        self.at = at
        self.mint = mint
        self._old: dict[PairingId, BracketMatch | None] = {}
        self._new: dict[PairingId, BracketMatch | None] = {}
        self._boards: dict[tuple[int, int], PairingId | None] = {}

    def match(self, id: PairingId) -> BracketMatch:
        """The match or game of that id, which must be there."""
        found = self._new[id] if id in self._new else self.state.match(id)
        assert found is not None  # nothing refers to what was removed
        return found

    def on_board(self, round: int, board: int) -> BracketMatch | None:
        """The match on that board of a round, if there is one."""
        if (round, board) in self._boards:
            id = self._boards[round, board]
            return None if id is None else self.match(id)
        found = self.state.on_board(round, board)
        return self._new.get(found.id, found) if found is not None else None

    def games_of(self, parent: BracketMatch) -> list[BracketMatch]:
        """The tie-break games of a match, by index."""
        return [self.match(id) for id in parent.tie_breaks]

    def add(self, match: BracketMatch) -> None:
        """A match that was not there before."""
        self._old[match.id] = None
        self._new[match.id] = match
        if match.parent is None:
            self._boards[match.round, match.board] = match.id

    def put(self, match: BracketMatch) -> None:
        """Other contents for a match that is there."""
        if match.id not in self._old:
            self._old[match.id] = self.state.match(match.id)
        self._new[match.id] = match

    def remove(self, match: BracketMatch) -> None:
        """Take away a match of the state with its tie-break games."""
        for id in (match.id, *match.tie_breaks):
            if id not in self._old:
                self._old[id] = self.state.match(id)
            self._new[id] = None
        if match.parent is None:
            self._boards[match.round, match.board] = None

    def round(self, number: int) -> BracketRound:
        """A round of the state as it is now, without tie-break games."""
        boards = self.state.rounds[number - 1].boards
        matches = [match for board in boards if (match := self.on_board(number, board)) is not None]
        return BracketRound(
            number, {match.id: match for match in matches}, {match.board: match.id for match in matches}
        )

    def unresolved(self, round: int) -> int:
        """How many matches of a round are not resolved."""
        count = self.state.rounds[round - 1].unresolved
        for id, new in self._new.items():
            for match, by in ((self._old[id], -1), (new, 1)):
                if match is not None and match.round == round and match.parent is None and not match.resolved:
                    count += by
        return count

    @property
    def changed(self) -> Changed:
        """The change, without what ended as it began."""
        touched = [id for id, old in self._old.items() if self._new[id] != old]
        before = [old for id in touched if (old := self._old[id]) is not None]
        after = [new for id in touched if (new := self._new[id]) is not None]
        return Changed(
            tuple(sorted(before, key=lambda match: match.order)), tuple(sorted(after, key=lambda match: match.order))
        )
