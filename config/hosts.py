"""The host names and addresses by which this machine can be reached."""

from __future__ import annotations

import ipaddress
import socket

import ifaddr

LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
ANY_ADDRESS = {"0.0.0.0", "::"}  # noqa: S104 - looked up, not bound


def own_hosts(host: str) -> list[str]:
    """Returns the host names of a site that listens on ``host``, for ``ALLOWED_HOSTS``.

    A foreign name that somebody points at this machine is not among them: a page under that name
    could read what the site shows its visitor.
    """
    names = [*LOOPBACK, socket.gethostname().lower()]
    if not is_loopback(host):
        names += [f"{names[-1].partition('.')[0]}.local", socket.getfqdn().lower()]
    names += own_addresses() if host in ANY_ADDRESS else [as_host(host.lower())]
    return list(dict.fromkeys(names))


def own_addresses() -> list[str]:
    """Returns the addresses of all network interfaces, as written in a URL."""
    return [
        as_host(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]


def is_loopback(host: str) -> bool:
    """Returns whether only this machine can reach ``host``."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def as_host(address: str) -> str:
    """Returns an address as written in a URL, such as ``[::1]``."""
    return f"[{address}]" if ":" in address else address
