"""Accounts, invitations, sessions, duplicates and templates over HTTP."""

from __future__ import annotations

from tests.kit.http import PASSWORD, Caller, Event, House


def test_administrators_see_accounts_with_their_roles_and_others_do_not(hall: House, chief: Caller) -> None:
    chief.event("Open")
    hall.user("helper")("GET", "/api/users").refused(403, "administrators-only")
    Caller(chief.client)("GET", "/api/users").refused(401, "credentials-missing")
    users = {each["name"]: each for each in chief.get("/api/users")["users"]}
    assert users["chief"]["administrator"]
    assert not users["helper"]["administrator"]
    assert [(each["name"], each["role"]) for each in users["chief"]["roles"]] == [("Open", "owner")]


def test_an_invitation_is_accepted_once(either_hall: House) -> None:
    chief = either_hall.user("chief")
    made = chief("POST", "/api/invitations", {"label": "Dora", "days": 2}).ok(201)
    path = f"/api/invitations/{made['url'].rpartition('/')[2]}/accept"
    assert [each["label"] for each in chief.get("/api/invitations")["invitations"]] == ["Dora"]
    anyone = Caller(chief.client)
    anyone("POST", path, {"name": "chief", "password": PASSWORD}).refused(409, "user-exists")
    assert anyone("POST", path, {"name": "Dora", "password": PASSWORD}).ok(201)["name"] == "Dora"
    anyone("POST", path, {"name": "Eve", "password": PASSWORD}).refused(404, "unknown-invitation")
    other = chief("POST", "/api/invitations", {}).ok(201)
    chief("DELETE", f"/api/invitations/{other['id']}").ok()
    chief("DELETE", f"/api/invitations/{other['id']}").refused(404, "unknown-invitation")
    chief("POST", "/api/invitations", {"days": 0}).refused(400, "count-out-of-range")


def test_a_disabled_accounts_token_is_worthless_and_a_removed_ones_events_are_inherited(either_hall: House) -> None:
    chief, helper = either_hall.user("chief"), either_hall.user("helper")
    id = next(each["id"] for each in chief.get("/api/users")["users"] if each["name"] == "helper")
    event = helper.event("Theirs")
    chief("PATCH", f"/api/users/{id}", {"disabled": True}).ok()
    helper("GET", "/api/tournaments").refused(401, "token-unknown")
    assert not chief("PATCH", f"/api/users/{id}", {"disabled": False}).ok()["disabled"]
    reset = chief("POST", f"/api/users/{id}/reset").ok(201)
    secret = reset["url"].rpartition("/")[2]
    Caller(chief.client)("POST", f"/api/invitations/{secret}/accept", {"password": "another horse"}).ok(201)
    assert chief("DELETE", f"/api/users/{id}", {}).ok() == {"inherited": [event.url.rpartition("/")[2]]}
    assert chief("GET", f"{event.url}/roles").ok()["roles"] == {"chief": "owner"}
    own = next(each["id"] for each in chief.get("/api/users")["users"])
    chief("PATCH", f"/api/users/{own}", {"administrator": False}).refused(409, "administrator-missing")
    chief("DELETE", f"/api/users/{own}", {}).refused(409, "administrator-missing")


def test_sessions_are_listed_and_ended(hall: House, chief: Caller) -> None:
    chief.client.post("/api/session", json={"name": "chief", "password": PASSWORD})
    chief.client.cookies.clear()
    [session] = chief.get("/api/sessions")["sessions"]
    hall.user("helper")("DELETE", f"/api/sessions/{session['ref']}").refused(404, "unknown-session")
    chief("DELETE", f"/api/sessions/{session['ref']}").ok()
    assert chief.get("/api/sessions")["sessions"] == []


def test_a_duplicate_has_no_results_and_a_repeated_wish_makes_one(hall: House, chief: Caller) -> None:
    event = chief.event("May", rounds=5, place="Hall", start="2026-05-01")
    event.players("Ann", "Ben")
    event.pairs([("Ann", "Ben")])
    event.result("Ann", "1-0")
    wish = {"name": "June", "players": True}
    june = event("POST", "/duplicate", wish, Idempotency_Key="k1").ok(201)
    assert event("POST", "/duplicate", wish, Idempotency_Key="k1").ok(201)["id"] == june["id"]
    assert (june["name"], june["rounds"], june["place"], june["start"]) == ("June", 5, "Hall", None)
    players = chief.get(f"/api/tournaments/{june['id']}/players")["players"]
    assert [each["name"] for each in players] == ["Ann", "Ben"]
    assert chief.get(f"/api/tournaments/{june['id']}/standings")["standings"][0]["points"] == 0
    hall.user("helper")("POST", f"{event.url}/duplicate", {"name": "Mine"}).refused(404, "unknown-tournament")


def test_a_template_is_its_users_own(hall: House, chief: Caller) -> None:
    event: Event = chief.event("May", "doubles", setsToWin=2)
    id = event.url.rpartition("/")[2]
    kept = chief("POST", "/api/templates", {"name": "Evening", "tournament_id": id}).ok(201)
    assert chief.get("/api/templates")["templates"] == [kept]
    assert kept["settings"]["setsToWin"] == 2
    june = chief("POST", f"/api/templates/{kept['id']}/tournaments", {"name": "June"}).ok(201)
    assert (june["name"], june["format"], june["setsToWin"]) == ("June", "doubles", 2)
    helper = hall.user("helper")
    assert helper.get("/api/templates") == {"templates": []}
    helper("POST", f"/api/templates/{kept['id']}/tournaments", {"name": "X"}).refused(404, "unknown-template")
    helper("POST", "/api/templates", {"name": "X", "tournament_id": id}).refused(404, "unknown-tournament")
    chief("DELETE", f"/api/templates/{kept['id']}").ok()
    chief("DELETE", f"/api/templates/{kept['id']}").refused(404, "unknown-template")


def test_the_api_keeps_its_default_for_draws_in_a_knockout(chief: Caller) -> None:
    """As the design says that knockouts follow: who names no policy gets NONE."""
    event = chief.event("Cup", "knockout")
    assert event("GET", "").ok()["tieBreakPolicy"] == "NONE"


def test_prizes_before_the_end_are_kept_only_if_confirmed(chief: Caller) -> None:
    event = chief.event("Open", rounds=3)
    event.players("Ann", "Ben")
    event.pairs([("Ann", "Ben")])
    plan = {"categories": [{"name": "Open", "prizes": [{"place": 1, "cash": 10}]}]}
    event("PUT", "/prizes", plan).ok()
    event("POST", "/prizes/allocate", {"dryRun": True}).ok()
    problem = event("POST", "/prizes/allocate", {}).refused(409, "tournament-not-over")
    assert (problem["games"], problem["rounds"]) == (1, 2)
    assert event("GET", "/prizes").ok()["allocation"] is None
    event("POST", "/prizes/allocate", {"confirm": True}).ok()
    assert event("GET", "/prizes").ok()["allocation"] is not None
