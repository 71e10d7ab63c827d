"""Turns the Markdown of documents and of descriptions into HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

_markdown = MarkdownIt("js-default", {"linkify": False})  # no HTML of its own, and tables


def text_as_html(text: str) -> SafeString:
    """A description of one paragraph or several."""
    return mark_safe(_markdown.render(text))  # noqa: S308 our own text, and escaped


def document_as_html(text: str, addresses: Mapping[str, str]) -> SafeString:
    """A part of a document whose headings begin with the third level; here they begin with the
    second. ``addresses``: where the site has the files that the document links to; links to others
    become plain text. Headings have the same anchors as on code hosts."""
    tokens = _markdown.parse(text)
    for number, token in enumerate(tokens):
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{int(token.tag[1]) - 1}"
        if token.type == "heading_open":
            token.attrSet("id", anchor_of(tokens[number + 1].content))
        elif token.type == "inline":
            token.children = list(_with_links(token.children or [], addresses))
    return mark_safe(_document.renderer.render(tokens, _document.options, {}))  # noqa: S308 as above


def anchor_of(heading: str) -> str:
    """The anchor of a heading.

    >>> anchor_of("4. Say what it takes")
    '4-say-what-it-takes'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _with_links(tokens: Sequence[Token], addresses: Mapping[str, str]) -> Iterator[Token]:
    kept = True
    for token in tokens:
        if token.type == "link_open":
            file, mark, anchor = str(token.attrGet("href")).partition("#")
            kept = not file or file in addresses
            token.attrSet("href", addresses.get(file, "") + mark + anchor)
        if kept or token.type not in ("link_open", "link_close"):
            yield token


def _fence(renderer: Any, tokens: Sequence[Token], number: int, options: Any, env: Any) -> str:
    return format_html(
        '<pre translate="no" tabindex="0" role="region" aria-label="Example"><code>{}</code></pre>',
        tokens[number].content,
    )


def _table_open(*_: Any) -> str:
    return '<div class="table-box" tabindex="0" role="region" aria-label="Table"><table>'


def _table_close(*_: Any) -> str:
    return "</table></div>"


_document = MarkdownIt("js-default", {"linkify": False})
for _name, _rule in (
    ("fence", _fence),
    ("table_open", _table_open),
    ("table_close", _table_close),
):
    _document.add_render_rule(_name, _rule)
