"""Requests that come too fast: counting them, and the page that says so."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from transport.limits import Limit, TooFast, asker_of, count

View = Callable[..., HttpResponse]


def counted(limit: Limit) -> Callable[[View], View]:
    """Lets a view be asked within ``limit`` only; otherwise it raises TooFast."""

    def counting(view: View) -> View:
        @functools.wraps(view)
        def within(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            count(limit, asker_of(request))
            return view(request, *args, **kwargs)

        return within

    return counting


class TooFastPage:
    """Answers TooFast, where no view does, with a page and the status 429."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The view's response."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page that says how long to wait."""
        if not isinstance(error, TooFast):
            return None
        response = render(request, "429.html", {"refused": error}, status=429)
        return say_when(response, error)


def say_when(response: HttpResponse, refused: TooFast) -> HttpResponse:
    """Tells programs, too, how long to wait."""
    response.headers["Retry-After"] = str(refused.retry_after)
    return response
