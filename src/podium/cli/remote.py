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
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

from msgspec import to_builtins

from podium import bootstrap
from podium.app.access import OPERATOR, Actor
from podium.app.accounts.accounts import User
from podium.app.desk import Desk, Seen
from podium.app.event.attachments import AttachmentKey, AttachmentKind
from podium.app.event.templates import Template
from podium.app.hall.check_in import CheckIn
from podium.app.hall.event_clock import ClockKind, EventClock
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
from podium.core.errors import Cautioned, Invalid, PodiumError, Refused, Stale, Unknown
from podium.core.ids import PairingId, TournamentId
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
        self.registry, self.check_ins, self.screens = _registry(server, self.desk), _check_ins(server), _screens(server)
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
            return _attachments(self.desk)
        raise Refused("only-on-the-machine")


class _Some(SimpleNamespace):
    """Some of what there is; anything else can only be had on the machine of the server."""

    def __getattr__(self, name: str) -> Any:
        raise Refused("only-on-the-machine")


def _registry(server: Server, desk: _Desk) -> _Some:
    """Who has what there: the only user is whoever the token is of."""

    def second_entries(tournament: TournamentId) -> dict[PairingId, SecondEntry]:
        begun = [here.number for here in desk.seen.state.rounds if here.stage is not Stage.DRAFT and not here.automatic]
        ask = server.event(tournament).request
        rows = [row for number in begun for row in ask("GET", f"/rounds/{number}/second-entry")["entries"]]
        return {row["id"]: SecondEntry(Result(row["result"]), "", row["at"]) for row in rows}

    def templates(_user: int) -> list[Template]:
        return [Template(**row) for row in server.pages("/api/templates", "templates")]

    def template(user: int, id: int) -> Template:
        if found := [each for each in templates(user) if each.id == id]:
            return found[0]
        raise Unknown("template", str(id))

    def keep_template(_user: int, name: str, _settings: object) -> Template:
        body = {"name": name, "tournament_id": desk.seen.state.id}
        return Template(**server.request("POST", "/api/templates", body))

    return _Some(
        every_tournament=lambda: _listed(server),
        users=lambda: [User(0, "")],
        roles=lambda _id: {},
        set_second_entry=lambda _id, pairing, result, _who: server.request(
            "PUT", f"/api/pairings/{pairing}/second-entry", {"result": result and result.value}
        ),
        second_entries=second_entries,
        keep_template=keep_template,
        templates=templates,
        template=template,
        drop_template=lambda _user, id: server.request("DELETE", f"/api/templates/{id}"),
    )


def _check_ins(server: Server) -> _Some:
    def ask(tournament: TournamentId, method: str, path: str = "", body: object = None) -> CheckIn | None:
        try:
            row = server.event(tournament).request(method, f"/check-in{path}", body)
        except Refused as refused:  # there is none; or what became of the absent has ended it
            if refused.code != "no-check-in" or method == "PUT":
                raise
            return None
        return CheckIn(row["round"], "", row["deadline"], row["since"])

    def open_(tournament: TournamentId, _round: int, deadline: str | None, *, links: bool) -> CheckIn | None:
        left = datetime.fromisoformat(deadline) - utc_now() if deadline is not None else None
        minutes = round(left / timedelta(minutes=1)) if left is not None else None
        return ask(tournament, "POST", "", {"minutes": minutes, "links": links})

    return _Some(
        now=lambda: written(utc_now()),
        under_way=lambda tournament: ask(tournament, "GET"),
        open=open_,
        note=lambda tournament, player, present: ask(tournament, "PUT", f"/players/{player}", {"present": present}),
        end=lambda tournament: ask(tournament, "POST", "/end", {}),
    )


def _screens(server: Server) -> _Some:
    def display(tournament: TournamentId, method: str = "GET", body: object = None) -> Display:
        row = server.event(tournament).request(method, "/clock", body)
        ends = milliseconds(datetime.fromisoformat(row["ends"])) if row["ends"] is not None else None
        return Display(clock=EventClock(ClockKind(row["kind"]), row["length"], ends, row["left"]))

    return _Some(
        display=display,
        change_clock=lambda tournament, order: display(tournament, "POST", to_builtins(order)),
        milliseconds=lambda: milliseconds(utc_now()),
    )


def _attachments(desk: _Desk) -> _Some:
    def change(method: str, key: AttachmentKey, content: bytes | None, kind: str) -> None:
        names = {AttachmentKind.LOGO: "/logo", AttachmentKind.BACKGROUND: "/certificate-background"}
        path = names.get(key.kind, f"/players/{key.player}/photo")
        desk.server.event(key.tournament).request(method, path, content, content_type=kind)

    return _Some(
        picture=desk.fetched.attachments.picture,
        put=lambda key, picture, _was: change("PUT", key, picture.content, picture.media_type),
        remove=lambda key, _was: change("DELETE", key, None, "application/json"),
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
