"""The examples of the page on prizes, and of the code, run."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import podium.prizes
from podium.app.prizes.words import REASONS, SENTENCES
from tests.kit.loops import every

ELIGIBILITY = {
    "gender_mismatch",
    "missing_date_of_birth",
    "below_min_age",
    "above_max_age",
    "unrated_in_rating_category",
    "below_min_rating",
    "above_max_rating",
    "disability_mismatch",
    "city_mismatch",
    "state_mismatch",
    "club_mismatch",
}
PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules" / "prizes.md"
MODULES = [module.name for module in pkgutil.iter_modules(podium.prizes.__path__, "podium.prizes.")]


def test_the_examples_of_the_page_run() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert found.attempted > 5
    assert found.failed == 0


@every("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples_in_the_modules() -> None:
    assert sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES) >= 7


@every("code", sorted(set(SENTENCES) - {"allocation-wrong", "json-malformed"}))
def test_the_page_names_everything_that_is_refused(code: str) -> None:
    assert f"`{code}`" in PAGE.read_text("utf-8")


@every("code", sorted(ELIGIBILITY))
def test_the_page_names_every_reason_of_eligibility(code: str) -> None:
    assert f"`{code}`" in PAGE.read_text("utf-8")
    assert code in REASONS
