"""A tournament as the Dutch system is asked with it, section by section.

Everything is taken from the state, so the same state gives the same round. Players go by their pairing numbers: in a
round that is paired those it was paired with, in the next one those of now (`flow/players/numbers.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, replace

from podium import swiss
from podium.core.dice import Dice
from podium.core.errors import PodiumError, Refused, Unpairable
from podium.core.ids import PlayerId
from podium.core.points import Points
from podium.core.result import ByeType
from podium.flow.event.kept_records import apart_in
from podium.flow.event.setting_values import Acceleration, InitialColour, Settings
from podium.flow.fide.half_byes import half_byes_asked_for
from podium.flow.players.numbers import numbers_in
from podium.flow.state import Game, Pairing, Round, Tournament

Numbers = Mapping[PlayerId, int]
"""The pairing number of each player of a section."""


ALLOCATED = (ByeType.BYE, ByeType.UNSPECIFIED)
"""The byes after which nobody gets another by the pairing (C.04.3, criterion C2).

One that an older program did not specify is among them: it knew no other kind.
"""


@dataclass(frozen=True, slots=True)
class ComputedRound:
    """What the engine said to a field, computed beforehand: a round, or the code and facts of its refusal."""

    field: swiss.Field
    paired: swiss.PairedRound | None
    code: str = ""
    facts: Mapping[str, object] | None = None

    @property
    def outcome(self) -> swiss.PairedRound:
        """The round; raises what the engine raised."""
        if self.paired is not None:
            return self.paired
        legal = not self.code.startswith("no-legal-round")
        raise (Refused if legal else Unpairable)(self.code, **(self.facts or {}))


def compute_round(field: swiss.Field) -> ComputedRound:
    """The answer of the engine as a value that can travel between processes; refusals too."""
    try:
        return ComputedRound(field, swiss.pair(field))
    except PodiumError as refusal:
        return ComputedRound(field, None, refusal.code, refusal.facts)


def initial_colour(settings: Settings) -> swiss.Colour:
    """The colour of the first player in round 1: as decided, or drawn from the recorded seed."""
    if settings.initial_colour is InitialColour.DRAWN:
        return Dice(settings.lot or "").pick([swiss.Colour.WHITE, swiss.Colour.BLACK])
    return swiss.Colour.BLACK if settings.initial_colour is InitialColour.BLACK else swiss.Colour.WHITE


def present(state: Tournament, section: str, number: int) -> set[PlayerId]:
    """Who is to be paired in a round; in one that is paired, who has a game or the allocated bye."""
    if number <= len(state.rounds):
        return {
            player
            for pairing in state.rounds[number - 1].games.values()
            if pairing.section == section and pairing.bye_kind in (None, ByeType.BYE)
            for player in pairing.players
        }
    return {player.id for player in state.in_section(section) if not player.withdrawn and number not in player.byes}


def field_of(
    state: Tournament, section: str, number: int, numbers: Numbers | None = None, playing: Set[PlayerId] | None = None
) -> swiss.Field:
    """The section as it stood before round `number`; players who are not to be paired are in it as absent.

    `playing` are those to be paired, where they are others than the round itself says.
    """
    settings = state.settings
    numbers = numbers_in(state, section, number) if numbers is None else numbers
    turns = _turns(state, numbers, number)
    playing = present(state, section, number) if playing is None else playing
    virtual = virtual_by_player(state, numbers)
    kept = state.kept
    entrants = tuple(
        swiss.Entrant(own, tuple(turns[id]), id in playing, virtual.get(id, ()), kept.added_to(id, number - 1))
        for id, own in numbers.items()
    )
    rounds = settings.rounds if settings.rounds is not None else number + 1  # open-ended: no round is the last
    groups = swiss.forbidden_groups(kept_apart(state, numbers, number))
    return swiss.Field(entrants, number, rounds, initial_colour(settings), settings.scoring, groups)


def fields_to_pair(state: Tournament, number: int) -> dict[str, swiss.Field]:
    """The fields of all sections that have somebody to pair in the next round; refuses where there is nobody."""
    fields = {}
    for section in state.sections:
        if playing := present(state, section, number):
            fields[section] = field_of(state, section, number, playing=playing)
    if not fields:
        raise Refused("too-few-players", value=0, least=2)
    return fields


@dataclass(frozen=True, slots=True)
class RoundToCome:
    """What is known beforehand of a round of a section: who is to be paired, who asked for which bye, what the arbiter
    added until then by pairing number, and who may not meet."""

    present: frozenset[int]
    byes: tuple[tuple[PlayerId, ByeType], ...]
    added: Mapping[int, Points]
    forbidden: tuple[frozenset[int], ...]


@dataclass(frozen=True, slots=True)
class SectionToCome:
    """A section before a round whose results may still be missing, and its rounds from that one on."""

    numbers: Numbers
    field: swiss.Field
    rounds: Mapping[int, RoundToCome]


def sections_to_come(state: Tournament) -> dict[str, SectionToCome] | None:
    """All that is known of the rounds to come before their results; None where that is not known beforehand: no plan,
    or byes that a round may refuse."""
    planned = state.settings.rounds
    if planned is None or (
        state.in_fide_mode and any(half_byes_asked_for(state, each) for each in state.players.values())
    ):
        return None
    first = len(state.rounds) + 1
    found = {}
    for section in state.sections:
        numbers = numbers_in(state, section, first)
        members = state.in_section(section)
        rounds = {}
        for number in range(first, planned + 1):
            playing = present(state, section, number)
            rounds[number] = RoundToCome(
                frozenset(numbers[id] for id in playing),
                tuple((each.id, each.byes[number]) for each in members if number in each.byes and not each.withdrawn),
                {own: state.kept.added_to(id, number - 1) for id, own in numbers.items()},
                swiss.forbidden_groups(kept_apart(state, numbers, number)),
            )
        found[section] = SectionToCome(numbers, field_of(state, section, first, numbers), rounds)
    return found


def needs_results(state: Tournament) -> None:
    """Nothing, if every game so far has its result; refuses naming the boards of the first round that lacks some."""
    for here in state.rounds:
        if here.pending:
            boards = [game.board for game in here.pending]
            raise Refused("results-missing", value=len(state.rounds) + 1, round=here.number, boards=boards)


def games_and_byes(state: Tournament, section: str, here: Round) -> tuple[list[tuple[int, int]], list[int]]:
    """The games of a round by pairing numbers, White first, and who has the allocated bye."""
    numbers = numbers_in(state, section, here.number)
    games = [(numbers[each.white], numbers[each.black]) for each in here.boards if each.section == section]
    byes = [numbers[each.player] for each in here.byes if each.section == section and each.kind is ByeType.BYE]
    return games, byes


def rounds_made_wrong(state: Tournament, after: Settings) -> list[int]:
    """The rounds that are as the engine makes them by the settings there are, and would not be so by `after`."""
    changed = replace(state, settings=after)
    return [
        here.number
        for here in state.rounds
        if any(
            _is_wrong(changed, section, here) and not _is_wrong(state, section, here)
            for section in state.sections
            if field_of(state, section, here.number) != field_of(changed, section, here.number)
        )
    ]


def _is_wrong(state: Tournament, section: str, here: Round) -> bool:
    field = field_of(state, section, here.number)
    games, byes = games_and_byes(state, section, here)
    try:
        return swiss.check_round(field, frozenset(games), next(iter(byes), None)) is not None
    except PodiumError:  # the engine refuses the field altogether
        return True


def compared(state: Tournament, section: str, here: Round) -> swiss.Difference | None:
    """How a section of a round differs from the engine's pairing of the same players; None if it does not.

    They are all who are in the round or left out of it; raises where the engine refuses them altogether.
    """
    games, byes = games_and_byes(state, section, here)
    busy = {player for pairing in here.games.values() for player in pairing.players}
    waiting = {each.id for each in state.in_section(section) if each.id not in busy and not each.withdrawn}
    field = field_of(state, section, here.number, playing=present(state, section, here.number) | waiting)
    if not any(entrant.present for entrant in field.entrants):
        return None
    return swiss.check_round(field, frozenset(games), next(iter(byes), None))


def changed_since(state: Tournament, section: str, then: swiss.Field, now: swiss.Field) -> Refused:
    """The refusal that names what moved on while the round was being computed."""
    names = names_by_number(state, section, now.round)
    before = {entrant.number: entrant for entrant in then.entrants}
    other = next((entrant.number for entrant in now.entrants if before.get(entrant.number) != entrant), None)
    what = names.get(other, "") if other is not None else ""
    return Refused("pairing-overtaken", value=now.round, name=what or "the settings")


def names_by_number(state: Tournament, section: str, round: int) -> dict[int, str]:
    """The names of the players of a section by the pairing numbers of a round."""
    return {number: state.players[id].name for id, number in numbers_in(state, section, round).items()}


def refusal_by_name(state: Tournament, section: str, refusal: PodiumError) -> PodiumError:
    """The refusal of the engine with players by name."""
    if not isinstance(refusal, Unpairable):
        return refusal
    facts = refusal.facts
    names = names_by_number(state, section, int(str(facts["round"])))
    parts = facts.get("parts")
    return Unpairable(
        "round-impossible" if facts.get("barrier") else "round-impossible-at-all",
        value=facts["round"],
        article=facts["article"],
        section=section or None,
        without=_names(names, facts.get("barrier")),
        parts=[_names(names, part) for part in parts] if isinstance(parts, list) else [],
        groups=facts["groups"],
        left_over=facts["left_over"],
    )


def _names(names: Mapping[int, str], numbers: object) -> list[str]:
    listed = numbers if isinstance(numbers, list) else []
    return [names.get(number, "the bye") for number in listed]


def _turns(state: Tournament, numbers: Numbers, number: int) -> dict[PlayerId, list[swiss.Turn]]:
    """What each round before `number` was for each player."""
    turns: dict[PlayerId, list[swiss.Turn]] = {id: [swiss.ABSENT] * (number - 1) for id in numbers}
    for at, here in enumerate(state.rounds[: number - 1]):
        for pairing in here.games.values():
            for player in pairing.players:
                if player in turns:
                    turns[player][at] = _turn(state, pairing, player, numbers)
    return turns


def _turn(state: Tournament, pairing: Pairing, player: PlayerId, numbers: Numbers) -> swiss.Turn:
    scoring = state.settings.scoring
    if pairing.is_bye:
        return swiss.Turn(pairing.points(scoring), allocated=pairing.kind in ALLOCATED)
    assert isinstance(pairing, Game)
    white = player == pairing.white
    opponent = numbers[pairing.opponent(player)]
    colour = swiss.Colour.WHITE if white else swiss.Colour.BLACK
    if pairing.result is None:
        return swiss.Turn(opponent=opponent, colour=colour)
    return swiss.Turn(pairing.points(player, scoring), opponent, colour, pairing.result.played)


def virtual_by_player(state: Tournament, numbers: Numbers) -> dict[PlayerId, tuple[Points, ...]]:
    """The virtual points of players, by the Baku method or as the report file of the event listed them."""
    virtual, last = acceleration(state, numbers)
    if virtual:
        return {id: virtual for id, number in numbers.items() if number <= last}
    return {id: points for id in numbers if (points := state.kept.virtual_of(id))}


def acceleration(state: Tournament, numbers: Numbers) -> tuple[tuple[Points, ...], int]:
    """The virtual points of the upper group, and the last pairing number in it (Baku acceleration).

    The group is made of those to be paired in round 1; a player who has a bye then, or comes later, is in it if ranked
    above its last player (C.04.7 1.3).
    """
    settings = state.settings
    if settings.acceleration is not Acceleration.BAKU or settings.rounds is None:
        return (), 0
    listed = [numbers[id] for id in _in_round_one(state) if id in numbers]
    return swiss.virtual_points(settings.rounds, settings.scoring), swiss.last_accelerated(listed)


def _in_round_one(state: Tournament) -> Iterable[PlayerId]:
    """Those to be paired in round 1; once it is paired, those with a game or the allocated bye.

    A player who entered after its pairing, and so had no number in it, is none of them, even with a game in it by hand.
    """
    if not state.rounds:
        return (player.id for player in state.players.values() if not player.withdrawn and 1 not in player.byes)
    first = state.rounds[0]
    numbered = {id for numbers in first.numbers.values() for id in numbers}
    return (
        player
        for pairing in first.games.values()
        if pairing.bye_kind in (None, ByeType.BYE)
        for player in pairing.players
        if player in numbered
    )


def kept_apart(state: Tournament, numbers: Numbers, round: int | None = None) -> list[list[int]]:
    """The groups of players who may not meet: those named, and those of one club or federation.

    With a `round`, players who may not meet in that one too.
    """
    named = state.settings.forbidden
    if round is not None:
        named = (*named, *state.kept.apart_in(round), *apart_in(state.withheld, round))
    groups = [[numbers[id] for id in group if id in numbers] for group in named]
    for what in state.settings.apart:
        together: dict[str, list[int]] = defaultdict(list)
        for id, number in numbers.items():
            if name := what.own(state.players[id]).casefold():
                together[name].append(number)
        groups += together.values()
    return [group for group in groups if len(group) > 1]
