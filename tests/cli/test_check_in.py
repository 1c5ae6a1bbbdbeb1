"""Check-in from the command line."""

from __future__ import annotations

from tests.cli.conftest import Run


def test_players_are_noted_taken_back_and_the_absent_settled_in_one_change(podium: Run) -> None:
    podium("user", "add", "ann")
    podium("tournament", "create", "Open", "--format", "swiss", "--rounds", 3)
    podium("players", "add", "Open", "Ann", "Bo", "Cy", "Di")
    assert "check-in" in podium("check-in", "list", "Open", code=1).err
    assert podium("check-in", "open", "Open").out == "The check-in for round 1 is open.\n"
    assert "is open until 20" in podium("check-in", "open", "Open", "--minutes", 30).out
    assert podium("check-in", "add", "Open", "Ann", "Bo", "Cy").out == "3 of 4 players are here.\n"
    assert podium("check-in", "undo", "Open", "Cy").out == "2 of 4 players are here.\n"
    podium("check-in", "add", "Open", "Di", "Nobody", code=4)
    listed = podium("check-in", "list", "Open", "--absent").out
    assert ("Cy" in listed, "Di" in listed, "Ann" in listed) == (True, True, False)
    before = podium("check-in", "list", "Open", "--json").json
    assert (len(before["present"]), len(before["absent"])) == (2, 2)
    ended = podium("check-in", "end", "Open", "--absent", "half-point-bye")
    assert ended.out == "The check-in for round 1 is ended.\nAbsent: Cy and Di.\n"
    podium("check-in", "list", "Open", code=1)
    byes = [row["byes"] for row in podium("players", "list", "Open", "--json").json["players"]]
    assert sorted(map(str, byes)) == ["{'1': 'half'}", "{'1': 'half'}", "{}", "{}"]
    podium("undo", "Open")
    assert [row["byes"] for row in podium("players", "list", "Open", "--json").json["players"]] == [{}] * 4


def test_who_has_no_role_may_not_check_anybody_in(podium: Run) -> None:
    podium("user", "add", "ann")
    podium("user", "add", "bob")
    podium("tournament", "create", "Open", "--format", "swiss", "--owner", "ann")
    podium("players", "add", "Open", "Ann")
    podium("tournament", "publish", "Open")
    podium("check-in", "open", "Open", "--as", "bob", code=1)
    podium("check-in", "open", "Open", "--as", "ann")
    for verb in (("list", "Open"), ("add", "Open", "Ann"), ("undo", "Open", "Ann"), ("end", "Open")):
        podium("check-in", *verb, "--as", "bob", code=1)
