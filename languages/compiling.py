"""Compiles the catalogues for the server and for browsers.

The server reads ``locale/LANGUAGE/LC_MESSAGES/django.mo``; browsers load
``static/languages/LANGUAGE.js``, a static file like any other. Neither is in the repository.
"""

from __future__ import annotations

import json
import os
import tempfile
from gettext import c2py
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo

from languages import ROOT, catalogue, languages
from languages.collecting import read

CONTEXT_END = "\x04"
"""Separates a text's context from the text, as in .mo files."""


def compile_all() -> None:
    """Compiles all catalogues that have changed since they were compiled."""
    for language in languages():
        compile_one(catalogue(language, "django"), for_server(language), language, server_file)
        compile_one(catalogue(language, "djangojs"), for_browsers(language), language, browser_file)


def for_server(language: str) -> Path:
    """The path of the file that the server reads."""
    return catalogue(language, "django").with_suffix(".mo")


def for_browsers(language: str) -> Path:
    """The path of the script that browsers load."""
    return ROOT / "static" / "languages" / f"{language}.js"


def compile_one(source: Path, target: Path, language: str, made: Any) -> None:
    """Compiles a catalogue if it has changed. Safe if two processes do so at the same time."""
    if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
        return
    content: bytes = made(read(source, language))
    target.parent.mkdir(exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}")
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
    Path(name).chmod(0o644)
    Path(name).replace(target)


def server_file(known: Catalog) -> bytes:
    """The catalogue as a binary gettext file (.mo)."""
    file = BytesIO()
    write_mo(file, known)
    return file.getvalue()


def browser_file(known: Catalog) -> bytes:
    """The catalogue as a script that sets the variable which ``static/js/core/language.js``
    reads."""
    texts = {key_of(message): said(message, known) for message in known if is_translated(message)}
    words = json.dumps(texts, ensure_ascii=False, indent=0, sort_keys=True)
    return f"globalThis.miaiTexts = {words};\n".encode()


def is_translated(message: Message) -> bool:
    """Whether a text is translated in all its forms."""
    forms = message.string if isinstance(message.string, tuple | list) else [message.string]
    return bool(message.id) and all(forms) and not message.fuzzy


def key_of(message: Message) -> str:
    """The key by which browsers look up a text: its context and its only or first form."""
    first = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}{CONTEXT_END}{first}" if message.context else first


def said(message: Message, known: Catalog) -> str | dict[str, str]:
    """The translation; if it has plural forms, these by plural category, named as in
    ``Intl.PluralRules``."""
    if isinstance(message.string, str):
        return message.string
    forms = list(message.string or [])
    return {name: forms[form] for name, form in forms_of(known).items()}


def forms_of(known: Catalog) -> dict[str, int]:
    """The number of the catalogue's plural form for each plural category of its language."""
    locale = known.locale
    assert isinstance(locale, Locale)
    form_of = c2py(known.plural_expr)
    forms = {str(locale.plural_form(number)): form_of(number) for number in range(1000, -1, -1)}
    return {**forms, "other": forms.get("other", known.num_plurals - 1)}
