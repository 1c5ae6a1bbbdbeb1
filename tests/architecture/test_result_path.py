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
            first, *others = event.pair()["pairings"]
            event("POST", "/rounds/1/publish", {}).ok()
            chief("PUT", f"/api/pairings/{first['id']}/result", {"result": "1-0"}).ok()
            ways = []
            for each in others:
                called.clear()
                counting.set()
                answer = chief("PUT", f"/api/pairings/{each['id']}/result", {"result": "0-1"})
                counting.clear()
                assert answer.ok()["result"] == "0-1"
                ways.append(set(called))
    finally:
        sys.setprofile(before)
        threading.setprofile(None)
    always = set.intersection(*ways)  # without what other threads happen to do meanwhile
    ours = sorted(each.removeprefix(SOURCES) for each in always if each.startswith(SOURCES))
    assert "/flow/decide.py" in ours, "the threads of the server are seen as well"
    assert len(ours) <= MOST, "\n".join(ours)
