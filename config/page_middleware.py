"""Requests of programs skip the middleware that only pages need: sessions, users, messages. They
have a token and no cookies that count.

``SkippedByPrograms`` stands in ``MIDDLEWARE`` before the middleware of pages, and
``EndOfPageMiddleware`` behind it. That it is skipped does not concern its hooks, such as
``process_view``: Django calls them for each request.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase

from transport.requests import is_for_programs

GetResponse = Callable[[HttpRequest], HttpResponseBase]


class EndOfPageMiddleware:
    """Stands last, so Django makes it first. Keeps what calls the view."""

    call_view: ClassVar[GetResponse]

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        EndOfPageMiddleware.call_view = staticmethod(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Returns the view's response."""
        return self.get_response(request)


class SkippedByPrograms:
    """Passes requests of programs on to the view, and all others to the middleware of pages."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.call_view = EndOfPageMiddleware.call_view

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Returns the response. Programs are nobody until their token is read."""
        if not is_for_programs(request):
            return self.get_response(request)
        request.user = AnonymousUser()
        return self.call_view(request)
