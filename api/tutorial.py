"""The page that shows how to write a bot, which is the first part of docs/bots.md, and the bot that
it begins with."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from api.markup import document_as_html
from transport.limits import PAGES
from transport.requests import counted

DOCUMENT = Path(settings.BASE_DIR, "docs", "bots.md")
EXAMPLE = DOCUMENT.parent / "examples" / "bot.py"
PART = ("\n## A bot of your own\n", "\n## ")
"""Where the part begins and ends."""
SOME_SITE = "https://miai.example.org"
"""The address in the document, for which the page has the site's own."""


@require_safe
@counted(PAGES)
def tutorial(request: HttpRequest) -> HttpResponse:
    """The tutorial as a page."""
    own_address = request.build_absolute_uri("/").rstrip("/")
    return render(request, "api/tutorial.html", {"text": _text(own_address)})


@require_safe
@counted(PAGES)
def example(request: HttpRequest) -> HttpResponse:
    """The example as a file to download."""
    headers = {"Content-Disposition": content_disposition_header(True, EXAMPLE.name) or ""}
    return HttpResponse(
        EXAMPLE.read_bytes(), content_type="text/x-python; charset=utf-8", headers=headers
    )


def tutorial_source() -> str:
    """The Markdown of the tutorial."""
    begins, ends = PART
    return DOCUMENT.read_text(encoding="utf-8").partition(begins)[2].partition(ends)[0]


def _text(own_address: str) -> str:
    return _page().replace(SOME_SITE, own_address)


@cache
def _page() -> str:
    addresses = {
        "api.md": reverse("api-documentation"),
        "examples/bot.py": reverse("example-bot"),
    }
    return document_as_html(tutorial_source(), addresses)
