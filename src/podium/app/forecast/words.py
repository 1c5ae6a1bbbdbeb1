"""Forecasts in words: how sure one is, what a player needs, which game decides."""

from __future__ import annotations

from podium.app.forecast.forecast import Forecast
from podium.app.forecast.question import open_now, sides_of
from podium.app.formats.doubles import side_names
from podium.app.words.language import N_, _
from podium.core.ids import PlayerId
from podium.core.result import Result, Worth
from podium.flow.state import Tournament

LEAST = 0.005  # what would be rounded to nothing
ROUNDING = 1e-9
_AFTER = {Worth.WIN: N_("after a win,"), Worth.DRAW: N_("after a draw,"), Worth.LOSS: N_("after a loss,")}


def percent(chance: float, *, exact: bool = True) -> str:
    """A chance in whole per cent; what is not certain is never said to be, nor what is counted and not exact.

    >>> [percent(each) for each in (0, 0.001, 0.496, 0.999, 1)], percent(0, exact=False)
    (['0 %', '<1 %', '50 %', '>99 %', '100 %'], '<1 %')
    """
    if chance < LEAST and (chance > 0 or not exact):
        return _("<%(share)s %%", share=1)
    if chance > 1 - LEAST and (chance < 1 - ROUNDING or not exact):
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
    return _("The first place depends most on %(first)s against %(second)s.", first=names[0], second=names[1])


def need_texts(state: Tournament, found: Forecast) -> dict[PlayerId, tuple[str, ...]]:
    """What each player needs in the next game, as a forecast, and what is sure; by result and place."""
    seconds = {player for each in open_now(state) for player in sides_of(state, each)[1]}
    said: dict[PlayerId, list[str]] = {}
    for need in found.needs:
        own = Result(need.result).black if need.player in seconds else Result(need.result).white
        text = N_("%(after)s place %(place)s: %(chance)s")
        if need.sure:
            text = N_("%(after)s place %(place)s is certain, shared or alone")
        chance = percent(need.chance, exact=found.exact)
        said.setdefault(need.player, []).append(_(text, after=_(_AFTER[own]), place=need.place, chance=chance))
    return {player: tuple(texts) for player, texts in said.items()}
