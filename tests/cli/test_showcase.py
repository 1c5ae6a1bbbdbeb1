"""The demo: every kind of thing a director meets, the same every time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from podium.app.queries import standings
from podium.app.showcase.events import create_showcase
from podium.app.story.story import podiums
from podium.bootstrap import Podium, opened
from podium.config import Config
from podium.core.result import ByeType, Result
from podium.flow.formats.registry import FORMAT_NAMES
from podium.flow.obstacles import problems
from podium.flow.state import Bye, Game, Tournament


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Podium, dict[str, Tournament]]]:
    with opened(Config(str(tmp_path_factory.mktemp("demo") / "demo.db"))) as podium:
        yield podium, played(podium)


def played(podium: Podium) -> dict[str, Tournament]:
    user = podium.registry.add_user("demo", "demo-podium")
    states = {str(id): podium.journal.head(id).state for id in create_showcase(podium.desk, user.actor)}
    return {id: state for id, state in states.items() if state is not None}


def sheets(state: Tournament) -> list[tuple[object, ...]]:
    def name(id: str) -> str:
        return next(player.name for player in state.players.values() if player.id == id)

    return [
        (here.number, here.stage, *(name(player) for player in each.players), getattr(each, "result", None))
        for here in state.rounds
        for each in here.in_order
    ]


def test_there_is_an_event_of_every_format(shown: tuple[Podium, dict[str, Tournament]]) -> None:
    assert {state.settings.format for state in shown[1].values()} == set(FORMAT_NAMES)
    assert {state.archived for state in shown[1].values()} == {True, False}
    assert {state.published for state in shown[1].values()} == {True, False}
    assert any(not state.rounds for state in shown[1].values())


def test_there_is_all_that_can_happen_at_a_board(shown: tuple[Podium, dict[str, Tournament]]) -> None:
    pairings = [each for state in shown[1].values() for here in state.rounds for each in here.games.values()]
    results = {each.result for each in pairings if isinstance(each, Game)}
    assert results == {*(each for each in Result if each.usual or not each.played), None}
    kinds = {each.kind for each in pairings if isinstance(each, Bye)}
    assert kinds == set(ByeType) - {ByeType.UNSPECIFIED}
    weekend = shown[1]["weekend"]
    assert weekend.settings.sections == ("Open", "Minor")
    assert len(weekend.rounds[-1].pending) == 3
    assert any(player.withdrawn for player in shown[1]["club"].players.values())


def test_the_podium_of_a_knockout_of_doubles_and_of_a_round_robin_can_be_seen(
    shown: tuple[Podium, dict[str, Tournament]],
) -> None:
    stands = {id: [place.rank for _, places in podiums(state) for place in places] for id, state in shown[1].items()}
    finished = {id: ranks for id, ranks in stands.items() if ranks and shown[1][id].published}
    assert {id: ranks[0] for id, ranks in finished.items()} == {"junior": 1, "new-year": 1, "winter": 1}
    assert stands["winter"] == [1, 2, 3]
    assert {shown[1][id].settings.format for id in finished} == {"round-robin", "doubles", "knockout"}


def test_live_games_are_over_under_way_and_to_come(shown: tuple[Podium, dict[str, Tournament]]) -> None:
    podium, states = shown
    ids = list(states["online"].rounds[0].games)
    games = {id: head.state for id, head in podium.journal.games(ids).items() if head.state is not None}
    assert sorted(game.status.value for game in games.values()) == ["FINISHED", "RUNNING", "WAITING"]
    assert sorted(game.ply for game in games.values()) == [0, 7, 14]


def test_every_event_is_sound(shown: tuple[Podium, dict[str, Tournament]]) -> None:
    for state in shown[1].values():
        assert list(problems(state)) == []
        assert len(standings(state)) == len(state.players)


def test_the_demo_is_the_same_every_time(shown: tuple[Podium, dict[str, Tournament]], tmp_path: Path) -> None:
    with opened(Config(str(tmp_path / "again.db"))) as podium:
        again = played(podium)
    assert {id: sheets(state) for id, state in again.items()} == {id: sheets(state) for id, state in shown[1].items()}


def test_a_second_demo_on_the_same_database_adds_nothing(shown: tuple[Podium, dict[str, Tournament]]) -> None:
    podium, states = shown
    [user] = podium.registry.users()
    versions = {id: podium.journal.head(id).version for id in podium.journal.streams()}
    create_showcase(podium.desk, user.actor)
    assert {id: podium.journal.head(id).version for id in podium.journal.streams()} == versions
    assert len(versions) == len(states)
