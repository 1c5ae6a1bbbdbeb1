"""The plan of an event of two stages as a few fields: groups, how many go on, and what follows; others as lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from podium.app.words.language import N_
from podium.flow.event.knockout_options import TIE_BREAK_POLICY
from podium.flow.event.setting_values import Settings, StagePlan, TeamsOf
from podium.flow.event.settings import suggested_settings
from podium.flow.event.stage_options import stage_line, write_stages
from podium.flow.formats.knockout import KNOCKOUT
from podium.stages import Carry, Qualify
from podium.web.frame.forms import Form

FIRST, GROUPS, GO_ON, LAST = "firstStage", "groups", "qualify", "lastStage"
FIELDS = (FIRST, GROUPS, GO_ON, LAST)
OWN, PAIRS = "own", "pairs"
LABELS: Mapping[str, str] = {
    FIRST: N_("First stage"),
    GROUPS: N_("Groups"),
    GO_ON: N_("So many go on of each group"),
    LAST: N_("Then"),
}
HINTS: Mapping[str, str] = {GO_ON: N_("Of all players, where there is one group.")}
CHOICES: Mapping[str, tuple[tuple[str, str], ...]] = {
    FIRST: (
        ("round-robin", N_("Round robin: all of a group meet")),
        ("swiss", N_("Swiss")),
        ("doubles", N_("Doubles, partners anew each round")),
        (OWN, N_("Own plan: the lines below")),
    ),
    LAST: (
        ("knockout", N_("Knockout")),
        ("double-elimination", N_("Double elimination")),
        ("round-robin", N_("Final group: round robin")),
        (PAIRS, N_("Knockout of fixed pairs")),
    ),
}
IN_A_GROUP = 4
"""How many players a group is suggested for."""


def texts_of_stages(plans: Sequence[StagePlan]) -> dict[str, str]:
    """The plan as the fields show it."""
    lines = {"stages": "\n".join(map(stage_line, plans))}
    first, last = (plans[0], plans[-1]) if plans else (None, None)
    if first is None or last is None or last.qualify is None:
        return {FIRST: "round-robin", GROUPS: "", GO_ON: "", LAST: "knockout", **lines}
    amount = last.qualify.per_group if first.groups > 1 else last.qualify.best
    whole = Qualify(per_group=amount) if first.groups > 1 else Qualify(best=amount) if amount else None
    simple = len(plans) == 2 and last.qualify == whole and last.groups == 1 and last.carry is Carry.NONE  # two stages
    known = first.settings.format in dict(CHOICES[FIRST]) and last.settings.format in dict(CHOICES[LAST])
    teams = last.teams in (None, TeamsOf.CROSSWISE)
    fits = simple and teams and known and not first.given and last.given == _usual(last.settings.format)
    return {
        FIRST: first.settings.format if fits else OWN,
        GROUPS: str(first.groups),
        GO_ON: str(amount),
        LAST: PAIRS if last.teams else last.settings.format if known else KNOCKOUT.name,
        **lines,
    }


def given_stages(form: Form, base: Settings | None) -> list[object]:
    """The plan that a form asks for, as commands take it."""
    first = form.text(FIRST) or OWN
    if first == OWN:
        return [line.strip() for line in form.secret("stages").splitlines() if line.strip()]
    groups, amount = form.text(GROUPS) or "1", form.text(GO_ON)
    one = {"format": first, "groups": _number(groups)}
    if base is not None and base.stages and base.stages[0].settings.format == first:
        one["draw"] = write_stages(base.stages)[0].get("draw")
    last = form.text(LAST)
    qualify = {"best" if groups == "1" else "perGroup": _number(amount)}
    pairs = {"teams": TeamsOf.CROSSWISE.value} if last == PAIRS else {}
    format = KNOCKOUT.name if pairs else last
    return [one, {"format": format, "qualify": qualify, **pairs, **_usual(format)}]


def _usual(format: str) -> dict[str, object]:
    """What a last stage of that format has as a new event would."""
    return {name: value for name, value in suggested_settings(format).items() if name == TIE_BREAK_POLICY.json}


def suggested_groups(players: int) -> int:
    """How many groups of about four suit so many players: a power of two, so that nobody has a bye after them."""
    groups = 1
    while groups * 2 * IN_A_GROUP <= players + 2:
        groups *= 2
    return max(groups, 2)


def _number(text: str) -> object:
    return int(text) if text.isascii() and text.isdigit() else text
