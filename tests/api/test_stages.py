"""Events of stages over HTTP: groups, the cut, the bracket, undo across it, and what is refused."""

from __future__ import annotations

from typing import Any

from podium.core.dice import Dice
from tests.kit.http import Answer, Caller, Event, House, Json
from tests.kit.live import FOOLS_MATE, STALEMATE, LiveBoard
from tests.kit.loops import seeds

GROUPS_AND_CUP: list[Json] = [
    {"format": "round-robin", "groups": 2},
    {"format": "knockout", "qualify": {"perGroup": 2}, "tieBreakPolicy": "ARMAGEDDON"},
]


def stages_event(chief: Caller, players: int = 8, plan: list[Json] | None = None, **settings: Any) -> Event:
    made = chief("POST", "/api/tournaments", {"name": "Evening", "stages": plan or GROUPS_AND_CUP, **settings}).ok(201)
    event = Event(chief, made["id"])
    for at in range(players):
        event.players(f"Player {at + 1}", rating=2000 - at)
    return event


def stages(event: Event) -> list[Json]:
    found: list[Json] = event.by.get(f"{event.url}/stages")["stages"]
    return found


def start(event: Event, number: int, **body: object) -> Answer:
    return event.by("POST", f"{event.url}/stages/{number}/start", body)


def rating_of(event: Event) -> dict[str, int]:
    return {each["id"]: each["rating"] for each in event.by.get(f"{event.url}/players")["players"]}


def play_round(event: Event) -> Json:
    """The next round, which the stronger players win."""
    here: Json = event.by("POST", f"{event.url}/rounds", {}).ok(201)
    strength = rating_of(event)
    for game in here["pairings"]:
        if not game["is_bye"]:
            won = "1-0" if strength[game["white_player_id"]] > strength[game["black_player_id"]] else "0-1"
            event.by("PUT", f"/api/pairings/{game['id']}/result", {"result": won}).ok()
    return here


def test_groups_are_played_and_end_in_a_bracket(either_hall: House) -> None:
    event = stages_event(either_hall.user("chief"))
    assert event.by.get(event.url)["format"] == "stages"
    assert [(row["number"], row["format"], row["status"]) for row in stages(event)] == [
        (1, "round-robin", "planned"),
        (2, "knockout", "planned"),
    ]
    ids = list(rating_of(event))
    groups = {row["name"]: row["players"] for row in stages(event)[0]["groups"]}
    assert groups == {"A": [ids[0], ids[3], ids[4], ids[7]], "B": [ids[1], ids[2], ids[5], ids[6]]}

    here = play_round(event)
    assert {(game["stage"], game["section"]) for game in here["pairings"]} == {(1, "A"), (1, "B")}
    assert stages(event)[0]["status"] == "playing"
    start(event, 2).refused(409, "stage-unfinished")
    play_round(event)
    play_round(event)
    assert stages(event)[0]["status"] == "finished"
    event.by("POST", f"{event.url}/rounds", {}).refused(409, "rounds-exhausted")
    table = event.by.get(f"{event.url}/standings?stage=1")["standings"]
    assert [(row["section"], row["rank"], row["player_id"]) for row in table[:2]] == [
        ("A", 1, ids[0]),
        ("A", 2, ids[3]),
    ]

    began = start(event, 2).ok()["stages"][1]
    assert began["status"] == "playing"
    assert began["qualified"] == [
        {"player_id": ids[0], "from": "A1", "seed": 1},
        {"player_id": ids[1], "from": "B1", "seed": 2},
        {"player_id": ids[3], "from": "A2", "seed": 3},
        {"player_id": ids[2], "from": "B2", "seed": 4},
    ]
    semis = event.by.get(f"{event.url}/rounds/4")["pairings"]
    assert {game["stage"] for game in semis} == {2}
    for game in semis:
        assert {game["white_player_id"], game["black_player_id"]} != {ids[0], ids[3]}
    event.by("POST", f"{event.url}/undo", {}).ok()
    assert [row["status"] for row in stages(event)] == ["finished", "planned"]
    start(event, 2).ok()
    while waiting := [m for m in event.by.get(f"{event.url}/matches")["matches"] if m["status"] == "PENDING"]:
        event.by("PUT", f"/api/matches/{waiting[0]['id']}/result", {"result": "WHITE_WIN"}).ok()
    final = event.by.get(f"{event.url}/standings")
    assert final["final"]
    assert [final["standings"][0]["player_id"]] == event.by.get(f"{event.url}/bracket")["champions"]


def test_the_whole_event_is_undone_step_by_step(chief: Caller) -> None:
    event = stages_event(chief)
    states = [event.by.get(f"{event.url}/state?version={event.by.get(event.url)['version']}")]
    for _ in range(3):
        play_round(event)
    start(event, 2).ok()
    version = event.by.get(event.url)["version"]
    before = event.by.get(f"{event.url}/state?version={version}")
    event.by("POST", f"{event.url}/undo", {}).ok()
    assert [row["status"] for row in stages(event)] == ["finished", "planned"]
    event.by("POST", f"{event.url}/redo", {}).ok()
    after = event.by.get(f"{event.url}/state?version={version + 2}")
    assert after["rounds"] == before["rounds"]
    assert after["matches"] == before["matches"]
    while event.by.get(f"{event.url}/history")["undo"] and event.by.get(f"{event.url}/history")["undo"] > 9:
        event.by("POST", f"{event.url}/undo", {}).ok()
    assert event.by.get(f"{event.url}/rounds")["rounds"] == []
    assert stages(event)[0]["status"] == "planned"
    assert states


def results(event: Event, here: Json, dice: Dice) -> None:
    for game in here["pairings"]:
        if not game["is_bye"]:
            result = dice.pick(["1-0", "0-1", "1/2-1/2"])
            event.by("PUT", f"/api/pairings/{game['id']}/result", {"result": result}).ok()


def naive_places(event: Event) -> dict[str, list[str]]:
    """The order in each group by points alone, from the rounds: who is level stands in one text."""
    points: dict[str, float] = {}
    group_of: dict[str, str] = {}
    for here in event.by.get(f"{event.url}/rounds")["rounds"]:
        for game in (each for each in here["pairings"] if each["stage"] == 1 and not each["is_bye"]):
            won = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}[game["result"]]
            for player, scored in zip((game["white_player_id"], game["black_player_id"]), won, strict=True):
                points[player] = points.get(player, 0) + scored
                group_of[player] = game["section"]
    return {
        name: sorted((each for each in points if group_of[each] == name), key=lambda each: -points[each])
        for name in sorted(set(group_of.values()))
    } | {"points": [f"{player} {points[player]}" for player in points]}


@seeds(range(3), long=range(40))
def test_who_goes_on_is_as_a_naive_count_has_it(chief: Caller, seed: int) -> None:
    """Groups of several sizes: nobody goes on before somebody of the group who has more points."""
    dice = Dice(f"naive {seed}")
    players, groups, per_group = 9 + dice.below(8), 2 + dice.below(2), 1 + dice.below(2)
    plan: list[Json] = [
        {"format": "round-robin", "groups": groups},
        {"format": "knockout", "qualify": {"perGroup": per_group, "bestOthers": 1}, "tieBreakPolicy": "RAPID"},
    ]
    event = stages_event(chief, players, plan)
    rounds = -(-players // groups)
    for _ in range(rounds - 1 + rounds % 2):
        results(event, event.by("POST", f"{event.url}/rounds", {}).ok(201), dice)
    event.by("POST", f"{event.url}/rounds", {}).refused(409, "rounds-exhausted")
    began = start(event, 2)
    if began.status == 409:
        problem = began.refused(409, "cut-undecided")
        assert problem["players"]
        began = start(event, 2, tied="all")
    went = {each["player_id"]: each["from"] for each in began.ok()["stages"][1]["qualified"]}
    counted = naive_places(event)
    scored = {line.split()[0]: float(line.split()[1]) for line in counted.pop("points")}
    assert len(went) >= groups * per_group + 1
    for name, order in counted.items():
        inside = [player for player in order if player in went]
        assert len(inside) >= per_group
        assert {went[player][0] for player in inside} == {name}
        worst = min(scored[player] for player in inside)
        assert all(player in went for player in order if scored[player] > worst)


def test_the_story_says_who_went_on(chief: Caller) -> None:
    def cuts(event: Event) -> list[str]:
        (told,) = event.by.get(f"{event.url}/story")["sections"]
        found: list[str] = told["cuts"]
        return found

    event = stages_event(chief)
    for _ in range(3):
        play_round(event)
    assert cuts(event) == []
    start(event, 2).ok()
    said = "On to stage 2: from group A: Player 1 and Player 4; from group B: Player 2 and Player 3"
    assert cuts(event) == [said]
    event("POST", "/publish").ok()
    assert said.removeprefix("On to stage 2: ") in event.by.get(f"/t/{event.id}/story").decode()

    decisions: tuple[tuple[Json, str], ...] = (
        ({"qualified": [0, 3]}, "Player 1 and Player 4; of those who were level, who went on was decided by hand"),
        ({"tied": "all"}, "Player 1, Player 2, Player 3 and Player 4; all who were level went on"),
        ({"tied": "lot"}, "of those who were level, lots decided who went on"),
    )
    for decision, told in decisions:
        level = stages_event(chief, 4, [{"format": "round-robin"}, {**GROUPS_AND_CUP[1], "qualify": {"best": 2}}])
        for _ in range(3):
            for game in level.by("POST", f"{level.url}/rounds", {}).ok(201)["pairings"]:
                level.by("PUT", f"/api/pairings/{game['id']}/result", {"result": "1/2-1/2"}).ok()
        ids = list(rating_of(level))
        chosen = {name: [ids[at] for at in value] if name == "qualified" else value for name, value in decision.items()}
        start(level, 2, **chosen).ok()
        assert cuts(level)[0].endswith(told)


def test_what_if_names_who_would_go_on_instead(chief: Caller) -> None:
    event = stages_event(chief)
    play_round(event)
    play_round(event)
    play_round(event)
    ids = list(rating_of(event))
    rounds = event.by.get(f"{event.url}/rounds")["rounds"]
    game = next(
        each
        for here in rounds
        for each in here["pairings"]
        if {each["white_player_id"], each["black_player_id"]} == {ids[2], ids[5]}
    )
    upset = "1-0" if game["white_player_id"] == ids[5] else "0-1"
    write = {"method": "PUT", "path": f"/api/pairings/{game['id']}/result", "body": {"result": upset}}
    version = event.version
    found = event.by("POST", f"{event.url}/what-if", write).ok()
    assert set(found["qualified"]["before"]) == {ids[0], ids[1], ids[2], ids[3]}
    assert set(found["qualified"]["after"]) == {ids[0], ids[1], ids[3], ids[5]}
    assert event.version == version
    start(event, 2).ok()
    found = event.by("POST", f"{event.url}/what-if", write).ok()
    assert found["refused"]["code"] == "cut-has-consequences"
    assert found["refused"]["undoes"] == [2]
    assert set(found["qualified"]["after"]) == {ids[0], ids[1], ids[3], ids[5]}
    event.by("PUT", f"/api/pairings/{game['id']}/result", {"result": upset}).refused(409, "cut-has-consequences")
    event.by("PUT", f"/api/pairings/{game['id']}/result", {"result": upset, "confirm": True}).ok()
    assert [row["status"] for row in stages(event)] == ["finished", "planned"]


def test_matches_and_the_bracket_have_the_rounds_of_the_event(chief: Caller) -> None:
    event = stages_event(chief)
    for _ in range(3):
        play_round(event)
    start(event, 2).ok()
    matches = event.by.get(f"{event.url}/matches?round=4")["matches"]
    assert [each["roundNumber"] for each in matches] == [4, 4]
    bracket = event.by.get(f"{event.url}/bracket")
    assert [here["number"] for here in bracket["rounds"]] == [4, 5]
    assert bracket["rounds"][1]["matches"][0]["slots"][0] == {"winnerOf": {"round": 4, "board": 1}}
    while waiting := [m for m in event.by.get(f"{event.url}/matches")["matches"] if m["status"] == "PENDING"]:
        event.by("PUT", f"/api/matches/{waiting[0]['id']}/result", {"result": "WHITE_WIN"}).ok()
    champion = event.by.get(f"{event.url}/bracket")["champions"]
    table = event.by.get(f"{event.url}/standings")
    assert table["final"]
    assert [table["standings"][0]["player_id"]] == champion
    ranks = [row["rank"] for row in table["standings"]]
    assert ranks == [1, 2, 3, 3, 5, 5, 7, 7]
    card = event.by.get(f"{event.url}/players/{champion[0]}/card")
    assert [line["round"] for line in card["rounds"]] == [1, 2, 3, 4, 5]
    tables = event.by.get(f"{event.url}/crosstable")["sections"]
    assert [(each["stage"], each["section"], each["kind"]) for each in tables] == [
        (1, "A", "matrix"),
        (1, "B", "matrix"),
        (2, None, "rounds"),
    ]
    assert event.by.get(f"/api/pairings/{matches[0]['id']}/why")["round"] == 4


def test_bad_input_names_the_value(chief: Caller) -> None:
    one = [{"format": "swiss"}, {"format": "knockout", "qualify": {"best": 1}}]
    body = {"name": "Evening", "stages": one}
    assert chief("POST", "/api/tournaments", body).refused(400, "too-few-go-on")["value"] == 1
    chief("POST", "/api/tournaments", {"name": "Evening"}).refused(400, "format-missing")
    event = stages_event(chief)
    wrong = [["nobody", "no one"], []]
    event.by("PUT", f"{event.url}/stages/1/groups", {"groups": wrong}).refused(400, "group-player-unknown")
    start(event, 2, tied="some").refused(400, "choice-unknown")
    start(event, 9).refused(404, "unknown-stage")
    ids = list(rating_of(event))
    event.by("PUT", f"{event.url}/stages/1/groups", {"groups": [ids[::2], ids[1::2]]}).ok()
    assert stages(event)[0]["groups"][0]["players"] == ids[::2]
    for _ in range(3):
        play_round(event)
    elsewhere = start(event, 2, qualified=[ids[7], "nobody"]).refused(409, "cut-elsewhere")
    assert elsewhere["detail"].startswith("Player 8 and nobody cannot go on: it is between Player ")
    chief("GET", f"{chief.event(format='swiss').url}/stages").refused(409, "no-stages")


def test_a_report_file_is_of_one_stage_and_one_group(chief: Caller) -> None:
    event = stages_event(chief, plan=[{"format": "swiss", "rounds": 2}, {"format": "knockout", "qualify": {"best": 4}}])
    play_round(event)
    play_round(event)
    text = event.by.get(f"{event.url}/export/trf?stage=1").decode()
    assert text.count("\n001 ") + text.startswith("001 ") == 8
    assert "Swiss" in text
    event.by("GET", f"{event.url}/export/trf?stage=2").refused(404, "unknown-stage")


def test_games_of_all_stages_are_rated_or_it_is_said_which_are_not(chief: Caller) -> None:
    refused = stages_event(chief)("GET", "/rating-report").refused(409, "stage-not-rated")
    assert refused["value"] == 2
    assert "stage 2" in refused["detail"]
    final: Json = {"format": "round-robin", "qualify": {"best": 4}}
    event = stages_event(chief, plan=[{"format": "swiss", "rounds": 2}, final])
    play_round(event)
    play_round(event)
    start(event, 2).ok()
    play_round(event)
    rows = event.by.get(f"{event.url}/rating-report")["players"]
    assert sorted(row["games"] for row in rows) == [2] * 4 + [3] * 4
    one = next(row["player_id"] for row in rows if row["games"] == 3)
    games = event.by.get(f"{event.url}/players/{one}/rating-report")["games"]
    assert [game["round"] for game in games] == [1, 2, 3]


def test_prizes_go_by_the_places_of_all_stages_and_an_archive_keeps_them(chief: Caller) -> None:
    event = stages_event(chief)
    for _ in range(3):
        play_round(event)
    start(event, 2).ok()
    while waiting := [m for m in event.by.get(f"{event.url}/matches")["matches"] if m["status"] == "PENDING"]:
        event.by("PUT", f"/api/matches/{waiting[0]['id']}/result", {"result": "WHITE_WIN"}).ok()
    category = {"name": "Cup", "prizes": [{"place": 1, "cash": 50, "main_category": True}, {"place": 2, "cash": 20}]}
    event.by("PUT", f"{event.url}/prizes", {"categories": [category]}).ok()
    winners = event.by("POST", f"{event.url}/prizes/allocate", {}).ok()["winners"]
    ranked = [row["player_id"] for row in event.by.get(f"{event.url}/standings")["standings"]]
    assert [each["player_id"] for each in winners] == ranked[:2]
    archive = chief.client.get(f"{event.url}/archive", headers=chief.credentials).content
    copied = chief.raw("POST", "/api/archives?copy=true", archive).ok(201)
    copy = Event(chief, copied["id"])
    assert [row["status"] for row in stages(copy)] == ["finished", "finished"]
    assert [row["rank"] for row in copy.by.get(f"{copy.url}/standings")["standings"]] == [1, 2, 3, 3, 5, 5, 7, 7]


def test_games_of_groups_and_of_the_bracket_are_played_live(chief: Caller) -> None:
    plan: list[Json] = [
        {"format": "round-robin"},
        {**GROUPS_AND_CUP[1], "qualify": {"best": 2}, "tieBreakTimeControl": "3+2"},
    ]
    event = stages_event(chief, 2, plan, live=True, timeControl="10+5")
    event("POST", "/publish").ok()
    game = event.pair()["pairings"][0]["id"]
    event("POST", "/rounds/1/publish", {}).ok()
    LiveBoard.of(event, game).begin().plays(FOOLS_MATE)
    assert event.by.get(f"/api/pairings/{game}")["result"] == "0-1"
    start(event, 2).ok()
    final = event.by.get(f"{event.url}/rounds/2")["pairings"][0]["id"]
    board = LiveBoard.of(event, final).begin()
    assert board.game()["timeControl"] == "10+5"
    board.plays(STALEMATE)
    (tie_break,) = event.by.get(f"/api/matches/{final}")["tieBreakMatches"]
    last = LiveBoard.of(event, tie_break)
    assert last.game()["timeControl"] == "3+2"
    last.begin().plays(FOOLS_MATE)
    assert stages(event)[1]["status"] == "finished"
    assert event.by.get(f"{event.url}/bracket")["champions"]


def test_the_public_sees_stages_without_drafts(hall: House, chief: Caller) -> None:
    event = stages_event(chief)
    event("POST", "/publish").ok()
    event.pair()
    public = event.as_seen_by(hall.anyone)
    assert public.by.get(f"{public.url}/rounds")["rounds"] == []
    assert stages(public)[0]["rounds"] == []
    event("POST", "/rounds/1/publish", {}).ok()
    assert stages(public)[0]["rounds"] == [1]
    for path in ("standings", "standings?stage=1", "crosstable", "bracket", "matches", "story"):
        public.by("GET", f"{public.url}/{path}").ok()
    public.by("POST", f"{public.url}/stages/2/start", {}).refused(401, "credentials-missing")
