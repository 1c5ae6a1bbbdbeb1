"""Where the log goes: nobody waits for it, nobody can fill the disk with it, and its end has an end."""

from __future__ import annotations

import io
import logging
import threading

import pytest

from podium.cli import server
from podium.cli.server import LINES_A_SECOND, LogOutput, start_log
from podium.config import Config, LogForm, NotAChoice, from_environment


def record(level: int, text: str = "Said") -> logging.LogRecord:
    return logging.LogRecord("podium.test", level, __file__, 1, text, (), None)


def test_what_waits_is_written_before_the_end() -> None:
    stream = io.StringIO()
    output = LogOutput(LogForm.TEXT, stream)
    for number in range(20):
        output.emit(record(logging.INFO, f"line {number}"))
    output.close()
    assert [line.rpartition("text=")[2] for line in stream.getvalue().splitlines()] == [
        f'"line {number}"' for number in range(20)
    ]


def test_refusals_cannot_fill_the_disk_and_faults_are_written_all_the_same() -> None:
    stream, now = io.StringIO(), [5.0]
    output = LogOutput(LogForm.TEXT, stream, clock=lambda: now[0])
    for _ in range(LINES_A_SECOND + 30):
        output.emit(record(logging.INFO))
    output.emit(record(logging.ERROR))
    assert output.dropped == 30
    now[0] = 6.0
    output.emit(record(logging.INFO))
    output.close()
    assert len(stream.getvalue().splitlines()) == LINES_A_SECOND + 2


class Blocked(io.StringIO):
    """A pipe that nobody reads."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = threading.Event()

    def write(self, text: str) -> int:
        self.opened.wait(30)
        return super().write(text)


def test_nobody_waits_for_a_pipe_that_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "WAITING", 5)
    monkeypatch.setattr(server, "PATIENCE", 0.05)
    stream = Blocked()
    output = LogOutput(LogForm.TEXT, stream)
    for _ in range(200):
        output.emit(record(logging.ERROR))
    assert output.dropped > 0
    output.close()
    stream.opened.set()


def test_off_writes_nothing() -> None:
    stream = io.StringIO()
    handler = start_log(Config(log=LogForm.OFF), stream)
    try:
        logging.getLogger("podium.test").error("Said")
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()
    assert stream.getvalue() == ""


def test_the_environment_says_how_to_log() -> None:
    given = {"PODIUM_LOG": "json", "PODIUM_LOG_LEVEL": "error", "PODIUM_LOG_REQUESTS": "1"}
    config = from_environment(given)
    assert (config.log, config.log_level, config.log_requests) == (LogForm.JSON, "error", True)
    usual = from_environment({})
    assert (usual.log, usual.log_level, usual.log_requests, usual.metrics_token) == (LogForm.TEXT, "info", False, "")
    with pytest.raises(NotAChoice, match="PODIUM_LOG is one of text, json, off: loud"):
        from_environment({"PODIUM_LOG": "loud"})


def test_settings_are_shown_without_their_secrets() -> None:
    shown = repr(Config(metrics_token="s3cret", setup_code="s3cret", push_key="s3cret", database="x://a:s3cret@b"))
    assert "s3cret" not in shown
