"""The words for how far something is; a chip on a page and a list on the console show them by `_`."""

from __future__ import annotations

from podium.app.words.language import N_

OF_ROUNDS = (N_("draft"), N_("published"), N_("playing"), N_("closed"))
OF_TOURNAMENTS = (N_("draft"), N_("published"), N_("archived"), N_("deleted"))
OF_CHANGES = (N_("undone"), N_("dropped"))
OF_MATCHES = (N_("pending"), N_("running"), N_("finished"), N_("canceled"))
ROLES = (N_("public"), N_("player"), N_("scorer"), N_("arbiter"), N_("owner"))
