"""Documents of a tournament over the API."""

from __future__ import annotations

from podium.app.access import Role
from tests.kit.http import Event, House
from tests.kit.pictures import png


def started(event: Event) -> Event:
    event.players("Ann", "Ben", "Cid", "Dan")
    event.pairs([("Ann", "Ben"), ("Cid", "Dan")])
    return event


def kinds(event: Event) -> list[str]:
    return [row["kind"] for row in event("GET", "/documents").ok()["documents"]]


def test_a_document_is_a_pdf_to_look_at(event: Event) -> None:
    started(event)
    answer = event("GET", "/documents/pairings?round=1&paper=letter")
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == 'inline; filename="pairings-1.pdf"'
    assert answer.body.startswith(b"%PDF-")


def test_what_can_be_had_is_listed(event: Event) -> None:
    assert kinds(event) == []
    started(event)
    assert kinds(event)[:4] == ["start-list", "check-in", "pairings", "pairings-by-name"]
    for kind in kinds(event):
        assert event("GET", f"/documents/{kind}").status == 200, kind


def test_what_there_is_not_is_not_found(event: Event) -> None:
    event("GET", "/documents/start-list").refused(404, "unknown-document")
    started(event)
    event("GET", "/documents/poster").refused(404, "unknown-document")
    event("GET", "/documents/bracket").refused(404, "unknown-document")
    event("GET", "/documents/pairings?round=7").refused(404, "unknown-round")
    event("GET", "/documents/pairings?round=x").refused(400, "malformed")
    event("GET", "/documents/player-cards?player=nobody").refused(404, "unknown-player")
    event("GET", "/documents/pairings?paper=a5").refused(400, "choice-unknown")
    event("GET", "/documents/certificates?for=losers").refused(400, "choice-unknown")


def test_documents_are_for_those_who_see_the_pages(hall: House, event: Event) -> None:
    started(event)
    public = event.as_seen_by(hall.anyone)
    public("GET", "/documents/pairings").refused(404, "unknown-tournament")
    event("POST", "/publish", {}).ok()
    public("GET", "/documents/pairings").refused(404, "unknown-document")  # the round is a draft
    event("POST", "/rounds/1/publish", {}).ok()
    assert public("GET", "/documents/pairings").status == 200
    public("GET", "/documents/result-slips").refused(401, "credentials-missing")
    scorer = event.as_seen_by(hall.role(event, "scorer", Role.SCORER))
    assert scorer("GET", "/documents/result-slips").status == 200
    scorer("GET", "/documents/arbiters-report").refused(403, "forbidden")


def test_another_logo_makes_another_document(event: Event) -> None:
    started(event)
    tag = event("GET", "/documents/start-list").headers["etag"]
    event.by.raw("PUT", f"{event.url}/logo", png(), "image/png").ok()
    assert event("GET", "/documents/start-list").headers["etag"] != tag
