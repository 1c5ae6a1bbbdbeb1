"""A knockout on the pages."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.desk import Seen
from podium.app.views.card import Card
from podium.app.views.progress import Progress
from podium.app.words.knockout import round_name
from podium.app.words.results import plural
from podium.core.ids import PlayerId
from podium.flow.state import Tournament
from podium.knockout import BracketRound, Knockout
from podium.web.formats.protocol import (
    Addresses,
    Facts,
    FormatPages,
    NextStep,
    OverviewParts,
    Part,
    RoundEntry,
    Traits,
    Words,
)
from podium.web.knockout.match_views import MatchView, match_name, match_view, matches_of, own_open, seeds_of
from podium.web.knockout.settings import POLICIES


@dataclass(frozen=True, slots=True)
class MatchesOfPlayer:
    """The matches on a player's card, each with the name of its round; `own` is the one they may report now."""

    own: MatchView | None
    own_title: str
    matches: tuple[tuple[str, MatchView], ...]


class KnockoutPages(FormatPages):
    name = "knockout"
    words = Words(
        "Knockout",
        "until there is a champion",
        over="All results are in.",
        own_card="Your opponents and results, and the buttons for your own match.",
        ranking="Ranking",
        whole_ranking="The whole ranking",
        points="Rounds won",
        details="How far",
        crosstable_note="½t1 means: drawn, then won the tie-break; (3rd) is the match for third place.",
    )
    # The byes of a bracket come from its size.
    traits = Traits(counts_points=False, takes_bye_requests=False, closes_entry=True)
    addresses = Addresses("bracket", "Bracket", "bracket?round={number}", "bracket?wall=yes")

    def pair_step(self, state: Tournament, number: int, url: str) -> NextStep:
        note = "Later rounds come by themselves, as results decide who advances."
        return NextStep("Build the bracket", note, f"{url}/bracket", "Build the bracket", posts=True)

    def results_step(self, state: Tournament, now: Progress, url: str) -> NextStep:
        waiting = plural(now.missing, "match waits", "matches wait")
        return NextStep("The knockout is being played", f"{waiting} for a result.", f"{url}/bracket", "Enter results")

    def overview(self, state: Tournament, url: str) -> OverviewParts:
        knockout = state.knockout
        if knockout is None:
            return OverviewParts(_facts(state))
        rounds = (_entry(knockout, here, url) for here in knockout.rounds if here.number <= knockout.begun)
        champions = (state.players[id].name for id in knockout.champions)
        return OverviewParts(_facts(state), tuple(rounds), champions=tuple(champions))

    def round_name(self, state: Tournament, number: int) -> str:
        return round_name(state.knockout, number) if state.knockout is not None else super().round_name(state, number)

    def standings_note(self, state: Tournament, after: int | None) -> str:
        knockout = state.knockout
        if knockout is None:
            return super().standings_note(state, after)
        if after is None:
            return "The final ranking" if knockout.over else "Those still in share the first place"
        name = round_name(knockout, after).lower()
        return f"After {name}" if knockout.rules.both_advance else f"After the {name}"

    def card_part(self, seen: Seen, card: Card, after: int | None, url: str) -> Part:
        knockout, player = seen.state.knockout, card.standing.player.id
        if knockout is None:
            return Part("player_rounds.html")
        seeds = seeds_of(knockout)
        own, title = _own_match(seen, knockout, player, url) if after is None else (None, "")
        matches = tuple(
            (match_name(knockout, match), match_view(seen, knockout, match, url, seeds))
            for match in reversed(matches_of(knockout, (player,)))
            if after is None or match.round <= after
        )
        return Part("player_matches.html", MatchesOfPlayer(own, title, matches))


def _facts(state: Tournament) -> Facts:
    """What players of a knockout ask: what follows a draw, and whether the losers of the semi-finals play on."""
    rules = state.settings.knockout
    if rules is None:
        return ()
    third = "is played for" if rules.third_place_match else "is not played for"
    return (("After a draw", dict(POLICIES)[rules.tie_break_policy.value]), ("Third place", third))


def _entry(knockout: Knockout, here: BracketRound, url: str) -> RoundEntry:
    note = f"{plural(here.unresolved, 'match', 'matches')} to be decided" if here.unresolved else "all decided"
    status = "playing" if here.unresolved else "closed"
    return RoundEntry(round_name(knockout, here.number), f"{url}/bracket?round={here.number}", status, note)


def _own_match(seen: Seen, knockout: Knockout, player: PlayerId, url: str) -> tuple[MatchView | None, str]:
    """The match or tie-break game whose result the player with this card may report, and its place."""
    match = own_open(knockout, player) if seen.player == player and not seen.state.archived else None
    if match is None:
        return None, ""
    own = match_view(seen, knockout, match, url, seeds_of(knockout))
    place = match_name(knockout, match)
    title = "" if own.title == place else own.title
    return own, ", ".join(filter(None, (place, f"board {match.board}", title)))


KNOCKOUT_PAGES = KnockoutPages()
