"""The examples in the docstrings of the site's modules are correct."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings

APPS = (
    *("accounts", "api", "figures", "games", "lobby", "notices", "pages", "ratings", "reports"),
    "transport",
)
MODULES = sorted(
    ".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts)
    for app in APPS
    for path in Path(settings.BASE_DIR, app).rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name):
    tried = doctest.testmod(import_module(name))
    assert tried.attempted
    assert tried.failed == 0
