"""What speaks against a round that is edited by hand, as the API writes it."""

from __future__ import annotations

from podium.app.queries import contrast, warnings
from podium.app.views.rows import Row
from podium.flow.state import Round, Tournament


def editing_row(state: Tournament, here: Round) -> Row:
    """What the API says of a round that is being edited, or was."""
    found = contrast(state, here)
    return {
        "editing": here.editing,
        "warnings": [
            {"kind": one.kind, "players": list(one.players), "detail": one.said} for one in warnings(state, here)
        ],
        "comparison": None
        if found is None
        else {"same": found.same, "engine": list(found.engine), "here": list(found.here), "note": found.note},
    }
