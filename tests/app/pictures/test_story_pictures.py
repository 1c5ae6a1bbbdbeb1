"""The pictures of a story: well-formed, named, true to the figures, readable in a large field, safe with any name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from podium.app.pictures import race
from podium.app.pictures.performance import performance_picture
from podium.app.pictures.svg import FINGERPRINT, SHEET, STYLE, Caption
from podium.app.story.meetings import Performance
from podium.app.story.story import Story, story
from podium.app.story.story_pictures import ANY_READER, Picture, Reader, picture, pictures
from podium.core.errors import Unknown
from podium.core.ids import PlayerId
from podium.core.player import Player, PlayerFields
from podium.core.result import Result
from podium.flow.commands import AddPlayers, RecordResult
from tests.kit.events import director
from tests.kit.finished import NAMES, entered, finished, play
from tests.kit.loops import every

SVG = "{http://www.w3.org/2000/svg}"
GOLDEN = Path(__file__).parents[2] / "golden" / "pictures"
FORMATS = ("swiss", "round-robin", "manual", "doubles", "knockout")
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "Ann & Ben ]]> <!-- x",
    "'; DROP TABLE players; --",
    "\u202egnirts",
    "\U0001f3c6 Ωmega, Ünïcode",
    "x" * 200,
    "O'Neill, Shaun",
)
RED, GREEN, BLUE = 0.2126, 0.7152, 0.0722


def drawn(told: Story, name: str, reader: Reader = ANY_READER) -> ElementTree.Element:
    return ElementTree.fromstring(picture(told, name, reader).svg)


def having(root: ElementTree.Element, tag: str, kind: str) -> list[ElementTree.Element]:
    """The elements of a tag that have that class."""
    return [each for each in root.iter(f"{SVG}{tag}") if kind in each.get("class", "").split()]


def end_of(path: ElementTree.Element) -> float:
    """How high the last point of a line is."""
    return float(re.split(r"[ML ]", path.get("d", ""))[-1])


def upset_event() -> Story:
    """Six players, two upsets and a draw."""
    event = entered("manual", NAMES[:6], rounds=2)
    event.pairs(1, [("Ann", "Fay"), ("Ben", "Cid"), ("Dan", "Eve")])
    event.publish(1)
    for name, result in (("Ann", "0-1"), ("Ben", "0-1"), ("Dan", "1/2-1/2")):
        event.result(name, result)
    event.close(1)
    return story(event.state)


@every("format", FORMATS)
@every("alone", [False, True])
def test_every_picture_has_a_role_a_name_and_a_description(format: str, alone: bool) -> None:
    found = pictures(story(finished(format).state), alone=alone)
    assert found
    for each in found:
        root = ElementTree.fromstring(each.svg)
        assert root.get("role") == "img"
        title = root[0]
        assert title.tag == f"{SVG}title"
        assert title.text
        if each.name != "bracket":
            named = {part.get("id"): part.text for part in root if part.get("id")}
            assert [bool(named[id]) for id in root.get("aria-labelledby", "").split()] == [True, True]
        assert each.table.rows
        assert all(len(row) == len(each.table.columns) for row in each.table.rows)


@every("format", FORMATS)
def test_a_page_may_hold_every_picture(format: str) -> None:
    for each in pictures(story(finished(format).state)):
        assert " style=" not in each.svg
        assert "<style" not in each.svg
        assert "<script" not in each.svg


def test_a_file_brings_the_sheet_of_styles_that_the_policy_knows() -> None:
    root = drawn(upset_event(), "race")
    [sheet] = root.iter(f"{SVG}style")
    assert sheet.text == STYLE
    assert FINGERPRINT.startswith("'sha256-")
    assert having(root, "rect", "paper")


@every("format", FORMATS)
def test_no_name_breaks_a_picture(format: str) -> None:
    event = finished(format, HOSTILE)
    for each in pictures(story(event.state), alone=True):
        root = ElementTree.fromstring(each.svg)  # fails unless it is well-formed
        assert {part.tag.removeprefix(SVG) for part in root.iter()} <= {
            "svg", "title", "desc", "style", "rect", "path", "circle", "text", "g",
        }  # fmt: skip
        assert not [name for part in root.iter() for name in part.attrib if name.startswith("on")]


# --- race and places ------------------------------------------------------------------------------


def test_the_race_draws_the_best_in_colours_and_who_has_more_points_ends_higher() -> None:
    told = story(finished("round-robin").state)
    root = drawn(told, "race")
    lines = having(root, "path", "line")
    assert len(lines) == 5
    by_player = {line.get("data-player"): end_of(line) for line in lines}
    heights = [by_player[entry.player.id] for entry in told.race.lines[:5]]
    assert all(above < below for above, below in pairwise(heights))
    assert len({line.get("class") for line in lines}) == 5


def test_each_line_of_the_race_has_a_point_for_each_round_and_the_start() -> None:
    told = story(finished("round-robin").state)
    for line in having(drawn(told, "race"), "path", "line"):
        assert len(re.findall(r"[ML]", line.get("d", ""))) == len(told.race.rounds) + 1


def test_the_places_are_drawn_from_the_first_on_top() -> None:
    told = story(finished("round-robin").state)
    root = drawn(told, "ranks", Reader(top=8))
    heights = {line.get("data-player"): end_of(line) for line in having(root, "path", "line")}
    ordered = [heights[entry.player.id] for entry in told.race.lines]
    assert ordered == sorted(ordered)
    assert len(set(ordered)) == 8


def test_the_readers_own_player_is_there_wherever_they_stand() -> None:
    told = story(finished("round-robin").state)
    last = told.players[-1]
    for name in ("race", "ranks"):
        lines = having(drawn(told, name, Reader(top=2, player=last.id)), "path", "line")
        assert len(lines) == 3
        assert [line.get("data-player") for line in lines if "own" in line.get("class", "").split()] == [last.id]
    root = drawn(told, "crosstable", Reader(top=2, player=last.id))
    assert [row.get("data-player") for row in root.iter(f"{SVG}g")] == [
        *[each.id for each in told.players[:2]],
        last.id,
    ]


def test_a_stranger_is_nobodys_own_player() -> None:
    told = story(finished("swiss").state)
    root = drawn(told, "race", Reader(player=PlayerId("nobody")))
    assert not having(root, "path", "own")


@every("last", [1, 2, 40, 41, 500])
def test_every_place_is_below_the_one_before(last: int) -> None:
    shares = [race.share(place, last) for place in range(1, last + 1)]
    assert shares == sorted(set(shares))
    assert 0 <= shares[0] <= shares[-1] <= 1


def test_a_field_of_five_hundred_stays_small_and_readable() -> None:
    event = director("manual", rounds=2)
    event.do(AddPlayers(tuple(PlayerFields(f"Player {at:03}", 2400 - at) for at in range(500))))
    for number in (1, 2):
        shift = 250 + number
        event.pairs(number, [(f"Player {at:03}", f"Player {(at + shift) % 250 + 250:03}") for at in range(250)])
        event.publish(number)
        for at, game in enumerate(event.round(number).pending):
            event.do(RecordResult(game.id, Result.DRAW if at % 3 else Result.WHITE_WINS))
        event.close(number)
    told = story(event.state)
    own = told.players[321].id
    for each in pictures(told, Reader(player=own)):
        assert len(each.svg) < 100_000
        assert len(each.table.rows) <= 21
    root = drawn(told, "race", Reader(player=own))
    assert len(having(root, "path", "line")) == 6
    labels = [float(label.get("y", "")) for label in having(root, "text", "label")]
    assert min(below - above for above, below in pairwise(sorted(labels))) >= 12  # no two names touch


# --- the others -----------------------------------------------------------------------------------


def test_the_crosstable_of_a_swiss_has_a_column_for_each_round_by_rank() -> None:
    told = story(finished("swiss").state)
    root = drawn(told, "crosstable")
    rows = list(root.iter(f"{SVG}g"))
    assert [row.get("data-player") for row in rows] == [each.id for each in told.players]
    games = 3 * 4
    assert len(having(root, "rect", "win")) == len(having(root, "rect", "loss")) == games
    assert having(root, "rect", "self") == []
    assert len(having(root, "path", "white")) == len(having(root, "path", "black")) == games


def test_the_crosstable_of_a_round_robin_is_the_classic_square() -> None:
    root = drawn(story(finished("round-robin").state), "crosstable")
    assert len(having(root, "rect", "self")) == 8
    assert len(having(root, "rect", "win")) == len(having(root, "rect", "loss")) == 28


def test_two_cycles_stand_side_by_side_in_one_cell() -> None:
    root = drawn(story(finished("round-robin", NAMES[:4], rounds=6, cycles=2).state), "crosstable")
    assert len(having(root, "rect", "cell")) == 4 + 4 * 3 * 2
    wins = having(root, "rect", "win")
    assert len(wins) == 12
    assert len({each.get("width") for each in wins}) == 1


def test_byes_and_forfeits_are_neither_won_nor_lost_cells() -> None:
    event = entered("manual", NAMES[:3], rounds=1)
    event.pairs(1, [("Ann", "Ben"), ("Cid",)])
    event.publish(1)
    event.result("Ann", "1-0F")
    event.close(1)
    root = drawn(story(event.state), "crosstable")
    assert len(having(root, "rect", "unplayed")) == 3
    assert having(root, "rect", "win") == []


def test_the_colours_are_those_of_the_games() -> None:
    told = story(finished("swiss").state)
    root = drawn(told, "colours")
    assert len(having(root, "rect", "white")) == len(having(root, "rect", "black")) == 12


def test_a_bar_is_as_long_as_the_upset_is_large() -> None:
    told = upset_event()
    bars = [float(bar.get("width", "")) for bar in having(drawn(told, "upsets"), "rect", "bar")]
    assert [upset.difference for upset in told.upsets] == [250, 50]
    assert bars[0] == pytest.approx(5 * bars[1], abs=0.3)


def test_who_played_above_the_rating_is_above_the_line() -> None:
    found = [_performance(name, rating, value) for name, rating, value in (("A", 1500, 1800), ("B", 1800, 1700))]
    told = story(finished("swiss").state)
    about = picture(told, "performance")
    caption = Caption("performance", about.title, about.description)
    root = ElementTree.fromstring(performance_picture(found, found, None, caption, ("Rating", "Performance")))
    [above], [below] = having(root, "circle", "above"), having(root, "circle", "below")
    assert (above.get("data-player"), below.get("data-player")) == ("A", "B")
    assert float(above.get("cy", "")) < float(below.get("cy", ""))
    assert float(above.get("cx", "")) < float(below.get("cx", ""))


def test_the_network_has_a_line_for_each_team_and_says_who_won() -> None:
    told = story(finished("doubles").state)
    root = drawn(told, "network")
    teams = 3 * 2 * 2
    assert len(having(root, "path", "won")) == len(having(root, "path", "lost")) == teams // 2
    assert len(having(root, "circle", "dot")) == 8


def test_the_bracket_of_a_story_is_its_last_rounds() -> None:
    told = story(finished("knockout", [f"Player {at}" for at in range(16)]).state)
    root = drawn(told, "bracket")
    rounds = [each.text for each in having(root, "text", "round")]
    assert rounds[:3] == ["Quarter-finals", "Semi-finals", "Final"]


@every(("format", "name"), [("swiss", "network"), ("doubles", "colours"), ("swiss", "nothing")])
def test_a_picture_that_makes_no_sense_is_not_there(format: str, name: str) -> None:
    with pytest.raises(Unknown):
        picture(story(finished(format).state), name)


def test_pictures_wait_for_the_first_result() -> None:
    event = entered("swiss")
    event.pair()
    assert pictures(story(event.state)) == ()
    play(event, 1, but=3)
    assert [each.name for each in pictures(story(event.state))] == ["race", "crosstable", "colours"]


# --- as they were ---------------------------------------------------------------------------------


@every("name", ["race", "crosstable", "upsets"])
def test_a_small_picture_is_as_it_was(name: str) -> None:
    [shown] = [each for each in pictures(upset_event()) if each.name == name]
    assert _without_ids(shown) == (GOLDEN / f"{name}.svg").read_text("utf-8")


def _without_ids(shown: Picture) -> str:
    return re.sub(r' data-player="[^"]*"', "", shown.svg)


# --- colours --------------------------------------------------------------------------------------


def palettes() -> Iterator[Mapping[str, str]]:
    """The colours of the sheet by name: the light ones, then the dark ones."""
    light, dark = re.findall(r"svg\.chart \{(.*?)\}", SHEET, re.DOTALL)
    for block in (light, dark):
        yield dict(re.findall(r"--c-([\w-]+): (#[0-9a-f]{6})", block))


def contrast(one: str, other: str) -> float:
    """The ratio of two colours, as the guidelines for accessible content define it."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((RED, GREEN, BLUE), linear, strict=True))


@every("colours", list(palettes()), ids=["light", "dark"])
@every(
    ("text", "ground"),
    [("ink", "paper"), ("soft", "paper"), ("on-win", "win"), ("on-draw", "draw"), ("on-loss", "loss")],
)
def test_every_text_can_be_read(colours: Mapping[str, str], text: str, ground: str) -> None:
    assert contrast(colours[text], colours[ground]) >= 4.5


@every("colours", list(palettes()), ids=["light", "dark"])
@every("line", ["series1", "series2", "series3", "series4", "series5", "win", "edge"])
def test_every_line_stands_out(colours: Mapping[str, str], line: str) -> None:
    assert contrast(colours[line], colours["paper"]) >= 3


def test_both_themes_have_the_same_colours_and_no_other_is_used() -> None:
    light, dark = palettes()
    assert light.keys() == dark.keys()
    assert set(re.findall(r"var\(--c-([\w-]+)\)", SHEET)) == set(light)


def test_wins_draws_and_losses_differ_without_colour_too() -> None:
    for colours in palettes():
        shades = [_luminance(colours[kind]) for kind in ("win", "draw", "loss")]
        assert abs(shades[0] - shades[1]) > 0.2
        assert abs(shades[0] - shades[2]) > 0.2


def _performance(name: str, rating: int, value: int) -> Performance:
    return Performance(Player(PlayerId(name), 1, PlayerFields(name, rating)), rating, value, 5)
