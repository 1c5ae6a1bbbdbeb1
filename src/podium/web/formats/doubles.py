"""Doubles on the pages."""

from __future__ import annotations

from dataclasses import replace

from podium.app.desk import Seen
from podium.app.event.progress import Step
from podium.app.hall.screens import Content
from podium.app.players.card import Card
from podium.app.queries import is_finished, progress
from podium.app.words.language import N_, _
from podium.flow.state import Round, Tournament
from podium.web.formats.doubles_pages.tables import doubles_round, own_table, promise_text
from podium.web.formats.protocol import (
    ON_WALL,
    Addresses,
    FormatPages,
    NextStep,
    OverviewParts,
    Part,
    Traits,
    WallPart,
    Words,
)

TABLES = WallPart(Content.PAIRINGS, N_("Tables"), usual=True)


class DoublesPages(FormatPages):
    name = "doubles"
    words = Words(
        N_("Doubles"),
        N_("as many as there are partners"),
        as_stage=N_("the doubles"),
        own_card=N_("Your partners, opponents and results, and the buttons for your own table."),
        meanings={"BH": N_("The points of the opponents, minus those of the partners, of all matches added up.")},
    )
    traits = Traits(
        plays_in_teams=True,
        takes_bye_requests=False,  # free games are drawn
        on_wall=(TABLES, replace(ON_WALL[1], label=N_("Tables by name")), *ON_WALL[2:]),
    )
    addresses = Addresses(hand_sheet="rounds/teams")

    def pair_step(self, state: Tournament, number: int, url: str) -> NextStep:
        note = _("New partners for everybody. %(promise)s", promise=promise_text(state))
        title = _("Draw round %(round)s", round=number)
        return NextStep(title, note, f"{url}/rounds", title, posts=True)

    def other_pair_step(self, state: Tournament, url: str) -> NextStep | None:
        if progress(state).step is not Step.PAIR:
            return None
        return NextStep("", "", f"{url}/rounds/teams", _("Make round %(round)s by hand", round=len(state.rounds) + 1))

    def overview(self, state: Tournament, url: str) -> OverviewParts:
        usual = super().overview(state, url)
        return usual if is_finished(state) else replace(usual, facts=((_("How many rounds"), promise_text(state)),))

    def round_part(self, seen: Seen, here: Round, url: str) -> Part:
        return Part(
            "round_doubles.html", doubles_round(seen.state, here, seen, url), reader="round_doubles_reader.html"
        )

    def card_part(self, seen: Seen, card: Card, after: int | None, url: str) -> Part:
        buchholz = card.standing.tiebreaks.get("BH")
        note = _(
            "Buchholz %(value)s: the opponents' points minus the partners', round by round in the table.",
            value=buchholz,
        )
        own = own_table(seen, url) if after is None and seen.player == card.standing.player.id else None
        return Part("player_doubles.html", own, note=note)


DOUBLES_PAGES = DoublesPages()
