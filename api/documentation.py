"""The page that documents the API, made from its OpenAPI description."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import Scope
from api.api import api
from transport.limits import PAGES
from transport.requests import counted


@dataclass(frozen=True)
class Operation:
    """An address with a method. ``body``: the name of the type of the request's body, or empty."""

    method: str
    path: str
    summary: str
    about: str
    parameters: list[dict[str, Any]]
    body: str
    answers: list[tuple[str, str]]


@dataclass(frozen=True)
class Topic:
    """The operations with one tag."""

    name: str
    operations: list[Operation]


@require_safe
@counted(PAGES)
def documentation(request: HttpRequest) -> HttpResponse:
    """The documentation for people; `openapi.json` is the same for programs."""
    address = request.build_absolute_uri("v1/me")
    stream = request.build_absolute_uri("v1/events")
    context = {
        "topics": _topics(),
        "types": _types(),
        "scopes": Scope.choices,
        "example": f'curl -H "Authorization: Bearer miai_…" {address}',
        "stream": f'curl -NG -H "Authorization: Bearer miai_…" {stream} --data-urlencode '
        '\'takes={"games": {"territory": {"seats": [2]}}, "paces": ["live"]}\'',
    }
    return render(request, "api/documentation.html", context)


@cache
def _topics() -> list[Topic]:
    topics: dict[str, list[Operation]] = {}
    for path, methods in api.get_openapi_schema()["paths"].items():
        for method, each in methods.items():
            topics.setdefault(each["tags"][0], []).append(_operation(method, path, each))
    return [Topic(name, operations) for name, operations in topics.items()]


def _operation(method: str, path: str, described: dict[str, Any]) -> Operation:
    body = described.get("requestBody", {}).get("content", {}).get("application/json", {})
    return Operation(
        method=method.upper(),
        path=path,
        summary=described.get("summary", ""),
        about=described.get("description", ""),
        parameters=described.get("parameters", []),
        body=_name_of(body.get("schema", {})),
        answers=[
            (status, _name_of(_schema(each))) for status, each in described["responses"].items()
        ],
    )


def _schema(response: dict[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = response.get("content", {}).get("application/json", {})
    schema: dict[str, Any] = content.get("schema", {})
    return schema


def _name_of(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if schema.get("type") == "array":
        return f"{_name_of(schema.get('items', {}))}[]"
    if "items" in schema.get("properties", {}):
        return f"Page of {_name_of(schema['properties']['items']['items'])}"
    if "anyOf" in schema:
        return " | ".join(_name_of(each) for each in schema["anyOf"])
    return str(schema.get("type", "any"))


@cache
def _types() -> list[dict[str, Any]]:
    schemas = api.get_openapi_schema()["components"]["schemas"]
    return [
        {
            "name": name,
            "about": schema.get("description", ""),
            "fields": [
                (field, _name_of(each), field in schema.get("required", ()))
                for field, each in schema.get("properties", {}).items()
            ],
        }
        for name, schema in sorted(schemas.items())
    ]
