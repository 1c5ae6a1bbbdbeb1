"""Templates are compiled once and kept; what cannot be kept, or is damaged, is compiled again."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from jinja2 import Environment
from jinja2.environment import Template

from podium.web.frame.templates import TemplateLoader, compiled_templates

SETTINGS = __file__


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with a template."""
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "page.html").write_text("Hello, {{ name }}.", "utf-8")
    return folder


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sources that were compiled, in order."""
    sources: list[str] = []
    generate = Environment.compile

    def compile(self: Environment, source: str, *more: object) -> object:
        sources.append(source)
        return generate(self, source, *more)  # type: ignore[call-overload]

    monkeypatch.setattr(Environment, "compile", compile)
    return sources


def page(site: Path, folder: Path, settings: str = SETTINGS) -> str:
    """The page as a server that has just started writes it."""
    kept = compiled_templates(settings, folder=str(folder))
    template: Template = Environment(loader=TemplateLoader(site), bytecode_cache=kept).get_template("page.html")
    return template.render(name="Ada")


def test_a_template_is_compiled_at_the_first_start_only(site: Path, tmp_path: Path, compiled: list[str]) -> None:
    assert [page(site, tmp_path) for _ in range(3)] == ["Hello, Ada."] * 3
    assert compiled == ["Hello, {{ name }}."]


def test_another_text_or_other_settings_are_compiled_anew(site: Path, tmp_path: Path, compiled: list[str]) -> None:
    page(site, tmp_path)
    (site / "page.html").write_text("Good evening, {{ name }}.", "utf-8")
    assert page(site, tmp_path) == "Good evening, Ada."
    assert page(site, tmp_path, os.__file__) == "Good evening, Ada."
    assert len(compiled) == 3


def test_what_is_damaged_is_compiled_again(site: Path, tmp_path: Path, compiled: list[str]) -> None:
    page(site, tmp_path)
    (kept,) = tmp_path.glob("podium-*.cache")
    for damaged in (b"", kept.read_bytes()[:-20], b"nonsense" * 50):
        kept.write_bytes(damaged)
        assert page(site, tmp_path) == "Hello, Ada."
    assert len(compiled) == 4


def test_pages_are_written_where_nothing_can_be_kept(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert page(site, tmp_path / "missing") == "Hello, Ada."

    def no_room(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", no_room)
    assert page(site, tmp_path) == "Hello, Ada."


@pytest.mark.skipif(os.name == "nt", reason="its temporary folder belongs to one user")
def test_a_folder_of_somebody_else_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / f"_jinja2-cache-{os.getuid()}").write_text("not a folder", "utf-8")
    assert compiled_templates(SETTINGS) is None
