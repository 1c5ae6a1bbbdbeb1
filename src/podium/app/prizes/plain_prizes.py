"""Plain prizes in one line: money for the first places, as in `50, 30, 20`, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict

from podium.app.words.language import _
from podium.app.words.numbers import decimal
from podium.core.errors import Invalid
from podium.core.player import tidy
from podium.flow.commands import Given, SetPrizes
from podium.flow.prizes.prizes import Plan
from podium.prizes import Category, Prize
from podium.prizes.money import UNIT, amount_text, cents, number

CURRENCIES = {
    "EUR": "€", "USD": "$", "GBP": "£", "CHF": "CHF", "AUD": "$", "CAD": "$", "CZK": "Kč", "DKK": "kr", "HUF": "HUF",
    "INR": "₹", "NOK": "kr", "PLN": "zł", "SEK": "kr", "ZAR": "ZAR",
}  # fmt: skip
"""The codes that are offered, each with the sign that is read for it."""
MOST = 30
_SPELT = "|".join(map(re.escape, sorted({*CURRENCIES, *CURRENCIES.values()}, key=len, reverse=True)))
_NAMED = re.compile(rf"(?<![^\W\d_])({_SPELT})(?![^\W\d_])", re.IGNORECASE)
_NO_CENTS = re.compile(r"(?<=[0-9])[.,][-–—]+")
_AMOUNT = re.compile(
    r"([0-9]{1,3}(?P<mark>[ .,'’])[0-9]{3}(?:(?P=mark)[0-9]{3})*(?!(?P=mark))|[0-9]+)(?:[.,]([0-9]{1,2}))?"
)


def line_of(plan: Plan) -> str | None:
    """The prizes as they are typed, empty where there are none; None where they are more than a line can say."""
    if not plan.categories:
        return ""
    category, prizes = plan.categories[0], plan.prizes
    plain = Category(category.id, category.name, category.brochure_order)
    alike = (
        Prize(each.id, category.id, place, each.cash or UNIT, main_category=each.main_category)
        for place, each in enumerate(prizes, 1)
    )
    if (plan.categories, prizes) != ((plain,), tuple(alike)) or len(prizes) > MOST:
        return None
    amounts = [amount_text(each.cash) if each.cash % UNIT else str(each.cash // UNIT) for each in prizes]
    return ("; " if any("." in each for each in amounts) else ", ").join(map(decimal, amounts))


def plain_prizes(plan: Plan, line: str, currency: str) -> SetPrizes:
    """The command that sets the prizes of a line in place of those of a plain plan.

    The currency is the one that the line names, otherwise the one given. Raises Invalid naming what cannot be read.
    """
    line, currency = _without_currency(tidy("line", line) or "", currency)
    amounts = _read(line)
    if len(amounts) > MOST:
        raise Invalid("prizes-in-line", field="line", value=len(amounts), most=MOST)
    if not amounts:
        return SetPrizes((), currency=currency)
    category = next(iter(plan.categories), Category("", _("Main prizes"), 1))
    ids = [each.id for each in plan.prizes_in(category.id)] + [None] * len(amounts)
    prizes = [
        {"id": id, "place": place, "cash": number(cash), "main_category": True}
        for place, (id, cash) in enumerate(zip(ids, amounts, strict=False), 1)
    ]
    named: Given = {**asdict(category), "id": category.id or None, "prizes": prizes}
    return SetPrizes((named,), currency=currency)


def _without_currency(line: str, chosen: str) -> tuple[str, str]:
    """The line without the signs of its currency, and the currency."""
    found = {each.casefold(): each for each in _NAMED.findall(line)}
    for named in found:
        fitting = [code for code, sign in CURRENCIES.items() if named in (code.casefold(), sign.casefold())]
        chosen = chosen if chosen in fitting else fitting[0]
    if len(found) > 1:
        raise Invalid("currencies-in-line", field="line", value=list(found.values()))
    return _NAMED.sub(" ", line), chosen


def _read(line: str) -> tuple[int, ...]:
    """The amounts in the order of the places, in minor units.

    A comma parts two prizes, or the units of one from its cents: where both make sense, the line is refused.
    """
    line = " ".join(_NO_CENTS.sub(" ", line).split()).strip(" ,;/|")
    if re.search("[;/|]", line):
        return _amounts(each.strip(" ,") for each in re.split("[;/|]", line))
    apart = re.findall("[^ ,]+", line)
    together = [each for each in re.split("[ ,]* [ ,]*", line) if each]
    try:
        as_one = _amounts(together)
    except Invalid:
        return _amounts(apart)
    try:
        amounts = _amounts(apart)
    except Invalid:
        return as_one
    if doubtful := [each for each in together if re.search(",[0-9]{1,2}$", each)]:
        example = doubtful[0].replace(",", "; "), doubtful[0].replace(",", ".")
        raise Invalid("line-ambiguous", field="line", value=doubtful[0], apart=example[0], together=example[1])
    return amounts


def _amounts(items: Iterable[str]) -> tuple[int, ...]:
    """The amounts of prizes, none of them more than the one before."""
    amounts: list[int] = []
    for place, item in enumerate(items, 1):
        amount = _amount(item)
        if amounts and amount > amounts[-1]:
            raise Invalid("line-rises", field="line", value=item, place=place, before=place - 1)
        amounts.append(amount)
    return tuple(amounts)


def _amount(item: str) -> int:
    found = _AMOUNT.fullmatch(item)
    amount = cents(f"{re.sub('[^0-9]', '', found[1])}.{found[3] or '0'}") if found else 0
    if not amount:
        raise Invalid("line-without-amount", field="line", value=item)
    return amount
