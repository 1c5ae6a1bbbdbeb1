"""In FIDE mode only the tie-breaks that C.07 lists; a club event has all, and a round robin no Buchholz by any name."""

from __future__ import annotations

from dataclasses import replace

from podium.app.queries import explained, standings
from podium.core.dice import Dice
from podium.flow.commands import ChangeSettings
from podium.flow.decide import decide
from podium.flow.event.tournament import refuse_other_codes
from podium.flow.events import SettingsChanged
from podium.flow.evolve import evolve, fold
from podium.tiebreaks import CATALOGUE
from tests.kit.events import director, refused
from tests.kit.loops import every

ELSEWHERE = [row.code for row in CATALOGUE if not row.by_fide]
BUCHHOLZ = ["BH", "BH/C1", "FB", "AOB", "SOB", "SOLK", "MMED", "SOS", "SOSOS"]


@every("code", ELSEWHERE)
def test_a_fide_event_takes_no_code_that_c07_does_not_list(code: str) -> None:
    with refused("tiebreak-not-of-fide") as caught:
        director("swiss", rules="fide", tiebreaks=["BH", code])
    assert (caught.value.facts["field"], caught.value.facts["value"]) == ("tiebreaks", code)
    assert director("swiss", tiebreaks=["BH", code]).state.settings.tiebreaks == ("BH", code)


def test_typed_values_are_among_the_tiebreaks_of_a_fide_event() -> None:
    assert director("swiss", rules="fide", tiebreaks=["EXT", "BH"]).state.settings.tiebreaks == ("EXT", "BH")


def test_neither_the_list_nor_the_rules_can_change_to_what_fide_does_not_have() -> None:
    event = director("swiss", rules="fide")
    with refused("tiebreak-not-of-fide"):
        event.do(ChangeSettings({"tiebreaks": "us-chess"}))
    club = director("swiss", tiebreaks="us-chess")
    with refused("tiebreak-not-of-fide"):
        club.do(ChangeSettings({"rules": "fide"}))
    club.do(ChangeSettings({"rules": "fide", "tiebreaks": "fide-swiss"}))


@every(("format", "rules", "list"), [("swiss", "fide", ("SOLK",)), ("round-robin", "club", ("SOS", "SB"))])
def test_a_list_from_before_stays_until_it_is_changed(format: str, rules: str, list: tuple[str, ...]) -> None:
    """Journals may hold lists that were allowed when they were written."""
    event = director(format, rules=rules)
    before = event.state.settings
    state = evolve(event.state, SettingsChanged(before, replace(before, tiebreaks=list)))
    after = fold(state, decide(state, ChangeSettings({"place": "Hall"}), "2026-05-01", Dice("1")))
    assert after is not None
    assert (after.settings.place, after.settings.tiebreaks) == ("Hall", list)


def test_who_reads_the_standings_of_a_fide_event_gets_none_by_other_codes() -> None:
    event = director("swiss", rules="fide", rounds=1)
    event.players("Ann", "Ben")
    with refused("tiebreak-not-of-fide"):
        standings(event.state, codes=["SOS"])
    with refused("tiebreak-not-of-fide"):
        explained(event.state, event.player("Ann"), ["SOS"])
    left = replace(event.state, fide_mode_exit=0)
    refuse_other_codes(left, ["SOS"])
    assert len(standings(left, codes=["SOS"])) == 2


@every("code", BUCHHOLZ)
@every("rules", ["club", "fide"])
def test_a_round_robin_has_no_buchholz_by_any_name(rules: str, code: str) -> None:
    with refused("tiebreak-not-in-round-robin"):
        director("round-robin", rules=rules, tiebreaks=[code])
