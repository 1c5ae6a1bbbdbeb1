"""`podium story`: the podium, the figures, and a picture on stdout."""

from __future__ import annotations

from xml.etree import ElementTree

from tests.cli.conftest import Run


def end(event: Run) -> None:
    """Alice beats Bob, Carol draws with Dave, and Eve has a bye: the only round of the event."""
    event("tournament", "change", "evening", "--rounds", 1)
    event("round", "publish", "evening", 1)
    event("result", "evening", 1, 1, "1-0")
    event("result", "evening", 1, 2, "1/2-1/2")
    event("round", "close", "evening", 1)


def test_there_is_no_podium_before_the_end(event: Run) -> None:
    assert "there is no podium yet" in event("story", "evening").out
    assert event("story", "evening", "--json").json["over"] is False


def test_the_podium_and_the_figures_are_printed(event: Run) -> None:
    end(event)
    out = event("story", "evening").out
    assert out.startswith("1. Alice, 1 point, ½ ahead on points\n2. Carol, Dave and Eve, ½ point, level on points")
    assert "Games: 2" in out
    told = event("story", "evening", "--json").json
    assert told["sections"][0]["podium"][0]["players"][0]["name"] == "Alice"


def test_a_picture_goes_to_stdout(event: Run) -> None:
    end(event)
    svg = event("story", "evening", "--picture", "race").out
    assert ElementTree.fromstring(svg).get("role") == "img"
    event("story", "evening", "--picture", "network", code=4)
    event("story", "evening", "--picture", "race", "--section", "Minor", code=4)
