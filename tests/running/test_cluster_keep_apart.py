"""etcd's leader leaves the machine that has PostgreSQL's primary."""

import importlib.util
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

FILE = Path(__file__).resolve().parents[2] / "deploy/cluster/keep_apart.py"
HERE, DEAD, ALIVE = "1", "2", "3"


@pytest.fixture(scope="module")
def keep_apart() -> Any:
    spec = importlib.util.spec_from_file_location("keep_apart", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Machine:
    """Answers as one machine's etcd and Patroni. ``asked``: to whom etcd's leader was to move."""

    def __init__(self) -> None:
        self.leader, self.primary, self.members = HERE, True, [HERE, DEAD, ALIVE]
        self.asked: list[str] = []

    def answer(self, path: str, body: dict[str, str]) -> tuple[int, dict[str, Any]]:
        if path == "/primary":
            return (200 if self.primary else 503), {}
        if path == "/v3/maintenance/status":
            return 200, {"header": {"member_id": HERE}, "leader": self.leader}
        if path == "/v3/cluster/member/list":
            return 200, {"members": [{"ID": each} for each in self.members]}
        assert path == "/v3/maintenance/transfer-leadership"
        self.asked.append(body["targetID"])
        if body["targetID"] == DEAD:
            return 504, {"error": "etcdserver: request timed out, leader transfer took too long"}
        self.leader = body["targetID"]
        return 200, {}


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def address(machine: Machine) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 2))))
            self._send(*machine.answer(self.path, body))

        def do_GET(self) -> None:
            self._send(*machine.answer(self.path, {}))

        def _send(self, status: int, answer: dict[str, Any]) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(answer).encode())

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_the_leader_moves_to_the_first_member_that_is_there(keep_apart, machine, address):
    assert keep_apart.move(address)
    assert (machine.asked, machine.leader) == ([DEAD, ALIVE], ALIVE)


def test_a_leader_on_another_machine_stays(keep_apart, machine, address):
    machine.leader = ALIVE
    assert not keep_apart.move(address)
    assert machine.asked == []


def test_it_is_tried_again_later_if_nobody_else_is_there(keep_apart, machine, address):
    machine.members = [HERE, DEAD]
    with pytest.raises(OSError, match="504"):
        keep_apart.move(address)
    assert machine.leader == HERE


def test_only_a_primary_sends_the_leader_away(keep_apart, machine, address):
    assert keep_apart.is_primary(address)
    machine.primary = False
    assert not keep_apart.is_primary(address)
