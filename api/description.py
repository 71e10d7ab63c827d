"""Describes msgspec's types in the OpenAPI description, so that it is generated from the types that
are really sent and read."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache
from inspect import cleandoc
from typing import Any, Literal, Union

import msgspec
from msgspec import Struct

from api.answers import Problem
from games.play.messages import EVENTS, CommandDone, NewestEvents
from transport.messages import Command, Error, Event

REFERENCE = "#/components/schemas/{name}"

LINES = "application/x-ndjson"
"""Lines of JSON."""

STREAMED: tuple[type[Event], ...] = tuple(
    kind for kind in EVENTS if kind not in (CommandDone, Error, NewestEvents)
)
"""The events of games in the stream: all but the answers to commands, and the numbers by which a
page sees that it has missed something; the stream sends what was missed."""


class GameLine(Struct, kw_only=True):
    """An event of a game. ``game``: its id."""

    game: str
    event: Union[STREAMED]  # type: ignore[valid-type]  # noqa: UP007 from a tuple


class AliveLine(Struct, kw_only=True):
    """Nothing has happened for ten seconds, and the stream still works."""

    alive: datetime


class ClosedLine(Struct, kw_only=True):
    """The last line: why the site ends the stream. After ``moved`` and ``failed`` connect again.
    ``too-many``: a newer stream of the member has taken the place of this one; ``too-slow``: the
    program does not read fast enough; ``token-ended``: the token no longer works."""

    closed: Literal["moved", "failed", "too-many", "too-slow", "token-ended"]


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
    """The ``openapi_extra`` of an operation that answers with an endless stream of lines. Its
    schema is that of each line."""
    schema = {"anyOf": [_reference(kind) for kind in (GameLine, AliveLine, ClosedLine)]}
    lines = {"description": "Lines of JSON, without an end", "content": {LINES: {"schema": schema}}}
    return {"responses": {200: lines, **_problems()}}


def _problems() -> dict[str, Any]:
    problem = {"application/problem+json": {"schema": _reference(Problem)}}
    refused = {"description": "A problem", "content": problem}
    return {"4XX": refused, "5XX": refused}


def complete(description: dict[str, Any]) -> None:
    """Adds the schemas of all our types to Ninja's description, removes the responses that were set
    to None, and makes names and texts readable."""
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
    components = description["components"]
    components.setdefault("schemas", {}).update(schemas)
    components["schemas"] = {_name(key): each for key, each in components["schemas"].items()}
    description.update(readable(description))


def readable(value: Any) -> Any:
    """Returns a copy of a part of a description that is easier to read: types have short names, and
    docstrings are Markdown with the words of JSON."""
    if isinstance(value, list):
        return [readable(each) for each in value]
    if not isinstance(value, dict):
        return value
    found = {key: readable(each) for key, each in value.items()}
    for key, each in found.items():
        if key == "description" and isinstance(each, str):
            found[key] = _as_markdown(each)
        elif key == "$ref":
            before, _, name = each.rpartition("/")
            found[key] = f"{before}/{_name(name)}"
    return found


def _as_markdown(docstring: str) -> str:
    text = re.sub(r"\s*\(:\w+:`[^`]*`\)", "", cleandoc(docstring))  # where the code has more
    text = re.sub(r":\w+:`([^`]*)`", r"`\1`", text).replace("``", "`")
    return re.sub(r"\bNone\b", "null", text)


def _name(name: str) -> str:
    """A clear name of a generic type.

    >>> _name("Page_GameRow_"), _name("ToldStep_dict_str__typing.Any__"), _name("Clock")
    ('PageOfGameRow', 'ToldStep', 'Clock')
    """
    kind, _, of = name.strip("_").partition("_")
    return kind if not of or of.startswith("dict_") else f"{kind}Of{of}"


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
