"""A connection between a program and the site that is cut again and again."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

LARGEST = 65_536


class Cutting:
    """A context manager: a server that passes bytes on to the site, and ends every connection when
    :meth:`cut` is called. ``cuts``: how many connections were cut."""

    def __init__(self, site: str) -> None:
        at = urlsplit(site)
        self.site = (at.hostname or "", at.port or 80)
        self.server = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.server.getsockname()[1]}"
        self.open: set[socket.socket] = set()
        self.cuts = 0

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.server.close()
        self.cut()

    def cut(self) -> None:
        """Cuts all connections, whatever they are carrying."""
        for each in list(self.open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
                self.cuts += 1

    def _accept(self) -> None:
        with suppress(OSError):  # the server is closed
            while True:
                near, _ = self.server.accept()
                try:
                    far = socket.create_connection(self.site)
                except OSError:  # the site is busy: one more cut
                    near.close()
                    continue
                self.open |= {near, far}
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(LARGEST):
                other.sendall(data)
        for each in (one, other):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self.open.discard(one)
        one.close()
