"""Forecasts in words: how sure one is, what a player needs, which game decides."""

from __future__ import annotations

from podium.app.forecast.forecast import Forecast, Need
from podium.app.forecast.question import open_now
from podium.app.formats.doubles import side_names
from podium.app.words.language import N_, _
from podium.core.ids import PlayerId
from podium.flow.state import Tournament
from podium.forecast.tally import PODIUM

LEAST = 0.005  # what would be rounded to nothing
ROUNDING = 1e-9
_AFTER = {"1-0": N_("after a win,"), "1/2-1/2": N_("after a draw,"), "0-1": N_("after a loss,")}


def percent(chance: float) -> str:
    """A chance in whole per cent; what is not certain is never said to be: `<1 %`, `>99 %`.

    >>> [percent(each) for each in (0, 0.001, 0.496, 0.999, 1)]
    ['0 %', '<1 %', '50 %', '>99 %', '100 %']
    """
    if 0 < chance < LEAST:
        return _("<%(share)s %%", share=1)
    if 1 - LEAST < chance < 1 - ROUNDING:
        return _(">%(share)s %%", share=99)
    return _("%(share)s %%", share=round(100 * chance))


def how_sure(found: Forecast) -> str:
    """That it is a forecast, and how far it can be wrong."""
    if found.exact:
        return _("A forecast: all ends of the games that are left, each as likely as strengths and results say.")
    return _(
        "A forecast, not a fact: the rest was played %(runs)s times by chance; each figure may be wrong by %(margin)s.",
        runs=found.runs,
        margin=percent(found.margin),
    )


def deciding_text(state: Tournament, found: Forecast) -> str:
    """The game that decides most about the first place; empty where none does."""
    if not found.deciding:
        return ""
    game = state.pairing(found.deciding[0].pairing)
    names = side_names(state, game) if not game.is_bye else ("", "")
    return _(
        "Board %(board)s decides most about the first place: %(white)s against %(black)s.",
        board=game.board,
        white=names[0],
        black=names[1],
    )


def need_texts(state: Tournament, found: Forecast, player: PlayerId) -> tuple[str, ...]:
    """What a player needs, as a forecast: of each place the least result that may do, and what is sure."""
    said = []
    for place in range(1, PODIUM + 1):
        own = [each for each in found.needs if each.player == player and each.place == place]
        for need in own:
            after = _(_AFTER[_own_result(state, need)])
            if need.sure:
                said.append(_("%(after)s place %(place)s is certain, shared or alone", after=after, place=place))
            else:
                said.append(
                    _("%(after)s place %(place)s: %(chance)s", after=after, place=place, chance=percent(need.chance))
                )
    return tuple(said)


def _own_result(state: Tournament, need: Need) -> str:
    """The result of the player's next game from the own side."""
    game = next(each for each in open_now(state) if need.player in each.players)
    return need.result if need.player in game.sides[0] else {"1-0": "0-1", "0-1": "1-0"}.get(need.result, need.result)
