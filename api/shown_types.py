"""The types of a JSON Schema as pages show them: in words, with links to other types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from api.markup import text_as_html

Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Field:
    """A field of a type, or a parameter. ``usual``: the value of a parameter that is left out."""

    name: str
    kind: SafeString
    is_needed: bool
    usual: str = ""


@dataclass(frozen=True)
class ShownType:
    """A type. ``anchor``: where a page has it; ``values``: those of an enumeration, else empty."""

    anchor: str
    name: str
    about: SafeString
    fields: list[Field]
    values: str


def shown_types(schemas: Mapping[str, Schema], prefix: str) -> list[ShownType]:
    """These types, by name. ``prefix``: what their anchors begin with."""
    return [shown_type(name, schema, prefix) for name, schema in sorted(schemas.items())]


def shown_type(name: str, schema: Schema, prefix: str) -> ShownType:
    """One type."""
    needed = schema.get("required", ())
    return ShownType(
        anchor=f"{prefix}-{name}",
        name=name,
        about=text_as_html(schema.get("description", "")),
        fields=[
            Field(field, in_words(each, prefix), field in needed)
            for field, each in schema.get("properties", {}).items()
        ],
        values=in_words(schema, prefix) if "enum" in schema else "",
    )


def in_words(schema: Schema, prefix: str) -> SafeString:
    """A type where it is used, such as “integer[] | null”, with links to the types that have
    names."""
    if "$ref" in schema:
        name = name_of(schema)
        return format_html('<a href="#{}-{}">{}</a>', prefix, name, name)
    if "enum" in schema:
        return _joined(format_html("<code>{}</code>", each) for each in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return _joined(in_words(each, prefix) for each in schema[key])
    if "prefixItems" in schema:
        words = format_html_join(
            ", ", "{}", ((in_words(e, prefix),) for e in schema["prefixItems"])
        )
        return format_html("[{}]", words)
    if "items" in schema:
        items, is_one_of = in_words(schema["items"], prefix), "anyOf" in schema["items"]
        return format_html("({})[]" if is_one_of else "{}[]", items)
    return _object_or_plain(schema, prefix)


def name_of(schema: Schema) -> str:
    """The name of the type that is referred to."""
    return str(schema["$ref"].rpartition("/")[2])


def _object_or_plain(schema: Schema, prefix: str) -> SafeString:
    fields = schema.get("properties")
    if fields:
        shown = ((name, in_words(each, prefix)) for name, each in fields.items())
        return format_html("{{ {} }}", format_html_join(", ", "{}: {}", shown))
    values = schema.get("additionalProperties")
    if isinstance(values, Mapping) and values:
        return format_html("{{ [key]: {} }}", in_words(values, prefix))
    kind = schema.get("type", "any JSON")
    return format_html("{} ({})" if "format" in schema else "{}", kind, schema.get("format"))


def _joined(words: Iterable[SafeString]) -> SafeString:
    return mark_safe(" | ".join(words))  # noqa: S308 each is escaped
