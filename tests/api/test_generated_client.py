"""A client that openapi-python-client makes of the document, with which an event of every format is run whole."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any, get_args

import pytest

from podium.api.documentation import finished
from podium.bootstrap import site
from podium.flow.formats.registry import FORMAT_NAMES
from tests.api.test_live import served
from tests.kit.finished import NAMES, SETTINGS
from tests.kit.http import House

NAME = "generated_podium"
FILES = ("image/png", "image/jpeg", "image/webp", "image/svg+xml", "application/pdf", "text/csv", "text/plain")
OTHER_FILES = ("application/x-chess-pgn", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
PROGRAM = Path(sysconfig.get_path("scripts")) / "openapi-python-client"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Any]]:
    """Asks an operation of a generated client by its name."""
    folder = tmp_path_factory.mktemp("generated")
    document, config = folder / "openapi.json", folder / "config.json"
    document.write_text(json.dumps(finished(site())), "utf-8")
    # The generator takes JSON, forms and streams of bytes; of the others it is told that they are bytes.
    told = dict.fromkeys((*FILES, *OTHER_FILES), "application/octet-stream")
    config.write_text(json.dumps({"content_type_overrides": told, "post_hooks": []}), "utf-8")
    options = ["--config", str(config), "--meta", "none", "--fail-on-warning", "--output-path", str(folder / NAME)]
    made = subprocess.run(
        [str(PROGRAM), "generate", "--path", str(document), *options],
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    sys.path.insert(0, str(folder))
    tags = {
        each["operationId"]: each["tags"][0] for path in finished(site())["paths"].values() for each in path.values()
    }

    def ask(client: Any, operation: str, body: object = None, **named: Any) -> Any:
        module = import_module(f"{NAME}.api.{tags[operation].replace(' ', '_')}.{operation}")
        if isinstance(body, dict):
            taken = module._get_kwargs.__annotations__["body"]
            kind = next(each for each in (taken, *get_args(taken)) if hasattr(each, "from_dict"))
            named["body"] = kind.from_dict(body)
        elif body is not None:
            named["body"] = body
        answer = module.sync_detailed(client=client, **named)
        assert answer.status_code < 300, answer.content
        assert answer.parsed is not None, operation
        return answer.parsed

    yield ask
    sys.path.remove(str(folder))


@pytest.mark.parametrize("format", FORMAT_NAMES)
def test_an_event_runs_by_a_generated_client(generated: Callable[..., Any], hall: House, format: str) -> None:
    _, secret = hall.podium.registry.add_token(hall.podium.registry.add_user("chief", "a long password"), "test")
    with served(hall) as (address, _):
        client = import_module(f"{NAME}.client").AuthenticatedClient(address, secret, raise_on_unexpected_status=True)
        with client:
            run = Director(generated, client, format)
            run.play()
            run.finish()


class Director:
    """Runs an event of a format, by nothing but the generated client."""

    def __init__(self, ask: Callable[..., Any], client: Any, format: str) -> None:
        self._ask, self._client = ask, client
        made = self.ask("post_tournaments", {"name": "Open", "format": format, **SETTINGS[format]})
        self.id, self.format = made.id, format
        content = "name,rating\n" + "".join(f"{name},{2000 - 50 * at}\n" for at, name in enumerate(NAMES[:4]))
        file = import_module(f"{NAME}.types").File(BytesIO(content.encode()), "players.csv", "text/csv")
        imported = self.ask("post_tournaments_id_players_import", file, id=self.id)
        assert [imported.add, imported.players[0].name] == [4, "Ann"]
        rest = [{"name": name, "rating": 1700 - at} for at, name in enumerate(NAMES[4:])]
        self.ask("post_tournaments_id_players", {"players": rest}, id=self.id)
        self.ask("post_tournaments_id_publish", {"published": True}, id=self.id)

    def ask(self, operation: str, body: object = None, **named: Any) -> Any:
        return self._ask(self._client, operation, body, **named)

    @property
    def rounds(self) -> list[Any]:
        found: list[Any] = self.ask("get_tournaments_id_rounds", id=self.id).rounds
        return found

    def play(self) -> None:
        """Pair, publish, play and close every round; the side that is named first wins."""
        if self.format in ("knockout", "double-elimination"):
            self.ask("post_tournaments_id_rounds", {}, id=self.id)
            self._play_bracket()
            return
        rounds = 3 if self.format == "stages" else SETTINGS[self.format]["rounds"]  # of groups of four
        for number in range(1, rounds + 1):
            self.ask("post_tournaments_id_rounds", self._round(), id=self.id)
            self.ask("post_tournaments_id_rounds_n_publish", {}, id=self.id, n=str(number))
            for pairing in self.rounds[number - 1].pairings:
                if self.format == "doubles":
                    self.ask("put_pairings_id_sets", {"home": 2, "away": 0}, id=pairing.id)
                elif not pairing.is_bye:
                    self.ask("put_pairings_id_result", {"result": "1-0"}, id=pairing.id)
            closed = self.ask("post_tournaments_id_rounds_n_close", {}, id=self.id, n=str(number))
            assert closed.status == "closed"
        if self.format == "stages":
            self.ask("post_tournaments_id_stages_n_start", {"tied": "lot"}, id=self.id, n="2")
            self._play_bracket()

    def _play_bracket(self) -> None:
        while open_ := [each for each in self._matches() if each.status == "PENDING"]:
            for match in open_:
                self.ask("put_matches_id_result", {"result": "WHITE_WIN"}, id=match.id)

    def _matches(self) -> list[Any]:
        found = self.ask("get_tournaments_id_matches", id=self.id).matches
        return [each for each in found if each.white_entry_id and each.black_entry_id]

    def _round(self) -> dict[str, object]:
        if self.format != "manual":
            return {}
        ids = [each.id for each in self.ask("get_tournaments_id_players", id=self.id).players]
        return {"pairings": [{"white": one, "black": two} for one, two in zip(ids[::2], ids[1::2], strict=True)]}

    def finish(self) -> None:
        """Standings, prizes, what is written, and the history."""
        standings = self.ask("get_tournaments_id_standings", id=self.id)
        assert len(standings.standings) == len(NAMES)
        assert standings.standings[0].rank == 1
        page = self.ask("get_tournaments_id_standings", id=self.id, limit=3)
        assert [len(page.standings), page.next_] == [3, standings.standings[2].player_id]
        plan = {"categories": [{"name": "Main", "prizes": [{"place": 1, "cash": 100}]}]}
        prizes = self.ask("put_tournaments_id_prizes", plan, id=self.id)
        allocated = self.ask(
            "post_tournaments_id_prizes_allocate", {"rules": {"order": "value-first"}, "confirm": True}, id=self.id
        )
        assert [each.player_id for each in allocated.winners] == [standings.standings[0].player_id]
        published = self.ask("post_tournaments_id_prizes_publish", {"published": True}, id=self.id)
        assert published.version > prizes.version
        exported = self.ask("get_tournaments_id_export_format", id=self.id, format_="csv")
        assert b"Ann" in exported.payload.read()
        history = self.ask("get_tournaments_id_history", id=self.id)
        assert history.commits[0].version == published.version
        undone = self.ask("post_tournaments_id_undo", {}, id=self.id)
        assert undone.version == published.version + 1
        self.ask("post_tournaments_id_redo", {}, id=self.id)
        status = self.ask("get_tournaments_id", id=self.id)
        assert [status.format_, status.players] == [self.format, len(NAMES)]
