"""The API itself: its routes, its description, and how it refuses."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from api import (
    at_tables,
    commands,
    events,
    games,
    members,
    offers,
    resolving,
    rules,
    tables,
    wishes,
)
from api.answers import answer_until_changed, fail, nowhere, refuse
from api.callers import ANYBODY, ByToken
from api.description import complete
from transport.limits import PAGES, count, rate_key_of
from transport.refusals import Refused

ABOUT = """\
What members do on this site, for programs. Whoever sends no token reads what visitors read.
Members make tokens on their account page and send them as `Authorization: Bearer TOKEN`.
Errors are problem details (RFC 9457) with a `code`. Times are UTC (RFC 3339)."""


class Description(OpenAPISchema):
    """Ninja's description, with the scope that each operation needs."""

    def operation_security(self, operation: Operation) -> Any:
        """The ways in which one may call the operation: ``{}`` stands for no token."""
        super().operation_security(operation)  # describes the scheme itself
        caller = caller_of(operation)
        scheme = type(caller).__name__
        return [{scheme: list(caller.needs)}] if caller.needs else [{}, {scheme: []}]

    def operation_details(self, operation: Operation) -> Any:
        """All about the operation; its text also says the scope."""
        details = super().operation_details(operation)
        details["description"] = f"{details['description']}\n\n{caller_of(operation).in_words}"
        return details


class Api(NinjaAPI):
    """Ninja's API with the types that msgspec describes."""

    def get_openapi_schema(self, **_options: Any) -> Any:
        """The OpenAPI 3.1 description."""
        description = Description(self, self.get_root_path({}))
        complete(description)
        return description


def caller_of(operation: Operation) -> ByToken:
    """Who may call the operation."""
    (caller,) = operation.auth_callbacks
    assert isinstance(caller, ByToken)
    return caller


api = Api(
    title="Miai",
    version="1",
    description=ABOUT,
    docs_url=None,
    openapi_url=None,
    urls_namespace="api",
)
for prefix, router in (
    ("", members.router),
    ("/rules", rules.router),
    ("/games", offers.router),
    ("/games", games.router),
    ("/games", commands.router),
    ("/tables", tables.router),
    ("/tables", at_tables.router),
    ("/wishes", wishes.router),
    ("/games", resolving.of_games),
    ("/rules", resolving.of_rules),
    ("", events.router),
):
    api.add_router(prefix, router)


@cache
def description() -> dict[str, Any]:
    """Returns the OpenAPI description, which each process makes once: it never changes."""
    return dict(api.get_openapi_schema())


@cache
def _description_as_json() -> bytes:
    return msgspec.json.encode(description())


@api.get("/openapi.json", auth=ANYBODY, include_in_schema=False, url_name="openapi-json")
def openapi_json(request: HttpRequest) -> HttpResponse:
    """The OpenAPI description."""
    count(PAGES, rate_key_of(request))
    return answer_until_changed(request, _description_as_json())


@api.exception_handler(Refused)
def _refused(request: HttpRequest, error: Refused) -> HttpResponse:
    return refuse(request, error)


@api.exception_handler(ValidationError)
def _unreadable(request: HttpRequest, error: ValidationError) -> HttpResponse:
    first = error.errors[0] if error.errors else {"loc": (), "msg": ""}
    field = ".".join(str(part) for part in first["loc"][1:])
    values = {"field": field, "what": first["msg"]}
    refused = Refused("bad-command", "%(field)s: %(what)s.", values=values, at=field or None)
    return refuse(request, refused)


@api.exception_handler(HttpError)
def _http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    return refuse(request, Refused("bad-json", str(error)))


@api.exception_handler(Http404)
def _nowhere(request: HttpRequest, error: Http404) -> HttpResponse:
    return refuse(request, nowhere())


@api.exception_handler(Exception)
def _failed(request: HttpRequest, error: Exception) -> HttpResponse:
    return fail(request, error)
