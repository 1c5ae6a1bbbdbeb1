"""What would change: a write found by its method and path, decided on the present state and not written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from inspect import signature
from typing import Any

from litestar import Litestar
from litestar.exceptions import MethodNotAllowedException, NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.params import JSONBody

from podium.api.acts import COMMAND
from podium.api.bodies import ApiRequest, Body, convert
from podium.api.documentation import WRITING, change, problems
from podium.api.parameters import Injected, Tournament
from podium.api.problems import Edge, problem
from podium.app.access import Role
from podium.app.desk import Desk, Seen
from podium.app.event.changes import Changes, WhatIfAnswer, changes, what_if_answer
from podium.app.ports import Head, Receipt
from podium.app.prizes.prizegiving import PrizeAllocator
from podium.app.words.language import _
from podium.core.errors import FormatError, Refused, Stale, Unknown
from podium.core.ids import TournamentId, identity
from podium.flow.commands import Command, confirmed


class WhatIfBody(Body):
    """A write that is not to be written."""

    method: str
    path: str
    body: Any = None


@change("POST /tournaments/{id:str}/what-if", "What a write would change", {**WRITING, **problems(504)}, status=200)
def what_if(
    request: ApiRequest,
    desk: Injected[Desk],
    prize_allocator: Injected[PrizeAllocator],
    id: Tournament,
    data: JSONBody[WhatIfBody],
) -> WhatIfAnswer:
    """What differs after the write, or the problem it would be answered with; nothing is written."""
    actor = request.user.actor
    seen = desk.see(actor, TournamentId(identity("tournament", id)))
    handler, params = _write(request.app, data)
    _of_this_tournament(desk, seen, handler, params, data)

    def command() -> Command:
        return _command(handler, params, data, seen, prize_allocator)

    try:
        before, after = desk.preview(actor, seen.state.id, command())
    except (Refused, Stale, Unknown, FormatError, Edge) as refusal:
        if refusal.code not in ("result-has-consequences", "cut-has-consequences"):
            return what_if_answer(Changes((), ()), seen.version, problem(refusal))
        # A correction that waits to be confirmed is refused, and still shown with all that it would undo.
        before, after = desk.preview(actor, seen.state.id, confirmed(command()))
        return what_if_answer(_changes(seen, before, after), before.version, problem(refusal))
    return what_if_answer(_changes(seen, before, after), before.version)


def _write(app: Litestar, data: WhatIfBody) -> tuple[BaseRouteHandler, Mapping[str, str]]:
    """The handler of the write that is named, and the values in its path; creating is none."""
    detail = _("%(method)s %(path)s is not a write of a tournament.", method=data.method[:20], path=data.path[:100])
    none = Edge(400, "what-if-path", detail, field="path", value=data.path)
    try:
        _asgi, handler, _path, params, _rest = app.asgi_router.handle_routing(
            path=data.path, method=data.method.upper()
        )
    except (NotFoundException, MethodNotAllowedException):
        raise none from None
    if COMMAND not in handler.opt:
        raise none
    return handler, params


def _of_this_tournament(
    desk: Desk, seen: Seen, handler: BaseRouteHandler, params: Mapping[str, str], data: WhatIfBody
) -> None:
    """Nothing; raises for a write of another tournament."""
    kind, id = handler.opt["resource"], params["id"]
    if kind != "tournament":
        if desk.stream_of(identity(kind, id)) != seen.state.id:
            raise Unknown(kind, id)
    elif id != seen.state.id:
        detail = _("The path must be one of this tournament.")
        raise Edge(400, "what-if-path", detail, field="path", value=data.path)


def _command(
    handler: BaseRouteHandler, params: Mapping[str, str], data: WhatIfBody, seen: Seen, prize_allocator: PrizeAllocator
) -> Command:
    """The command that the write would give."""
    command: Callable[..., Command] = handler.opt[COMMAND]
    field = handler.parsed_data_field
    assert field is not None  # every write takes a body
    known = {**params, "data": convert(data.body, field.annotation), "seen": seen, "prize_allocator": prize_allocator}
    return command(**{name: known[name] for name in signature(command).parameters if name in known})


def _changes(seen: Seen, before: Head, after: Receipt) -> Changes:
    """What differs. Prizes are for scorers and above until the list is published."""
    assert before.state is not None
    found = changes(before.state, after.state)
    return found if seen.role >= Role.SCORER else replace(found, prizes=())


HANDLERS = (what_if,)
