"""The rows of the HTTP contract."""

from msgspec import to_builtins

from podium.app.event.answers import tournament_row
from podium.app.event.progress import round_status
from podium.app.players.answers import player_row
from podium.app.queries import standings
from podium.app.rounds.answers import pairing_row, result_rows, round_row
from podium.app.standings.answers import standing_row
from podium.core.ids import PairingId
from podium.core.points import Points
from podium.core.result import ByeType
from podium.flow.evolve import with_round
from podium.flow.state import Bye, Round
from tests.kit.events import Director, director
from tests.kit.loops import every


def two_and_a_bye() -> Director:
    event = director()
    event.players("Ann", "Ben", "Ivy")
    event.pairs(1, [("Ann", "Ben")])
    return event


def test_a_game_is_a_row_with_two_players_and_its_result() -> None:
    event = two_and_a_bye()
    game = event.pairing("Ann")
    row = {
        "id": game.id,
        "round": 1,
        "board": 1,
        "white_player_id": event.id("Ann"),
        "black_player_id": event.id("Ben"),
        "result": None,
        "is_bye": False,
        "bye_type": None,
        "section": None,
    }
    assert to_builtins(pairing_row(event.state, game)) == row
    assert result_rows(event.state, game) == []
    event.result("Ann", "1/2-1/2")
    assert to_builtins(pairing_row(event.state, event.pairing("Ann"))) == {**row, "result": "1/2-1/2"}
    assert to_builtins(result_rows(event.state, event.pairing("Ann"))) == [
        {"player_id": event.id("Ann"), "round": 1, "points": 0.5, "result": "1/2-1/2"},
        {"player_id": event.id("Ben"), "round": 1, "points": 0.5, "result": "1/2-1/2"},
    ]


@every(
    ("kind", "points", "result"),
    [("bye", 0.5, "bye_bye"), ("unpaired", 1.0, "bye_unpaired"), ("half", 0.5, "bye_half"), ("zero", 0.0, "bye_zero")],
)
def test_a_bye_is_a_row_with_one_player_and_its_type(kind: str, points: float, result: str) -> None:
    event = two_and_a_bye()
    event.bye_result("Ivy", kind)
    bye = event.pairing("Ivy")
    assert to_builtins(pairing_row(event.state, bye)) == {
        "id": bye.id,
        "round": 1,
        "board": 2,
        "white_player_id": event.id("Ivy"),
        "black_player_id": None,
        "result": result,
        "is_bye": True,
        "bye_type": kind,
        "section": None,
    }
    assert to_builtins(result_rows(event.state, bye)) == [
        {"player_id": event.id("Ivy"), "round": 1, "points": points, "result": result}
    ]


def test_the_type_of_an_unspecified_bye_is_never_guessed() -> None:
    event = two_and_a_bye()
    bye = Bye(PairingId("old"), 1, event.id("Ivy"), ByeType.UNSPECIFIED, recorded=Points.of("0.5"))
    state = with_round(event.state, Round(1, {bye.id: bye}))
    state.where[bye.id] = 1  # type: ignore[index]  # a state made by hand
    row = pairing_row(state, bye)
    assert (row.is_bye, row.bye_type, row.result) == (True, None, None)
    assert to_builtins(result_rows(state, bye)) == [
        {"player_id": bye.player, "round": 1, "points": 0.5, "result": None}
    ]


def test_a_section_is_named_where_there_are_sections() -> None:
    event = director(sections=["A"])
    event.players("Ann", section="A")
    event.pairs(1, [("Ann",)])
    assert pairing_row(event.state, event.pairing("Ann")).section == "A"


def test_a_player_is_a_row_with_every_field() -> None:
    event = two_and_a_bye()
    event.edit("Ann", rating=1850, federation="ENG", birth="1990")
    event.asks("Ann", {3: "half", 5: "zero"})
    assert to_builtins(player_row(event.state, event.player("Ann"))) == {
        "id": event.id("Ann"),
        "number": 1,
        "entry": 1,
        "name": "Ann",
        "rating": 1850,
        "federation": "ENG",
        "fide_id": None,
        "title": None,
        "gender": None,
        "birth": "1990",
        "date_of_birth": "1990",
        "club": None,
        "city": None,
        "state": None,
        "disability": None,
        "section": None,
        "rank": None,
        "national_id": None,
        "standard": None,
        "rapid": None,
        "blitz": None,
        "national": None,
        "rating_source": None,
        "official_sources": {},
        "withdrawn": False,
        "expelled": False,
        "half_byes": True,
        "byes": {"3": "half", "5": "zero"},
        "later_ratings": {},
    }


def test_a_tournament_is_a_row_with_every_setting_and_a_status() -> None:
    event = director("round-robin", place="Leeds", start="2026-08-01", end="2026-08-09", cycles=2, tiebreaks=["SB"])
    event.players("Ann", "Ben")
    row = {
        "id": "t1",
        "name": "Open",
        "profile": "fitting",
        "format": "round-robin",
        "rounds": None,
        "place": "Leeds",
        "start": "2026-08-01",
        "start_date": "2026-08-01",
        "end": "2026-08-09",
        "sections": [],
        "scoring": "club",
        "tiebreaks": ["SB"],
        "cycles": 2,
        "edition": 2026,
        "unrated": None,
        "tiebreak_ratings": "first",
        "long_event": False,
        "chess960": False,
        "unrated_method": "fixed",
        "initial_colour": "white",
        "lot": None,
        "acceleration": "none",
        "numbering": "rating",
        "forbidden": [],
        "apart": [],
        "rules": "club",
        "language": "any",
        "playerReports": "at-once",
        "forecasts": "usual",
        "federation": None,
        "chief_arbiter": None,
        "deputy_arbiters": [],
        "round_dates": [],
        "rate_of_play": None,
        "starting_rank": "unstated",
        "national_ratings": None,
        "rating_lists": [],
        "check_ratings": True,
        "equal_order": "name",
        "equal_lot": None,
        "status": "draft",
        "players": 2,
        "rounds_paired": 0,
        "fide_mode": False,
        "fide_mode_exit": None,
        "warnings": [],
        "arbiters": [],
        "swap_last_two": True,
        "free_day": "zero",
        "annul_early": True,
        "table_numbers": "list",
        "table_order": [],
        "live": False,
        "timeControl": "10+0",
        "drawRuleMode": "ALLOW_ALL",
        "drawConfig": None,
        "noShowWait": 300,
        "publicDelay": 0,
        "oneDevice": False,
        "description": None,
        "organiser": None,
        "contact": None,
        "time_zone": None,
        "round_times": [],
    }
    assert to_builtins(tournament_row(event.state)) == row
    event.publish_event()
    event.pair()
    assert to_builtins(tournament_row(event.state)) == {**row, "status": "published", "rounds_paired": 1}
    event.archive()
    assert tournament_row(event.state).status == "archived"


def test_a_scoring_of_ones_own_is_written_out() -> None:
    table = tournament_row(director(scoring={"bye": 0}).state).scoring
    assert table == {
        "win": 1.0,
        "draw": 0.5,
        "loss": 0.0,
        "forfeit_win": 1.0,
        "forfeit_loss": 0.0,
        "bye": 0.0,
        "unpaired": 1.0,
        "half_bye": 0.5,
        "zero_bye": 0.0,
    }


def test_a_round_says_how_far_it_is() -> None:
    event = director()
    event.players("Ann", "Ben", "Cid", "Dot", "Eve")
    event.pairs(1, [("Ann", "Ben"), ("Cid", "Dot")])
    seen = [round_status(event.round()).value]
    event.publish(1)
    seen.append(round_status(event.round()).value)
    event.result("Ann", "1-0")
    seen.append(round_status(event.round()).value)
    event.result("Cid", "1-0")
    seen.append(round_status(event.round()).value)
    event.close(1)
    seen.append(round_status(event.round()).value)
    assert seen == ["draft", "published", "playing", "playing", "closed"]


def test_a_round_lists_its_pairings_by_board_and_who_was_left_out() -> None:
    event = director()
    event.players("Ann", "Ben", "Cid", "Dot")
    event.pairs(1, [("Cid", "Ben")])
    row = round_row(event.state, event.round())
    assert row.round == 1
    assert row.pending == 1
    assert row.pairings == [pairing_row(event.state, event.pairing("Cid"))]
    assert row.unpaired == [event.id("Ann"), event.id("Dot")]
    assert row.engine == "hand"


def test_a_line_of_the_standings_is_a_row() -> None:
    event = two_and_a_bye()
    event.result("Ann", "1-0")
    assert to_builtins(standing_row(standings(event.state)[0])) == {
        "rank": 1,
        "player_id": event.id("Ann"),
        "name": "Ann",
        "section": None,
        "points": 1.0,
        "details": "1W (1.0) = 1.0",
        "tiebreaks": {},
        "decided_by": None,
    }
