"""The examples in the engines' docstrings are correct."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import engines

MODULES = [
    module.name
    for module in pkgutil.walk_packages(engines.__path__, "engines.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name):
    assert doctest.testmod(import_module(name)).failed == 0


def test_the_main_functions_have_examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    modules = ("board", "options", "reading", "record", "replay", "strict_json")
    for name in modules:
        assert any(test.examples for test in finder.find(import_module(f"engines.{name}")))
