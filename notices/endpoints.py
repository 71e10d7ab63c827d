"""Which addresses the site may send to. They come from members and their browsers; a server that
sent anywhere would let outsiders reach its own network (SSRF)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from django.conf import settings

LONGEST = 1000
"""Characters of an address. Those of the known services have at most 500."""

PLAIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?/[!-~]*", re.IGNORECASE)
"""Host and path in plain ASCII, without a user or anything else that could hide another host."""

IPV4_BEHIND_IPV6 = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as IPv6-only networks write them (RFC 6052)."""


def is_endpoint(address: str, *, schemes: Collection[str] = ("https",)) -> bool:
    """Whether the site may send to this address: HTTPS on its standard port, and a host name with a
    dot. The IP address is checked when something is sent (:func:`is_public`).

    >>> is_endpoint("https://push.example.org/abc")
    True
    >>> is_endpoint("https://user@push.example.org/abc")
    False
    """
    if len(address) > LONGEST or not PLAIN.fullmatch(address):
        return False
    if settings.SEND_TO_PRIVATE_ADDRESSES:
        return True
    parts = urlsplit(address)
    host = parts.hostname or ""
    is_name = "." in host.strip(".") and not host.rsplit(".", 1)[-1].isdigit()
    return parts.scheme in schemes and parts.netloc == host and is_name


def is_public(address: str) -> bool:
    """Whether this IP address is on the public Internet: not loopback, private, multicast, reserved
    or unspecified, nor an IPv6 form of such an IPv4 address.

    >>> is_public("93.184.216.34"), is_public("127.0.0.1"), is_public("::ffff:10.0.0.1")
    (True, False, False)
    """
    if settings.SEND_TO_PRIVATE_ADDRESSES:
        return True
    return all(_is_public(each) for each in _all_of(ip_address(address.split("%", maxsplit=1)[0])))


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address) and address.is_site_local:  # Python calls these global
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _all_of(address: IPv4Address | IPv6Address) -> Iterator[IPv4Address | IPv6Address]:
    """The address and the IPv4 addresses that it leads to; for an IPv4-mapped address, only the
    IPv4 address."""
    if isinstance(address, IPv4Address):
        yield address
    elif address.ipv4_mapped:
        yield address.ipv4_mapped
    elif address in IPV4_BEHIND_IPV6:
        yield IPv4Address(int(address) & 0xFFFFFFFF)
    else:
        yield address
        if address.sixtofour:
            yield address.sixtofour
        yield from address.teredo or ()
