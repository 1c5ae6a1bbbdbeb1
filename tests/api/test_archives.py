"""Archives of events over the API: taken by those who run an event, restored by whoever may create one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from podium.api.resources.pgn import FORM
from podium.app.access import Role
from podium.app.accounts.credentials import TokenScope
from podium.app.archives.archives import MOST_BYTES
from tests.kit.forged import forged, of_commits, setting
from tests.kit.http import Caller, Event, House, house

JSON = "application/json"


@pytest.fixture
def played(event: Event) -> Event:
    """An event with a round, of which one result was undone."""
    event.players("Ann", "Ben", "Cid", "Dan")
    event.pairs([("Ann", "Ben"), ("Cid", "Dan")])
    event.result("Ann", "1-0").ok()
    event.result("Cid", "0-1").ok()
    event("POST", "/undo", {}).ok()
    return event


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def target_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of another database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'other.db'}"
    url: str = request.getfixturevalue("empty_postgres_url")
    return url


def taken(event: Event) -> bytes:
    """The archive of an event, as its bytes."""
    sent = event.by.client.get(f"{event.url}/archive", headers=event.by.credentials)
    assert sent.status_code == 200, sent.text
    return sent.content


def test_an_event_is_restored_at_another_server_by_whoever_becomes_its_owner(
    hall: House, played: Event, target_url: str
) -> None:
    content = taken(played)
    with house(target_url) as other:
        owner = other.user("olga")
        answer = owner.raw("POST", "/api/archives", content)
        restored = answer.ok(201)
        assert answer.headers["location"] == f"/api/tournaments/{played.id}"
        assert restored["equal"] is True
        assert all(each["equal"] for each in restored["compared"])
        there = Event(owner, played.id, played.ids)
        assert there.standings == played.standings
        ours, theirs = (each.by.get(f"{each.url}/history") for each in (played, there))
        for commit in ours["commits"]:
            commit["actor"] += " (from an archive)"
        assert theirs == ours
        assert owner.get(f"{there.url}/roles")["roles"] == {"olga": "owner"}
        there("POST", "/redo", {}).ok()
        assert there.standings["Dan"][0] == 1


def test_its_file_is_called_by_the_event_and_kept_by_nobody_on_the_way(played: Event) -> None:
    sent = played.by.client.get(f"{played.url}/archive", headers=played.by.credentials)
    assert sent.headers["content-disposition"] == 'attachment; filename="Open.podium.json"'
    assert sent.headers["cache-control"] == "no-store"
    assert json.loads(sent.content)["format"] == "podium-event-archive"


def test_an_archive_is_for_those_who_run_the_event(hall: House, played: Event) -> None:
    played("POST", "/publish", {}).ok()
    hall.anyone("GET", f"{played.url}/archive").refused(403, "forbidden")
    hall.by_link(played, Role.SCORER)("GET", f"{played.url}/archive").refused(403, "forbidden")
    hall.role(played, "scorer", Role.SCORER)("GET", f"{played.url}/archive").refused(403, "forbidden")
    assert hall.role(played, "arbiter", Role.ARBITER)("GET", f"{played.url}/archive").status == 200
    hall.user("chief2")("GET", "/api/tournaments/nothing/archive").refused(404, "unknown-tournament")


def test_whoever_may_not_create_events_may_not_restore_them(hall: House, played: Event) -> None:
    content = taken(played)
    hall.anyone.raw("POST", "/api/archives", content).refused(401, "credentials-missing")
    registry = hall.podium.registry
    user = registry.users()[0]
    _, secret = registry.add_token(user, "results", TokenScope.RESULTS)
    Caller(hall.client, secret).raw("POST", "/api/archives", content).refused(403, "token-limited")
    hall.by_link(played, Role.SCORER).raw("POST", "/api/archives", content).refused(403, "forbidden")


def test_where_it_is_already_it_is_restored_as_a_copy(played: Event) -> None:
    content, before = taken(played), played.version
    played.by.raw("POST", "/api/archives", content).refused(409, "archive-exists")
    copied = played.by.raw("POST", "/api/archives?copy=true", content).ok(201)
    assert copied["copied_from"] == played.id != copied["id"]
    assert Event(played.by, copied["id"]).standings == played.standings
    assert played.version == before
    played("DELETE", "", {}).ok()
    assert played.by.raw("POST", "/api/archives?copy=true", content).status == 201


def test_the_same_request_twice_restores_once(played: Event) -> None:
    content, url = taken(played), "/api/archives?copy=true"
    headers = {**played.by.credentials, "Idempotency-Key": "k1", "Content-Type": JSON}
    first, second = (played.by.client.post(url, content=content, headers=headers) for _ in range(2))
    assert first.status_code == second.status_code == 201
    assert first.json() == second.json()
    other = played.by.client.post(url, content=content + b"\n", headers=headers)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency-key-reused")


def test_a_form_may_bring_it(hall: House, played: Event) -> None:
    sent = played.by.client.post(
        "/api/archives?copy=true", files={"file": ("a.json", taken(played))}, headers=played.by.credentials
    )
    assert sent.status_code == 201


def test_what_is_wrong_is_said_with_its_place(chief: Caller, played: Event) -> None:
    chief.raw("POST", "/api/archives", b"").refused(400, "not-an-archive")
    chief.raw("POST", "/api/archives", b"012 Open\r\n", "text/plain").refused(400, "not-an-archive")
    content = taken(played)
    cut = chief.raw("POST", "/api/archives", content[:-9]).refused(400, "archive-not-json")
    assert f"column {len(content) - 8}" in cut["detail"]
    changed = content.replace(b'"actor":"chief"', b'"actor":"other"', 1)
    damaged = chief.raw("POST", "/api/archives", changed).refused(400, "archive-damaged")
    assert "commit" in damaged["detail"]
    assert chief.get("/api/tournaments")["tournaments"][0]["id"] == played.id
    assert len(chief.get("/api/tournaments")["tournaments"]) == 1


def test_one_that_is_too_large_is_not_read(chief: Caller) -> None:
    answer = chief.raw("POST", "/api/archives", b" " * (MOST_BYTES + FORM + 1))
    answer.refused(413, "too-large")


class TestFideMode:
    """An event that has left FIDE mode comes back into it in no copy of an archive that was taken before."""

    @pytest.fixture
    def swiss(self, chief: Caller) -> Event:
        event = chief.event(format="swiss", rules="fide", rounds=1, tiebreaks=["BH"])
        event.players("Ann", "Ben", "Cid", "Dan")
        for row in event.pair()["pairings"]:
            event.by("PUT", f"/api/pairings/{row['id']}/result", {"result": "1/2-1/2"}).ok()
        return event

    def leave(self, event: Event) -> None:
        number = "0"
        for _step in range(2):
            asked = event("POST", "/leave-fide-mode", {}, Podium_Acknowledge=number).refused(409, "fide-mode-asks")
            number = str(asked["acknowledge"])
        event("POST", "/leave-fide-mode", {}, Podium_Acknowledge=number).ok()

    def copied(self, event: Event, content: bytes) -> tuple[dict[str, Any], Event]:
        answer = event.by.raw("POST", "/api/archives?copy=true", content).ok(201)
        return answer, Event(event.by, answer["id"], event.ids)

    @pytest.mark.parametrize("deleted", [False, True])
    def test_a_copy_of_an_event_that_left_has_left_too(self, swiss: Event, deleted: bool) -> None:
        content = taken(swiss)
        self.leave(swiss)
        if deleted:
            swiss("DELETE", "", {}).ok()
        answer, copy = self.copied(swiss, content)
        assert (answer["equal"], answer["fide_mode_exit"]) == (True, 1)
        event = copy("GET", "").ok()
        assert (event["fide_mode"], event["fide_mode_exit"], event["version"]) == (False, 1, answer["version"])
        assert "### FIDE mode exited @ Round 1" in copy("GET", "/export/trf").ok().decode()
        assert copy("GET", "/history").ok()["commits"][0]["type"] == "LeaveFideMode"
        back = copy("POST", "/undo", {"to": copy.version - 1}, If_Match=f'"{copy.version}"')
        assert back.ok()["version"]
        assert copy("GET", "").ok()["fide_mode"] is False
        assert taken(copy)

    def test_a_copy_of_an_event_that_is_in_it_is_in_it(self, swiss: Event) -> None:
        answer, copy = self.copied(swiss, taken(swiss))
        assert answer["fide_mode_exit"] is None
        assert (copy("GET", "").ok()["fide_mode"], copy.version) == (True, swiss.version)

    def test_nothing_is_restored_over_an_event_that_left(self, swiss: Event) -> None:
        content = taken(swiss)
        self.leave(swiss)
        swiss.by.raw("POST", "/api/archives", content).refused(409, "archive-exists")
        assert swiss("GET", "").ok()["fide_mode"] is False

    def test_lots_of_a_copy_fall_as_those_of_the_event(self, swiss: Event) -> None:
        swiss("POST", "/rounds/1/close", {}).ok()
        _, copy = self.copied(swiss, taken(swiss))
        _, of_the_copy = self.copied(swiss, taken(copy))
        orders = []
        for event in (swiss, copy, of_the_copy):
            event("PUT", "/ties", {"players": sorted(swiss.ids.values()), "by": "lot"}).ok()
            rows = event("GET", "/standings").ok()["standings"]
            assert {row["ordered_by"] for row in rows} == {"lot"}
            orders.append([row["name"] for row in rows])
        assert orders[1:] == orders[:1] * 2


def test_what_no_command_would_have_taken_is_refused_and_named(hall: House, played: Event) -> None:
    """The digests are right: anybody can compute them."""
    content = forged(taken(played), setting(end="9999-99-99"))
    answer = played.by.raw("POST", "/api/archives?copy=true", content)
    answer.refused(400, "archive-value")
    assert (answer.body["field"], answer.body["value"]) == ("end", "9999-99-99")
    assert hall.client.get("/").status_code == 200


def test_an_author_of_an_archive_is_never_taken_for_an_account_here(hall: House, played: Event) -> None:
    content = forged(taken(played), of_commits(actor="admin"))
    copied = played.by.raw("POST", "/api/archives?copy=true", content).ok(201)["id"]
    commits = played.by.get(f"/api/tournaments/{copied}/history")["commits"]
    assert {each["actor"] for each in commits} == {"admin (from an archive)"}
