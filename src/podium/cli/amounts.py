"""Amounts on the command line: so many, or so many per cent."""

from __future__ import annotations

from typing import Any

import click

from podium.app.words.language import _
from podium.simulation.plan import Amount, Count


class AmountType(click.ParamType):
    """`12`: so often in the whole tournament; `5%`: that share of the games, or of the players in each round."""

    name = "amount"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Amount:
        text = str(value).strip()
        share = text.endswith("%")
        try:
            amount: Amount = float(text[:-1]) if share else Count(int(text))
        except ValueError:
            self.fail(_("%(value)s is neither a number nor a share such as 5%%.", value=text), param, ctx)
        if isinstance(amount, Count) and amount.number < 0:
            self.fail(_("%(value)s is less than nothing.", value=text), param, ctx)
        return amount


class ShareType(click.ParamType):
    """`5%`, or `5` for short."""

    name = "share"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            return float(str(value).strip().removesuffix("%"))
        except ValueError:
            self.fail(_("%(value)s is not a share in per cent.", value=value), param, ctx)


def amount_text(amount: Amount) -> str:
    """An amount as the command line takes it.

    >>> amount_text(Count(12)), amount_text(2.5)
    ('12', '2.5%')
    """
    return str(amount) if isinstance(amount, Count) else f"{amount:g}%"
