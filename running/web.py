"""Starts the web server: ``python -m running.web --bind ADDRESS --port PORT``.

Daphne serves ``config.asgi``, with limits for which it has no options. The client's address is
taken from ``X-Forwarded-For`` only in PRODUCTION, where the proxy in front sets it.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from http import HTTPStatus
from typing import Any

import autobahn.twisted.websocket
import autobahn.websocket.protocol
import daphne.server
from autobahn.websocket.types import ConnectionDeny
from daphne.cli import CommandLineInterface
from daphne.http_protocol import HTTPFactory, WebRequest
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web import http

from running.connections import Connections, TurnedAway
from running.draining import Draining
from running.processes import LARGEST_BODY
from running.variables import variables

LINGER_SECONDS = 2
"""How long a refused client may keep sending, so that it can still read the answer."""

env = variables()

HEADER_SECONDS = env.float("HEADER_SECONDS", 15)
"""How long the headers of a request may take to arrive."""

BODY_SECONDS = env.float("BODY_SECONDS", 120)
"""How long the body of a request may take: at 140 kbit/s, 2 MiB arrive in that time."""

CONNECTIONS_PER_ADDRESS = env.int("CONNECTIONS_PER_ADDRESS", 300)
"""How many connections one address may have open to this process; 0: no limit. Not counted behind
the proxy, because all connections are the proxy's there: deploy/nginx.conf limits them."""

WAITING_CONNECTIONS = 4096
"""How many connections may wait to be accepted; more wait a second until they are tried again. When
a thousand pages come back at once, Twisted's own 50 are too few, and a proxy that is not heard
takes the process for dead."""

HANDSHAKE_SECONDS = 15
"""How long the handshake of a socket may take. Daphne's own five seconds are less than one may wait
for its turn and then for the database (transport/opening.py)."""

YOUNG_OBJECTS = 20_000
"""Garbage is collected after this many new objects; Python's default is 700."""

GATEWAY_TIMEOUT = (504, b"Gateway Timeout")
"""What a process answers that gets no answer from the database; nginx then asks another process
(deploy/nginx.conf). The site answers 503 when no process could do better."""
NO_DATABASE = "This part of the site cannot reach its database. Please try again."

# Autobahn would write all settings of each socket, and with each frame the name of a function in
# colour, into debug messages that nobody reads.
websockets: Any = autobahn.websocket.protocol
websockets.pformat = lambda _settings: ""
adapters: Any = autobahn.twisted.websocket
websockets.hltype = adapters.hltype = lambda _function: ""

for each in HTTPStatus:  # Twisted would call a newer one, such as 429, "Unknown Status"
    http.RESPONSES.setdefault(each.value, each.phrase.encode())

READY = b"/readyz"
"""The address at which balancers ask whether this process takes requests. It says nothing about the
rest of the site: if a worker is late, every web process is still needed."""

TOO_LARGE = b"This is more than the site takes at once: 2 MiB.\n"
ANSWER_TOO_LARGE = (
    b"HTTP/1.1 413 Content Too Large\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: %d\r\n"
    b"X-Content-Type-Options: nosniff\r\n"
    b"Connection: close\r\n\r\n%s"
) % (len(TOO_LARGE), TOO_LARGE)


class BoundedRequest(WebRequest):
    """A request whose body is refused as soon as it turns out to be too large."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Django reads forms. Twisted would read them too, blocking everybody, and raise on errors.
        super().__init__(*args, parsePOSTFormSubmission=False, **kwargs)
        self.received = 0
        self.refused = False
        self.may_write: asyncio.Event | None = None

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - Twisted's name
        """Called when all headers have arrived; ``length`` is None if they do not state it."""
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
        """Answers at once and closes a little later, because closing at once could lose the
        answer."""
        self.refused = True
        self.requestHeaders.removeHeader(b"Expect")  # else Twisted asks for the body
        self.channel.transport.write(ANSWER_TOO_LARGE)
        self.channel.callLater(LINGER_SECONDS, self.channel.transport.loseConnection)

    def process(self) -> Any:
        """Called when the whole request has arrived."""
        if self.refused:
            return None
        if self.server.lookout.is_cut_off:
            return self.refuse_without_database()
        if self.uri.partition(b"?")[0] == READY:
            return self.say_whether_ready()
        if not self.uri.startswith(b"/"):
            # Full URLs are for proxies; Django would take one for a path.
            return self.basic_error(400, b"Bad Request", "The address must begin with a slash.")
        # Daphne trusts this header from anyone, and raises if it is not ASCII.
        self.requestHeaders.removeHeader(b"Daphne-Root-Path")
        # Daphne raises if this is not ASCII; none of our sockets has a subprotocol.
        self.requestHeaders.removeHeader(b"Sec-WebSocket-Protocol")
        return super().process()

    def say_whether_ready(self) -> None:
        """Answers a balancer."""
        is_ready = not self.server.draining.has_begun
        status, words = (200, "ready") if is_ready else (503, "draining")
        headers = {b"Content-Type": b"text/plain", b"Cache-Control": b"no-store"}
        start = {"type": "http.response.start", "status": status, "headers": [*headers.items()]}
        self.handle_reply(start)
        self.handle_reply({"type": "http.response.body", "body": f"{words}\n".encode()})

    def refuse_without_database(self) -> None:
        """Answers instead of a view, so that the client goes to another process."""
        self.basic_error(*GATEWAY_TIMEOUT, NO_DATABASE)

    def end_early(self) -> None:
        """Answers although a view is still at work, or cuts off an answer that has begun. A request
        that is still arriving is answered once it is complete."""
        if self._response_started:
            self.loseConnection()
        elif self.application_queue is not None:
            self.refuse_without_database()

    async def drained(self) -> None:
        """Waits until the client has read what was sent before: otherwise a long answer would be in
        memory as a whole."""
        if self.finished or self.channel is None:
            return
        if self.may_write is None:
            self.may_write = asyncio.Event()
            self.may_write.set()
            self.registerProducer(self, True)
        await self.may_write.wait()

    def pauseProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Called when more is waiting to be sent than the connection takes at once."""
        if self.may_write:
            self.may_write.clear()

    def resumeProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Called when that has been sent."""
        if self.may_write:
            self.may_write.set()

    def stopProducing(self) -> None:  # noqa: N802 - Twisted's name
        """Called when the connection is lost: nothing waits for it any more."""
        self.resumeProducing()

    def finish(self) -> None:
        """Ends the answer."""
        if self.may_write and self.channel is not None:
            self.unregisterProducer()
        super().finish()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - Twisted's name
        """Called when the connection is closed before the answer has ended."""
        self.resumeProducing()
        super().connectionLost(reason)


class BoundedChannel(http.HTTPChannel):
    """A connection that is closed if a request takes too long to arrive, even if it keeps dripping.
    Twisted alone would only close a silent one."""

    def __init__(self, connections: Connections, draining: Draining) -> None:
        super().__init__()
        self.connections = connections
        self.draining = draining
        self.deadline: Any = None

    def connectionMade(self) -> None:  # noqa: N802 - Twisted's name
        """Called when the connection is open; starts the time limit of the first request."""
        transport: Any = self.transport
        self.connections.count(transport, host_of(transport.getPeer()))
        super().connectionMade()
        self.expect(HEADER_SECONDS)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Called with all data; the first of a new request starts its time limit."""
        if self.deadline is None and not self._handlingRequest:
            self.expect(HEADER_SECONDS)
        super().dataReceived(data)

    def checkPersistence(self, request: Any, version: bytes) -> bool:  # noqa: N802 - Twisted's name
        """Returns whether the connection stays open after the answer: not if the process is to
        end."""
        if self.draining.has_begun:
            request.responseHeaders.setRawHeaders(b"Connection", [b"close"])
            return False
        return bool(super().checkPersistence(request, version))

    def allHeadersReceived(self) -> None:  # noqa: N802 - Twisted's name
        """Called before the body, if there is one."""
        self.expect(BODY_SECONDS)
        super().allHeadersReceived()

    def allContentReceived(self) -> None:  # noqa: N802 - Twisted's name
        """Called when the whole request has arrived; the answer has no time limit."""
        self.expect(None)
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:  # noqa: N802 - Twisted's name
        """Called when a request is answered; the next one may have begun to arrive meanwhile."""
        if self._dataBuffer:
            self.expect(HEADER_SECONDS)
        super().requestDone(request)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - Twisted's name
        """Called when the connection is closed."""
        self.expect(None)
        super().connectionLost(reason)

    def expect(self, seconds: float | None) -> None:
        """Gives the next part this long to arrive; None: nothing is expected."""
        if self.deadline is not None and self.deadline.active():
            self.deadline.cancel()
        self.deadline = None
        if seconds is not None:
            self.deadline = self.callLater(seconds, self.forceAbortClient)


class BoundedFactory(HTTPFactory):
    """Makes connections a :class:`BoundedChannel` and requests a :class:`BoundedRequest`."""

    def __init__(self, server: daphne.server.Server) -> None:
        super().__init__(server)
        is_behind_proxy = server.proxy_forwarded_address_header is not None
        self.connections = server.open = Connections(
            0 if is_behind_proxy else CONNECTIONS_PER_ADDRESS
        )

    def protocol(self) -> Any:
        """Returns the protocol of a new connection, wrapped as by Twisted's own factory."""
        channel = BoundedChannel(self.connections, self.server.draining)
        return http._GenericHTTPChannelProtocol(channel)  # noqa: SLF001 no other way

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802 - Twisted's name
        """Returns the protocol of a connection, or one that turns it away."""
        if not self.connections.has_room(host_of(addr)):
            return TurnedAway()
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol


def host_of(address: Any) -> str:
    """Returns the host of a Twisted address; empty for a Unix socket."""
    return str(getattr(address, "host", ""))


class Server(daphne.server.Server):
    """Daphne's server with our factory, which sends no faster than clients read."""

    async def handle_reply(self, protocol: Any, message: Any) -> None:
        """Sends a part of an answer, and waits until the client has read it if more follow."""
        await super().handle_reply(protocol, message)
        if message.get("more_body"):
            await protocol.drained()

    def run(self) -> None:
        """Serves until stopped. Daphne offers no other place to set a factory."""
        from config.cut_off import Lookout  # now that the site is loaded
        from config.metrics import register_gauges

        daphne.server.HTTPFactory = BoundedFactory
        register_gauges()
        self.lookout = Lookout()
        self.draining = Draining(self)
        self.ports: list[Any] = []
        for number, endpoint in enumerate(self.endpoints):
            if endpoint.startswith("tcp:"):
                self.endpoints[number] = f"{endpoint}:backlog={WAITING_CONNECTIONS}"
        self.websocket_connect_timeout = HANDSHAKE_SECONDS
        self.websocket_handshake_timeout = HANDSHAKE_SECONDS
        self.ready_callable = self.when_loop_is_known
        # Loaded modules stay, and the objects of a choice are freed without the garbage collector.
        # Searching either for garbage again and again would be wasted time.
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS)
        super().run()

    def when_loop_is_known(self) -> None:
        """Starts what needs the event loop, as soon as it runs: reports that choices are taken, and
        checks whether the database answers."""
        from games.schedule.outages import start_beating

        loop = asyncio.get_event_loop()
        start_beating(loop)
        self.looking = loop.create_task(self.look())

    async def look(self) -> None:
        """Listens for SIGTERM, and checks for ever whether the database answers."""
        self.draining.begin_on_sigterm()
        await self.lookout.look_for_ever(self.send_everybody_away)

    def listen_success(self, port: Any) -> None:
        """Called with each port on which the server listens."""
        self.ports.append(port)
        super().listen_success(port)

    def has_connections(self) -> bool:
        """Returns whether any connection is open, even one on which nothing happens."""
        return bool(self.open.open)

    def is_busy(self) -> bool:
        """Returns whether a request is being answered or a socket is open."""
        return any("disconnected" not in known for known in self.connections.values())

    def send_everybody_away(self) -> None:
        """Closes all sockets and answers all requests, so that pages go to another process at once.
        What they asked for may still be done."""
        from transport.sockets import TRY_AGAIN

        for protocol, known in list(self.connections.items()):
            if "disconnected" in known:
                continue
            if isinstance(protocol, BoundedRequest):
                protocol.end_early()
            elif not hasattr(protocol, "handshake_deferred"):
                protocol.serverClose(TRY_AGAIN)
            else:  # as Daphne's serverReject, with another status
                status, reason = GATEWAY_TIMEOUT
                deny = ConnectionDeny(status, reason.decode())
                protocol.handshake_deferred.errback(deny)
                del protocol.handshake_deferred
                self.protocol_disconnected(protocol)


class WebServer(CommandLineInterface):
    """Daphne's command line. It logs nothing, because an address can contain an invitation."""

    server_class = Server


def main(arguments: list[str]) -> None:
    """Serves until stopped."""
    behind_proxy = ["--proxy-headers"] if env.bool("PRODUCTION", False) else []
    fixed = ["--verbosity", "0", "--no-server-name", *behind_proxy]
    WebServer().run([*fixed, *arguments, "config.asgi:application"])


if __name__ == "__main__":
    main(sys.argv[1:])
