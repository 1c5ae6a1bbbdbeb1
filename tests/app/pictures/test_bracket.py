"""The picture: well-formed, whole, and safe whatever people are called."""

from collections.abc import Mapping
from xml.etree import ElementTree

from podium.app.pictures.bracket import Excerpt, picture
from podium.core.ids import PairingId, PlayerId
from podium.knockout import LoserOf, Outcome, Reason, WinnerOf
from tests.kit.loops import every
from tests.knockout.hall import Hall

SVG = "{http://www.w3.org/2000/svg}"


def names(hall: Hall, **called: str) -> Mapping[PlayerId, str]:
    return {player: called.get(f"p{player}", f"Player {player}") for player in hall.state.entrants}


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@every("policy", ["NONE", "BEST_OF_5"])
@every("players", [2, 3, 5, 16, 37])
def test_every_match_and_every_player_is_there(players: int, policy: str) -> None:
    hall = Hall(players, tieBreakPolicy=policy, thirdPlaceMatch=True)
    svg = picture(hall.state, names(hall))
    root = ElementTree.fromstring(svg)
    drawn = [group.get("data-match") for group in root.iter(f"{SVG}g")]
    assert drawn == [match.id for here in hall.state.rounds for match in here.parents]
    assert {f"Player {player}" for player in hall.state.entrants} <= set(texts(svg))


def boxes(svg: str) -> list[list[int]]:
    rects = ElementTree.fromstring(svg).iter(f"{SVG}rect")
    return [[int(rect.get(side, "")) for side in ("x", "y", "width", "height")] for rect in rects]


def are_apart(found: list[list[int]]) -> bool:
    return all(
        abs(one[1] - other[1]) >= one[3] for one in found for other in found if one is not other and one[0] == other[0]
    )


def test_boxes_lie_inside_the_picture_and_do_not_touch() -> None:
    for policy in ("NONE", "RAPID"):
        hall = Hall(21, tieBreakPolicy=policy, thirdPlaceMatch=True)
        while not hall.over():
            for match in hall.state.rounds[hall.state.begun - 1].parents:
                if match.full and not match.resolved:
                    hall.report(match, Outcome.DRAW if policy == "NONE" and match.board == 1 else Outcome.WHITE_WIN)
        svg = picture(hall.state, names(hall))
        root, found = ElementTree.fromstring(svg), boxes(svg)
        width, height = int(root.get("width", "")), int(root.get("height", ""))
        assert all(x >= 0 and y >= 0 and x + w <= width and y + h <= height for x, y, w, h in found)
        assert are_apart(found)


def test_a_part_is_what_some_boards_lead_to() -> None:
    hall = Hall(128, tieBreakPolicy="RAPID", thirdPlaceMatch=True)
    svg = picture(hall.state, names(hall), part=Excerpt(1, range(33, 65)))
    drawn = [hall.state.match(PairingId(group.get("data-match", ""))) for group in group_of(svg)]
    by_round = [[match.board for match in drawn if match.round == round] for round in range(1, 8)]
    assert by_round == [list(range(33, 65)), list(range(17, 33)), [*range(9, 17)], [*range(5, 9)], [3, 4], [2], []]
    assert are_apart(boxes(svg))
    last = picture(hall.state, names(hall), part=Excerpt(6))
    assert len(boxes(last)) == 4  # semi-finals, final, third place
    assert min(x for x, *_ in boxes(last)) == min(x for x, *_ in boxes(svg))
    assert [said for said in texts(last) if said.lower().endswith(("finals", "final"))] == ["Semi-finals", "Final"]


def test_seeds_stand_before_names_and_what_can_be_played_is_marked() -> None:
    hall = Hall(3, tieBreakPolicy="RAPID")
    svg = picture(hall.state, names(hall), sought={hall.state.entrants[2]})
    root = ElementTree.fromstring(svg)
    assert [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "seed"] == ["1", "2", "3", "1"]
    assert [group.get("class") for group in group_of(svg)] == [
        "match finished bye",
        "match pending due",
        "match pending",
    ]
    assert [text.text for text in root.iter(f"{SVG}text") if "sought" in text.get("class", "")] == ["Player 3"]
    hall.draw("2", "3")
    assert "match finished due" in [group.get("class") for group in group_of(picture(hall.state, names(hall)))]
    hall.wins("2", "3")
    svg = picture(hall.state, names(hall))
    assert svg.count("way taken") == 2
    assert "match finished due" not in [group.get("class") for group in group_of(svg)]


def group_of(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{SVG}g"))


@every(
    "name",
    ['<script>alert("x")</script>', "A & B", "O'Brien", "]]>", "\x00\x1b\ud800 Zoë", "名" * 60, "&lt;", '" onload="x'],
)
def test_a_name_is_only_ever_text(name: str) -> None:
    hall = Hall(2, tieBreakPolicy="RAPID")
    hall.wins("1", "2")
    svg = picture(hall.state, names(hall, p1=name), link=lambda match: f'/matches/{match.id}?a="1"&b=<2>')
    root = ElementTree.fromstring(svg)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "text", "g", "a", "rect", "path"}
    assert all(not key.startswith("on") for element in root.iter() for key in element.attrib)
    clean = "".join(letter for letter in name if letter.isprintable() and not 0xD800 <= ord(letter) < 0xE000)
    assert f"Champion: {clean}" in (root.findtext(f"{SVG}title") or "")
    assert [link.get("href") for link in root.iter(f"{SVG}a")] == ['/matches/m1?a="1"&b=<2>']


def test_a_long_name_is_cut_and_told_in_full_where_one_points_at_it() -> None:
    hall = Hall(2, tieBreakPolicy="RAPID")
    svg = picture(hall.state, names(hall, p1="Maximiliane " * 5))
    root = ElementTree.fromstring(svg)
    [shown] = [text for text in root.iter(f"{SVG}text") if (text.text or "").startswith("Maximiliane")]
    assert (shown.text or "").endswith("…")
    assert shown.findtext(f"{SVG}title") == "Maximiliane " * 5


def test_first_names_become_initials_before_a_surname_is_cut() -> None:
    hall = Hall(2, tieBreakPolicy="RAPID")
    said = texts(picture(hall.state, names(hall, p1="Fernandez Alonso, Maria Jose Carmen", p2="Li, Wei")))
    assert {"Fernandez Alonso, M. J. C.", "Li, Wei"} <= set(said)


def test_tie_break_games_are_marks_inside_their_match() -> None:
    hall = Hall(2, tieBreakPolicy="BEST_OF_3")
    hall.draw("1", "2")
    assert [text for text in texts(picture(hall.state, names(hall))) if text.startswith("½")] == ["½ · · ·"] * 2
    hall.wins("2", "1")
    hall.wins("2", "1", Reason.NO_SHOW)
    said = texts(picture(hall.state, names(hall)))
    assert [text for text in said if text.startswith("½")] == ["½ 0 −", "½ 1 +"]
    assert "Champion: Player 2" in said


def test_empty_seats_say_what_they_wait_for() -> None:
    hall = Hall(8, tieBreakPolicy="RAPID", thirdPlaceMatch=True)
    hall.nobody_comes("1", "8")
    hall.nobody_comes("4", "5")
    said = texts(picture(hall.state, names(hall)))
    assert {
        "Winner of quarter-final 3",
        "Winner of quarter-final 4",
        "Loser of semi-final 1",
        "nobody",
        "Third place",
    } <= set(said)
    assert "bye" in texts(picture(Hall(3).state, {}))


def test_joint_champions_and_none_are_said() -> None:
    hall = Hall(4)
    hall.draw("1", "4")
    assert headline(hall) == "Bracket"
    hall.draw("2", "3")
    assert headline(hall) == "Joint champions: Player 1, Player 4, Player 2, Player 3"
    hall.report(hall.on(1, 1), Outcome.DOUBLE_FORFEIT, confirm=True)
    hall.nobody_comes("2", "3")
    assert headline(hall) == "No champion"
    assert "No champion" in texts(picture(hall.state, names(hall)))


def headline(hall: Hall) -> str | None:
    return ElementTree.fromstring(picture(hall.state, names(hall))).findtext(f"{SVG}title")


def test_each_player_who_goes_on_has_a_way_to_the_next_match() -> None:
    hall = Hall(4)
    hall.draw("1", "4")
    hall.wins("2", "3")  # 1, 4 and 2 go on
    svg = picture(hall.state, names(hall))
    assert svg.count('class="way taken"') == 3
    assert picture(Hall(16, tieBreakPolicy="RAPID").state, {}).count('class="way"') == 14


def test_both_brackets_are_in_one_picture_in_the_order_of_play() -> None:
    """No two matches are in one place, and who drops comes to a later column."""
    for players in (*range(2, 34), 64):
        hall = Hall(players, tieBreakPolicy="RAPID", grandFinal="reset")
        svg = ElementTree.fromstring(picture(hall.state, names(hall)))
        spots = {}
        for group in svg.iter(f"{SVG}g"):
            box = next(group.iter(f"{SVG}rect"))
            spots[hall.state.match(PairingId(group.get("data-match", "")))] = (
                int(box.get("x", "")),
                int(box.get("y", "")),
            )
        assert len(spots) == sum(len(here.boards) for here in hall.state.rounds)
        assert len(set(spots.values())) == len(spots)
        columns: dict[int, set[int]] = {}
        for match, (left, _top) in spots.items():
            columns.setdefault(match.round, set()).add(left)
        for match in spots:
            for slot in hall.state.slots(match) or ():
                if isinstance(slot, WinnerOf | LoserOf):
                    assert max(columns[slot.round]) < min(columns[match.round])
