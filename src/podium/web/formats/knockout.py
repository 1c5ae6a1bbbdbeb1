"""A knockout on the pages, and its bracket on the wall: a picture where that is legible from afar, else the matches."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from podium.app.access import Role
from podium.app.desk import Seen
from podium.app.event.progress import Progress
from podium.app.formats.knockout.words import game_word, round_name, round_phrase
from podium.app.hall.screens import Content
from podium.app.pictures.bracket import PAGE, Excerpt, picture, stacked
from podium.app.players.card import Card
from podium.app.rounds.table_calls import table_places
from podium.app.words import counts
from podium.app.words.language import N_, _, ngettext
from podium.app.words.phrases import separated
from podium.core.ids import PairingId
from podium.core.result import Result
from podium.flow.event.knockout_options import GRAND_FINAL, TIE_BREAK_POLICY
from podium.flow.formats.knockout import DOUBLE_ELIMINATION, match_of
from podium.flow.formats.knockout_rounds import REPORTED
from podium.flow.rounds.statements import Score
from podium.flow.state import Game, Match, Round, Tournament
from podium.knockout import BracketMatch, BracketRound, Knockout, Outcome, TieBreakPolicy
from podium.web.formats import protocol
from podium.web.formats.knockout_pages.match_views import (
    MatchView,
    Side,
    match_name,
    match_title,
    match_view,
    matches_of,
    own_open,
    result_text,
    seeds_of,
)
from podium.web.formats.protocol import (
    Addresses,
    Entry,
    Facts,
    FormatPages,
    NextStep,
    OverviewParts,
    Part,
    RoundProgress,
    Traits,
    WallPart,
    Words,
)
from podium.web.formats.wall_lines import WallLine, WallName, WallPicture, at_tables, list_part, wall_name

LEGIBLE = 8  # matches above one another
ROUNDS = 3  # beside one another
WALL = replace(PAGE, width=204, between=16, gap=2, margin=2, top=28, seed=14, line=20, squeeze=130)
"""Letters as large as they can be in a picture that fills a wall: on one of 16:10 a capital is a forty-fifth of its
height where eight matches stand above one another."""


def bracket_part(state: Tournament) -> Part | None:
    """The bracket from the round that is played, as many rounds as are legible at once, or the matches of the round
    where those are too many, or wait for tables; None before it is built."""
    knockout = state.knockout
    if knockout is None:
        return None
    here = knockout.rounds[knockout.begun - 1]
    wide = [Excerpt(each.number, rounds=ROUNDS) for each in knockout.rounds]
    legible = next((part.first for part in wide if stacked(knockout, part) <= LEGIBLE), None)
    alone = legible == len(knockout.rounds) and len(here.ties) > 1  # the winner plays a round that is not made yet
    if legible is None or legible > here.number or alone or table_places(state):
        return matches_part(state)
    filled = [part.first for part in wide if part.column(knockout, knockout.last_round) >= ROUNDS - 1]
    first = max(legible, min(here.number, max(filled, default=1)))
    note = "" if knockout.over else _("%(matches)s to be decided", matches=counts.matches(here.unresolved))
    names = {id: state.players[id].name for id in knockout.entrants}
    drawn = Markup(picture(knockout, names, part=Excerpt(first, rounds=ROUNDS), size=WALL))
    champions = tuple(names[id] for id in knockout.champions)
    title = _("Bracket") if knockout.over else round_name(knockout, here.number)
    return Part("wall_picture.html", WallPicture(title, champions, drawn), note)


def matches_part(state: Tournament) -> Part | None:
    """The matches of the round that is played; None before the bracket is built."""
    knockout = state.knockout
    if knockout is None:
        return None
    here = knockout.rounds[knockout.begun - 1]
    played = len(_matches(here))
    byes = len(here.boards) - played
    note = _("%(open)s of %(matches)s to be decided", open=here.unresolved, matches=counts.matches(played))
    if byes:
        note = _("%(note)s, %(players)s without a game in this round", note=note, players=counts.players(byes))
    lines = at_tables(state, _lines(Seen(state, 0, Role.PUBLIC), knockout, here))
    return list_part(round_name(knockout, here.number), lines, versus=True, note=note)


def _matches(here: BracketRound) -> list[BracketMatch]:
    """The matches of a round that are played: a bye is none."""
    return [match for match in here.parents if match.played is not Outcome.BYE]


def _lines(seen: Seen, knockout: Knockout, here: BracketRound) -> list[WallLine]:
    seeds = seeds_of(knockout)
    views = [match_view(seen, knockout, match, "", seeds) for match in _matches(here)]
    return [
        WallLine(
            id=view.id,
            number=str(view.board),
            name=_name(view.white),
            value=" : ".join(filter(None, (view.white.marks, view.black.marks))),
            other=_name(view.black),
            won="white" if view.white.on else "black" if view.black.on else "",
        )
        for view in views
    ]


def _name(side: Side) -> WallName:
    """The name at a board; who is not known yet is not shortened."""
    return wall_name(side.name) if side.url else WallName(side.name, side.name)


ON_WALL = (
    WallPart(Content.BRACKET, N_("Bracket"), usual=True, make=bracket_part),
    WallPart(Content.PAIRINGS, N_("Matches of the round"), make=matches_part),
    protocol.ON_WALL[1],
    WallPart(Content.STANDINGS, N_("Ranking")),
    protocol.ON_WALL[3],
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
        N_("until there is a champion"),
        over=N_("All results are in."),
        as_stage=N_("the knockout"),
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
        return NextStep(_("The matches are being played"), waiting, f"{url}/bracket", _("Enter results"))

    def overview(self, state: Tournament, url: str) -> OverviewParts:
        knockout = state.knockout
        if knockout is None:
            return OverviewParts(_facts(state))
        champions = (state.players[id].name for id in knockout.champions)
        latest = knockout.rounds[knockout.begun - 1] if knockout.begun else None
        progress = _progress(knockout, latest, url) if latest is not None and not knockout.over else None
        return OverviewParts(_facts(state), champions=tuple(champions), progress=progress)

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
        place = separated([match_title(knockout, match), *([game] if game else [])])
        whole = match if match.parent is None else knockout.match(match.parent)
        if whole.verdict_reason is not None:
            return place, f"{result_text(state, whole)}."
        if match.kind is not TieBreakPolicy.ARMAGEDDON or match.played is not None:
            return place, ""
        black = state.players[pairing.players[1]].name
        return place, _("If it is drawn, Black, %(name)s, wins the match.", name=black)

    def entry(self, pairing: Game | Match, score: Score, url: str) -> Entry:
        outcome = REPORTED[score][0].value if isinstance(score, Result) else ""
        return Entry(f"{url}/matches/{pairing.id}/result", {"result": outcome})


def _facts(state: Tournament) -> Facts:
    """What players ask: what follows a draw, and whether the losers of the semi-finals or of the final play on."""
    rules = state.settings.knockout
    if rules is None:
        return ()
    drawn = (_("After a draw"), _(dict(TIE_BREAK_POLICY.choices)[rules.tie_break_policy]))
    if rules.grand_final is not None:
        return (drawn, (_("Grand final"), _(dict(GRAND_FINAL.choices)[rules.grand_final])))
    third = _("is played for") if rules.third_place_match else _("is not played for")
    return (drawn, (_("Third place"), third))


def _progress(knockout: Knockout, here: BracketRound, url: str) -> RoundProgress:
    matches = len(_matches(here))
    address = KNOCKOUT_PAGES.addresses.of_round(url, here.number)
    return RoundProgress(round_name(knockout, here.number), address, matches - here.unresolved, matches)


class DoubleEliminationPages(KnockoutPages):
    name = DOUBLE_ELIMINATION.name
    words = replace(
        KnockoutPages.words,
        short=N_("Double elimination"),
        as_stage=N_("the double elimination"),
        crosstable_note=N_("½t1 means: drawn, then won the tie-break; who loses goes on in the losers’ bracket."),
    )


KNOCKOUT_PAGES = KnockoutPages()
DOUBLE_ELIMINATION_PAGES = DoubleEliminationPages()
