"""What tokens may do, in words."""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.accounts.credentials import TokenScope
from podium.app.words.language import N_

SCOPES: Mapping[TokenScope, str] = {
    TokenScope.READ: N_("read what you may see"),
    TokenScope.RESULTS: N_("enter results, as a scorer"),
    TokenScope.MANAGE: N_("run tournaments, as an arbiter"),
    TokenScope.EVERYTHING: N_("everything you may"),
}
