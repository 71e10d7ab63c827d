"""The page that documents the API, made from its OpenAPI description."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from accounts.models import Scope
from api.api import description
from api.description import STREAMED
from api.markup import text_as_html
from api.shapes import POINTS, shapes_of
from api.shown_types import Field, ShownType, in_words, name_of, shown_type, shown_types
from engines.registry import GAMES
from engines.rules import Json, Rules
from transport.limits import PAGES
from transport.requests import counted

TYPE = "type"
"""What the anchors of the API's own types begin with."""
EXTRAS = "GET /api/v1/games/GAME/steps/STEP/"
"""Where extras are that no step has."""
ACTED_ON = ("game.snapshot", "events.missed", "step.resolved", "game.resumed")
"""The events after which it may be a bot's turn."""


@dataclass(frozen=True)
class Operation:
    """An address with a method. ``body``: the type of the request's body, or empty; ``answers``: by
    status, the type of the answer, or what the status means."""

    method: str
    path: str
    summary: str
    about: SafeString
    parameters: list[Field]
    body: str
    answers: list[tuple[str, str]]


@dataclass(frozen=True)
class Topic:
    """The operations with one tag."""

    name: str
    operations: list[Operation]


@dataclass(frozen=True)
class GameShapes:
    """What a game's positions and choices are, with an example of each kind of choice. ``extras``:
    what positions may hold besides, each with what it is, and its address if no step has it.
    ``others``: the types that are referred to, and the events of a step."""

    slug: str
    name: str
    position: ShownType
    extras: list[tuple[str, str, str]]
    choices: list[ShownType]
    examples: list[str]
    others: list[ShownType]


@dataclass(frozen=True)
class StreamedEvent:
    """An event of the stream. ``type_name``: the type that describes it."""

    tag: str
    type_name: str
    about: SafeString
    is_acted_on: bool


@require_safe
@counted(PAGES)
def documentation(request: HttpRequest) -> HttpResponse:
    """The documentation for people; `openapi.json` is the same for programs."""
    address = request.build_absolute_uri("v1/me")
    stream = request.build_absolute_uri("v1/events")
    context = {
        "topics": _topics(),
        "types": _types(),
        "points": text_as_html(POINTS),
        "games": _games(),
        "events": _events(),
        "scopes": Scope.choices,
        "example": f'curl -H "Authorization: Bearer miai_…" {address}',
        "stream": f'curl -NG -H "Authorization: Bearer miai_…" {stream} --data-urlencode '
        '\'takes={"games": {"territory": {"seats": [2]}}, "paces": ["live"]}\'',
    }
    return render(request, "api/documentation.html", context)


@cache
def _types() -> list[ShownType]:
    return shown_types(description()["components"]["schemas"], TYPE)


@cache
def _topics() -> list[Topic]:
    topics: dict[str, list[Operation]] = {}
    for path, methods in description()["paths"].items():
        for method, each in methods.items():
            topics.setdefault(each["tags"][0], []).append(_operation(method, path, each))
    return [Topic(name, operations) for name, operations in topics.items()]


def _operation(method: str, path: str, described: Json) -> Operation:
    body = _schema(described.get("requestBody", {}))
    return Operation(
        method=method.upper(),
        path=path,
        summary=described.get("summary", ""),
        about=text_as_html(described.get("description", "")),
        parameters=[_parameter(each) for each in described.get("parameters", ())],
        body=in_words(body, TYPE) if body else "",
        answers=[(str(status), _answer(each)) for status, each in described["responses"].items()],
    )


def _parameter(described: Json) -> Field:
    schema, needed = described["schema"], bool(described["required"])
    usual = schema.get("default")
    kind = in_words(schema, TYPE)
    return Field(described["name"], kind, needed, "" if usual in (None, "") else json.dumps(usual))


def _answer(response: Json) -> str:
    schema = _schema(response)
    return in_words(schema, TYPE) if schema else escape(response["description"])


def _schema(described: Mapping[str, Any]) -> Json:
    """The schema of a body or an answer, whatever its format; empty if it has none."""
    for each in described.get("content", {}).values():
        return dict(each.get("schema", {}))
    return {}


@cache
def _games() -> list[GameShapes]:
    return [_game(engine) for engine in GAMES]


def _game(engine: Rules[Any]) -> GameShapes:
    shapes = shapes_of(engine.slug)
    types: dict[str, Json] = {
        **shapes.event["$defs"],
        **shapes.choice["$defs"],
        **shapes.position["$defs"],
    }
    position = name_of(shapes.position)
    choices = [name_of(each) for each in shapes.choice.get("anyOf", [shapes.choice])]
    others = {key: each for key, each in types.items() if key not in (position, *choices)}
    return GameShapes(
        slug=engine.slug,
        name=engine.name,
        position=shown_type(position, types[position], engine.slug),
        extras=[
            (each.name, each.help, "" if each.pushed else f"{EXTRAS}{each.name}")
            for each in engine.extras
        ],
        choices=[shown_type(name, types[name], engine.slug) for name in choices],
        examples=[json.dumps(example) for example in engine.actions],
        others=shown_types(others, engine.slug),
    )


@cache
def _events() -> list[StreamedEvent]:
    schemas = description()["components"]["schemas"]
    return [
        StreamedEvent(
            tag=str(kind.__struct_config__.tag),
            type_name=kind.__name__,
            about=text_as_html(schemas[kind.__name__].get("description", "")),
            is_acted_on=kind.__struct_config__.tag in ACTED_ON,
        )
        for kind in STREAMED
    ]
