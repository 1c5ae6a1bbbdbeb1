"""The rules of a knockout as a form: a sentence on each option, and what is wrong with a combination."""

from __future__ import annotations

from collections.abc import Mapping

from podium.core.errors import Invalid
from podium.flow.state import Settings
from podium.knockout import FIXED, SETTINGS, Rules, TieBreakPolicy
from podium.knockout import settled as rules_settled
from podium.web.frame.forms import Errors, Form, number_or_text, refusals, under_field

Options = tuple[tuple[str, str], ...]
POLICIES: Options = (
    ("NONE", "No tie-break: a draw takes both players to the next round"),
    ("RAPID", "One rapid game; if that is drawn too, Armageddon"),
    ("BLITZ", "One blitz game; if that is drawn too, Armageddon"),
    ("ARMAGEDDON", "One Armageddon game: colours swapped, Black wins a draw"),
    ("BEST_OF_3", "Best of three games; if wins are equal, Armageddon"),
    ("BEST_OF_5", "Best of five games; if wins are equal, Armageddon"),
)
DRAW_RULES: Options = (
    ("ALLOW_ALL", "Players may offer and agree draws"),
    ("NO_DRAW_OFFER", "No draw offers: only draws by the rules, such as stalemate"),
    ("NO_DRAW", "No draws: every draw is played off (needs a tie-break)"),
)
SEEDINGS: Options = (
    ("standard", "Standard: by rating, the first meets the last"),
    ("listed", "As listed: 1 meets 2, 3 meets 4"),
    ("drawn", "Drawn by lot, with a seed that is kept"),
)
RULE_FIELDS = (*SETTINGS, "minMove", "maxOffers")
_TICKS = ("requiresDecisiveResult", "thirdPlaceMatch")


def rule_texts(settings: Settings | None) -> dict[str, str]:
    """The rules as the fields of the form show them."""
    rules = (settings.knockout if settings is not None else None) or Rules()
    limits = rules.draw_config
    return {
        "drawRuleMode": rules.draw_rule_mode.value,
        "minMove": _text(limits.min_move if limits else None),
        "maxOffers": _text(limits.max_offers if limits else None),
        "requiresDecisiveResult": "yes" if rules.requires_decisive_result else "",
        "tieBreakPolicy": rules.tie_break_policy.value,
        "timeControl": rules.time_control,
        "tieBreakTimeControl": rules.tie_break_time_control or "",
        "seeding": rules.seeding.value,
        "thirdPlaceMatch": "yes" if rules.third_place_match else "",
    }


def ticks_sent(form: Form) -> dict[str, str]:
    """The boxes of the rules as the form was sent, to show them again: a browser says nothing of empty ones."""
    if "timeControl" not in form.texts:
        return {}
    fixed = FIXED if "built" in form.texts else ()
    return {name: form.text(name) for name in _TICKS if name not in fixed}


def rules_given(form: Form) -> dict[str, object]:
    """The rules that a form asks for; none where it is about another format."""
    if "timeControl" not in form.texts or form.text("format") not in ("", "knockout"):
        return {}
    limits = {name: number_or_text(form.text(name)) for name in ("minMove", "maxOffers") if form.text(name)}
    read: dict[str, object] = {"drawConfig": limits or None}
    for name in ("drawRuleMode", "tieBreakPolicy", "timeControl", "seeding"):
        if name in form.texts:
            read[name] = form.text(name)
    read["tieBreakTimeControl"] = form.optional("tieBreakTimeControl")
    return read | {name: value == "yes" for name, value in ticks_sent(form).items()}


def rule_problems(wishes: Mapping[str, object], base: Settings | None) -> Errors:
    """All that is wrong with the rules: each by itself, then together with what is stored."""
    rules = {name: value for name, value in wishes.items() if name in SETTINGS}
    alone = Rules(tie_break_policy=TieBreakPolicy.RAPID)  # with which every single rule is possible
    singles = {name: value for name, value in rules.items() if name != "drawConfig"}
    found = refusals(singles, lambda name, value: rules_settled(alone, {name: value}))
    try:
        rules_settled(alone, {"drawConfig": rules.get("drawConfig")})
    except Invalid as error:
        found |= under_field(error, ("minMove", "maxOffers"), "minMove")
    if found:
        return found
    try:
        rules_settled(base.knockout if base is not None else None, rules)
    except Invalid as error:
        return under_field(error, SETTINGS, "tieBreakPolicy")
    return {}


def _text(number: int | None) -> str:
    return "" if number is None else str(number)
