"""What the fields of a form held when its page was made, kept in the form to be compared with what they hold later."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from html import escape

from podium.web.frame.form_fields import COMPARED, Values, compared_forms
from podium.web.frame.forms import Form
from podium.web.frame.status_line import is_local
from podium.web.frame.visit import Visit

RENDERED = "rendered"
LONGEST = 2000  # characters of a field that are kept as they are; of a longer one, its digest


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the fields of a form held when the page at an address was made."""

    address: str
    values: Values

    @property
    def text(self) -> str:
        return json.dumps({"at": self.address, "fields": self.values}, separators=(",", ":"), ensure_ascii=False)


def with_snapshots(html: str, visit: Visit) -> str:
    """The page, with what the fields of its compared forms hold in each of them.

    A form that is shown again as it was sent keeps what it had: that others have changed nothing since.
    """
    if COMPARED not in html:
        return html
    sent_to = visit.here.partition("?")[0] if visit.method == "POST" else None
    for form in reversed(list(compared_forms(html))):
        text = Snapshot(visit.here, comparable(form.values)).text
        if form.action == sent_to and (sent := visit.form.secret(RENDERED)):
            text = sent
        hidden = f'<input type="hidden" name="{RENDERED}" value="{escape(text)}">'
        html = f"{html[: form.start]}{hidden}{html[form.start :]}"
    return html


def snapshot_in(form: Form) -> Snapshot | None:
    """What a form says it held when it was made; None where it says nothing that can be read."""
    try:
        told = json.loads(form.secret(RENDERED))
        address, fields = told["at"], told["fields"]
        values = {name: tuple(map(str, each)) for name, each in fields.items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return Snapshot(address, values) if isinstance(address, str) and is_local(address) else None


def comparable(values: Values) -> dict[str, tuple[str, ...]]:
    """Values as they are compared and kept: without what browsers do to line ends, long ones as a digest."""
    return {name: tuple(comparable_text(each) for each in texts) for name, texts in values.items()}


def comparable_text(text: str) -> str:
    text = text.replace("\r\n", "\n").strip()
    return text if len(text) <= LONGEST else hashlib.sha256(text.encode(errors="replace")).hexdigest()
