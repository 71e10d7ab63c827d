"""Requests that come too fast: how they are counted, and the page that says so."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from transport.limits import Limit, RateLimited, count, rate_key_of

View = Callable[..., HttpResponse]


def counted(limit: Limit) -> Callable[[View], View]:
    """Decorates a view: requests over ``limit`` raise RateLimited."""

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def counted_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            count(limit, rate_key_of(request))
            return view(request, *args, **kwargs)

        return counted_view

    return decorate


class RateLimitedPage:
    """Answers a RateLimited that a view raises with a page and the status 429."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The view's response."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page that says how long to wait."""
        if not isinstance(error, RateLimited):
            return None
        response = render(request, "429.html", {"refused": error}, status=429)
        return with_retry_after(response, error)


def with_retry_after(response: HttpResponse, refused: RateLimited) -> HttpResponse:
    """The response with a header that tells programs how long to wait."""
    response.headers["Retry-After"] = str(refused.retry_after)
    return response
