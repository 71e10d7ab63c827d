"""docs/glossary.md names what is there, each word in a sentence."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.any_database

GLOSSARY = (Path(settings.BASE_DIR) / "docs/glossary.md").read_text()
WORDS = re.findall(r"^\| (\w[\w ]*) \| (.*) \|$", GLOSSARY, re.MULTILINE)[1:]
NAMES = re.findall(r"`([a-z_]+(?:\.\w+)+)`", GLOSSARY)


def test_every_word_has_one_sentence():
    assert WORDS
    assert [word for word, meaning in WORDS if len(re.findall(r"\.(?: |$)", meaning)) != 1] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_it_names_is_in_the_code(name):
    module, parts = name, []
    while True:
        try:
            found = import_module(module)
            break
        except ModuleNotFoundError:
            module, _, last = module.rpartition(".")
            assert module
            parts.insert(0, last)
    for part in parts:
        found = getattr(found, part)
