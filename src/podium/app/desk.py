"""The director's desk: every edge (API, pages, command line) sees and changes tournaments through it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import TypedDict, Unpack

from podium.app.access import (
    ANYONE,
    PERSONAL_FROM,
    Actor,
    Role,
    limited_role,
    may_see,
    permit_administration,
    visible_tournament,
)
from podium.app.accounts.accounts import Registry
from podium.app.accounts.credentials import TokenLimited
from podium.app.exports.file_reader import FileReader
from podium.app.hall.screens import Display, Screens
from podium.app.handle import ancestry, refused_undos, undoable_and_redoable
from podium.app.history.history import Histories, History
from podium.app.live.live_games import earlier_game
from podium.app.ports import Commit, GameCommit, GameHead, GameIntent, GameReceipt, Head, Intent, Journal, Receipt
from podium.app.public_heads import PublicHeads, public_delay
from podium.app.ratings.listed_ratings import EntersPlayers, with_listed_ratings
from podium.app.ratings.rating_lists import RatingLists
from podium.app.rounds.pairing_pool import PairingPool, PresentFor, submit_round
from podium.app.server.steady_clock import iso, milliseconds
from podium.app.story.story import announcements
from podium.app.words.language import speaking_as_event
from podium.chess import Colour
from podium.core.dice import Dice
from podium.core.errors import Forbidden, Refused, Unavailable, Unknown, WorkersAway
from podium.core.ids import PairingId, PlayerId, TournamentId, tournament_of
from podium.core.player import tidy
from podium.flow import commands
from podium.flow.events import Event
from podium.flow.state import Tournament
from podium.games.commands import GameCommand, Resign
from podium.games.delayed import as_of
from podium.games.state import LiveGame, Status

ID_LENGTH = 10


@dataclass(frozen=True, slots=True)
class Seen:
    """A tournament as somebody may see it, and what they are in it; `playing` are the live games under way.

    `held` if its director has results of the last round that the reader is to learn at the prize-giving.
    """

    state: Tournament
    version: int
    role: Role
    player: PlayerId | None = None
    playing: frozenset[PairingId] = frozenset()
    held: bool = False


@dataclass(frozen=True, slots=True)
class SeenGame:
    """A live game as somebody may see it at `now`, its tournament, and what they are in both."""

    game: LiveGame
    version: int
    now: int
    tournament: Seen
    changed_at: str

    @property
    def colour(self) -> Colour | None:
        """What they play, if it is theirs."""
        return self.game.colour_of(self.tournament.player)

    @property
    def shown_at(self) -> int:
        """The time of what is shown: now, but earlier for readers who see it late."""
        return self.now - delay_of(self.tournament, self.game)

    @property
    def at(self) -> int:
        """When the game last changed, in milliseconds since the epoch."""
        return milliseconds(datetime.fromisoformat(self.changed_at))


class CommandOptions(TypedDict, total=False):
    """What may come with a command, as `Intent` explains it."""

    command_id: str | None
    expected: int | None
    reason: str | None
    fingerprint: str | None
    acknowledged: int | None


class Desk:
    """Asks who somebody is, shows them what they may see, and passes on what they want."""

    def __init__(
        self,
        journal: Journal,
        registry: Registry,
        screens: Screens,
        pairing_pool: PairingPool | None = None,
        files: FileReader | None = None,
        rating_lists: RatingLists | None = None,
        present: PresentFor | None = None,
    ) -> None:
        self.journal = journal
        self.registry = registry
        self.files = files or FileReader()
        self._pairing_pool = pairing_pool
        self._rating_lists = rating_lists
        self._present = present
        self._histories = Histories(journal)
        self._screens = screens
        self.public_heads = PublicHeads(journal, lambda stream: screens.display(stream).holds_back)

    def check_workers(self) -> None:
        """Nothing; raises WorkersAway where large rounds would be paired, and no worker can be had for them."""
        if self._pairing_pool is not None and not self._pairing_pool.has_workers():
            raise WorkersAway

    def role_and_player(self, actor: Actor, stream: TournamentId) -> tuple[Role, PlayerId | None]:
        """What somebody is in a tournament, and which player, if the link they came by says so."""
        if actor.operator:
            return Role.OWNER, None
        if actor.grant is not None and actor.grant.tournament == stream:
            return actor.grant.role, actor.grant.player
        if actor.user is not None:
            return limited_role(actor, stream, self.registry.role(stream, actor.user) or Role.PUBLIC), None
        return Role.PUBLIC, None

    def listed(
        self, actor: Actor, *, archived: bool, wanted: Mapping[str, object] | None = None
    ) -> list[dict[str, object]]:
        """The tournaments that `actor` may see, newest first; by a token for one of them, that and published ones."""
        rows = [self._listed(row) for row in self.registry.tournaments(actor.user, archived=archived, wanted=wanted)]
        only = actor.limits.tournament if actor.limits is not None else None
        if only is None:
            return rows
        public = ({**row, "role": None} for row in rows if row["id"] != only and row["published"])
        return [*(row for row in rows if row["id"] == only), *public]

    def _listed(self, row: dict[str, object]) -> dict[str, object]:
        """The row of a tournament; for the public with what it may know of where results come late."""
        if row["role"] is not None or not self.public_heads.may_be_late(str(row["changed_at"])):
            return row
        try:
            shown = self.public_heads.public_head(self.journal.head(TournamentId(str(row["id"])))).state
        except Unavailable:  # one that cannot be read hides no other; the log has it
            shown = None
        if shown is None:
            return {**row, "rounds_paired": 0, "players": 0}
        return {**row, "rounds_paired": shown.rounds_published, "players": len(shown.players)}

    def see(self, actor: Actor, stream: TournamentId) -> Seen:
        """The tournament as `actor` may see it; Unknown where they may not."""
        head = self.journal.head(stream)
        return self._seen(ANYONE if _is_of_removed_player(actor, head) else actor, stream, head)

    def see_as(self, actor: Actor, stream: TournamentId, least: Role, act: str) -> Seen:
        """The tournament, for somebody who is at least `least` in it; raises Unknown, or Forbidden to do that act."""
        seen = self.see(actor, stream)
        if seen.role < least:
            raise Forbidden(act)
        return seen

    def see_as_public(self, seen: Seen) -> Seen:
        """The tournament as the public sees it, or would if it were published, for somebody who may see it."""
        return self._shown(self.journal.head(seen.state.id), Role.PUBLIC, None)

    def outcome(self, seen: Seen) -> tuple[Tournament, int]:
        """The tournament as it stands, for its podium alone, and the best place of that which the reader may know."""
        if not seen.held:
            return seen.state, 1
        state = self.journal.head(seen.state.id).state
        assert state is not None  # it was seen
        return visible_tournament(state, seen.role), self._screens.display(state.id).revealed or 1

    def display(self, stream: TournamentId) -> Display:
        """What all screens of a tournament share, with the places that its director reveals."""
        display, state = self._screens.display(stream), self.journal.head(stream).state
        if display.revealed is None or state is None:
            return display
        with speaking_as_event(state.settings):
            return replace(display, announced=announcements(state, display.revealed))

    def see_at(self, actor: Actor, stream: TournamentId, version: int) -> Seen:
        """The tournament as it was at `version`, as far as the reader may see it now."""
        newest = self.see(actor, stream).version
        with self.journal.past(stream) as past:
            if version > newest or version not in {commit.version for commit in past.commits()}:
                raise Unknown("commit", version)
            seen = self._seen(actor, stream, Head(stream, version, past.state(version)))
            return replace(seen, playing=frozenset())  # which games were under way then, nobody kept

    def events_after(self, seen: Seen, version: int) -> list[tuple[Event, ...]]:
        """The events of each commit that came after `version`, up to what is seen; a rewind has none."""
        with self.journal.past(seen.state.id) as past:
            events = past.events_by_version(version)
        return [events.get(each, ()) for each in range(version + 1, seen.version + 1)]

    def standing_commit(self, seen: Seen, prefix: str, after: int) -> Commit | None:
        """The newest commit after a version whose command id begins so, unless it was taken back since."""
        with self.journal.past(seen.state.id) as past:
            named = past.commits_named(prefix, after)
            if not named:
                return None
            commits = {commit.version: commit for commit in past.commits()}
            done, _ = undoable_and_redoable(commits, ancestry(commits, max(commits)), past.reversals())
        return next((commit for commit in reversed(named) if commit.version in done), None)

    def submit(
        self, actor: Actor, stream: TournamentId, command: commands.Command, **options: Unpack[CommandOptions]
    ) -> Future[Receipt]:
        """The receipt of `command`, once it is on disk; or the refusal."""
        intent = self._intent(actor, stream, command, options)
        if isinstance(command, commands.PairRound):
            return submit_round(self.journal, self._pairing_pool, intent, command, self._present)
        return self.journal.submit(intent)

    def perform(
        self, actor: Actor, stream: TournamentId, command: commands.Command, **options: Unpack[CommandOptions]
    ) -> Receipt:
        """The receipt of `command`; waits for the disk."""
        return self.submit(actor, stream, command, **options).result()

    def take_down(self, actor: Actor, stream: TournamentId, *, remove: bool) -> Receipt:
        """A tournament hidden or removed by an administrator of the server, whatever role they have in it.

        Its history and the audit say who did it; raises AdministratorsOnly.
        """
        permit_administration(actor)
        command = commands.DeleteTournament() if remove else commands.PublishTournament(False)
        receipt = self.perform(replace(actor, operator=True), stream, command)
        if receipt.written and receipt.events:
            self.registry.note_taken_down(stream, receipt.state.settings.name, removed=remove)
        return receipt

    def at_hand(self, actor: Actor, stream: TournamentId) -> bool:
        """Whether `submit` will not have to ask the database what `actor` is in the tournament."""
        if actor.operator or actor.user is None:
            return True
        return self.registry.recall_role(stream, actor.user) is not None

    def preview(self, actor: Actor, stream: TournamentId, command: commands.Command) -> tuple[Head, Receipt]:
        """What is, and what would come of `command`, as `actor` may see it; nothing is written."""
        intent = self._intent(actor, stream, command, {"acknowledged": None})
        head, receipt = self.journal.preview(intent)
        before = visible_tournament(head.state, intent.role) if head.state is not None else None
        return replace(head, state=before), replace(receipt, state=visible_tournament(receipt.state, intent.role))

    def history(self, seen: Seen) -> History:
        """All that ever happened in a tournament, newest first; its sentences name what is personal."""
        if seen.role < PERSONAL_FROM:
            raise Forbidden("see the history")
        return self._histories.history(seen.state.id)

    def refused_undos(self, seen: Seen, versions: Collection[int]) -> frozenset[int]:
        """Those of the commits that cannot be taken back as things stand, though they are."""
        with self.journal.past(seen.state.id) as past:
            return refused_undos(seen.state, seen.version, past, seen.role, versions)

    def events_of(self, seen: Seen, versions: Collection[int]) -> Mapping[int, tuple[Event, ...]]:
        """The events of these commits."""
        with self.journal.past(seen.state.id) as past:
            return {version: past.events(version) for version in versions}

    def see_game(self, actor: Actor, id: PairingId) -> SeenGame:
        """The game of a pairing as `actor` may see it; Unknown where there is none, or they may not."""
        try:
            found = self.see_games(self.see(actor, self.stream_of(id)), [id])
        except Unknown:
            raise Unknown("match", id) from None
        if not found:
            seen = self.see(actor, self.stream_of(id))
            if seen.state.settings.live and id in seen.state.where and (first := earlier_game(seen.state, id)):
                raise Refused("earlier-game-first", value=id, first=first)
            raise Unknown("match", id)
        return found[0]

    def see_games(self, seen: Seen, ids: Sequence[PairingId]) -> list[SeenGame]:
        """The games of these pairings, as far as there are any, as a reader of the tournament may see them."""
        now = self.journal.milliseconds()
        heads = self.journal.games([id for id in ids if id in seen.state.where])
        delays = {id: delay_of(seen, head.state) for id, head in heads.items()}
        since = iso(now - public_delay(seen.state))
        late = [id for id, delay in delays.items() if delay and heads[id].at > since]
        then = self.journal.game_versions_at(since, late)
        return [_seen_game(seen, heads[id], now, delays[id], then.get(id)) for id in ids if id in heads]

    def submit_game(
        self,
        actor: Actor,
        tournament: TournamentId,
        game: PairingId,
        command: GameCommand,
        at: int,
        *,
        command_id: str | None = None,
        reason: str | None = None,
        acknowledged: int = 0,
    ) -> Future[GameReceipt]:
        """The receipt of a command for a game that arrived at `at`, once it is on disk; or the refusal."""
        role, player = self.role_and_player(actor, tournament)
        known = self.journal.state_at_hand(tournament)
        about = known.players.get(player) if known is not None and player is not None else None
        if about is not None and about.expelled and not isinstance(command, Resign):
            raise Refused("player-expelled", value=about.id, name=about.name)
        said = tidy("reason", reason)
        return self.journal.submit_game(
            GameIntent(game, tournament, command, actor, role, at, player, command_id, said, acknowledged)
        )

    def game_history(self, seen: Seen) -> Sequence[GameCommit]:
        """What happened to the games of a tournament beside moves and what players do, newest first."""
        if seen.role < PERSONAL_FROM:
            raise Forbidden("see the history")
        return self.journal.game_commits(seen.state.id)

    def stream_of(self, pairing: str) -> TournamentId:
        """The tournament a pairing belongs to; Unknown if no tournament can have minted that id."""
        stream = tournament_of(pairing)
        if stream == pairing or self.journal.head(stream).version == 0:
            found = self.registry.tournament_of(pairing)
            if found is None:
                raise Unknown("pairing", pairing)
            return found
        return stream

    def _seen(self, actor: Actor, stream: TournamentId, head: Head) -> Seen:
        role, player = self.role_and_player(actor, stream)
        if head.state is None or head.state.deleted or not may_see(role, head.state):
            raise Unknown("tournament", stream)
        return self._shown(head, role, player)

    def _shown(self, head: Head, role: Role, player: PlayerId | None) -> Seen:
        """The tournament as somebody sees it who may; players see what they need until all is played."""
        state, held = head.state, None
        assert state is not None  # it has a commit, or they might not see it
        if role is Role.PUBLIC or (role is Role.PLAYER and state.rounds and not state.rounds[-1].unsettled):
            held = self.public_heads.held_head(head)
            head = held or head
        if role is Role.PUBLIC:
            head = self.public_heads.late_head(head)
        state = head.state
        assert state is not None  # there was none before its first result either
        own = player if player in state.players else None  # at an earlier version, they may not be in the list yet
        seen = Seen(visible_tournament(state, role), head.version, role, own, held=held is not None)
        if not state.settings.live:
            return seen
        return replace(seen, playing=self._playing_then(seen) if delay_of(seen) else self.journal.playing(state.id))

    def _playing_then(self, seen: Seen) -> frozenset[PairingId]:
        """The games under way, for readers who see them late."""
        undecided = [each.id for here in seen.state.rounds for each in here.every_board if not each.entered]
        under_way = (Status.RUNNING, Status.PAUSED)
        return frozenset(each.game.id for each in self.see_games(seen, undecided) if each.game.status in under_way)

    def _intent(self, actor: Actor, stream: TournamentId, command: commands.Command, options: CommandOptions) -> Intent:
        if isinstance(command, commands.CreateTournament | commands.AdoptRecords):
            self.check_creator(actor, stream)
        role, player = self.role_and_player(actor, stream)
        intent = Intent(stream, command, actor, role, player, **options)
        if intent.reason is not None:
            intent = replace(intent, reason=tidy("reason", intent.reason))
        if self._rating_lists is None or not isinstance(command, EntersPlayers) or not command.newcomers:
            return intent
        state = self.journal.head(stream).state
        listed = with_listed_ratings(command, state.settings if state else None, self._rating_lists, self.today())
        # Whatever the lists say by then, the same wish has the same fingerprint.
        fingerprint = intent.fingerprint or hashlib.sha256(repr(command).encode()).hexdigest()
        return replace(intent, command=listed, fingerprint=fingerprint)

    def check_creator(self, actor: Actor, stream: TournamentId) -> None:
        """Nothing, if `actor` may make one more event; one that is there already is only asked for again."""
        if actor.limits and not actor.limits.creates:
            raise TokenLimited(commands.CreateTournament.__name__)
        exempt = actor.operator or actor.administrator
        if actor.user is not None and not exempt and self.journal.head(stream).state is None:
            self.registry.refuse_more_events(actor.user)

    def today(self) -> date:
        """The day that it is by the journal's clock, in UTC."""
        return datetime.fromtimestamp(self.journal.milliseconds() / 1000, UTC).date()


def _is_of_removed_player(actor: Actor, head: Head) -> bool:
    """Whether somebody came by the link of a player who is not in the list any more.

    Who they are is remembered for a moment; who is in the list is not.
    """
    grant, state = actor.grant, head.state
    if grant is None or grant.player is None or state is None:
        return False
    return grant.tournament == head.stream and grant.player not in state.players


def _seen_game(seen: Seen, head: GameHead, now: int, delay: int, then: tuple[int, str] | None) -> SeenGame:
    """A game as somebody sees it; `then` is the version for a reader who sees it late, and when that was written."""
    assert head.state is not None  # it was opened
    version, at = then or (head.version, head.at)
    return SeenGame(as_of(head.state, now - delay) if delay else head.state, version, now, seen, at)


def delay_of(seen: Seen, game: LiveGame | None = None) -> int:
    """How much later than it happens somebody sees a game, in milliseconds: not at all, unless they only watch."""
    if seen.role >= PERSONAL_FROM or (game is not None and game.colour_of(seen.player) is not None):
        return 0
    return public_delay(seen.state)


def new_id(actor: Actor, command_id: str | None) -> TournamentId:
    """The id of a tournament to be created: chance, unless a command id makes a repeated wish the same wish."""
    seed = secrets.token_hex(16)
    if command_id is not None:
        seed = hashlib.sha256(f"{actor.key}\n{command_id}".encode()).hexdigest()
    return TournamentId(Dice(seed).token(ID_LENGTH))
