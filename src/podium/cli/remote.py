"""Events on a server far away: a verb reads an event as the archive that the server gives, put into a database of its
own for as long as the verb runs, and its commands go to the server as requests of the API.

What is no part of an event's history (check-in, screens, links, accounts, rating lists, pictures to change) stays on
the machine of the server, and is refused here in words.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from podium import bootstrap
from podium.app.access import OPERATOR, Actor
from podium.app.desk import Desk, Seen
from podium.app.history.history import ELSEWHERE, History
from podium.app.ports import Receipt
from podium.app.prizes.prizegiving import PrizeAllocator
from podium.app.words.language import language
from podium.cli.requests import request_of
from podium.client import Failed, Server
from podium.config import Config
from podium.core.errors import Cautioned, Invalid, PodiumError, Refused, Stale, Unknown
from podium.core.ids import TournamentId
from podium.flow.commands import AddPlayers, Command, CreateTournament

READS = ("files", "journal", "see_games", "game_history")
"""What is asked of the desk of the event that was fetched: nothing that writes."""


@contextmanager
def at_server(address: str, token: str | None) -> Iterator[bootstrap.Podium]:
    """The events of a server, as far as verbs ask for them and the token lets them."""
    try:
        server = _Server(address, token, language=language())
    except ValueError:
        raise Invalid("server-malformed", value=address) from None
    with tempfile.TemporaryDirectory(prefix="podium-") as folder, ExitStack() as opened:

        def keep(content: bytes) -> bootstrap.Podium:
            file = tempfile.mkstemp(suffix=".db", dir=folder)[1]
            fetched = opened.enter_context(bootstrap.opened(Config(database=file)))
            fetched.archives.restore(bootstrap.read_archive(content), OPERATOR)
            return fetched

        yield cast(bootstrap.Podium, _Podium(server, keep))


class _Server(Server):
    """A server whose refusals are the errors that verbs know, with its own sentences."""

    def request(self, method: str, path: str, body: object = None, **more: Any) -> Any:
        try:
            return super().request(method, path, body, **more)
        except Failed as failed:
            raise _refusal(failed) from failed


def _refusal(failed: Failed) -> PodiumError:
    facts = failed.problem
    value = facts.get("value")
    match failed:
        case Failed(code="fide-mode-asks"):
            asked = Cautioned(facts["cautions"], facts["level"], facts["step"], facts["steps"])
            return asked.at_step(facts["step"], facts["acknowledge"])
        case Failed(code="stale"):
            return Stale(facts["value"], facts["version"])
        case Failed(status=404):
            error: PodiumError = Unknown(failed.code.removeprefix("unknown-"), value)
        case _:
            error = (Invalid if failed.status == 400 else Refused)(failed.code, value=value)
    error.facts["told"] = str(failed)
    return error


class _Podium:
    """What verbs ask of a Podium, as far as it can be had from elsewhere."""

    def __init__(self, server: Server, keep: Callable[[bytes], bootstrap.Podium]) -> None:
        self.desk = _Desk(server, keep)
        self.registry = _Some(every_tournament=lambda: _listed(server), users=list, roles=lambda _id: {})
        self.prize_allocator = PrizeAllocator(cast(Desk, self.desk))
        # An archive is passed on as the server wrote it: what was fetched has its games paused.
        self.archives = _Some(
            rows=lambda id: SimpleNamespace(size=0, content=server.event(id).archive()),
            write=lambda stored: stored.content,
        )

    def __getattr__(self, name: str) -> Any:
        if name == "typeset":
            return self.desk.fetched.typeset
        if name == "attachments":
            return _Some(picture=self.desk.fetched.attachments.picture)
        raise Refused("only-on-the-machine")


class _Some(SimpleNamespace):
    """Some of what there is; anything else can only be had on the machine of the server."""

    def __getattr__(self, name: str) -> Any:
        raise Refused("only-on-the-machine")


def _listed(server: Server) -> list[dict[str, object]]:
    rows = [row for archived in (False, True) for row in server.tournaments(archived=archived)]
    found = [{**row, **{stage: row["status"] == stage for stage in ("archived", "published")}} for row in rows]
    return sorted(found, key=lambda row: (row["created_at"], row["id"]))


class _Desk:
    """Shows an event as the server has it now, and has it changed there."""

    fetched: bootstrap.Podium

    def __init__(self, server: Server, keep: Callable[[bytes], bootstrap.Podium]) -> None:
        self._server, self._keep = server, keep

    def see(self, _actor: Actor, stream: TournamentId) -> Seen:
        self.fetched = self._keep(self._server.event(stream).archive())
        return self.fetched.desk.see(OPERATOR, stream)

    def see_as(self, actor: Actor, stream: TournamentId, *_least: object) -> Seen:
        return self.see(actor, stream)  # the server says who may have the archive

    def history(self, seen: Seen) -> History:
        """What happened, by the names that people have there."""
        told = self.fetched.desk.history(seen)
        keys = ((line, line.commit.actor.replace(f"{ELSEWHERE}:", "user:")) for line in told.lines)
        return replace(told, lines=tuple(replace(x, commit=replace(x.commit, actor=key)) for x, key in keys))

    def perform(
        self,
        actor: Actor,
        stream: TournamentId,
        command: Command,
        *,
        expected: int | None = None,
        reason: str | None = None,
        acknowledged: int = 0,
        **_local: object,
    ) -> Receipt:
        """The receipt of a command: what the server answered, and the event as it is there since."""
        headers = {"If-Match": f'"{expected}"'} if expected is not None else {}
        if acknowledged:
            headers["Podium-Acknowledge"] = str(acknowledged)
        method, path, body = request_of(stream, command)
        if reason is not None and isinstance(body, dict):
            body = {**body, "reason": reason}
        answer = self._server.request(method, path, body, headers=headers)
        if isinstance(command, CreateTournament):
            stream = TournamentId(answer["id"])
            if command.players:
                self.perform(actor, stream, AddPlayers(command.players))
        return self._receipt(stream, answer)

    def _receipt(self, stream: TournamentId, answer: dict[str, Any]) -> Receipt:
        seen = self.see(OPERATOR, stream)
        version = answer.get("version", seen.version)
        with self.fetched.journal.past(stream) as past:
            events, at = past.events(version), past.commits(version - 1)[0].at
        return Receipt(stream, version, seen.state, events, at, dropped=tuple(answer.get("dropped", ())))

    def __getattr__(self, name: str) -> Any:
        if name in READS:
            return getattr(self.fetched.desk, name)
        raise Refused("only-on-the-machine")
