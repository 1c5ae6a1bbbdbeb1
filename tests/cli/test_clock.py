"""The clock of an event from the command line."""

from __future__ import annotations

import re

from tests.cli.conftest import Run


def test_a_clock_is_started_paused_changed_and_hidden(podium: Run) -> None:
    podium("user", "add", "ann")
    podium("tournament", "create", "Open", "--format", "manual")
    assert podium("clock", "Open").out == "There is no clock.\n"
    assert "No countdown is set" in podium("clock", "Open", "pause", code=1).err
    assert re.fullmatch(r"(1:00:00|59:\d\d), until \d\d:\d\d UTC\n", podium("clock", "Open", "start", 60).out)
    podium("clock", "Open", "pause")
    podium("clock", "Open", "add", "--", -50)
    assert re.fullmatch(r"(10:00|9:\d\d)\n", podium("clock", "Open").out)
    shown = podium("clock", "Open", "reset", "--json").json
    assert (shown["kind"], shown["running"], shown["left"]) == ("countdown", False, 3_600_000)
    assert podium("clock", "Open", "time").out == "The clock shows the time of day.\n"
    assert podium("clock", "Open", "hide").out == "There is no clock.\n"
    podium("clock", "Open", "start", code=2)
    podium("clock", "Open", "start", "--until", "noon", code=2)


def test_who_has_no_role_may_look_and_not_touch(podium: Run) -> None:
    podium("user", "add", "ann")
    podium("user", "add", "bob")
    podium("tournament", "create", "Open", "--format", "manual", "--owner", "ann")
    podium("tournament", "publish", "Open")
    assert podium("clock", "Open", "--as", "bob").out == "There is no clock.\n"
    podium("clock", "Open", "start", 60, "--as", "bob", code=1)
