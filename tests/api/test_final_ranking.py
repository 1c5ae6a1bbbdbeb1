"""A final ranking given to the server (prizes, specification, Inputs 2): games played elsewhere, all prizes here."""

from __future__ import annotations

import csv
from typing import Any

from tests.kit.http import Caller, Event

OPEN = {"id": "open", "name": "Open", "prizes": [{"id": "o1", "place": 1, "cash": 100}, {"id": "o2", "place": 2}]}
GIRLS = {"id": "girls", "name": "Girls", "gender": "weiblich", "prizes": [{"id": "g1", "place": 1, "medal": True}]}


def ranked(event: Event, *players: tuple[str, int | None], **more: object) -> None:
    body = [{"name": name, "rank": rank, **more} for name, rank in players]
    for each in event("POST", "/players", {"players": body}).ok(201)["players"]:
        event.ids[each["name"]] = each["id"]


def table(event: Event) -> list[tuple[int, str, str]]:
    return [(row["rank"], row["name"], row.get("ranking")) for row in event("GET", "/standings").ok()["standings"]]


def run(event: Event, **body: Any) -> Any:
    return event("POST", "/prizes/allocate", {"dryRun": True, **body})


def won(event: Event, **body: Any) -> dict[str, str]:
    names = {id: name for name, id in event.ids.items()}
    return {each["prize_id"]: names[each["player_id"]] for each in run(event, **body).ok()["winners"]}


def test_ranks_entered_are_the_standings_and_decide_the_prizes(chief: Caller) -> None:
    event = chief.event(start="2026-05-01")
    ranked(event, ("Ann", 3), ("Ben", 1))
    ranked(event, ("Cid", 2), gender="Female")
    assert table(event) == [(1, "Ben", "entered"), (2, "Cid", "entered"), (3, "Ann", "entered")]
    assert event("GET", f"/players/{event.ids['Ann']}").ok()["rank"] == 3
    event("PUT", "/prizes", {"categories": [OPEN, GIRLS]}).ok()
    assert won(event, rules={"multipleEligibilityMode": "allow-multiple", "useCategoryRank": True}) == {
        "o1": "Ben", "o2": "Cid", "g1": "Cid"
    }  # fmt: skip
    kept = event("POST", "/prizes/allocate", {}).ok()
    assert [each["prize_id"] for each in kept["winners"]] == ["o1", "o2"]


def test_equal_ranks_are_shared_and_a_missing_one_is_refused_by_name(chief: Caller) -> None:
    event = chief.event()
    ranked(event, ("Ann", 1), ("Ben", 1), ("Cid", None))
    event("PUT", "/prizes", {"categories": [OPEN]}).ok()
    assert [row[0] for row in table(event)] == [1, 1, 2]
    problem = run(event).refused(409, "ranking-incomplete")
    assert '"Cid"' in problem["detail"]
    event("POST", f"/players/{event.ids['Cid']}/withdraw", {}).ok()
    assert won(event) == {"o1": "Ann", "o2": "Ben"}  # the same rank and no rating: by name


def test_games_decide_where_there_are_any_and_the_answer_says_so(chief: Caller) -> None:
    event = chief.event()
    ranked(event, ("Ann", 2), ("Ben", 1))
    assert "unused_ranks" not in event("GET", "/standings").ok()
    event.pairs([("Ann", "Ben")])
    event.result("Ann", "1-0")
    standings = event("GET", "/standings").ok()
    assert [(row["name"], row.get("ranking")) for row in standings["standings"]] == [("Ann", None), ("Ben", None)]
    assert sorted(standings["unused_ranks"]) == sorted(event.ids.values())


def test_sections_have_their_own_ranking(chief: Caller) -> None:
    event = chief.event(sections=["A", "B"])
    ranked(event, ("Ann", 2), ("Ben", 1), section="A")
    event("POST", "/players", {"players": [{"name": "Cid", "section": "B"}]}).ok(201)
    assert table(event) == [(1, "Ben", "entered"), (2, "Ann", "entered"), (1, "Cid", None)]


def test_a_rank_that_is_none_is_refused(chief: Caller) -> None:
    event = chief.event()
    event("POST", "/players", {"players": [{"name": "Ann", "rank": 0}]}).refused(400, "rank-out-of-range")


def test_a_list_with_a_rank_column_brings_the_ranking_and_takes_it_out_again(chief: Caller) -> None:
    event = chief.event()
    content = b"Rank;Name;Sex\n2.;Ann;W\n1;Ben;m\n=3;Cid;girl\n"
    event.by.raw("POST", f"{event.url}/players/import", content, "text/csv").ok()
    assert table(event) == [(1, "Ben", "entered"), (2, "Ann", "entered"), (3, "Cid", "entered")]
    players = event("GET", "/players").ok()["players"]
    assert [each["gender"] for each in players] == ["f", "m", "f"]
    written = event.by.client.get(f"{event.url}/export/csv", headers=event.by.credentials).text
    [ann, *_rest] = csv.DictReader(written.lstrip("\ufeff").splitlines())
    assert (ann["Name"], ann["Rank"]) == ("Ann", "2")


REPORT = """\
012 Played elsewhere
001    1      Ann                               2000                             2.5    2
001    2      Ben                               1900                             3.0    1
"""


def test_the_ranks_of_a_report_without_rounds_are_its_final_ranking(chief: Caller) -> None:
    made = chief.raw("POST", "/api/tournaments/import", REPORT.encode(), "text/plain").ok(201)
    rows = chief.get(f"/api/tournaments/{made['id']}/standings")["standings"]
    assert [(row["rank"], row["name"], row.get("ranking")) for row in rows] == [
        (1, "Ben", "entered"),
        (2, "Ann", "entered"),
    ]
    assert any("final ranking" in said for said in made["filled_in"])
