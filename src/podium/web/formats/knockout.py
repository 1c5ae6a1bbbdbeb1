"""A knockout on the pages."""

from __future__ import annotations

from dataclasses import dataclass

from podium.app.desk import Seen
from podium.app.event.progress import Progress
from podium.app.formats.knockout.words import game_word, round_name, round_phrase
from podium.app.players.card import Card
from podium.app.words import counts
from podium.app.words.language import N_, _, ngettext
from podium.app.words.phrases import separated
from podium.core.ids import PairingId
from podium.core.result import Result
from podium.flow.event.knockout_options import TIE_BREAK_POLICY
from podium.flow.formats.knockout import match_of
from podium.flow.formats.knockout_rounds import REPORTED
from podium.flow.rounds.statements import Score
from podium.flow.state import Game, Match, Round, Tournament
from podium.knockout import BracketRound, Knockout, TieBreakPolicy
from podium.web.formats.game_pages import Entry
from podium.web.formats.knockout_pages.match_views import (
    MatchView,
    match_name,
    match_view,
    matches_of,
    own_open,
    seeds_of,
)
from podium.web.formats.knockout_pages.wall import ON_WALL
from podium.web.formats.protocol import (
    Addresses,
    Facts,
    FormatPages,
    NextStep,
    OverviewParts,
    Part,
    RoundEntry,
    RoundProgress,
    Traits,
    Words,
)


@dataclass(frozen=True, slots=True)
class MatchesOfPlayer:
    """The matches on a player's card, each with the name of its round; the buttons of `own` are elsewhere."""

    own: str
    matches: tuple[tuple[str, MatchView], ...]


class KnockoutPages(FormatPages):
    name = "knockout"
    words = Words(
        N_("Knockout"),
        N_("Knockout"),
        N_("until there is a champion"),
        N_("Who wins plays on, who loses is out; the bracket ends with a champion."),
        over=N_("All results are in."),
        own_card=N_("Your opponents and results, and the buttons for your own match."),
        ranking=N_("Ranking"),
        whole_ranking=N_("The whole ranking"),
        points=N_("Rounds won"),
        details=N_("Reached"),
        crosstable_note=N_("½t1 means: drawn, then won the tie-break; (3rd) is the match for third place."),
    )
    # The byes of a bracket come from its size.
    traits = Traits(counts_points=False, takes_bye_requests=False, closes_entry=True, on_wall=ON_WALL)
    addresses = Addresses("bracket", N_("Bracket"), "bracket?round={number}", hand_sheet="bracket")

    def pair_step(self, state: Tournament, number: int, url: str) -> NextStep:
        note = _("Later rounds come by themselves, as results decide who advances.")
        return NextStep(_("Build the bracket"), note, f"{url}/bracket", _("Build the bracket"), posts=True)

    def results_step(self, state: Tournament, now: Progress, url: str) -> NextStep:
        waiting = ngettext("%(num)s match waits for a result.", "%(num)s matches wait for a result.", now.missing)
        return NextStep(_("The knockout is being played"), waiting, f"{url}/bracket", _("Enter results"))

    def overview(self, state: Tournament, url: str) -> OverviewParts:
        knockout = state.knockout
        if knockout is None:
            return OverviewParts(_facts(state))
        rounds = (_entry(knockout, here, url) for here in knockout.rounds if here.number <= knockout.begun)
        champions = (state.players[id].name for id in knockout.champions)
        latest = knockout.rounds[knockout.begun - 1] if knockout.begun else None
        progress = _progress(knockout, latest, url) if latest is not None and not knockout.over else None
        return OverviewParts(_facts(state), tuple(rounds), champions=tuple(champions), progress=progress)

    def standings_note(self, state: Tournament, after: int | None) -> str:
        knockout = state.knockout
        if knockout is None:
            return super().standings_note(state, after)
        if after is None:
            return _("The final ranking") if knockout.over else _("Those still in share the first place")
        return _("After %(round)s", round=round_phrase(knockout, after))

    def card_part(self, seen: Seen, card: Card, after: int | None, url: str) -> Part:
        knockout, player = seen.state.knockout, card.standing.player.id
        if knockout is None:
            return Part("player_rounds.html")
        seeds = seeds_of(knockout)
        own = self.open_game(seen) if seen.player == player else None
        matches = tuple(
            (match_name(knockout, match), match_view(seen, knockout, match, url, seeds))
            for match in reversed(matches_of(knockout, (player,)))
            if after is None or match.round <= after
        )
        return Part("player_matches.html", MatchesOfPlayer(own or "", matches))

    def open_game(self, seen: Seen) -> PairingId | None:
        match = own_open(seen.state.knockout, seen.player) if seen.state.knockout and seen.player else None
        return match.id if match is not None else None

    def game_words(self, state: Tournament, here: Round, pairing: Game | Match) -> tuple[str, str]:
        match, knockout = match_of(state, pairing.id), state.knockout
        assert knockout is not None  # the match is in it
        game = game_word(match)
        place = _("%(round)s, board %(board)s", round=match_name(knockout, match), board=pairing.board)
        place = separated([place, game]) if game else place
        if match.kind is not TieBreakPolicy.ARMAGEDDON:
            return place, ""
        black = state.players[pairing.players[1]].name
        return place, _("If it is drawn, Black, %(name)s, wins the match: report the draw.", name=black)

    def entry(self, pairing: Game | Match, score: Score, url: str) -> Entry:
        outcome = REPORTED[score][0].value if isinstance(score, Result) else ""
        return Entry(f"{url}/matches/{pairing.id}/result", {"result": outcome})


def _facts(state: Tournament) -> Facts:
    """What players of a knockout ask: what follows a draw, and whether the losers of the semi-finals play on."""
    rules = state.settings.knockout
    if rules is None:
        return ()
    third = _("is played for") if rules.third_place_match else _("is not played for")
    return ((_("After a draw"), _(dict(TIE_BREAK_POLICY.choices)[rules.tie_break_policy])), (_("Third place"), third))


def _entry(knockout: Knockout, here: BracketRound, url: str) -> RoundEntry:
    note = (
        _("%(matches)s to be decided", matches=counts.matches(here.unresolved)) if here.unresolved else _("all decided")
    )
    status = "playing" if here.unresolved else "closed"
    return RoundEntry(round_name(knockout, here.number), f"{url}/bracket?round={here.number}", status, note)


def _progress(knockout: Knockout, here: BracketRound, url: str) -> RoundProgress:
    matches = len(here.parents)
    address = KNOCKOUT_PAGES.addresses.of_round(url, here.number)
    return RoundProgress(round_name(knockout, here.number), address, matches - here.unresolved, matches)


KNOCKOUT_PAGES = KnockoutPages()
