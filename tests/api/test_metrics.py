"""The metrics over HTTP: who may read them, and what they say; a stranger can make no new series."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest
from litestar.testing import TestClient

from podium.app.access import OPERATOR, Role
from podium.app.desk import Desk
from podium.bootstrap import Podium, application, opened
from podium.config import Config
from podium.core.ids import TournamentId
from podium.flow.commands import CreateTournament, PublishTournament
from tests.kit.http import House
from tests.kit.server import RunningServer, serving
from tests.kit.waiting import PATIENCE, until

TOKEN = "token-of-the-watcher"
BY_TOKEN = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def watched(ready_sqlite_url: str) -> Iterator[House]:
    """A Podium whose metrics are read with a token."""
    with (
        opened(Config(database=ready_sqlite_url, metrics_token=TOKEN)) as podium,
        TestClient(application(podium), raise_server_exceptions=False) as client,
    ):
        yield House(podium, client)


def lines(house: House) -> dict[str, float]:
    """What is counted, by series, without the label of the process."""
    answer = house.client.get("/metrics", headers=BY_TOKEN)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    rows = [line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#")]
    return {re.sub(r',?process="\d+"|\{process="\d+"\}', "", series): float(number) for series, _, number in rows}


class TestWhoMayRead:
    def test_with_a_token_only_whoever_sends_it(self, watched: House) -> None:
        for headers in ({}, {"Authorization": "Bearer other"}, {"Authorization": TOKEN}):
            answer = watched.client.get("/metrics", headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "metrics-closed")
        assert watched.client.get("/metrics", headers=BY_TOKEN).status_code == 200

    def test_without_one_nobody_from_elsewhere(self, hall: House) -> None:
        assert hall.client.get("/metrics").status_code == 403
        assert hall.client.get("/metrics", headers=BY_TOKEN).status_code == 403

    def test_a_user_with_every_right_does_not_either(self, hall: House) -> None:
        hall.user("chief")("GET", "/metrics").refused(403, "metrics-closed")

    @pytest.fixture
    def served(self, ready_sqlite_url: str) -> Iterator[RunningServer]:
        with opened(Config(database=ready_sqlite_url)) as podium, serving(application(podium)) as server:
            yield server

    def test_the_machine_itself_but_nobody_through_its_proxy(self, served: RunningServer) -> None:
        url = f"{served.url}/metrics"
        assert httpx.get(url, timeout=PATIENCE).status_code == 200
        for name in ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"):
            assert httpx.get(url, headers={name: "127.0.0.1"}, timeout=PATIENCE).status_code == 403
        assert httpx.get(url, headers={"Host": "podium.example.org"}, timeout=PATIENCE).status_code == 403


class TestWhatIsCounted:
    def test_requests_by_the_template_of_their_address(self, watched: House) -> None:
        event = watched.user("chief").event()
        for _ in range(2):
            event("GET", "/players").ok()
        seen = lines(watched)
        series = 'podium_requests_total{route="/api/tournaments/{id}/players",method="GET",status="2xx"}'
        assert seen[series] == 2
        assert seen['podium_request_seconds_count{route="/api/tournaments/{id}/players",method="GET"}'] == 2

    def test_answers_that_are_kept_are_one_route(self, watched: House) -> None:
        event = watched.user("chief").event()
        event("POST", "/publish").ok()
        for _ in range(3):
            assert watched.client.get(f"/t/{event.id}").status_code == 200
        assert lines(watched)['podium_requests_total{route="(kept)",method="GET",status="2xx"}'] == 2

    def test_a_stranger_makes_no_new_series(self, watched: House) -> None:
        watched.client.get("/first-guess")
        before = set(lines(watched))
        for number in range(20):
            watched.client.get(f"/guess-{number}")
            watched.client.get(f"/guess-{number}/x?y={number}")
        watched.client.request("BREW", "/")
        watched.client.request("STIR", "/guess")
        added = set(lines(watched)) - before
        assert all('method="other"' in each or 'code="' in each or 'route="/metrics"' in each for each in added), added
        assert not any("guess" in each or "BREW" in each or "STIR" in each for each in added)

    def test_commits_refusals_and_faults(self, watched: House, monkeypatch: pytest.MonkeyPatch) -> None:
        chief = watched.user("chief")
        event = chief.event()
        event.players("Ann", "Ben")
        chief("GET", "/api/tournaments/nothing").refused(404, "unknown-tournament")
        before = lines(watched)
        assert before['podium_commits_total{kind="TournamentCreated"}'] == 1
        assert before['podium_refusals_total{code="unknown-tournament"}'] == 1
        assert before["podium_faults_total"] == 0

        def fail(*_args: object) -> None:
            raise RuntimeError

        monkeypatch.setattr(Desk, "see", fail)
        assert watched.client.get(f"/t/{event.id}").status_code == 500
        assert lines(watched)["podium_faults_total"] == 1

    def test_sign_ins_by_what_became_of_them(self, watched: House) -> None:
        registry = watched.podium.registry
        registry.add_user("chief", "right password")
        for password in ("wrong password", "right password"):
            watched.client.post("/api/session", json={"name": "chief", "password": password})
        event = watched.user("other").event()
        _, secret = registry.add_link(TournamentId(event.id), Role.SCORER, None, None)
        watched.client.cookies.clear()
        watched.client.get(f"/l/{secret}")
        seen = lines(watched)
        assert seen['podium_sign_ins_total{outcome="refused"}'] == 1
        assert seen['podium_sign_ins_total{outcome="signed-in"}'] == 1
        assert seen['podium_sign_ins_total{outcome="link-opened"}'] == 1

    def test_attempts_that_are_too_many(self, ready_sqlite_url: str) -> None:
        config = Config(database=ready_sqlite_url, metrics_token=TOKEN)
        limited = replace(config, limits=replace(config.limits, sign_ins_per_name=1))
        with opened(limited) as podium, TestClient(application(podium)) as client:
            for _ in range(3):
                client.post("/api/session", json={"name": "nobody", "password": "wrong password"})
            assert lines(House(podium, client))['podium_sign_ins_total{outcome="too-many"}'] == 2

    def test_the_state_of_the_server(self, watched: House) -> None:
        seen = lines(watched)
        assert seen["podium_database_bytes"] > 0
        assert seen["process_cpu_seconds_total"] > 0
        assert seen["podium_games_running"] == 0
        queues = {"commits", "files", "pairing", "passwords", "questions"}
        assert {f'podium_waiting{{queue="{each}"}}' for each in queues} <= set(seen)
        assert 'podium_database_connections{pool="writing"}' in seen

    def test_streams_while_they_are_open(self, ready_sqlite_url: str) -> None:
        with opened(Config(database=ready_sqlite_url)) as podium, serving(application(podium)) as server:
            id = TournamentId("open")
            podium.desk.perform(OPERATOR, id, CreateTournament(id, {"name": "Open", "format": "manual"}))
            podium.desk.perform(OPERATOR, id, PublishTournament())

            def streams() -> int:
                text = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
                return int(re.findall(r"^podium_open_streams\S* (\d+)", text, re.MULTILINE)[0])

            assert streams() == 0
            address = f"{server.url}/api/tournaments/{id}/events"
            with httpx.stream("GET", address, timeout=PATIENCE) as stream:
                assert stream.status_code == 200
                until(lambda: streams() == 1)
            until(lambda: streams() == 0)


@pytest.mark.postgres
def test_a_database_on_postgresql_is_measured_too(ready_postgres_url: str) -> None:
    def read(podium: Podium) -> dict[str, float]:
        with TestClient(application(podium)) as client:
            return lines(House(podium, client))

    with opened(Config(database=ready_postgres_url, metrics_token=TOKEN)) as podium:
        seen = read(podium)
    assert seen["podium_database_bytes"] > 0
    assert seen['podium_database_connections{pool="all"}'] >= 0


def test_every_answer_names_its_request(hall: House) -> None:
    seen = {hall.client.get(path).headers["x-request-id"] for path in ("/", "/health", "/nothing", "/api/nothing")}
    assert len(seen) == 4
    assert all(re.fullmatch(r"[0-9a-f]{16}", each) for each in seen)
