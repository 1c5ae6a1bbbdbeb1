"""The examples in the modules run."""

import doctest
import importlib
import pkgutil

import podium.chess
from tests.kit.loops import every


@every("name", ["", *(f".{module.name}" for module in pkgutil.iter_modules(podium.chess.__path__))])
def test_the_examples_of_a_module_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"podium.chess{name}")).failed == 0
