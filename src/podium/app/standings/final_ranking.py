"""The final ranking of an event whose games were played elsewhere: the ranks that were entered with its players.

It holds section by section, where somebody has a rank and nobody has a game or a bye. Where games are played here they
decide, and the ranks entered are set aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from podium.app.memory import Memory
from podium.app.standings.standings import StandingRow, Standings
from podium.app.words.language import _, ngettext
from podium.app.words.phrases import enumeration
from podium.core.player import Player
from podium.flow.state import Tournament

_SECTIONS: Memory[frozenset[str]] = Memory(64)
_ROWS: Memory[Standings] = Memory(64, len)


def ranked_sections(state: Tournament) -> frozenset[str]:
    """The sections whose standings are the ranks entered."""
    parts = (state.players, state.settings, *state.rounds)
    return _SECTIONS.remember(parts, lambda: _with_ranks_alone(state))


def with_entered_ranks(state: Tournament, rows: Standings) -> Standings:
    """The standings, with the sections that have a final ranking in its order; players without a rank come last."""
    sections = ranked_sections(state)
    if not sections:
        return rows
    parts = (state.players, state.settings, rows)
    return _ROWS.remember(parts, lambda: tuple(_reranked(rows, sections)))


def unranked(state: Tournament) -> tuple[Player, ...]:
    """The players without a rank in a section that goes by the ranks entered; one who has withdrawn needs none."""
    sections = ranked_sections(state)
    return tuple(
        player
        for player in state.players.values()
        if sections and player.section in sections and player.fields.rank is None and not player.withdrawn
    )


def unused_ranks(state: Tournament) -> tuple[Player, ...]:
    """The players whose rank is set aside because games decide in their section."""
    entered = [player for player in state.players.values() if player.fields.rank is not None]
    sections = ranked_sections(state) if entered else frozenset()
    return tuple(player for player in entered if player.section not in sections)


def ranking_is_final(state: Tournament) -> bool:
    """Whether all who take part have their final rank, so that nothing is left to be played."""
    inhabited = {player.section for player in state.players.values()}
    return bool(inhabited) and ranked_sections(state) >= inhabited and not unranked(state)


def _with_ranks_alone(state: Tournament) -> frozenset[str]:
    """The sections in which somebody has a rank, and nobody a game or a bye."""
    with_ranks = {player.section for player in state.players.values() if player.fields.rank is not None}
    paired = (id for here in state.rounds for pairing in here.games.values() for id in pairing.players)
    return frozenset(with_ranks - {state.players[id].section for id in paired})


def _reranked(rows: Standings, sections: frozenset[str]) -> Iterator[StandingRow]:
    done: set[str] = set()
    for row in rows:
        if row.section not in sections:
            yield row
        elif row.section not in done:
            done.add(row.section)
            yield from _by_rank([each for each in rows if each.section == row.section])


def _by_rank(rows: list[StandingRow]) -> list[StandingRow]:
    last = max(row.player.fields.rank or 0 for row in rows) + 1
    entered = [
        replace(row, rank=row.player.fields.rank or last, details="", tiebreaks={}, decided_by=None, entered=True)
        for row in rows
    ]
    return sorted(entered, key=lambda row: (row.rank, -(row.player.fields.rating or 0), row.player.number))


MOST_NAMED = 5


def ranking_note(state: Tournament) -> str:
    """Whether the ranks entered are the standings, who lacks one, and whether games have set them aside; or nothing."""
    said = []
    if sections := ranked_sections(state):
        if state.settings.sections:
            names = enumeration([section for section in state.settings.sections if section in sections])
            said.append(_("Final ranking of %(sections)s as entered: its games were played elsewhere.", sections=names))
        else:
            said.append(_("Final ranking as entered: its games were played elsewhere."))
    if missing := unranked(state):
        names = enumeration([player.name for player in missing[:MOST_NAMED]])
        said.append(
            ngettext(
                "%(num)s player has no final rank and comes last (%(names)s).",
                "%(num)s players have no final rank and come last (%(names)s).",
                len(missing),
                names=names if len(missing) <= MOST_NAMED else f"{names} …",
            )
        )
    if unused := len(unused_ranks(state)):
        said.append(
            ngettext(
                "%(num)s player has a final rank, but games are played here: the standings come from the games.",
                "%(num)s players have a final rank, but games are played here: the standings come from the games.",
                unused,
            )
        )
    return " ".join(said)
