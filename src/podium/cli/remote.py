"""Events on a server far away: a verb reads an event as the archive that the server gives, put into a database of its
own for as long as the verb runs, and its commands go to the server as requests of the API.

What an event has beside its history (check-in, clock, second entries, templates, pictures) is asked for and changed
there. What belongs to the whole server (accounts, rating lists, files of its machine) is refused here in words.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

from podium import bootstrap
from podium.app.access import OPERATOR, Actor
from podium.app.accounts.accounts import User
from podium.app.desk import Desk, Seen
from podium.app.event.attachments import AttachmentKey, AttachmentKind, UploadedPicture
from podium.app.event.templates import Template
from podium.app.hall.check_in import CheckIn
from podium.app.hall.event_clock import ClockKind, ClockOrder, EventClock
from podium.app.hall.screens import Display
from podium.app.history.history import ELSEWHERE, History
from podium.app.ports import Receipt
from podium.app.prizes.prizegiving import PrizeAllocator
from podium.app.rounds.second_entry import SecondEntry
from podium.app.server.steady_clock import milliseconds, utc_now, written
from podium.app.words.language import language
from podium.cli.requests import request_of
from podium.client import Failed, Server
from podium.config import Config
from podium.core.choice import result as read_result
from podium.core.errors import Cautioned, Invalid, PodiumError, Refused, Stale, Unknown
from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.result import Result
from podium.flow.commands import AddPlayers, Command, CreateTournament
from podium.flow.state import Stage

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
        self.registry = _Registry(server, self.desk)
        self.check_ins, self.screens = _CheckIns(server), _screens(server)
        self.prize_allocator = PrizeAllocator(cast(Desk, self.desk))
        # An archive is passed on as the server wrote it: what was fetched has its games paused.
        self.archives = _Some(
            rows=lambda id: SimpleNamespace(size=0, content=server.event(id).archive()),
            write=lambda stored: stored.content,
        )

    def __getattr__(self, name: str) -> Any:
        if name in ("typeset", "forecasts"):
            return getattr(self.desk.fetched, name)
        if name == "attachments":
            return _attachments(self.desk)
        raise Refused("only-on-the-machine")


class _Some(SimpleNamespace):
    """Some of what there is; anything else can only be had on the machine of the server."""

    def __getattr__(self, name: str) -> Any:
        raise Refused("only-on-the-machine")


class _Registry:
    """Who has what there: the only user is whoever the token is of."""

    def __init__(self, server: Server, desk: _Desk) -> None:
        self._server, self._desk = server, desk

    def every_tournament(self) -> list[dict[str, object]]:
        return _listed(self._server)

    def users(self) -> list[User]:
        return [User(0, "")]

    def roles(self, _tournament: TournamentId) -> dict[str, object]:
        return {}

    def set_second_entry(
        self, _tournament: TournamentId, pairing: PairingId, result: Result | None, _actor: Actor
    ) -> None:
        self._server.request("PUT", f"/api/pairings/{pairing}/second-entry", {"result": result and result.value})

    def second_entries(self, tournament: TournamentId) -> dict[PairingId, SecondEntry]:
        event, rounds = self._server.event(tournament), self._desk.seen.state.rounds
        numbers = [here.number for here in rounds if here.stage is not Stage.DRAFT and not here.automatic]
        rows = [row for n in numbers for row in event.request("GET", f"/rounds/{n}/second-entry")["entries"]]
        read = ((row, read_result("result", row["result"])) for row in rows)
        return {PairingId(row["id"]): SecondEntry(result, "", row["at"]) for row, result in read if result}

    def keep_template(self, _user: int, name: str, _settings: object) -> Template:
        body = {"name": name, "tournament_id": self._desk.seen.state.id}
        return Template(**self._server.request("POST", "/api/templates", body))

    def templates(self, _user: int) -> list[Template]:
        return [Template(**row) for row in self._server.pages("/api/templates", "templates")]

    def template(self, user: int, id: int) -> Template:
        for each in self.templates(user):
            if each.id == id:
                return each
        raise Unknown("template", str(id))

    def drop_template(self, _user: int, id: int) -> None:
        self._server.request("DELETE", f"/api/templates/{id}")

    def __getattr__(self, name: str) -> Any:
        raise Refused("only-on-the-machine")


class _CheckIns:
    """The check-in of an event there."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def now(self) -> str:
        return written(utc_now())

    def under_way(self, tournament: TournamentId) -> CheckIn | None:
        try:
            return _check_in(self._server.event(tournament).request("GET", "/check-in"))
        except Refused as refused:
            if refused.code != "no-check-in":
                raise
            return None

    def open(self, tournament: TournamentId, _round: int, deadline: str | None, *, links: bool = False) -> CheckIn:
        left = datetime.fromisoformat(deadline) - datetime.now(UTC) if deadline is not None else None
        minutes = round(left / timedelta(minutes=1)) if left is not None else None
        return _check_in(
            self._server.event(tournament).request("POST", "/check-in", {"minutes": minutes, "links": links})
        )

    def note(self, tournament: TournamentId, player: PlayerId, *, present: bool) -> None:
        self._server.event(tournament).request("PUT", f"/check-in/players/{player}", {"present": present})

    def end(self, tournament: TournamentId) -> None:
        if self.under_way(tournament) is not None:  # else what became of the absent has ended it
            self._server.event(tournament).request("POST", "/check-in/end", {})


def _check_in(row: dict[str, Any]) -> CheckIn:
    return CheckIn(row["round"], "", row["deadline"], row["since"])


def _screens(server: Server) -> _Some:
    def display(row: dict[str, Any]) -> Display:
        ends = milliseconds(datetime.fromisoformat(row["ends"])) if row["ends"] is not None else None
        left = row["left"] if ends is None else 0
        return Display(clock=EventClock(ClockKind(row["kind"]), row["length"], ends, left))

    def change_clock(tournament: TournamentId, order: ClockOrder) -> Display:
        body = {"action": order.action.value, "minutes": order.minutes, "until": order.until}
        return display(server.event(tournament).request("POST", "/clock", body))

    return _Some(
        display=lambda tournament: display(server.event(tournament).request("GET", "/clock")),
        change_clock=change_clock,
        milliseconds=lambda: milliseconds(utc_now()),
    )


def _attachments(desk: _Desk) -> _Some:
    def changed(method: str, key: AttachmentKey, picture: UploadedPicture | None = None) -> None:
        names = {AttachmentKind.LOGO: "/logo", AttachmentKind.BACKGROUND: "/certificate-background"}
        path, event = names.get(key.kind, f"/players/{key.player}/photo"), desk.server.event(key.tournament)
        if picture is None:
            event.request(method, path)
        else:
            event.request(method, path, picture.content, content_type=picture.media_type)

    return _Some(
        picture=desk.fetched.attachments.picture,
        put=lambda key, picture, _was: changed("PUT", key, picture),
        remove=lambda key, _was: changed("DELETE", key),
    )


def _listed(server: Server) -> list[dict[str, object]]:
    rows = [row for archived in (False, True) for row in server.tournaments(archived=archived)]
    found = [{**row, **{stage: row["status"] == stage for stage in ("archived", "published")}} for row in rows]
    return sorted(found, key=lambda row: (row["created_at"], row["id"]))


class _Desk:
    """Shows an event as the server has it now, and has it changed there."""

    fetched: bootstrap.Podium
    seen: Seen

    def __init__(self, server: Server, keep: Callable[[bytes], bootstrap.Podium]) -> None:
        self.server, self._keep = server, keep

    def see(self, _actor: Actor, stream: TournamentId) -> Seen:
        self.fetched = self._keep(self.server.event(stream).archive())
        self.seen = self.fetched.desk.see(OPERATOR, stream)
        return self.seen

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
        answer = self.server.request(method, path, body, headers=headers)
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
