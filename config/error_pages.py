"""The pages for the statuses 400, 403, 404, 500 and 503.

Django's own views first check the CSRF token and read the request's body to find it. If the body is
what cannot be read, they fail just like the request, and so does the view of the resulting 500.
These views only render a page.
"""

from __future__ import annotations

import sys

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.template import loader

from transport.faults import is_database_away
from transport.requests import is_for_programs

RETRY_AFTER = 5
"""Seconds after which a page may be asked for again while the database is away."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Shows a 400. Visitors who used a host name that is not the site's are told so."""
    page = "wrong_host.html" if isinstance(exception, DisallowedHost) else "400.html"
    return HttpResponse(loader.render_to_string(page), status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Shows a 403. For programs, ``ProblemsForPrograms`` writes what it says."""
    if is_for_programs(request):
        return HttpResponse(status=403)
    return HttpResponse(loader.render_to_string("403.html", request=request), status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Shows a 404. For programs, ``ProblemsForPrograms`` writes what it says."""
    if is_for_programs(request):
        return HttpResponse(status=404)
    return HttpResponse(loader.render_to_string("404.html", request=request), status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Shows a 500; a 503 if the error that Django is handling is that the database is away. Needs
    neither the database nor anything from the request."""
    error = sys.exc_info()[1]
    if error is None or not is_database_away(error):
        return HttpResponse(loader.render_to_string("500.html"), status=500)
    response = HttpResponse(loader.render_to_string("503.html"), status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    return response
