"""The reasons for one board over the API."""

from __future__ import annotations

from msgspec import Struct

from podium.app.rounds.why import Why
from podium.app.versions import copied


class PassedRow(Struct):
    """Somebody who came earlier in the order and was not taken."""

    player_id: str
    criterion: str
    reason: str
    met_in: int | None


class PartRow(Struct):
    title: str
    sentences: list[str]


class WhyAnswer(Struct):
    """The reasons for one board; `prescribed` is whether the engine pairs it just so, null where none was asked."""

    __qualname__ = "why_WhyAnswer"

    version: int
    id: str
    round: int
    board: int
    who: str
    engine: str
    edition: str | None
    prescribed: bool | None
    score: str | None
    binding: list[str]
    rejected: list[PassedRow]
    parts: list[PartRow]


def why_answer(id: str, why: Why, version: int) -> WhyAnswer:
    rejected = [PassedRow(one.player, one.criterion, one.said, one.met_in) for one in why.rejected]
    parts = [PartRow(part.title, list(part.sentences)) for part in why.parts]
    more = {"id": id, "version": version, "binding": list(why.binding)}
    return copied(WhyAnswer, why, rejected=rejected, parts=parts, **more)
