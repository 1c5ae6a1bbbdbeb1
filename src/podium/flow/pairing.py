"""The pairings of a new round: by the format's engine, or by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from podium.core.dice import Dice
from podium.core.errors import Invalid, PodiumError, Refused, Unknown
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.result import ByeType, Result
from podium.flow.commands import HandPairing, PairRound
from podium.flow.doubles import drawn_round
from podium.flow.events import RoundPaired
from podium.flow.minting import mint
from podium.flow.seats import drawn, is_over
from podium.flow.state import Boards, Bye, Format, Game, Seats, Tournament
from podium.flow.swiss import Worked, changed_since, fields_to_pair, named, needs_results, pairing_numbers
from podium.roundrobin import berger
from podium.swiss import EDITION, ENGINE
from podium.swiss import pair as dutch


@dataclass(slots=True)
class Sheet:
    """The pairing sheet of a round while it is being filled: games in the order of the boards, then byes."""

    state: Tournament
    dice: Dice
    games: list[Game] = field(default_factory=list)
    byes: list[tuple[PlayerId, ByeType]] = field(default_factory=list)

    def game(self, white: PlayerId, black: PlayerId, result: Result | None = None) -> None:
        board = len(self.games) + 1
        section = self.state.players[white].section
        self.games.append(Game(mint(self.state.id, self.dice), board, white, black, section, result))

    def bye(self, player: PlayerId, kind: ByeType) -> None:
        self.byes.append((player, kind))

    def paired(self) -> set[PlayerId]:
        return {player for game in self.games for player in game.players} | {player for player, _ in self.byes}

    def boards(self) -> Boards:
        """The sheet as it will hang: byes have the numbers after the last board, so that no table stays empty."""
        byes = (
            Bye(mint(self.state.id, self.dice), board, player, kind, self.state.players[player].section)
            for board, (player, kind) in enumerate(self.byes, start=len(self.games) + 1)
        )
        return Boards(tuple(self.games), tuple(byes))


def by_engine(state: Tournament, command: PairRound, round: int, now: str, dice: Dice) -> RoundPaired:
    """Round `round` as the format's engine pairs it; refuses where it cannot."""
    sheet = Sheet(state, dice)
    seats: Seats | None = None
    engine, edition = state.settings.format.value, None
    match state.settings.format:
        case Format.SWISS:
            _swiss(sheet, round, command.ready)
            engine, edition = ENGINE, EDITION
        case Format.ROUND_ROBIN:
            if round == 1:
                seats = drawn(state)
            _round_robin(sheet, seats or state.seats, round)
        case Format.DOUBLES:
            return drawn_round(state, round, now, dice, command.seed)
        case Format.MANUAL:
            _absent(sheet, round)
            engine = "hand"
            _last_one_left(sheet)
    return RoundPaired(
        round=round,
        boards=sheet.boards(),
        engine=engine,
        at=now,
        edition=edition,
        seed=dice.seed,
        seats=seats,
    )


def by_hand(state: Tournament, round: int, lines: Iterable[HandPairing], now: str, dice: Dice) -> RoundPaired:
    """Round `round` as written in `lines`; requested byes are added, and one player left over gets the bye."""
    sheet = Sheet(state, dice)
    seen: set[PlayerId] = set()
    for line in lines:
        for player in filter(None, (line.white, line.black)):
            may_play(state, player)
            if player in seen:
                raise Invalid("player-twice", value=player, name=state.players[player].name)
            seen.add(player)
        if line.black is None:
            may_be_given(line.bye)
            sheet.bye(line.white, line.bye)
        else:
            same_section(state, line.white, line.black)
            sheet.game(line.white, line.black)
    _absent(sheet, round)
    _last_one_left(sheet)
    return RoundPaired(round=round, boards=sheet.boards(), engine="hand", at=now, seed=dice.seed)


def left_out(state: Tournament, round: int) -> list[Player]:
    """The players who take part but have neither game nor bye in a paired round."""
    if state.settings.format is Format.KNOCKOUT:
        return []  # who is not in a later round is out
    games = state.rounds[round - 1].games.values()
    busy = {player for pairing in games for player in pairing.players}
    return [
        player
        for player in sorted(state.players.values(), key=lambda player: player.number)
        if player.id not in busy and not player.withdrawn and not is_over(state, player.section, round)
    ]


def may_be_given(kind: ByeType) -> None:
    """Nothing, if a director can give such a bye; raises Invalid for what only a draw or an older database has."""
    if not kind.given:
        allowed = [each.value for each in ByeType if each.given]
        raise Invalid("bye-type-unknown", field="byeType", value=kind.value, allowed=allowed)


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


def _swiss(sheet: Sheet, round: int, ready: Mapping[str, Worked] | None) -> None:
    """Fill the sheet by the Dutch system, each section by itself; the allocated bye comes first among the byes."""
    state = sheet.state
    needs_results(state)
    for section, field_now in fields_to_pair(state, round).items():
        try:
            if ready is None:
                paired = dutch(field_now)
            elif section in ready and ready[section].field == field_now:
                paired = ready[section].outcome
            else:
                then = ready[section].field if section in ready else field_now
                raise changed_since(state, section, then, field_now)
        except PodiumError as refusal:
            raise named(state, section, refusal) from None
        players = {number: id for id, number in pairing_numbers(state, section).items()}
        for board in paired.pairs:
            sheet.game(players[board.white], players[board.black])
        if paired.bye is not None:
            sheet.bye(players[paired.bye], ByeType.BYE)
    _absent(sheet, round)


def _round_robin(sheet: Sheet, seats: Seats, round: int) -> None:
    """Fill the sheet from the tables. Who withdrew forfeits; who asked for a bye leaves one to the opponent."""
    state = sheet.state
    for section in state.sections:
        here = seats.get(section, ())
        rounds = berger(len(here), state.settings.cycles).rounds if here else ()
        if round > len(rounds):
            continue
        row = rounds[round - 1]
        absent = [id for id in here if round in state.players[id].byes and not state.players[id].withdrawn]
        free = [here[row.free - 1]] if row.free else []
        for white_seat, black_seat in row.boards:
            pair = here[white_seat - 1], here[black_seat - 1]
            if any(player in absent for player in pair):
                free += pair
            else:
                sheet.game(*pair, _forfeit(state, *pair))
        for player in free:
            if player not in absent and not state.players[player].withdrawn:
                sheet.bye(player, ByeType.BYE)
        for player in absent:
            sheet.bye(player, state.players[player].byes[round])
    if not sheet.paired():
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
