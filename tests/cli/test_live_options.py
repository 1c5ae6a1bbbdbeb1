"""Live games from the command line."""

from __future__ import annotations

from tests.cli.conftest import Run


def test_an_event_is_made_live_and_its_round_gets_a_time(podium: Run) -> None:
    podium(
        "tournament", "create", "Blitz", "--format", "manual", "--live", "--time-control", "5+0/4+0", "--draw-claims"
    )
    podium("tournament", "change", "Blitz", "--no-show-wait", "30", "--public-delay", "5")
    shown = podium("tournament", "show", "Blitz", "--json").json
    assert (shown["live"], shown["noShowWait"], shown["publicDelay"]) == (True, 30, 5)
    assert (shown["timeControl"], shown["drawConfig"]) == ({"white": "5+0", "black": "4+0"}, {"claims": True})
    podium("players", "add", "Blitz", "Ann", "Ben")
    podium("round", "pair", "Blitz")
    podium("round", "publish", "Blitz", "--starts-at", "2026-08-31T14:00", code=2)
    here = podium("round", "publish", "Blitz", "--starts-at", "2026-08-31T16:00+02:00", "--json").json
    assert here["startsAt"] == "2026-08-31T14:00:00.000+00:00"


def test_the_rounds_of_a_bracket_are_started_by_the_clock_of_the_event(podium: Run) -> None:
    podium("tournament", "create", "Cup", "--format", "knockout", "--live", "--time-zone", "Europe/Berlin")
    podium("players", "add", "Cup", "Ann", "Ben", "Cid", "Dan")
    podium("round", "pair", "Cup")
    assert podium("round", "start", "Cup", "2", "--at", "2026-12-01T19:30", "--json").json["startsAt"] == (
        "2026-12-01T18:30:00.000+00:00"
    )
    assert podium("round", "start", "Cup", "1", "--json").json["startsAt"] is not None
    assert "Round 1 is held." in podium("round", "hold", "Cup", "1").out
    podium("round", "start", "Cup", "1", "--at", "soon", code=2)


def test_clocks_of_an_armageddon_game(podium: Run) -> None:
    podium(
        *("tournament", "create", "Cup", "--format", "knockout", "--tie-break-policy", "ARMAGEDDON"),
        *("--armageddon-time-control", "5+0/4+0", "--tie-break-no-show-wait", "15"),
    )
    shown = podium("tournament", "show", "Cup", "--json").json
    assert (shown["armageddonTimeControl"], shown["tieBreakNoShowWait"]) == ({"white": "5+0", "black": "4+0"}, 15)


def test_nonsense_is_refused(podium: Run) -> None:
    for flags in (("--time-control", "fast"), ("--no-show-wait", "-1"), ("--public-delay", "121")):
        podium("tournament", "create", "Blitz", "--format", "swiss", *flags, code=2)
    podium("tournament", "create", "Blitz", "--format", "doubles", "--live", code=2)
