"""The texts of the site in other languages: collecting, compiling and checking them.

Texts are written in English, in the code. ``locale/LANGUAGE/LC_MESSAGES`` has what they are in
another language: ``django.po`` for Python and templates, ``djangojs.po`` for browser modules.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
DOMAINS = ("django", "djangojs")
"""The catalogues of a language, by the names that Django gives them."""


def languages() -> list[str]:
    """The languages that texts are translated into, as ``locale`` has them."""
    return sorted(folder.name for folder in LOCALE.iterdir() if (folder / "LC_MESSAGES").is_dir())


def catalogue(language: str, domain: str) -> Path:
    """Where the texts of a language are."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"
