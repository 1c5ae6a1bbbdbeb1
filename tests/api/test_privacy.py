"""Every address that answers, asked by everybody: what is personal of a player reaches those who run the event only.

The addresses come from the application's own routes, so that a new one is asked without being listed here.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import zipfile
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from litestar.routes import HTTPRoute

from podium.app.access import Role
from podium.app.accounts.accounts import User
from podium.app.accounts.logins import SESSION_COOKIE
from podium.app.event.attachments import AttachmentKey, AttachmentKind, UploadedPicture
from podium.app.exports.exported_tables import TableName
from podium.app.formats.documents import DocumentName
from podium.app.hall.screens import Content, Screen, ScreenItem
from podium.app.prizes.contests import RunOptions
from podium.bootstrap import Podium, site
from podium.core.ids import PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import (
    AddPlayers,
    ChangeSettings,
    CloseRound,
    Command,
    CreateTournament,
    EditPlayer,
    HandPairing,
    PairByHand,
    PairRound,
    PublishPrizes,
    PublishRound,
    PublishTournament,
    RecordResult,
    Revert,
    SetPrizes,
)
from podium.flow.state import Game, Tournament
from podium.prizes import Override
from tests.api.test_live import served
from tests.kit.http import PASSWORD, House, house
from tests.kit.loops import ALL_SEEDS
from tests.kit.rating_lists import to_load
from tests.kit.waiting import PATIENCE

BORN, BORN_BEFORE, DISABILITY = "1907-03-09", "1908-04-10", "quadriplegia"
NATIONAL_ID = "QX77-4"
PERSONAL = (
    re.compile(r"(?<![0-9A-Za-z])190[78](?![0-9A-Za-z])"),  # a year, alone or in a date, but not within a random id
    re.compile(DISABILITY),
    re.compile(NATIONAL_ID),
    re.compile(r"above_max_age|disability_mismatch|too old on the first day|another disability"),
)
FORMATS = ("swiss", "doubles", "knockout", "manual", "stages")  # those whose pages differ
INSIDE = {"owner": Role.OWNER, "arbiter": Role.ARBITER, "scorer": Role.SCORER}
OUTSIDE = ("public", "stranger", "player", "player who is meant")
EXPORTS = ("csv", "xlsx", "trf", "trf26", "trf16")
WITHOUT_BIRTHS = ("ratings",)
# What else an address is asked with.
QUERIES = {
    "/api/tournaments/{id}/state": ("version={version}", "version=3"),
    "/api/tournaments/{id}/events": ("since=0",),
    "/api/ratings": ("q=1503014",),
    "/api/tournaments/{id}/rating-check": ("anyway=true",),
    "/t/{id}/players/ratings": ("check=yes&anyway=yes",),
    "/help": ("q=Ann",),
    "/api/tournaments/{id}/export/{format}": tuple(f"table={each}" for each in TableName),
    "/api/tournaments/{id}/prizes/why": ("player={pid}",),
    "/t/{id}/prizes/why": ("player={pid}", "prize=young-1"),
    "/t/{id}/prizes/run": ("order=optimal",),
    "/t/{id}/what-if": ("pairing={game}&result=0-1",),
    "/t/{id}/players": ("q=Ann", "by=name"),
    "/t/{id}/rounds/{round}/print": ("by=name",),
    "/t/{id}/rounds/{round}/swap": ("one={pid}&other={other}",),
    "/t/{id}/me/line": ("player={pid}",),
    "/t/{id}/certificates/print": ("for=players",),
}
# What nobody gets: Podium has been set up, and there is no such link; who chooses a language is led on.
WITHOUT_AN_ANSWER = {"/setup", "/l/{secret}", "/invitation/{secret}", "/language/{code}"}


def spellings(route: str) -> list[str]:
    """A route once for each file format and each kind of document."""
    formats = (
        [route.replace("{format}", each) for each in (*EXPORTS, *WITHOUT_BIRTHS)] if "{format}" in route else [route]
    )
    kinds = [each.value for each in DocumentName] if "{kind}" in route else [""]
    return [each.replace("{kind}", kind) for each in formats for kind in kinds]


@dataclass
class Hall:
    """A Podium on a port with an event of each format, in which Ann has a birth and a disability."""

    podium: Podium
    url: str
    routes: tuple[str, ...]
    cookies: Mapping[str, str]
    events: dict[str, TournamentId] = field(default_factory=dict)

    def state(self, event: TournamentId) -> Tournament:
        state = self.podium.journal.head(event).state
        assert state is not None
        return state

    def addresses(self, event: TournamentId) -> Iterator[tuple[str, str]]:
        """Each route with an address that it answers to, about Ann in that event."""
        known = self._known(event)
        for route in self.routes:
            names = {**known, "id": known["game"]} if route.startswith(("/api/pairings", "/api/matches")) else known
            for address in spellings(route):
                path = address.format(**names)
                yield route, path
                for query in QUERIES.get(route, ()):
                    yield route, f"{path}?{query.format(**names)}"

    def _known(self, event: TournamentId) -> dict[str, object]:
        state = self.state(event)
        ann = player_named(state, "Ann")
        if state.knockout is not None:
            game = next(match.id for match in state.knockout if ann in match.players)
        else:
            game = next(each.id for each in state.rounds[0].games.values() if ann in each.players)
        return {
            "id": event,
            "n": 1,
            "round": 1,
            "stage": 2,
            "version": self.podium.journal.head(event).version,
            "secret": "none",
            "token": "none",
            "name": "race.svg",
            "key": SCREEN.key,
            "draft": "none",
            "chapter": "how-to/byes",
            "picture": "round.png",
            "code": self._code(event),
            "other": player_named(state, "Ben"),
            **dict.fromkeys(("pid", "player"), ann),
            **dict.fromkeys(("game", "pairing", "match"), game),
        }

    def _code(self, event: TournamentId) -> str:
        check_in = self.podium.check_ins.under_way(event)
        assert check_in is not None
        return check_in.code

    def walk(self, who: str, event: str, routes: Container[str] | None = None) -> dict[str, tuple[int, str]]:
        """The status and the text of every address of all routes, or of those that are given, for somebody."""
        id = self.events[event]
        secret = self.cookies.get(who) or self._link(who, id)
        headers = {"Cookie": f"{SESSION_COOKIE}={secret}"} if secret else {}
        with httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE, follow_redirects=True) as client:
            return {
                f"{route} {address}": read(client, address)
                for route, address in self.addresses(id)
                if routes is None or route in routes
            }

    def _link(self, who: str, event: TournamentId) -> str | None:
        if not who.startswith("player"):
            return None
        name = "Ann" if who == "player who is meant" else "Ben"
        link, _ = self.podium.registry.add_link(event, Role.PLAYER, player_named(self.state(event), name), None)
        return self.podium.registry.open_link_session(link)


def player_named(state: Tournament, name: str) -> PlayerId:
    return next(id for id, player in state.players.items() if player.name == name)


def read(client: httpx.Client, address: str) -> tuple[int, str]:
    """The status and the text of an answer; of a stream that does not end, its first messages."""
    with client.stream("GET", address) as response:
        kind = response.headers.get("content-type", "")
        if kind.startswith("text/event-stream"):
            lines = response.iter_lines()
            return response.status_code, "\n".join(next(lines) for _ in range(10 if "since" in address else 1))
        content = response.read()
        if "spreadsheetml" in kind:
            with zipfile.ZipFile(io.BytesIO(content)) as book:
                return response.status_code, "".join(book.read(name).decode() for name in book.namelist())
        return response.status_code, response.text


def get_routes() -> tuple[str, ...]:
    """The paths that a browser or a program can read."""
    routes = [route for route in site().routes if isinstance(route, HTTPRoute) and "GET" in route.methods]
    return tuple(route.path_format for route in routes if not route.path_format.endswith("path}"))


def put_on(podium: Podium, owner: str, format: str) -> TournamentId:
    """An event as below, of somebody who has an account."""
    user = podium.registry.authenticate(owner, PASSWORD)
    assert user is not None
    return put_on_by(podium, user, format, TournamentId(format))


BRACKETS = ("knockout", "double-elimination")
STAGES: dict[str, object] = {
    "stages": [{"format": "round-robin", "groups": 2}, {"format": "knockout", "qualify": {"perGroup": 1}}]
}  # fmt: skip


def put_on_by(
    podium: Podium, user: User, format: str, stream: TournamentId, name: str = "Open", *, published: bool = True
) -> TournamentId:
    """An event whose first round is played, with prizes that Ann and Ben may not win and were meant to be given."""

    def do(command: Command) -> Tournament:
        return podium.desk.perform(user.actor, stream, command).state

    rounds: dict[str, object] = {} if format in BRACKETS else {"rounds": 3}
    if format == "stages":
        rounds = dict(STAGES)
    if format == "swiss":
        rounds |= {"live": True, "noShowWait": None}
    do(CreateTournament(stream, {"name": name, "format": format, "start": "2026-08-01", **rounds}))
    about = PlayerFields("Ann", rating=2000, birth=BORN_BEFORE, disability=DISABILITY, national_id=NATIONAL_ID)
    state = do(AddPlayers((about, *(PlayerFields(name, rating=1900) for name in ("Ben", "Cid", "Dan")))))
    ann = player_named(state, "Ann")
    do(EditPlayer(ann, {"birth": BORN}))
    do(EditPlayer(ann, {"birth": "1907", "disability": None}))
    do(Revert())
    by_hand = PairByHand((HandPairing(ann, player_named(state, "Ben")),))
    state = do(by_hand if format == "manual" else PairRound())
    if published:
        do(PublishTournament())
    if format not in BRACKETS:
        do(PublishRound(1))
        for game in state.rounds[0].games.values():
            if isinstance(game, Game):
                do(RecordResult(game.id, Result.WHITE_WINS))
        if format != "doubles":
            do(CloseRound(1))
    do(SetPrizes(PRIZES))
    refused = (Override("young-1", ann), Override("blind-1", player_named(state, "Ben")))
    podium.prize_allocator.finalise(user.actor, stream, RunOptions(refused), confirmed=True)
    do(PublishPrizes())
    podium.check_ins.open(stream, len(state.rounds) + 1, None)
    for kind, player in ((AttachmentKind.LOGO, None), (AttachmentKind.BACKGROUND, None), (AttachmentKind.PHOTO, ann)):
        picture = UploadedPicture("image/png", 16, 16, f"a {kind}".encode(), "abc")
        podium.attachments.put(AttachmentKey(kind, stream, player), picture)
    podium.screens.change_screens(stream, lambda _: (SCREEN,))
    return stream


SCREEN = Screen("hall", "Hall", items=(ScreenItem(Content.STANDINGS),))
PRIZES: tuple[dict[str, object], ...] = (
    {"id": "open", "name": "Open", "prizes": [{"id": "open-1", "place": 1, "cash": 50}]},
    {"id": "young", "name": "Young", "max_age": 20, "prizes": [{"id": "young-1", "place": 1, "medal": True}]},
    {"id": "blind", "name": "Blind", "disability": "blind", "prizes": [{"id": "blind-1", "place": 1, "medal": True}]},
)


@pytest.fixture(scope="module")
def opened(ready_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    database = shutil.copy(ready_file, tmp_path_factory.mktemp("privacy") / "podium.db")
    with house(f"sqlite:///{database}") as opened:
        yield opened


@pytest.fixture(scope="module")
def hall(opened: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    podium = opened.podium
    users = {name: podium.registry.add_user(name, PASSWORD) for name in (*INSIDE, "stranger")}
    cookies = {name: podium.registry.open_session(user) for name, user in users.items()}
    with served(opened) as (url, _):
        hall = Hall(podium, url, get_routes(), cookies)
        for format in FORMATS:
            hall.events[format] = put_on(podium, "owner", format)
            podium.registry.set_roles(hall.events[format], INSIDE)
        podium.rating_lists.load(to_load(tmp_path_factory.mktemp("lists")))
        yield hall


def telling(answers: Mapping[str, tuple[int, str]]) -> dict[str, str]:
    """The addresses whose answer has something personal in it, with what that is."""
    found = {}
    for address, (_, text) in answers.items():
        for pattern in PERSONAL:
            if match := pattern.search(text):
                found[address] = text[max(0, match.start() - 60) : match.end() + 60]
    return found


# The public looks at every format and the others at one; in `make long` everybody looks at everything.
WALKS = [(who, event) for who in OUTSIDE for event in FORMATS if ALL_SEEDS or who == "public" or event == "swiss"]


@pytest.mark.seeds
@pytest.mark.parametrize(("who", "event"), WALKS)
def test_nothing_personal_reaches_those_outside(hall: Hall, who: str, event: str) -> None:
    everything = ALL_SEEDS or event == "swiss"  # where no event is named, the answer is the same for each of them
    answers = hall.walk(who, event, None if everything else [route for route in hall.routes if "{" in route])
    assert telling(answers) == {}
    assert [address for address, (status, _) in answers.items() if status >= 500] == []


def test_every_address_is_really_asked(hall: Hall) -> None:
    """A new route whose parameters are not known here fails, instead of being asked about nothing."""
    unanswered = set(hall.routes)
    for event in FORMATS:
        answers = hall.walk("owner", event, unanswered)
        unanswered -= {address.split()[0] for address, (status, _) in answers.items() if status == 200}
    assert unanswered == WITHOUT_AN_ANSWER


@pytest.mark.parametrize("who", ["owner", "arbiter"])
def test_those_who_run_the_event_see_it(hall: Hall, who: str) -> None:
    personal = {
        "/api/tournaments/{id}/players",
        "/api/tournaments/{id}/players/{pid}",
        "/api/tournaments/{id}/export/{format}",
        "/api/tournaments/{id}/history",
        "/api/tournaments/{id}/prizes",
        "/api/tournaments/{id}/state",
        "/t/{id}/history",
        "/t/{id}/players/{player}",
        "/t/{id}/players/{player}/edit",
        "/t/{id}/prizes/run",
        "/t/{id}/prizes/why",
    }
    assert {address.split()[0] for address in telling(hall.walk(who, "swiss", personal))} == personal


def test_a_scorer_sees_it_too(hall: Hall) -> None:
    asked = ("/api/tournaments/{id}/export/{format}", "/api/tournaments/{id}/history")
    seen = telling(hall.walk("scorer", "swiss", asked))
    exports = {f"/api/tournaments/{{id}}/export/{{format}} /api/tournaments/swiss/export/{each}" for each in EXPORTS}
    assert seen.keys() >= {*exports, "/api/tournaments/{id}/history /api/tournaments/swiss/history"}


def test_who_reports_a_result_or_asks_what_it_would_change_learns_nothing_else(hall: Hall) -> None:
    state = hall.state(hall.events["knockout"])
    assert state.knockout is not None
    ben = player_named(state, "Ben")
    match = next(match for match in state.knockout if ben in match.players)
    link, _ = hall.podium.registry.add_link(state.id, Role.PLAYER, ben, None)
    secret = hall.podium.registry.open_link_session(link)
    session = hall.podium.registry.by_session(secret)
    assert session is not None
    headers = {"Cookie": f"{SESSION_COOKIE}={secret}", "X-CSRF-Token": session.csrf}
    path, body = f"/api/pairings/{match.id}/result", {"result": "1-0"}
    with httpx.Client(base_url=hall.url, headers=headers, timeout=PATIENCE) as client:
        answers = {
            "what if": client.post(
                f"/api/tournaments/{state.id}/what-if", json={"method": "PUT", "path": path, "body": body}
            ),
            "result": client.put(path, json=body),
        }
    assert {each: answer.status_code for each, answer in answers.items()} == {"what if": 200, "result": 200}
    assert telling({each: (200, answer.text) for each, answer in answers.items()}) == {}


APART = (
    re.compile(r'"forbidden":\s*\[\s*\['),  # the setting, which names groups of players
    re.compile(r"^260 ", re.MULTILINE),  # the record of a report file
    re.compile(r'"criterion":\s*"forbidden"|may not be paired with each other'),  # a reason, or a warning
)


@pytest.fixture(scope="module")
def apart(hall: Hall) -> str:
    """An event in which two pairs of players may not meet, with a first round to see and a second that is a draft."""
    user = hall.podium.registry.authenticate("owner", PASSWORD)
    assert user is not None
    stream = TournamentId("apart")

    def do(command: Command) -> Tournament:
        return hall.podium.desk.perform(user.actor, stream, command).state

    do(CreateTournament(stream, {"name": "Apart", "format": "swiss", "rounds": 3}))
    names = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
    state = do(AddPlayers(tuple(PlayerFields(name, rating=2000 - at) for at, name in enumerate(names))))
    ann, ben, dan, eve = (player_named(state, name) for name in ("Ann", "Ben", "Dan", "Eve"))
    do(ChangeSettings({"forbidden": [[ann, dan], [ben, eve]]}))
    state = do(PairRound())
    do(PublishTournament())
    do(PublishRound(1))
    for game in state.rounds[0].games.values():
        do(RecordResult(game.id, Result.WHITE_WINS))
    do(CloseRound(1))
    do(PairRound())  # a draft, which nobody outside knows of
    hall.podium.check_ins.open(stream, 2, None)
    hall.podium.screens.change_screens(stream, lambda _: (SCREEN,))
    hall.podium.registry.set_roles(stream, INSIDE)
    hall.events["apart"] = stream
    return "apart"


def naming_apart(answers: Mapping[str, tuple[int, str]]) -> dict[str, str]:
    """The addresses whose answer says who may not meet whom, with what it says."""
    found = {}
    for address, (_, text) in answers.items():
        for pattern in APART:
            if match := pattern.search(text):
                found[address] = text[max(0, match.start() - 60) : match.end() + 60]
    return found


@pytest.mark.seeds
@pytest.mark.parametrize("who", OUTSIDE if ALL_SEEDS else ("public", "player who is meant"))
def test_nobody_outside_learns_who_may_not_meet_whom_or_of_drafts(hall: Hall, apart: str, who: str) -> None:
    answers = hall.walk(who, apart)
    assert naming_apart(answers) == {}
    assert [address for address, (status, _) in answers.items() if status >= 500] == []
    listed = [
        each
        for each in json.loads(answers["/api/tournaments /api/tournaments"][1])["tournaments"]
        if each["id"] == apart
    ]
    assert [each["rounds_paired"] for each in listed] == [1]
    [one] = [json.loads(text) for address, (_, text) in answers.items() if address.endswith(" /api/tournaments/apart")]
    assert one["rounds_paired"] == 1
    assert f'/t/{apart}"' in answers["/ /"][1]
    assert "2/3" not in answers["/ /"][1]


def test_those_who_run_the_event_see_who_may_not_meet_and_the_draft(hall: Hall, apart: str) -> None:
    naming = {
        "/api/tournaments/{id}",
        "/api/tournaments/{id}/export/{format}",
        "/api/tournaments/{id}/state",
        "/api/pairings/{id}/why",
    }
    answers = hall.walk("arbiter", apart, {*naming, "/api/tournaments"})
    assert {address.split()[0] for address in naming_apart(answers)} == naming
    listed = [
        each
        for each in json.loads(answers["/api/tournaments /api/tournaments"][1])["tournaments"]
        if each["id"] == apart
    ]
    assert [each["rounds_paired"] for each in listed] == [2]
