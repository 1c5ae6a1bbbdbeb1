"""Following an event: told once of each round, by push, until one is gone or has enough."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from litestar.testing import TestClient

from podium.app.hall.followers import Follower
from podium.app.hall.push_messages import ServerKey, new_key
from podium.app.hall.push_sender import Sender
from podium.bootstrap import application, opened
from podium.config import Config
from podium.core.errors import Refused
from podium.core.ids import TournamentId
from podium.storage.hall.followers import SqlFollowers
from tests.kit.http import Caller, Event, House, Json
from tests.kit.live import THREEFOLD, LiveBoard
from tests.kit.push import FakeBrowser, PushService, claims_of, push_service
from tests.kit.waiting import at_once, until

KEY = new_key()


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def hall(ready_sqlite_url: str) -> Iterator[House]:
    """Podium with a key for push messages, which may go to this machine."""
    config = Config(ready_sqlite_url, push_key=KEY, push_contact="mailto:chess@example.org", push_anywhere=True)
    with opened(config) as podium:
        app = application(podium)
        with TestClient(app) as client:
            yield House(podium, client)


@pytest.fixture
def event(hall: House) -> Event:
    event = hall.user("chief").event(name="Spring Open")
    event.players("Ann", "Ben", "Cid", "Dan", "Eve")
    event("POST", "/publish", {}).ok()
    return event


def follow(hall: House, event: Event, browser: FakeBrowser, player: str | None = None) -> int:
    of = {"player_id": event.ids[player]} if player else {}
    body = {**browser.subscription, **of}
    round: int = hall.anyone("POST", f"{event.url}/followers", body).ok(201)["round"]
    return round


def publish(event: Event, pairs: list[tuple[str, str]]) -> None:
    number = event.pairs(pairs)["round"]
    event("POST", f"/rounds/{number}/edit", {"open": False, "acknowledge": True, "reason": "drawn by hand"})
    event("POST", f"/rounds/{number}/publish", {}).ok()


def test_followers_are_told_of_a_round_and_of_their_player(hall: House, event: Event, service: PushService) -> None:
    everybody, ann, ben, eve = (service.browser(name) for name in ("all", "ann", "ben", "eve"))
    assert follow(hall, event, everybody) == 0
    for browser, name in ((ann, "Ann"), (ben, "Ben"), (eve, "Eve")):
        follow(hall, event, browser, name)
    publish(event, [("Ann", "Ben"), ("Cid", "Dan")])
    arrived = {each.path: each for each in service.wait(4)}
    told = {path: browser.read(arrived[path].body) for path, browser in
            (("/all", everybody), ("/ann", ann), ("/ben", ben), ("/eve", eve))}  # fmt: skip
    assert told["/all"] == {
        "title": "Spring Open",
        "body": "Round 1 is out.",
        "url": f"/t/{event.id}",
        "tag": f"podium-{event.id}",
    }
    assert told["/ann"]["body"] == "Round 1 is out. Ann: board 1, White against Ben."
    assert told["/ben"]["body"] == "Round 1 is out. Ben: board 1, Black against Ann."
    assert told["/eve"]["body"] == "Round 1 is out. Eve: no opponent this time."
    assert told["/ann"]["url"] == f"/t/{event.id}/players/{event.ids['Ann']}"
    headers = arrived["/all"].headers
    assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "14400")
    claims, key = claims_of(headers["authorization"])
    assert (claims["aud"], claims["sub"]) == (service.url, "mailto:chess@example.org")
    assert key == ServerKey.parse(KEY, "").public == hall.anyone.get(f"{event.url}/news")["pushKey"]


def test_followers_of_a_player_are_told_once_that_the_game_starts(hall: House, service: PushService) -> None:
    event = hall.user("chief").event(name="Online", live=True)
    event.players("Ann", "Ben", "Cid", "Dan")
    event("POST", "/publish", {}).ok()
    event.pairs([("Ann", "Ben"), ("Cid", "Dan")])
    event("POST", "/rounds/1/publish", {}).ok()
    fan, player = (service.browser(each) for each in ("fan", "dan"))
    follow(hall, event, fan)
    follow(hall, event, player, "Dan")
    sender = _sender(hall)
    event("POST", "/rounds/1/start", {"startsAt": "2031-01-01T10:00:00Z"}).ok()
    assert sender.tell(TournamentId(event.id)) == 0
    event("POST", "/rounds/1/hold", {}).ok()
    event("POST", "/rounds/1/start", {}).ok()
    [sent] = service.wait(1)
    said = player.read(sent.body)
    game = event.pairing("Dan")["id"]
    assert (said["body"], said["url"]) == (
        "Dan: the game starts, board 2, Black against Cid.",
        f"/t/{event.id}/games/{game}/play",
    )
    assert sender.tell(TournamentId(event.id)) == 0


def test_a_double_elimination_is_played_live_to_the_reset_and_each_game_is_told_of(
    hall: House, service: PushService
) -> None:
    """Rounds that were started ahead begin board by board; a grand final drawn twice is decided by Armageddon."""
    times = {"timeControl": "10+5", "tieBreakTimeControl": "3+2", "armageddonTimeControl": "5+0/4+0"}
    event = hall.user("chief").event("Two lives", "double-elimination", live=True, tieBreakPolicy="RAPID", **times)
    for name in ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gil", "Hal"):
        event.players(name)
    names = {id: name for name, id in event.ids.items()}
    event("POST", "/publish").ok()
    event.pair()
    phones = {name: service.browser(name) for name in names.values()}
    for name, phone in phones.items():
        follow(hall, event, phone, name)
    rounds = event.by.get(f"{event.url}/bracket")["rounds"]
    for here in rounds:
        event("POST", f"/rounds/{here['number']}/start").ok()
    seen, told, final = set[str](), Counter[str](), len(rounds)

    def waiting() -> list[Json]:
        rows = event.by.get(f"{event.url}/matches")["matches"]
        return [
            row
            for row in rows
            if row["status"] != "FINISHED" and row["whiteEntryId"] and row["blackEntryId"] and not row["isTieBreak"]
        ]

    def lose(match: Json, loser: str) -> None:
        """Play a match that one of its players loses; the first grand final takes three games."""
        board = LiveBoard.of(event, match["id"]).begin()
        for number in (1, 2) if match["roundNumber"] == final else ():
            board.plays(THREEFOLD)
            id = event.by.get(f"/api/matches/{match['id']}")["tieBreakMatches"][number - 1]
            board = LiveBoard.of(event, id).begin()
            clocks = board.game()["clocks"]
            assert (clocks["white"] > clocks["black"]) == (number == 2)
        board.act(board.white if board.game()["white"]["id"] == event.ids[loser] else board.black, "resign").ok()

    def starts() -> Counter[str]:
        """How often each player was told that a game starts."""
        said = [(each.path[1:], phones[each.path[1:]].read(each.body)["body"]) for each in tuple(service.sent)]
        return Counter(name for name, text in said if text.startswith(f"{name}: the game starts, board"))

    while games := waiting():
        if games[0]["roundNumber"] > final:
            event("POST", f"/rounds/{final + 1}/start").ok()
        here = [[names[each["whiteEntryId"]], names[each["blackEntryId"]]] for each in games]
        for each, players in zip(games, here, strict=True):
            if each["id"] not in seen:
                told.update(players)
        seen |= {each["id"] for each in games}
        until(lambda: starts() == told)
        lose(games[0], (min if games[0]["roundNumber"] == final else max)(here[0]))
    assert (len(seen), starts()) == (15, told)
    bracket = event.by.get(f"{event.url}/bracket")
    assert [names[each] for each in bracket["champions"]] == ["Ann"]
    assert [here["name"] for here in bracket["rounds"]][-2:] == ["Grand final", "Grand final, second match"]


def test_a_draft_is_told_to_nobody_and_a_result_is_no_news(hall: House, event: Event, service: PushService) -> None:
    follow(hall, event, service.browser("all"))
    publish(event, [("Ann", "Ben"), ("Cid", "Dan")])
    service.wait(1)
    event.result("Ann", "1-0").ok()
    event.result("Cid", "1-0").ok()
    event("POST", "/rounds/1/close", {}).ok()
    event.pairs([("Ann", "Cid"), ("Ben", "Dan")])
    sender = _sender(hall)
    assert sender.tell(TournamentId(event.id)) == 0
    assert len(service.sent) == 1


def test_who_follows_is_told_of_later_rounds_only(hall: House, event: Event, service: PushService) -> None:
    publish(event, [("Ann", "Ben")])
    assert follow(hall, event, service.browser("late")) == 1
    assert _sender(hall).tell(TournamentId(event.id)) == 0


def test_who_is_gone_is_forgotten_and_who_is_busy_is_not(hall: House, event: Event, service: PushService) -> None:
    service.status = {"/gone": 410, "/unknown": 404, "/busy": 503}
    for name in ("gone", "unknown", "busy", "fine"):
        follow(hall, event, service.browser(name))
    publish(event, [("Ann", "Ben")])
    service.wait(4)
    event.result("Ann", "1-0").ok()
    event("POST", "/rounds/1/close", {}).ok()
    publish(event, [("Ann", "Cid")])
    arrived = service.wait(6)
    assert sorted(each.path for each in arrived[4:]) == ["/busy", "/fine"]


def test_one_tap_ends_it(hall: House, event: Event, service: PushService) -> None:
    browser = service.browser("all")
    follow(hall, event, browser)
    for _ in range(2):
        assert hall.anyone("DELETE", f"{event.url}/followers", {"endpoint": browser.endpoint}).status == 204
    publish(event, [("Ann", "Ben")])
    assert _sender(hall).tell(TournamentId(event.id)) == 0
    assert service.sent == []


def test_the_same_browser_again_changes_of_whom_it_hears(hall: House, event: Event, service: PushService) -> None:
    browser = service.browser("all")
    follow(hall, event, browser)
    follow(hall, event, browser, "Cid")
    publish(event, [("Ann", "Ben"), ("Cid", "Dan")])
    [sent] = service.wait(1)
    assert "Cid: board 2" in browser.read(sent.body)["body"]


def test_each_is_claimed_by_one_process_alone(ready_url: str) -> None:
    with opened(Config(ready_url)) as podium:
        stream = TournamentId("t1")
        kept, most = SqlFollowers(podium.database), 250
        for number in range(most):
            kept.follow(stream, Follower(f"https://push.example.org/{number}", b"k" * 65, b"s" * 16, "en"), 0)
        claimed: list[int] = []
        lock = threading.Lock()

        def claim() -> None:
            own = SqlFollowers(podium.database)
            while found := own.claim(stream, 1):
                with lock:
                    claimed.extend(each.id for each in found)

        at_once([claim] * 4)
        assert len(claimed) == len(set(claimed)) == most
        assert kept.claim(stream, 1) == []
        with pytest.raises(Refused):
            SqlFollowers(podium.database, most).follow(stream, Follower("https://x.org/", b"k" * 65, b"s", "en"), 0)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"endpoint": "nonsense"}, "push-endpoint-malformed"),
        ({"keys": {"p256dh": "AAAA", "auth": "AAAA"}}, "push-keys-malformed"),
        ({"keys": {"p256dh": "B" + "A" * 86, "auth": "A" * 22}}, "push-keys-malformed"),
        ({"keys": {"p256dh": "B"}}, "malformed"),
    ],
)
def test_what_is_no_subscription_is_refused(hall: House, event: Event, change: dict[str, object], code: str) -> None:
    body = {**FakeBrowser("http://127.0.0.1:9/a").subscription, **change}
    hall.anyone("POST", f"{event.url}/followers", body).refused(400, code)


def test_one_follows_what_everybody_sees(hall: House, event: Event, service: PushService) -> None:
    body = service.browser("all").subscription
    hall.anyone("POST", f"{event.url}/followers", {**body, "player_id": "nobody"}).refused(404, "unknown-player")
    hidden = hall.user("other").event(name="Hidden")
    hidden.by("POST", f"{hidden.url}/followers", body).refused(404, "unknown-tournament")


def test_without_a_key_the_server_says_so(chief_without_key: Caller, service: PushService) -> None:
    event = chief_without_key.event()
    event("POST", "/publish", {}).ok()
    event("POST", "/followers", service.browser("all").subscription).refused(409, "push-without-key")
    said = event.by.get(f"{event.url}/news")
    assert (said["round"], said["text"], said["pushKey"]) == (0, "No round is out yet.", None)


def test_private_addresses_are_refused_unless_a_test_allows_them(hall: House, event: Event) -> None:
    strict = replace(hall.podium.config, push_anywhere=False)
    assert strict.push_anywhere is Config().push_anywhere is False
    with TestClient(application(replace(hall.podium, config=strict))) as client:
        body = FakeBrowser("http://127.0.0.1:9/a").subscription
        Caller(client)("POST", f"{event.url}/followers", body).refused(400, "push-endpoint-malformed")


def test_nobody_follows_a_thousand_times_a_minute(hall: House, event: Event) -> None:
    body = {"endpoint": "https://push.example.org/a"}
    answers = [hall.anyone("DELETE", f"{event.url}/followers", body) for _ in range(61)]
    answers[-1].refused(429, "too-many-attempts")


def _sender(hall: House) -> Sender:
    podium = hall.podium
    return Sender(
        podium.journal, podium.followers, ServerKey.parse(KEY, ""), podium.desk.public_heads.public_head, anywhere=True
    )


@pytest.fixture
def chief_without_key(ready_sqlite_url: str) -> Iterator[Caller]:
    with opened(Config(ready_sqlite_url)) as podium, TestClient(application(podium)) as client:
        yield House(podium, client).user("chief")
