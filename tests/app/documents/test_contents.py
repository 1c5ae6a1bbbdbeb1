"""What stands in each document: the same as on the pages, for whom it is meant, in every format."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from podium.app.access import Role, visible_tournament
from podium.app.desk import Seen
from podium.app.documents.document import Column, Document, Look, Paper, Table, Wish, read_wish
from podium.app.documents.kinds import KINDS, document, kind_named, kinds_for
from podium.app.formats.documents import DocumentName
from podium.app.story.story import podiums
from podium.core.errors import Forbidden, Invalid, Unknown
from podium.core.player import PlayerFields
from podium.core.result import Result
from podium.flow.commands import AddPlayers, CloseRound, PairRound, PublishRound, RecordResult, WithdrawPlayer
from podium.flow.formats.registry import FORMAT_NAMES
from podium.flow.state import Tournament
from tests.kit.events import Director
from tests.kit.finished import NAMES, entered, finished, pair, play
from tests.kit.loops import every

NOON = datetime(2026, 8, 1, 12, 5, tzinfo=UTC)
ANN = PlayerFields("Ann", 2000, birth="1931-07-09", disability="deaf", club="Rook & Crook", federation="ENG")


def printed(event: Director, name: DocumentName, role: Role = Role.OWNER, wish: Wish | None = None) -> Document:
    """A document of an event as somebody in that role gets it."""
    seen = Seen(visible_tournament(event.state, role), event.version, role)
    return document(seen, name.value, wish or Wish(), NOON)


def tables(made: Document) -> list[Table]:
    found = made.content.parts["tables"]
    assert isinstance(found, tuple)
    return list(found)


def rows(made: Document) -> list[tuple[str, ...]]:
    return [row for table in tables(made) for row in table.rows]


def labels(made: Document) -> list[str]:
    return [column.label for column in tables(made)[0].columns]


def names_for(state: Tournament, role: Role) -> set[DocumentName]:
    return {kind.name for kind in kinds_for(state, role)}


@every("format", FORMAT_NAMES)
def test_everything_on_offer_can_be_made(format: str) -> None:
    event = finished(format, place="Hall", start="2026-08-01")
    for kind in kinds_for(event.state, Role.OWNER):
        made = printed(event, kind.name)
        assert (made.event, made.where, made.printed) == (
            event.state.settings.name,
            "Hall, 1 Aug 2026",
            "Printed 1 Aug 2026, 12:05 UTC",
        )
        assert made.content.parts


@every("format", FORMAT_NAMES)
def test_a_round_has_the_word_of_its_format_in_french(format: str) -> None:
    event = finished(format, language="fr")
    said = " ".join(repr(printed(event, kind.name).content) for kind in kinds_for(event.state, Role.OWNER))
    words = {
        word
        for word in ("ronde", "tour")
        if re.search(rf"\b{word}s?\b", said.replace("outes rondes", ""), re.IGNORECASE)
    }
    assert words == ({"tour"} if format in ("doubles", "knockout", "double-elimination") else {"ronde"})


def test_half_points_are_halves_on_every_paper_and_podium() -> None:
    event = entered("swiss", NAMES[:7])
    for number in (1, 2, 3):
        pair(event, number)
        event.do(PublishRound(number))
        for game in event.state.rounds[number - 1].boards:
            event.do(RecordResult(game.id, Result.DRAW if game.board % 2 else Result.WHITE_WINS))
        event.do(CloseRound(number))
    said = [repr(printed(event, kind.name).content) for kind in kinds_for(event.state, Role.OWNER)]
    said += [place.decided for _section, places in podiums(event.state) for place in places]
    assert "½" in " ".join(said)
    assert not [each for text in said for each in re.findall(r".{20}(?<![\d.A-D])\d+[.][05](?![\d.])", text)]


def test_a_format_says_which_documents_it_has() -> None:
    swiss, cup, doubles = (names_for(finished(each).state, Role.OWNER) for each in ("swiss", "knockout", "doubles"))
    assert DocumentName.RESULT_SLIPS in swiss
    assert DocumentName.BRACKET not in swiss
    assert cup == swiss | {DocumentName.BRACKET}
    assert doubles == swiss - {DocumentName.RESULT_SLIPS} | {DocumentName.DOUBLES_SHEETS}


def test_every_name_has_a_kind() -> None:
    assert list(KINDS) == list(DocumentName)


def test_nothing_is_offered_before_there_is_something_to_print() -> None:
    event = entered("swiss", ())
    assert names_for(event.state, Role.OWNER) == set()
    with pytest.raises(Unknown):
        printed(event, DocumentName.START_LIST)
    event.do(AddPlayers((ANN,)))
    assert DocumentName.PAIRINGS not in names_for(event.state, Role.OWNER)
    with pytest.raises(Unknown):
        printed(event, DocumentName.PAIRINGS)


def test_the_public_gets_what_the_public_sees() -> None:
    event = finished("swiss")
    public = names_for(event.state, Role.PUBLIC)
    assert public == {
        DocumentName.START_LIST,
        DocumentName.PAIRINGS,
        DocumentName.PAIRINGS_BY_NAME,
        DocumentName.STANDINGS,
        DocumentName.CROSSTABLE,
        DocumentName.PLAYER_CARDS,
    }
    for name in names_for(event.state, Role.OWNER) - public:
        with pytest.raises(Forbidden):
            printed(event, name, Role.PUBLIC)
    assert DocumentName.RESULT_SLIPS in names_for(event.state, Role.SCORER)
    assert DocumentName.CERTIFICATES not in names_for(event.state, Role.SCORER)


def test_a_draft_is_for_those_who_run_the_event_and_says_that_it_is_one() -> None:
    event = entered("swiss")
    pair(event, 1)
    play(event, 1)
    event.do(PairRound())
    assert printed(event, DocumentName.PAIRINGS, wish=Wish(round=2)).content.note == "Draft: not published yet"
    with pytest.raises(Unknown):
        printed(event, DocumentName.PAIRINGS, Role.PUBLIC, Wish(round=2))


def test_nothing_personal_is_on_paper() -> None:
    event = entered("swiss", NAMES[1:])
    event.do(AddPlayers((ANN,)))
    pair(event, 1)
    for kind in kinds_for(event.state, Role.OWNER):
        said = repr(printed(event, kind.name))
        assert "1931" not in said
        assert "deaf" not in said


def test_pairings_have_a_line_for_each_board_and_each_bye() -> None:
    event = entered("swiss", NAMES[:5])
    pair(event, 1)
    boards = rows(printed(event, DocumentName.PAIRINGS))
    assert [row[1:3] for row in boards] == [("Ann", "2000"), ("Dan", "1850"), ("Eve", "1800")]
    assert "bye" in rows(printed(event, DocumentName.PAIRINGS))[-1]
    assert printed(event, DocumentName.PAIRINGS).content.round == "Round 1"
    by_name = rows(printed(event, DocumentName.PAIRINGS_BY_NAME))
    assert [row[0] for row in by_name] == list(NAMES[:5])


def test_results_that_are_known_stand_in_the_pairings() -> None:
    made = printed(finished("swiss"), DocumentName.PAIRINGS, wish=Wish(round=1))
    at = labels(made).index("Result")
    assert {row[at] for row in rows(made)} <= {"1-0", "0-1"}


def test_a_slip_for_every_game_and_none_for_a_bye() -> None:
    event = entered("swiss", NAMES[:5])
    pair(event, 1)
    slips = printed(event, DocumentName.RESULT_SLIPS).content.parts["slips"]
    assert isinstance(slips, tuple)
    assert [slip["board"] for slip in slips] == ["Board 1", "Board 2"]
    assert slips[0]["results"] == ["1-0", "½-½", "0-1"]


def test_the_standings_have_the_tie_breaks_that_decide() -> None:
    made = printed(finished("swiss"), DocumentName.STANDINGS)
    assert labels(made) == ["Rank", "Player", "Rating", "Points", "BH/C1", "SB", "Details"]
    assert tables(made)[0].note == "BH/C1: Buchholz Cut-1; SB: Sonneborn-Berger"
    assert made.content.note == "Final standings"
    assert rows(made)[0][:4] == ("1", "Ann", "2000", "3")


def test_a_ranking_after_a_round() -> None:
    made = printed(finished("swiss"), DocumentName.STANDINGS, wish=Wish(round=1))
    assert made.content.note == "After: Round 1"
    assert {row[3] for row in rows(made)} == {"1", "0"}
    with pytest.raises(Unknown):
        printed(finished("swiss"), DocumentName.STANDINGS, wish=Wish(round=9))


def test_a_card_has_a_line_for_each_round_to_come() -> None:
    event = entered("swiss")
    pair(event, 1)
    made = printed(event, DocumentName.PLAYER_CARDS, wish=Wish(player=event.id("Ann")))
    cards = made.content.parts["cards"]
    assert isinstance(cards, tuple)
    (card,) = cards
    assert card["name"] == "Ann"
    assert [row[0] for row in card["table"].rows] == ["1", "2", "3"]


def test_a_round_of_a_knockout_is_called_by_its_name() -> None:
    event = finished("knockout")
    assert printed(event, DocumentName.PAIRINGS, wish=Wish(round=1)).content.round == "Quarter-finals"


def test_a_bracket_has_a_drawing_on_each_sheet() -> None:
    made = printed(finished("knockout"), DocumentName.BRACKET)
    sheets = made.content.parts["sheets"]
    assert isinstance(sheets, list)
    assert [sheet["file"] for sheet in sheets] == list(made.content.pictures)
    assert made.content.wide  # as its drawings are
    with pytest.raises(Unknown):
        printed(entered("knockout"), DocumentName.BRACKET)


def test_a_bracket_of_many_needs_several_sheets() -> None:
    event = entered("knockout", [f"Player {number}" for number in range(1, 41)])
    event.do(PairRound())
    assert len(printed(event, DocumentName.BRACKET).content.pictures) > 1


def test_a_withdrawal_is_in_the_report() -> None:
    event = finished("swiss")
    event.do(WithdrawPlayer(event.id("Hal")))
    titles = [table.title for table in tables(printed(event, DocumentName.REPORT))]
    assert titles == ["Rounds", "Withdrawals", "Standings"]


def test_paper_speaks_as_the_profile_of_the_event_does() -> None:
    """No articles but where chess is rated, no ratings at school, no boards where tables are played at."""
    noted = {}
    for profile in ("club", "rated"):
        event = entered("round-robin", NAMES[:6], rounds=5, annul_early=True, profile=profile)
        pair(event, 1)
        play(event, 1)
        event.do(WithdrawPlayer(event.id("Dan")))
        [table] = tables(printed(event, DocumentName.CROSSTABLE))
        noted[profile] = "C.05" in table.note
        assert "less than half of the games" in table.note
    assert noted == {"club": False, "rated": True}
    *_others, places = tables(printed(finished("swiss", profile="school"), DocumentName.REPORT))
    assert [column.label for column in places.columns] == ["Rank", "Name", "Points"]
    played, odd, _places = tables(printed(finished("doubles", [*NAMES, "Ivy"]), DocumentName.REPORT))
    assert "Matches" in [column.label for column in played.columns]
    assert "Table" in [column.label for column in odd.columns]


def test_certificates_say_what_is_wished() -> None:
    wish = read_wish(None, None, "places", {"text": "Well played", "arbiter": "A. Judge"}, "letter")
    made = printed(finished("swiss"), DocumentName.CERTIFICATES, wish=wish)
    assert made.paper is Paper.LETTER
    assert made.content.parts["text"] == "Well played"
    signed = made.content.parts["signatures"]
    assert isinstance(signed, list)
    assert signed[0]["name"] == "A. Judge"


def test_the_time_of_print_is_that_of_the_event() -> None:
    event = entered("swiss", time_zone="Europe/Berlin")
    assert printed(event, DocumentName.START_LIST).printed == "Printed 1 Aug 2026, 14:05"


@every(("paper", "recipients"), [("a5", None), ("a4", "losers")])
def test_a_wish_for_what_there_is_not_is_refused(paper: str, recipients: str | None) -> None:
    with pytest.raises(Invalid):
        read_wish(None, None, recipients, {}, paper)


def test_an_unknown_kind_is_unknown() -> None:
    with pytest.raises(Unknown):
        kind_named(entered("swiss").state, Role.OWNER, "poster")


def test_columns_without_anything_are_left_out() -> None:
    columns = (Column("A"), Column("B"), Column("C", Look.BLANK))
    assert Table(columns, (("", "x", ""), ("", "y", ""))).trimmed == Table(columns[1:], (("x", ""), ("y", "")))
