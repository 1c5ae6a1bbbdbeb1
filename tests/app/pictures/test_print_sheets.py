"""The sheets of a printed bracket: all of it is there, and every sheet can be read."""

from __future__ import annotations

from xml.etree import ElementTree

from podium.app.pictures.bracket import PAPER, picture
from podium.app.pictures.print_sheets import PrintSheet, sheets
from podium.core.ids import PlayerId
from podium.knockout import Outcome
from tests.kit.loops import every
from tests.knockout.hall import Hall

SVG = "{http://www.w3.org/2000/svg}"
A4_WIDTH, HALF_A4 = 688, 430  # between margins of 14 mm, in pixels; half the height leaves room for a heading
POINTS = 72 / 96  # in a pixel


def names(hall: Hall) -> dict[PlayerId, str]:
    return {player: f"Player {player}" for player in hall.state.entrants}


def drawn(hall: Hall, sheet: PrintSheet, named: dict[PlayerId, str] | None = None) -> ElementTree.Element:
    assert sheet.part is not None
    return ElementTree.fromstring(picture(hall.state, named or names(hall), part=sheet.part, size=PAPER))


def matches(svg: ElementTree.Element) -> list[str]:
    return [group.get("data-match", "") for group in svg.iter(f"{SVG}g")]


def labels(svg: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in svg.iter(f"{SVG}text") if text.get("class") == "open"]


@every(
    ("kind", "players"),
    [
        ({"thirdPlaceMatch": True}, [2, 3, 8, 9, 16, 17, 32, 37, 64, 100, 128, 200, 256, 300, 512, 1024]),
        ({"grandFinal": "reset"}, [*range(2, 34), 37, 64, 65, 100, 128, 300, 1024]),
    ],
)
def test_every_match_is_on_a_sheet_and_every_sheet_fits_the_paper(kind: dict[str, object], players: list[int]) -> None:
    for number in players:
        every_match_is_on_a_sheet(Hall(number, tieBreakPolicy="RAPID", **kind))


def every_match_is_on_a_sheet(hall: Hall) -> None:
    shown = set()
    for sheet in sheets(hall.state):
        svg = drawn(hall, sheet)
        shown |= set(matches(svg))
        width, height = int(svg.get("width", "")), int(svg.get("height", ""))
        assert width <= A4_WIDTH
        assert height <= HALF_A4
        scale = width / float(svg.get("viewBox", "").split()[2])
        assert float(svg.get("font-size", "")) * scale * POINTS >= 8
        small = [float(text.get("font-size", 14)) for text in svg.iter(f"{SVG}text")]
        assert min(small) * scale * POINTS >= 7.4  # seeds, and the words above the match for third place
    assert shown == {match.id for here in hall.state.rounds for match in here.parents}


@every(
    ("players", "expected"),
    [
        (16, [(1, 4, 1)]),
        (17, [(1, 4, 2), (4, 5, 1)]),
        (64, [(1, 4, 4), (4, 6, 1)]),
        (128, [(1, 4, 8), (4, 7, 1)]),
        (200, [(1, 4, 16), (5, 8, 1)]),
        (512, [(1, 4, 32), (5, 8, 2), (8, 9, 1)]),
        (1024, [(1, 4, 64), (5, 8, 4), (8, 10, 1)]),
    ],
    ids=lambda value: str(value) if isinstance(value, int) else "",
)
def test_sections_find_one_player_each_and_the_rest_is_one_sheet(
    players: int, expected: list[tuple[int, int, int]]
) -> None:
    hall = Hall(players, tieBreakPolicy="RAPID")
    made = sheets(hall.state)
    assert list(dict.fromkeys((sheet.first, sheet.last, sheet.sections) for sheet in made)) == expected
    assert [sheet.number for sheet in made] == [at + 1 for *_, many in expected for at in range(many)]
    for sheet in made:
        boards = [hall.state.match(id) for id in matches(drawn(hall, sheet))]  # type: ignore[arg-type]  # ids are text
        assert {match.round for match in boards} == set(range(sheet.first, sheet.last + 1))
        assert [match.board for match in boards if match.round == sheet.last] == [sheet.number]


def test_an_open_seat_after_sections_names_the_section() -> None:
    hall = Hall(256, tieBreakPolicy="RAPID")
    first, *_, rest = sheets(hall.state)
    assert labels(drawn(hall, first))[:2] == [
        "Winner of round 1, board 1",
        "Winner of round 1, board 2",
    ]  # the boards beside it
    said = labels(drawn(hall, rest))
    assert said[:16] == [f"Winner of section {number}" for number in range(1, 17)]
    assert said[16:] == [
        *(f"Winner of round of 16, board {number}" for number in range(1, 9)),
        *(f"Winner of quarter-final {number}" for number in range(1, 5)),
        *(f"Winner of semi-final {number}" for number in (1, 2)),
    ]
    repeated = sheets(Hall(64, tieBreakPolicy="RAPID").state)[-1]
    assert labels(drawn(Hall(64, tieBreakPolicy="RAPID"), repeated))[0] == "Winner of round of 16, board 1"


def test_draws_that_take_both_on_are_lists_and_then_pictures() -> None:
    """Their ways cross, and there may be more rounds than a sheet has room for."""
    hall = Hall(40, thirdPlaceMatch=False)
    while not hall.over():  # large rounds send half of the players home, a small one a single player
        here = hall.state.rounds[-1]
        for match in (match for match in here.parents if match.full):
            won = match.board == 1 or len(here.boards) > 8
            hall.report(match, Outcome.WHITE_WIN if won else Outcome.DRAW)
    made = sheets(hall.state)
    large = [here.number for here in hall.state.rounds if len(here.boards) > 8]
    assert [sheet.first for sheet in made if sheet.part is None] == large
    assert (len(large), len(made)) == (2, 6)
    shown = [number for sheet in made for number in range(sheet.first, sheet.last + 1)]
    assert shown == [here.number for here in hall.state.rounds]
    for sheet in made:
        if sheet.part is not None:
            rounds = {hall.state.match(id).round for id in matches(drawn(hall, sheet))}  # type: ignore[arg-type]  # ids are text
            assert rounds == set(range(sheet.first, sheet.last + 1))
            assert len(rounds) <= 4


def test_on_paper_a_long_name_is_written_narrow_before_it_is_cut() -> None:
    hall = Hall(2, tieBreakPolicy="RAPID")
    long, longer = "Kowalczyk, Alexandra Eva", "Wolfeschlegelsteinhausenbergerdorff-Kowalczykowska"
    [sheet] = sheets(hall.state)
    svg = drawn(hall, sheet, dict(zip(hall.state.entrants, (long, longer), strict=True)))
    one, other = (text for text in svg.iter(f"{SVG}text") if text.get("class") == "player")
    assert one.text == long
    assert int(one.get("textLength", "")) < PAPER.width
    assert (other.text or "").endswith("…")
    on_screen = picture(hall.state, dict(zip(hall.state.entrants, (long, longer), strict=True)))
    assert "textLength" not in on_screen
