"""What is fixed once round 1 is paired in FIDE mode, at a terminal; ratings that tie-breaks need; uploading."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def swiss(podium: Run) -> Run:
    podium("tournament", "create", "Open", "--format", "swiss", "--rules", "fide", "--rounds", 3, "--tiebreak", "ARO")
    return podium


def test_settings_that_are_fixed_are_refused(swiss: Run) -> None:
    swiss("players", "add", "Open", "A", "B", "--acknowledged", 1)
    swiss("round", "pair", "Open", "--acknowledged", 1)
    before = swiss("tournament", "show", "Open", "--json").json
    for flag, value in (
        *(("--numbering", "list"), ("--equal-order", "lots"), ("--initial-colour", "black"), ("--apart", "club")),
        *(("--rounds", 5), ("--scoring", "3-1-0"), ("--tiebreak", "BH"), ("--edition", 2024), ("--rules", "club")),
        *(("--tiebreak-ratings", "round"), ("--starting-rank", "NRO"), ("--national-ratings", "GER")),
        *(("--rating-list", "fide/blitz"),),
    ):
        asked = swiss("tournament", "change", "Open", flag, value, "--confirm", "--acknowledged", 1, code=1)
        assert "rounds are paired already" in asked.err or "declared before round 1" in asked.err, flag
    assert swiss("tournament", "show", "Open", "--json").json == before


def test_an_unrated_player_is_asked_about_and_there_is_a_way_out(swiss: Run) -> None:
    assert "A and B: without a rating" in swiss("players", "add", "Open", "A", "B", code=1).err
    swiss("players", "add", "Open", "A", "B", "--acknowledged", 1)
    assert "without a rating" in swiss("round", "pair", "Open", code=1).err
    swiss("round", "pair", "Open", "--acknowledged", 1)
    assert "(L3, step 1 of 1)" in swiss("tournament", "change", "Open", "--unrated", 1400, code=1).err
    swiss("tournament", "change", "Open", "--unrated", 1400, "--acknowledged", 1)
    assert "### Unrated in tie-breaks: 1400" in swiss("export", "--tournament", "Open", "--format", "trf").out


def test_a_list_of_unrated_players_is_asked_about(swiss: Run) -> None:
    list_ = "name,rating\nAnn,2000\nBen,\n"
    assert "Ben: without a rating" in swiss("import", "-", "--tournament", "Open", input=list_, code=1).err
    swiss("import", "-", "--tournament", "Open", "--acknowledged", 1, input=list_)


def test_a_report_that_is_not_ready_is_no_success(swiss: Run) -> None:
    said = swiss("export", "--tournament", "Open", "--ready", code=1)
    assert said.out.startswith("FIDE’s report still asks for: venue, federation")
    assert swiss("export", "--tournament", "Open", "--ready", "--json", code=1).json["ready"] is False
    swiss("tournament", "create", "Club", "--format", "swiss")
    assert "ready to be uploaded" in swiss("export", "--tournament", "Club", "--ready").out
