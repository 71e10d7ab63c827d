"""docs/glossary.md names what is there, and stays short."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.any_database

GLOSSARY = (Path(settings.BASE_DIR) / "docs/glossary.md").read_text()
WORDS = re.findall(r"^\| (\w[\w ]*) \| (.*) \|$", GLOSSARY, re.MULTILINE)[1:]
NAMES = re.findall(r"`([a-z_]+(?:\.\w+)+)`", GLOSSARY)


def test_there_are_at_most_twenty_words_of_one_sentence_each():
    assert 10 <= len(WORDS) <= 20
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
