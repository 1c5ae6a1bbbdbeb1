"""Tests go on with another browser where one did not close."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.kit.lasting_browser import closing_in_time
from tests.kit.waiting import PATIENCE


def test_a_browser_that_does_not_close_is_ended_and_the_next_test_has_another(browser: Browser) -> None:
    before = browser.new_context().new_page()
    with closing_in_time(0.1):
        before.wait_for_event("close", timeout=PATIENCE * 1000)
    with browser.new_context() as context:
        page = context.new_page()
        page.set_content("<p>again</p>")
        assert page.inner_text("p") == "again"
