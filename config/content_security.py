"""The sockets that the Content-Security-Policy allows. The rest of it is in the settings
(``CONTENT_SECURITY_POLICY``), and django-csp sets the header."""

from __future__ import annotations

from csp.middleware import CSPMiddleware, PolicyParts
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase


class ContentSecurityPolicy(CSPMiddleware):
    """Also allows sockets to the host that was asked: not every browser takes ``'self'`` to
    include them."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """The settings' policy and, for this response, the sockets."""
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
