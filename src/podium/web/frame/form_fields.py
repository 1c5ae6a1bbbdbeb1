"""The fields of a form in a page of ours: what they hold, what they are called, and the form with other values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser

COMPARED = "data-compared"
"""The attribute of a form whose fields are compared with what they have become before it is carried out."""
TOGETHER = "data-together"
"""The attribute of a part of such a form that is taken whole or not at all; it names the buttons that change it."""
VERSIONS = ("version", "stored")
"""The hidden fields that say what a form was made from: a version of the event, or of something else that is stored."""
OF_THE_FRAME = frozenset(("csrf", "once", "back", "rendered", "differing", "resolve", *VERSIONS))
_UNSENT = frozenset(("file", "submit", "button", "image", "reset", "password"))
_VOID = frozenset(("area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"))
_OPENING = re.compile(rf"<form\b[^>]*\s{COMPARED}\b[^>]*>")

Values = Mapping[str, tuple[str, ...]]


@dataclass(slots=True)
class FormField:
    """A field: all that it holds, in the order of the page; a box that is not ticked holds nothing."""

    name: str
    label: str = ""
    values: list[str] = field(default_factory=list)
    words: dict[str, str] = field(default_factory=dict)
    """What its values are called, where one chooses among them."""
    group: int | None = None
    hidden: bool = False
    ticked: bool = False
    """Whether it is one box to tick, which says yes or no."""

    def in_words(self, values: tuple[str, ...]) -> str:
        """Values of it as the page would show them."""
        return "; ".join(self.words.get(each, each) for each in values if each)


@dataclass(slots=True)
class RenderedForm:
    """A compared form of a page, and where it stands in it: `start` and `end` are those of what is between its tags."""

    action: str
    start: int
    end: int
    fields: dict[str, FormField] = field(default_factory=dict)
    buttons: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Of each group of fields, the buttons that change it."""

    @property
    def values(self) -> dict[str, tuple[str, ...]]:
        return {name: tuple(each.values) for name, each in self.fields.items()}

    def held(self, name: str) -> str:
        """What a field holds by itself; empty where there is none."""
        values = self.fields[name].values if name in self.fields else []
        return values[0] if values else ""


def compared_forms(html: str) -> Iterator[RenderedForm]:
    """The forms of a page that are compared, in its order."""
    for opening in _OPENING.finditer(html):
        end = html.find("</form>", opening.end())
        action = re.search(r'\saction="([^"]*)"', opening[0])
        form = RenderedForm(action[1] if action else "", opening.end(), end)
        reader = _Reader(form)
        reader.feed(html[form.start : form.end])
        reader.close()
        yield form


def filled(html: str, form: RenderedForm, values: Values) -> str:
    """What stands between the tags of the form, holding these values where it has such fields."""
    writer = _Writer(values)
    writer.feed(html[form.start : form.end])
    writer.close()
    return "".join(writer.written)


class _Reader(HTMLParser):
    """Reads the fields of a form."""

    def __init__(self, form: RenderedForm) -> None:
        super().__init__()
        self._form = form
        self._labels: dict[str, str] = {}
        self._ids: dict[str, str] = {}
        self._label: list[str] | None = None
        self._label_for = ""
        self._labelled: list[FormField] = []
        self._quiet = 0  # how deep in what is no part of a label, such as a hint
        self._groups: list[tuple[int, int]] = []
        self._depth = 0
        self._select: tuple[FormField, list[tuple[str, bool]]] | None = None
        self._option: list[str] | None = None
        self._area: FormField | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag not in _VOID:
            self._depth += 1
        if TOGETHER in attributes:
            number = len(self._form.buttons)
            self._groups.append((number, self._depth))
            self._form.buttons[number] = tuple(attributes[TOGETHER].split())
        if tag == "label":
            self._label, self._label_for = [], attributes.get("for", "")
        elif self._label is not None and tag in ("select", "textarea", "small", "span"):
            self._quiet += tag not in _VOID
        name = attributes.get("name", "")
        if tag == "option" and self._select is not None:
            self._select[1].append((attributes.get("value", ""), "selected" in attributes))
            self._option = []
        if not name or "disabled" in attributes:
            return
        if tag == "input" and attributes.get("type", "text") not in _UNSENT:
            self._input(name, attributes)
        elif tag == "select":
            self._select = self._field(name, attributes), []
        elif tag == "textarea":
            self._area = self._field(name, attributes)
            self._area.values.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def _input(self, name: str, attributes: dict[str, str]) -> None:
        kind, value = attributes.get("type", "text"), attributes.get("value", "")
        if name in OF_THE_FRAME - set(VERSIONS):
            return
        found = self._field(name, attributes)
        found.hidden = kind == "hidden"
        found.ticked = kind == "checkbox"
        if kind not in ("checkbox", "radio") or "checked" in attributes:
            found.values.append(value)

    def _field(self, name: str, attributes: dict[str, str]) -> FormField:
        found = self._form.fields.setdefault(name, FormField(name))
        if self._groups:
            found.group = self._groups[-1][0]
        found.label = found.label or attributes.get("aria-label", "")
        if id := attributes.get("id"):
            self._ids[id] = name
        if self._label is not None:
            self._labelled.append(found)
        return found

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._area.values[-1] += data
        elif self._option is not None:
            self._option.append(data)
        elif self._label is not None and not self._quiet:
            self._label.append(data)

    def handle_endtag(self, tag: str) -> None:
        if self._groups and self._groups[-1][1] == self._depth:
            self._groups.pop()
        self._depth -= 1
        if tag == "label" and self._label is not None:
            self._name(" ".join("".join(self._label).split()))
        elif self._label is not None and tag in ("select", "textarea", "small", "span"):
            self._quiet -= 1
        if tag == "option" and self._select is not None and self._option is not None:
            self._select[0].words[self._select[1][-1][0]] = " ".join("".join(self._option).split())
            self._option = None
        elif tag == "select" and self._select is not None:
            found, options = self._select
            chosen = [value for value, selected in options if selected] or [value for value, _ in options[:1]]
            found.values += chosen[-1:]
            self._select = None
        elif tag == "textarea" and self._area is not None:
            self._area.values[-1] = self._area.values[-1].removeprefix("\n")
            self._area = None

    def _name(self, label: str) -> None:
        for each in self._labelled:
            each.label = each.label or label
        if self._label_for:
            self._labels[self._label_for] = label
        self._label, self._labelled, self._quiet = None, [], 0

    def close(self) -> None:
        super().close()
        for id, name in self._ids.items():
            found = self._form.fields[name]
            found.label = found.label or self._labels.get(id, "")


class _Writer(HTMLParser):
    """Writes a form again, with other values in its fields."""

    def __init__(self, values: Values) -> None:
        super().__init__(convert_charrefs=False)
        self.written: list[str] = []
        self._left = {name: list(each) for name, each in values.items()}
        self._chosen: str | None = None
        self._in_area = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes, text = dict(attrs), self.get_starttag_text() or ""
        name = attributes.get("name") or ""
        mine = self._left.get(name) if "disabled" not in attributes else None
        if tag == "input" and mine is not None and attributes.get("type") not in _UNSENT | {"hidden"}:
            if attributes.get("type") in ("checkbox", "radio"):
                text = re.sub(r"\schecked(?=[\s>])", "", text)
                if attributes.get("value") in mine:
                    text = text[:-1] + " checked>"
            else:
                value = escape(mine.pop(0) if mine else "")
                text = re.sub(r'\svalue="[^"]*"', "", text)[:-1] + f' value="{value}">'
        elif tag == "select" and mine is not None:
            self._chosen = mine.pop(0) if mine else ""
        elif tag == "option" and self._chosen is not None:
            text = re.sub(r"\sselected(?=[\s>])", "", text)
            if (attributes.get("value") or "") == self._chosen:
                text = text[:-1] + " selected>"
        self.written.append(text)
        if tag == "textarea" and mine is not None:
            self.written.append("\n" + escape(mine.pop(0) if mine else ""))
            self._in_area = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._chosen = None
        elif tag == "textarea":
            self._in_area = False
        self.written.append(f"</{tag}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.written.append(self.get_starttag_text() or "")

    def handle_data(self, data: str) -> None:
        if not self._in_area:
            self.written.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self.written.append(f"<!--{data}-->")
