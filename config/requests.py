"""Notes when each request reached the server, and answers those that no view can handle with a
400."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpRequest, HttpResponseBadRequest, HttpResponseBase
from django.utils import timezone

Application = Callable[[Any, Any, Any], Awaitable[None]]


def with_arrival_time(application: Application) -> Application:
    """Returns ``application`` with the arrival time as ``arrived`` in the scope of requests: a
    request may wait for a thread before Django sees it."""

    async def timed(scope: Any, receive: Any, send: Any) -> None:
        await application({**scope, "arrived": timezone.now()}, receive, send)

    return timed


class RequestHandler(ASGIHandler):
    """Django's handler, which by itself raises an error if a header is unreadable."""

    def create_request(
        self, scope: Any, body_file: Any
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """Returns the request, or a 400."""
        try:
            return super().create_request(scope, body_file)
        except ValueError:  # Content-Type names a charset that does not exist
            return None, HttpResponseBadRequest()


class NoNullCharacters:
    """Refuses addresses with a null character. None of ours has one, and PostgreSQL raises an error
    for any that reaches a query."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Returns the response; raises ``BadRequest``."""
        if "\x00" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("The address has a null character.")
        return self.get_response(request)


class OnlyUTF8:
    """Refuses bodies in charsets other than UTF-8. Some are unreadable, and no page of ours sends
    any.

    Other names of UTF-8, such as ``utf8``, are refused too, because Django reads a form only if its
    charset is called ``utf-8``.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Returns the response; raises ``BadRequest``."""
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.lower() != "utf-8":
            raise BadRequest("The body is not said to be UTF-8.")
        return self.get_response(request)
