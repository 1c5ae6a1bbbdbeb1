"""The verbs on a server far away, and the client that they go by."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path
from typing import Any, get_args

import pytest

from podium.api.acts import COMMAND
from podium.api.bodies import convert
from podium.bootstrap import read_archive, site
from podium.cli.requests import REQUESTS, request_of
from podium.client import Failed, Server
from podium.core.ids import PairingId, PlayerId
from podium.core.player import PlayerFields
from podium.core.result import ByeType, Result
from podium.flow import commands as c
from podium.flow.formats.registry import FORMAT_NAMES
from podium.flow.rounds.kept_values import TieOrderedBy
from podium.flow.state import Side
from podium.knockout import Reason
from tests.api.test_live import served
from tests.cli.conftest import Run, Said, invoke
from tests.kit.finished import NAMES, SETTINGS
from tests.kit.http import House, house
from tests.kit.pictures import png

ANN, BEN, CID, DAN = (PlayerId(f"event00001-{name}") for name in ("ann", "ben", "cid", "dan"))
GAME = PairingId("event00001-r1b1")
SAMPLES: tuple[c.Command, ...] = (
    c.ChangeSettings({"name": "Open", "rounds": 5}, confirm=True),
    c.ContinueAs({"format": "swiss", "rounds": 5}),
    c.LeaveFideMode(),
    c.PublishTournament(published=False),
    c.ArchiveTournament(),
    c.DeleteTournament(),
    c.AddPlayers((PlayerFields("Ann", 2000, "GER", club="Hamburg", birth="1990"), PlayerFields("Ben"))),
    c.EditPlayer(ANN, {"name": "Anne", "rating": None}, half_byes=False),
    c.EditPlayer(ANN, {"club": "Kiel"}),
    c.RemovePlayer(ANN),
    c.WithdrawPlayer(ANN),
    c.WithdrawPlayer(ANN, expelled=True),
    c.WithdrawPlayer(ANN, withdrawn=False, confirm=True),
    c.RequestByes(ANN, {3: ByeType.HALF, 5: ByeType.ZERO}),
    c.SetLaterRatings(ANN, {4: 2130}),
    c.RenumberPlayers(),
    c.ExchangeNumbers(ANN, BEN),
    c.OrderTie((ANN, BEN), TieOrderedBy.LOT),
    c.OrderTie((ANN, BEN), None),
    c.TypeTiebreaks({ANN: "12.5", BEN: None}),
    c.PairRound(),
    c.PairRound(3, confirm=True),
    c.PairAllRounds(),
    c.PairByHand((c.HandPairing(ANN, BEN), c.HandPairing(CID, None, ByeType.UNPAIRED)), 2),
    c.PairTeams((((ANN, BEN), (CID, DAN)),)),
    c.UnpairRound(2),
    c.PublishRound(1, "2026-12-01T19:30:00+01:00"),
    c.StartRound(1),
    c.HoldRound(1),
    c.CloseRound(1, confirm=True),
    c.ReopenRound(1),
    c.SetStartPosition(1, 518),
    c.EditRound(1, open=False, acknowledge=True),
    c.AddPairing(1, ANN, BEN),
    c.GiveBye(1, ANN, ByeType.HALF),
    c.RearrangePairing(GAME, white=ANN, turn=True, board=3),
    c.RemovePairing(GAME),
    c.RecordResult(GAME, Result.WHITE_WINS_UNRATED, was=None, replaces=True),
    c.RecordResult(GAME, None),
    c.RecordResult(GAME, Result.DRAW, reason=Reason.STALEMATE, confirm=True),
    c.CorrectForRating(GAME, Result.WHITE_WINS),
    c.RecordBye(GAME, ByeType.UNPAIRED),
    c.SetPrizes(rules={"order": "value-first"}),
    c.PublishPrizes(published=False),
    c.RecordSets(GAME, {Side.HOME: 3, Side.AWAY: None}),
    c.RecordSets(GAME, {Side.AWAY: 1}),
    c.ClickSets(GAME, Side.HOME),
    c.AnotherRound(),
    c.SetGroups(1, ((ANN, BEN), (CID, DAN))),
    c.SetGroups(1, None),
    c.StartStage(2),
    c.StartStage(2, (ANN, BEN)),
    c.StartStage(2, everybody=True),
    c.StartStage(2, lot=""),
    c.Revert(),
    c.Revert(7),
    c.Rewind(4),
    c.Redo(),
    c.ForgetPlayer(ANN),
)
BY_WHAT_THEY_MAKE = {c.CreateTournament, c.ImportPlayers, c.AllocatePrizes, c.SettleAbsences}
# Of players, of files and databases: no verb about an event gives them by itself.
OF_OTHERS = {
    c.CorrectResult, c.ReportResult, c.ConfirmReport, c.ObjectToReport, c.WithdrawReport,
    c.CountSets, c.AdoptRecords,
}  # fmt: skip


def test_a_request_is_the_command_again() -> None:
    for command in SAMPLES:
        method, path, body = request_of("event00001", command)
        _app, handler, _path, params, _rest = site().asgi_router.handle_routing(path=path, method=method)
        field = handler.parsed_data_field
        assert field is not None
        known = {**params, "data": convert(json.loads(json.dumps(body)), field.annotation)}
        give: Callable[..., c.Command] = handler.opt[COMMAND]
        assert give(**{name: known[name] for name in signature(give).parameters}) == command


def test_every_command_has_its_request() -> None:
    assert {type(each) for each in SAMPLES} | BY_WHAT_THEY_MAKE == set(REQUESTS)
    assert set(get_args(c.Command)) - set(REQUESTS) == OF_OTHERS


class There:
    """A server, and somebody who runs `podium --server` far from it."""

    def __init__(self, hall: House, address: str) -> None:
        registry = hall.podium.registry
        _, self.token = registry.add_token(registry.add_user("ana", "long enough"), "test")
        self.hall, self.address = hall, address

    def __call__(self, *arguments: object, code: int = 0, token: str | None = None) -> Said:
        said = invoke(arguments, PODIUM_SERVER=self.address, PODIUM_TOKEN=token or self.token, PODIUM_DB="none.db")
        assert said.code == code, said
        return said


@pytest.fixture
def there(ready_sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[There]:
    monkeypatch.chdir(tmp_path)
    with house(ready_sqlite_url) as hall, served(hall) as (address, _):
        yield There(hall, address)


@pytest.mark.parametrize("format", FORMAT_NAMES)
def test_an_evening_on_a_server_far_away(there: There, format: str) -> None:
    rounds = SETTINGS[format].get("rounds")
    made = there(
        "tournament", "create", "Open", "--format", format, *(["--rounds", rounds] if rounds else []), "--json"
    )
    id = made.json["id"]
    Path("list.csv").write_text("Name,Rating,FIDE ID\nAnn,2000,12345\nBen,1900,\nCid,1800,\n", "utf-8")
    there("import", "list.csv", "--tournament", "Open")
    there("players", "add", "Open", "Dan", *(NAMES[4:] if format == "stages" else ()))
    if format not in ("knockout", "double-elimination"):
        by_hand = ("--game", "Ann", "Ben", "--game", "Cid", "Dan") if format == "manual" else ()
        there("round", "pair", "Open", *by_hand)
        there("round", "publish", "Open", "1")
    else:
        there("bracket", "Open", "--build")
    if format == "doubles":
        there("sets", "Open", 1, 1, "2:0")
    else:
        there("result", "Open", 1, 1, "1-0")
    there("tournament", "publish", "Open")
    table = there("table", "Open", "--json").json["standings"]
    assert len(table) == (8 if format == "stages" else 4)
    assert table == Server(there.address, there.token).event(id).standings()
    there("undo", "Open")
    there("redo", "Open")
    told = there("history", "Open").out
    assert "ana" in told
    assert "archive" not in told
    assert "Ann" in there("export", "--tournament", "Open").out
    shown = there("tournament", "show", "Open", "--json").json
    assert [shown["id"], shown["status"], shown["players"]] == [id, "published", len(table)]
    assert there("tournament", "list", "--json").json["tournaments"][0]["id"] == id
    assert not Path("none.db").exists()


def test_prizes_of_an_event_far_away(there: There) -> None:
    event = Server(there.address, there.token).create("Open", "manual", rounds=1)
    event.add([{"name": "Ann"}, {"name": "Ben"}])
    ann, ben = [each["id"] for each in event.players()]
    board = event.request("POST", "/rounds", {"pairings": [{"white": ann, "black": ben}]})["pairings"][0]
    event.result(board["id"], "0-1")
    event.request("PUT", "/prizes", {"categories": [{"name": "Main", "prizes": [{"place": 1, "cash": 50}]}]})
    said = there("prizes", "--tournament", "Open", "--finalise", "--json")
    assert [each["player_id"] for each in json.loads(said.out)["winners"]] == [ben]
    assert event.request("GET", "/prizes")["allocation"]["winners"][0]["player_id"] == ben


def test_a_copy_of_the_event_and_paper_come_from_there(there: There) -> None:
    there("tournament", "create", "Open", "--format", "manual")
    there("players", "add", "Open", "Ann")
    there("archive", "Open", "-o", "open.json")
    assert read_archive(Path("open.json").read_bytes()).archive.name == "Open"
    there("print", "start-list", "Open", "-o", "list.pdf")
    assert Path("list.pdf").read_bytes().startswith(b"%PDF")
    there("tournament", "duplicate", "Open", "Again", "--players")
    listed = there("tournament", "list", "--json").json["tournaments"]
    assert [(each["name"], each["players"]) for each in listed] == [("Open", 1), ("Again", 1)]


def test_the_server_refuses_in_its_own_words(there: There, podium: Run) -> None:
    there("tournament", "create", "Open", "--format", "swiss", "--rounds", 3)
    assert "players" in there("round", "pair", "Open", code=1).err
    assert "There is no tournament" in there("round", "pair", "Nobody", code=4).err
    assert json.loads(there("table", "Open", "--json", token="podium_wrong", code=1).err)["code"] == "token-unknown"
    registry = there.hall.podium.registry
    _, other = registry.add_token(registry.add_user("ben", "long enough"), "test")
    there("table", "Open", token=other, code=4)
    with pytest.raises(Failed) as failed:
        Server(there.address, other).event("nowhere").status()
    assert (failed.value.status, failed.value.code) == (404, "unknown-tournament")


@pytest.mark.parametrize(
    "verb",
    [
        ("ratings", "compare", "Open"),
        ("ratings", "check", "Open"),
        ("watch", ".", "--tournament", "Open", "--round", "1"),
    ],
)
def test_what_works_on_the_machine_alone_says_so(there: There, verb: tuple[str, ...]) -> None:
    event = Server(there.address, there.token).create("Open", "manual")
    event.add([{"name": "Ann"}, {"name": "Ben"}])
    ann, ben = [each["id"] for each in event.players()]
    event.request("POST", "/rounds", {"pairings": [{"white": ann, "black": ben}]})
    version = event.act(1, "publish")["version"]
    assert there(*verb, code=1).err == "This works on the machine of the server alone, without --server.\n"
    assert event.status()["version"] == version


def test_a_hall_is_run_from_far_away(there: There) -> None:
    there("tournament", "create", "Open", "--format", "manual")
    event = Server(there.address, there.token).event(there("tournament", "list", "--json").json["tournaments"][0]["id"])
    there("players", "add", "Open", *NAMES[:4])
    assert "until 2" in there("check-in", "open", "Open", "--minutes", 30).out
    there("check-in", "add", "Open", "Ann", "Ben", "Cid")
    there("check-in", "undo", "Open", "Cid")
    assert [bool(each) for each in there("check-in", "list", "Open", "--json").json["since"].values()] == [True, True]
    assert "Absent: Cid and Dan" in there("check-in", "end", "Open", "--absent", "withdrawn").out
    assert [each["name"] for each in event.players() if each["withdrawn"]] == ["Cid", "Dan"]
    there("check-in", "list", "Open", code=1)
    assert there("clock", "Open", "start", 60, "--json").json["running"] is True
    there("clock", "Open", "pause")
    shown = there("clock", "Open", "--json").json
    assert (shown["running"], shown["length"], shown["left"] > 3_500_000) == (False, 3_600_000, True)
    assert there("forecast", "Open", code=1).err  # a manual event has no engine that would pair the rest


def test_results_are_entered_twice_from_far_away(there: There) -> None:
    there("tournament", "create", "Open", "--format", "swiss", "--rounds", 3)
    there("players", "add", "Open", *NAMES[:4])
    there("round", "pair", "Open")
    there("round", "publish", "Open", 1)
    for board, first, second in ((1, "1-0", "0-1"), (2, "0-1", "1-0")):
        there("result", "Open", board, first)
        there("second-entry", "enter", "Open", 1, board, second)
    assert len(there("second-entry", "compare", "Open", 1, "--json").json["differing"]) == 2
    there("second-entry", "settle", "Open", 1, 1, "first")
    there("second-entry", "settle", "Open", 1, 2, "second")
    assert there("second-entry", "compare", "Open", 1, "--json").json["agreeing"] == 2
    assert {each["first"] for each in there("forecast", "Open", "--runs", 5, "--json").json["players"]}


def test_templates_and_pictures_are_changed_from_far_away(there: There) -> None:
    there("tournament", "create", "Open", "--format", "keizer", "--rounds", 9)
    there("players", "add", "Open", "Ann")
    kept = there("template", "keep", "Open", "Club", "--json").json
    assert "Club" in there("template", "list").out
    said = there("template", "use", kept["id"], "Autumn")
    assert "nobody" not in said.err
    assert there("tournament", "show", "Autumn", "--json").json["format"] == "keizer"
    there("template", "drop", kept["id"])
    there("template", "use", kept["id"], "Winter", code=4)
    Path("picture.png").write_bytes(png())
    event = Server(there.address, there.token).event(there("tournament", "show", "Open", "--json").json["id"])
    [ann] = event.players()
    for path, *verb in (
        ("/logo", "tournament", "logo", "Open"),
        ("/certificate-background", "tournament", "background", "Open"),
        (f"/players/{ann['id']}/photo", "players", "photo", "Open", "Ann"),
    ):
        there(*verb, "picture.png")
        assert event.request("GET", path).startswith(b"\x89PNG")
        there(*verb, "--remove")
        with pytest.raises(Failed) as gone:
            event.request("GET", path)
        assert gone.value.status == 404


def test_an_address_that_is_none(podium: Run) -> None:
    assert "not the address" in podium("tournament", "list", "--server", "nonsense://", code=2).err
    away = podium("tournament", "list", "--server", "http://127.0.0.1:1", "--json", code=1)
    assert json.loads(away.err)["code"] == "server-away"


def test_a_site_that_is_no_podium_is_called_so(there: There) -> None:
    server = Server(there.address, there.token)
    with pytest.raises(Failed, match="No Podium answers there: 200"):
        server.request("GET", "/help")
    assert server.request("GET", "/health") == {"status": "ok"}


def test_fide_mode_asks_from_far_away_too(there: There) -> None:
    there("tournament", "create", "Open", "--format", "swiss", "--rounds", 3, "--rules", "fide")
    asked = json.loads(there("tournament", "leave-fide-mode", "Open", "--json", code=1).err)
    assert asked["code"] == "fide-mode-asks"
    assert asked["acknowledge"]


def test_a_write_whose_answer_got_lost_is_not_done_twice(there: There, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(there.address, there.token)
    event = server.create("Open", "manual")
    connect, lost = server._connection, [True]

    def losing() -> Any:
        connection = connect()
        answer = connection.getresponse

        def once() -> Any:
            got = answer()
            if lost:
                lost.pop()
                got.read()
                raise ConnectionResetError("the cable")
            return got

        monkeypatch.setattr(connection, "getresponse", once)
        return connection

    monkeypatch.setattr(server, "_connection", losing)
    event.add([{"name": "Ann"}])
    assert lost == []
    assert [each["name"] for each in event.players()] == ["Ann"]


def test_lists_come_page_by_page(there: There, monkeypatch: pytest.MonkeyPatch) -> None:
    event = Server(there.address, there.token).create("Open", "manual")
    event.add([{"name": f"Player {number}"} for number in range(7)])
    monkeypatch.setattr("podium.client.PAGE", 3)
    assert [each["name"] for each in event.players()] == [f"Player {number}" for number in range(7)]


def test_the_page_of_the_client_is_true(there: There) -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "client.md").read_text("utf-8")
    for example in page.split("```python\n")[1:]:
        text = example.partition("```")[0].replace("https://chess.example.org", there.address)
        exec(text.replace("podium_...", there.token), {"__name__": "example"})


def test_the_client_needs_nothing_but_python() -> None:
    source = (Path(__file__).parents[2] / "src" / "podium" / "client.py").read_text("utf-8")
    assert set(re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE)) <= sys.stdlib_module_names
