"""Every verb and option is documented and has `--json`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from podium.cli import program
from scripts.man_page import PAGE, page
from tests.kit.loops import every

REFERENCE = (Path(__file__).parents[2] / "docs" / "reference" / "cli.md").read_text()


def verbs(group: click.Group, path: str = "podium") -> Iterator[tuple[str, click.Command]]:
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        assert command.name == name
        if isinstance(command, click.Group):
            yield from verbs(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


ALL = dict(verbs(program))
ON_FILES = {
    f"podium {name}"
    for name in ("tiebreaks", "standings", "simulate", "pair", "check", "generate", "push-keys", "copy", "start")
}
"""The verbs that work without a database, on one in a folder, or name more than one."""


@every("path", ALL)
def test_a_verb_explains_itself(path: str) -> None:
    command = ALL[path]
    options = [name for each in command.params for name in each.opts if name.startswith("--")]
    assert command.help
    assert "--json" in options
    assert ("--db" in options) == (path not in ON_FILES)
    assert f"`{path}" in REFERENCE
    assert [each.name for each in command.params if isinstance(each, click.Option) and not each.help] == []
    missing = [name for name in options if name not in REFERENCE]
    assert missing == []


def test_the_manual_page_lists_the_verbs_there_are() -> None:
    assert PAGE.read_text("utf-8") == page(), "python scripts/man_page.py"


@pytest.mark.parametrize(
    ("shell", "words", "at", "offered"),
    [
        ("bash", "podium tour", "1", "tournament"),
        ("zsh", "podium tour", "1", "tournament"),
        ("fish", "podium tour", "tour", "tournament"),
        ("bash", "podium --ver", "1", "--version"),
        ("bash", "podium pair --rem", "2", "--remember"),
    ],
)
def test_a_shell_completes_verbs_and_options(shell: str, words: str, at: str, offered: str) -> None:
    asked = {"_PODIUM_COMPLETE": f"{shell}_complete", "COMP_WORDS": words, "COMP_CWORD": at}
    said = CliRunner().invoke(program, [], prog_name="podium", env=asked).stdout
    assert offered in said.replace(",", "\n").split()
