"""The network that a request or a socket comes from; limits count by it."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from django.http import HttpRequest

UNKNOWN = "unknown"


def address_of_request(request: HttpRequest) -> str:
    """The client's network (``network_of``)."""
    return network_of(request.META.get("REMOTE_ADDR") or "")


def address_of_scope(scope: Mapping[str, Any]) -> str:
    """The network (``network_of``) of an ASGI connection's client."""
    client = scope.get("client") or ("",)
    return network_of(client[0] or "")


def network_of(address: str) -> str:
    """What limits count as one address: an IPv4 address, or the /64 network of an IPv6 address.

    One subscriber has at least a /64, and could use another address each time. ``address`` is what
    the web server says, which alone decides whether to believe a proxy.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("2001:db8::7")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    >>> network_of("/run/web.sock")
    'unknown'
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return UNKNOWN
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((int(parsed) >> 64 << 64, 64)))
