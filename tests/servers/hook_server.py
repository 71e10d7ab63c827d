"""A server that webhooks send to. It checks signatures as Standard Webhooks describes them, with no
code of the site."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from tests.servers.site import free_port

Headers = dict[str, str]


class HookServer:
    """A context manager that listens on this machine. ``came``: the bodies that it accepted.
    ``answers``: the statuses and headers of its next answers, before it accepts again."""

    def __init__(self) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/hook"
        self.answers: list[tuple[int, Headers]] = []
        self.came: list[dict[str, Any]] = []
        self.headers: list[Headers] = []
        """Of all requests, accepted or not."""
        self.raw: list[bytes] = []

    def __enter__(self) -> Self:
        handler = type("Handler", (_Handler,), {"hooks": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def take(self, headers: Headers, body: bytes) -> tuple[int, Headers]:
        """Returns the answer to a request."""
        self.headers.append(headers)
        self.raw.append(body)
        if self.answers:
            return self.answers.pop(0)
        self.came.append(json.loads(body))
        return 204, {}

    def is_signed(self, secret: str, number: int = -1) -> bool:
        """Returns whether a request is signed with this secret."""
        headers, body = self.headers[number], self.raw[number]
        key = base64.b64decode(secret.split("_", 1)[1])
        of = b".".join(
            [headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), body]
        )
        digest = base64.b64encode(hmac.digest(key, of, hashlib.sha256)).decode()
        return f"v1,{digest}" in headers["webhook-signature"].split()


class _Handler(BaseHTTPRequestHandler):
    hooks: HookServer

    def do_POST(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = self.rfile.read(int(headers["content-length"]))
        status, more = self.hooks.take(headers, body)
        self.send_response(status)
        for name, value in {**more, "Content-Length": "0"}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        """Logs nothing."""
