"""Measures the processor time of a request apart from its view: an empty view, asked in this
process, as a page and as an answer of the API. Needs neither a database nor a network."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from types import ModuleType
from typing import Any

import django
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path

REQUESTS, ROUNDS = 300, 5
PATHS = {"a page": "/empty/", "an answer of the API": "/api/v1/empty"}


def empty(_request: HttpRequest) -> HttpResponse:
    """Answers with as many bytes as a game's state."""
    return HttpResponse(b" " * 11_000, content_type="application/json")


async def ask(application: Any, where: str) -> int:
    """Sends one request; returns the status of the answer."""
    sent: list[Any] = []
    body: asyncio.Queue[Any] = asyncio.Queue()
    body.put_nowait({"type": "http.request", "body": b"", "more_body": False})

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": where,
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1"), (b"authorization", b"Bearer none")],
        "client": ("127.0.0.1", 1),
        "root_path": "",
    }
    await application(scope, body.get, send)
    return int(sent[0]["status"])


async def measure(application: Any, where: str) -> float:
    """The milliseconds of processor time of a request, of the quickest of some rounds."""
    rounds = []
    for _ in range(ROUNDS):
        before = time.process_time()
        for _ in range(REQUESTS):
            if await ask(application, where) != 200:
                raise RuntimeError(f"{where} was not answered")
        rounds.append((time.process_time() - before) * 1000 / REQUESTS)
    return min(rounds)


def main() -> None:
    """Prints what the requests take."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("ALLOWED_HOSTS", "127.0.0.1")
    django.setup()
    from config.requests import RequestHandler, with_arrival_time

    addresses = ModuleType("addresses")
    vars(addresses)["urlpatterns"] = [path(where[1:], empty) for where in PATHS.values()]
    sys.modules["addresses"] = addresses
    settings.ROOT_URLCONF = "addresses"
    application = with_arrival_time(RequestHandler())
    for name, where in PATHS.items():
        print(f"{name}: {asyncio.run(measure(application, where)):.2f} ms")


if __name__ == "__main__":
    main()
