"""No browser and no proxy keeps the pages of an account."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import add_never_cache_headers


class NeverKept:
    """Middleware: whoever goes back after logging out finds nothing of the account."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response; under the account's address with ``no-store``."""
        response = self.get_response(request)
        match = request.resolver_match
        if match is not None and match.route.startswith("account/"):
            add_never_cache_headers(response)
        return response
