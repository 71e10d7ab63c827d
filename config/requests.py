"""Requests that no page can answer are refused before one is asked."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest, DisallowedHost
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseBase
from django.template import loader
from django.views.defaults import bad_request


class Requests(ASGIHandler):
    """Django's, which fails where a header cannot be read at all."""

    def create_request(
        self, scope: Any, body_file: Any
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """The request, or the answer to what is none: a 400."""
        try:
            return super().create_request(scope, body_file)
        except ValueError:  # a parameter of Content-Type, in a charset that there is not
            return None, HttpResponseBadRequest()


def cannot_be_understood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of a 400. Who comes by a name that the site does not know is told so."""
    if isinstance(exception, DisallowedHost):
        return HttpResponse(loader.render_to_string("wrong_host.html"), status=400)
    return bad_request(request, exception)


class NoNullCharacters:
    """Addresses with a null character get a 400.

    No address of ours has one, and PostgreSQL raises an error for each that reaches a query.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response; raises ``BadRequest``."""
        if "\x00" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("The address has a null character.")
        return self.get_response(request)


class OnlyUTF8:
    """Bodies in another charset get a 400: some cannot be read, and no page of ours sends one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response; raises ``BadRequest``."""
        charset = (request.content_params or {}).get("charset", "utf-8")
        try:
            known = codecs.lookup(charset).name
        except (LookupError, ValueError):  # ValueError: a null character in it
            known = ""
        if known != "utf-8":
            raise BadRequest("The body is not said to be UTF-8.")
        return self.get_response(request)
