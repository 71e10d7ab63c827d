"""Uploads records in tests, with the worker's part in between."""

import json
from multiprocessing import Pipe
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from msgspec import msgpack
from redis import RedisError

from engines.rules import Json
from games.archive.uploads import tasks
from games.archive.uploads.process import Done, Failed, GoesOn, Job, do
from games.archive.uploads.tasks import replay_next
from tests.games.playing import place

RECORD: Json = {
    "format": "miai-record",
    "version": 1,
    "variant": "multiplayer-go",
    "options": {"size": 5},
    "seats": 2,
    "steps": [
        {"actions": {"0": place(0, 0), "1": place(4, 4)}, "at": "2026-11-21T20:00:00Z"},
        {"leave": [1]},
    ],
}


def boxes(turns: int, teeth: int = 0) -> Json:
    """A record of Continuous Go with two steps per turn: the player draws a small box, each a
    little larger than the one before, and passes. The boxes stand in rows from the top. The more
    ``teeth``, the more jagged they are, and the longer their areas are as text."""
    steps = []
    for turn in range(turns):
        x, y = (turn % 36) * 0.5, (turn // 36) * 0.5
        side = 0.25 + turn / 4096
        jags = [[x + side * n / teeth, y + side + n % 2 / 16] for n in range(teeth, 0, -1)]
        box = [[x, y], [x + side, y], *jags, [x, y + side], [x, y]]
        actions = {"type": "draw", "path": box}, {"type": "pass"}
        steps += [{"actions": {str(turn % 2): action}} for action in actions]
    return {
        "format": "miai-record",
        "version": 1,
        "variant": "continuous-go",
        "options": {"size": 19, "budget": 20, "lower": 0},
        "seats": 2,
        "steps": steps,
    }


def nobody_acts(turns: int, **changes: object) -> bytes:
    """A record of twelve seats in which nobody acts."""
    head = {**RECORD, "seats": 12, **changes}
    text = json.dumps({**head, "steps": [{"actions": {}}] * turns}, separators=(",", ":"))
    return text.encode()


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replays records in this process, without limits, because starting a process takes a second.
    The result is packed as for another process."""

    def run(job: Job, goes_on: GoesOn) -> Done | Failed:
        ours, theirs = Pipe()
        with ours, theirs:
            packed = msgpack.encode(do(job, theirs))
            return msgpack.decode(packed, type=Done | Failed)

    monkeypatch.setattr(tasks, "run", run)


@pytest.fixture
def tasks_sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any, Any]]:
    """The tasks about uploads that were given to workers, each with its arguments and options."""
    found: list[tuple[Any, Any, Any]] = []
    for task in (tasks.replay_uploads, tasks.answer_question):

        def note(args: Any, task: Any = task, **options: Any) -> None:
            found.append((task, args, options))

        monkeypatch.setattr(task, "apply_async", note)
    return found


class Away:
    """A Redis that does not answer."""

    def __getattr__(self, name: str) -> Any:
        raise RedisError


def sent(client: Client, record: bytes | Json = RECORD) -> Any:
    """Sends the form with a record; returns the answer."""
    data = record if isinstance(record, bytes) else json.dumps(record).encode()
    return client.post("/games/upload/", {"record": SimpleUploadedFile("r.json", data)})


def address_of(response: Any) -> str:
    """The address of the record's page, to which the answer redirects."""
    assert response.status_code == 302, response.status_code
    return response.headers["Location"]


def shown(client: Client, record: bytes | Json = RECORD) -> Any:
    """The page of a record after a worker has done its part."""
    response = sent(client, record)
    if response.status_code != 302:
        return response
    replay_next()
    return client.get(address_of(response))


def all_of(client: Client, page: Any) -> Json:
    """The snapshot, lines and log that a record's page requests."""
    answer = client.get(page.context["page_data"]["record"], headers={"Accept-Encoding": ""})
    assert answer.status_code == 200
    return answer.json()


def told(client: Client, address: str) -> Json:
    """The state of the record at an address."""
    return client.get(f"{address}state.json").json()
