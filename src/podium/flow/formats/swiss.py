"""The Swiss: each section paired by the Dutch system, the allocated bye first among the byes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

from podium.core.dice import Dice
from podium.core.errors import Invalid, PodiumError, Refused
from podium.core.ids import PlayerId
from podium.core.result import ByeType
from podium.core.translation import mark
from podium.flow.commands import Act, PairByHand, PairRound
from podium.flow.event.live_options import LIVE_GAME_OPTIONS
from podium.flow.event.options import (
    ACCELERATION,
    APART,
    FORBIDDEN,
    GAME_OPTIONS,
    INITIAL_COLOUR,
    LOT,
    NUMBERING,
    ROUNDS,
    RULE_SET,
)
from podium.flow.event.setting_values import Settings
from podium.flow.events import Events, RoundPaired
from podium.flow.fide.breaches import Pairings
from podium.flow.formats.concerns import HandConcern, meetings_to_come
from podium.flow.formats.manual import check_rounds, is_played_by_hand
from podium.flow.formats.protocol import Deviation, Engine, Format
from podium.flow.formats.swiss_field import (
    ComputedRound,
    SectionToCome,
    changed_since,
    compared,
    field_of,
    fields_to_pair,
    games_and_byes,
    needs_results,
    refusal_by_name,
    rounds_made_wrong,
    sections_to_come,
)
from podium.flow.players.numbers import numbers_in, pairing_numbers
from podium.flow.rounds.kept_values import Seats
from podium.flow.rounds.pairing import PairingSheet
from podium.flow.state import Game, Round, Tournament
from podium.swiss import EDITION, ENGINE, Field, board_order
from podium.swiss import pair as pair_dutch
from podium.tiebreaks import preset

USUAL_ROUNDS = 5  # while nobody is entered
FEWEST_SUGGESTED, MOST_SUGGESTED = 3, 11


class Swiss(Format):
    def pair(self, state: Tournament, command: PairRound, round: int, now: str, dice: Dice) -> RoundPaired:
        _needs_rounds(state)
        sheet = PairingSheet(state, dice)
        _fill(sheet, round, command.ready)
        return RoundPaired(round, sheet.boards(), ENGINE, now, EDITION, dice.seed)

    def decide(self, state: Tournament, command: Act, now: str, dice: Dice) -> Events | None:
        """As in every format; but in FIDE mode a round written by hand needs what any other does: the number of rounds,
        and the results before it."""
        if isinstance(command, PairByHand) and state.in_fide_mode:
            _needs_rounds(state)
            needs_results(state)
        return None

    def check_change(self, state: Tournament, after: Settings, *, confirmed: bool) -> Seats:
        """No seats: numbers, colours and byes follow from the rounds. One that goes on from rounds paired by hand needs
        its plan, which decides what round is the last."""
        if is_played_by_hand(state):
            check_rounds(state)
            if after.rounds is None:
                raise Invalid("swiss-needs-rounds", field=ROUNDS.json, value=after.rounds, paired=len(state.rounds))
            return state.seats
        seats = super().check_change(state, after, confirmed=confirmed)
        if not confirmed and (rounds := rounds_made_wrong(state, after)):
            raise Refused("rounds-made-wrong", value=after.name, rounds=rounds)
        return seats


class Dutch(Engine):
    can_be_compared = True
    follows_results = True

    def suggested_rounds(self, players: int) -> int | None:
        """One more than it takes to leave one player with all points, within what a weekend or a fortnight carries.

        >>> [SWISS.engine.suggested_rounds(players) for players in (0, 4, 8, 30, 60, 200, 5000)]
        [5, 3, 4, 6, 7, 9, 11]
        """
        if players < self.fewest_players:
            return USUAL_ROUNDS
        enough = (players - 1).bit_length() + 1
        return max(1, min(players - 1, max(FEWEST_SUGGESTED, min(enough, MOST_SUGGESTED))))

    def slow_fields(self, state: Tournament) -> Mapping[str, Field]:
        _needs_rounds(state)
        needs_results(state)
        return fields_to_pair(state, len(state.rounds) + 1)

    def sections_to_come(self, state: Tournament) -> Mapping[str, SectionToCome] | None:
        return sections_to_come(state)

    def differences(self, state: Tournament, here: Round) -> int | None:
        return sum(_differing(state, section, here) for section in state.sections)

    def deviations(self, state: Tournament, here: Round) -> Mapping[str, Deviation]:
        found = {section: _deviation(state, section, here) for section in state.sections}
        return {section: deviation for section, deviation in found.items() if deviation is not None}

    def concerns(self, state: Tournament, here: Round, waiting: Set[PlayerId]) -> Iterator[HandConcern]:
        """As in free pairing; and players who meet in a later round does not meet in this one."""
        yield from super().concerns(state, here, waiting)
        yield from meetings_to_come(state, here)

    def board_order(self, state: Tournament, here: Round) -> list[Game]:
        """By the scores and numbers of the players (C.04.2 3.6), section by section."""
        listed = super().board_order(state, here)
        order: list[Game] = []
        for section in state.sections:
            numbers = numbers_in(state, section, here.number)
            games = {(numbers[each.white], numbers[each.black]): each for each in listed if each.section == section}
            order += [games[pair] for pair in board_order(field_of(state, section, here.number), games)]
        return order


def _needs_rounds(state: Tournament) -> None:
    """Nothing, if the last round is known wherever the rules ask for that: it is paired by rules of its own."""
    if state.in_fide_mode and state.settings.rounds is None:
        raise Refused("rounds-not-declared", field=ROUNDS.json, value=None)


def _differing(state: Tournament, section: str, here: Round) -> int:
    """How many pairings of a section are not the engine's; all of its games where the engine has no round for it."""
    try:
        found = compared(state, section, here)
    except PodiumError:
        return sum(game.section == section for game in here.games.values())
    if found is None:
        return 0
    byes = found.actual_bye != found.expected_bye
    return max(len(found.extra), len(found.missing)) + byes


def _deviation(state: Tournament, section: str, here: Round) -> Deviation | None:
    """The pairings of a section that are not the engine's, and those of the engine in their place."""
    players = {number: id for id, number in numbers_in(state, section, here.number).items()}

    def seats(pairs: Iterable[tuple[int, int]], bye: int | None) -> Pairings:
        alone = [(players[bye],)] if bye is not None else []
        return (*((players[white], players[black]) for white, black in pairs), *alone)

    try:
        found = compared(state, section, here)
    except PodiumError:  # the engine has no round for these players: all of it was made by hand
        games, byes = games_and_byes(state, section, here)
        return (), seats(games, next(iter(byes), None))
    if found is None:
        return None
    same_bye = found.expected_bye == found.actual_bye
    return (
        seats(found.missing, None if same_bye else found.expected_bye),
        seats(found.extra, None if same_bye else found.actual_bye),
    )


def _fill(sheet: PairingSheet, round: int, ready: Mapping[str, ComputedRound] | None) -> None:
    state = sheet.state
    needs_results(state)
    for section, field_now in fields_to_pair(state, round).items():
        try:
            if ready is None:
                paired = pair_dutch(field_now)
            elif section in ready and ready[section].field == field_now:
                paired = ready[section].outcome
            else:
                then = ready[section].field if section in ready else field_now
                raise changed_since(state, section, then, field_now)
        except PodiumError as refusal:
            raise refusal_by_name(state, section, refusal) from None
        players = {number: id for id, number in pairing_numbers(state, section).items()}
        for board in paired.pairs:
            sheet.game(players[board.white], players[board.black])
        if paired.bye is not None:
            sheet.bye(players[paired.bye], ByeType.BYE)
    sheet.give_requested_byes(round)


SWISS = Swiss(
    name="swiss",
    label=mark("Swiss: equal points meet"),
    options=(
        *(RULE_SET, *GAME_OPTIONS, INITIAL_COLOUR, LOT, ACCELERATION, NUMBERING, FORBIDDEN, APART),
        *LIVE_GAME_OPTIONS,
    ),
    default_tiebreaks=preset("fide-swiss"),
    engine=Dutch(),
)
