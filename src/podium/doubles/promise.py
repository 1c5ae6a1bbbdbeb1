"""How many rounds there will be: guaranteed whatever happens, and possible at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from podium.core.dice import Dice
from podium.core.errors import Refused
from podium.core.ids import PlayerId
from podium.doubles.complete import complete
from podium.doubles.fair import seats, turn
from podium.doubles.field import Field, Reserve, field_of
from podium.doubles.partners import some_partners
from podium.doubles.plan import Plan
from podium.doubles.rounds import FreeGames, Options, TeamRound
from podium.doubles.whole import most_rounds

SEARCHABLE = 12_000  # players times rounds; beyond it a search for a plan would take seconds
_TRIES = 2
_TRIES_OF_FEW = 60  # few players are searched for more often: who sits out matters more, and it takes no time


@dataclass(frozen=True, slots=True)
class Promise:
    """Numbers of rounds, counted from the first of the tournament."""

    guaranteed: int
    """So many take place exactly as the options say, whatever is drawn and whatever the results are."""
    possible: int
    """So many can be played from here; beyond `guaranteed` a free game may pass over the lowest-ranked."""


def promise(
    players: Sequence[PlayerId], options: Options, rounds: Sequence[TeamRound] = (), reserve: Reserve = ()
) -> Promise:
    """What is promised to these players after these rounds. `reserve` is the one of the last draw, if there is any.

    >>> from podium import PlayerId
    >>> promise([PlayerId(str(number)) for number in range(22)], Options(rounds=9))
    Promise(guaranteed=11, possible=23)
    """
    field = field_of(players, rounds)
    known = field.plan_from(reserve)
    ahead = len(longest(field, known)) if rounds else most_rounds(len(players))
    safe = by_degrees(field)
    # Draws look ahead to the end of the plan if degrees do not promise it; what they kept is in the reserve.
    planned = options.rounds - field.drawn
    looked_to = max(len(known), planned if planned > safe else 0)
    return Promise(
        field.drawn + max(safe, _without_passing(field, options, looked_to, ahead)),
        field.drawn + max(safe, ahead),
    )


def check_plan(players: Sequence[PlayerId], options: Options) -> Promise:
    """The promise before round 1; raises Refused if more rounds are planned than are possible."""
    said = promise(players, options)
    if options.rounds > said.possible:
        raise Refused("rounds-impossible", value=options.rounds, most=said.possible, players=len(players))
    return said


def by_degrees(field: Field) -> int:
    """So many rounds from here exist whatever is drawn: every player has partners enough left."""
    half = field.playing // 2
    most_met = max(map(len, field.met))
    return max(half - most_met, half + 1 - field.drawn, 0)


def _without_passing(field: Field, options: Options, looked_to: int, ahead: int) -> int:
    """So many rounds pass nobody over, if draws look ahead that far and a plan of `ahead` rounds exists."""
    free = seats(len(field.players))
    level = len(turn(field.had).level)
    if free == 1 and looked_to and ahead >= level:
        # The plan has a round for each player whose turn it is: there is one for the lowest-ranked, too.
        return level
    return min(looked_to, ahead) if options.free_games is FreeGames.RANDOM or not free else 0


def longest(field: Field, known: Plan) -> Plan:
    """The longest plan that is found; not shorter than the `known` one, and empty where degrees promise as much."""
    least = max(len(known), by_degrees(field))
    limit = min(len(field.players) + 3, SEARCHABLE // len(field.players))
    for rounds in range(at_most(field, limit) if limit > least else 0, least, -1):
        if plan := find_plan(field, rounds):
            return plan
    return known if len(known) > by_degrees(field) else []


def find_plan(field: Field, rounds: int) -> Plan | None:
    """A plan of that many rounds, or None. The answer is always the same, so that what is promised is kept."""
    return search(field, rounds, Dice(f"{rounds} rounds"), _TRIES + _TRIES_OF_FEW // len(field.players))


def search(field: Field, rounds: int, dice: Dice, tries: int) -> Plan | None:
    """A plan of that many rounds, or None if none was found in so many tries. For one round None is a proof."""
    if rounds == 1:
        return only_round(field, dice)
    if rounds * len(field.players) > SEARCHABLE:
        return None
    for _ in range(tries):
        if plan := complete(field.met, field.had, rounds, dice):
            return plan
    return None


def only_round(field: Field, dice: Dice) -> Plan | None:
    """One more round with anybody whose turn it is sitting out, or None, and then there is none.

    Each free game that is not settled is a ghost who could be the partner of anybody whose turn it is.
    """
    who = turn(field.had)
    size = len(field.players)
    ghosts = range(size, size + who.rest)
    staying = [player for player in range(size) if player not in who.due]
    not_their_turn = frozenset(staying) - frozenset(who.level)
    met = [*field.met, *(not_their_turn | frozenset(ghosts) for _ in ghosts)]
    for player in not_their_turn:
        met[player] = met[player] | frozenset(ghosts)
    mates = some_partners([*staying, *ghosts], met, dice)
    if mates is None:
        return None
    return [[mates[player] if mates.get(player, size) < size else player for player in range(size)]]


def at_most(field: Field, limit: int) -> int:
    """No more rounds than this, by counting the partners that are left; `limit` is where counting stops."""
    left = [len(field.players) - 1 - len(known) for known in field.met]
    free = seats(len(field.players))
    eager = {games: _Eager(field.had, games) for games in set(field.had)}
    for rounds in range(1, limit + 1):
        for each in eager.values():
            each.sit_out()
        short = any(rounds - eager[games].sat_out > partners for games, partners in zip(field.had, left, strict=True))
        needed = sum(max(0, rounds - partners) for partners in left)
        if short or needed > free * rounds or rounds * field.playing > sum(left):
            return rounds - 1
    return limit


class _Eager:
    """Counts how often one player can sit out at most, if preferred whenever it is that player's turn."""

    def __init__(self, had: Sequence[int], games: int) -> None:
        self.had = list(had)
        self.player = self.had.index(games)
        self.sat_out = 0

    def sit_out(self) -> None:
        who = turn(self.had)
        chosen = sorted(who.level, key=lambda player: player != self.player)[: who.rest]
        for player in (*who.due, *chosen):
            self.had[player] += 1
            self.sat_out += player == self.player
