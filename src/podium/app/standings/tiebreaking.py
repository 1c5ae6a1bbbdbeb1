"""A section of a tournament as the tie-breaks see it: a record for each player and round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction

from podium.app.memory import Memory
from podium.app.players.numbers import player_numbers
from podium.app.standings.tally import added_points, is_counted, pairings_of, points, rounds_after, source, uncounted
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.points import Points
from podium.core.result import ByeType, Scoring, Worth
from podium.flow.event.setting_values import TiebreakRatings
from podium.flow.state import Game, Pairing, Round, Tournament
from podium.tiebreaks import Colour, Entrant, Explanation, PlayerKey, Record, Rules, View, criterion, explain, standings

_VIEWS: Memory[View] = Memory(64, lambda view: view.count, most_rows=8_000)
ABSENT = Record(Worth.ZERO_BYE)  # no game and no bye: a zero-point bye, as article 16.1.1 has it


def view_of(state: Tournament, players: Sequence[Player], rounds: tuple[Round, ...], all_play_all: bool) -> View:
    """The view of the `players` of one section after `rounds`, by the rules for round robins where all play all.

    Players whose games count for nobody are not in it, and nobody has met them.
    """
    numbers, left_out = player_numbers(state), uncounted(state)
    parts = (state.settings, state.kept, numbers, left_out, *players, *rounds)
    return _VIEWS.remember(parts, lambda: new_view(state, players, rounds, all_play_all))


def new_view(state: Tournament, players: Sequence[Player], rounds: tuple[Round, ...], all_play_all: bool) -> View:
    """The same, made anew and kept nowhere."""
    settings, numbers, left_out = state.settings, player_numbers(state), uncounted(state)
    rules = Rules(settings.edition, all_play_all, settings.unrated, settings.unrated_method)
    by_round = settings.long_event and settings.tiebreak_ratings is TiebreakRatings.OF_THE_ROUND
    members = frozenset(player.id for player in players)
    found = [pairings_of(here) for here in rounds]
    entrants = [
        Entrant(
            player.id,
            tuple(_records(player.id, members, found, settings.scoring, left_out)),
            numbers[player.id],
            player.fields.rating,
            added_points(state, player.id, len(rounds)),
            player.later_ratings if by_round else {},
            None if player.typed_tiebreak is None else Fraction(player.typed_tiebreak),
        )
        for player in players
        if player.id not in left_out
    ]
    return View(entrants, settings.scoring, rules, planned=settings.rounds)


def usable(view: View, codes: Sequence[str]) -> tuple[list[str], list[Refused]]:
    """The codes this event can use as it stands, and why it cannot use the others."""
    fine, refused = [], []
    for code in codes:
        try:
            criterion(code).admitted(view)
        except Refused as refusal:
            refused.append(refusal)
        else:
            fine.append(code)
    return fine, refused


def usable_tiebreaks(state: Tournament, player: Player, *, all_play_all: bool) -> tuple[list[str], list[Refused]]:
    """The event's own tie-breaks as far as the player's section can use them, and why it cannot use the others."""
    if not state.settings.tiebreaks or player.id in uncounted(state):
        return [], []
    players = [each for each in state.players.values() if each.section == player.section]
    fine, refused = usable(view_of(state, players, state.rounds, all_play_all), state.settings.tiebreaks)
    return fine, [refusal_by_name(refusal, state) for refusal in refused]


def explain_tiebreaks(
    state: Tournament, player: Player, codes: Sequence[str], after: int | None, *, all_play_all: bool
) -> list[Explanation]:
    """Why `player` has the values of `codes`, in the order in which they decide.

    A direct encounter is explained among the players still level before it, as in the standings. Raises where
    the event cannot use one of the codes. Somebody whose games count for nobody has no values.
    """
    rounds = rounds_after(state, after)
    if not codes or player.id in uncounted(state):
        return []
    players = [each for each in state.players.values() if each.section == player.section]
    view = view_of(state, players, rounds, all_play_all)
    others = expelled_players(players, all_play_all=all_play_all) - {player.id}
    with by_name(state):
        return [
            explain(view, player.id, code, _level(view, player, codes[:at], others)) for at, code in enumerate(codes)
        ]


def expelled_players(players: Iterable[Player], *, all_play_all: bool) -> frozenset[PlayerId]:
    """The players who have no place because they were expelled; where all play all, everybody has one."""
    return frozenset() if all_play_all else frozenset(player.id for player in players if player.expelled)


def _level(view: View, player: Player, before: Sequence[str], left_out: frozenset[PlayerId]) -> list[PlayerKey]:
    """The players who are level with this one after the codes `before`."""
    ranks = standings(view, before, left_out).ranks
    return [key for key, rank in ranks.items() if rank == ranks[player.id]]


@contextmanager
def by_name(state: Tournament) -> Iterator[None]:
    """Makes a refusal that is about players name them, since nobody knows them by their ids."""
    try:
        yield
    except Refused as refusal:
        raise refusal_by_name(refusal, state) from None


def refusal_by_name(refusal: Refused, state: Tournament) -> Refused:
    """The refusal with the names of the players it is about."""
    about = refusal.facts.get("players")
    if not isinstance(about, list):
        return refusal
    names = [state.players[PlayerId(str(key))].name for key in about]
    return type(refusal)(refusal.code, **{**refusal.facts, "players": names})


def _records(
    player: PlayerId,
    members: frozenset[PlayerId],
    rounds: Sequence[Mapping[PlayerId, tuple[Pairing, ...]]],
    scoring: Scoring,
    left_out: frozenset[PlayerId],
) -> Iterator[Record | None]:
    for here in rounds:
        found = here.get(player, ())
        counted = [pairing for pairing in found if is_counted(pairing, left_out)]
        if found and not counted:
            yield None
        else:
            yield _record(player, members, counted, scoring) if counted else ABSENT


def _record(
    player: PlayerId, members: frozenset[PlayerId], found: Sequence[Pairing], scoring: Scoring
) -> Record | None:
    """What the round brought; None while its game has no result.

    Older databases may have two pairings for one player, or an opponent from another section.
    """
    first = found[0]
    given = None
    if len(found) > 1 or first.recorded is not None:
        given = Points.total(points(pairing, player, scoring) for pairing in found)
    worth = source(first, player)
    if worth is None:
        return None
    if isinstance(worth, ByeType):
        return Record(worth.worth, points=given)
    if not isinstance(first, Game):
        return Record(worth, points=given)  # a match of doubles has no single opponent
    is_white = player == first.white
    opponent = first.opponent(player)
    if opponent not in members:
        return Record(worth, points=given)
    return Record(worth, opponent, Colour.WHITE if is_white else Colour.BLACK, given)
