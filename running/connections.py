"""Limits how many connections one address may have open to a web process.

Without a proxy in front, nothing else limits them. Sockets are counted once they are open, and
requests once they have arrived, but a connection costs memory and a descriptor before that.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from twisted.internet.protocol import Protocol, connectionDone
from twisted.python.failure import Failure

from transport.addresses import network_of

TOO_MANY = b"There are too many connections from your network. Close some pages, then try again.\n"
ANSWER_TOO_MANY = (
    b"HTTP/1.1 429 Too Many Requests\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: %d\r\n"
    b"Retry-After: 10\r\n"
    b"X-Content-Type-Options: nosniff\r\n"
    b"Connection: close\r\n\r\n%s"
) % (len(TOO_MANY), TOO_MANY)


class Connections:
    """The open connections of this process, by address. ``most``: the limit for each; 0: none."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: Counter[str] = Counter()

    def has_room(self, host: str) -> bool:
        """Returns whether this address may open another connection."""
        return not self.most or self.open[network_of(host)] < self.most

    def count(self, transport: Any, host: str) -> None:
        """Counts a connection until it is closed. Watches the transport, because the protocol
        changes when the connection becomes a socket."""
        address, close = network_of(host), transport.connectionLost
        self.open[address] += 1

        def closed(reason: Failure = connectionDone) -> None:
            transport.connectionLost = close
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]
            close(reason)

        transport.connectionLost = closed


class TurnedAway(Protocol):
    """The protocol of a connection above the limit: answers 429 and closes."""

    def connectionMade(self) -> None:  # noqa: N802 - Twisted's name
        """Called when the connection is open."""
        transport: Any = self.transport
        transport.write(ANSWER_TOO_MANY)
        transport.loseConnection()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Ignores what the client sends."""
