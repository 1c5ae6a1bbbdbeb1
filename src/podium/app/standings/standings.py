"""The standings: everyone in each section ranked by points and tie-breaks, with where each half point came from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from itertools import groupby

from podium.app.memory import Memory
from podium.app.players.numbers import player_numbers
from podium.app.standings.tally import (
    added_points,
    details,
    is_counted,
    left_early,
    rounds_after,
    tallies,
    total,
    uncounted,
)
from podium.app.standings.tiebreaking import by_name, expelled_players, refusal_by_name, usable, view_of
from podium.app.words.language import N_, _
from podium.core.collation import Language, NameKey, name_key
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.points import Points
from podium.flow.rounds.kept_values import TieOrderedBy
from podium.flow.standings.ties import order_of
from podium.flow.state import Round, Tournament
from podium.tiebreaks import standings as ranked


@dataclass(frozen=True, slots=True)
class Valued:
    """What somebody is worth in a Keizer (None: has not taken part yet), and the exact score; `circle` if the table is
    one before a circle."""

    value: int | None
    score: Decimal
    circle: bool = False


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings. Ranks count within the section, and equals share one: 1, 1, 3.

    `tiebreaks` are the values that part players level on points, by code, as they are written: exact decimals, None
    where a player has none. `decided_by` is the code that put the player below the one above: on
    the first row of a shared rank, for all who share it. `entered` is whether the rank was entered with the player, of
    an event whose games were played elsewhere. An `annulled` player left a round robin before half of the games: the
    row comes last, and the games count for nobody. `ordered_by` is what ordered players who would share a
    place: lots, or the director. In a Keizer it is `valued`, and the points are the score to the hundredth.
    """

    rank: int
    player: Player
    section: str
    points: Points
    details: str
    tiebreaks: Mapping[str, str | None] = field(default_factory=dict)
    decided_by: str | None = None
    entered: bool = False
    annulled: bool = False
    ordered_by: TieOrderedBy | None = None
    valued: Valued | None = None

    @property
    def placed(self) -> bool:
        """Whether the player has a place; one who was expelled has none, and rank 0."""
        return self.rank > 0


Standings = tuple[StandingRow, ...]
_STANDINGS: Memory[Standings] = Memory(64, len)
_REFUSALS: Memory[tuple[Refused, ...]] = Memory(64)
POINTS = "PTS"


def section_standings(
    state: Tournament, after: int | None, codes: Sequence[str] | None, *, all_play_all: bool = False
) -> Standings:
    """The standings after a round, or after all; section by section, by the event's tie-breaks or by `codes`.

    Of its own tie-breaks an event leaves out those it cannot use (`tiebreak_refusals` says why); `codes` that it
    cannot use are refused. Raises Unknown for a round there is not.
    """
    rounds = rounds_after(state, after)
    if codes is not None:
        with by_name(state):
            return tuple(_rows(state, rounds, codes, all_play_all))
    parts = (state.players, state.settings, state.tie_orders, player_numbers(state), uncounted(state), *rounds)
    return _STANDINGS.remember(parts, lambda: tuple(_rows(state, rounds, None, all_play_all)))


def tiebreak_refusals(state: Tournament, *, all_play_all: bool = False) -> tuple[Refused, ...]:
    """Why the event cannot use some of its own tie-breaks, one refusal for each code and section."""
    parts = (state.players, state.settings, *state.rounds)
    return _REFUSALS.remember(parts, lambda: tuple(_refusals(state, all_play_all)))


def _refusals(state: Tournament, all_play_all: bool) -> Iterator[Refused]:
    for section, players in by_section(state).items():
        view = view_of(state, players, state.rounds, all_play_all)
        for refusal in usable(view, state.settings.tiebreaks)[1]:
            refusal.facts["section"] = section or None
            yield refusal_by_name(refusal, state)


def by_section(state: Tournament) -> dict[str, list[Player]]:
    """The players of each section, in the order of the sections; nobody is left out."""
    groups: dict[str, list[Player]] = {section: [] for section in state.sections}
    for player in state.players.values():
        groups.setdefault(player.section, []).append(player)
    return groups


def _rows(
    state: Tournament, rounds: tuple[Round, ...], codes: Sequence[str] | None, all_play_all: bool
) -> Iterator[StandingRow]:
    left_out = uncounted(state)
    scored = tallies(rounds, state.settings.scoring, left_out)
    missing = _games_left_out(rounds, left_out)
    for section, players in by_section(state).items():
        if not players:
            continue
        view = view_of(state, players, rounds, all_play_all)
        chosen = usable(view, state.settings.tiebreaks)[0] if codes is None else codes
        expelled = expelled_players(players, all_play_all=all_play_all)
        ranking = ranked(view, chosen, expelled)
        entrants = {player.id: player for player in players}
        decided = {row.rank: row.decided_by for row in ranking.rows if row.decided_by}
        rows = []
        for row in ranking.rows:
            player = entrants[PlayerId(str(row.id))]
            values = dict(zip(ranking.codes, row.texts, strict=True))
            if POINTS not in chosen:
                del values[POINTS]
            tally = details(
                scored.get(player.id, {}), missing.get(player.id, 0), added_points(state, player.id, len(rounds))
            )
            rows.append(StandingRow(row.rank, player, section, row.points, tally, values))
        in_order = sorted(rows, key=partial(_order, state.settings.language))
        for line in _ties_ordered(state, len(rounds), in_order) if codes is None else in_order:
            yield replace(line, decided_by=decided.pop(line.rank, None))  # once for all who share a rank, on top
        none = dict.fromkeys(code for code in ranking.codes if code != POINTS or POINTS in chosen)
        gone = [
            StandingRow(
                len(rows) + 1,
                player,
                section,
                Points(0),
                left_early(missing.get(player.id, 0), withdrew=player.withdrawn),
                none,
                annulled=True,
            )
            for player in players
            if player.id in left_out
        ]
        yield from sorted(gone, key=partial(_order, state.settings.language))


def unplaced_row(state: Tournament, player: Player, rounds: tuple[Round, ...]) -> StandingRow:
    """What somebody scored who is left out of the standings."""
    scored = tallies(rounds, state.settings.scoring, uncounted(state)).get(player.id, {})
    added = added_points(state, player.id, len(rounds))
    return StandingRow(0, player, player.section, total(scored) + added, details(scored, 0, added))


def _ties_ordered(state: Tournament, rounds: int, rows: list[StandingRow]) -> Iterator[StandingRow]:
    """The rows of a section, players who share a place in the order that they were given, if there is one."""
    for rank, level in groupby(rows, key=lambda row: row.rank):
        tied = {row.player.id: row for row in level}
        order = order_of(state, rounds, tied) if len(tied) > 1 else None
        if order is None:
            yield from tied.values()
        else:
            yield from (
                replace(tied[id], rank=place, ordered_by=order.by) for place, id in enumerate(order.players, rank)
            )


def _games_left_out(rounds: tuple[Round, ...], left_out: frozenset[PlayerId]) -> Counter[PlayerId]:
    """How many games of each player were played and count for nobody."""
    return Counter(
        player
        for here in (rounds if left_out else ())
        for game in here.games.values()
        if game.played and not is_counted(game, left_out)
        for player in game.players
    )


def _order(language: Language, row: StandingRow) -> tuple[int, int, NameKey, int]:
    """By rank; inside a shared rank the higher rating, then the name, then the earlier entry, comes first."""
    player = row.player
    return row.rank, -(player.fields.rating or 0), name_key(player.name, language), player.number


_ORDERED: Mapping[TieOrderedBy, str] = {
    TieOrderedBy.LOT: N_("decided by lot"),
    TieOrderedBy.HAND: N_("decided by hand"),
}


def order_text(by: TieOrderedBy | None) -> str:
    """What gave players who would share a place their order; empty where nothing did."""
    return _(_ORDERED[by]) if by is not None else ""


def gone_text(player: Player) -> str:
    """That a player takes no part any more; empty of one who does."""
    if player.expelled:
        return _("expelled")
    return _("withdrawn") if player.withdrawn else ""


def name_with_mark(player: Player) -> str:
    """The name as lists on paper have it, with a mark for somebody who takes no part any more."""
    gone = gone_text(player)
    return _("%(name)s (%(mark)s)", name=player.name, mark=gone) if gone else player.name
