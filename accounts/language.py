"""Which language somebody is spoken to in: their own preference, or what their browser asks for.

A visitor may have chosen one, which a cookie remembers. Where neither says a language of the
club's, it is the first of ``settings.LANGUAGES``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, parse_cookie
from django.utils import translation
from django.utils.cache import patch_vary_headers

from accounts.models import Preferences

Application = Callable[[Any, Any, Any], Awaitable[None]]
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
        """The response. Nothing is looked up for a browser without a session, nor for pictures,
        which are the same for everybody."""
        is_picture = request.path_info.endswith(".svg")
        if is_picture or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return self.get_response(request)
        with translation.override(preferred(request.user) or translation.get_language()):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language() or "")
        return response


class SpokenOnSockets:
    """An ASGI application: a socket says everything in one language, that of its handshake."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Hands the socket on, with its language in this task and the threads it uses."""
        with translation.override(language_of_handshake(scope)):
            await self.application(scope, receive, send)


def language_of_handshake(scope: Mapping[str, Any]) -> str:
    """The language of whoever opens a socket, as a request of theirs would get it."""
    headers = dict(scope["headers"])
    request = HttpRequest()
    request.COOKIES = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    return preferred(scope.get("user")) or translation.get_language_from_request(request)


def preferred(user: Any) -> str:
    """The language that a member prefers; empty where none is, or it is not the club's any more."""
    own = getattr(user, "preferences", None)  # read with the member: accounts.backends
    language = own.language if isinstance(own, Preferences) else ""
    return language if language in dict(settings.LANGUAGES) else ""


def language_for(recipient: Any, request: HttpRequest | None) -> str:
    """The language of a mail: what its recipient prefers, else that of the request if it is their
    own, else the club's. A visitor who asks for a mail is taken for its recipient."""
    own = preferred(recipient)
    if own or request is None:
        return own or settings.LANGUAGE_CODE
    asker = getattr(request, "user", None)
    is_theirs = not getattr(asker, "is_authenticated", False) or asker == recipient
    return (translation.get_language() if is_theirs else None) or settings.LANGUAGE_CODE
