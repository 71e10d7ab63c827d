"""What the views of a game share: reading a body, and answering with refusals."""

from __future__ import annotations

import functools
import gzip
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.utils import timezone
from django.utils.cache import add_never_cache_headers, patch_vary_headers

from engines.rules import Json
from transport.messages import LARGEST_MESSAGE
from transport.refusals import RateLimited, Refused, Unavailable, failed, log_fault
from transport.requests import is_for_programs, parse_int, with_retry_after

STATUS = {
    "not-found": 404,
    "login-needed": 403,
    "not-allowed": 403,
    "not-for-programs": 403,
    "not-your-seat": 403,
    "suspended": 403,
    "chat-ban": 403,
    "too-fast": 429,
    "failed": 500,
    "not-now": 503,
    "unavailable": 503,
}

logger = logging.getLogger(__name__)

View = Callable[..., HttpResponse]


def refusal(refused: Refused) -> HttpResponse:
    """Returns the refusal as an ``error`` of the protocol."""
    body: Json = {
        "type": "error",
        "now": timezone.now(),
        "code": refused.code,
        "message": refused.message,
    }
    if refused.at is not None:
        body["at"] = refused.at
    status = STATUS.get(refused.code, 400)
    if not isinstance(refused, RateLimited | Unavailable):
        return JsonResponse(body, status=status)
    body["retry_after"] = refused.retry_after
    return with_retry_after(JsonResponse(body, status=status), refused)


def refusals_as_json(view: View) -> View:
    """Makes a view answer with an ``error`` of the protocol whenever it refuses something."""

    @functools.wraps(view)
    def answering(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            return refusal(refused)
        except Exception as error:  # noqa: BLE001 Django would log the error's message
            log_fault(logger, "a request failed", error)
            return refusal(failed(error))

    return answering


def ask_again(**progress: int) -> HttpResponse:
    """Returns the answer to a request for something that a worker is still calculating, with
    its ``progress`` if that is known."""
    response = JsonResponse({"working": True, **progress}, status=202)
    response["Retry-After"] = "1"
    add_never_cache_headers(response)
    return response


def unpacked_for(request: HttpRequest, body: bytes) -> HttpResponse:
    """Returns a response with JSON that was compressed by gzip; it is unpacked if the client does
    not accept gzip."""
    zipped = "gzip" in request.headers.get("Accept-Encoding", "")
    content = body if zipped else gzip.decompress(body)
    response = HttpResponse(content, content_type="application/json")
    if zipped:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def arrival_of(request: HttpRequest) -> datetime:
    """Returns when the request reached the server; it may have waited for a thread since then."""
    arrived = getattr(request, "scope", {}).get("arrived")
    return arrived if isinstance(arrived, datetime) else timezone.now()


def read_body(request: HttpRequest, largest: int = LARGEST_MESSAGE) -> Json:
    """Returns the fields of a POST of at most ``largest`` bytes, from JSON or from a form.

    Raises Refused ``too-large``, ``bad-json``, ``bad-command``.
    """
    length = parse_int(request.META.get("CONTENT_LENGTH") or "0", digits=9)
    if length is None:
        raise Refused("bad-json", "The length of that message is no number.")
    if length > largest:
        raise Refused(
            "too-large",
            "A command has at most %(most)s bytes.",
            values={"most": largest},
        )
    if not _is_json(request):
        try:
            return dict(request.POST.items())
        except (BadRequest, MultiPartParserError, SuspiciousOperation):
            raise Refused("bad-command", "That form cannot be read.") from None
    if not request.body:
        raise Refused("bad-json", "The body is empty. Send a JSON object, such as {}.")
    try:
        data = msgspec.json.decode(request.body)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        values = {"what": str(error).removeprefix("JSON is malformed: ")}
        raise Refused("bad-json", "That is not JSON: %(what)s.", values=values) from None
    if not isinstance(data, dict):
        raise Refused("bad-command", "Send a JSON object.")
    return data


def _is_json(request: HttpRequest) -> bool:
    """Whether the body is JSON. Programs often forget to say so; they send no forms that begin like
    an object."""
    if request.content_type == "application/json":
        return True
    return is_for_programs(request) and request.body.lstrip().startswith(b"{")


def text_of(body: Json, name: str) -> str:
    """Returns a field that must be text; empty if it is missing. Raises Refused ``bad-command``."""
    value = body.get(name, "")
    if not isinstance(value, str):
        raise Refused("bad-command", "%(name)s must be text.", values={"name": name})
    return value.replace("\x00", "")


def integer_of(body: Json, name: str) -> int:
    """Returns a field that must be a whole number. Raises Refused ``bad-command``."""
    value = body.get(name)
    if isinstance(value, str):
        value = parse_int(value, digits=9)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9:
        return value
    raise Refused("bad-command", "%(name)s must be a whole number.", values={"name": name})
