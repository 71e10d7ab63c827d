"""Collects, compiles and checks the translations of the site's texts.

Texts are written in English, in the code. Their translations are in
``locale/LANGUAGE/LC_MESSAGES``: ``django.po`` for Python and templates, ``djangojs.po`` for browser
modules.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
DOMAINS = ("django", "djangojs")
"""The catalogues of a language, named as Django names them."""


def languages() -> list[str]:
    """The languages that have a folder in ``locale``, sorted."""
    return sorted(folder.name for folder in LOCALE.iterdir() if (folder / "LC_MESSAGES").is_dir())


def catalogue(language: str, domain: str) -> Path:
    """The path of a language's catalogue."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"
