"""Requests as bytes, for what no well-behaved client sends."""

import socket
import ssl
from dataclasses import dataclass

WAIT = 60.0
"""Seconds in which an answer must come; a test waits that long only to fail."""
CLIENT = "127.0.0.1"
KEY = "dGhlIHNhbXBsZSBub25jZQ=="  # any 16 bytes


@dataclass(frozen=True)
class Answer:
    """What came back. ``rest``: the body, or of a socket its first frame."""

    status: int
    headers: list[tuple[str, str]]
    rest: bytes

    def all(self, name: str) -> list[str]:
        """What every header of this name says."""
        return [value for known, value in self.headers if known == name.lower()]

    def __getitem__(self, name: str) -> str:
        """What the only header of this name says."""
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
        """With ``trust`` it speaks TLS to the host of this name; ``client`` is its own address."""
        plain = socket.create_connection(("127.0.0.1", port), WAIT, source_address=(client, 0))
        self.socket = trust.wrap_socket(plain, server_hostname=name) if trust else plain
        self.file = self.socket.makefile("rb")

    def send(self, data: bytes) -> None:
        """Sends it; what the other side does not read any more is lost."""
        self.socket.sendall(data)

    def answer(self) -> Answer:
        """Reads one answer; of a socket that opens, its first frame too."""
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
        """A frame of less than 64 KiB from a server."""
        length = self.file.read(2)[1]
        return self.file.read(int.from_bytes(self.file.read(2)) if length == 126 else length)

    def chunks(self) -> bytes:
        """A body in chunks."""
        body = b""
        while length := int(self.file.readline(), 16):
            body += self.file.read(length)
            self.file.readline()
        self.file.readline()
        return body

    def close(self) -> None:
        """Hangs up."""
        self.file.close()
        self.socket.close()


def request(method: str, path: str, headers: dict[str, str | bytes], body: bytes = b"") -> bytes:
    """The bytes of a request: only what is named here, and the body's length."""
    fields: dict[str, str | bytes] = dict(headers)
    if body:
        fields.setdefault("Content-Length", str(len(body)))
    lines = [f"{method} {path} HTTP/1.1".encode("latin-1")]
    for name, value in fields.items():
        said = value.encode("latin-1") if isinstance(value, str) else value
        lines.append(name.encode() + b": " + said)
    return b"\r\n".join([*lines, b"", body])


def handshake(path: str, headers: dict[str, str | bytes]) -> bytes:
    """The bytes that ask for a socket."""
    asking = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": KEY,
    }
    return request("GET", path, {**headers, **asking})
