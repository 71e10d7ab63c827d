"""Each request is answered in one thread, which answers others when it is done."""

from __future__ import annotations

import asyncio
import resource
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from asgiref.sync import sync_to_async
from django.core.signals import request_finished, request_started
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse

from config.requests import MOST_IDLE, RequestHandler

SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "method": "GET",
    "path": "/",
    "query_string": b"",
    "headers": [],
}


class Threads(RequestHandler):
    """Answers with nothing, and notes the threads. ``together``: each waits for the others."""

    def __init__(self, together=1):
        super().__init__()
        self.barrier = threading.Barrier(together, timeout=300)
        self.used = []

    def get_response(self, request):
        """Called in the thread of a request."""
        self.barrier.wait()
        self.used.append(threading.get_ident())
        return HttpResponse()


async def ask(handler):
    """Sends a request and returns the status of the answer."""
    sent, messages = [], asyncio.Queue()
    await messages.put({"type": "http.request", "body": b"", "more_body": False})

    async def send(message):
        sent.append(message)

    await handler(SCOPE, messages.get, send)
    return sent[0]["status"]


async def ask_at_once(handler, count):
    return await asyncio.gather(*(ask(handler) for _ in range(count)))


async def ask_in_turns(handler, count):
    return [await ask(handler) for _ in range(count)]


def test_requests_in_turns_use_one_thread():
    handler = Threads()
    assert asyncio.run(ask_in_turns(handler, 3)) == [200] * 3
    assert len(set(handler.used)) == 1


def test_requests_at_once_have_a_thread_each_of_which_few_are_kept():
    handler = Threads(together=MOST_IDLE + 2)
    assert set(asyncio.run(ask_at_once(handler, MOST_IDLE + 2))) == {200}
    assert len(set(handler.used)) == MOST_IDLE + 2
    assert len(handler.idle) == MOST_IDLE


def test_a_request_goes_to_its_thread_once_for_everything(monkeypatch):
    sent = []
    submit = ThreadPoolExecutor.submit
    monkeypatch.setattr(
        ThreadPoolExecutor, "submit", lambda self, *call: sent.append(call) or submit(self, *call)
    )
    signals = []

    def note(signal, **_):
        signals.append((signal, threading.get_ident()))

    for signal in (request_started, request_finished):
        signal.connect(note)
    handler = Threads()
    assert asyncio.run(ask(handler)) == 200
    for signal in (request_started, request_finished):
        signal.disconnect(note)
    thread = handler.used[0]
    assert signals == [(request_started, thread), (request_finished, thread)]
    assert len(sent) == 1


def test_calls_at_any_depth_take_no_memory_from_the_system():
    handler = Deep()
    asyncio.run(ask(handler))
    assert max(handler.faults) < CALLS / 2


CALLS = 500
DEEPEST = 250
"""With the calls around them, more than one piece of a thread's usual stack."""


class Deep(RequestHandler):
    """Answers after a loop of calls at each depth, and notes how many pages of memory each took."""

    def get_response(self, request):
        """Called in the thread of a request."""
        self.faults = [self.at(depth) for depth in range(DEEPEST)]
        return HttpResponse()

    def at(self, depth):
        if depth:
            return self.at(depth - 1)
        before = pages_taken()
        for _ in range(CALLS):
            larger_than_at(1)
        return pages_taken() - before


def larger_than_at(one):
    """A function with a larger frame than ``Deep.at``, so that at some depth only it lacks room."""
    return [one, one, one, one, one, one, one, one, one, one, one, one, one, one, one, one, one]


def pages_taken():
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt


def test_a_stream_ends_when_the_client_is_gone():
    handler = Endless()

    async def leave():
        messages = asyncio.Queue()
        await messages.put({"type": "http.request", "body": b"", "more_body": False})

        async def send(message):
            if message.get("body"):
                await messages.put({"type": "http.disconnect"})

        await handler(SCOPE, messages.get, send)

    asyncio.run(asyncio.wait_for(leave(), 60))
    assert handler.ended


def test_a_thread_is_free_again_after_an_error():
    handler = Failing()
    with pytest.raises(ZeroDivisionError):
        asyncio.run(ask(handler))
    assert len(handler.idle) == 1


class Failing(RequestHandler):
    """Raises an error instead of answering."""

    async def handle(self, scope, receive, send):
        """Called with a request."""
        raise ZeroDivisionError


class Endless(RequestHandler):
    """Answers with a stream that has no end by itself."""

    ended = False

    def get_response(self, request):
        """Called in the thread of a request."""
        return StreamingHttpResponse(self.lines())

    async def lines(self):
        """The stream."""
        try:
            yield b"line"
            await asyncio.Event().wait()
        finally:
            self.ended = True


class Streaming(RequestHandler):
    """Reads the database and then answers with a stream, which notes whether the thread still has a
    connection while it is sent."""

    def get_response(self, request):
        """Called in the thread of a request."""
        connection.ensure_connection()
        self.had = connection.connection is not None
        return StreamingHttpResponse(self.lines())

    async def lines(self):
        """The stream."""
        self.has = await sync_to_async(lambda: connection.connection is not None)()
        yield b"line"


@pytest.mark.django_db(transaction=True)
def test_a_stream_keeps_no_connection_to_the_database():
    handler = Streaming()
    assert asyncio.run(ask(handler)) == 200
    assert (handler.had, handler.has) == (True, False)
