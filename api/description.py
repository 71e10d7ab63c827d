"""Describes msgspec's types in the OpenAPI description, so that it is generated from the types that
are really sent and read."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from api.answers import Problem
from transport.messages import Command

REFERENCE = "#/components/schemas/{name}"

LINES = "application/x-ndjson"
"""Lines of JSON."""

_described: set[Any] = set()
_bodies: set[Any] = set()


def describe(
    kind: Any, *, status: int = 200, body: Any = None, fixed: bool = False, later: bool = False
) -> dict[str, Any]:
    """The ``openapi_extra`` of an operation that reads ``body``, and answers with ``kind`` and this
    status or with a problem. A tuple of types of dictionaries stands for a page of those. It may
    also answer 304 if the answer is ``fixed``, and 202, “ask again later”, with ``later``."""
    responses: dict[Any, Any] = {200: None}  # Ninja adds one by itself; `complete` removes it
    responses[status] = {"description": "OK", "content": _json(kind)}
    if fixed:
        responses[304] = {"description": "As you have it, by its ETag"}
    if later:
        responses[202] = {"description": "Ask again after `Retry-After` seconds", "content": {}}
    described: dict[str, Any] = {"responses": {**responses, **_problems()}}
    if body is not None:
        _bodies.add(body)
        described["requestBody"] = {"required": True, "content": _json(body)}
    return described


def describe_lines() -> dict[str, Any]:
    """The ``openapi_extra`` of an operation that answers with an endless stream of lines."""
    lines = {"description": "Lines of JSON, without an end", "content": {LINES: {}}}
    return {"responses": {200: lines, **_problems()}}


def _problems() -> dict[str, Any]:
    problem = {"application/problem+json": {"schema": _reference(Problem)}}
    refused = {"description": "A problem", "content": problem}
    return {"4XX": refused, "5XX": refused}


def complete(description: dict[str, Any]) -> None:
    """Adds the schemas of all our types to Ninja's description, and removes the responses that were
    set to None."""
    for methods in description["paths"].values():
        for operation in methods.values():
            given = operation["responses"].items()
            operation["responses"] = {status: each for status, each in given if each is not None}
    kinds = sorted(_described, key=repr)
    schemas = msgspec.json.schema_components(kinds, ref_template=REFERENCE)[1]
    for kind in kinds:
        if isinstance(kind, type) and issubclass(kind, Command):
            _without_envelope(schemas[kind.__name__])
        if kind in _bodies:
            schemas[kind.__name__]["additionalProperties"] = False
    description["components"].setdefault("schemas", {}).update(schemas)


def _without_envelope(schema: dict[str, Any]) -> None:
    """Removes the fields that a command needs only when it is sent over a socket."""
    for name in ("type", "id"):
        schema["properties"].pop(name, None)
    schema["required"] = [name for name in schema.get("required", ()) if name != "type"]


def _json(kind: Any) -> dict[str, Any]:
    return {"application/json": {"schema": _reference(kind)}}


def _reference(kind: Any) -> dict[str, Any]:
    if isinstance(kind, tuple):  # msgspec itself describes no union of TypedDicts
        items = {"type": "array", "items": {"anyOf": [_reference(each) for each in kind]}}
        following = {"anyOf": [{"type": "string"}, {"type": "null"}]}
        properties = {"items": items, "next": following}
        return {"type": "object", "properties": properties, "required": list(properties)}
    return _reference_to(kind)


@cache
def _reference_to(kind: Any) -> dict[str, Any]:
    _described.add(kind)
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    return dict(schema)
