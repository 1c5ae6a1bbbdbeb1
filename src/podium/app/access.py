"""Who may do and see what. Roles are per tournament."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum

from podium.app.accounts.credentials import Credential, TokenLimits, TokenScope
from podium.app.memory import Memory
from podium.core.errors import Forbidden, Unknown
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import Player
from podium.core.result import Result
from podium.flow import commands
from podium.flow.event.kept_records import KeptApart
from podium.flow.event.setting_values import Settings
from podium.flow.prizes.prizes import Prizes
from podium.flow.rounds.kept_values import Renumbered
from podium.flow.rounds.statements import PlayerReports
from podium.flow.state import Game, Stage, Tournament


class Role(IntEnum):
    """What somebody is in a tournament; each may do what the ones before may."""

    PUBLIC = 0
    PLAYER = 1
    SCORER = 2
    ARBITER = 3
    OWNER = 4

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Grant:
    """What a link lets its holder be, in one tournament; `player` is whose link it is."""

    tournament: TournamentId
    role: Role
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who acts: `key` is unique and goes into the journal, `user` is the account behind it.

    An `operator` sits at the machine and can open the database itself: owner of everything in it. An
    `administrator` looks after accounts; that gives no role in any tournament. `credential` is what they came with,
    `limits` how far a token reaches that does not reach as far as its user.
    """

    key: str
    name: str
    user: int | None = None
    grant: Grant | None = None
    operator: bool = False
    administrator: bool = False
    credential: Credential | None = field(default=None, compare=False, repr=False)
    limits: TokenLimits | None = None


PERSONAL_FROM = Role.SCORER
"""The least role that sees drafts, the history, and what is personal of a player: birth and disability."""
_VISIBLE_PLAYERS: Memory[Mapping[PlayerId, Player]] = Memory(64)
_VISIBLE_SETTINGS: Memory[Settings] = Memory(64)
EVER = 1_000_000  # a round that no event reaches

ROLES_BY = Role.OWNER
"""The least role that sees and gives the roles of accounts."""
LINKS_BY = Role.ARBITER
"""The least role that makes and ends links. They reach no further than a scorer, and are needed in the hall."""
AUDIT_BY = Role.OWNER
"""The least role that reads who gave which role and made, opened or ended which link."""
MOST_BY_SCOPE = {
    TokenScope.READ: Role.OWNER,  # of what it may see; it changes nothing
    TokenScope.RESULTS: Role.SCORER,
    TokenScope.MANAGE: Role.ARBITER,
    TokenScope.EVERYTHING: Role.OWNER,
}
"""What a token can be at most, by its scope."""
SCREENS_BY = Role.ARBITER
"""The least role that composes screens, writes messages for them and keeps the clock of the event."""

ANYONE = Actor("anyone", "anyone")
SYSTEM = Actor("podium", "Podium")
OPERATOR = Actor("operator", "operator", operator=True)


def permit(role: Role, player: PlayerId | None, command: commands.Command, state: Tournament | None) -> None:
    """Nothing, if `role` may give `command`; raises Forbidden, or Unknown where even looking is not allowed."""
    if isinstance(command, commands.CreateTournament | commands.AdoptRecords):
        return
    # A deleted event still holds its players, so its owner can still have one forgotten.
    gone = state is None or (state.deleted and not (isinstance(command, commands.ForgetPlayer) and role >= Role.OWNER))
    if state is None or gone or not may_see(role, state):
        raise Unknown("tournament", state.id if state else None)
    match command:
        case (
            commands.DeleteTournament() | commands.AllocatePrizes() | commands.PublishPrizes() | commands.ForgetPlayer()
        ):
            needed = Role.OWNER
        case commands.RecordResult():
            needed = Role.PLAYER if _own_game(state, command, player) else Role.SCORER
        case commands.CorrectResult():
            needed = Role.ARBITER if _in_closed_round(state, command.record.pairing) else Role.SCORER
        case commands.RecordSets() | commands.ClickSets():
            needed = Role.PLAYER if _own_table(state, command, player) else Role.SCORER
        case (
            commands.ReportResult()
            | commands.ConfirmReport()
            | commands.ObjectToReport()
            | commands.WithdrawReport()
            | commands.CountSets()
        ):
            known = command.pairing in state.where  # a game that does not exist is refused as such elsewhere
            if player is None or (known and player not in state.pairing(command.pairing).players):
                raise Forbidden(type(command).__name__)
            needed = Role.PLAYER
        case commands.Revert() | commands.Redo():
            needed = Role.SCORER  # his own commits only: `may_revert`
        case _:
            needed = Role.ARBITER
    if role < needed:
        raise Forbidden(type(command).__name__)


def limited_role(actor: Actor, tournament: TournamentId, role: Role) -> Role:
    """What somebody is whose account has `role` in a tournament: less, where they came by a token with limits."""
    limits = actor.limits
    if limits is None:
        return role
    if limits.tournament not in (None, tournament):
        return Role.PUBLIC
    return min(role, MOST_BY_SCOPE[limits.scope])


class AdministratorsOnly(Forbidden):
    """Accounts are not theirs to look after."""

    def __init__(self) -> None:
        super().__init__("administer accounts")
        self.code = "administrators-only"


def permit_administration(actor: Actor) -> None:
    """Nothing, for actors who look after accounts; raises AdministratorsOnly."""
    if not (actor.administrator or actor.operator):
        raise AdministratorsOnly


def may_revert(role: Role, actor: Actor, author: str) -> bool:
    """Whether a commit by `author` is this actor's to take back."""
    return role >= Role.ARBITER or actor.key == author


def may_see(role: Role, state: Tournament) -> bool:
    """Whether the event exists for somebody in that role."""
    return state.published or role > Role.PUBLIC


def visible_tournament(state: Tournament, role: Role) -> Tournament:
    """The event as `role` may see it: without drafts and without what is personal, unless they run it."""
    if role >= PERSONAL_FROM:
        return state
    if role < Role.PLAYER:
        state = replace(state, reports={})  # what players say to one another of a result
    open_to_all = next((at for at, here in enumerate(state.rounds) if here.stage is Stage.DRAFT), len(state.rounds))
    return replace(
        state,
        renumbered=Renumbered(open_to_all, state.numbers) if open_to_all < len(state.rounds) else state.renumbered,
        rounds=state.rounds[:open_to_all],
        where={id: number for id, number in state.where.items() if number <= open_to_all},
        start_positions={number: one for number, one in state.start_positions.items() if number <= open_to_all},
        players=_visible_players(state.players),
        prizes=_visible_prizes(state.prizes),
        settings=_visible_settings(state.settings),
        stages=tuple(replace(each, event=visible_tournament(each.event, role)) for each in state.stages),
        kept=replace(state.kept, apart=()) if state.kept.apart else state.kept,
        withheld=(*(KeptApart(group, 1, EVER) for group in state.settings.forbidden), *state.kept.apart),
    )


def _visible_settings(settings: Settings) -> Settings:
    """The settings without who may not meet whom; the same object for as long as nobody changes them."""
    if not settings.forbidden:
        return settings
    return _VISIBLE_SETTINGS.remember((settings,), lambda: replace(settings, forbidden=()))


def _visible_players(players: Mapping[PlayerId, Player]) -> Mapping[PlayerId, Player]:
    """The players without what is personal; the same object for as long as nobody changes them, or where there is
    nothing of that kind."""

    def visible() -> Mapping[PlayerId, Player]:
        seen = {
            id: replace(each, fields=replace(each.fields, birth=None, disability=None, national_id=None))
            for id, each in players.items()
        }
        return players if seen == players else seen

    return _VISIBLE_PLAYERS.remember((players,), visible)


def _visible_prizes(prizes: Prizes) -> Prizes:
    """The prizes with a list that is published, and of that who won what.

    Why somebody may not win a prize, and who could have won which, tells of ages and disabilities.
    """
    allocated = prizes.allocated
    if allocated is None or not allocated.published:
        return replace(prizes, allocated=None)
    ties = tuple(conflict for conflict in allocated.conflicts if conflict.withholds)
    return replace(prizes, allocated=replace(allocated, conflicts=ties, certificate=None, log=(), unmatched=()))


def _in_closed_round(state: Tournament, pairing: PairingId) -> bool:
    """Whether the game can only be changed by reopening its round, which is for arbiters."""
    if pairing not in state.where:
        return False
    here = state.rounds[state.where[pairing] - 1]
    return here.stage is Stage.CLOSED and not here.automatic


def _own_game(state: Tournament, command: commands.RecordResult, player: PlayerId | None) -> bool:
    """A player may report the result of his own published game, once, if it ended as games usually do.

    A drawn game that is being played off, or was, has two results that are stored: its own and what came of it. A live
    game ends in Podium, so there is nothing to report.
    """
    if state.settings.live or state.settings.player_reports is PlayerReports.OFF:
        return False
    if player is None or command.result is None or not command.result.usual or command.pairing not in state.where:
        return False
    here = state.rounds[state.where[command.pairing] - 1]
    game = here.pairing(command.pairing)
    if not isinstance(game, Game) or command.confirm:
        return False
    stored = {game.result} | ({Result.DRAW} if game.id in here.tie_breaks else set())
    return (
        (here.stage is Stage.PUBLISHED or here.automatic)
        and player in game.players
        and (game.result is None or command.result in stored)
    )


def _own_table(state: Tournament, command: commands.RecordSets | commands.ClickSets, player: PlayerId | None) -> bool:
    """A player may enter the sets of the own match, of both sides, while the round is played."""
    if player is None or command.pairing not in state.where or state.settings.player_reports is PlayerReports.OFF:
        return False
    here = state.rounds[state.where[command.pairing] - 1]
    match = here.pairing(command.pairing)
    return here.stage is Stage.PUBLISHED and match.is_match and player in match.players
