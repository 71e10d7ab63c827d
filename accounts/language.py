"""Which language somebody is spoken to in: their own preference, or what their browser asks for.

A visitor may have chosen one, which a cookie remembers. Where neither says a language of the
club's, it is the first of ``settings.LANGUAGES``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

from accounts.models import Preferences

GetResponse = Callable[[HttpRequest], HttpResponseBase]


class LanguageOfBrowser:
    """Middleware: everything is said in the language that the browser asks for, a refusal of
    middleware, too."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response, which says its language. What never changes has no words."""
        with translation.override(translation.get_language_from_request(request)):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language() or "")
        if "immutable" not in response.headers.get("Cache-Control", ""):
            patch_vary_headers(response, ["Accept-Language"])
        return response


class OwnLanguage:
    """Middleware: a member who prefers a language is spoken to in that one."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response. Nothing is looked up for a browser without a session."""
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return self.get_response(request)
        with translation.override(preferred(request.user) or translation.get_language()):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language() or "")
        return response


def preferred(user: Any) -> str:
    """The language that a member prefers; empty where none is, or it is not the club's any more."""
    own = getattr(user, "preferences", None)  # read with the member: accounts.backends
    language = own.language if isinstance(own, Preferences) else ""
    return language if language in dict(settings.LANGUAGES) else ""


def language_of_recipient(user: Any) -> str:
    """The language of a mail to somebody who is not there: their own, else the club's."""
    return preferred(user) or settings.LANGUAGE_CODE
