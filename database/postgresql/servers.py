"""In which order a process asks the servers that ``DATABASE_URL`` names.

psycopg itself asks them one by one, always in the order of the address, and gives each
``connect_timeout``, of at least two seconds. (``load_balance_hosts`` only makes that order random.)
A first server that is frozen or cut off would thus cost each new connection two seconds, for as
long as it stays so. Therefore each process begins with the server that took its last connection,
and asks those that did not answer last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Parameters = dict[str, Any]

Server = tuple[str, str]
"""The host (or the folder of a socket) and the port of a server."""


class Order:
    """In which order this process asks the servers of an address."""

    def __init__(self) -> None:
        self.last: Server | None = None
        self.silent: set[Server] = set()

    def attempts(self, parameters: Parameters) -> list[tuple[Server, Parameters]]:
        """Returns each server with the parameters for it, the most promising first."""
        found = [(server_of(each), each) for each in _single(parameters)]
        return sorted(found, key=lambda one: (one[0] in self.silent, one[0] != self.last))

    def answered(self, server: Server, *, connected: bool) -> None:
        """Notes that this server has taken a connection, or refused it."""
        self.silent.discard(server)
        if connected:
            self.last = server

    def kept_silent(self, server: Server) -> None:
        """Notes that this server did not answer in time."""
        self.silent.add(server)


order = Order()


def _single(parameters: Parameters) -> Iterator[Parameters]:
    """Yields the parameters for each server."""
    hosts = str(parameters.get("host") or "").split(",")
    if len(hosts) == 1 or parameters.get("hostaddr"):
        yield parameters
        return
    ports = str(parameters.get("port") or "").split(",")
    for host, port in zip(hosts, ports * len(hosts) if len(ports) == 1 else ports):
        yield {**parameters, "host": host, "port": port or None}


def server_of(parameters: Parameters) -> Server:
    return str(parameters.get("host") or ""), str(parameters.get("port") or "")
