"""Views that count requests, the page for too many of them, and numbers in requests."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from transport.limits import Limit, count, rate_key_of
from transport.refusals import RateLimited, Unavailable

View = Callable[..., HttpResponse]

MOST_DIGITS = 18
"""A number with as many digits fits into a key of the database."""


def parse_int(text: str, *, digits: int = MOST_DIGITS) -> int | None:
    """``text`` as a whole number from 0; None if it is no such number or has too many digits.

    >>> parse_int("12"), parse_int("007"), parse_int(""), parse_int("-1"), parse_int("²")
    (12, 7, None, None, None)
    >>> parse_int("1000", digits=3) is None
    True
    """
    is_number = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if is_number else None


def is_for_programs(request: HttpRequest) -> bool:
    """Whether the address is one of the API."""
    return request.path_info.startswith("/api/v1/")


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
    """Middleware: answers a RateLimited that a view raises with a page and the status 429."""

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


def with_retry_after(response: HttpResponse, refused: RateLimited | Unavailable) -> HttpResponse:
    """Adds the header that tells programs how long to wait."""
    response.headers["Retry-After"] = str(refused.retry_after)
    return response
