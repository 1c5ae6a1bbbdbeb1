"""The standings: everyone in each section ranked by points and tie-breaks, with where each half point came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from podium.app.memory import Memory
from podium.app.views.doubles_ranking import closed, ranked_players
from podium.app.views.knockout import is_knockout
from podium.app.views.knockout import points as rounds_won
from podium.app.views.knockout import ranked as knockout_ranking
from podium.app.views.tally import rounds_after, tallies
from podium.app.views.tiebreaking import by_name, named, usable, view_of
from podium.app.words.results import details
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.points import Points
from podium.doubles import Standing
from podium.flow.state import Format, Round, Tournament
from podium.tiebreaks import standings as ranked


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings. Ranks count within the section, and equals share one: 1, 1, 3.

    `tiebreaks` are the values that part players level on points, by code, as they are written: exact decimals, None
    where a player has none. `decided_by` is the code that put the player below the one above.
    """

    rank: int
    player: Player
    section: str
    points: Points
    details: str
    tiebreaks: Mapping[str, str | None] = field(default_factory=dict)
    decided_by: str | None = None


Standings = tuple[StandingRow, ...]
_STANDINGS: Memory[Standings] = Memory(64)
_REFUSALS: Memory[tuple[Refused, ...]] = Memory(64)
POINTS = "PTS"
BUCHHOLZ, SET_DIFFERENCE = "BH", "SETS"


def standings(state: Tournament, after: int | None = None, codes: Sequence[str] | None = None) -> Standings:
    """The standings after a round, or after all; section by section, by the event's tie-breaks or by `codes`.

    Of its own tie-breaks an event leaves out those it cannot use (`refusals` says why); `codes` that it cannot use are
    refused. Raises Unknown for a round there is not.
    """
    if is_knockout(state):
        return _of_knockout(state, after, codes)
    rounds = rounds_after(state, after)
    if codes is not None:
        with by_name(state):
            return tuple(_rows(state, rounds, codes))
    parts = (state.players, state.settings, *rounds)
    known = _STANDINGS.recall(parts)
    return known if known is not None else _STANDINGS.keep(parts, tuple(_rows(state, rounds, None)))


def _of_knockout(state: Tournament, after: int | None, codes: Sequence[str] | None) -> Standings:
    """By the round reached; those beaten in the same round share their rank."""
    if codes:
        raise Refused("tiebreak-not-in-knockout", value=codes[0])
    if after is not None:
        paired = state
        if len(rounds_after(paired, after)) < len(paired.rounds):
            return tuple(_ranking(state, after))
    now = (state.players, state.knockout)
    return _STANDINGS.recall(now) or _STANDINGS.keep(now, tuple(_ranking(state)))


def _ranking(state: Tournament, after: int | None = None) -> Iterator[StandingRow]:
    for row in knockout_ranking(state, after):
        yield StandingRow(row.rank, row.player, "", rounds_won(row), row.said)


def refusals(state: Tournament) -> tuple[Refused, ...]:
    """Why the event cannot use some of its own tie-breaks, one refusal for each code and section."""
    if state.settings.format in (Format.DOUBLES, Format.KNOCKOUT):
        return ()
    parts = (state.players, state.settings, *state.rounds)
    known = _REFUSALS.recall(parts)
    return known if known is not None else _REFUSALS.keep(parts, tuple(_refusals(state)))


def _refusals(state: Tournament) -> Iterator[Refused]:
    for section, players in by_section(state).items():
        view = view_of(state, players, state.rounds)
        for refusal in usable(view, state.settings.tiebreaks)[1]:
            refusal.facts["section"] = section or None
            yield named(refusal, state)


def by_section(state: Tournament) -> dict[str, list[Player]]:
    """The players of each section, in the order of the sections; nobody is left out."""
    groups: dict[str, list[Player]] = {section: [] for section in state.sections}
    for player in state.players.values():
        groups.setdefault(player.section, []).append(player)
    return groups


def _rows(state: Tournament, rounds: tuple[Round, ...], codes: Sequence[str] | None) -> Iterator[StandingRow]:
    if state.settings.format == Format.DOUBLES:
        if codes is not None and any(code != BUCHHOLZ for code in codes):
            raise Invalid("tiebreak-unknown", field="tiebreaks", value=codes[0], allowed=[BUCHHOLZ])
        yield from _doubles(state, rounds)
        return
    scored = tallies(rounds, state.settings.scoring)
    for section, players in by_section(state).items():
        if not players:
            continue
        view = view_of(state, players, rounds)
        chosen = usable(view, state.settings.tiebreaks)[0] if codes is None else codes
        ranking = ranked(view, chosen)
        entrants = {player.id: player for player in players}
        rows = []
        for row in ranking.rows:
            player = entrants[PlayerId(str(row.id))]
            values = dict(zip(ranking.codes, row.texts, strict=True))
            if POINTS not in chosen:
                del values[POINTS]
            tally = details(scored.get(player.id, {}))
            rows.append(StandingRow(row.rank, player, section, row.points, tally, values, row.decided_by))
        yield from sorted(rows, key=_order)


def _doubles(state: Tournament, rounds: tuple[Round, ...]) -> Iterator[StandingRow]:
    """By points, then Buchholz, then (if chosen) set difference; open rounds do not score."""
    scored = tallies(closed(rounds), state.settings.scoring)
    above: Standing | None = None
    for standing in ranked_players(state, rounds).values():
        player = state.players[standing.player]
        values = {BUCHHOLZ: standing.buchholz}
        if state.settings.set_difference:
            values[SET_DIFFERENCE] = standing.set_difference
        level = above is not None and above.points == standing.points and above.rank != standing.rank
        decided = None
        if level and above is not None:
            decided = BUCHHOLZ if above.buchholz != standing.buchholz else SET_DIFFERENCE
        yield StandingRow(
            standing.rank,
            player,
            player.section,
            Points.of(standing.points),
            details(scored.get(player.id, {})),
            {code: str(value) for code, value in values.items()},
            decided,
        )
        above = standing


def _order(row: StandingRow) -> tuple[int, int, int]:
    """By rank; inside a shared rank the higher rating, then the earlier entry, is named first."""
    return (row.rank, -(row.player.fields.rating or 0), row.player.number)
