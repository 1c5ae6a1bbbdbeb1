"""A Swiss without scripts: settings, pairing, why, editing in sessions, report files."""

from __future__ import annotations

from dataclasses import replace

from podium.app.trf.export import report_of
from podium.core.ids import TournamentId
from podium.core.points import Points
from podium.core.result import ByeType, Result
from podium.files.trf import Cell, write
from podium.flow.commands import ChangeSettings, CloseRound, EditPlayer, PairRound, PublishRound, RequestByes
from tests.kit.events import breach_comments
from tests.web.conftest import Event, House
from tests.web.guide import rules
from tests.web.visitor import Visitor

SIX = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")


def at(house: House, event: Event, path: str = "", who: str = "arbiter") -> Visitor:
    visitor = house.visitor(who)
    visitor.get(event.url + path)
    return visitor


def played(house: House) -> Event:
    """A Swiss whose second round is a draft."""
    event = house.event(*SIX, format="swiss", rounds=5)
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
    event.do(CloseRound(1))
    event.do(PairRound())
    return event


def test_each_board_has_a_why_that_names_people(house: House) -> None:
    event = played(house)
    arbiter = at(house, event, "/rounds/2")
    game = event.games(2)[0]
    assert arbiter.page.all("a", href=f"{event.url}/games/{game.id}/why")
    page = arbiter.get(f"{event.url}/games/{game.id}/why")
    white = event.state.players[game.white].name
    assert f"{white} (White) meets" in page.text
    assert "Bracket of" in page.text
    public = house.visitor()
    assert public.get(f"{event.url}/games/{game.id}/why") is not None
    assert public.status == 404
    assert public.get(f"{event.url}/games/{event.games(1)[0].id}/why").text.count("Why board") >= 1


def test_editing_is_a_session_that_ends_with_a_comparison(house: House) -> None:
    event = played(house)
    arbiter = at(house, event, "/rounds/2")
    page = arbiter.submit(f"{event.url}/rounds/2/edit", open="yes")
    assert event.state.rounds[1].editing
    assert "Done editing" in page.text
    csrf = page.form(f"{event.url}/rounds/2/edit").fields["csrf"]
    assert "is being edited by hand" in arbiter.send(f"{event.url}/rounds/2/publish", {"csrf": csrf}).text
    first = event.games(1)[0]
    board = next(game for game in event.games(2) if first.white in game.players)
    arbiter.get(f"{event.url}/rounds/2?edit={board.id}")
    side = "black" if board.white == first.white else "white"
    page = arbiter.submit(f"{event.url}/games/{board.id}/seats", **{side: first.black})
    assert "met in round 1" in page.text
    page = arbiter.submit(f"{event.url}/rounds/2/edit", open="no")
    assert arbiter.path == f"{event.url}/rounds/2/edit"
    assert event.state.rounds[1].editing
    assert "The engine would have" in page.text
    page = arbiter.submit(f"{event.url}/rounds/2/edit", reason="The late train")
    assert [here.editing for here in event.state.rounds] == [False, False]
    assert "The engine would have" in page.text
    assert "The late train" in arbiter.get(f"{event.url}/history").text


def test_the_form_keeps_players_apart_by_name(house: House) -> None:
    event = house.event(*SIX, format="swiss", rounds=5)
    arbiter = at(house, event, "/settings")
    page = arbiter.submit(f"{event.url}/settings", forbidden="Ann; Dan\n2; 5", apart="club", initial_colour="black")
    assert page.errors == {}
    settings = event.state.settings
    assert settings.forbidden == (
        (event.player("Ann"), event.player("Dan")),
        (event.player("Ben"), event.player("Eve")),
    )
    assert (settings.initial_colour.value, [each.value for each in settings.apart]) == ("black", ["club"])
    page = arbiter.submit(f"{event.url}/settings", forbidden="Ann; Nobody")
    assert "Nobody" in page.errors["forbidden"]
    page = arbiter.submit(f"{event.url}/settings", forbidden="", rounds="", acceleration="baku")
    assert "number of rounds" in page.errors["rounds"]


def test_a_report_file_makes_a_tournament(house: House) -> None:
    event = played(house)
    for name in ("Ann", "Ben"):
        event.do(RequestByes(event.player(name), {4: ByeType.HALF}))
    content = write(report_of(event.state, "")).encode()
    owner = house.visitor("owner")
    owner.get("/new")
    page = owner.upload("/new/report", content)
    assert "is created" in " ".join(page.status_lines)
    assert "Swiss" in page.text
    made = Event(house, TournamentId(owner.path.removeprefix("/t/")), event.owner)
    assert made.version == 1
    assert made.state.players[made.player("Ben")].byes == {4: ByeType.HALF}
    owner.get("/new")
    page = owner.upload("/new/report", b"001    1 nothing of use")
    assert owner.status == 400
    assert page.errors["file"]


def test_the_page_after_an_import_says_all_there_is_to_say(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=3)
    report = report_of(event.state, "")
    cells = (Cell(2, "w", "1"), Cell(1, "b", "0"), Cell(4, "w", "1"), Cell(3, "b", "0"))
    entries = tuple(replace(each, cells=(one,), points=None) for each, one in zip(report.entries, cells, strict=True))
    content = write(replace(report, entries=entries, others=("### a remark",), start="soon")).encode()
    owner = house.visitor("owner")
    known = house.podium.registry.tournaments(event.owner.user)
    owner.get("/new")
    page = owner.upload("/new/report", content)
    assert owner.status == 409
    assert "Round 1 of the file is not as the rules pair it: it should be 1-3 4-2 and is 1-2 3-4." in page.text
    assert house.podium.registry.tournaments(event.owner.user) == known  # nothing is stored
    [cancel] = [each for each in page.all("a") if each.text == "Cancel"]
    assert cancel.attributes["href"].endswith("/new")
    page = owner.submit("/new/report")
    assert owner.status == 200
    assert "round 1: should be 1-3, 4-2; is 1-2, 3-4" in page.text
    assert "record ###: Podium has no field for it." in page.text
    assert "soon" in page.text
    [link] = [each for each in page.all("a") if each.attributes.get("href", "").startswith("/t/")]
    made = Event(house, TournamentId(link.attributes["href"].removeprefix("/t/")), event.owner)
    assert len(made.state.rounds) == 1
    assert breach_comments(made.state) == ["### Import @ Round 1: 1-3 4-2 => 1-2 3-4"]


def test_a_round_that_the_file_names_itself_is_asked_about_too_and_named_once(house: House) -> None:
    event = house.event("Ann", "Ben", "Cid", "Dan", format="swiss", rounds=3)
    report = report_of(event.state, "")
    cells = (Cell(2, "w", "1"), Cell(1, "b", "0"), Cell(4, "w", "1"), Cell(3, "b", "0"))
    entries = tuple(replace(each, cells=(one,), points=None) for each, one in zip(report.entries, cells, strict=True))
    line = "### Import @ Round 1: 1-3 4-2 => 1-2 3-4"
    owner = house.visitor("owner")
    owner.get("/new")
    page = owner.upload("/new/report", write(replace(report, entries=entries, others=(line,))).encode())
    assert owner.status == 409
    assert "it should be 1-3 4-2 and is 1-2 3-4." in page.text
    page = owner.submit("/new/report")
    assert owner.status == 200
    [link] = [each for each in page.all("a") if each.attributes.get("href", "").startswith("/t/")]
    made = Event(house, TournamentId(link.attributes["href"].removeprefix("/t/")), event.owner)
    assert write(report_of(made.state, "")).splitlines().count(line) == 1


def test_the_form_asks_for_what_fides_report_needs(house: House) -> None:
    event = house.event(*SIX, format="swiss", rounds=5)
    arbiter = at(house, event, "/settings")
    arbiter.submit(
        f"{event.url}/settings",
        federation="GER",
        chief_arbiter="IA Anna",
        deputy_arbiters="Ben\nCleo",
        round_dates="2026-04-01\n2026-04-01",
        starting_rank="FIDE",
    )
    settings = event.state.settings
    assert (settings.federation, settings.chief_arbiter) == ("GER", "IA Anna")
    assert settings.deputy_arbiters == ("Ben", "Cleo")
    assert settings.round_dates == ("2026-04-01", "2026-04-01")
    page = arbiter.submit(f"{event.url}/settings", round_dates="2026-04-01\nsoon")
    assert arbiter.status == 400
    assert "soon" in page.errors["round_dates"]


def test_the_overview_says_what_fides_report_still_asks_for(house: House) -> None:
    event = house.event(*SIX, format="swiss", rounds=5, rules="fide", federation="GER")
    event.do(PairRound())
    assert "FIDE’s report still asks for: venue, first day" in at(house, event).page.text
    event.do(ChangeSettings({"chief_arbiter": "IA Anna"}))
    page = at(house, event).page
    assert "chief arbiter" not in page.text
    assert "IA Anna" in page.text


def test_a_round_that_cannot_be_paired_says_so(house: House) -> None:
    event = house.event("Ann", "Ben", format="swiss", rounds=3)
    event.do(PairRound())
    event.do(PublishRound(1))
    event.record(1, Result.DRAW)
    event.do(CloseRound(1))
    arbiter = at(house, event, "/rounds/1")
    page = arbiter.submit(f"{event.url}/rounds")
    assert arbiter.status == 409
    assert "No legal pairing of round 2" in page.text


def test_the_list_offers_other_numbers_after_a_correction_until_round_4(house: House) -> None:
    event = house.event(*SIX, format="swiss", rounds=5)
    event.do(PairRound())
    arbiter = at(house, event, "/players")
    action = f"{event.url}/players/renumber"
    assert action not in arbiter.page.posts
    event.do(EditPlayer(event.player("Fay"), {"rating": 2999}))
    assert "6 players would have another number" in arbiter.get(f"{event.url}/players").text
    public = at(house, event, "/players", "public")
    assert action not in public.page.posts
    page = arbiter.submit(action)
    assert [row.text.split()[:2] for row in page.all("tr")][1] == ["1", "Fay"]
    assert action not in page.posts
    assert "Number 1" in arbiter.get(f"{event.url}/players/{event.player('Fay')}").text
    rows = arbiter.get(f"{event.url}/crosstable").all("tr")
    assert [row.text[:4] for row in rows if "Fay" in row.text] == ["1Fay"]


def test_the_rules_are_asked_for_and_bring_their_points(house: House) -> None:
    arbiter = house.visitor("arbiter")
    page = rules(arbiter, "Rated Open")
    assert "By FIDE’s rules: a bye is a win" in page.text
    arbiter.submit(arbiter.path, rules="fide", rounds="5", go="create")
    url = f"{arbiter.path}/settings"
    fields = arbiter.get(url).form(url).fields
    assert (fields["rules"], fields["scoring"]) == ("fide", "fide")


def test_what_is_declared_is_disabled_and_a_club_event_asks(house: House) -> None:
    declared = house.event(*SIX, format="swiss", rounds=5, rules="fide")
    declared.do(PairRound())
    enabled = at(house, declared, "/settings").page.form(f"{declared.url}/settings").fields
    assert {"name", "place"} <= enabled.keys()
    assert not {"rounds", "scoring", "tiebreaks", "edition", "unrated", "apart", "rules"} & enabled.keys()
    club = house.event(*SIX, format="swiss", rounds=5)
    club.do(PairRound())
    arbiter = at(house, club, "/settings")
    names = "; ".join(club.state.players[id].name for id in club.games(1)[0].players)
    page = arbiter.submit(f"{club.url}/settings", forbidden=names)
    assert arbiter.status == 409
    assert "would have been paired otherwise" in page.text
    assert not club.state.settings.forbidden
    arbiter.send(f"{club.url}/settings", {**page.form(f"{club.url}/settings").fields, "confirm": "yes"})
    assert club.state.settings.forbidden


def test_points_that_the_results_do_not_explain_are_kept_if_that_is_asked_for(house: House) -> None:
    event = played(house)
    report = report_of(event.state, "")
    first, *others = report.entries
    odd = replace(first, points=(first.points or Points(0)) + Points.of("0.5"))
    content = write(replace(report, entries=(odd, *others))).encode()
    owner = house.visitor("owner")
    page = owner.get("/new")
    assert "keep_points" not in {each.attributes.get("name") for each in page.all("input")}
    page = owner.upload("/new/report", content)
    assert owner.status == 400
    assert "bring the file with its points kept" in page.errors["file"]
    assert "keep_points" in {each.attributes.get("name") for each in page.all("input")}
    page = owner.upload("/new/report", content, keep_points="yes")
    assert "the difference is adjusted" in page.text
