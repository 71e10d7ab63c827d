"""Requests as raw bytes, for tests of what no well-behaved client sends."""

import socket
import ssl
from dataclasses import dataclass

WAIT = 60.0
"""Seconds to wait for an answer; only a failing test waits that long."""
CLIENT = "127.0.0.1"
KEY = "dGhlIHNhbXBsZSBub25jZQ=="  # any 16 bytes


@dataclass(frozen=True)
class Answer:
    """An answer. ``rest`` is the body, or the first frame if a WebSocket was opened."""

    status: int
    headers: list[tuple[str, str]]
    rest: bytes

    def all(self, name: str) -> list[str]:
        """Returns the values of all headers with this name."""
        return [value for known, value in self.headers if known == name.lower()]

    def __getitem__(self, name: str) -> str:
        """Returns the value of the only header with this name."""
        (value,) = self.all(name)
        return value


class Line:
    """A connection to ``port`` of this machine."""

    def __init__(
        self,
        port: int,
        *,
        trust: ssl.SSLContext | None = None,
        name: str = "",
        client: str = CLIENT,
    ) -> None:
        """With ``trust``, speaks TLS to the host of this name. ``client`` is its own address."""
        plain = socket.create_connection(("127.0.0.1", port), WAIT, source_address=(client, 0))
        self.socket = trust.wrap_socket(plain, server_hostname=name) if trust else plain
        self.file = self.socket.makefile("rb")

    def send(self, data: bytes) -> None:
        """Sends bytes; it is no error if the other side no longer reads them."""
        self.socket.sendall(data)

    def answer(self) -> Answer:
        """Reads one answer, and also the first frame if a WebSocket was opened."""
        status = int(self.file.readline().split()[1])
        headers = []
        while line := self.file.readline().decode("latin-1").strip():
            name, _, value = line.partition(":")
            headers.append((name.lower(), value.strip()))
        known = dict(headers)
        if status == 101:
            rest = self.frame()
        elif known.get("transfer-encoding") == "chunked":
            rest = self.chunks()
        elif "content-length" in known:
            rest = self.file.read(int(known["content-length"]))
        else:
            rest = b""
        return Answer(status, headers, rest)

    def frame(self) -> bytes:
        """Reads a WebSocket frame of less than 64 KiB from the server."""
        length = self.file.read(2)[1]
        return self.file.read(int.from_bytes(self.file.read(2)) if length == 126 else length)

    def chunks(self) -> bytes:
        """Reads a chunked body."""
        body = b""
        while length := int(self.file.readline(), 16):
            body += self.file.read(length)
            self.file.readline()
        self.file.readline()
        return body

    def has_ended(self) -> bool:
        """Returns whether the other side has closed the connection; skips what it has sent."""
        self.socket.settimeout(0)
        try:
            while self.socket.recv(4096):
                pass
        except (BlockingIOError, ssl.SSLWantReadError):
            return False
        except OSError:
            return True
        finally:
            self.socket.settimeout(WAIT)
        return True

    def close(self) -> None:
        """Closes the connection."""
        self.file.close()
        self.socket.close()


def request(method: str, path: str, headers: dict[str, str | bytes], body: bytes = b"") -> bytes:
    """Returns the bytes of a request with these headers and the body's length, and no others."""
    fields: dict[str, str | bytes] = dict(headers)
    if body:
        fields.setdefault("Content-Length", str(len(body)))
    lines = [f"{method} {path} HTTP/1.1".encode("latin-1")]
    for name, value in fields.items():
        said = value.encode("latin-1") if isinstance(value, str) else value
        lines.append(name.encode() + b": " + said)
    return b"\r\n".join([*lines, b"", body])


def handshake(path: str, headers: dict[str, str | bytes]) -> bytes:
    """Returns the bytes that ask to open a WebSocket."""
    asking = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": KEY,
    }
    return request("GET", path, {**headers, **asking})
