"""The rest of a Swiss, played without a command: what follows from results alone is known for all rounds beforehand.

It comes to the same event as `simulation/rest.py`, but for the ids of games: a test holds them against each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from podium.core.errors import Unpairable
from podium.core.ids import PairingId, PlayerId
from podium.core.points import Points
from podium.core.result import ByeType, Result
from podium.flow.formats.registry import format_of
from podium.flow.formats.swiss_field import ALLOCATED, SectionToCome
from podium.flow.players.numbers import every_number
from podium.flow.rounds.kept_values import Numbers
from podium.flow.state import Bye, Game, Pairing, Round, Stage, Tournament
from podium.simulation.rest import Ends, open_contests
from podium.swiss import Colour, Turn
from podium.swiss.field import ABSENT, known_entrant
from podium.swiss.pairing import PairedRound, pair_unchecked


@dataclass(slots=True)
class _Section:
    """A section while a run plays it: what every round was for each player, by pairing number."""

    known: SectionToCome
    turns: dict[int, list[Turn]]


class QuickRest:
    """The rest of one event, again and again; games without a result are of rounds that are there."""

    def __init__(self, state: Tournament, sections: Mapping[str, SectionToCome]) -> None:
        self._state, self._sections = state, sections
        self._ids = {name: {number: id for id, number in each.numbers.items()} for name, each in sections.items()}
        self._numbers: Numbers = every_number(state)
        self._open = [each for each in open_contests(state) if isinstance(each, Game)]
        self._first: dict[str, PairedRound] = {}
        self._turns: dict[tuple[Points, int, Colour], Turn] = {}
        scoring = state.settings.scoring
        self._worth = {each: (scoring.points(each.white), scoring.points(each.black)) for each in Result}

    def play(self, ends: Ends) -> Tournament:
        """The event after its last round; it ends early where no legal round is left."""
        state = self._state
        rounds = [_with_results(here, ends) for here in state.rounds]
        sections = {name: self._begun(name, rounds) for name in self._sections}
        for number in range(len(rounds) + 1, (state.settings.rounds or 0) + 1):
            games: dict[PairingId, Pairing] = {}
            try:
                paired = {name: self._paired(name, each, number) for name, each in sections.items()}
            except Unpairable:
                break
            byes: list[tuple[str, PlayerId, ByeType]] = []
            for name, couples in paired.items():
                if couples is not None:
                    self._play(sections[name], name, couples, ends, games)
                    if couples.bye is not None:
                        byes.append((name, self._ids[name][couples.bye], ByeType.BYE))
            if not games and not byes:
                break
            for name, section in sections.items():
                byes += [(name, id, kind) for id, kind in section.known.rounds[number].byes]
            self._sit_out(sections, byes, number, games)
            rounds.append(Round(number, games, Stage.CLOSED, numbers=self._numbers))
        where = {**state.where, **{id: here.number for here in rounds[len(state.rounds) :] for id in here.games}}
        return replace(state, rounds=tuple(rounds), where=where)

    def _begun(self, name: str, rounds: list[Round]) -> _Section:
        """A section with the results of this run in the rounds that are there."""
        known = self._sections[name]
        turns = {each.number: list(each.turns) for each in known.field.entrants}
        for game in self._open:
            if game.section == name:
                at = self._state.where[game.id] - 1
                ended = rounds[at].games[game.id]
                assert isinstance(ended, Game)
                assert ended.result is not None
                white, black = known.numbers[game.white], known.numbers[game.black]
                own, other = self._worth[ended.result]
                turns[white][at] = self._turn(own, black, Colour.WHITE)
                turns[black][at] = self._turn(other, white, Colour.BLACK)
        return _Section(known, turns)

    def _paired(self, name: str, section: _Section, number: int) -> PairedRound | None:
        """The next round of a section; None where nobody is there to be paired."""
        first = not self._open and number == len(self._state.rounds) + 1
        if first and name in self._first:
            return self._first[name]
        known, coming = section.known, section.known.rounds[number]
        if not coming.present:
            return None
        entrants = tuple(
            known_entrant(
                each.number,
                tuple(section.turns[each.number]),
                each.number in coming.present,
                each.virtual,
                coming.added[each.number],
            )
            for each in known.field.entrants
        )
        paired = pair_unchecked(replace(known.field, entrants=entrants, round=number, forbidden=coming.forbidden))
        if first:
            self._first[name] = paired
        return paired

    def _play(
        self, section: _Section, name: str, paired: PairedRound, ends: Ends, games: dict[PairingId, Pairing]
    ) -> None:
        ids, turns = self._ids[name], section.turns
        for couple in paired.pairs:
            white, black, board = couple.white, couple.black, len(games) + 1
            id = PairingId(f"{len(turns[white]) + 1}/{board}")
            result = ends.result(ids[white], ids[black])
            games[id] = Game(id, board, ids[white], ids[black], name, result)
            own, other = self._worth[result]
            turns[white].append(self._turn(own, black, Colour.WHITE))
            turns[black].append(self._turn(other, white, Colour.BLACK))

    def _sit_out(
        self,
        sections: Mapping[str, _Section],
        byes: list[tuple[str, PlayerId, ByeType]],
        number: int,
        games: dict[PairingId, Pairing],
    ) -> None:
        """Write down the byes, and nothing for all others who are not there."""
        for name, player, kind in byes:
            section, board = sections[name], len(games) + 1
            bye = Bye(PairingId(f"{number}/{board}"), board, player, kind, name)
            games[bye.id] = bye
            points = bye.points(self._state.settings.scoring)
            section.turns[section.known.numbers[player]].append(Turn(points, allocated=kind in ALLOCATED))
        for section in sections.values():
            for turns in section.turns.values():
                if len(turns) < number:
                    turns.append(ABSENT)

    def _turn(self, points: Points, opponent: int, colour: Colour) -> Turn:
        key = points, opponent, colour
        turn = self._turns.get(key)
        if turn is None:
            turn = self._turns[key] = Turn(points, opponent, colour, played=True)
        return turn


def _with_results(here: Round, ends: Ends) -> Round:
    """The round with a result in every game that has none; the same where all have one."""
    games = {
        each.id: replace(each, result=ends.result(each.white, each.black))
        for each in here.boards
        if each.result is None or each.adjourned
    }
    return replace(here, games={**here.games, **games}) if games else here


def quick_rest(state: Tournament) -> QuickRest | None:
    """The quick way to play an event to its end; None where each of its rounds has to be paired by itself."""
    if any(here.automatic or here.editing for here in state.rounds):
        return None
    sections = format_of(state).engine.sections_to_come(state)
    if sections is None or any(len(each.field.entrants) == 1 for each in sections.values()):
        return None
    return QuickRest(state, sections)
