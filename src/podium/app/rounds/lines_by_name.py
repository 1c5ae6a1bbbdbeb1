"""A round by names (who sits where, against whom), and its results in the order in which they came."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from podium.app.formats.doubles import side_name
from podium.app.ports import Past
from podium.app.rounds.round_words import bye_name
from podium.app.words.language import _
from podium.core.collation import name_key
from podium.core.ids import PairingId
from podium.flow.events import BracketChanged, Event, ResultRecorded, SetsRecorded
from podium.flow.state import Bye, Game, Match, Round, Tournament

LOOKED_AT = 400  # commits: what came before them is old, and comes last


def latest_results(past: Past, version: int, here: Round) -> tuple[Game | Match, ...]:
    """The games and matches of round `here` that have a result, the latest first; `version` is the tournament's."""
    came: dict[PairingId, None] = {}
    for events in past.events_by_version(max(0, version - LOOKED_AT)).values():
        for id in (id for event in events for id in _pairings(event)):
            came.pop(id, None)  # so that the last change gives its place
            came[id] = None
    order = {id: place for place, id in enumerate(came)}
    there = [each for each in here.every if not each.is_bye and each.problem is None]
    return tuple(sorted(there, key=lambda each: -order.get(each.id, -1)))


def _pairings(event: Event) -> tuple[PairingId, ...]:
    """The pairings whose result an event set."""
    match event:
        case ResultRecorded(pairing=pairing) | SetsRecorded(pairing=pairing):
            return (pairing,)
        case BracketChanged(changed=changed):
            before = {match.id: match.played for match in changed.before}
            return tuple(match.id for match in changed.after if match.played != before.get(match.id))
        case _:
            return ()


@dataclass(frozen=True, slots=True)
class LineByName:
    """One player of a round; without an opponent the kind of the bye stands in its place."""

    name: str
    board: int
    colour: str
    opponent: str
    section: str


def lines_by_name(state: Tournament, here: Round) -> tuple[LineByName, ...]:
    """Everybody who is paired, in the order of the names."""
    language = state.settings.language
    return tuple(sorted(_lines(state, here), key=lambda line: name_key(line.name, language)))


def _lines(state: Tournament, here: Round) -> Iterator[LineByName]:
    names = {id: player.name for id, player in state.players.items()}
    for pairing in here.in_order:
        section = pairing.section
        match pairing:
            case Bye():
                yield LineByName(names[pairing.player], pairing.board, "", bye_name(state, pairing), section)
            case Match():
                for player in pairing.players:
                    partner, team = names[pairing.partner(player)], side_name(state, pairing.opponents(player))
                    text = _("with %(partner)s, against %(team)s", partner=partner, team=team)
                    yield LineByName(names[player], pairing.board, "", text, section)
            case Game():
                yield LineByName(names[pairing.white], pairing.board, _("White"), names[pairing.black], section)
                yield LineByName(names[pairing.black], pairing.board, _("Black"), names[pairing.white], section)
