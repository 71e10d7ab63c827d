"""Requests that no view can answer are refused with a 400 before one is called."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest, DisallowedHost
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseBase
from django.template import loader
from django.views.defaults import bad_request


class RequestHandler(ASGIHandler):
    """Django's handler, which by itself raises if a header cannot be read at all."""

    def create_request(
        self, scope: Any, body_file: Any
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """The request, or a 400 instead."""
        try:
            return super().create_request(scope, body_file)
        except ValueError:  # Content-Type names a charset that does not exist
            return None, HttpResponseBadRequest()


def bad_request_page(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of a 400. A visitor who used a host name that is not the site's is told so."""
    if isinstance(exception, DisallowedHost):
        return HttpResponse(loader.render_to_string("wrong_host.html"), status=400)
    return bad_request(request, exception)


class NoNullCharacters:
    """Refuses addresses with a null character: none of ours has one, and PostgreSQL raises an
    error for each that reaches a query."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response; raises ``BadRequest``."""
        if "\x00" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("The address has a null character.")
        return self.get_response(request)


class OnlyUTF8:
    """Refuses bodies in other charsets: some cannot be read, and no page of ours sends one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response; raises ``BadRequest``."""
        charset = (request.content_params or {}).get("charset", "utf-8")
        try:
            known = codecs.lookup(charset).name
        except (LookupError, ValueError):  # ValueError: it has a null character
            known = ""
        if known != "utf-8":
            raise BadRequest("The body is not said to be UTF-8.")
        return self.get_response(request)
