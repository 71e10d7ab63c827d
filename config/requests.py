"""Notes when each request reached the server, and answers those that no view can handle with a
400."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.exceptions import BadRequest
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponseBadRequest, HttpResponseBase
from django.utils import timezone

Application = Callable[[Any, Any, Any], Awaitable[None]]


def with_arrival_time(application: Application) -> Application:
    """Returns ``application`` with the arrival time as ``arrived`` in the scope of requests: a
    request may wait for a thread before Django sees it."""

    async def timed(scope: Any, receive: Any, send: Any) -> None:
        await application({**scope, "arrived": timezone.now()}, receive, send)

    return timed


MOST_IDLE = 16
"""How many threads wait for a request; after a burst the others end."""


class RequestHandler(ASGIHandler):
    """Django's handler, with three changes: an unreadable header is no error; middleware and view
    run in one call in the request's thread; and when the request is over, the thread waits for the
    next one. Django by itself would go to the thread and back for the view and for each
    ``process_view`` of a middleware, and start two threads for each request."""

    def __init__(self) -> None:
        super().__init__()
        self.idle: list[ThreadPoolExecutor] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers a request, all of it in one thread."""
        thread = self.idle.pop() if self.idle else ThreadPoolExecutor(max_workers=1)
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.handle(scope, receive, send)
        finally:
            if len(self.idle) < MOST_IDLE:
                self.idle.append(thread)
            else:
                thread.shutdown(wait=False)

    def load_middleware(self, is_async: bool = False) -> None:
        """Loads the middleware for calls from a thread, as under WSGI."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Returns the response, made in the request's thread."""
        return await sync_to_async(self._answer, thread_sensitive=True)(request)

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        """Returns the response. A streamed one, which may last for hours, does not keep a
        connection to the database, as the process has only a few."""
        response = self.get_response(request)
        if response.streaming:
            close_old_connections()
        return response

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
