"""Amounts on the command line: so many, or so many per cent."""

from __future__ import annotations

import click

from podium.app.words.language import _
from podium.simulation.plan import Amount, Count


def amount(text: str) -> Amount:
    """`12`: so often in the whole tournament; `5%`: that share of the games, or of the players in each round.

    >>> amount("12"), amount("5%")
    (Count(number=12), 5.0)
    """
    if text.endswith("%"):
        return share(text)
    try:
        count = Count(int(text))
    except ValueError:
        raise click.BadParameter(
            _("%(value)s is neither a number nor a share in per cent (%(share)s).", value=text, share="5%")
        ) from None
    if count.number < 0:
        raise click.BadParameter(_("%(value)s is less than nothing.", value=text))
    return count


def share(text: str) -> float:
    """`5%`, or `5` for short."""
    try:
        return float(text.removesuffix("%"))
    except ValueError:
        raise click.BadParameter(_("%(value)s is not a share in per cent.", value=text)) from None


def amount_text(value: Amount) -> str:
    """An amount as the command line takes it.

    >>> amount_text(Count(12)), amount_text(2.5)
    ('12', '2.5%')
    """
    return str(value) if isinstance(value, Count) else f"{value:g}%"
