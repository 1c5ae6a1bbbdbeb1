"""A report file through Podium: read, stored, obeyed, and written back; each round compared with the rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from podium.app.event.fide_words import breach_comment
from podium.app.queries import card, standings
from podium.app.trf.checker import differences
from podium.app.trf.details import encoded_time
from podium.app.trf.export import report_of
from podium.app.trf.import_report import examine_report
from podium.core.ids import TournamentId
from podium.core.player import PlayerFields
from podium.core.points import Points
from podium.core.ratings.official_ratings import OfficialRating, OfficialRatings
from podium.core.result import ByeType, Result
from podium.files.trf import Acceleration, Adjustment, Cell, Entry, Forbidden, Report, RequestedBye, decode, read, write
from podium.flow.commands import AddPlayers, ForgetPlayer, WithdrawPlayer
from podium.flow.event.setting_values import Settings, StartingRank
from podium.flow.formats.swiss_field import field_of
from tests.kit.events import Director, director, games
from tests.kit.judge import judged_round, loaded
from tests.kit.loops import every

GOLDEN = Path(__file__).parents[1] / "golden"
FILES = [*sorted((GOLDEN / "dutch").glob("10*.trf"))[:12], *sorted((GOLDEN / "tiebreaks" / "gen").glob("*.trf"))[:6]]


def brought(text: str) -> Director:
    """The event of a report file."""
    made, _ = examine_report(text.encode(), TournamentId("t2"), "seed")
    event = Director(director("swiss", "other").journal, TournamentId("t2"))
    event.do(made.command)
    return event


def written(event: Director) -> Report:
    """The report of the event, as it is read again."""
    return read(write(report_of(event.state, "")))


def points(event: Director) -> dict[str, str]:
    return {row.player.name: str(row.points) for row in standings(event.state)}


def cell(opponent: int, colour: str, code: str) -> Cell:
    return Cell(opponent, colour, code)


def four(**fields: object) -> Report:
    """One round of four players, 1-3 and 4-2, two more to come."""
    cells = [cell(3, "w", "1"), cell(4, "b", "="), cell(1, "b", "0"), cell(2, "w", "=")]
    points = ["1", "0.5", "0", "0.5"]
    entries = tuple(
        Entry(
            number, f"Player {number}", rating=2500 - 100 * number, points=Points.of(points[number - 1]), cells=(one,)
        )
        for number, one in enumerate(cells, start=1)
    )
    plan = Report(entries, "Open", type_code="FIDE_DUTCH_2026", planned_rounds=3, initial_colour="w", tiebreaks=("BH",))
    report = replace(plan, **fields)  # type: ignore[arg-type]  # fields of the report by name
    return replace(report, entries=tuple(replace(each, points=report.score(each)) for each in report.entries))


def test_the_details_of_the_event_are_settings() -> None:
    """Records 032 042 052 102 112 122 132 172."""
    report = four(
        city="Ulm", federation="GER", start="2026-04-01", end="2026-04-03", arbiter="IA Anna 123456",
        deputies=("Ben", "Cleo"), time_control="90 min + 30 s", dates=("2026-04-01", "2026-04-02", "2026-04-03"),
        rank_federation="GER", rank_method="FIDON",
    )  # fmt: skip
    event = brought(write(report))
    settings = event.state.settings
    assert (settings.federation, settings.chief_arbiter, settings.deputy_arbiters) == (
        "GER",
        "IA Anna 123456",
        ("Ben", "Cleo"),
    )
    assert (settings.rate_of_play, settings.round_dates) == ("90 min + 30 s", report.dates)
    assert (settings.starting_rank, settings.national_ratings) == (StartingRank.FIDE_OR_NATIONAL, "GER")
    again = written(event)
    for name in ("federation", "start", "end", "arbiter", "deputies", "time_control", "dates", "rank_method"):
        assert getattr(again, name) == getattr(report, name)
    assert again.rank_federation == "GER"


def test_the_type_is_fides_own_code_and_names_baku() -> None:
    """Record 192."""
    codes = {
        "FIDE_DUTCH_2026": director("swiss", rounds=5),
        "FIDE_DUTCH_2026_BAKU": director("swiss", rounds=5, acceleration="baku"),
        "FIDE_ROUNDROBIN": director("round-robin"),
        "CUSTOM_SWISS": director("manual"),
    }
    for code, event in codes.items():
        event.players("A", "B", "C", "D")
        assert report_of(event.state, "").type_code == code


@every(
    ("kind", "code", "format", "back"),
    [
        ("Swiss System", "FIDE_DUTCH", "swiss", "FIDE_DUTCH"),
        ("", "FIDE_DUTCH_2017", "swiss", "FIDE_DUTCH_2017"),
        ("", "", "swiss", "FIDE_DUTCH_2026"),
        ("Dubov", "FIDE_DUBOV", "manual", "FIDE_DUBOV"),
        ("", "CUSTOM_KNOCKOUT", "manual", "CUSTOM_KNOCKOUT"),
        ("Round Robin", "", "round-robin", "CUSTOM_ROUNDROBIN"),
    ],
)
def test_the_type_of_a_file_is_written_back(kind: str, code: str, format: str, back: str) -> None:
    event = brought(write(four(kind=kind, type_code=code)))
    report = report_of(event.state, "")
    assert (event.state.settings.format, report.type_code) == (format, back)
    assert report.kind == kind or not kind


def test_a_type_that_no_longer_holds_is_not_written() -> None:
    entries = tuple(replace(each, cells=()) for each in four().entries)
    event = brought(write(four(entries=entries, type_code="FIDE_DUBOV")))
    assert report_of(event.state, "").type_code == "FIDE_DUBOV"
    event.settings(format="round-robin", tiebreaks=["SB"])
    assert report_of(event.state, "").type_code != "FIDE_DUBOV"


def test_points_out_of_the_ordinary_count_and_are_written_back() -> None:
    """Record 299: a penalty from round 1 on, one at the end, and a loss that brought half a point."""
    extra = (
        Adjustment(Points.of("0.5"), (3,), "L", 1),
        Adjustment(Points.of(-1), (1,), "", 1),
        Adjustment(Points.of("-0.5"), (2,), "", 999),
    )
    report = four(adjustments=extra)
    event = brought(write(report))
    assert points(event) == {"Player 1": "0.0", "Player 2": "0.5", "Player 3": "0.5", "Player 4": "0.5"}
    details = {row.player.name: row.details for row in standings(event.state)}
    assert details["Player 1"] == "1W (1.0) - 1.0 by decision = 0.0"
    assert str(card(event.state, event.id("Player 1")).lines[0].total) == "0.0"
    scores = {entrant.number: entrant.adjustment for entrant in field_of(event.state, "", 2).entrants}
    assert (scores[1], scores[2]) == (Points.of(-1), Points.of(0))
    assert set(written(event).adjustments) == set(extra)
    for number in (2, 3):
        event.pair(number)
        for game in games(event.round()):
            event.result(event.name(game.white), Result.DRAW.value)
    assert points(event)["Player 2"] == "1.0"


def test_another_result_brings_the_usual_points() -> None:
    report = four(adjustments=(Adjustment(Points.of("0.5"), (3,), "L", 1),))
    event = brought(write(report))
    assert points(event)["Player 3"] == "0.5"
    event.reopen(1)
    event.result("Player 1", "0-1")
    assert points(event)["Player 3"] == "1.0"
    event.undo()
    assert points(event)["Player 3"] == "0.5"


def test_a_foreign_acceleration_is_obeyed_and_written_back() -> None:
    """Record 250 that is not the Baku method."""
    given = (Acceleration(Points.of(2), 1, 2, 1, 2), Acceleration(Points.of("0.5"), 3, 3, 4, 4))
    event = brought(write(four(accelerations=given)))
    virtual = {entrant.number: entrant.virtual for entrant in field_of(event.state, "", 2).entrants}
    assert virtual[1] == virtual[2] == (Points.of(2), Points.of(2))
    assert virtual[4] == (Points.of(0), Points.of(0), Points.of("0.5"))
    assert virtual[3] == ()
    assert written(event).accelerations == given


def test_players_apart_in_some_rounds_are_so_in_those_alone() -> None:
    """Record 260."""
    event = brought(write(four(forbidden=(Forbidden((1, 2), 2, 2), Forbidden((2, 3))))))
    groups = {number: field_of(event.state, "", number).forbidden for number in (1, 2)}
    assert {1, 2} in groups[2]
    assert {1, 2} not in groups[1]
    assert set(written(event).forbidden) == {Forbidden((1, 2), 2, 2), Forbidden((2, 3))}


def test_lines_without_a_field_are_written_back_and_follow_their_player() -> None:
    national = "GER    2 w    Zwei,Frieda                       1810 BAY       4711 1999/12/31"
    others = ("### a remark", "222 5400+30", national)
    made, _ = examine_report(write(four(others=others)).encode(), TournamentId("t2"), "seed")
    places = ("Line 12, record ###", "Line 13, record 222", "Line 14, record GER")
    assert made.kept == tuple(f"{place}: Podium has no field for it." for place in places)
    event = brought(write(four(others=others)))
    assert set(others) <= set(written(event).others)
    event.do(ForgetPlayer(event.id("Player 2")))
    assert national not in written(event).others


@every("path", FILES, ids=lambda path: path.name)
def test_a_file_goes_through_podium_unchanged(path: Path) -> None:
    report = read(decode(path.read_bytes()))
    event = brought(decode(path.read_bytes()))
    again = written(event)
    assert [(entry.number, entry.name, entry.rating, entry.points) for entry in again.entries] == [
        (entry.number, " ".join(entry.name.split()), entry.rating, report.score(entry)) for entry in report.entries
    ]
    for entry in report.entries:
        there = again.by_number[entry.number]
        for number in range(1, report.paired_rounds + 1):
            told = entry.cell(number)
            assert there.cell(number) == (told if told != Cell() else Cell(0, "-", "Z"))
    assert again.scoring == report.scoring


@every("path", FILES[:3], ids=lambda path: path.name)
def test_what_podium_writes_is_what_the_judge_pairs(path: Path) -> None:
    event = brought(decode(path.read_bytes()))
    text = write(report_of(event.state, ""))
    for number in (2, 4):
        games_now = {(game.white, game.black) for game in games(event.state.rounds[number - 1])}
        numbers = {id: entry.number for entry in read(text).entries for id in [event.id(entry.name)]}
        judged = judged_round(loaded(text), number)
        assert judged is not None
        assert {pair for pair in judged if 0 not in pair} == {(numbers[w], numbers[b]) for w, b in games_now}


def test_the_judge_reads_every_record_that_podium_writes() -> None:
    report = four(
        federation="GER", arbiter="Anna 123456", deputies=("Ben",), time_control="90 min", rank_federation="GER",
        rank_method="FIDE", dates=("2026-04-01", "2026-04-02"), start="2026-04-01", end="2026-04-02",
        forbidden=(Forbidden((1, 2)),), accelerations=(Acceleration(Points.of(1), 1, 1, 1, 2),), absent=(3,),
        adjustments=(Adjustment(Points.of("-0.5"), (4,), "", 1),),
    )  # fmt: skip
    event = brought(write(report))
    seen = loaded(write(report_of(event.state, "")))
    assert seen["numRounds"] == 3
    assert seen["prohibited"] == [{"firstRound": 1, "lastRound": 3, "competitors": [1, 2]}]
    assert len(seen["accelerated"]["values"]) == 1


def test_every_imported_round_is_compared_with_the_rules() -> None:
    good = decode((GOLDEN / "dutch" / "1009.trf").read_bytes())
    report = read(good)
    assert not [each for each in examine_report(good.encode(), TournamentId("t"), "s")[1] if each.round]
    number = 3
    pairs = [
        (entry.number, entry.cell(number).opponent) for entry in report.entries if entry.cell(number).colour == "w"
    ]
    (a, b), (c, d) = pairs[0], pairs[1]
    swapped = {a: cell(d, "w", "1"), d: cell(a, "b", "0"), c: cell(b, "w", "1"), b: cell(c, "b", "0")}
    entries = []
    for entry in report.entries:
        cells = list(entry.cells)
        cells[number - 1] = swapped.get(entry.number, cells[number - 1])
        entries.append(replace(entry, cells=tuple(cells[:number]), points=None, rank=None))
    wrong = write(replace(report, entries=tuple(entries), planned_rounds=report.rounds))
    made, found = examine_report(wrong.encode(), TournamentId("t2"), "seed")
    assert [each.round for each in found] == [3]
    assert (a, d) in found[0].actual
    [remark] = [breach_comment(each, made.command.numbers) for each in made.command.breaches]
    assert remark.startswith("### Import @ Round 3: ")
    event = brought(wrong)
    assert remark in written(event).others
    _, again = examine_report(write(report_of(event.state, "")).encode(), TournamentId("t3"), "seed")
    assert [each.round for each in again] == [3]


def test_a_system_that_podium_does_not_have_is_named_and_not_checked() -> None:
    text = write(four(type_code="FIDE_DUBOV"))
    made, found = examine_report(text.encode(), TournamentId("t"), "s")
    assert [each.text for each in found] == ["The rounds are not checked: Podium has no rules for FIDE_DUBOV."]
    assert made.left_out == ("Brought over as paired by hand: Podium has no rules for FIDE_DUBOV.",)
    [own] = differences(four(type_code="CUSTOM_SWISS"))
    assert (own.text, own.verified) == ("The rounds are not checked: Podium has no rules for CUSTOM_SWISS.", False)


def test_the_ranks_of_the_others_are_compared_where_somebody_was_expelled() -> None:
    event = director("swiss", rules="fide", rounds=1, tiebreaks=["BH"])
    event.do(AddPlayers(tuple(PlayerFields(name, 2000 - at) for at, name in enumerate("ABCDEF"))))
    event.pair()
    event.all_results("1-0")
    event.do(WithdrawPlayer(event.id("A"), expelled=True))
    report = read(write(report_of(event.state, "")))
    assert "### Expelled: 1" in report.others
    assert list(differences(report)) == []
    entries = [replace(entry, rank={2: 6, 6: 2}.get(entry.number, entry.rank)) for entry in report.entries]
    assert [each.verified for each in differences(replace(report, entries=tuple(entries)))] != []
    silent = replace(report, others=())
    assert [each.text for each in differences(silent)] == ["The file has no rank for 1."]


def test_a_game_without_a_result_before_the_last_round_ends_the_check_with_a_word() -> None:
    second = [cell(2, "b", "="), cell(1, "w", "="), cell(4, "w", "="), cell(3, "b", "=")]
    first = {1: cell(3, "w", " "), 3: cell(1, "b", " ")}
    entries = tuple(
        replace(entry, cells=(first.get(entry.number, entry.cells[0]), second[at]), points=None)
        for at, entry in enumerate(four().entries)
    )
    made, found = examine_report(write(four(entries=entries)).encode(), TournamentId("t"), "s")
    assert [each.round for each in found] == [None, None]
    assert found[1].text == "Since not all of its rounds are checked the event is not in FIDE mode."
    assert made.command.fide_mode_exit == 2


def test_nothing_of_a_file_is_dropped_without_a_word() -> None:
    odd = Entry(1, "Odd", "q", "XX", 2000, "G3", "12a", "1999-13-01", cells=(cell(2, "w", "1"),))
    other = Entry(2, "Other", cells=(cell(1, "b", "0"),))
    text = write(four(entries=(odd, other), start="soon", tiebreaks=("XYZ",), dates=("2026-99-99",)))
    made, _ = examine_report(text.replace("062 2", "062 9").encode(), TournamentId("t"), "s")
    said = " ".join(made.left_out)
    for value in ("q", "XX", "G3", "12a", "1999-13-01", "soon", "XYZ", "2026-99-99", "9 players"):
        assert value in said


def test_old_events_have_no_details() -> None:
    settings = Settings("Open", "swiss")
    assert (settings.federation, settings.deputy_arbiters, settings.starting_rank) == (None, (), StartingRank.UNSTATED)


def test_a_second_half_point_bye_that_a_file_asks_for_is_left_out_and_said() -> None:
    """Files are brought in in FIDE mode, in which a player gets one."""
    report = four(byes=(RequestedBye(2, ByeType.HALF, (2, 3)), RequestedBye(3, ByeType.HALF, (2,))))
    made, _ = examine_report(write(report).encode(), TournamentId("t2"), "seed")
    asked = {made.command.players[id].name: byes for id, byes in made.command.byes.items()}
    assert asked == {"Player 2": {2: ByeType.HALF}, "Player 3": {2: ByeType.HALF}}
    [said] = [text for text in made.left_out if "half-point bye" in text]
    assert said.endswith("The half-point bye of player 2 in round 3: in FIDE mode there is one, in round 2.")
    event = brought(write(report))
    assert len(event.state.players) == 4


def test_a_full_point_bye_that_a_file_announces_is_left_out_and_said() -> None:
    """Nobody asks for one: the director gives it, and FIDE mode has a notice for that."""
    made, _ = examine_report(
        write(four(byes=(RequestedBye(2, ByeType.UNPAIRED, (2,)),))).encode(), TournamentId("t2"), "seed"
    )
    assert not any(made.command.byes.values())
    [said] = [text for text in made.left_out if "record 240" in text]
    assert said.endswith("The full-point bye of player 2 in round 2: give it when that round is paired.")


@every(("worth", "said"), [("0.5", 0), ("1.0", 1), ("0.0", 1)])
def test_a_game_that_is_not_over_is_a_draw_whatever_a_file_says(worth: str, said: int) -> None:
    text = write(four()).replace("001    1", f"162  W 1.0    D 0.5    L 0.0    X {worth}\n001    1", 1)
    made, _ = examine_report(text.encode(), TournamentId("t2"), "seed")
    sentence = f"a game that is not over is a draw until it is, and does not bring {worth[0]}."
    assert sum(sentence in each for each in made.left_out) == said


class TestNationalRatings:
    """Records of a federation, which have a say in the ratings where record 172 says so."""

    OFFICIAL = (
        OfficialRatings(OfficialRating(2300), national=OfficialRating(2350)),
        OfficialRatings(OfficialRating(2200)),
        OfficialRatings(national=OfficialRating(2100)),
        OfficialRatings(OfficialRating(1900), national=OfficialRating(2000)),
    )

    def event(self, method: str) -> Director:
        event = director("swiss", rules="fide", rounds=3, starting_rank=method, national_ratings="GER")
        players = (PlayerFields(f"Player {at}", official=each) for at, each in enumerate(self.OFFICIAL, start=1))
        event.do(AddPlayers(tuple(players)))
        event.pair()
        return event

    @every(
        ("method", "columns", "counting"),
        [
            ("FIDON", ["2300", "2200", "", "1900"], [2300, 2200, 2100, 1900]),
            ("NIDOF", ["2300", "2200", "", "1900"], [2350, 2200, 2100, 2000]),
            ("HBFN", ["2300", "2200", "", "1900"], [2350, 2200, 2100, 2000]),
            ("LBFN", ["2300", "2200", "", "1900"], [2300, 2200, 2100, 1900]),
        ],
    )
    def test_they_are_written_beside_those_of_fide_and_read_again(
        self, method: str, columns: list[str], counting: list[int]
    ) -> None:
        event = self.event(method)
        text = write(report_of(event.state, ""))
        assert f"172 GER {method}" in text.splitlines()
        assert [line[48:52].strip() for line in text.splitlines() if line.startswith("001")] == columns
        national = {line[:8]: line[48:] for line in text.splitlines() if line.startswith("GER")}
        assert national == {"GER    1": "2350", "GER    3": "2100", "GER    4": "2000"}
        assert "072 3" in text.splitlines()
        again = brought(text)
        assert [event.player(f"Player {at}").fields.rating for at in (1, 2, 3, 4)] == counting
        assert [again.player(f"Player {at}").fields.rating for at in (1, 2, 3, 4)] == counting
        assert write(report_of(again.state, "")) == text

    def test_without_such_a_method_there_are_none(self) -> None:
        assert "\nGER" not in write(report_of(self.event("FIDE").state, ""))

    def test_a_rating_that_was_typed_is_written_as_it_counts(self) -> None:
        event = self.event("FIDON")
        event.edit("Player 4", rating=1950)
        text = write(report_of(event.state, ""))
        assert "GER    4" not in text
        assert brought(text).player("Player 4").fields.rating == 1950

    def test_a_line_that_says_more_is_kept_and_counts(self) -> None:
        line = "GER    2 w    Zwei,Frieda                       2450 BAY       4711 1999/12/31"
        event = brought(write(four(others=(line,), rank_federation="GER", rank_method="NIDOF")))
        assert [event.player(f"Player {at}").fields.rating for at in (1, 2)] == [2400, 2450]
        text = write(report_of(event.state, ""))
        assert [each for each in text.splitlines() if each.startswith("GER")] == [line]


@every(
    ("time", "encoded"),
    [
        ("90+30", "5400+30"),
        ("40/90+30 : 30+30", "40/5400+30:1800+30"),
        ("5+0/4+0", "W300-B240"),
        ("90d5", ""),  # the record has no way to say a delay
    ],
)
def test_the_clocks_of_live_games_are_encoded(time: str, encoded: str) -> None:
    assert encoded_time(director("swiss", live=True, timeControl=time).state.settings) == encoded
