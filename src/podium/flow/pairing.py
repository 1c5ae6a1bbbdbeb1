"""The pairings of a new round: by the format's engine, or by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import Player
from podium.core.result import ByeType, Result
from podium.flow.commands import HandPairing
from podium.flow.events import RoundPaired
from podium.flow.state import Boards, Bye, Format, Game, Pairing, Tournament
from podium.roundrobin import berger

MINTED = 10


def mint(tournament: TournamentId, dice: Dice) -> PairingId:
    """A fresh id for a pairing of `tournament`: the tournament, a dash, and chance."""
    return PairingId(f"{tournament}-{dice.token(MINTED)}")


@dataclass(slots=True)
class Sheet:
    """The pairing sheet of a round while it is being filled, board after board."""

    state: Tournament
    dice: Dice
    pairings: list[Pairing]
    boards: int = 0

    def game(self, white: PlayerId, black: PlayerId, result: Result | None = None) -> None:
        self.boards += 1
        section = self.state.players[white].section
        self.pairings.append(Game(mint(self.state.id, self.dice), self.boards, white, black, section, result))

    def bye(self, player: PlayerId, kind: ByeType) -> None:
        self.boards += 1
        section = self.state.players[player].section
        self.pairings.append(Bye(mint(self.state.id, self.dice), self.boards, player, kind, section))

    def paired(self) -> set[PlayerId]:
        return {player for pairing in self.pairings for player in pairing.players}


def by_engine(state: Tournament, round: int, now: str, dice: Dice) -> RoundPaired:
    """Round `round` as the format's engine pairs it; refuses where it cannot."""
    sheet = Sheet(state, dice, [])
    seats: Mapping[str, tuple[PlayerId, ...]] | None = None
    engine = state.settings.format.value
    match state.settings.format:
        case Format.ROUND_ROBIN:
            if round == 1:
                seats = _seats(state)
            _round_robin(sheet, seats or state.seats, round)
        case Format.MANUAL:
            _absent(sheet, round)
            engine = "hand"
            _last_one_left(sheet)
    return RoundPaired(
        round=round,
        boards=Boards.of(*sheet.pairings),
        engine=engine,
        at=now,
        seed=dice.seed,
        seats=seats,
    )


def by_hand(state: Tournament, round: int, lines: Iterable[HandPairing], now: str, dice: Dice) -> RoundPaired:
    """Round `round` as written in `lines`; requested byes are added, and one player left over gets the bye."""
    sheet = Sheet(state, dice, [])
    seen: set[PlayerId] = set()
    for line in lines:
        for player in filter(None, (line.white, line.black)):
            may_play(state, player)
            if player in seen:
                raise Invalid("player-twice", value=player, name=state.players[player].name)
            seen.add(player)
        if line.black is None:
            sheet.bye(line.white, line.bye)
        else:
            same_section(state, line.white, line.black)
            sheet.game(line.white, line.black)
    _absent(sheet, round)
    _last_one_left(sheet)
    return RoundPaired(round=round, boards=Boards.of(*sheet.pairings), engine="hand", at=now, seed=dice.seed)


def left_out(state: Tournament, round: int) -> list[Player]:
    """The players who take part but have neither game nor bye in a paired round."""
    games = state.rounds[round - 1].games.values()
    busy = {player for pairing in games for player in pairing.players}
    return [
        player
        for player in sorted(state.players.values(), key=lambda player: player.number)
        if player.id not in busy and not player.withdrawn
    ]


def may_play(state: Tournament, player: PlayerId) -> None:
    """Nothing, if `player` can be paired; refuses unknown and withdrawn ones."""
    if player not in state.players:
        raise Unknown("player", player)
    if state.players[player].withdrawn:
        raise Refused("player-withdrawn", value=player, name=state.players[player].name)


def same_section(state: Tournament, white: PlayerId, black: PlayerId) -> None:
    """Nothing, if the two may meet; refuses a player against himself and across sections."""
    if white == black:
        raise Invalid("player-against-self", value=white, name=state.players[white].name)
    one, other = state.players[white], state.players[black]
    if one.section != other.section:
        raise Refused(
            "sections-differ",
            value=[white, black],
            names=[one.name, other.name],
            sections=[one.section, other.section],
        )


def _seats(state: Tournament) -> dict[str, tuple[PlayerId, ...]]:
    seats = {}
    for section in state.sections:
        here = [player.id for player in state.in_section(section) if not player.withdrawn]
        if len(here) >= 2:
            seats[section] = tuple(here)
    if not seats:
        raise Refused("too-few-players", value=len(state.players), least=2)
    return seats


def _round_robin(sheet: Sheet, seats: Mapping[str, tuple[PlayerId, ...]], round: int) -> None:
    """Fill the sheet from the tables. Who withdrew forfeits; who asked for a bye leaves one to the opponent."""
    state = sheet.state
    for section in state.sections:
        here = seats.get(section, ())
        if not here:
            continue
        rounds = berger(len(here), state.settings.cycles).rounds
        if round > len(rounds):
            continue
        row = rounds[round - 1]
        free = [here[row.free - 1]] if row.free else []
        for white_seat, black_seat in row.boards:
            pair = here[white_seat - 1], here[black_seat - 1]
            away = [player for player in pair if round in state.players[player].byes]
            if away:
                free += [player for player in pair if player not in away]
            else:
                sheet.game(*pair, _forfeit(state, *pair))
        for player in free:
            if not state.players[player].withdrawn and round not in state.players[player].byes:
                sheet.bye(player, ByeType.BYE)
    _absent(sheet, round)
    if not sheet.pairings:
        raise Refused("rounds-exhausted", value=round, most=round - 1)


def _forfeit(state: Tournament, white: PlayerId, black: PlayerId) -> Result | None:
    gone = state.players[white].withdrawn, state.players[black].withdrawn
    return {
        (True, True): Result.BOTH_FORFEIT,
        (True, False): Result.BLACK_WINS_BY_FORFEIT,
        (False, True): Result.WHITE_WINS_BY_FORFEIT,
    }.get(gone)


def _absent(sheet: Sheet, round: int) -> None:
    """Give everyone who asked for a bye in this round the bye they asked for."""
    paired = sheet.paired()
    for section in sheet.state.sections:
        for player in sheet.state.in_section(section):
            if round in player.byes and player.id not in paired and not player.withdrawn:
                sheet.bye(player.id, player.byes[round])


def _last_one_left(sheet: Sheet) -> None:
    """Give the bye to a player who is the only one of a section without a pairing."""
    paired = sheet.paired()
    for section in sheet.state.sections:
        left = [
            player.id for player in sheet.state.in_section(section) if player.id not in paired and not player.withdrawn
        ]
        if len(left) == 1:
            sheet.bye(left[0], ByeType.BYE)
