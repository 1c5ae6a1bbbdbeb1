"""The bye specification over HTTP: its endpoint, its seven tests, its scenario and its standings."""

from __future__ import annotations

import pytest

from podium.core.ids import PairingId, PlayerId, TournamentId
from podium.core.player import PlayerFields
from podium.core.result import ByeType
from podium.flow.commands import AdoptRecords
from podium.flow.state import Bye, Round, Stage
from tests.kit.http import Event, House
from tests.kit.loops import every

# The specification's pairings for nine players: four games, and I is left over.
NINE = "ABCDEFGHI"
GAMES = [("A", "B"), ("C", "D"), ("E", "F"), ("G", "H")]


@pytest.fixture
def nine(hall: House) -> Event:
    """Nine players in round 1, as in the specification."""
    event = hall.user("chief").event("Nine", rounds=3)
    event.players(*NINE)
    event.pairs(GAMES)
    return event


def adopted(hall: House, owner: str) -> str:
    """A tournament as an older database would bring it: a bye whose type nobody wrote down."""
    bye = Bye(PairingId("bye-123"), 1, PlayerId("p1"), ByeType.UNSPECIFIED)
    rounds = (Round(1, {bye.id: bye}, Stage.PUBLISHED, paired_at="2020-01-01T00:00:00.000+00:00"),)
    records = AdoptRecords(
        TournamentId("old"), {"name": "Old", "format": "manual"}, {PlayerId("p1"): PlayerFields("Ann")}, rounds
    )
    user = next(user for user in hall.podium.registry.users() if user.name == owner)
    return hall.podium.desk.perform(user.actor, records.id, records).stream


class TestTestCasesAdded:
    """The seven tests that the specification lists, under its own names."""

    def test_player_gets_bye_should_receive_half_a_point(self, nine: Event) -> None:
        assert nine.bye_result("I", "bye").ok()["points"] == 0.5
        assert nine.standings["I"] == (0.5, "bye (0.5) = 0.5")

    def test_player_is_unpaired_should_receive_a_full_point(self, nine: Event) -> None:
        assert nine.bye_result("I", "unpaired").ok()["points"] == 1.0
        assert nine.standings["I"] == (1.0, "unpaired (1.0) = 1.0")

    def test_distinguish_bye_type_in_standings(self, nine: Event) -> None:
        nine.pairs([("A", "C"), ("B", "D")])  # five are left out of round 2
        nine("POST", "/rounds/2/byes", {"player_id": nine.ids["E"], "byeType": "bye"}).ok(201)
        nine("POST", "/rounds/2/byes", {"player_id": nine.ids["F"], "byeType": "unpaired"}).ok(201)
        assert nine.standings["E"] == (0.5, "bye (0.5) = 0.5")
        assert nine.standings["F"] == (1.0, "unpaired (1.0) = 1.0")

    def test_api_endpoint_bye_result_with_bye(self, nine: Event) -> None:
        assert nine.bye_result("I", "bye").ok() == {
            "points": 0.5,
            "byeType": "bye",
            "message": "Bye recorded: 0.5 points",
            "result": {"player_id": nine.ids["I"], "round": 1, "points": 0.5, "result": "bye_bye"},
            "version": 3,
        }

    def test_api_endpoint_bye_result_with_unpaired(self, nine: Event) -> None:
        assert nine.bye_result("I", "unpaired").ok() == {
            "points": 1.0,
            "byeType": "unpaired",
            "message": "Unpaired recorded: 1.0 points",
            "result": {"player_id": nine.ids["I"], "round": 1, "points": 1.0, "result": "bye_unpaired"},
            "version": 4,
        }

    @every("kind", ["xyz", "", "BYE", "half", "zero", "unspecified", "bye "])
    def test_error_on_invalid_bye_type(self, nine: Event, kind: str) -> None:
        problem = nine.bye_result("I", kind).refused(400, "bye-type-unknown")
        assert problem["value"] == kind
        assert problem["detail"] == f'Invalid byeType "{kind}": use "bye" or "unpaired"'
        assert nine.version == 3

    def test_backward_compatibility_with_old_data(self, either_hall: House) -> None:
        """A bye of unknown type keeps its id, scores 0 as in the old function, and can be given a type."""
        chief = either_hall.user("chief")
        event = Event(chief, adopted(either_hall, "chief"), {"Ann": "p1"})
        row = chief.get("/api/pairings/bye-123")
        assert (row["is_bye"], row["bye_type"], row["result"]) == (True, None, None)
        assert event.standings["Ann"][0] == 0.0
        answer = chief("POST", "/api/pairings/bye-123/bye-result", {"byeType": "bye"}).ok()
        assert answer["message"] == "Bye recorded: 0.5 points"
        assert event.standings["Ann"] == (0.5, "bye (0.5) = 0.5")


class TestTheEndpoint:
    def test_the_bye_scores_as_soon_as_the_round_is_paired(self, nine: Event) -> None:
        assert nine.pairing("I") | {"id": "", "board": 0} == {
            "id": "",
            "round": 1,
            "board": 0,
            "white_player_id": nine.ids["I"],
            "black_player_id": None,
            "result": "bye_bye",
            "is_bye": True,
            "bye_type": "bye",
            "section": None,
        }
        assert nine.standings["I"][0] == 0.5

    def test_an_unknown_pairing_is_404(self, nine: Event) -> None:
        nine.by("POST", "/api/pairings/nowhere/bye-result", {"byeType": "bye"}).refused(404, "unknown-pairing")
        unknown = f"/api/pairings/{nine.id}-0000000000/bye-result"
        assert nine.by("POST", unknown, {"byeType": "bye"}).refused(404, "unknown-pairing")["value"].endswith("0000")

    def test_a_pairing_with_two_players_is_409(self, nine: Event) -> None:
        nine.bye_result("A", "bye").refused(409, "pairing-has-two-players")

    def test_a_result_on_a_bye_is_409(self, nine: Event) -> None:
        nine.result("I", "1-0").refused(409, "result-on-bye")

    def test_a_player_with_a_game_cannot_be_unpaired(self, nine: Event) -> None:
        given = {"player_id": nine.ids["A"], "byeType": "unpaired"}
        problem = nine("POST", "/rounds/1/byes", given).refused(409, "player-has-game")
        assert "forfeit" in problem["detail"]

    def test_points_are_json_numbers_with_a_decimal_point(self, nine: Event) -> None:
        pairing = nine.pairing("I")["id"]
        sent = nine.by.client.post(
            f"/api/pairings/{pairing}/bye-result", json={"byeType": "unpaired"}, headers=nine.by.credentials
        )
        assert b'"points":1.0,' in sent.content


def test_the_five_rows_of_the_specifications_standings(hall: House) -> None:
    """Its table, by points: it prints Dave's 2.0 below Carol's 1.5."""
    event = hall.user("chief").event("Example", rounds=3)
    event.players("Alice", "Bob", "Carol", "Dave", "Eve", "X1", "X2", "X3")

    def round(games: list[tuple[str, str, str]], unpaired: list[str] = [], byes: list[str] = []) -> None:  # noqa: B006  # read only
        number = event.pairs([(white, black) for white, black, _ in games])["round"]
        for white, _, result in games:
            event.result(white, result, number).ok()
        for name, kind in [(each, "unpaired") for each in unpaired] + [(each, "bye") for each in byes]:
            given = {"player_id": event.ids[name], "byeType": kind}
            event("POST", f"/rounds/{number}/byes", given).ok(201)

    round([("Alice", "X1", "1-0"), ("Bob", "X2", "1-0"), ("Carol", "X3", "1-0")], unpaired=["Dave"], byes=["Eve"])
    round([("Alice", "X2", "1-0"), ("Bob", "X1", "1-0"), ("Carol", "X3", "1/2-1/2"), ("Dave", "Eve", "1-0")])
    round([("Bob", "X3", "0-1"), ("Carol", "X1", "0-1"), ("Dave", "X2", "0-1")], byes=["Alice"])
    named = {name: row for name, row in event.standings.items() if not name.startswith("X")}
    assert list(named.items()) == [
        ("Alice", (2.5, "2W (2.0) + bye (0.5) = 2.5")),
        ("Bob", (2.0, "2W (2.0) = 2.0")),
        ("Dave", (2.0, "1W (1.0) + unpaired (1.0) = 2.0")),
        ("Carol", (1.5, "1W (1.0) + 1D (0.5) = 1.5")),
        ("Eve", (0.5, "bye (0.5) = 0.5")),
    ]
