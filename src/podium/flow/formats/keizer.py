"""A Keizer: neighbours of the table meet, and all rounds count by what everybody is worth now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from podium import keizer
from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused
from podium.core.ids import PlayerId
from podium.core.result import ByeType, Worth, scoring
from podium.core.translation import mark
from podium.flow.commands import Act, CloseRound, PairRound
from podium.flow.event import options as known
from podium.flow.event.keizer_options import KEIZER, merge_keizer
from podium.flow.event.live_options import LIVE_GAME_OPTIONS
from podium.flow.event.setting_values import Settings
from podium.flow.events import BoardsChanged, Events, RoundPaired
from podium.flow.formats.concerns import HandConcern, ids_in
from podium.flow.formats.protocol import Deviation, Engine, Format
from podium.flow.formats.swiss_field import needs_results
from podium.flow.lookups import mint
from podium.flow.rounds.pairing import PairingSheet
from podium.flow.rounds.rounds import stage_changed
from podium.flow.state import Boards, Bye, Game, Pairing, Round, Tournament
from podium.keizer import EMPTY, Evening, PairedEvening, Share
from podium.keizer.table import Table, Turn
from podium.swiss import Concern

WITHOUT_GAME = {
    ByeType.BYE: Share.BYE,
    ByeType.CLUB_DUTY: Share.CLUB_DUTY,
    ByeType.EXCUSED: Share.EXCUSED,
    ByeType.ABSENT: Share.ABSENT,
}
"""What a round without a game brings, by the bye that it is written down as."""
_AWAY = {kind: Turn(WITHOUT_GAME.get(kind)) for kind in ByeType}
GAME_POINTS = scoring({"win": 1, "draw": 0.5, **dict.fromkeys(("bye", "unpaired", "half_bye", "zero_bye"), 0)})
"""What games are said to bring beside the score, as on the boards of a round."""
_GAMES = {
    Worth.WIN: Share.WIN,
    Worth.DRAW: Share.DRAW,
    Worth.LOSS: Share.LOSS,
    Worth.FORFEIT_WIN: Share.WIN,
}


class KeizerFormat(Format):
    def pair(self, state: Tournament, command: PairRound, round: int, now: str, dice: Dice) -> RoundPaired:
        needs_results(state)
        sheet, away = PairingSheet(state, dice), list[PlayerId]()
        for section in state.sections:
            there = present(state, section, round)
            absent = [id for id in strongest_first(state, section) if id in there and id in command.absent]
            paired = keizer.pair(evening(state, section, round, there.difference(absent)))
            for board in paired.boards:
                sheet.game(board.white, board.black)
            if paired.bye is not None:
                sheet.bye(paired.bye, ByeType.BYE)
            away += absent
        if away and not sheet.games and not sheet.byes:  # a check-in to which nobody has come yet
            raise Refused("too-few-players", value=0, least=2)
        sheet.give_requested_byes(round)
        for player in away:
            sheet.bye(player, ByeType.ABSENT)
        return RoundPaired(round, sheet.boards(), self.name, now, seed=dice.seed)

    def decide(self, state: Tournament, command: Act, now: str, dice: Dice) -> Events | None:
        """As in every format; but players who have nothing in a round when it is closed were absent from it."""
        if not isinstance(command, CloseRound) or not 1 <= command.round <= len(state.rounds):
            return None
        here, events = state.rounds[command.round - 1], stage_changed(state, command)
        busy = {player for pairing in here.games.values() for player in pairing.players}
        missing = [
            player
            for section in state.sections
            for player in state.in_section(section)
            if player.id not in busy and not player.withdrawn and player.id in here.numbers.get(section, ())
        ]
        board = max((pairing.board for pairing in here.games.values()), default=0)
        byes = tuple(
            Bye(mint(state.id, dice), place, player.id, ByeType.ABSENT, player.section)
            for place, player in enumerate(missing, start=board + 1)
        )
        return (BoardsChanged(here.number, Boards(), Boards(byes=byes)), *events) if byes else events

    def check(self, settings: Settings, given: Mapping[str, object], before: Settings | None) -> Settings:
        settings = replace(settings, scoring=GAME_POINTS)
        for code in settings.tiebreaks:
            raise Invalid("tiebreak-not-in-keizer", field=known.TIEBREAKS.json, value=code)
        if KEIZER.json in given and before is not None:
            settings = replace(settings, keizer=merge_keizer(before.keizer, given[KEIZER.json]))
        return super().check(settings, given, before)


class Neighbours(Engine):
    can_be_compared = True
    follows_results = True
    requested_byes = (ByeType.CLUB_DUTY, ByeType.EXCUSED, ByeType.ABSENT)
    given_byes = (ByeType.BYE, *requested_byes)
    pairs_checked_in = True

    def bye_worth(self, settings: Settings, kind: ByeType) -> None:
        return None  # a share of a worth that changes: the table knows

    def differences(self, state: Tournament, here: Round) -> int | None:
        return sum(max(len(missing), len(extra)) for missing, extra in self.deviations(state, here).values())

    def deviations(self, state: Tournament, here: Round) -> Mapping[str, Deviation]:
        found: dict[str, Deviation] = {}
        for section in state.sections:
            paired = prescribed(state, section, here)
            expected = [board.players for board in paired.boards] + ([(paired.bye,)] if paired.bye else [])
            actual = [each.players for each in here.in_order if each.section == section and _is_paired(each)]
            if set(expected) != set(actual):
                missing = tuple(each for each in expected if each not in actual)
                found[section] = missing, tuple(each for each in actual if each not in expected)
        return found

    def concerns(self, state: Tournament, here: Round, waiting: Set[PlayerId]) -> Iterator[HandConcern]:
        """Meetings that come too soon, byes for somebody who had more than others, and who has nothing at all."""
        for section in state.sections:
            before = evening(state, section, here.number, _players(here, section) | (waiting & ids_in(state, section)))
            for game in (each for each in here.boards if each.section == section):
                if before.too_soon(*game.players):
                    last = before.met[game.white][game.black]
                    yield HandConcern(Concern.REMATCH, game.players, last)
            for bye in here.byes:
                if bye.section == section and bye.kind is ByeType.BYE and before.byes.get(bye.player):
                    yield HandConcern(Concern.SECOND_BYE, bye.players)
        for player in waiting:
            yield HandConcern(Concern.LEFT_OUT, (player,))


def present(state: Tournament, section: str, round: int) -> set[PlayerId]:
    """Who is there for a round to come: who takes part, and is not away by what is noted."""
    return {each.id for each in state.in_section(section) if not each.withdrawn and round not in each.byes}


def evening(state: Tournament, section: str, round: int, there: Set[PlayerId], table: Table | None = None) -> Evening:
    """What a round of a section is paired from: who is `there`, by the table before it (which may be known), and what
    all had in the rounds before; who has no place in it yet comes behind, by strength."""
    before = tables(state, section, round - 1)[-1] if table is None else table
    met: dict[PlayerId, dict[PlayerId, int]] = {}
    colours: dict[PlayerId, str] = {}
    byes: dict[PlayerId, int] = {}
    for here in state.rounds[: round - 1]:
        for pairing in here.games.values():
            if isinstance(pairing, Game) and (pairing.played or not pairing.entered):
                for own, other, colour in ((pairing.white, pairing.black, "w"), (pairing.black, pairing.white, "b")):
                    met.setdefault(own, {})[other] = here.number
                    colours[own] = colours.get(own, "") + colour
            elif pairing.bye_kind is ByeType.BYE:
                byes[pairing.player] = byes.get(pairing.player, 0) + 1
    listed = dict.fromkeys((*before.order, *strongest_first(state, section)))
    players = tuple(player for player in listed if player in there)
    return Evening(round, players, met, colours, byes, state.settings.keizer.again)


def prescribed(state: Tournament, section: str, here: Round, table: Table | None = None) -> PairedEvening:
    """A round of a section as the engine pairs the players in it and leaves out the others."""
    busy = {player for pairing in here.games.values() for player in pairing.players}
    waiting = {each.id for each in state.in_section(section) if each.id not in busy and not each.withdrawn}
    return keizer.pair(evening(state, section, here.number, _players(here, section) | waiting, table))


def _is_paired(pairing: Pairing) -> bool:
    """Whether it is a game, or the bye of the pairing."""
    return pairing.bye_kind in (None, ByeType.BYE)


def _players(here: Round, section: str) -> set[PlayerId]:
    paired = (each for each in here.games.values() if each.section == section and _is_paired(each))
    return {player for pairing in paired for player in pairing.players}


def strongest_first(state: Tournament, section: str) -> list[PlayerId]:
    """The players of a section in the order of the first round: by rating, then as entered."""
    players = sorted(state.in_section(section), key=lambda each: (-(each.fields.rating or 0), each.number))
    return [player.id for player in players]


def turns(section: str, here: Round) -> dict[PlayerId, Turn]:
    """What a round was for each player of a section who has something in it."""
    found: dict[PlayerId, Turn] = {}
    for pairing in here.games.values():
        if pairing.section != section:
            continue
        if pairing.is_bye:
            found[pairing.player] = _AWAY[pairing.kind]
        elif isinstance(pairing, Game):
            for own in pairing.players:
                found[own] = Turn(_share(pairing, own), pairing.opponent(own))
    return found


def _share(game: Game, player: PlayerId) -> Share | None:
    if game.result is None:
        return None
    return _GAMES.get(game.result.white if player == game.white else game.result.black)


def tables(state: Tournament, section: str, rounds: int, known: Sequence[Table] = ()) -> tuple[Table, ...]:
    """The tables of a section after no round, after round 1, and so on; counts on from those that are `known`."""
    strength, rules = strongest_first(state, section), state.settings.keizer
    found = list(known) or [EMPTY]
    for here in state.rounds[len(found) - 1 : rounds]:
        found.append(found[-1].after(turns(section, here), rules, strength))
    return tuple(found)


KEIZER_FORMAT = KeizerFormat(
    name="keizer",
    label=mark("Keizer: neighbours in the table meet"),
    options=(
        *(known.ROUNDS, known.SECTIONS, KEIZER, known.RATE_OF_PLAY, known.STARTING_RANK, known.NATIONAL_RATINGS),
        *(known.RATING_LISTS, known.CHECK_RATINGS, known.CHESS960),
        *LIVE_GAME_OPTIONS,
    ),
    engine=Neighbours(),
)
