"""Finds the site's texts in its code, and adds new ones to each language's catalogue."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from engines.registry import GAMES
from languages import DOMAINS, ROOT, catalogue, languages

Found = tuple[int, str | tuple[str, ...], list[str], str | None]
"""A text as Babel's extractors return it: line, text or its plural forms, comments, context."""

TEMPLATES = ROOT / "templates"
PYTHON = (
    "accounts",
    "api",
    "config",
    "scheduler",
    "engines",
    "figures",
    "games",
    "lobby",
    "notices",
    "pages",
    "ratings",
    "reports",
    "transport",
)

FORMS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
    # Refusals are translated when they are shown.
    "Refused": (2,),
    "BadMessage": (2,),
    "IllegalAction": (2,),
    "RecordError": (2,),
    "_require": (2,),
    "BadValue": (1,),
    "bad_action": (1,),
}
"""The functions that mark texts, and which of their arguments are texts, counted from 1. None: the
first one."""

IN_RULES = {"says", "sentence", "feels", "likes"}
"""The keys whose values are sentences in the files of rules pages."""

COMMENTS = ["Translators:"]


def collect() -> None:
    """Brings every catalogue up to date with the code: adds new texts without a translation and
    removes texts that the code no longer has. Guesses no translations."""
    for domain in DOMAINS:
        texts = texts_of(domain)
        for language in languages():
            path = catalogue(language, domain)
            known = read(path, language)
            known.update(texts, no_fuzzy_matching=True, update_creation_date=False)
            write(known, path)


def read(path: Path, language: str) -> Catalog:
    """The catalogue in a file; an empty one if there is no file yet."""
    content = path.read_bytes() if path.exists() else b""
    return read_po(BytesIO(content), locale=language)


def write(known: Catalog, path: Path) -> None:
    """Writes a catalogue sorted by text and without line numbers, so that branches that add texts
    can be merged."""
    with path.open("wb") as file:
        write_po(
            file, known, width=100, sort_output=True, ignore_obsolete=True, include_lineno=False
        )


def texts_of(domain: str) -> Catalog:
    """All texts in the code that belong to a domain, untranslated."""
    texts = Catalog()
    for path, found in of_browser_modules() if domain == "djangojs" else of_the_server():
        for line, text, comments, context in found:
            name = str(path.relative_to(ROOT))
            texts.add(text, locations=[(name, line)], auto_comments=comments, context=context)
    return texts


def of_browser_modules() -> Iterator[tuple[Path, Iterable[Found]]]:
    """Yields each browser module with its texts."""
    for path in browser_modules():
        yield path, extracted("javascript", path.read_bytes())


def of_the_server() -> Iterator[tuple[Path, Iterable[Found]]]:
    """Yields each Python module, template and file of a rules page with its texts."""
    for path in python_modules():
        yield path, extracted("python", path.read_bytes())
    yield from of_engines()
    for path in templates():
        yield path, extracted("python", as_python(path.read_text()).encode())
    for path in sorted((TEMPLATES / "rules").glob("*.json")):
        yield path, of_rules(json.loads(path.read_text()))


def of_engines() -> Iterator[tuple[Path, Iterable[Found]]]:
    """Yields the texts that each game declares: its description, options, fixed colours and
    bots."""
    for game in GAMES:
        texts = [game.about, *game.fixed_colours, *(bot.about for bot in game.bots)]
        for option in game.options:
            texts += [option.label, option.help, getattr(option, "allowed", "")]
            texts += [label for _, label in getattr(option, "choices", ())]
        path = ROOT / "engines" / game.slug.replace("-", "_") / "game.py"
        yield path, [(1, text, [], None) for text in texts if text]


def python_modules() -> list[Path]:
    """The Python modules of the site, sorted, without migrations."""
    found = (path for folder in PYTHON for path in (ROOT / folder).rglob("*.py"))
    return sorted(path for path in found if "migrations" not in path.parts)


def templates() -> list[Path]:
    """The templates of pages and mails, sorted."""
    return sorted([*TEMPLATES.rglob("*.html"), *TEMPLATES.rglob("*.txt")])


def browser_modules() -> list[Path]:
    """The site's own browser modules, sorted."""
    modules = ROOT / "static" / "js"
    return sorted(path for path in modules.rglob("*.js") if modules / "vendor" not in path.parents)


def extracted(method: str, content: bytes) -> list[Found]:
    """The texts that Babel's extractor ``method`` finds."""
    options = {"encoding": "utf-8", "parse_template_string": True}
    found = extract(method, BytesIO(content), FORMS, COMMENTS, options, strip_comment_tags=True)
    return [(line, text, comments, context) for line, text, comments, context in found]


def as_python(template: str) -> str:
    """A template as Python for Babel: translation tags become calls, as Django makes them for
    xgettext, and lines are not indented."""
    from django.utils.translation.template import templatize

    lines = templatize(template).splitlines()
    return "\n".join(line.lstrip() for line in lines)


def of_rules(data: Any) -> Iterator[Found]:
    """Yields the sentences in the files of rules pages (:mod:`games.pages.rules`) and of the pages
    that help to choose a game (:mod:`games.pages.choosing`)."""
    if isinstance(data, list):
        for each in data:
            yield from of_rules(each)
    elif isinstance(data, dict):
        for name, value in data.items():
            if name in IN_RULES:
                yield from ((1, text, [], None) for text in flat(value))
            else:
                yield from of_rules(value)


def flat(value: str | list[str]) -> list[str]:
    """A text, or a list of texts, as a list."""
    return [value] if isinstance(value, str) else value
