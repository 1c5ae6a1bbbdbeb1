"""A list is fetched whole, within limits, or not at all."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from podium.app.ratings.list_updates import Limits, downloaded, month_of
from podium.core.errors import Invalid, LimitExceeded, Unavailable
from tests.kit.list_source import LAST_MODIFIED, ListSource, list_source
from tests.kit.loops import every

CONTENT = b"x" * 200_000


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ListSource]:
    """A site, and a folder of its own for what is fetched."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with list_source(CONTENT) as source:
        yield source


def test_what_is_there_is_fetched_and_its_progress_told(source: ListSource) -> None:
    parts: list[float] = []
    fetched = downloaded(source.url, told=parts.append)
    assert fetched is not None
    assert (fetched.path.read_bytes(), fetched.file, fetched.month) == (CONTENT, "players_list.zip", "2026-11")
    assert parts[-1] == 1.0
    assert source.asked == [None]


def test_what_was_not_changed_is_not_fetched_again(source: ListSource, tmp_path: Path) -> None:
    assert downloaded(source.url, LAST_MODIFIED) is None
    assert source.asked == [LAST_MODIFIED]
    assert not [*tmp_path.iterdir()]


def test_what_is_too_large_leaves_nothing_behind(source: ListSource, tmp_path: Path) -> None:
    with pytest.raises(LimitExceeded, match="list-too-large"):
        downloaded(source.url, limits=Limits(bytes=100_000))
    assert not [*tmp_path.iterdir()]


def test_what_takes_too_long_is_given_up(source: ListSource, tmp_path: Path) -> None:
    with pytest.raises(LimitExceeded, match="list-too-slow"):
        downloaded(source.url, limits=Limits(seconds=-1.0))
    assert not [*tmp_path.iterdir()]


def test_what_did_not_come_whole_is_no_list(source: ListSource, tmp_path: Path) -> None:
    source.claimed = len(CONTENT) + 1000
    with pytest.raises(Unavailable, match="list-unreachable"):
        downloaded(source.url, limits=Limits(silence=5.0))
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("status", [403, 404, 500])
def test_a_site_that_refuses_is_said_to(source: ListSource, status: int) -> None:
    source.status = status
    with pytest.raises(Unavailable, match="list-unreachable") as caught:
        downloaded(source.url)
    assert caught.value.facts["value"] == status


def test_a_site_that_nobody_answers_for_is_unreachable() -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        with pytest.raises(Unavailable, match="list-unreachable"):
            downloaded(f"http://127.0.0.1:{taken.getsockname()[1]}/list.zip", limits=Limits(silence=5.0))


@every("address", ["file:///etc/passwd", "ftp://example.org/list", "players_list.zip", "http://", ""])
def test_lists_are_fetched_over_http_alone(address: str) -> None:
    with pytest.raises(Invalid, match="list-address-malformed"):
        downloaded(address)


@every("text", ["", "soon", None])
def test_a_date_that_is_none_names_no_month(text: str | None) -> None:
    assert month_of(text) is None
