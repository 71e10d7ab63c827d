"""Notes when each request reached the server, and answers those that no view can handle with a
400."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.exceptions import BadRequest, RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.signals import request_started
from django.db import close_old_connections
from django.http import FileResponse, HttpRequest, HttpResponseBadRequest, HttpResponseBase
from django.urls import set_script_prefix
from django.utils import timezone

Application = Callable[[Any, Any, Any], Awaitable[None]]
Function = TypeVar("Function", bound=Callable[..., Any])


def with_arrival_time(application: Application) -> Application:
    """Returns ``application`` with the arrival time as ``arrived`` in the scope of requests: a
    request may wait for a thread before Django sees it."""

    async def timed(scope: Any, receive: Any, send: Any) -> None:
        await application({**scope, "arrived": timezone.now()}, receive, send)

    return timed


MOST_IDLE = 16
"""How many threads wait for a request; after a burst the others end."""

STACK_SLOTS = 1 << 15
"""Room for the stack frames of all calls that answer a request, in pointers: 256 KiB, of which only
what is used takes memory. The deepest recursion that Python allows, 1,000 calls, fits."""


def with_stack(function: Function) -> Function:
    """Keeps the stack frames of everything that ``function`` calls in one block of memory.

    Python allocates memory for frames in blocks of 16 KiB, and frees a block when the first frame
    in it ends. If a loop happens to run where a block is full, each call in it allocates a block
    and frees it, which costs more than the call itself. For a function that claims to need a large
    frame Python allocates a block twice as large, and the calls that it makes use the other half.
    """
    plain: Any = function
    plain.__code__ = plain.__code__.replace(co_stacksize=STACK_SLOTS)
    return function


class RequestHandler(ASGIHandler):
    """Django's handler, with three changes: an unreadable header is no error; a request goes to its
    thread once, for everything from the first signal to the last; and when the request is over, the
    thread waits for the next one. Django by itself would go to the thread and back for each signal,
    for the view and for each ``process_view`` of a middleware, and start two threads for each
    request."""

    def __init__(self) -> None:
        super().__init__()
        self.idle: list[ThreadPoolExecutor] = []
        self.answer_in_thread = sync_to_async(self._answer, thread_sensitive=True)

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

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        """Reads the request, answers it in its thread and sends the response. Only while a response
        is streamed does it matter whether the client is still there: a view in a thread cannot be
        stopped."""
        try:
            body_file = await self.read_body(receive)
        except RequestAborted:
            return
        with body_file:
            response = await self.answer_in_thread(scope, body_file)
            if response.streaming:
                await self._stream(response, receive, send)
            else:
                await self.send_response(response, send)

    @with_stack
    def _answer(self, scope: Any, body_file: Any) -> HttpResponseBase:
        """Returns the response, closed unless it is streamed. A streamed one, which may last for
        hours, does not keep a connection to the database, as the process has only a few."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=type(self), scope=scope)
        request, response = self.create_request(scope, body_file)
        if request is not None:
            response = self.get_response(request)
        assert response is not None
        response._handler_class = type(self)  # type: ignore[attr-defined] # noqa: SLF001 for close()
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if response.streaming:
            close_old_connections()
        else:
            response.close()
        return response

    async def _stream(self, response: HttpResponseBase, receive: Any, send: Any) -> None:
        """Sends a response that is streamed, until its end or until the client is gone."""
        gone = asyncio.create_task(self.listen_for_disconnect(receive))
        sent = asyncio.create_task(self.send_response(response, send))
        try:
            await asyncio.wait((gone, sent), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (gone, sent):
                task.cancel()
            ended = await asyncio.gather(gone, sent, return_exceptions=True)
            await sync_to_async(response.close)()
        for error in ended:
            if isinstance(error, Exception) and not isinstance(error, RequestAborted):
                raise error

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
