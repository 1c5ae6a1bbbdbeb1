"""Users and tokens from the command line."""

from __future__ import annotations

import pytest

from podium.bootstrap import opened
from podium.cli.verbs import accounts as user
from podium.config import from_environment
from tests.cli.conftest import Run


def test_a_user_can_log_in_with_the_password_of_the_environment(podium: Run) -> None:
    assert podium("user", "add", "ana").out == "User ana added.\n"
    [ana] = podium("user", "list", "--json").json["users"]
    assert (ana["id"], ana["name"], ana["administrator"], ana["disabled"]) == (1, "ana", True, False)
    with opened(from_environment()) as inside:
        assert inside.registry.authenticate("ana", "long-enough") is not None


def test_a_password_is_asked_for_twice(podium: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PODIUM_PASSWORD")
    monkeypatch.setattr(user, "on_terminal", lambda: True)
    podium("user", "add", "ana", input="typed-secret\nmistyped\n", code=1)
    said = podium("user", "add", "ana", input="typed-secret\ntyped-secret\n")
    assert said.out == "User ana added.\n"
    assert "typed-secret" not in said.err
    podium("user", "password", "ana", input="other-secret\nother-secret\n")
    with opened(from_environment()) as inside:
        assert inside.registry.authenticate("ana", "typed-secret") is None
        assert inside.registry.authenticate("ana", "other-secret") is not None


def test_a_program_pipes_the_password_in(podium: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PODIUM_PASSWORD")
    assert podium("user", "add", "ana", input="piped-secret\n").err == ""
    assert "The password has 0 characters" in podium("user", "add", "bob", input="", code=2).err
    with opened(from_environment()) as inside:
        assert inside.registry.authenticate("ana", "piped-secret") is not None


def test_a_short_password_is_wrong_usage(podium: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PODIUM_PASSWORD", "short")
    assert "The password has 5 characters" in podium("user", "add", "ana", code=2).err


def test_a_token_stands_alone_on_stdout_and_opens_the_door_until_dropped(podium: Run) -> None:
    podium("user", "add", "ana")
    secret = podium("token", "add", "ana", "--label", "scoreboard").out.removesuffix("\n")
    assert secret.split() == [secret]
    rows = podium("token", "list", "ana", "--json").json["tokens"]
    assert [row["label"] for row in rows] == ["scoreboard"]
    assert secret not in podium("token", "list", "ana").out
    with opened(from_environment()) as inside:
        found = inside.registry.by_token(secret)
        assert found is not None
        assert found.name == "ana"
    podium("token", "drop", "ana", rows[0]["id"])
    with opened(from_environment()) as inside:
        assert inside.registry.by_token(secret) is None
    podium("token", "drop", "ana", rows[0]["id"], code=4)


def test_lists_say_that_they_are_empty(podium: Run) -> None:
    podium("migrate")
    assert podium("user", "list").out == "There are no users yet.\n"
    podium("user", "add", "ana")
    assert podium("token", "list", "ana").out == "ana has no tokens.\n"


def test_an_invitation_and_a_reset_are_addresses_that_work_once(podium: Run) -> None:
    podium("user", "add", "ana")
    invited = podium("user", "invite", "--for", "Bob", "--site", "https://chess.example/").out.strip()
    assert invited.startswith("https://chess.example/invitation/")
    with opened(from_environment()) as inside:
        bob = inside.registry.accept_invitation(invited.rpartition("/")[2], "Bob", "long-enough")
        assert not bob.administrator
    reset = podium("user", "reset", "Bob", "--json").json
    assert (reset["user"], reset["label"]) == ("Bob", "Bob")
    with opened(from_environment()) as inside:
        inside.registry.accept_invitation(reset["url"].rpartition("/")[2], "", "another-secret")
        assert inside.registry.authenticate("Bob", "another-secret") is not None


def test_accounts_are_changed_and_removed_but_never_the_last_administrator(podium: Run) -> None:
    podium("user", "add", "ana")
    podium("user", "add", "bob")
    assert "only administrator" in podium("user", "change", "ana", "--disabled", code=1).err
    assert podium("user", "change", "bob", "--administrator").out == "bob: administrator\n"
    assert podium("user", "change", "ana", "--no-administrator").out == "ana: user\n"
    podium("tournament", "create", "Open", "--format", "manual", "--owner", "ana")
    assert "ana: owner" not in podium("user", "list").out
    assert "Open: owner" in podium("user", "list").out
    assert "say whose they become" in podium("user", "remove", "ana", code=1).err
    podium("user", "remove", "ana", "--heir", "bob")
    assert podium("tournament", "show", "Open", "--json").json["roles"] == {"bob": "owner"}
    podium("user", "remove", "ana", code=4)


def test_a_token_can_be_limited_to_a_scope_an_event_and_some_days(podium: Run) -> None:
    podium("user", "add", "ana")
    podium("tournament", "create", "Open", "--format", "manual", "--as", "ana")
    made = podium("token", "add", "ana", "--scope", "results", "--tournament", "Open", "--days", "2", "--json").json
    [row] = podium("token", "list", "ana", "--json").json["tokens"]
    assert (row["scope"], row["tournament_id"]) == ("results", made["tournament_id"])
    assert row["expires"] == made["expires"]
    assert "results" in podium("token", "list", "ana").out
    podium("token", "add", "ana", "--scope", "world", code=2)
    podium("token", "add", "ana", "--days", "0", code=2)


def test_the_audit_lists_what_was_done_and_forgets_who_is_gone(podium: Run) -> None:
    podium("user", "add", "ana")
    podium("user", "add", "bob")
    podium("token", "add", "bob")
    entries = podium("audit", "list", "--json").json["entries"]
    assert [(row["action"], row["whom"], row["via"]) for row in entries] == [
        ("token-added", "bob", "command line"),
        ("account-added", "bob", "command line"),
        ("account-added", "ana", "command line"),
    ]
    assert "made the account bob" in podium("audit", "list").out
    podium("audit", "forget", "bob", code=1)
    podium("user", "remove", "bob")
    podium("audit", "forget", "bob")
    assert "bob" not in podium("audit", "list").out


def test_a_user_is_spoken_to_in_a_language(podium: Run) -> None:
    podium("user", "add", "ana")
    assert podium("user", "language", "ana", "en").out == "ana: English\n"
    assert podium("user", "language", "ana", "--json").json["language"] is None
    assert 'language cannot be "xx"' in podium("user", "language", "ana", "xx", code=2).err
