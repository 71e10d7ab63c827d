"""What the middleware of django-htmx adds to a request."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request; ``htmx`` is true where a page asks for the part of it that has changed."""

    htmx: HtmxDetails
