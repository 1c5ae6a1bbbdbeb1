"""The pairing sheet of a new round, filled by a format's engine or by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from podium.core.dice import Dice
from podium.core.errors import Invalid, Refused, Unknown
from podium.core.ids import PlayerId
from podium.core.player import Player
from podium.core.result import ByeType, Result
from podium.flow.commands import HandPairing
from podium.flow.events import RoundPaired
from podium.flow.fide.half_byes import check_half_bye, check_half_bye_due
from podium.flow.lookups import mint
from podium.flow.state import Boards, Bye, Game, Tournament

BY_HAND = "hand"
"""The engine of a round that a director wrote."""


@dataclass(slots=True)
class PairingSheet:
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

    def give_requested_byes(self, round: int) -> None:
        """Give everyone who asked for a bye in this round the bye they asked for."""
        paired = self.paired()
        for section in self.state.sections:
            for player in self.state.in_section(section):
                if round in player.byes and player.id not in paired and not player.withdrawn:
                    self.requested_bye(player, round)

    def requested_bye(self, player: Player, round: int) -> None:
        """Give a player the bye asked for in this round; refuses one that FIDE mode does not know."""
        check_half_bye_due(self.state, player, round)
        self.bye(player.id, player.byes[round])

    def give_bye_to_the_last(self) -> None:
        """Give the bye to a player who is the only one of a section without a pairing."""
        paired = self.paired()
        for section in self.state.sections:
            players = self.state.in_section(section)
            left = [player.id for player in players if player.id not in paired and not player.withdrawn]
            if len(left) == 1:
                self.bye(left[0], ByeType.BYE)

    def paired(self) -> set[PlayerId]:
        return {player for game in self.games for player in game.players} | {player for player, _ in self.byes}

    def boards(self) -> Boards:
        """The sheet as it will hang: byes have the numbers after the last board, so that no table stays empty."""
        byes = (
            Bye(mint(self.state.id, self.dice), board, player, kind, self.state.players[player].section)
            for board, (player, kind) in enumerate(self.byes, start=len(self.games) + 1)
        )
        return Boards(tuple(self.games), tuple(byes))


def by_hand(state: Tournament, round: int, lines: Iterable[HandPairing], now: str, dice: Dice) -> RoundPaired:
    """Round `round` as written in `lines`; requested byes are added, and one player left over gets the bye."""
    sheet = PairingSheet(state, dice)
    seen: set[PlayerId] = set()
    for line in lines:
        for player in (line.white,) if line.black is None else (line.white, line.black):
            may_play(state, player)
            if player in seen:
                raise Invalid("player-twice", value=player, name=state.players[player].name)
            seen.add(player)
        if line.black is None:
            may_be_given(line.bye)
            check_half_bye(state, state.players[line.white], round, line.bye)
            sheet.bye(line.white, line.bye)
        else:
            same_section(state, line.white, line.black)
            sheet.game(line.white, line.black)
    sheet.give_requested_byes(round)
    sheet.give_bye_to_the_last()
    return RoundPaired(round=round, boards=sheet.boards(), engine=BY_HAND, at=now, seed=dice.seed)


def may_be_given(kind: ByeType) -> None:
    """Nothing, if a director can give such a bye; raises Invalid for what only a draw or an older database has."""
    if not kind.can_be_given:
        allowed = [each.value for each in ByeType if each.can_be_given]
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
