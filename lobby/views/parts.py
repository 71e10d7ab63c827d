"""Pages that update a part of themselves.

An open page sends the header ``Miai-Part: 1`` and gets only that part; or, if nothing in it has
changed since the answer whose ``ETag`` the page sends along, an answer without content (304).
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response

ASKED = "Miai-Part"
"""The header with which an open page asks for the part that changes."""
ELSEWHERE = "Miai-Go-To"
"""The header of an answer that makes an open page go to another address."""

OTHER_EACH_TIME = re.compile(r'((?:name="csrfmiddlewaretoken" value|data-now)=")[^"]*')
"""Values that differ in every answer, even if nothing has changed."""
AGEING = re.compile(r"(<time[^>]* data-(?:moment|deadline)[^>]*>)[^<]*")
"""Times in words, which the page keeps up to date itself."""


def asks_for_part(request: HttpRequest) -> bool:
    """Whether an open page asks for the part that changes."""
    return ASKED in request.headers


def show(
    request: HttpRequest, page: str, part: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """Renders the template ``page``. An open page gets ``part`` instead, or 304 if it already has
    that."""
    if not asks_for_part(request):
        return render(request, page, context, status=status)
    response = render(request, part, context, status=status)
    if request.method == "POST":
        return response
    etag = tag_of(response.text)
    response.headers["ETag"] = etag
    answer = get_conditional_response(request, etag=etag, response=response)
    assert isinstance(answer, HttpResponse)
    return answer


def tag_of(part: str) -> str:
    """The entity tag of a part of a page: equal for two parts with the same content."""
    said = AGEING.sub(r"\1", OTHER_EACH_TIME.sub(r"\1", part))
    return f'"{blake2b(said.encode(), digest_size=12).hexdigest()}"'


def go_to(request: HttpRequest, address: str) -> HttpResponse:
    """Redirects to ``address``. An open page gets it in a header instead, so that the whole page
    goes there and not just its part."""
    if asks_for_part(request):
        return HttpResponse(headers={ELSEWHERE: address})
    return redirect(address)
