"""Finds the texts of the site in its code, and puts new ones into each language's catalogue."""

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
"""A text as Babel's extractors give it: line, text or its forms, comments, context."""

TEMPLATES = ROOT / "templates"
PYTHON = (
    "accounts",
    "config",
    "scheduler",
    "engines",
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
    # What is refused is translated where it is read.
    "Refused": (2,),
    "BadMessage": (2,),
    "IllegalAction": (2,),
    "RecordError": (2,),
    "_require": (2,),
    "BadValue": (1,),
    "bad_action": (1,),
}
"""What marks a text, and which of its arguments is one."""

IN_RULES = {"says", "sentence", "feels", "likes"}
"""What holds sentences in the files of rules pages."""

COMMENTS = ["Translators:"]


def collect() -> None:
    """Brings every catalogue up to date with the code: new texts wait there for their
    translation, and those that are nowhere any more go. Nothing is guessed."""
    for domain in DOMAINS:
        texts = texts_of(domain)
        for language in languages():
            path = catalogue(language, domain)
            known = read(path, language)
            known.update(texts, no_fuzzy_matching=True, update_creation_date=False)
            write(known, path)


def read(path: Path, language: str) -> Catalog:
    """A catalogue; an empty one where there is no file yet."""
    content = path.read_bytes() if path.exists() else b""
    return read_po(BytesIO(content), locale=language)


def write(known: Catalog, path: Path) -> None:
    """Stores a catalogue so that two branches that add texts can be merged: sorted by text, with
    files but no lines."""
    with path.open("wb") as file:
        write_po(
            file, known, width=100, sort_output=True, ignore_obsolete=True, include_lineno=False
        )


def texts_of(domain: str) -> Catalog:
    """All texts of the code that belong to a domain, untranslated."""
    texts = Catalog()
    for path, found in of_browser_modules() if domain == "djangojs" else of_the_server():
        for line, text, comments, context in found:
            name = str(path.relative_to(ROOT))
            texts.add(text, locations=[(name, line)], auto_comments=comments, context=context)
    return texts


def of_browser_modules() -> Iterator[tuple[Path, Iterable[Found]]]:
    """The texts of each browser module."""
    for path in browser_modules():
        yield path, extracted("javascript", path.read_bytes())


def of_the_server() -> Iterator[tuple[Path, Iterable[Found]]]:
    """The texts of each Python module, of each template, and of what rules pages show."""
    for path in python_modules():
        yield path, extracted("python", path.read_bytes())
    yield from of_engines()
    for path in templates():
        yield path, extracted("python", as_python(path.read_text()).encode())
    for path in sorted((TEMPLATES / "rules").glob("*.json")):
        yield path, of_rules(json.loads(path.read_text()))


def of_engines() -> Iterator[tuple[Path, Iterable[Found]]]:
    """What each game declares for people: what it is, its options, its fixed colours."""
    for game in GAMES:
        texts = [game.about, *game.fixed_colours]
        for option in game.options:
            texts += [option.label, option.help, getattr(option, "allowed", "")]
            texts += [label for _, label in getattr(option, "choices", ())]
        path = ROOT / "engines" / game.slug.replace("-", "_") / "game.py"
        yield path, [(1, text, [], None) for text in texts if text]


def python_modules() -> list[Path]:
    """Everything of ours that the site runs."""
    found = (path for folder in PYTHON for path in (ROOT / folder).rglob("*.py"))
    return sorted(path for path in found if "migrations" not in path.parts)


def templates() -> list[Path]:
    """The pages and mails."""
    return sorted([*TEMPLATES.rglob("*.html"), *TEMPLATES.rglob("*.txt")])


def browser_modules() -> list[Path]:
    """Everything of ours that pages load."""
    modules = ROOT / "static" / "js"
    return sorted(path for path in modules.rglob("*.js") if modules / "vendor" not in path.parents)


def extracted(method: str, content: bytes) -> list[Found]:
    """What Babel's extractor of this name finds."""
    options = {"encoding": "utf-8", "parse_template_string": True}
    found = extract(method, BytesIO(content), FORMS, COMMENTS, options, strip_comment_tags=True)
    return [(line, text, comments, context) for line, text, comments, context in found]


def as_python(template: str) -> str:
    """A template with its tags for texts turned into calls, as Django does it for xgettext; Babel
    reads it as Python, for which no line may be indented."""
    from django.utils.translation.template import templatize

    lines = templatize(template).splitlines()
    return "\n".join(line.lstrip() for line in lines)


def of_rules(data: Any) -> Iterator[Found]:
    """The sentences in the files of rules pages (:mod:`games.pages.rules`) and of what games are
    like (:mod:`games.pages.choosing`)."""
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
    """One text or several, as a list."""
    return [value] if isinstance(value, str) else value
