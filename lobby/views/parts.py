"""Pages that are asked again for the part of them that changes.

An open page sends the header ``Miai-Part: 1`` and gets that part alone, or, where nothing of it has
changed since the answer whose ``ETag`` it sends along, an answer without content (304).
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response

ASKED = "Miai-Part"
"""The header of a page that asks for what changes."""
ELSEWHERE = "Miai-Go-To"
"""The header that sends such a page to another address, as a whole."""

OTHER_EACH_TIME = re.compile(r'((?:name="csrfmiddlewaretoken" value|data-now)=")[^"]*')
"""What differs between two answers that say the same."""
AGEING = re.compile(r"(<time[^>]* data-(?:moment|deadline)[^>]*>)[^<]*")
"""Times in words; the page writes them anew by itself."""


def asks_for_part(request: HttpRequest) -> bool:
    """Whether an open page asks for what has changed."""
    return ASKED in request.headers


def show(
    request: HttpRequest, page: str, part: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """The template ``page``; for a page that asks again ``part``, or 304 where it has that."""
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
    """The entity tag of a part of a page: the same for two that say the same."""
    said = AGEING.sub(r"\1", OTHER_EACH_TIME.sub(r"\1", part))
    return f'"{blake2b(said.encode(), digest_size=12).hexdigest()}"'


def go_to(request: HttpRequest, address: str) -> HttpResponse:
    """Leads there; an open page is told where to go, so that it goes as a whole."""
    if asks_for_part(request):
        return HttpResponse(headers={ELSEWHERE: address})
    return redirect(address)
