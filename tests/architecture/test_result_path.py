"""The way of one result over the API is short: it passes through few of our files."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from types import FrameType

import podium
from tests.kit.http import house

SOURCES = str(Path(podium.__file__).parent)
MOST = 50


def test_a_result_over_the_api_passes_through_few_files(tmp_path: Path) -> None:
    called: set[str] = set()
    counting = threading.Event()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and counting.is_set():
            called.add(frame.f_code.co_filename)

    threading.setprofile(note)  # of every thread that the server starts
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        with house(f"{tmp_path}/podium.db") as here:
            chief = here.user("chief")
            event = chief.event(format="swiss", rounds=3)
            event.players(*(f"Player {number}" for number in range(1, 9)))
            event("POST", "/publish", {}).ok()
            *others, last = event.pair()["pairings"]
            event("POST", "/rounds/1/publish", {}).ok()
            for each in others:
                chief("PUT", f"/api/pairings/{each['id']}/result", {"result": "1-0"}).ok()
            counting.set()
            answer = chief("PUT", f"/api/pairings/{last['id']}/result", {"result": "0-1"})
            counting.clear()
            assert answer.ok()["result"] == "0-1"
    finally:
        sys.setprofile(before)
        threading.setprofile(None)
    ours = sorted(each.removeprefix(SOURCES) for each in called if each.startswith(SOURCES))
    assert "/flow/decide.py" in ours, "the threads of the server are seen as well"
    assert len(ours) <= MOST, "\n".join(ours)
