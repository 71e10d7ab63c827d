"""Finds faults in catalogues: missing translations, and translations that cannot be right."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

from babel.messages.catalog import Catalog, Message
from babel.messages.jslexer import tokenize

from languages import DOMAINS, ROOT, catalogue, languages
from languages.collecting import (
    FORMS,
    browser_modules,
    extracted,
    python_modules,
    read,
    templates,
    texts_of,
)

PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[a-z]|%%")
CALL = re.compile(rf"\b(?:{'|'.join(FORMS)})\(")
TAG = re.compile(r"</?[a-z]\w*")
NOT_SAID = re.compile(
    r"{#.*?#}"
    r"|{%\s*(?:comment|blocktranslate)\b.*?{%\s*end(?:comment|blocktranslate)\s*%}"
    r"|{%\s*block \w+_class\s*%}.*?{%\s*endblock\s*%}"
    r"|<(script|style)\b.*?</\1>",
    re.DOTALL,
)
"""Parts of a template that are marked for translation, or that are not text for people."""
ATTRIBUTE = re.compile(r"\b(?:alt|aria-label|placeholder|title)=\"([^\"]*)\"")
INSTEAD = re.compile(r"\|default(?:_if_none)?:\"([^\"]*)\"")
MARKUP = re.compile(r"{%.*?%}|{{.*?}}|<[^>]*>|&#?\w+;|\bMiai\b", re.DOTALL)
WORD = re.compile(r"[^\W\d_]{2}")


def faults() -> Iterator[str]:
    """Yields a line for each fault: texts that cannot be collected, and faults in catalogues."""
    for path in python_modules():
        for line in put_together(path.read_text()):
            yield f"{path.relative_to(ROOT)}:{line}: a text that is put together"
    for path in templates():
        for text in unmarked(path.read_text()):
            yield f"{path.relative_to(ROOT)}: not marked for translation: {text!r}"
    for path in browser_modules():
        content = path.read_bytes()
        if len(extracted("javascript", content)) < calls_in_module(content.decode()):
            name = path.relative_to(ROOT)
            yield f"{name}: a text that is no literal, or stands among the values of another"
    for domain in DOMAINS:
        texts = texts_of(domain)
        for language in languages():
            path = catalogue(language, domain)
            for fault in faults_between(texts, read(path, language)):
                yield f"{path.relative_to(ROOT)}: {fault}"


def faults_between(texts: Catalog, known: Catalog) -> Iterator[str]:
    """Yields what a catalogue lacks of these texts, what it has too much, and what is wrong in
    it."""
    wanted = {key(message): message for message in texts if message.id}
    there = {key(message): message for message in known if message.id}
    for missing in sorted(wanted.keys() - there.keys(), key=str):
        yield f"not collected, run `make messages`: {wanted[missing].id!r}"
    for gone in sorted(there.keys() - wanted.keys(), key=str):
        yield f"nowhere in the code, run `make messages`: {there[gone].id!r}"
    for both in sorted(wanted.keys() & there.keys(), key=str):
        if wanted[both].pluralizable != there[both].pluralizable:
            yield f"plural here or there alone, run `make messages`: {there[both].id!r}"
        else:
            yield from faults_of(there[both])


def key(message: Message) -> tuple[str | None, str]:
    """The key of a text in a catalogue: its context and its only or first form."""
    return (message.context, message.id if isinstance(message.id, str) else message.id[0])


def faults_of(message: Message) -> Iterator[str]:
    """Yields what is wrong with one translation."""
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    forms = [message.string] if isinstance(message.string, str) else list(message.string or [""])
    if not all(forms):
        yield f"not translated: {message.id!r}"
    elif message.fuzzy:
        yield f"marked as fuzzy, look at it again: {message.id!r}"
    else:
        for number, form in enumerate(forms, 1):
            like = ids[-1:] if number == len(forms) else ids
            if not any(parts(form) == parts(text) for text in like):
                yield f"other placeholders or tags than {message.id!r}: {form!r}"


def parts(text: str) -> Counter[str]:
    """The placeholders and tags of a text; its translation must have the same."""
    return Counter([*PLACEHOLDER.findall(text), *TAG.findall(text)])


def put_together(python: str) -> Iterator[int]:
    """Yields the lines in which a marked text is not a literal but put together at run time."""
    for node in ast.walk(ast.parse(python)):
        if isinstance(node, ast.Call) and name_of(node.func) in FORMS:
            forms = FORMS[name_of(node.func)] or (1,)
            places = [form if isinstance(form, int) else form[0] for form in forms]
            texts = [node.args[place - 1] for place in places if place <= len(node.args)]
            if any(isinstance(text, ast.JoinedStr | ast.BinOp) for text in texts):
                yield node.lineno
        elif isinstance(node, ast.JoinedStr):  # texts inside an f-string are not collected
            inside = (part for part in ast.walk(node) if isinstance(part, ast.Call))
            yield from (part.lineno for part in inside if name_of(part.func) in FORMS)


def unmarked(template: str) -> Iterator[str]:
    """Yields the texts of a template that are not marked, and so stay English in every language."""
    said = NOT_SAID.sub("", template)
    texts = [*INSTEAD.findall(said), *ATTRIBUTE.findall(said), *MARKUP.sub("\n", said).split("\n")]
    for text in texts:
        if WORD.search(MARKUP.sub("", text)):
            yield text.strip()


def name_of(function: ast.expr) -> str:
    """The name by which a function is called; empty if it has none."""
    return getattr(function, "id", getattr(function, "attr", ""))


def calls_in_module(script: str) -> int:
    """The number of calls in a browser module to functions that mark texts."""
    number = 0
    before = ""
    for token in tokenize(script):
        if token.type == "template_string":
            number += len(CALL.findall(token.value))
        elif token.value == "(" and before in FORMS:
            number += 1
        before = "" if before == "function" else token.value
    return number
