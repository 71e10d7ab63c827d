"""Where a request or a socket comes from."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from django.http import HttpRequest

UNKNOWN = "unknown"


def address_of_request(request: HttpRequest) -> str:
    """The client's network, see ``network_of``."""
    return network_of(request.META.get("REMOTE_ADDR") or "")


def address_of_scope(scope: Mapping[str, Any]) -> str:
    """The client's network, of an ASGI connection, see ``network_of``."""
    client = scope.get("client") or ("",)
    return network_of(client[0] or "")


def network_of(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 network of an IPv6 address.

    One subscriber has at least a /64, and could come from another address each time. Both
    come from the web server, which alone decides whether a proxy's word is believed.

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
