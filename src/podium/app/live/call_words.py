"""What is said of a player's call for the arbiter, on both sides."""

from collections.abc import Mapping

from podium.app.live.game_page_words import colour_word
from podium.app.words.language import N_, _
from podium.games.state import Call, CallKind

KINDS: Mapping[CallKind, str] = {
    CallKind.CLAIM: N_("a claim"),
    CallKind.DISTURBANCE: N_("a disturbance"),
    CallKind.TECHNICAL: N_("a technical problem"),
    CallKind.OTHER: N_("something else"),
}
COMING = "coming"
"""The answer that is said in the language of who reads it."""


def call_kinds() -> tuple[tuple[str, str], ...]:
    """Why a player can call, to be chosen from."""
    return tuple((kind.value, _(word)) for kind, word in KINDS.items())


def call_sentence(call: Call | None) -> str:
    """How a player's own call stands; nothing without one."""
    if call is None:
        return ""
    if call.answer and call.answer != COMING:
        return _("The arbiter: %(text)s", text=call.answer)
    if call.done:
        return _("The arbiter has dealt with your call.")
    return _("The arbiter is coming.") if call.answer else _("You have called the arbiter.")


def called(call: Call) -> str:
    """Who calls and why, for an arbiter."""
    said = _("%(colour)s calls: %(kind)s", colour=colour_word(call.by), kind=_(KINDS[call.kind]))
    said = _("%(call)s – %(text)s", call=said, text=call.text) if call.text else said
    return _("%(call)s (answered: %(answer)s)", call=said, answer=answer_text(call.answer)) if call.answer else said


def answer_text(answer: str) -> str:
    """An answer as it is read."""
    return _("coming") if answer == COMING else answer
