"""Starts the web server: ``python -m running.web --bind ADDRESS --port PORT``.

Daphne serves ``config.asgi``, with limits that it has no options for. Only in PRODUCTION is the
client's address taken from ``X-Forwarded-For``, which the proxy in front sets.
"""

from __future__ import annotations

import gc
import sys
from typing import Any

import daphne.server
from daphne.cli import CommandLineInterface
from daphne.http_protocol import HTTPFactory, WebRequest
from environs import Env
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web import http

from running.connections import Connections, TurnedAway
from running.processes import LARGEST_BODY

LINGER_SECONDS = 2
"""How long a refused client may go on sending, so that it can read the answer."""

env = Env()

HEADER_SECONDS = env.float("HEADER_SECONDS", 15)
"""How long the headers of a request may take to arrive."""

BODY_SECONDS = env.float("BODY_SECONDS", 120)
"""How long its body may: 2 MiB come in that time over 140 kbit/s."""

CONNECTIONS_PER_ADDRESS = env.int("CONNECTIONS_PER_ADDRESS", 300)
"""Connections that one address may have open to this process; 0: as many as come. Behind the proxy
all are the proxy's, so that none are counted."""

YOUNG_OBJECTS = 20_000
"""After so many new objects they are looked through for garbage; Python's own number is 700."""

TOO_LARGE = b"This is more than the site takes at once: 2 MiB.\n"
ANSWER_TOO_LARGE = (
    b"HTTP/1.1 413 Content Too Large\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: %d\r\n"
    b"X-Content-Type-Options: nosniff\r\n"
    b"Connection: close\r\n\r\n%s"
) % (len(TOO_LARGE), TOO_LARGE)


class BoundedRequest(WebRequest):
    """A request whose body is refused as soon as it is known to be too large."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Django reads forms. Twisted would too, while everybody waits, and raises if it cannot.
        super().__init__(*args, parsePOSTFormSubmission=False, **kwargs)
        self.received = 0
        self.refused = False

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - Twisted's name
        """Called when all headers are there; ``length`` is None if they do not say it."""
        super().gotLength(length)
        if length is not None and length > LARGEST_BODY:
            self.refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Called with each part of the body."""
        self.received += len(data)
        if not self.refused and self.received > LARGEST_BODY:
            self.refuse()
        if not self.refused:
            super().handleContentChunk(data)

    def refuse(self) -> None:
        """Answers at once, and closes a little later: closing at once could lose the answer."""
        self.refused = True
        self.requestHeaders.removeHeader(b"Expect")  # else Twisted asks for the body
        self.channel.transport.write(ANSWER_TOO_LARGE)
        self.channel.callLater(LINGER_SECONDS, self.channel.transport.loseConnection)

    def process(self) -> Any:
        """Called when the whole request is there."""
        if self.refused:
            return None
        if not self.uri.startswith(b"/"):
            # Whole addresses are for proxies: Django would take one for a path.
            return self.basic_error(400, b"Bad Request", "The address must begin with a slash.")
        # Daphne believes this header from anyone, and raises if it is not ASCII.
        self.requestHeaders.removeHeader(b"Daphne-Root-Path")
        # Daphne raises if this is not ASCII; no socket of ours has a subprotocol.
        self.requestHeaders.removeHeader(b"Sec-WebSocket-Protocol")
        return super().process()


class BoundedChannel(http.HTTPChannel):
    """A connection that is closed where a request takes too long to arrive, however steadily it
    drips. Twisted alone would only close one that is silent."""

    def __init__(self, connections: Connections) -> None:
        super().__init__()
        self.connections = connections
        self.deadline: Any = None

    def connectionMade(self) -> None:  # noqa: N802 - Twisted's name
        """Called when it is open: the first request may take as long as any other."""
        transport: Any = self.transport
        self.connections.count(transport, host_of(transport.getPeer()))
        super().connectionMade()
        self.expect(HEADER_SECONDS)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Called with whatever comes: the first of another request sets its time."""
        if self.deadline is None and not self._handlingRequest:
            self.expect(HEADER_SECONDS)
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:  # noqa: N802 - Twisted's name
        """Called before the body, if there is one."""
        self.expect(BODY_SECONDS)
        super().allHeadersReceived()

    def allContentReceived(self) -> None:  # noqa: N802 - Twisted's name
        """Called when the whole request is there; an answer may take its time."""
        self.expect(None)
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:  # noqa: N802 - Twisted's name
        """Called when a request is answered: the next may have begun to arrive meanwhile."""
        if self._dataBuffer:
            self.expect(HEADER_SECONDS)
        super().requestDone(request)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - Twisted's name
        """Called when it is closed."""
        self.expect(None)
        super().connectionLost(reason)

    def expect(self, seconds: float | None) -> None:
        """From now on the next part has so long to arrive; None: nothing is expected."""
        if self.deadline is not None and self.deadline.active():
            self.deadline.cancel()
        self.deadline = None
        if seconds is not None:
            self.deadline = self.callLater(seconds, self.forceAbortClient)


class BoundedFactory(HTTPFactory):
    """Makes requests :class:`BoundedRequest` on connections :class:`BoundedChannel`."""

    def __init__(self, server: daphne.server.Server) -> None:
        super().__init__(server)
        is_behind_proxy = server.proxy_forwarded_address_header is not None
        self.connections = Connections(0 if is_behind_proxy else CONNECTIONS_PER_ADDRESS)

    def protocol(self) -> Any:
        """The protocol of a new connection, as Twisted's own factory wraps it."""
        channel = BoundedChannel(self.connections)
        return http._GenericHTTPChannelProtocol(channel)  # noqa: SLF001 no other way

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802 - Twisted's name
        """The protocol of one connection, or what turns it away."""
        if not self.connections.has_room(host_of(addr)):
            return TurnedAway()
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol


def host_of(address: Any) -> str:
    """The host of a Twisted address; empty for a file in place of a port."""
    return str(getattr(address, "host", ""))


class Server(daphne.server.Server):
    """Daphne's, with our factory."""

    def run(self) -> None:
        """Serves until it is stopped. Daphne offers no other way to set a factory."""
        from games.schedule.heartbeat import start_beating  # the site has been loaded by now

        daphne.server.HTTPFactory = BoundedFactory
        start_beating()
        # What has been loaded stays, and what choices under way need goes by itself: both would
        # be looked through for garbage again and again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS)
        super().run()


class WebServer(CommandLineInterface):
    """Daphne's options. It is silent: an address can hold an invitation."""

    server_class = Server


def main(arguments: list[str]) -> None:
    """Serves until it is asked to stop."""
    behind_proxy = ["--proxy-headers"] if env.bool("PRODUCTION", False) else []
    fixed = ["--verbosity", "0", "--no-server-name", *behind_proxy]
    WebServer().run([*fixed, *arguments, "config.asgi:application"])


if __name__ == "__main__":
    main(sys.argv[1:])
