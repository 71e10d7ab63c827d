"""Chooses the language in which somebody sees the site and gets mails.

A member's own preference comes first, then the language that a visitor chose (kept in a cookie),
then what the browser asks for, then the first of ``settings.LANGUAGES``.
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

SHARED_ENDINGS = (".svg", ".png", ".webp", "/embed/")
"""How the addresses of pictures and of framed pages end, which are the same for everybody."""


class LanguageOfBrowser:
    """Middleware: answers in the language that the browser asks for, refusals by other middleware
    included."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response, with its ``Content-Language``. Immutable files are the same in all
        languages and get no ``Vary``."""
        with translation.override(translation.get_language_from_request(request)):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language() or "")
        if "immutable" not in response.headers.get("Cache-Control", ""):
            patch_vary_headers(response, ["Accept-Language"])
        return response


class OwnLanguage:
    """Middleware: answers a member in their preferred language, if they have one."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Returns the response. The preference is not looked up for a browser without a session,
        nor for addresses that are the same for everybody."""
        is_shared = request.path_info.endswith(SHARED_ENDINGS)
        if is_shared or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return self.get_response(request)
        with translation.override(preferred(request.user) or translation.get_language()):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language() or "")
        return response


class SpokenOnSockets:
    """ASGI middleware: a socket keeps the language of its handshake."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Runs the application with this language in its task and the threads it uses."""
        with translation.override(language_of_handshake(scope)):
            await self.application(scope, receive, send)


def language_of_handshake(scope: Mapping[str, Any]) -> str:
    """The language for whoever opens a socket, chosen as for a request."""
    headers = dict(scope["headers"])
    request = HttpRequest()
    request.COOKIES = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    return preferred(scope.get("user")) or translation.get_language_from_request(request)


def preferred(user: Any) -> str:
    """The language that a member prefers; empty if they have chosen none, or one that the club no
    longer offers."""
    own = getattr(user, "preferences", None)  # loaded with the member: accounts.backends
    language = own.language if isinstance(own, Preferences) else ""
    return language if language in dict(settings.LANGUAGES) else ""


def language_for(recipient: Any, request: HttpRequest | None) -> str:
    """The language of a mail: the recipient's preference; if they have none, that of the request if
    they made it themselves; otherwise the club's. A visitor who asks for a mail counts as its
    recipient."""
    own = preferred(recipient)
    if own or request is None:
        return own or settings.LANGUAGE_CODE
    asker = getattr(request, "user", None)
    is_theirs = not getattr(asker, "is_authenticated", False) or asker == recipient
    return (translation.get_language() if is_theirs else None) or settings.LANGUAGE_CODE
