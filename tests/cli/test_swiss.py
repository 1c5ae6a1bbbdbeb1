"""A Swiss from the command line: create, pair, why, and report files out and in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def swiss(podium: Run) -> Run:
    """Seven players before the first round."""
    podium("user", "add", "ana")
    podium(
        "tournament", "create", "Spring Open", "--format", "swiss", "--rounds", 5, "--scoring", "fide",
        "--initial-colour", "black", "--accelerated",
    )  # fmt: skip
    for at, name in enumerate(["Anna", "Boris", "Carla", "David", "Elena", "Farid", "Greta"]):
        podium("players", "add", "spring", name, "--rating", 2200 - 40 * at)
    return podium


def play(podium: Run, number: int) -> None:
    podium("round", "pair", "spring", "--round", number)
    shown = podium("round", "show", "spring", "--json").json
    for row in shown["pairings"]:
        if not row["is_bye"]:
            podium("result", "spring", number, row["board"], "1-0" if row["board"] % 2 else "1/2-1/2")
    podium("round", "close", "spring")


def test_what_is_played_here_passes_the_check(swiss: Run, tmp_path: Path) -> None:
    shown = swiss("tournament", "show", "spring", "--json").json
    assert (shown["initial_colour"], shown["acceleration"]) == ("black", "baku")
    swiss("tournament", "forbid", "spring", "Anna", "Elena")
    for number in (1, 2, 3):
        play(swiss, number)
    for kind in ("trf", "trf16"):
        file = tmp_path / f"open-{kind}.trf"
        swiss("export", "--tournament", "spring", "--format", kind, "-o", file)
        assert swiss("check", file).out == "1 file, 3 rounds: no differences.\n"
    swiss("round", "pair", "spring")
    assert swiss("round", "pair", "spring", code=1).err.startswith("Round 5 cannot be paired: results of round 4")


def test_why_says_why(swiss: Run) -> None:
    play(swiss, 1)
    play(swiss, 2)
    said = swiss("why", "spring", 2, 1).out
    assert "(White) meets" in said
    assert "Bracket of" in said
    told = swiss("why", "spring", 2, 4, "--json").json
    assert (told["board"], told["prescribed"], told["parts"][0]["title"]) == (4, True, "The bye")
    swiss("why", "spring", 2, 9, code=4)


def test_a_report_comes_in_with_a_word_on_what_was_filled_in(swiss: Run, tmp_path: Path) -> None:
    play(swiss, 1)
    file = tmp_path / "open.trf"
    swiss("export", "--tournament", "spring", "-o", file)
    lines = [line for line in file.read_text().splitlines(keepends=True) if not line.startswith(("152", "012"))]
    file.write_text("012 Copied\n" + "".join(lines))
    before = len(swiss("tournament", "list", "--json").json["tournaments"])
    preview = swiss("import", file, "--preview")
    assert preview.out == "7 players and 1 round to bring.\n"
    said = swiss("import", file)
    assert "initial colour: Black, as the first round shows" in said.err
    assert said.out.startswith("Copied created: ")
    assert len(swiss("tournament", "list", "--json").json["tournaments"]) == before + 1
    assert swiss("table", "copied").out == swiss("table", "spring").out


@pytest.mark.parametrize("answer", ["y", "n"])
def test_an_imported_round_that_is_not_by_the_rules_is_asked_about_at_a_terminal(
    swiss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    file = wrong_report(tmp_path)
    monkeypatch.setattr("podium.cli.verbs.import_.on_terminal", lambda: True)
    said = swiss("import", file, input=answer, code=0 if answer == "y" else 1)
    assert "should be 1-3 4-2 and is 1-2 3-4" in said.err
    assert ("wrong" in swiss("tournament", "list").out.lower()) is (answer == "y")


def wrong_report(folder: Path) -> Path:
    """A report file with a round that the rules would not give."""
    file = folder / "wrong.trf"
    lines = [f"001 {number:>4}      {f'Player {number}':<33} 2{9 - number}00" for number in (1, 2, 3, 4)]
    cells = ("2 w 1", "1 b 0", "4 w 1", "3 b 0")
    played = [f"{line:<91}   {cell}" for line, cell in zip(lines, cells, strict=True)]
    heading = ["012 Wrong", "142 3", "152 W", "192 FIDE_DUTCH_2026", "202 BH", "222 5400+30"]
    file.write_text("\n".join([*heading, *played, "299          -0.5    1    2"]))
    return file


def test_an_imported_round_is_compared_with_the_rules(swiss: Run, tmp_path: Path) -> None:
    file = wrong_report(tmp_path)
    preview = swiss("import", file, "--preview", "--json").json
    assert [each["round"] for each in preview["differences"]] == [1]
    said = swiss("import", file).err
    assert "Not by the rules: round 1: should be 1-3, 4-2; is 1-2, 3-4" in said
    assert "Kept as in the file: Line 6, record 222: Podium has no field for it." in said
    assert "Kept as in the file: Line 11, record 299: Points out of the ordinary" in said
    swiss("export", "--tournament", "wrong", "-o", tmp_path / "out.trf")
    assert "299          -0.5    1    2" in (tmp_path / "out.trf").read_text().splitlines()


def test_the_details_of_the_report_are_flags(swiss: Run) -> None:
    flags = ["--federation", "GER", "--chief-arbiter", "IA Anna (4612345)", "--round-date", "2026-04-01"]
    deputies = ["--deputy-arbiter", "Ben (4612346)", "--deputy-arbiter", "Cleo"]
    made = swiss("tournament", "change", "spring", *flags, *deputies, "--rate-of-play", "90 min", "--json").json
    assert (made["federation"], made["chief_arbiter"]) == ("GER", "IA Anna (4612345)")
    assert [each["fide_id"] for each in made["arbiters"]] == ["4612345", "4612346", None]
    assert (made["round_dates"], made["rate_of_play"]) == (["2026-04-01"], "90 min")


def test_a_report_waits_for_an_adjourned_game_and_an_intermediate_one_does_not(podium: Run, tmp_path: Path) -> None:
    podium("user", "add", "ana")
    podium("tournament", "create", "Rated", "--format", "swiss", "--rules", "fide", "--rounds", 1)
    podium("players", "add", "rated", "Anna", "Boris")
    podium("round", "pair", "rated")
    podium("result", "rated", 1, 1, "adjourned")
    podium("round", "close", "rated")
    told = podium("table", "rated")
    assert "The standings are not final: 1 game is not over." in told.err
    assert podium("table", "rated", "--json").json["final"] is False
    refused = podium("export", "--tournament", "rated", "--format", "trf", "-o", tmp_path / "final.trf", code=1)
    assert "or take the intermediate report" in refused.err
    podium("export", "--tournament", "rated", "--format", "itdx", "-o", tmp_path / "so-far.trf")
    assert (tmp_path / "so-far.trf").read_text().count(" ?") == 2
    podium("result", "rated", 1, 1, "1/2-1/2")
    podium("export", "--tournament", "rated", "--format", "trf", "-o", tmp_path / "final.trf")


def test_an_export_says_what_fides_report_still_asks_for(swiss: Run, tmp_path: Path) -> None:
    swiss("tournament", "create", "Rated", "--format", "swiss", "--rules", "fide", "--rounds", 5)
    swiss("tournament", "change", "rated", "--federation", "GER", "--place", "Ulm", "--start", "2026-04-01")
    said = swiss("export", "--tournament", "rated", "-o", tmp_path / "rated.trf").err
    assert "FIDE’s report still asks for: last day, chief arbiter, rate of play, dates of the rounds." in said
    assert "asks for" not in swiss("export", "--tournament", "spring", "-o", tmp_path / "club.trf").err


def test_a_report_with_byes_to_come_is_one_commit(swiss: Run, tmp_path: Path) -> None:
    for name in ("Anna", "Boris"):
        swiss("players", "byes", "spring", name, "3=half")
    file = tmp_path / "open.trf"
    swiss("export", "--tournament", "spring", "-o", file)
    made = swiss("import", file, "--json").json
    assert made["version"] == 1
    assert len(swiss("history", made["id"], "--json").json["commits"]) == 1
    players = swiss("players", "list", made["id"], "--json").json["players"]
    assert {row["name"] for row in players if row["byes"] == {"3": "half"}} == {"Anna", "Boris"}


def test_a_wrong_report_is_refused_and_stores_nothing(swiss: Run, tmp_path: Path) -> None:
    file = tmp_path / "wrong.trf"
    file.write_text("012 Open\n001    1      Anna                              20x0\n")
    before = swiss("tournament", "list").out
    assert "2" in swiss("import", file, code=3).err
    assert swiss("tournament", "list").out == before


def test_players_are_renumbered_until_round_4(swiss: Run) -> None:
    play(swiss, 1)
    swiss("players", "edit", "spring", "Greta", "--rating", 2500)
    assert swiss("players", "list", "spring").out.splitlines()[-1].split()[:2] == ["7", "Greta"]
    swiss("players", "renumber", "spring")
    assert swiss("players", "list", "spring").out.splitlines()[1].split()[:2] == ["1", "Greta"]
    for number in (2, 3, 4):
        play(swiss, number)
    swiss("players", "edit", "spring", "7", "--rating", 2900)
    assert "from the pairing of round 4 on" in swiss("players", "renumber", "spring", code=1).err


def test_rules_and_a_change_that_must_be_confirmed(swiss: Run) -> None:
    assert swiss("tournament", "show", "spring", "--json").json["rules"] == "club"
    made = swiss("tournament", "create", "Rated", "--format", "swiss", "--rules", "fide", "--rounds", 5, "--json").json
    assert (made["rules"], made["scoring"]) == ("fide", "fide")
    [first, *_rest] = swiss("round", "pair", "spring", "--json").json["pairings"]
    players = {row["id"]: row["name"] for row in swiss("players", "list", "spring", "--json").json["players"]}
    pair = [players[first[side]] for side in ("white_player_id", "black_player_id")]
    assert "confirm" in swiss("tournament", "forbid", "spring", *pair, code=1).err
    swiss("tournament", "forbid", "spring", *pair, "--confirm")


@pytest.mark.parametrize("seed", ["a", "b"])
def test_a_tournament_with_odd_results_is_checked_and_brought_in(podium: Run, tmp_path: Path, seed: str) -> None:
    text = podium("generate", "--players", 12, "--rounds", 5, "--seed", seed, "--fixed", "--odd", "40%").out
    assert {code for code in "WDL" if f" {code}" in text}
    file = tmp_path / "odd.trf"
    file.write_text(text, "utf-8")
    assert podium("check", file).out == "1 file, 5 rounds: no differences.\n"
    podium("import", file)
    podium("export", "--tournament", 1, "-o", file)

    def cells(report: str) -> list[str]:
        return [line[91:] for line in report.splitlines() if line.startswith("001")]

    assert cells(file.read_text("utf-8")) == cells(text)


def test_a_second_bye_by_hand_is_warned_of(swiss: Run) -> None:
    play(swiss, 1)
    [first] = [row for row in swiss("round", "show", "spring", "--json").json["pairings"] if row["is_bye"]]
    names = {row["id"]: row["name"] for row in swiss("players", "list", "spring", "--json").json["players"]}
    swiss("round", "pair", "spring")
    rows = swiss("round", "show", "spring", "--json").json["pairings"]
    board = next(
        row["board"] for row in rows if first["white_player_id"] in (row["white_player_id"], row["black_player_id"])
    )
    swiss("round", "edit", "spring", board, "--remove")
    said = swiss("bye", "spring", 2, names[first["white_player_id"]], "bye")
    assert "has had the bye before" in said.err
