"""Which match is at which table and which one waits, in words, where there are fewer tables than matches."""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.formats.doubles import side_names
from podium.app.words.language import _, ngettext
from podium.core.ids import PairingId
from podium.flow.rounds.tables import open_matches, waiting_matches
from podium.flow.state import Game, Match, Tournament


def table_places(state: Tournament) -> Mapping[PairingId, str]:
    """Where each match that is not over is played, or how long it waits; nothing where all are played at once."""
    if state.settings.tables is None:
        return {}
    places = {id: _("table %(table)s", table=table) for id, table in state.tables.items()}
    for before, id in enumerate(waiting_matches(state)):
        text = ngettext("waiting: %(num)s match before", "waiting: %(num)s matches before", before)
        places[id] = text if before else _("waiting: next")
    return {each.id: places[each.id] for each in open_matches(state)}


def table_chips(state: Tournament) -> dict[str, tuple[str, str]]:
    """The same as the colour and the word of a chip."""
    return {id: ("playing" if id in state.tables else "draft", place) for id, place in table_places(state).items()}


def called_match(state: Tournament) -> Game | Match | None:
    """The match that was called last, to a table that became free; None once it has a set or a result."""
    id = next((each for each in reversed(list(state.tables)) if each in state.where), None)
    match = next((each for each in open_matches(state) if each.id == id), None)
    if state.settings.tables is None or match is None or match.entered:
        return None
    here, table = state.where[match.id], state.tables[match.id]
    others = (each for each, at in state.tables.items() if at == table and each != match.id and each in state.where)
    freed = any(state.where[each] == here or state.rounds[here - 1].automatic for each in others)
    return match if freed else None


def last_call(state: Tournament) -> str:
    """Who was called last, in words; nothing where nobody was."""
    match = called_match(state)
    if match is None:
        return ""
    first, second = side_names(state, match)
    table = state.tables[match.id]
    return _("Table %(table)s is free: %(first)s against %(second)s", table=table, first=first, second=second)


def with_call(note: str, state: Tournament) -> str:
    """A note, and behind it who was called last."""
    return " · ".join(filter(None, (note, last_call(state))))
