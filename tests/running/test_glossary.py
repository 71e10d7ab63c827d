"""docs/glossary.md uses names that exist."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings

GLOSSARY = (Path(settings.BASE_DIR) / "docs/glossary.md").read_text()
WORDS = re.findall(r"^\| (?!word \|)(\w[\w ,]*) \| (\S.*) \|$", GLOSSARY, re.MULTILINE)
NAMES = re.findall(r"`([a-z_]+(?:\.\w+)+)`", GLOSSARY)


def test_every_word_is_explained_once():
    assert WORDS
    words = [word for entry, _ in WORDS for word in entry.split(", ")]
    assert sorted(set(words)) == sorted(words)


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
