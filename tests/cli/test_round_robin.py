"""A round robin from the command line: numbers, exchanged rounds, the free day, and the check of its report."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run


def test_a_round_robin_is_numbered_paired_exported_and_checked(podium: Run, tmp_path: Path) -> None:
    """C.05: Annex 1 with two cycles, numbers set by hand, a free day by the organiser's word."""
    podium("tournament", "create", "Berger", "--format", "round-robin", "--cycles", "2", "--free-day", "half")
    podium("players", "add", "Berger", "Anna", "Bela", "Carla", "Dora", "Emil")
    podium("tournament", "number", "Berger", "Emil", "Carla")
    assert "Name players, or --clear" in podium("tournament", "number", "Berger", code=2).err
    shown = podium("tournament", "show", "Berger", "--json").json
    assert (len(shown["table_order"]), shown["swap_last_two"], shown["free_day"]) == (2, True, "half")
    podium("round", "pair", "Berger", "--all")
    file = tmp_path / "berger.trf"
    podium("export", "--tournament", "Berger", "--format", "trf", "-o", file)
    text = file.read_text("utf-8")
    assert "192 FIDE_DOUBLEROUNDROBIN" in text
    assert [line[14:20].strip() for line in text.splitlines() if line.startswith("001")][:2] == ["Emil", "Carla"]
    assert "1 file, 1 round: no differences." in podium("check", file).out  # those ahead have no results
    podium("tournament", "number", "Berger", "--clear", code=1)


def test_koya_is_read_as_fide_lists_it(podium: Run) -> None:
    """C.07, 9.2: KS/L1 is KS/L+1; a percentage of other programs is not taken for half points."""
    podium("tournament", "create", "Berger", "--format", "round-robin", "--tiebreak", "KS/L1", "--tiebreak", "KS/L-2")
    assert podium("tournament", "show", "Berger", "--json").json["tiebreaks"] == ["KS/L+1", "KS/L-2"]
    podium("tournament", "change", "Berger", "--tiebreak", "KS/L50", code=2)
    podium("tournament", "change", "Berger", "--tiebreak", "KS/L1", "--tiebreak", "KS/L+1", code=2)
