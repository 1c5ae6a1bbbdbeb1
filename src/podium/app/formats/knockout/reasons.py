"""Why a board of a knockout is what it is: seeds, the matches that lead to it, byes, the colours of tie-break games."""

from __future__ import annotations

from podium.app.formats.knockout.words import game_word, round_phrase
from podium.app.words import counts
from podium.app.words.language import N_, _, ngettext
from podium.app.words.phrases import enumeration
from podium.core.ids import PlayerId
from podium.flow.formats.knockout import bracket_of
from podium.flow.state import Tournament
from podium.knockout import BracketMatch, Knockout, Outcome, Seeding, TieBreakPolicy

Said = tuple[str, tuple[str, ...]]
"""What it is about, and the sentences."""
SEEDINGS = {
    Seeding.STANDARD: N_("Seeds follow the ratings, and the first meets the last, the second the last but one."),
    Seeding.LISTED: N_("The field is seeded as listed: each meets the next in the list."),
    Seeding.DRAWN: N_("The seeds were drawn by lot; the first meets the last, the second the last but one."),
}


def reasons(state: Tournament, match: BracketMatch) -> Said:
    """The reasons for a match of two players, a bye or a tie-break game."""
    knockout = bracket_of(state)
    if match.parent is not None:
        return _("Tie-break"), _of_game(state, knockout, match, knockout.match(match.parent))
    if match.played is Outcome.BYE:
        return _("Bye"), _of_bye(state, knockout, match)
    if match.third_place:
        return _("Third place"), (
            _(
                "%(names)s were beaten in %(round)s and play for third place.",
                names=enumeration([_name(state, player) for player in match.players]),
                round=round_phrase(knockout, match.round - 1),
            ),
        )
    if match.round == 1:
        seeds = [
            _("%(name)s is seed %(seed)s", name=_name(state, player), seed=_seed(knockout, player))
            for player in match.players
        ]
        return _("Bracket"), (_("%(seeds)s.", seeds=enumeration(seeds)), _seeding(knockout))
    came = [
        _("%(name)s from board %(board)s", name=_name(state, each), board=_board_before(knockout, match, each))
        for each in match.players
    ]
    how = (
        _("Those who go on are taken in board order, White before Black after a draw, and paired 1-2, 3-4 and so on.")
        if knockout.rules.both_advance
        else _("The winners of neighbouring boards meet, and the one of the upper board has White.")
    )
    through = _(
        "They came through %(round)s: %(names)s.",
        round=round_phrase(knockout, match.round - 1),
        names=enumeration(came),
    )
    return _("Bracket"), (through, how)


def _of_game(state: Tournament, knockout: Knockout, game: BracketMatch, parent: BracketMatch) -> tuple[str, ...]:
    assert game.kind is not None  # it is a tie-break game
    drawn = _(
        "Board %(board)s of %(round)s was drawn, so tie-break games decide it.",
        board=parent.board,
        round=round_phrase(knockout, parent.round),
    )
    if game.kind is TieBreakPolicy.ARMAGEDDON:
        armageddon = _("Armageddon game: colours are those of the match exchanged, and Black wins a draw.")
        level = _("The games before it left the two level.")
        return drawn, armageddon if game.index == 1 else f"{level} {armageddon}"
    text = (
        N_("%(game)s: %(name)s has White again, as in the match.")
        if game.white == parent.white
        else N_("%(game)s: %(name)s has White this time, since colours alternate.")
    )
    return drawn, _(text, game=game_word(game), name=_name(state, game.white))


def _of_bye(state: Tournament, knockout: Knockout, match: BracketMatch) -> tuple[str, ...]:
    [player] = match.players
    name = _name(state, player)
    if match.round == 1:
        room = 2 * len(knockout.rounds[0].boards)
        byes = room - len(knockout.entrants)
        return (
            ngettext(
                "The bracket has room for %(room)s and there are %(players)s, so there is %(num)s bye for the best "
                "seeds: %(name)s is seed %(seed)s.",
                "The bracket has room for %(room)s and there are %(players)s, so there are %(num)s byes for the best "
                "seeds: %(name)s is seed %(seed)s.",
                byes,
                room=room,
                players=counts.players(len(knockout.entrants)),
                name=name,
                seed=_seed(knockout, player),
            ),
        )
    if knockout.rules.both_advance:
        text = N_("An odd number goes on: %(name)s is the best seed among those with the fewest byes, and sits out.")
        return (_(text, name=name),)
    return (
        _("Nobody came through %(round)s to meet %(name)s.", round=round_phrase(knockout, match.round - 1), name=name),
    )


def _seeding(knockout: Knockout) -> str:
    return _(SEEDINGS[knockout.rules.seeding])


def _board_before(knockout: Knockout, match: BracketMatch, player: PlayerId) -> int:
    before = knockout.rounds[match.round - 2].ties
    return next(each.board for each in before if player in each.advancing)


def _seed(knockout: Knockout, player: PlayerId) -> int:
    return knockout.entrants.index(player) + 1


def _name(state: Tournament, player: PlayerId | None) -> str:
    assert player is not None  # only matches whose players are known are asked about
    return state.players[player].name
