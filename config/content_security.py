"""Adds sockets to the Content-Security-Policy. The rest of the policy is in the settings
(``CONTENT_SECURITY_POLICY``); django-csp sets the header."""

from __future__ import annotations

from csp.middleware import CSPMiddleware, PolicyParts
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase


class ContentSecurityPolicy(CSPMiddleware):
    """Also allows sockets to the requested host, because ``'self'`` does not include them in every
    browser."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Returns the settings' policy plus the sockets for this response."""
        parts = super().get_policy_parts(request, response, report_only)
        host = _host(request)
        if host:
            parts.update = {**(parts.update or {}), "connect-src": _sockets(host)}
        return parts


def _sockets(host: str) -> list[str]:
    return [f"ws://{host}", f"wss://{host}"]


def _host(request: HttpRequest) -> str:
    try:
        return request.get_host()
    except DisallowedHost:  # the response is a 400
        return ""
