"""The callers of the API: members' programs with a token, and anybody without one. Cookies are
ignored, so that no page of another site can act as a member here."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone
from ninja.security import HttpBearer

from accounts.models import ApiToken, Scope, User
from accounts.services.tokens import find_token
from accounts.standing import Login, with_token
from transport.limits import PAGES, count, rate_key_of
from transport.refusals import Refused


class ByToken(HttpBearer):
    """Requires a token with these scopes. If no scope is given, the token is optional, but a bad
    one is still refused."""

    openapi_name = "token"

    def __init__(self, *needs: Scope) -> None:
        super().__init__()
        self.needs = needs

    @property
    def in_words(self) -> str:
        """What one needs, for the description."""
        if not self.needs:
            return "Needs no token."
        return f"Needs the scope {' and '.join(f'`{scope.value}`' for scope in self.needs)}."

    def __call__(self, request: HttpRequest) -> bool:
        """Sets ``request.user`` and ``request.token``. Raises Refused: ``login-needed``,
        ``bad-token``, ``scope-needed``, and RateLimited for too many of these: views count what
        gets as far as them, and nothing else would count the rest."""
        request.user = AnonymousUser()
        request.token = None  # type: ignore[attr-defined]
        try:
            return self._let_in(request)
        except Refused:
            count(PAGES, rate_key_of(request))
            raise

    def _let_in(self, request: HttpRequest) -> bool:
        if "Authorization" in request.headers:
            super().__call__(request)
            if request.token is None:  # type: ignore[attr-defined]
                raise Refused("bad-token", "Send the token as “Authorization: Bearer TOKEN”.")
        return self._check_scopes(request)

    def authenticate(self, request: HttpRequest, token: str) -> None:
        """Finds the token. Raises Refused ``bad-token``."""
        found = find_token(token, timezone.now())
        if found is None:
            raise Refused(
                "bad-token",
                "This token does not work: it has ended, or there never was one. Copy it again, or "
                "make a new one under “Your bots” or “Tokens for programs”.",
            )
        request.user = found.member
        request.token = found  # type: ignore[attr-defined]

    def _check_scopes(self, request: HttpRequest) -> bool:
        token = token_of(request)
        if self.needs and token is None:
            raise Refused("login-needed", "Send a token; members make them on their account page.")
        for scope in self.needs:
            if token is not None and scope not in token.scopes:
                values = {"scope": scope.value}
                raise Refused(
                    "scope-needed",
                    "The token lacks the scope “%(scope)s”. Make a token with it on your account "
                    "page.",
                    values=values,
                )
        return True


ANYBODY = ByToken()
"""For addresses that visitors may read."""
MAY_READ, MAY_PLAY, MAY_USE_TABLES = (
    ByToken(scope) for scope in (Scope.READ, Scope.PLAY, Scope.TABLES)
)
"""For addresses that need a token with one of these scopes."""


def token_of(request: HttpRequest) -> ApiToken | None:
    """The caller's token; None if they sent none."""
    token: ApiToken | None = getattr(request, "token", None)
    return token


def member_of(request: HttpRequest) -> User:
    """The caller, at an address that needs a token."""
    token = token_of(request)
    assert token is not None
    return token.member


def reader_of(request: HttpRequest) -> Any:
    """The user whose view the caller gets: the member if the token may read, else a visitor."""
    token = token_of(request)
    return token.member if token is not None and Scope.READ in token.scopes else AnonymousUser()


def login_of(request: HttpRequest) -> Login:
    """The caller's login, which is checked again once a game is locked."""
    token = token_of(request)
    assert token is not None
    return with_token(token)
