"""A small event, run from the command line alone."""

from __future__ import annotations

from pathlib import Path

from podium.bootstrap import opened
from podium.config import from_environment
from tests.cli.conftest import Run
from tests.kit.loops import every
from tests.kit.pictures import png


def standings(podium: Run, *more: object) -> list[tuple[int, str, float]]:
    rows = podium("table", "evening", "--json", *more).json["standings"]
    return [(row["rank"], row["name"], row["points"]) for row in rows]


def test_a_small_event_from_the_first_pairing_to_the_table(event: Run) -> None:
    shown = event("round", "show", "evening", "--json").json
    assert [(row["board"], row["is_bye"], row["bye_type"]) for row in shown["pairings"]] == [
        (1, False, None),
        (2, False, None),
        (3, True, "bye"),
    ]
    event("round", "publish", "evening")
    assert event("result", "evening", 1, 1, "1-0").out == "Alice - Bob: 1-0\n"
    assert event("result", "evening", 2, "1/2-1/2").out == "Carol - Dave: 1/2-1/2\n"  # of the one open round
    assert "Name a round, a board and a result" in event("result", "evening", 2, code=2).err
    event("round", "close", "evening")
    assert "Name the round: 0 are open" in event("result", "evening", 2, "1-0", code=2).err

    event("players", "byes", "evening", "Bob", "2=half")
    event("players", "withdraw", "evening", "Dave")
    event("round", "pair", "evening", "--game", "Alice", "Carol")
    event("bye", "evening", 2, "Eve", "unpaired")
    event("result", "evening", 2, 1, "0-1F")
    event("round", "close", "evening", 2)

    assert standings(event) == [
        (1, "Carol", 1.5),
        (1, "Eve", 1.5),
        (3, "Alice", 1.0),
        (4, "Bob", 0.5),
        (4, "Dave", 0.5),
    ]
    assert standings(event, "--after", 1)[0] == (1, "Alice", 1.0)
    text = event("table", "evening").out
    assert "bye (0.5) + unpaired (1.0) = 1.5" in text
    assert "1D (0.5) + 1 forfeit win (1.0) = 1.5" in text

    event("tournament", "publish", "evening")
    event("tournament", "archive", "evening")
    assert event("tournament", "show", "evening", "--json").json["status"] == "archived"
    assert len({line.index(line.split()[1]) for line in event("tournament", "show", "evening").out.splitlines()}) == 1
    event("result", "evening", 2, 1, "clear", code=1)


def test_every_result_is_a_word_of_the_command_line(event: Run) -> None:
    for said, done in (("0-0", "0-0"), ("½-0", "1/2-0"), ("0-1/2U", "0-1/2U"), ("adjourned", "adjourned")):
        assert event("result", "evening", 1, 1, said).out == f"Alice - Bob: {done}\n"
    shown = event("result", "evening", 1, 1, "1-0U", "--was", "adjourned", "--json").json
    assert (shown["result"], shown["rated"]) == ("1-0", False)
    wrong = event("result", "evening", 1, 1, "1-1", code=2).err
    assert wrong.startswith('Invalid result "1-1": use "1-0", "1/2-1/2", "0-1", "1-0F"')
    assert all(kind in event("bye", "--help").out for kind in ("bye", "unpaired", "half", "zero"))


def test_undo_and_redo(event: Run) -> None:
    event("result", "evening", 1, 1, "1-0")
    version = event("tournament", "show", "evening", "--json").json["version"]
    assert event("undo", "evening").out == "Undid: Round 1, board 1: Alice 1-0 Bob\n"
    assert standings(event)[0] == (1, "Eve", 0.5)
    event("redo", "evening")
    assert standings(event)[0] == (1, "Alice", 1.0)
    went = event("undo", "evening", "--to", 2, "--json").json
    assert went["version"] == version + 3
    assert went["dropped"] == [*range(3, version + 3)]
    lines = event("history", "evening", "--json").json["commits"]
    assert [line["version"] for line in lines] == [*range(version + 3, 0, -1)]
    assert event("round", "show", "evening", code=4).err == "There is no round 0.\n"


def test_a_round_robin_pairs_itself_and_sections_rank_apart(podium: Run) -> None:
    podium("tournament", "create", "Two Sections", "--format", "round-robin", "--section", "A", "--section", "B")
    podium("players", "add", 1, "Ada", "Bea", "Cleo", "--section", "A")
    podium("players", "add", 1, "Xia", "Yara", "--section", "B")
    rows = podium("round", "pair", 1, "--json").json["pairings"]
    assert sorted((row["section"], row["is_bye"]) for row in rows) == [("A", False), ("A", True), ("B", False)]
    for row in rows:
        if not row["is_bye"]:
            podium("result", 1, 1, row["id"], "1-0")
    text = podium("table", "two").out
    assert text.startswith("A\nrank")
    assert "\n\nB\nrank" in text


def test_pairings_are_edited_by_hand(event: Run) -> None:
    def boards() -> list[tuple[str, str]]:
        state = event("round", "show", "evening", "--json").json
        names = {row["id"]: row["name"] for row in event("players", "list", "evening", "--json").json["players"]}
        return [(names[row["white_player_id"]], names.get(row["black_player_id"], "")) for row in state["pairings"]]

    event("round", "edit", "evening", 1, "--turn")
    assert boards() == [("Bob", "Alice"), ("Carol", "Dave"), ("Eve", "")]
    event("round", "edit", "evening", 1, "--white", "Eve")
    assert boards() == [("Eve", "Alice"), ("Carol", "Dave"), ("Bob", "")]
    event("round", "edit", "evening", 1, "--to", 2)
    assert boards() == [("Carol", "Dave"), ("Eve", "Alice"), ("Bob", "")]
    event("round", "edit", "evening", 2, "--remove")
    assert boards() == [("Carol", "Dave"), ("Bob", "")]
    event("round", "add", "evening", "Alice", "Eve")
    assert ("Alice", "Eve") in boards()
    event("round", "unpair", "evening")
    event("round", "show", "evening", code=4)


def test_players_come_change_go_and_come_back(event: Run) -> None:
    event("players", "add", "evening", "Frida", "--rating", 1700, "--federation", "ned")
    event("players", "edit", "evening", "Frida", "--club", "Mill Lane", "--name", "Frida Falk")
    row = event("players", "list", "evening", "--json").json["players"][-1]
    assert (row["name"], row["rating"], row["federation"], row["club"]) == ("Frida Falk", 1700, "NED", "Mill Lane")
    event("players", "withdraw", "evening", 6)
    assert "withdrawn" in event("players", "list", "evening").out
    event("players", "return", "evening", row["id"])
    event("players", "remove", "evening", "frida")
    event("players", "remove", "evening", "Alice", code=1)
    assert len(event("players", "list", "evening", "--json").json["players"]) == 5


def test_a_tournament_is_named_by_id_number_or_beginning(event: Run) -> None:
    event("tournament", "create", "Evening Blitz", "--format", "manual")
    assert "Evening Open" in event("table", "evening", code=2).err
    for named in (1, "evening o", "EVENING OPEN", event("tournament", "show", 1, "--json").json["id"]):
        assert event("tournament", "show", named, "--json").json["name"] == "Evening Open"


def test_a_result_is_changed_only_from_what_it_was(event: Run) -> None:
    event("result", "evening", 1, 1, "1-0", "--was", "clear")
    assert "somebody changed it" in event("result", "evening", 1, 1, "0-1", "--was", "½-½", code=1).err
    event("result", "evening", 1, 1, "0-1", "--was", "1-0")


def test_whoever_acts_has_the_roles_they_have(event: Run) -> None:
    event("user", "add", "ben")
    assert event("tournament", "list", "--as", "ben").out == "There are no tournaments yet.\n"
    event("table", "evening", "--as", "ben", code=4)
    event("tournament", "publish", "evening", "--as", "ana")
    assert "You may not pair rounds" in event("round", "pair", "evening", "--as", "ben", code=1).err
    event("history", "evening", "--as", "ben", code=1)
    authors = [line["actor"] for line in event("history", "evening", "--json").json["commits"]]
    assert authors == ["ana", "operator", "operator", "ana"]


def test_the_only_user_owns_what_is_created(event: Run) -> None:
    assert event("tournament", "show", "evening", "--json").json["roles"] == {"ana": "owner"}
    event("user", "add", "ben")
    event("tournament", "create", "Ben's", "--format", "manual", "--owner", "ben")
    assert event("tournament", "show", "Ben", "--json").json["roles"] == {"ben": "owner"}


def test_what_was_created_before_there_was_a_user_goes_to_the_first(podium: Run) -> None:
    said = podium("tournament", "create", "Early", "--format", "manual")
    assert "belongs to nobody" in said.err
    podium("user", "add", "ana")
    podium("user", "add", "ben")
    assert podium("tournament", "show", "Early", "--json").json["roles"] == {"ana": "owner"}


def test_deleting_asks_first(event: Run) -> None:
    event("tournament", "delete", "evening", input="n\n", code=1)
    event("tournament", "delete", "evening", input="y\n")
    assert event("tournament", "list").out == "There are no tournaments yet.\n"


def test_settings_are_changed(event: Run) -> None:
    row = event("tournament", "change", "evening", "--place", "Town Hall", "--scoring", "fide", "--json").json
    assert (row["place"], row["scoring"], row["rounds"]) == ("Town Hall", "fide", 3)
    event("tournament", "change", "evening", "--rounds", 0, code=2)


def test_the_tables_are_rebuilt_from_the_journal(event: Run) -> None:
    with opened(from_environment()) as podium:
        before = podium.registry.every_tournament()
    assert event("rebuild").out == "The tables are rebuilt from 1 tournament.\n"
    with opened(from_environment()) as podium:
        assert podium.registry.every_tournament() == before


def test_all_rounds_of_a_round_robin_in_one_step(podium: Run) -> None:
    podium("tournament", "create", "Club", "--format", "round-robin")
    podium("players", "add", "club", "Ann", "Ben", "Cid", "Dan")
    assert podium("round", "pair", "club", "--all").out == "Rounds 1 to 3 are paired.\n"
    assert podium("undo", "club").out == "Undid: Rounds 1 to 3 paired: 6 games\n"
    made = podium("round", "pair", "club", "--all", "--json").json
    assert [row["round"] for row in made["rounds"]] == [1, 2, 3]
    assert "tournament has 3" in podium("round", "pair", "club", "--all", code=1).err
    podium("round", "pair", "club", "--all", "--round", 2, code=2)


def test_an_event_paired_by_hand_is_not_paired_whole(event: Run) -> None:
    assert "Only a round robin" in event("round", "pair", "evening", "--all", code=1).err


def test_a_logo_is_given_and_taken_away(event: Run, tmp_path: Path) -> None:
    picture = tmp_path / "logo.png"
    picture.write_bytes(png())
    assert event("tournament", "logo", "evening", picture, "--json").json["logo"].startswith("/t/")
    assert event("tournament", "logo", "evening", "--remove", "--json").json == {"logo": None}
    picture.write_bytes(b"GIF89a")
    assert "PNG, JPEG or WebP" in event("tournament", "logo", "evening", picture, code=2).err


def test_certificates_get_a_background_and_lose_it(event: Run, tmp_path: Path) -> None:
    picture, sheets = tmp_path / "background.png", tmp_path / "certificates.pdf"
    picture.write_bytes(png(297, 210))
    event("round", "pair", "evening")

    def has_picture(*more: object) -> bool:
        event("print", "certificates", "evening", "--for", "players", "-o", sheets, *more)
        return b"/Subtype/Image" in sheets.read_bytes()

    assert has_picture("--background", picture)
    assert not has_picture()  # it was for that print alone
    assert event("tournament", "background", "evening", picture, "--json").json["background"].startswith("/t/")
    assert has_picture()
    assert event("tournament", "background", "evening", "--remove", "--json").json == {"background": None}
    assert not has_picture()
    assert "Only certificates" in event("print", "start-list", "evening", "--background", picture, code=2).err
    picture.write_bytes(b"GIF89a")
    assert "PNG, JPEG or WebP" in event("tournament", "background", "evening", picture, code=2).err


def test_the_planned_rounds_are_written_as_a_calendar(event: Run, tmp_path: Path) -> None:
    times = ["--round-time", "2026-08-31 14:00", "--round-time", "2026-09-01 09:30"]
    event("tournament", "change", "evening", *times, "--time-zone", "Europe/Berlin")
    said = event("export", "--tournament", "evening", "-o", tmp_path / "schedule.ics")
    assert "2 rounds written" in said.err
    assert "DTSTART:20260901T073000Z" in (tmp_path / "schedule.ics").read_text()


@every(
    ("words", "meant"),
    [
        ("tournment list", "Did you mean tournament?"),
        ("round show Eveing", "Did you mean Evening Open?"),
        ("players withdraw Evening Alcie", "Did you mean Alice?"),
    ],
)
def test_a_slip_is_answered_with_what_may_have_been_meant(event: Run, words: str, meant: str) -> None:
    said = event(*words.split(), code=2 if words.startswith("tournment") else 4)
    assert meant in said.err
    assert "Did you mean" not in event("round", "show", "Zzz", code=4).err
