"""The pages of the statuses 400, 403, 404 and 500.

Django's own views check the CSRF token first and read the body of the request to find it. If the
body is what cannot be read, they fail in the same way as the request did, and so does the view of
the 500 that follows. These views only write a page.
"""

from __future__ import annotations

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.template import loader


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of a 400. A visitor who used a host name that is not the site's is told so."""
    page = "wrong_host.html" if isinstance(exception, DisallowedHost) else "400.html"
    return HttpResponse(loader.render_to_string(page), status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of a 403."""
    return HttpResponse(loader.render_to_string("403.html", request=request), status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of a 404."""
    return HttpResponse(loader.render_to_string("404.html", request=request), status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """The page of a 500. It needs neither the database nor anything of the request."""
    return HttpResponse(loader.render_to_string("500.html"), status=500)
