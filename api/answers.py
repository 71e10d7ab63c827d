"""Reads the bodies of API requests and builds the answers: JSON, problem details (RFC 9457), ETags,
and pages of lists."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from hashlib import blake2b
from typing import Any, Generic, TypeVar

import msgspec
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import gettext_noop
from msgspec import UNSET, Struct, UnsetType

from api.callers import token_of
from games.models import Game
from games.pages.answers import STATUS, read_body
from transport.messages import LARGEST_MESSAGE
from transport.refusals import RateLimited, Refused, Unavailable, failed, log_fault
from transport.requests import is_for_programs, with_retry_after

FOR_EVER = 86_400 * 365
"""How long answers that never change may be cached, in seconds."""
PAGE = 30
"""The most items in one page of a list."""

READING = "GET, HEAD"
"""The methods with which pages of other sites may read."""
PROBLEM = "application/problem+json"
STATUS_OF = {"login-needed": 401, "bad-token": 401, "scope-needed": 403}
"""The statuses of codes that have another one here than on pages."""

Body = TypeVar("Body")
Item = TypeVar("Item")
Row = TypeVar("Row", bound=Model)
Response = TypeVar("Response", bound=HttpResponseBase)

NOWHERE = gettext_noop("There is nothing at this address. %(page)s says what there is.")
UNREADABLE = gettext_noop(
    "That request cannot be read. Send UTF-8, JSON in bodies, and no null characters in addresses."
)

logger = logging.getLogger(__name__)


class Problem(Struct, kw_only=True):
    """Why something was refused (RFC 9457). ``code``: for programs; ``detail``: what to do, for
    people. ``at``: which field or point is wrong. ``limit``, ``retry_after``: which limit was
    reached, and after how many seconds to try again."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    at: Any = UNSET
    limit: str | UnsetType = UNSET
    retry_after: int | UnsetType = UNSET


class Page(Struct, Generic[Item]):
    """A part of a list. ``next``: what to send as ``cursor`` for the next part; null at the end."""

    items: list[Item]
    next: str | None


def older_than(
    rows: QuerySet[Row], moment: str, after: tuple[datetime, int] | None
) -> QuerySet[Row]:
    """The rows after the one that a cursor names, in order of their ``moment``, newest first.
    ``after``: the moment and key of that one. Raises Refused ``bad-cursor`` if there is none."""
    if after is None:
        raise Refused("bad-cursor", "Send the cursor as it came.", at="cursor")
    at, key = after
    return rows.filter(**{f"{moment}__lte": at}).exclude(**{moment: at, "pk__gte": key})


def page_of(found: Sequence[Item], name: Callable[[Item], str], cursor: str) -> Page[Item]:
    """A page of a short list that is read as a whole. ``name``: what cursors call an item. Raises
    Refused ``bad-cursor``."""
    if cursor:
        names = [name(item) for item in found]
        if cursor not in names:
            raise Refused("bad-cursor", "Send the cursor as it came.", at="cursor")
        found = found[names.index(cursor) + 1 :]
    return page_cut(found, name)


def page_cut(found: Sequence[Item], name: Callable[[Item], str]) -> Page[Item]:
    """The first page of these items. ``found``: at least one more than the page has, if there are
    more; ``name``: what cursors call an item."""
    shown = list(found[:PAGE])
    return Page(shown, name(shown[-1]) if len(found) > PAGE else None)


def read(request: HttpRequest, kind: type[Body], largest: int = LARGEST_MESSAGE) -> Body:
    """Reads the body of a request, at most ``largest`` bytes, as this type. Raises Refused
    ``bad-command``, and what :func:`games.pages.answers.read_body` raises."""
    body = read_body(request, largest)
    described = msgspec.inspect.type_info(kind)
    assert isinstance(described, msgspec.inspect.StructType | msgspec.inspect.DataclassType)
    refuse_unknown(body, [field.encode_name for field in described.fields])
    try:
        return msgspec.convert(body, kind)
    except msgspec.ValidationError as error:
        raise Refused("bad-command", "%(what)s.", values={"what": error}) from None


def refuse_unknown(body: Mapping[str, Any], known: Sequence[str]) -> None:
    """Raises Refused ``bad-command`` if the body has other fields than those that are known."""
    unknown = sorted(body.keys() - set(known))
    if not unknown:
        return
    values = {"field": unknown[0], "known": ", ".join(known)}
    if known:
        text = gettext_noop("This request has no field “%(field)s”. It has: %(known)s.")
    else:
        text = gettext_noop("This request has no field “%(field)s”. Its body is empty.")
    raise Refused("bad-command", text, values=values, at=unknown[0])


def answer(
    request: HttpRequest, value: Any, *, status: int = 200, fixed_in: Game | None = None
) -> HttpResponse:
    """Answers with the value as JSON. ``fixed_in``: a game of which the value is a part that never
    changes and is the same for everybody. The answer gets an ETag, and may be kept: by anybody if
    the game is public, else by the caller."""
    return answer_json(request, msgspec.json.encode(value), status=status, fixed_in=fixed_in)


def answer_json(
    request: HttpRequest, body: bytes, *, status: int = 200, fixed_in: Game | None = None
) -> HttpResponse:
    """Like :func:`answer`, but for JSON that is already encoded."""
    response = with_headers(
        request, HttpResponse(body, content_type="application/json", status=status)
    )
    if fixed_in is None:
        patch_cache_control(response, no_cache=True, private=True)
        return response
    shared = "public" if fixed_in.settings.listed else "private"
    patch_cache_control(response, max_age=FOR_EVER, immutable=True, **{shared: True})
    return _with_etag(request, response)


def answer_until_changed(request: HttpRequest, body: bytes) -> HttpResponse:
    """Answers with JSON that is the same for everybody, until the site gets another version. Caches
    ask each time whether it still is."""
    response = with_headers(request, HttpResponse(body, content_type="application/json"))
    patch_cache_control(response, no_cache=True, public=True)
    return _with_etag(request, response)


def _with_etag(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    etag = f'"{blake2b(response.content, digest_size=12).hexdigest()}"'
    response["ETag"] = etag
    found = get_conditional_response(request, etag=etag, response=response)
    return with_headers(request, found or response)


def refuse(request: HttpRequest, refused: Refused, status: int | None = None) -> HttpResponse:
    """Answers with the refusal as problem details. ``status``: if it is not the one of the
    refusal's code."""
    status = status or STATUS_OF.get(refused.code, STATUS.get(refused.code, 400))
    response = HttpResponse(status=status, content_type=PROBLEM)
    problem = Problem(
        type=f"{reverse('api-documentation')}#problems",
        title=response.reason_phrase,
        status=status,
        detail=refused.message,
        code=refused.code,
        at=UNSET if refused.at is None else refused.at,
    )
    if status == 401:
        response["WWW-Authenticate"] = "Bearer"
    if isinstance(refused, RateLimited):
        problem.limit = refused.limit
    if isinstance(refused, RateLimited | Unavailable):
        problem.retry_after = refused.retry_after
        with_retry_after(response, refused)
    response.content = msgspec.json.encode(problem)
    patch_cache_control(response, no_store=True)
    return with_headers(request, response)


def fail(request: HttpRequest, error: Exception) -> HttpResponse:
    """Logs an unexpected error, without any values, and answers that something failed."""
    log_fault(logger, "a request of the API failed", error)
    return refuse(request, failed(error))


def nowhere() -> Refused:
    """The refusal of an address that does not exist."""
    values = {"page": reverse("api-documentation")}
    return Refused("not-found", NOWHERE, values=values)


class ProblemsForPrograms:
    """Middleware: what is refused below ``/api/v1/`` before it reaches the API is also answered
    with problem details, and not with a page for people."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Returns the response."""
        response = self.get_response(request)
        status, kind = response.status_code, response.headers.get("Content-Type")
        if status < 400 or kind == PROBLEM or not is_for_programs(request):
            return response
        if status == 405:
            methods = {"methods": response.headers.get("Allow", "")}
            words = gettext_noop("This address takes only these methods: %(methods)s.")
            refused = Refused("bad-method", words, values=methods)
        elif status == 404:
            refused = nowhere()
        elif status == 503:
            refused = Unavailable()
        else:
            refused = failed() if status >= 500 else Refused("bad-request", UNREADABLE)
        problem = refuse(request, refused, status)
        if "Allow" in response.headers:
            problem.headers["Allow"] = response.headers["Allow"]
        return problem


class OpenForReading:
    """Middleware: lets pages of any site read what is below ``/api/v1/``, also with a token that
    they have. Cookies are ignored there, so an answer without a token contains only what anybody
    may read. They cannot send commands."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Returns the response. Browsers send ``OPTIONS`` before they read with a token."""
        if not is_for_programs(request):
            return self.get_response(request)
        method = request.method
        if method == "OPTIONS":
            response: HttpResponseBase = HttpResponse(status=204, headers={"Allow": READING})
            response.headers["Access-Control-Allow-Methods"] = READING
            response.headers["Access-Control-Allow-Headers"] = "Authorization, If-None-Match"
            response.headers["Access-Control-Max-Age"] = "86400"
        elif method == "HEAD":
            request.method = "GET"
            response = without_body(self.get_response(request))
        else:
            response = self.get_response(request)
        if method in ("GET", "HEAD", "OPTIONS"):
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After, Token-Scopes"
        return response


def without_body(response: HttpResponseBase) -> HttpResponse:
    """The answer to ``HEAD``: the headers of the response to ``GET``, which is closed."""
    empty = HttpResponse(status=response.status_code, headers=response.headers)
    if isinstance(response, HttpResponse):
        empty.headers["Content-Length"] = str(len(response.content))
    response.close()
    return empty


def with_headers(request: HttpRequest, response: Response) -> Response:
    """Adds a header with the token's scopes. ``Vary`` tells caches to keep answers to different
    callers apart."""
    patch_vary_headers(response, ["Authorization"])
    token = token_of(request)
    if token is not None:
        response.headers["Token-Scopes"] = " ".join(token.scopes) or "none"
    return response
