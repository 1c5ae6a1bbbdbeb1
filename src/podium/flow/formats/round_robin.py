"""The round robin: each section plays its Berger table, whose seats are taken with the first round.

A round made by hand is held against what everybody still has to play: pairings count, whether there are results or
not; where there are tables, the rounds to come are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace
from functools import partial

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.result import ByeType
from podium.core.translation import mark
from podium.flow.commands import Act, PairAllRounds, PairRound, WithdrawPlayer
from podium.flow.event.live_options import LIVE_GAME_OPTIONS
from podium.flow.event.options import ANNUL_EARLY, FREE_DAY, GAME_OPTIONS, RULE_SET, TABLE_OPTIONS
from podium.flow.event.setting_values import FreeDay, RuleSet, Settings
from podium.flow.events import Events, RoundPaired
from podium.flow.evolve import fold
from podium.flow.formats.concerns import HandConcern, ids_in
from podium.flow.formats.manual import check_rounds, is_played_by_hand
from podium.flow.formats.protocol import Deviation, Engine, Format
from podium.flow.players.entries import player_changed
from podium.flow.players.seats import drawn, forfeit, found_from_games, is_over, schedule, table_sizes, with_forfeits
from podium.flow.rounds.kept_values import Seats
from podium.flow.rounds.pairing import PairingSheet
from podium.flow.rounds.rounds import round_paired
from podium.flow.state import Game, Round, Tournament
from podium.roundrobin import Plan, rounds_needed, second_meetings, short_of_opponents, third_colours
from podium.swiss import Concern
from podium.tiebreaks import criterion, preset

MOST_AT_ONCE = 5_000
"""The games that are paired in one step: everybody against everybody, as long as there are not more than a hundred."""
_PAID_AS_ASKED_FOR = (FreeDay.HALF, FreeDay.FULL)
"""What a free day is not by FIDE's rules: a player has one half-point bye at most, and no full-point bye unasked."""


class RoundRobin(Format):
    def pair(self, state: Tournament, command: PairRound, round: int, now: str, dice: Dice) -> RoundPaired:
        if is_written_by_hand(state):
            raise Refused("paired-by-hand", value=round)
        seats = drawn(state, dice) if round == 1 else None
        sheet = sheet_of(state if seats is None else replace(state, seats=seats), round, dice)
        return RoundPaired(round, sheet.boards(), self.name, now, seed=dice.seed, seats=seats)

    def decide(self, state: Tournament, command: Act, now: str, dice: Dice) -> Events | None:
        match command:
            case PairAllRounds():
                return self._pair_all(state, now, dice)
            case WithdrawPlayer():
                return with_forfeits(state, player_changed(state, command))
            case _:
                return None

    def check(self, settings: Settings, given: Mapping[str, object], before: Settings | None) -> Settings:
        unchanged = before is not None and (before.format, before.tiebreaks) == (self.name, settings.tiebreaks)
        for code in settings.tiebreaks:
            if criterion(code).row.swiss_only and not unchanged:  # older events may have some; they are left out
                raise Invalid("tiebreak-not-in-round-robin", field="tiebreaks", value=code, article="8")
        kept = before is not None and before.rules is RuleSet.FIDE and not before.annul_early  # older than this
        if settings.rules is RuleSet.FIDE and not settings.annul_early and not kept:
            raise Invalid("early-leavers-count", field=ANNUL_EARLY.json, value=settings.annul_early, article="6.6")
        kept = before is not None and (before.rules, before.free_day) == (RuleSet.FIDE, settings.free_day)
        if settings.rules is RuleSet.FIDE and settings.free_day in _PAID_AS_ASKED_FOR and not kept:
            raise Invalid("free-day-not-of-fide", field=FREE_DAY.json, value=settings.free_day.value)
        return super().check(settings, given, before)

    def check_change(self, state: Tournament, after: Settings, *, confirmed: bool) -> Seats:
        """The seats that the games so far are found to have; raises Refused where there are none."""
        if not is_played_by_hand(state):
            return super().check_change(state, after, confirmed=confirmed)
        check_rounds(state)
        return found_from_games(state, after)

    def rounds_expected(self, state: Tournament) -> int | None:
        """As the settings say, but no more than the longest table needs."""
        planned = state.settings.rounds
        needed = [len(schedule(state, section).rounds) for section, seats in state.seats.items() if len(seats) > 1]
        if not state.seats:
            sizes = [size for size in table_sizes(state) if size >= self.engine.fewest_players]
            needed = [rounds_needed(size, state.settings.cycles) for size in sizes]
        if not needed:
            return planned
        return max(needed) if planned is None else min(planned, max(needed))

    def expects(self, state: Tournament, player: Player, round: int) -> bool:
        """Nobody whose section is over, nor who sits out since all others there are games of before."""
        return not (is_over(state, player.section, round) or state.met)

    def _pair_all(self, state: Tournament, now: str, dice: Dice) -> Events:
        """Every round that the tables, or the settings, have left; in one commit, so that one undo takes all back."""
        events: Events = ()
        last = len(state.rounds) + 1
        while len(state.rounds) < last:
            paired_now = round_paired(state, None, partial(self.pair, state, PairRound(), now=now, dice=dice))
            state = fold(state, paired_now)
            events += paired_now
            last = _last_of_the_tables(state)
        return events


class Berger(Engine):
    can_be_compared = True

    def differences(self, state: Tournament, here: Round) -> int | None:
        """By the tables; None in one that was begun by hand."""
        if is_written_by_hand(state):
            return None
        try:
            sheet = sheet_of(state, here.number)
        except Refused:  # no table has such a round
            return len(here.games)
        played = {game.players for game in here.boards}
        expected = {game.players for game in sheet.games}
        return max(len(played - expected), len(expected - played))

    def deviations(self, state: Tournament, here: Round) -> Mapping[str, Deviation]:
        if is_written_by_hand(state):
            return {}
        try:
            planned: Iterable[Game] = sheet_of(state, here.number).games
        except Refused:
            planned = ()
        played = here.boards
        found: dict[str, Deviation] = {}
        for section in state.sections:
            if section not in state.seats:
                continue
            expected, actual = (
                [each.players for each in games if each.section == section] for games in (planned, played)
            )
            if set(expected) != set(actual):
                missing = tuple(each for each in expected if each not in actual)
                found[section] = missing, tuple(each for each in actual if each not in expected)
        return found

    def concerns(self, state: Tournament, here: Round, waiting: Set[PlayerId]) -> Iterator[HandConcern]:
        found = super().concerns(state, here, waiting)
        yield from (each for each in found if each.concern in PRESENCE_CONCERNS)
        for section in state.sections:
            yield from _of_section(state, section, here)


def is_written_by_hand(state: Tournament) -> bool:
    """Whether a round robin was begun by hand: there are no tables then to pair it by."""
    return bool(state.rounds) and not state.seats


def games_of_tables(state: Tournament, rounds: int) -> int:
    """The games of so many rounds of a round robin."""
    return rounds * sum(size // 2 for size in table_sizes(state))


def _last_of_the_tables(state: Tournament) -> int:
    """The number of rounds of a round robin whose seats are drawn; refuses what would be too much in one step."""
    needed = [len(schedule(state, section).rounds) for section, seats in state.seats.items() if len(seats) > 1]
    last = min([max(needed), *([state.settings.rounds] if state.settings.rounds else [])])
    games = games_of_tables(state, last)
    if games > MOST_AT_ONCE:
        raise Refused("too-many-at-once", value=games, most=MOST_AT_ONCE)
    return last


def sheet_of(state: Tournament, round: int, dice: Dice | None = None) -> PairingSheet:
    """The pairing sheet of a round by the tables; raises Refused where none has that round."""
    sheet = PairingSheet(state, dice or Dice(""))
    _fill(sheet, round)
    return sheet


def _fill(sheet: PairingSheet, round: int) -> None:
    """Fill the sheet from the tables. Who withdrew forfeits; who asked for a bye leaves one to the opponent."""
    state = sheet.state
    for section in state.sections:
        here = state.seats.get(section, ())
        rounds = schedule(state, section).rounds if here else ()
        if round > len(rounds):
            continue
        row = rounds[round - 1]
        absent = [id for id in here if round in state.players[id].byes and not state.players[id].withdrawn]
        free = [(here[row.free - 1], state.settings.free_day.kind)] if row.free else []
        for white_seat, black_seat in row.boards:
            pair = here[white_seat - 1], here[black_seat - 1]
            if any(player in absent for player in pair):
                free += [(player, ByeType.BYE) for player in pair]
            else:
                sheet.game(*pair, forfeit(state, *pair))
        for player, kind in free:
            if player not in absent and not state.players[player].withdrawn:
                sheet.bye(player, kind)
        for player in absent:
            sheet.requested_bye(state.players[player], round)
    if not sheet.paired():
        raise Refused("rounds-exhausted", value=round, most=round - 1)


ROUND_ROBIN = RoundRobin(
    name="round-robin",
    label=mark("Round robin: all play all"),
    options=(RULE_SET, *GAME_OPTIONS, *TABLE_OPTIONS, *LIVE_GAME_OPTIONS),
    default_tiebreaks=preset("fide-round-robin"),
    engine=Berger(),
)


PRESENCE_CONCERNS = (Concern.TWICE, Concern.ABSENT, Concern.LEFT_OUT)
"""What speaks against a round of any event."""

Pairs = frozenset[tuple[PlayerId, PlayerId]]


def _of_section(state: Tournament, section: str, here: Round) -> Iterator[HandConcern]:
    plan = _plan(state, section, here)
    if plan is None:
        return
    number = here.number
    second = dict(second_meetings(plan, number))
    for game in here.boards:
        if (pair := (game.white, game.black)) in second:
            concern = Concern.REMATCH if second[pair] < number else Concern.MEETS_AGAIN
            yield HandConcern(concern, pair, second[pair])
    otherwise = plan.with_round(number, _row(state, section, number))
    playing = {player.id for player in state.in_section(section) if not player.withdrawn}
    for concern, found, before in (
        (Concern.THIRD_COLOUR, third_colours(plan, number), third_colours(otherwise, number)),
        (
            Concern.UNMET,
            short_of_opponents(plan, number, playing),
            short_of_opponents(otherwise, number, playing),
        ),
    ):
        for player in state.in_section(section):
            if player.id in found - before:
                yield HandConcern(concern, (player.id,))


def _plan(state: Tournament, section: str, here: Round) -> Plan[PlayerId] | None:
    """The rounds of a section, paired or by its table; None where there is nobody to meet."""
    cycles = state.settings.cycles
    played = [_pairs(each, section) for each in state.rounds]
    playing = {player.id for player in state.in_section(section) if not player.withdrawn}
    met = {player for games in played for pair in games for player in pair}
    seats = state.seats.get(section)
    size = len(seats) if seats else len((playing | met) & ids_in(state, section))
    if size < 2:  # nobody to meet
        return None
    needed = rounds_needed(size, cycles)
    planned = max(len(played), min(state.settings.rounds or needed, needed))
    to_come = (_row(state, section, number) for number in range(len(played) + 1, planned + 1))
    return Plan((*played, *to_come), needed // cycles, cycles)


def _row(state: Tournament, section: str, number: int) -> Pairs | None:
    """The games that the table of a section has in a round; None where there is no table, or no such round."""
    seats = state.seats.get(section)
    rows = schedule(state, section).rounds if seats else ()
    if not seats or number > len(rows):
        return None
    return frozenset((seats[white - 1], seats[black - 1]) for white, black in rows[number - 1].boards)


def _pairs(here: Round, section: str) -> Pairs:
    return frozenset((game.white, game.black) for game in here.boards if game.section == section)
